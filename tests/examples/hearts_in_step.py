"""The example ``hearts`` played at a table and in OpenSpiel's C++ game at once; every difference stops it.

Compared at every decision: who is asked, and what they may do; at the end of a hand: what it has brought. A hand is
a game of OpenSpiel, whose returns are 26 less the points. Our scores are the points, below zero: a return is what
the hand has added to the score, and 26. In OpenSpiel cards are given seat by seat; at our table everybody is asked
at once, and they answer in any order. OpenSpiel is then told seat by seat. Where hearts need not be broken, our
options 107 and 108 are hidden, whatever OpenSpiel's parameters are: they change nothing there.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pyspiel

from aurum_states import GameDefinition, Table, load_game

FOLDER = Path(__file__).parents[2] / "examples" / "hearts"

PARAMETERS = (
    "pass_cards",
    "no_pts_on_first_trick",
    "can_lead_any_club",
    "jd_bonus",
    "avoid_all_tricks_bonus",
    "must_break_hearts",
    "qs_breaks_hearts",
    "can_lead_hearts_instead_of_qs",
)
"""OpenSpiel's parameters, in the order of the options 101 to 108."""
KINDS = [dict(zip(PARAMETERS, one, strict=True)) for one in product((False, True), repeat=len(PARAMETERS))]
"""Every set of parameters."""

CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
"""Our labels, and OpenSpiel's, in the order of its numbers."""
DEALS: dict[str, list[str]] = {
    "wins all tricks": [card for card in CARDS if card[0] in "AKQ"],
    "hearts and the queen are left": ["AC", "KC", "QC", "QS", *(f"{rank}H" for rank in "23456789T")],
    "nothing but points": ["QS", *(f"{rank}H" for rank in "23456789TJQK")],
}
"""Hands with which random play gets to what is rare, by what that is."""
RARE = (
    "points are kept back",
    "nothing but points",
    "hearts may not lead",
    "the queen must lead",
    "hearts instead of the queen",
    "one takes all points",
)
"""What is counted, beside ``games``, ``hands`` and ``decisions``."""


