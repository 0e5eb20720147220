"""One game played on a real table and on the plain model at once; every difference stops it.

Compared before every move: who is asked, what everybody may do, where every card lies. After it: what was
told. Illegal moves are tried in between: both must refuse, for the same reason, and nothing may change.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from aurum_states import ActionError, GameDefinition, Table

from .driver import random_move
from .plain_aurum import Move, PlainAurum
from .plain_rules import SUITS, is_gold
from .table_events import Listener, as_told

KINDS = {"3 base": (3, False), "3 expert": (3, True), "4 base": (4, False), "4 expert": (4, True)}

ACTIONS = {
    "bid": "actBid",
    "unbid": "actCancelBid",
    "keep": "actKeepBid",
    "swap": "actChangeBid",
    "play": "actPlayCard",
    "pass": "actPass",
}
WORDS = {action: word for word, action in ACTIONS.items()}
OF_PHASE = {"bid": ("bid", "unbid"), "change": ("keep", "swap"), "play": ("play", "pass"), "over": ()}


@dataclass
class Chosen:
    """How one game is set up. ``overtrick`` and the seats that skip changes are no settings of a table."""

    players: int
    expert: bool
    seed: str
    overtrick: str = "tricks"
    settings: dict[str, Any] = field(default_factory=dict)
    auto_skip: list[bool] = field(default_factory=list)

    def table(self, definition: GameDefinition, **more: Any) -> Table:
        """Start the table."""
        first = 2300001
        return Table.create(
            definition,
            self.players,
            seed=self.seed,
            options={100: 2 if self.expert else 1, 101: 1 if self.overtrick == "tricks" else 2},
            settings=self.settings,
            preferences={first + seat: {100: 2} for seat, skips in enumerate(self.auto_skip) if skips},
            **more,
        )

    def plain(self, marker: int) -> PlainAurum:
        """Start the plain model."""
        house = {**self.settings, "overtrick": self.overtrick}
        skips = self.auto_skip or [False] * self.players
        return PlainAurum(self.players, self.expert, marker, house, auto_skip=skips)


def choose(kind: str, number: int) -> Chosen:
    """Choose the set-up of a kind's game by its number: every third one by the book, the others mixed."""
    players, expert = KINDS[kind]
    chosen = Chosen(players, expert, f"in step, {kind}, {number}")
    rng = Random(chosen.seed)
    if number % 3:
        chosen.overtrick = rng.choice(["tricks", "bid"])
        chosen.auto_skip = [rng.random() < 0.3 for _ in range(players)]
    if number % 3 == 2:
        every: dict[str, list[Any]] = {
            "swaps_per_trick": [0, 1, 2, 3, None],
            "tiebreak": ["narrow", "strict"],
            "gold_tie": ["kept", "collected"],
            "zero_beats_none": [True, False],
            "drop_suit_3p": list(SUITS),
            "bid4": ["sequential", "simultaneous"],
            "no_change_if_starter_empty": [False, True],
        }
        chosen.settings = {name: rng.choice(values) for name, values in every.items()}
    return chosen


