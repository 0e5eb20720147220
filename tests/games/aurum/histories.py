"""Whole games as data for the invariants: every state between two moves, and everything that was told."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any, NamedTuple

from aurum_states import Move, Table, load_game
from tests.model.in_step import Chosen, choose
from tests.model.plain_aurum import Event
from tests.model.table_events import Listener


class Picture(NamedTuple):
    """A table between two moves: cards as labels, players as seats."""

    state: str
    asked: list[int]
    legal: list[list[tuple[Any, ...]]]
    """By seat: (action, label, ...) of each legal move."""
    hands: list[list[str]]
    bids: list[list[str]]
    gold: list[list[str]]
    trick: list[tuple[int, str]]
    supply: list[str]
    discard: list[str]
    extra: list[str]
    deck: list[str]
    trick_counts: list[int]
    nuggets: list[int]
    marker: int
    starter: int
    heard: int
    """How many events had been told by then."""


class Step(NamedTuple):
    """One move: who, what, the states around it, and what it told."""

    seat: int
    move: Move
    before: Picture
    after: Picture
    events: list[Event]


@dataclass
class History:
    """A game from its first state to its end."""

    chosen: Chosen
    pictures: list[Picture] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    @property
    def players(self) -> int:
        return self.chosen.players

    @property
    def sides(self) -> int:
        return 3 if self.players == 3 else 2

    def rounds(self) -> list[list[Event]]:
        """The events of each round."""
        found: list[list[Event]] = []
        for event in self.events:
            if event["event"] == "deal":
                found.append([])
            found[-1].append(event)
        return found

    def of_round(self, picture: Picture) -> list[Event]:
        """The events of a state's round up to it."""
        told = self.events[: picture.heard]
        start = max(place for place, event in enumerate(told) if event["event"] == "deal")
        return told[start:]

    def clockwise(self, seat: int) -> list[int]:
        return [(seat + step) % self.players for step in range(self.players)]


Chooser = Callable[[Table], tuple[int, Move]]


class Camera:
    """Plays a table and keeps everything that the invariants look at."""

    def __init__(self, chosen: Chosen, mode: Any = "paranoid", **more: Any) -> None:
        self.table = chosen.table(load_game("aurum"), mode=mode, **more)
        self.ids = [player.id for player in self.table.players]
        self.cards = cards = self.table._game.state.cards
        self.faces = [
            f"{suit}{number}" for suit, number in zip(cards.card_type, cards.card_type_arg, strict=True)
        ]
        together = chosen.players == 3 or chosen.settings.get("bid4") == "simultaneous"
        self.listener = Listener(self.ids, together=together)
        self.history = History(chosen, events=self.listener.events)
        self.listener.hear(self.table.opening.notifications)
        self.history.pictures.append(self.picture())

    def labels(self, location: str, arg: int | None = None) -> list[str]:
        return [self.faces[card] for card in self.cards.ids(location, arg)]

    def by_seat(self, location: str) -> list[list[str]]:
        return [self.labels(location, player_id) for player_id in self.ids]

    def picture(self) -> Picture:
        table, state = self.table, self.table._game.state
        return Picture(
            table.state,
            [self.ids.index(player_id) for player_id in table.active_players],
            [self.legal(player_id) for player_id in self.ids],
            self.by_seat("hand"),
            self.by_seat("bid"),
            self.by_seat("gold"),
            [
                (self.ids.index(player_id), self.faces[card])
                for player_id, cards in self.cards.by_arg("trick").items()
                for card in cards
            ],
            self.labels("supply"),
            self.labels("discard"),
            self.labels("extra"),
            self.labels("deck"),
            [state.tricks.get(player_id) for player_id in self.ids],
            [self.table._game.player_score.get(player_id) for player_id in self.ids],
            self.ids.index(state.marker),
            self.ids.index(state.starter),
            len(self.listener.events),
        )

    def legal(self, player_id: int) -> list[tuple[Any, ...]]:
        found: list[tuple[Any, ...]] = []
        for move in self.table.possible_moves(player_id):
            args = [
                self.ids.index(value) if name == "bidPlayerId" else self.faces[value]
                for name, value in move.args.items()
            ]
            found.append((move.action, *args))
        return found

    def play(self, choose_move: Chooser) -> History:
        while not self.table.is_over:
            player_id, move = choose_move(self.table)
            before, heard = self.history.pictures[-1], len(self.listener.events)
            result = self.table.act(player_id, move.action, move.args)
            self.listener.hear(result.notifications)
            after = self.picture()
            events = self.listener.events[heard:]
            self.history.steps.append(Step(self.ids.index(player_id), move, before, after, events))
            self.history.pictures.append(after)
        return self.history


def random_chooser(seed: str, swap: float = 0.3) -> Chooser:
    """Choose at random; changes of bids and bids taken back only now and then."""
    rng = Random(seed)

    def chooser(table: Table) -> tuple[int, Move]:
        return pick(table, lambda moves: rng.choice(moves), change=rng.random() < swap)

    return chooser


def pick(
    table: Table, choose_one: Callable[[Sequence[tuple[int, Move]]], tuple[int, Move]], *, change: bool
) -> tuple[int, Move]:
    """Choose among everything that anybody may do; without ``change`` bids stay as they are."""
    moves = [
        (player.id, move)
        for player in table.players
        for move in table.possible_moves(player.id)
        if change or move.action not in ("actChangeBid", "actCancelBid")
    ]
    return choose_one(moves)


KINDS = ("3 base", "3 expert", "4 base", "4 expert")
GAMES_OF_A_KIND = 6


@cache
def random_history(kind: str, number: int) -> History:
    """A random game of a kind, played once however many tests look at it."""
    chosen = choose(kind, number)
    return Camera(chosen).play(random_chooser(chosen.seed))


def random_histories(kind: str) -> Iterator[History]:
    """Random games of a kind: by the book, with options and preferences, with house rules too."""
    return (random_history(kind, number) for number in range(GAMES_OF_A_KIND))
