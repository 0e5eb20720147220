"""Kuhn poker as a game of ours: OpenSpiel knows how many states and information states its whole tree has."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.engine.small_games import GameMaker

PLAYTHROUGH = Path(__file__).parents[1] / "data/playthroughs/our_kuhn.txt"
"""A game of it as OpenSpiel's generator writes it down."""

STATES = """\
states:
  turn:
    type: activeplayer
    description: ${actplayer} may bet
    possibleActions: [actPass, actBet]
    transitions: {on: next, over: gameEnd}
  next:
    type: game
    action: stNext
    transitions: {turn: turn}
"""

CODE = '''\
from aurum_states import MoveSpace


class KuhnState(State):
    held: dict[PlayerId, int]
    done: str = ""


class Kuhn(Game[KuhnState]):
    """Two players, three cards, one bet."""

    def setup_new_game(self, options: Options) -> KuhnState:
        first, second = self.players
        high = self.bga_rand(0, 2)
        low = [card for card in range(3) if card != high][self.bga_rand(0, 1)]
        self.gamestate.change_active_player(first)
        return KuhnState(held={first: high, second: low})

    def moves_turn(self, player: PlayerId) -> Moves:
        return {"actPass": [()], "actBet": [()]}

    def act_pass(self, active_player_id: PlayerId) -> Literal["on", "over"]:
        return self._done("p", active_player_id)

    def act_bet(self, active_player_id: PlayerId) -> Literal["on", "over"]:
        return self._done("b", active_player_id)

    def _done(self, what: str, player: PlayerId) -> Literal["on", "over"]:
        s = self.state
        s.done += what
        self.notify.all("done", "${player_name}: ${what}", player_id=player, what=what)
        if s.done not in ("pp", "bp", "bb", "pbp", "pbb"):
            return "on"
        other = self.next_player(player)
        folds = s.done in ("bp", "pbp")
        winner = other if folds or s.held[other] > s.held[player] else player
        self.player_score.set(winner, 1)
        return "over"

    def st_next(self) -> Literal["turn"]:
        self.gamestate.active_next_player()
        return "turn"

    def get_all_datas(self, current_player_id: PlayerId | None) -> dict[str, Any]:
        return {"card": self.state.held.get(current_player_id or 0), "done": self.state.done}

    def redeal(self, player_id, draw) -> int:
        held = self.state.held
        spare = next(card for card in range(3) if card not in held.values())
        hidden = [player for player in self.players if player != player_id]
        before = dict(held)
        cards = [*(held[player] for player in hidden), spare]
        for last in range(len(cards) - 1, 0, -1):
            other = draw(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        held.update(zip(hidden, cards))
        return sum(before[player] != held[player] for player in hidden)

    def move_space(self) -> MoveSpace:
        return MoveSpace(("pass", "bet"), lambda player, action, option: {"actPass": "pass", "actBet": "bet"}[action])
'''


def kuhn(maker: GameMaker, code: str = CODE, **more: Any) -> Path:
    """Write the game, with other code or facts where they are given."""
    return maker.write(STATES, code, **{"name": "our_kuhn", "game_class": "Kuhn", "players": [2], **more})


def record() -> None:
    """Write the playthrough anew."""
    from open_spiel.python.algorithms import generate_playthrough

    from aurum_states.adapters.openspiel import register

    with TemporaryDirectory() as folder:
        name = register(kuhn(GameMaker(Path(folder))))
        text = generate_playthrough.playthrough(name, [0, 1, 1, 0, 1], seed=1)
    PLAYTHROUGH.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    record()
