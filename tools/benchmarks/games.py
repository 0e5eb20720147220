"""Whole games of Aurum: what drives them, and the proof that all of them are the same games.

A move is one decision of a player, chosen uniformly among everything that is legal. A game is timed from
making its table to its end. Every seat has auto-skip on.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from aurum_states import GameDefinition, Replay, Table, load_game
from aurum_states.engine.modes import MODES
from aurum_states.engine.plan import plan_of
from aurum_states.engine.players import Player, seat_players
from aurum_states.engine.record import Recorder, encode_line
from aurum_states.engine.setup import Setup
from aurum_states.replay.recorder import recorded
from aurum_states.replay.runner import run
from tools.benchmarks.bare import BareAurum, Option

AUTO_SKIP, ON, OFF = 100, 2, 1

WIRE: Mapping[str, Callable[[Any], dict[str, Any]]] = {
    "actBid": lambda card: {"cardId": card},
    "actPlayCard": lambda card: {"cardId": card},
    "actPass": lambda _: {},
    "actKeepBid": lambda _: {},
    "actChangeBid": lambda change: dict(zip(("goldCardId", "cardId", "bidPlayerId"), change, strict=True)),
}
"""What a client sends for an option of each action."""


@dataclass(frozen=True, slots=True)
class Seats:
    """Who plays: the same at every table of a run."""

    players: tuple[Player, ...]
    preferences: Mapping[int, Mapping[int, int]]

    @property
    def ids(self) -> tuple[int, ...]:
        """The players' ids in seating order."""
        return tuple(player.id for player in self.players)


def seats(count: int, auto_skip: int = ON) -> Seats:
    """Return so many seats, each with auto-skip on or off."""
    players = seat_players(count, load_game("aurum").infos.player_colors)
    return Seats(players, {player.id: {AUTO_SKIP: auto_skip} for player in players})


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of table: whose game, which class of table, and how a client uses it.

    ``acts``: it sends wire arguments through ``Table.act``, else it applies an option. ``records``: each move
    becomes a line; ``encodes``: the line becomes JSON at once.
    """

    definition: GameDefinition
    table_class: type[Table] = Table
    acts: bool = True
    records: bool = True
    encodes: bool = True

    def table(self, seated: Seats, seed: str, recorder: Recorder | None = None) -> Table:
        """Return a new table of this kind."""
        setup = Setup(self.definition, seated.players, {}, seated.preferences, {}, seed, None)
        return self.table_class(plan_of(self.definition), setup, recorder)


SIMULATION, PARANOID = MODES["simulation"], MODES["paranoid"]


def choose(legal: Mapping[str, Any], rnd: Callable[[], float]) -> tuple[str, Any]:
    """Return one of the legal options, all equally likely."""
    if len(legal) == 1:
        [(name, options)] = legal.items()
        return name, options[int(rnd() * len(options))]
    count = 0
    for options in legal.values():
        count += len(options)
    place = int(rnd() * count)
    for name, options in legal.items():
        if place < len(options):
            return name, options[place]
        place -= len(options)
    raise AssertionError("nothing is legal")


def played(kind: Kind, seated: Seats, games: int) -> Callable[[], int]:
    """Return the work of playing games on tables of a kind; it returns the number of moves."""

    def work() -> int:
        moves = 0
        for nth in range(games):
            lines: list[Any] = []
            keep = lines.append
            recorder = (lambda line: keep(encode_line(line))) if kind.encodes else keep  # noqa: B023 - used here
            table = kind.table(seated, f"bench/{nth}", recorder if kind.records else None)
            rnd = random.Random(nth).random  # noqa: S311 - the same choices each time
            moves += _act_out(table, rnd) if kind.acts else _apply_out(table, rnd)
        return moves

    return work


def replayed(kind: Kind, seated: Seats, games: int) -> Callable[[], int]:
    """Return the work of running recordings of these games again, from their bytes, as ``replay --all``."""
    recordings: list[bytes] = []
    for nth in range(games):
        choices = random.Random(nth).random  # noqa: S311 - the same choices each time
        recordings.append(recorded(partial(_recorded_game, kind, seated, f"bench/{nth}", choices)))

    def work() -> int:
        moves = 0
        for recording in recordings:
            result = run(Replay.parse(recording), kind.definition, mode="quiet")
            if result.mismatch is not None:
                raise AssertionError(result.mismatch)
            moves += result.moves
        return moves

    return work


def _recorded_game(
    kind: Kind, seated: Seats, seed: str, rnd: Callable[[], float], recorder: Recorder
) -> Table:
    table = kind.table(seated, seed, recorder)
    _act_out(table, rnd)
    return table


def _act_out(table: Table, rnd: Callable[[], float]) -> int:
    moves = 0
    while active := table.active_players:
        player = active[0]
        name, option = choose(table.legal_moves(player), rnd)
        table.act(player, name, WIRE[name](option))
        moves += 1
    return moves


def _apply_out(table: Table, rnd: Callable[[], float]) -> int:
    moves = 0
    while active := table.active_players:
        player = active[0]
        name, option = choose(table.legal_moves(player), rnd)
        table.apply(player, name, option)
        moves += 1
    return moves


def played_bare(seated: Seats, games: int) -> Callable[[], int]:
    """Return the work of playing the same games by the bare rules."""

    def work() -> int:
        moves = 0
        for nth in range(games):
            game = BareAurum(seated.ids, f"bench/{nth}", auto_skip=True)
            rnd = random.Random(nth).random  # noqa: S311
            legal, apply = game.legal, game.apply
            while not game.over:
                options = legal()
                apply(options[int(rnd() * len(options))])
                moves += 1
        return moves

    return work


# -- the same games


def check_same(kind: Kind, games: int) -> int:
    """Play games on a table and by the bare rules, move by move, with 3 and 4 players; return the moves.

    With auto-skip on and off.

    Raises:
        AssertionError: whose turn it is, what is legal, or the final scores differ.
    """
    moves = 0
    for count in (3, 4):
        for auto_skip in (ON, OFF):
            seated = seats(count, auto_skip)
            for nth in range(games):
                moves += _in_step(kind, seated, f"same/{nth}", auto_skip == ON)
    return moves


def _in_step(kind: Kind, seated: Seats, seed: str, auto_skip: bool) -> int:
    table = kind.table(seated, seed, lambda _: None)
    bare = BareAurum(seated.ids, seed, auto_skip=auto_skip)
    rnd = random.Random(seed).random  # noqa: S311
    moves = 0
    while not table.is_over:
        player = table.active_players[0]
        legal = [*_options(table.legal_moves(player))]
        mine = (player, [option for _, option in legal])
        theirs = (bare.active, bare.legal())
        if mine != theirs:
            raise AssertionError(f"{seed}, move {moves + 1}: the table has {mine}, the bare rules {theirs}")
        name, option = legal[int(rnd() * len(legal))]
        given = option if option else ()
        if kind.acts:
            table.act(player, name, WIRE[name](given))
        else:
            table.apply(player, name, given)
        bare.apply(option)
        moves += 1
    scores = {one.id: one.score for one in table.ranking()}
    if not bare.over or scores != bare.nuggets:
        raise AssertionError(f"{seed}: the table ends with {scores}, the bare rules with {bare.nuggets}")
    return moves


def _options(legal: Mapping[str, Any]) -> Iterator[tuple[str, Option]]:
    for name, options in legal.items():
        for option in options:
            yield name, option or 0