class InStep:
    """One game of ours, beside a game of OpenSpiel for each of its hands."""

    def __init__(self, definition: GameDefinition, number: int) -> None:
        seed = f"hearts in step {number}"
        self.rng = Random(seed)
        self.parameters = KINDS[number % len(KINDS)]
        options = {101 + nth: 1 + self.parameters[name] for nth, name in enumerate(PARAMETERS)}
        options[100] = 2 if self.rng.random() < 0.1 else 1
        position = self._position() if self.rng.random() < 0.5 else None
        self.table = Table.create(definition, 4, seed=seed, options=options, position=position)
        self.ids = [player.id for player in self.table.players]
        self.met = Counter({"games": 1})

    def _position(self) -> dict[str, Any]:
        """Return a position in which somebody has one of the ``DEALS``."""
        dealt = self.rng.choice([*DEALS.values()])
        others = [card for card in CARDS if card not in dealt]
        self.rng.shuffle(others)
        hands = [others[:13], others[13:26], others[26:39]]
        hands.insert(self.rng.randrange(4), dealt + others[39:])
        return {"hands": [" ".join(hand) for hand in hands], "giving": self.rng.randrange(4)}

    def play(self) -> Counter[str]:
        """Play to the end; return how often what was met.

        Raises:
            AssertionError: the two games are different.
        """
        while not self.table.is_over:
            self._hand()
        return self.met

    def _hand(self) -> None:
        before = self._scores()
        self._begin()
        if self.table.state == "giveCards":
            self._give()
        while not self.spiel.is_terminal():
            self._turn()
        made = [after - old for after, old in zip(self._scores(), before, strict=True)]
        self._demand("returns", [26 + one for one in made], self.spiel.returns())
        self.met["hands"] += 1
        self.met["one takes all points"] += -sum(made) > 60

    def _scores(self) -> list[int]:
        return [seat["score"] for seat in self.table.view_for(None)["players"].values()]

    def _begin(self) -> None:
        """Begin a game of OpenSpiel with the cards that were dealt here."""
        hands = [self.table.view_for(player)["hand"] for player in self.ids]
        self.labels = {card_id: label for hand in hands for card_id, label in hand.items()}
        self.spiel = pyspiel.load_game("hearts", self.parameters).new_initial_state()
        giving = self.table.view_for(None)["giving"]
        self.spiel.apply_action(giving if self.parameters["pass_cards"] else 0)
        for labels in zip(*(hand.values() for hand in hands), strict=True):
            for label in labels:
                self.spiel.apply_action(CARDS.index(label))

    def _give(self) -> None:
        """Let the seats give in any order here, and in theirs in OpenSpiel."""
        given: list[list[tuple[list[str], str]]] = [[], [], [], []]
        while self.table.state == "giveCards":
            seat = self.ids.index(self.rng.choice(self.table.active_players))
            legal = self._legal(seat, "actGiveCard")
            label = self._act(seat, "actGiveCard", legal)
            given[seat].append(([*legal], label))
        for seat, decisions in enumerate(given):
            for labels, label in decisions:
                self._decide(seat, labels, label)

    def _turn(self) -> None:
        """Let whose turn it is play a card in both."""
        [player] = self.table.active_players
        seat = self.ids.index(player)
        view = self.table.view_for(player)
        legal = self._legal(seat, "actPlayCard")
        self._note(view, {*legal})
        self._decide(seat, [*legal], self._act(seat, "actPlayCard", legal))

    def _legal(self, seat: int, action: str) -> dict[str, int]:
        """Return the ids of the cards that may be chosen here, by label."""
        return {self.labels[card_id]: card_id for card_id in self.table.legal_moves(self.ids[seat])[action]}

    def _act(self, seat: int, action: str, legal: dict[str, int]) -> str:
        """Choose any card here, and return it."""
        label = self.rng.choice([*legal])
        self.table.act(self.ids[seat], action, {"cardId": legal[label]})
        return label

    def _decide(self, seat: int, legal: list[str], label: str) -> None:
        """Demand that OpenSpiel asks the same seat for one of the same cards; choose this one there."""
        self._demand("who is asked", seat, self.spiel.current_player())
        self._demand("legal cards", sorted(legal), sorted(map(CARDS.__getitem__, self.spiel.legal_actions())))
        self.spiel.apply_action(CARDS.index(label))
        self.met["decisions"] += 1

    def _note(self, view: Mapping[str, Any], legal: set[str]) -> None:
        """Count what is rare."""
        hand, led = {*view["hand"].values()}, [*view["trick"].values()][:1]
        points = {card for card in hand if card[1] == "H" or card == "QS"}
        if len(hand) == 13:
            if led and "C" not in {card[1] for card in hand} and self.parameters["no_pts_on_first_trick"]:
                self.met["points are kept back" if legal < hand else "nothing but points"] += 1
        elif not led and legal < hand:
            self.met["the queen must lead" if legal == {"QS"} else "hearts may not lead"] += 1
        elif not led and "QS" in points == hand and not any(one["taken"] for one in view["players"].values()):
            self.met["hearts instead of the queen"] += self.parameters["can_lead_hearts_instead_of_qs"]

    def _demand(self, what: str, ours: object, theirs: object) -> None:
        assert ours == theirs, (
            f"{what}: {ours}, in OpenSpiel {theirs}; {self.table.setup.seed!r}, {self.parameters}, "
            f"move {self.table.moves_made}\n{self.spiel}"
        )


def play_in_step(first: int, last: int, folder: Path = FOLDER) -> Counter[str]:
    """Play the games ``first`` to ``last`` - 1 in both; return how often what was met.

    Raises:
        AssertionError: a game is different.
    """
    definition = load_game(folder)
    total: Counter[str] = Counter()
    for number in range(first, last):
        total.update(InStep(definition, number).play())
    return total
