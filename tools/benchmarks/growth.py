"""Whether a move costs more as ever more tables are live, and as a game grows long; what live tables hold."""

import dataclasses
import gc
import random
import statistics
import tracemalloc
from collections.abc import Callable, Iterator
from time import process_time
from typing import Literal, NamedTuple

from aurum_states import Table, load_game
from aurum_states.engine.record import Line, Recorder
from aurum_states.games.aurum import rules, scoring
from aurum_states.games.aurum.game import AurumGame
from tools.benchmarks.figures import Figure, Goal, Say
from tools.benchmarks.footprint import resident
from tools.benchmarks.games import WIRE, Kind, Seats, choose, seats
from tools.benchmarks.measure import Candidate, Ratio, ratio_of, run_rounds

FLAT = 1.1
"""How much more may be taken to count as the same."""
CACHED = 1.5
"""How much more a move may take where the tables no longer fit into the processor's own memory."""


# -- many tables


def forget(line: Line) -> None:
    """Take a line of the record and keep nothing: that is the recorder's business."""


def in_mid_game(kind: Kind, seated: Seats, nth: int) -> Table:
    """Return a new table that stands anywhere in its first round."""
    table = kind.table(seated, f"growth/{nth}", forget)
    rnd = random.Random(nth).random  # noqa: S311 - the same choices each time
    for _ in range(nth % 10):
        _move(table, rnd)
    return table


def _move(table: Table, rnd: Callable[[], float]) -> None:
    player = table.active_players[0]
    name, option = choose(table.legal_moves(player), rnd)
    table.act(player, name, WIRE[name](option))


def beside_each_other(kind: Kind, seated: Seats, tables: int, moves: int) -> Candidate:
    """Return the candidate of making moves at so many live tables in turn; a finished game is replaced.

    The tables are made before the clock runs. Making a new one counts for nothing, collecting garbage does.
    """

    def once() -> float:
        live = [in_mid_game(kind, seated, nth) for nth in range(tables)]
        gc.collect()
        rnd = random.Random(1).random  # noqa: S311
        took = 0.0
        began = process_time()
        for nth in range(moves):
            place = nth % tables
            table = live[place]
            _move(table, rnd)
            if table.is_over:
                took += process_time() - began
                live[place] = in_mid_game(kind, seated, tables + nth)
                began = process_time()
        return (took + process_time() - began) / moves

    return once


class Holding(NamedTuple):
    """Bytes a live table: those that Python has allocated, and those that are resident in memory."""

    allocated: float
    resident: float


def holding(kind: Kind, seated: Seats, tables: int) -> Holding:
    """Return what a live table holds beside so many others, each counted in tables made anew."""
    in_mid_game(kind, seated, 0)
    gc.collect()
    before = resident()
    live = [in_mid_game(kind, seated, nth) for nth in range(tables)]
    gc.collect()
    in_memory = (resident() - before) / tables
    live.clear()
    tracemalloc.start()
    try:
        live += [in_mid_game(kind, seated, nth) for nth in range(tables)]
        gc.collect()
        allocated = tracemalloc.get_traced_memory()[0] / tables
    finally:
        tracemalloc.stop()
    return Holding(allocated, in_memory)


# -- a long game


class EndlessAurum(AurumGame):
    """Aurum that goes on: whoever has won gives the nuggets back."""

    def st_round_score(self) -> Literal["nextRound", "over"]:
        """Score the round and deal the next one."""
        if scoring.score_round(self):
            self.player_score.set_all(0, None)
            self.state.marker = rules.next_marker(self.players, self.state.marker)
        return "nextRound"


def endless() -> Kind:
    """Return the kind of tables at which nobody wins."""
    return Kind(dataclasses.replace(load_game("aurum"), game_class=EndlessAurum))


class Tenth(NamedTuple):
    """One tenth of a long game: seconds a move, bytes of the table's saved state at its end."""

    seconds: float
    state: int