@dataclass
class Tally:
    """What games in step came to, to be added up."""

    games: int = 0
    moves: int = 0
    refusals: int = 0
    events: int = 0
    rounds: int = 0
    switches: int = 0

    def add(self, other: "Tally") -> None:
        """Add another tally to this one."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


class InStep:
    """A table and a plain game of the same set-up, moved together."""

    def __init__(self, definition: GameDefinition, chosen: Chosen, **more: Any) -> None:
        self.rng = Random(f"moves of {chosen.seed}")
        self.table = chosen.table(definition, **more)
        self.ids = [player.id for player in self.table.players]
        self.cards = cards = self.table._game.state.cards
        self.faces = [
            f"{suit}{number}" for suit, number in zip(cards.card_type, cards.card_type_arg, strict=True)
        ]
        self.of_face: dict[str, list[int]] = {}
        for card in range(1, cards.size + 1):
            self.of_face.setdefault(self.faces[card], []).append(card)
        self.plain = chosen.plain(self.ids.index(self.table._game.state.marker))
        self.listener = Listener(self.ids, together=self.plain.together)
        self.switching = bool(chosen.auto_skip)
        self.tally = Tally(games=1)
        self._compared = 0
        self._hear(self.table.opening)

    def play(self) -> Tally:
        """Play to the end and return what happened."""
        while True:
            self.compare()
            for _ in range(2):
                self.try_nonsense()
            if self.plain.phase == "over":
                break
            if self.switching and self.rng.random() < 0.1:
                self.switch()
                continue
            self.step()
        assert self.table.is_over
        self.tally.events = len(self.listener.events)
        self.tally.rounds = self.plain.round
        return self.tally

    # -- the two games as values

    def lying(self, location: str) -> list[str]:
        return sorted([self.faces[card] for card in self.cards.ids(location, None)])

    def by_seat(self, location: str) -> list[list[str]]:
        return [
            sorted([self.faces[card] for card in self.cards.ids(location, player_id)])
            for player_id in self.ids
        ]

    def table_facts(self) -> dict[str, Any]:
        """Everything about the table that the plain model knows too."""
        table, state = self.table, self.table._game.state
        trick = [
            (self.ids.index(player_id), self.faces[card])
            for player_id, cards in self.cards.peek_by_arg("trick").items()
            for card in cards
        ]
        return {
            "asked": [self.ids.index(player_id) for player_id in table.active_players],
            "legal": [self.table_legal(seat) for seat in range(len(self.ids))],
            "hands": self.by_seat("hand"),
            "bids": [cards[0] if cards else None for cards in self.by_seat("bid")],
            "gold": self.by_seat("gold"),
            "supply": self.lying("supply"),
            "discard": self.lying("discard"),
            "extra": self.lying("extra"),
            "trick": trick,
            "trick_counts": [state.tricks.get(player_id) for player_id in self.ids],
            "marker": self.ids.index(state.marker),
            "leader": self.ids.index(state.starter),
            "nuggets": [table._core.score.get(player_id) for player_id in self.ids],
            "round": state.round.get(),
            "auto_skip": [state.auto_skip[player_id] for player_id in self.ids],
        }

    def plain_facts(self) -> dict[str, Any]:
        """The same facts of the plain model."""
        plain = self.plain
        return {
            "asked": plain.asked(),
            "legal": [plain.legal(seat) for seat in plain.seats],
            "hands": [sorted(hand) for hand in plain.hands],
            "bids": plain.bids,
            "gold": [sorted(cards) for cards in plain.gold],
            "supply": sorted(plain.supply),
            "discard": sorted(plain.discard),
            "extra": sorted(plain.extra),
            "trick": plain.trick,
            "trick_counts": plain.trick_counts,
            "marker": plain.marker,
            "leader": plain.leader,
            "nuggets": [plain.nuggets[plain.side(seat)] for seat in plain.seats],
            "round": plain.round,
            "auto_skip": plain.auto_skip,
        }

    def table_legal(self, seat: int) -> set[Move]:
        legal = self.table.legal_moves(self.ids[seat])
        moves = {self._as_plain(action, option) for action, options in legal.items() for option in options}
        assert len(moves) == sum(map(len, legal.values())), "moves differ (I10)"
        return moves

    def _as_plain(self, action: str, option: Any) -> Move:
        word = WORDS[action]
        if word == "swap":
            gold, card, bidder = option
            return (word, self.faces[gold], self.faces[card], self.ids.index(bidder))
        return (word,) if option == () else (word, self.faces[option])

    def compare(self) -> None:
        """Hold the two games against each other."""
        if self.plain.phase == "deal":
            extra = [self.faces[card] for card in sorted(self.cards.ids("extra"))]  # as it is told
            self.plain.deal(self.by_seat("hand"), extra)
        theirs, ours = self.plain_facts(), self.table_facts()
        different = {key: (ours[key], theirs[key]) for key in ours if ours[key] != theirs[key]}
        assert not different, f"table and plain model differ: {different}"
        told, expected = self.listener.events, as_told(self.plain.events[self._compared :])
        assert told[self._compared :] == expected, f"told {told[self._compared :]}, expected {expected}"
        self._compared = len(told)

    # -- moving

    def switch(self) -> None:
        """Let somebody turn auto-skip on or off, in the options or in the score panel (R67)."""
        seat, skip = self.rng.choice(self.plain.seats), self.rng.random() < 0.5
        if self.rng.random() < 0.5:
            self._hear(self.table.set_preference(self.ids[seat], 100, 2 if skip else 1))
            self.plain.remember_auto_skip(seat, skip)
        else:
            self._hear(self.table.act(self.ids[seat], "actSetAutoSkip", {"autoSkip": skip}))
            self.plain.set_auto_skip(seat, skip)
        self.tally.switches += 1

    def step(self) -> None:
        """Make one random move on both; a bid not yet revealed is taken back now and then (R17)."""
        seat, move = random_move(self.plain, self.rng, swap=0.3)
        if self.plain.phase == "bid" and self.rng.random() < 0.1:
            bidders = [one for one in self.plain.seats if self.plain.legal(one) == {("unbid",)}]
            if bidders:
                seat, move = self.rng.choice(bidders), ("unbid",)
        result = self.table.act(self.ids[seat], *self.on_table(seat, move))
        self.plain.move(seat, move)
        self._hear(result)
        self.tally.moves += 1

    def _hear(self, result: Any) -> None:
        self.listener.hear(result.notifications)

    def on_table(self, seat: int, move: Move) -> tuple[str, dict[str, Any]]:
        """Return a plain move as an action with wire arguments."""
        word, *parts = move
        if word == "swap":
            gold, card, target = parts
            bidder = self.ids[target] if 0 <= target < len(self.ids) else target
            args = {"goldCardId": self._id(seat, gold), "cardId": self._id(seat, card), "bidPlayerId": bidder}
        else:
            args = {"cardId": self._id(seat, parts[0])} if parts else {}
        return ACTIONS[word], args

    def _id(self, seat: int, label: str) -> int:
        """The id of a card: the lowest of the seat's own, else any of that face, else one that is none."""
        found = self.of_face.get(label, [])
        own = [card for card in found if self.cards.location_of(card)[1] == self.ids[seat]]
        return (own or found or [999])[0]

    def try_nonsense(self) -> None:
        """Try a move that is most likely not legal; if the plain model refuses it, so must the table."""
        seat, move = self._nonsense()
        if move in self.plain.legal(seat):
            return
        before = self.table.digest, self.table.moves_made
        action, args = self.on_table(seat, move)
        try:
            self.table.act(self.ids[seat], action, args)
        except ActionError as error:
            assert error.code == self._reason(seat, move[0]), f"{move} by seat {seat}: {error.code}"
        else:
            raise AssertionError(f"the table accepted {move} by seat {seat}, which is not legal")
        assert (self.table.digest, self.table.moves_made) == before
        self.tally.refusals += 1

    def _nonsense(self) -> tuple[int, Move]:
        plain, rng = self.plain, self.rng
        seat = (
            rng.choice(plain.asked() or list(plain.seats)) if rng.random() < 0.6 else rng.choice(plain.seats)
        )
        own = [*plain.hands[seat], *plain.gold[seat]]
        others = [card for hand in plain.hands for card in hand]
        card = rng.choice([*own, *others, "X1", "G0"])
        gold = rng.choice([*(card for cards in plain.gold for card in cards), *plain.supply, card])
        word = rng.choice(
            OF_PHASE[plain.phase] if plain.phase != "over" and rng.random() < 0.7 else [*ACTIONS]
        )
        parts: Mapping[str, tuple[Any, ...]] = {
            "bid": (card,),
            "play": (gold if is_gold(gold) and rng.random() < 0.3 else card,),
            "swap": (gold, card, rng.choice([*plain.seats, -1])),
        }
        return seat, (word, *parts.get(word, ()))

    def _reason(self, seat: int, word: str) -> str:
        plain = self.plain
        if plain.phase == "over":
            return "table.over"
        if word not in OF_PHASE[plain.phase]:
            return "action.not_now"
        if seat not in plain.asked() and word != "unbid":
            return "action.not_your_turn"
        return "action.illegal"


def play_in_step(definition: GameDefinition, kind: str, number: int, **more: Any) -> Tally:
    """Play one game of a kind in step, from its number alone.

    Raises:
        AssertionError: the two differ; the message names the game.
    """
    chosen = choose(kind, number)
    game = InStep(definition, chosen, **more)
    try:
        return game.play()
    except Exception as error:
        raise AssertionError(
            f"game {number} of kind {kind} ({chosen}), after {game.tally.moves} moves: {error}"
        ) from error
