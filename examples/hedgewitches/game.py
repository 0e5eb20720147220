"""Hedge Witches: draft three cards, brew points, hex each other, and answer hexes out of turn."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from aurum_states import (
    Args,
    Game,
    Move,
    Moves,
    Options,
    PlayerId,
    State,
    clienttranslate,
    invariant,
)
from aurum_states.components import Deck, PlayerCounter, Statistics

from . import arranged, notation
from .cards import BREW, GATHER, HEX, WARD, every_card, face_of, name_of

HAND = 3
ROUNDS = 6
GOAL = 6
INCOME = 2
GATHERED = 2
BREW_PRICE = 2
LOST_HERBS = 2

Loss = Literal["herbs", "point"]


class HedgeWitchesState(State):
    """Everything that changes.

    The cards lie in ``deck`` (left over), ``pile`` (player: to be picked from), ``hand`` (player), ``play``
    (player, open) or ``burned`` (player, face down).
    """

    cards: Deck
    herbs: PlayerCounter
    stats: Statistics
    first: PlayerId
    """Who begins the round."""
    round: int = 0
    passed: list[PlayerId] = []
    """Who has passed in this round, the first to do so first."""
    turned: list[int] = []
    """Cards that have been used in this round."""


class HedgeWitches(Game[HedgeWitchesState]):
    """Hedge Witches for two to four players."""

    def setup_new_game(self, options: Options) -> HedgeWitchesState:
        """Deal a pile to each player; those left over are in no pile."""
        cards = self.create_deck()
        cards.create_cards(every_card())
        cards.shuffle_and_deal(HAND, "deck", "pile", self.players)
        stats = self.create_statistics()
        stats.init_table("rounds", 0)
        stats.init_player(["hexes", "spared", "losses"], 0)
        first = self.players[self.bga_rand(0, len(self.players) - 1)]
        return HedgeWitchesState(cards, self.create_player_counter("herbs"), stats, first)

    def face(self, card_id: int) -> tuple[str, int]:
        """Return a card's power and cost."""
        cards = self.state.cards
        return cards.card_type[card_id], cards.card_type_arg[card_id]

    def name(self, card_id: int) -> str:
        """Return a card's name."""
        return name_of(*self.face(card_id))

    def card_ids(self) -> dict[str, int]:
        """Return every card by its name in small letters."""
        return {self.name(card_id).lower(): card_id for card_id in range(1, self.state.cards.size + 1)}

    def shown(self, location: str, player_id: PlayerId) -> dict[int, str]:
        """Return a player's cards there by id: ``Owl (hex 3)``."""
        card_ids = sorted(self.state.cards.ids(location, player_id))
        return {card_id: face_of(*self.face(card_id)) for card_id in card_ids}

    # -- draft ------------------------------------------------------------------------------------

    def st_draft(self) -> None:
        """Ask everybody, also those who have left: their piles must not stand still."""
        self.gamestate.set_players_multiactive(self.players, "picked", exclusive=True)

    def arg_draft(self) -> Args:
        """Show each player the pile before them."""
        return {"_private": {player: {"pile": self.shown("pile", player)} for player in self.players}}

    def moves_draft(self, player: PlayerId) -> Moves:
        """Any card of one's pile."""
        return {"actPick": self.state.cards.ids("pile", player)}

    def act_pick(self, card_id: int, current_player_id: PlayerId) -> None:
        """Take a card in hand; which one, nobody is told."""
        self.state.cards.move_card(card_id, "hand", current_player_id)
        self.notify.all("picked", clienttranslate("${player_name} picks a card"), player_id=current_player_id)
        self.gamestate.set_player_non_multiactive(current_player_id, "picked")

    def st_pass_on(self) -> Literal["again", "drafted"]:
        """Hand each pile to the left; a last card is no choice and goes to the hand."""
        cards = self.state.cards
        piles = cards.by_arg("pile")
        last = len(piles[self.players[0]]) == 1
        for player, pile in piles.items():
            cards.move_cards(pile, "hand" if last else "pile", self.next_player(player))
        for player in self.players:
            self.notify.player(player, "hand", cards=self.shown("hand", player))
        return "drafted" if last else "again"

    # -- a round ----------------------------------------------------------------------------------

    def st_dawn(self) -> Literal["turn"]:
        """Turn all cards back and give out herbs."""
        s = self.state
        s.round += 1
        s.passed = []
        s.turned = []
        s.stats.inc_table("rounds", 1)
        self.notify.all("dawn", clienttranslate("Round ${round}"), round=s.round)
        for player in self.players:
            s.herbs.inc(player, INCOME)
        self.gamestate.change_active_player(s.first)
        return "turn"

    def moves_turn(self, player: PlayerId) -> Moves:
        """Play what one can pay, use what is not turned and not a ward, or pass."""
        cards, herbs = self.state.cards, self.state.herbs.get(player)
        powers = (GATHER, HEX, BREW) if herbs >= BREW_PRICE else (GATHER, HEX)
        return {
            "actPlay": [card for card in cards.ids("hand", player) if cards.card_type_arg[card] <= herbs],
            "actUse": self._ready(player, *powers),
            "actPass": [()],
        }

    def _ready(self, player: PlayerId, *powers: str) -> list[int]:
        """Return a player's cards in play that have one of these powers and are not turned."""
        s = self.state
        return [
            card
            for card in s.cards.ids("play", player)
            if s.cards.card_type[card] in powers and card not in s.turned
        ]

    def act_play(self, card_id: int, active_player_id: PlayerId) -> Literal["done"]:
        """Pay for a card and lay it open."""
        s = self.state
        cost = s.cards.card_type_arg[card_id]
        s.cards.move_card(card_id, "play", active_player_id)
        self.notify.all(
            "played",
            clienttranslate("${player_name} plays ${card_name}"),
            player_id=active_player_id,
            card_id=card_id,
            card_name=self.name(card_id),
        )
        s.herbs.inc(active_player_id, -cost)
        self.player_score.inc(active_player_id, cost - 1)
        return "done"

    def act_use(self, card_id: int, active_player_id: PlayerId) -> Literal["done", "hexed"]:
        """Turn a card for its power."""
        s = self.state
        self._turn(active_player_id, card_id)
        power, _ = self.face(card_id)
        if power == HEX:
            s.stats.inc_player("hexes", 1, active_player_id)
            return "hexed"
        if power == GATHER:
            s.herbs.inc(active_player_id, GATHERED)
        else:
            s.herbs.inc(active_player_id, -BREW_PRICE)
            self.player_score.inc(active_player_id, 1, clienttranslate("${player_name} brews a point"))
        return "done"

    def _turn(self, player: PlayerId, card_id: int) -> None:
        self.state.turned.append(card_id)
        self.notify.all(
            "turned",
            clienttranslate("${player_name} uses ${card_name}"),
            player_id=player,
            card_id=card_id,
            card_name=self.name(card_id),
        )

    def act_pass(self, active_player_id: PlayerId) -> Literal["done"]:
        """Do nothing more in this round; hexes are still to be answered."""
        self.state.passed.append(active_player_id)
        self.notify.all("passed", clienttranslate("${player_name} passes"), player_id=active_player_id)
        return "done"

    def st_next_turn(self) -> Literal["turn", "allPassed"]:
        """Go round among those who have not passed."""
        passed = self.state.passed
        if len(passed) == len(self.players):
            return "allPassed"
        while self.gamestate.active_next_player() in passed:
            pass
        return "turn"

    def st_dusk(self) -> Literal["newRound", "over"]:
        """Look for the goal, only now that all have passed; herbs break ties, and who is equal still wins."""
        s = self.state
        s.first = s.passed[0]
        if self.player_score.get_max() < GOAL and s.round < ROUNDS:
            return "newRound"
        for player, herbs in s.herbs.get_all().items():
            self.player_score_aux.set(player, herbs)
        return "over"

    # -- a hex ------------------------------------------------------------------------------------

    def st_hexed(self) -> None:
        """Ask the victims who have a choice, which everybody can see: being asked tells nothing of hands."""
        asked = []
        for victim in self.players:
            losses = self._losses(victim)
            if victim == self.gamestate.active_player_id or not losses:
                continue
            if len(losses) > 1 or self._can_react(victim):
                asked.append(victim)
            else:
                self._lose(victim, losses[0])
        if not self.gamestate.set_players_multiactive(asked, "answered", exclusive=True):
            self.gamestate.initialize_private_state_for_all_active_players()

    def _losses(self, victim: PlayerId) -> list[Loss]:
        """Return what a victim has to lose."""
        held: dict[Loss, int] = {
            "herbs": self.state.herbs.get(victim),
            "point": self.player_score.get(victim),
        }
        return [loss for loss, count in held.items() if count]

    def _can_react(self, victim: PlayerId) -> bool:
        """Whether a victim has a ward or any card in hand, whichever it is."""
        return bool(self._ready(victim, WARD) or self.state.cards.peek("hand", victim))

    def st_react(self, player_id: PlayerId) -> Literal["suffer"] | None:
        """Pass over the question for who cannot react."""
        return None if self._can_react(player_id) else "suffer"

    def moves_react(self, player: PlayerId) -> Moves:
        """Use a ward, burn a card, or suffer."""
        return {
            "actWard": self._ready(player, WARD),
            "actBurn": self.state.cards.ids("hand", player),
            "actSuffer": [()],
        }

    def act_ward(self, card_id: int, current_player_id: PlayerId) -> None:
        """Turn a ward and be spared."""
        self._turn(current_player_id, card_id)
        self._spared(current_player_id)

    def act_burn(self, card_id: int, current_player_id: PlayerId) -> None:
        """Burn a card face down and be spared."""
        self.state.cards.move_card(card_id, "burned", current_player_id)
        self.notify.all("burned", clienttranslate("${player_name} burns a card"), player_id=current_player_id)
        self.notify.player(current_player_id, "hand", cards=self.shown("hand", current_player_id))
        self._spared(current_player_id)

    def act_suffer(self) -> Literal["suffer"]:
        """Go on to what is lost."""
        return "suffer"

    def st_choose_loss(self, player_id: PlayerId) -> None:
        """Take what there is where that is no choice."""
        losses = self._losses(player_id)
        if len(losses) == 1:
            self._suffered(player_id, losses[0])

    def arg_choose_loss(self, player_id: PlayerId) -> Args:
        """Tell how many herbs it would be."""
        return {"herbs": self._herbs_lost(player_id)}

    def moves_choose_loss(self, player: PlayerId) -> Moves:
        """Lose one or the other, or think again."""
        return {"actLose": self._losses(player), "actThinkAgain": [()] if self._can_react(player) else []}

    def act_lose(self, loss: Loss, current_player_id: PlayerId) -> None:
        """Lose what the victim has chosen."""
        self._suffered(current_player_id, loss)

    def act_think_again(self) -> Literal["thinkAgain"]:
        """Go back to the reactions."""
        return "thinkAgain"

    def _spared(self, victim: PlayerId) -> None:
        self.state.stats.inc_player("spared", 1, victim)
        self.gamestate.set_player_non_multiactive(victim, "answered")

    def _suffered(self, victim: PlayerId, loss: Loss) -> None:
        self._lose(victim, loss)
        self.gamestate.set_player_non_multiactive(victim, "answered")

    def _herbs_lost(self, victim: PlayerId) -> int:
        return min(LOST_HERBS, self.state.herbs.get(victim))

    def _lose(self, victim: PlayerId, loss: Loss) -> None:
        s = self.state
        s.stats.inc_player("losses", 1, victim)
        if loss == "herbs":
            lost = -self._herbs_lost(victim)
            s.herbs.inc(victim, lost, clienttranslate("${player_name} loses ${absInc} herbs"))
        else:
            self.player_score.inc(victim, -1, clienttranslate("${player_name} loses a point"))

    # -- what is shown ----------------------------------------------------------------------------

    def get_all_datas(self, current_player_id: PlayerId | None) -> dict[str, Any]:
        """Show everybody what lies open and how many cards do not; one's own cards only to oneself."""
        s = self.state
        data: dict[str, Any] = {
            "round": s.round,
            "first": s.first,
            "passed": s.passed,
            "turned": s.turned,
            "players": {
                player: {
                    "hand": len(s.cards.peek("hand", player)),
                    "burned": len(s.cards.peek("burned", player)),
                    "play": self.shown("play", player),
                }
                for player in self.players
            },
        }
        s.herbs.fill_result(data)
        if current_player_id is not None:
            data |= {place: self.shown(place, current_player_id) for place in ("pile", "hand", "burned")}
        return data

    def redeal(self, player_id: PlayerId | None, draw: Callable[[int], int]) -> int:
        """Deal anew what this player cannot see: cards left over, and all of others but those in play."""
        cards = self.state.cards
        hidden = cards.ids("deck", None)
        for location in ("pile", "hand", "burned"):
            for owner, ids in cards.by_arg(location).items():
                hidden += ids if owner != player_id else []
        return cards.redeal(hidden, draw)

    def get_game_progression(self) -> float:
        """Measure the rounds."""
        return 100 * max(0, self.state.round - 1) / ROUNDS

    def label_move(self, player_id: PlayerId, move: Move) -> str:
        """Write a move as ``notation`` says."""
        return notation.label(move, self.name)

    def parse_move(self, player_id: PlayerId, text: str) -> Move | None:
        """Read what ``label_move`` writes."""
        return notation.parse(text, self.card_ids())

    # -- for players who have left, and for tests -------------------------------------------------

    def zombie_choose_loss(self, player_id: PlayerId) -> None:
        """Lose something; zombie_level, which plays all other turns, would think again for ever."""
        self.act_lose(self._losses(player_id)[0], player_id)

    def evaluate(self, player_id: PlayerId) -> float:
        """Count points, herbs and cards: what a zombie makes as much of as it can."""
        s = self.state
        cards = len(s.cards.peek("hand", player_id)) + len(s.cards.peek("play", player_id))
        return 3 * self.player_score.get(player_id) + s.herbs.get(player_id) + 2 * cards

    def arrange(self, position: Mapping[str, Any]) -> str:
        """Start in a round; see ``arranged``."""
        return arranged.arrange(self, position)

    @invariant
    def turned_cards_are_in_play(self) -> list[str]:
        """Demand that a card is turned once a round, and lies in play."""
        s = self.state
        play = s.cards.ids("play", None)
        wrong = [card for card in s.turned if card not in play or s.turned.count(card) > 1]
        return [f"{self.name(card)} is turned, but not in play or twice" for card in wrong]

    @invariant
    def asked_by_what_all_can_see(self) -> list[str]:
        """Demand that who is asked about a hex has a choice; after ``redeal``, whatever their hands hold."""
        if self.gamestate.state.label != "hexed":
            return []
        asked = self.gamestate.active_players
        wrong = [one for one in asked if not self._can_react(one) and len(self._losses(one)) < 2]
        return [f"{self.player_name(one)} is asked, and has no choice" for one in wrong]

    @invariant
    def piles_wander_together(self) -> list[str]:
        """Demand that nobody is more than one card ahead in the draft."""
        left = [len(self.state.cards.peek("pile", player)) for player in self.players]
        return ["the piles are not of one size"] if max(left) - min(left) > 1 else []