def tenths(kind: Kind, seated: Seats, moves: int, recorder: Recorder = forget) -> Iterator[Tenth]:
    """Play a game of so many moves; yield what each tenth of it cost."""
    table = kind.table(seated, "a long game", recorder)
    rnd = random.Random(2).random  # noqa: S311
    gc.collect()
    for _ in range(10):
        began = process_time()
        for _ in range(moves // 10):
            _move(table, rnd)
        seconds = (process_time() - began) / (moves // 10)
        yield Tenth(seconds, len(table._keeping.take().saved))


def held_by_tenths(kind: Kind, seated: Seats, moves: int, recorder: Recorder = forget) -> list[int]:
    """Return the bytes that Python has allocated after each tenth of a long game."""
    tracemalloc.start()
    try:
        found = []
        for _ in tenths(kind, seated, moves, recorder):
            gc.collect()
            found.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    return found


# -- the figures


class Extent(NamedTuple):
    """How far to go: live tables, moves made at them, moves of a long game."""

    tables: tuple[int, int, int] = (1, 100, 10_000)
    moves: int = 20_000
    long_game: int = 50_000


FAR = Extent()


def measure_growth(rounds: int, say: Say, extent: Extent = FAR) -> list[Figure]:
    """Measure moves beside ever more live tables, and in an ever longer game."""
    kind, seated = Kind(load_game("aurum")), seats(3)
    return [
        *_tables_figures(kind, seated, rounds, extent, say),
        _holding_figure(kind, seated, extent.tables[-1], say),
        *_length_figures(seated, rounds, extent.long_game, say),
    ]


def _tables_figures(kind: Kind, seated: Seats, rounds: int, extent: Extent, say: Say) -> list[Figure]:
    say(f"growth: moves at {', '.join(f'{count:,}' for count in extent.tables)} live tables: {rounds} rounds")
    timings = {count: beside_each_other(kind, seated, count, extent.moves) for count in extent.tables}
    measured = run_rounds({str(count): timing for count, timing in timings.items()}, rounds)
    one, some, many = extent.tables
    return [
        Figure(
            Goal(f"a move at one of {more:,} live tables against one of {less:,}", "<=", goal),
            measured.ratio(str(more), str(less)),
            f"{measured.seconds(str(more)) * 1e6:.1f} µs a move",
        )
        for more, less, goal in ((some, one, CACHED), (many, some, FLAT))
    ]


def _holding_figure(kind: Kind, seated: Seats, tables: int, say: Say) -> Figure:
    fewer = tables // 10
    say(f"growth: what {tables:,} live tables hold")
    few, many = holding(kind, seated, fewer), holding(kind, seated, tables)
    same = many.allocated / few.allocated
    note = f"{many.allocated / 1024:.1f} KiB each, resident {many.resident / 1024:.1f} KiB"
    name = f"memory of one of {tables:,} live tables against one of {fewer:,}"
    return Figure(Goal(name, "<=", FLAT), Ratio(same, same, same), note)


def _length_figures(seated: Seats, rounds: int, moves: int, say: Say) -> list[Figure]:
    say(f"growth: a game of {moves:,} moves, {rounds} times")
    kind = endless()
    games = [[*tenths(kind, seated, moves)] for _ in range(rounds)]
    ratio = ratio_of([game[-1].seconds / game[0].seconds for game in games])
    took = statistics.median(game[-1].seconds for game in games)
    held = held_by_tenths(kind, seated, moves // 5)
    kept = (held[-1] - held[0]) / (moves // 5 * 0.9)
    return [
        Figure(
            Goal(f"a move in the last tenth of {moves:,} moves against the first", "<=", FLAT),
            ratio,
            f"{took * 1e6:.1f} µs a move; saved state {games[0][0].state} and {games[0][-1].state} bytes",
        ),
        Figure(
            Goal("what a table keeps of a move in a long game", "<=", 1, unit=" bytes"),
            Ratio(kept, kept, kept),
            f"{held[-1] / 1024:.0f} KiB at the end",
        ),
    ]
