"""Golden cases at a real table: it is arranged from a position in notation, moves become actions."""

from collections.abc import Mapping, Sequence
from typing import Any

from aurum_states import ActionError
from aurum_states.testing import Tabletop
from tests.model.plain_rules import base_deck, round_gold
from tests.model.table_events import Listener

Case = dict[str, Any]
POSITION_KEYS = ("hands", "bids", "gold", "supply", "trick", "tricks", "leader", "marker", "nuggets")
ACTIONS = {
    "bid": "actBid",
    "unbid": "actCancelBid",
    "keep": "actKeepBid",
    "swap": "actChangeBid",
    "play": "actPlayCard",
    "pass": "actPass",
}
PHASES = {"bidding": "bid", "changeBid": "change", "playerTurn": "play", "gameEnd": "over"}


def is_expert(position: Mapping[str, Any]) -> bool:
    """Whether a position names gold, but no 0: then nobody has started with one."""
    named = [*position.get("supply", ()), *(card for cards in position.get("gold", ()) for card in cards)]
    named += [card for _, card in position.get("trick", ())]
    return "G0" not in named and ("gold" in position or "supply" in position)


class GoldenTable:
    """A table started from a golden case, and what it has told so far, in the cases' own words."""

    def __init__(
        self,
        players: int,
        position: Mapping[str, Any] | None = None,
        rules: Mapping[str, Any] | None = None,
        *,
        expert: bool | None = None,
        **more: Any,
    ) -> None:
        house = dict(rules or {})
        if expert is None:
            expert = is_expert(position or {})
        options = {100: 2 if expert else 1, 101: 2 if house.pop("overtrick", "tricks") == "bid" else 1}
        top = Tabletop.create("aurum", players, seed="golden", options=options, settings=house, **more)
        if position is not None:
            top.arrange(position)
        self.table = top.table
        self.ids = [player.id for player in self.table.players]
        self.game = self.table._game
        together = players == 3 or house.get("bid4") == "simultaneous"
        cards = self.game.state.cards
        faces = {card: self.game.label(card) for card in range(1, cards.size + 1)}
        self.listener = Listener(self.ids, together=together, faces=faces)
        self.listener.hear(self.table.opening.notifications)

    # -- moving

    def move(self, golden_move: Sequence[Any]) -> bool:
        """Make a move; False if it was refused, which must have changed nothing (I27)."""
        word, seat, *parts = golden_move
        before = self.table.snapshot()
        try:
            result = self.table.act(self.ids[seat], ACTIONS[word], self._wire(seat, word, parts))
        except ActionError:
            assert self.table.snapshot() == before
            return False
        self.listener.hear(result.notifications)
        return True

    def _wire(self, seat: int, word: str, parts: Sequence[Any]) -> dict[str, Any]:
        if word == "swap":
            gold, card, target = parts
            wire = {"goldCardId": self._card(seat, gold), "cardId": self._card(seat, card)}
            return {**wire, "bidPlayerId": self.ids[target]}
        return {"cardId": self._card(seat, parts[0])} if parts else {}

    def _card(self, seat: int, label: str) -> int:
        """The id of a card: the seat's own where it has one of that face."""
        cards = self.game.state.cards
        found = [card for card in range(1, cards.size + 1) if self.game.label(card) == label]
        own = [card for card in found if cards.location_of(card)[1] == self.ids[seat]]
        return min(own or found)

    # -- looking

    def told(self, event: str) -> list[Case]:
        """All events of one name so far."""
        return [one for one in self.listener.events if one["event"] == event]

    def legal(self, seat: int) -> set[str]:
        """What a seat may play, as the cases list it."""
        moves = self.table.legal_moves(self.ids[seat])
        plays = {self.game.label(card) for card in moves.get("actPlayCard", ())}
        return plays | {"PASS"} if "actPass" in moves else plays

    def by_seat(self, location: str) -> list[list[str]]:
        """The cards at a location by seat."""
        cards = self.game.state.cards
        return [sorted(map(self.game.label, cards.ids(location, player_id))) for player_id in self.ids]

    @property
    def asked(self) -> list[int]:
        """The seats that are asked."""
        return [self.ids.index(player_id) for player_id in self.table.active_players]

    def facts(self) -> Case:
        """What the golden cases may expect of a table, under their names."""
        state = self.game.state
        bids = [cards[0] if cards else None for cards in self.by_seat("bid")]
        numbers = [int(card[1:]) if card else 0 for card in bids]
        sides = 3 if len(self.ids) == 3 else 2
        ended, won = self.told("round_end"), self.told("game_end")
        found: Case = {
            "phase": PHASES[self.table.state],
            "asked": self.asked,
            "leader": self.ids.index(state.starter),
            "bids": bids,
            "team_bids": [max(numbers[side::sides]) for side in range(sides)],
            "hands": self.by_seat("hand"),
            "gold": self.by_seat("gold"),
            "supply": sorted(map(self.game.label, state.cards.ids("supply"))),
            "tricks": [
                {key: trick[key] for key in ("winner", "low_player", "gold_won")}
                for trick in self.told("trick")
            ],
            "trick_counts": [state.tricks.get(player_id) for player_id in self.ids],
            "round_over": bool(ended),
            "marker": self.ids.index(state.marker),
            "nuggets": [self.table._core.score.get(self.ids[side]) for side in range(sides)],
            "winners": won[0]["winners"] if won else [],
            "winning_seats": won[0]["winning_seats"] if won else [],
            "game_over": self.table.is_over,
        }
        if ended:
            passed = self.told("pass")[-1]
            scored = {key: value for key, value in ended[-1].items() if key != "tricks"}
            found |= {**scored, "passer": passed["seat"]}
            found["aborted"] = [list(play) for play in passed["aborted"]]
        return found


def position_of(given: Case) -> Case:
    """The part of a case that is a position."""
    return {key: value for key, value in given.items() if key in POSITION_KEYS}


def spare_cards(used: Sequence[str], count: int, players: int) -> list[str]:
    """Base metal cards that a position does not use otherwise."""
    return [card for card in base_deck(players, "Z") if card not in used][:count]


def rest_of_gold(used: Sequence[str], players: int, *, expert: bool) -> list[str]:
    """The gold of a round that a position does not name yet."""
    rest = round_gold(players, expert)
    for card in used:
        if card in rest:
            rest.remove(card)
    return rest
