"""A small game with secrets, and leaks that can be put into it."""

from pathlib import Path
from typing import Any

import yaml

from tests.engine.small_games import GameMaker

STATES = """\
states:
  turn:
    type: activeplayer
    description: ${actplayer} must play a card (${left} in the deck)
    descriptionMyTurn: ${you} must play a card (${left} in the deck)
    args: argTurn
    possibleActions: [actPlay, actPass]
    transitions: {next: next}
  next:
    type: game
    action: stNext
    updateGameProgression: true
    transitions: {turn: turn, over: gameEnd}
"""

CODE = '''\
class GrabState(State):
    cards: Deck
    stats: Statistics
    passes: int = 0


class Grab(Game[GrabState]):
    """Everybody has three cards and plays them; who has played the highest numbers wins."""

    def setup_new_game(self, options: Options) -> GrabState:
        cards = self.create_deck()
        cards.create_cards([{"type": "n", "type_arg": n, "nbr": 1} for n in range(1, 13)])
        cards.shuffle("deck")
        for player in self.players:
            cards.pick_ids(3, "deck", "hand", player)
        stats = self.create_statistics()
        stats.init_player("passes", 0)
        self.gamestate.change_active_player(self.players[0])
        return GrabState(cards=cards, stats=stats)

    def moves_turn(self, player: PlayerId) -> Moves:
        return {"actPlay": sorted(self.state.cards.ids("hand", player)), "actPass": [()]}

    def arg_turn(self) -> Args:
        return {"left": len(self.state.cards.ids("deck", None))}

    def number(self, card: int) -> int:
        return self.state.cards.card_type_arg[card]

    def act_play(self, card_id: int, active_player_id: PlayerId) -> Literal["next"]:
        cards = self.state.cards
        cards.move_card(card_id, "table", active_player_id)
        self.player_score.inc(active_player_id, self.number(card_id), None)
        self.notify.all(
            "played", "${player_name} plays ${number}", player_id=active_player_id, number=self.number(card_id)
        )
        return "next"

    def act_pass(self, active_player_id: PlayerId) -> Literal["next"]:
        s = self.state
        s.passes += 1
        s.stats.inc_player("passes", 1, active_player_id)
        cards = s.cards.ids("hand", active_player_id)
        for card in cards[:1]:
            s.cards.move_card(card, "gone")
        self.notify.all("passed", "${player_name} passes", player_id=active_player_id)
        return "next"

    def st_next(self) -> Literal["turn", "over"]:
        if not self.state.cards.ids("hand", None):
            return "over"
        following = self.gamestate.active_next_player()
        while not self.state.cards.ids("hand", following):
            following = self.gamestate.active_next_player()
        return "turn"

    def get_all_datas(self, current_player_id: PlayerId | None) -> dict[str, Any]:
        cards = self.state.cards
        own = [] if current_player_id is None else cards.ids("hand", current_player_id)
        return {
            "hand": {card: f"n{self.number(card)}" for card in sorted(own)},
            "counts": {player: len(cards.ids("hand", player)) for player in self.players},
            "table": {player: [f"n{self.number(card)}" for card in cards.ids("table", player)] for player in self.players},
            "passes": self.state.passes,
        }

    def get_game_progression(self) -> float:
        cards = self.state.cards
        return 100 - 100 * len(cards.ids("hand", None)) / (3 * len(self.players))

    def label_move(self, player_id: PlayerId, move: Move) -> str:
        return f"card {move.args['cardId']}" if move.action == "actPlay" else "pass"

    def zombie_turn(self, state: str, active_player_id: PlayerId):
        return self.act_pass(active_player_id)

    def redeal(self, player_id: PlayerId | None, draw) -> int:
        cards = self.state.cards
        hidden = cards.ids("deck", None) + cards.ids("gone")
        for player in self.players:
            if player != player_id:
                hidden += cards.ids("hand", player)
        return cards.redeal(hidden, draw)

    @invariant
    def all_cards(self) -> list[str]:
        size = sum(len(pile) for by_arg in self.state.cards.places.values() for pile in by_arg.values())
        return [] if size == 12 else ["a card is lost"]
'''

STATS = {"table": {}, "player": {"passes": {"id": 10, "name": "Passes", "type": "int"}}}


def write_grab(maker: GameMaker, *changes: tuple[str, str], **more: Any) -> Path:
    """Write the game with lines of it changed; each must be there once."""
    code = CODE
    for old, new in changes:
        assert code.count(old) == 1, old
        code = code.replace(old, new)
    files = {"stats.json": STATS, **more.pop("files", {})}
    states = more.pop("states", STATES)
    yaml.safe_load(states)
    return maker.write(
        states,
        "from aurum_states import Move\n\n" + code,
        **{"name": "grab", "game_class": "Grab", "players": [2, 3], "files": files, **more},
    )
