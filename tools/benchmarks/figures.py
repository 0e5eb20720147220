"""The figures that bind, each with its goal, and what a run has measured."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from aurum_states import load_game
from tools.benchmarks import checking, dispatch, option_space
from tools.benchmarks.footprint import footprint, start_up
from tools.benchmarks.games import (
    PARANOID,
    SIMULATION,
    Kind,
    check_same,
    played,
    played_bare,
    replayed,
    seats,
)
from tools.benchmarks.measure import Candidate, Ratio, Rounds, ratio_of, run_rounds, timed
from tools.benchmarks.plain import plain_game
from tools.benchmarks.services import (
    BoardgameIoTable,
    NoDigestTable,
    NoNotificationsTable,
    NotAtomicTable,
    over_stock,
)

PLAYERS = (3, 4)
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Goal:
    """What is measured and how good it must be: at most ``goal``, or at least.

    ``gate`` is what ``--ci`` holds: so far from what an idle machine shows that load does not trip it, so
    near that a lost optimisation does. None: not held.
    """

    name: str
    bound: Literal["<=", ">="]
    goal: float
    stretch: float | None = None
    unit: str = "x"
    gate: float | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A goal and what was measured of it; ``why`` says why nothing was. ``note`` is shown beside it."""

    aim: Goal
    measured: Ratio | None
    note: str = ""

    def misses_by(self) -> float:
        """Return by which part of the goal the median is worse than the goal; 0 or less where it is met."""
        if self.measured is None:
            return 0.0
        part = self.measured.median / self.aim.goal
        return part - 1 if self.aim.bound == "<=" else 1 - part

    @property
    def holds(self) -> bool:
        """Whether the median is within the gate; true where there is none."""
        gate = self.aim.gate
        if self.measured is None or gate is None:
            return True
        return self.measured.median <= gate if self.aim.bound == "<=" else self.measured.median >= gate

    @property
    def verdict(self) -> str:
        """``met``, ``stretch`` (met, and the stretch goal too), ``missed`` or ``not measured``."""
        if self.measured is None:
            return "not measured"
        if self.misses_by() > 0:
            return "missed"
        if self.aim.stretch is None:
            return "met"
        value = self.measured.median
        beyond = value <= self.aim.stretch if self.aim.bound == "<=" else value >= self.aim.stretch
        return "stretch" if beyond else "met"


@dataclass(frozen=True, slots=True)
class Service:
    """What one service costs, in times of the bare rules."""

    name: str
    costs: float
    left: float
    """All that is still on, in times of the bare rules, once this service is off."""


DISPATCH = (
    (Goal("dispatch against stock transitions: no callback", ">=", 60, 100, gate=25), "stock none", "none"),
    (
        Goal("dispatch against stock transitions: one callback", ">=", 50, 70, gate=20),
        "stock callback",
        "callback",
    ),
    (
        Goal("dispatch against stock transitions: trampoline", ">=", 35, 40, gate=16),
        "stock callback",
        "trampoline",
    ),
)
GAMES = (
    (Goal("bare rules against one hand-made dispatch", "<=", 20), "bare", "hand-made"),
    (Goal("all services against bare rules", "<=", 6.2, 5.5, gate=9), "all", "bare"),
    (Goal("simulation mode against bare rules", "<=", 2.7, 2.3, gate=4.8), "simulation", "bare"),
    (Goal("plain lists: all services against bare rules", "<=", 4.8, 4.3, gate=7.5), "plain all", "bare"),
    (
        Goal("plain lists: simulation mode against bare rules", "<=", 1.8, 1.65, gate=3.8),
        "plain simulation",
        "bare",
    ),
    (
        Goal("plain lists: boardgame.io's services against bare rules", "<=", 3.7, 3.3, gate=5.5),
        "plain bgio",
        "bare",
    ),
    (
        Goal("replaying, checks and digests included, against bare rules", "<=", 5, 4, gate=8),
        "replay",
        "bare",
    ),
    (
        Goal("plain lists: replaying, checks and digests included, against bare rules", "<=", 5, 4, gate=7),
        "plain replay",
        "bare",
    ),
    (Goal("recording, digests included, against all else", "<=", 1.3, gate=1.8), "all", "unrecorded"),
    (Goal("whole game over stock transitions against table", ">=", 3.5, gate=1.5), "stock", "all"),
    (Goal("plain lists: whole game over stock transitions", ">=", 3.5, gate=1.6), "plain stock", "plain all"),
    (Goal("paranoid mode against bare rules", "<=", 14, 12, gate=60), "paranoid", "bare"),
)
TABLE_SIZE = Goal("live table in mid-game", "<=", 16, 8, unit=" KiB")
START_UP = Goal("aurum-states --help against python -c pass", "<=", 6)
CHECKING = Goal("aurum-states check of Aurum against python -c pass", "<=", 25)
SMALL_GRAPH = Goal(f"reading and checking a graph of {checking.SMALL} states", "<=", 12, unit=" ms")
OPTIONS = {
    "clean": Goal(f"reading and checking {checking.OPTIONS} options", "<=", 12, unit=" ms"),
    "wrong": Goal(
        f"reading and checking {checking.OPTIONS} options, {checking.WRONG} problems", "<=", 60, unit=" ms"
    ),
}
OPTION_SPACE = Goal(
    f"asking everything about {option_space.OPTIONS} options of {option_space.VALUES} values",
    "<=",
    1000,
    unit=" ms",
)
LINEAR = "reading and checking a graph: {large:,} states against {small:,}, a state"
LINEAR_GOAL = 1.25


def kinds() -> dict[str, Kind]:
    """Return the kinds of tables by name."""
    deck, plain = load_game("aurum"), plain_game()
    return {
        "all": Kind(deck),
        "simulation": Kind(deck, SIMULATION, acts=False, records=False),
        "plain all": Kind(plain),
        "plain simulation": Kind(plain, SIMULATION, acts=False, records=False),
        "plain bgio": Kind(plain, BoardgameIoTable),
        "stock": Kind(over_stock(deck)),
        "plain stock": Kind(over_stock(plain)),
        "paranoid": Kind(deck, PARANOID),
        "unrecorded": Kind(deck, NoDigestTable, records=False),
    }


def ablated(kind: Kind) -> dict[str, Kind]:
    """Return tables of a game with one service less after the other, each named for what went last."""
    game = kind.definition
    return {
        "JSON lines": Kind(game, encodes=False),
        "record": Kind(game, records=False),
        "digest": Kind(game, NoDigestTable, records=False),
        "notifications of the game": Kind(game, NoNotificationsTable, records=False),
        "args, gameStateChange": Kind(game, BoardgameIoTable, records=False),
        "snapshot, identity": Kind(game, NotAtomicTable, records=False),
        "wire arguments, turn, binding, legality": Kind(game, NotAtomicTable, acts=False, records=False),
        "result, undo, transitions list": Kind(game, SIMULATION, acts=False, records=False),
    }


def check_games(games: int, say: Say) -> None:
    """Prove that every kind of table plays the games of the bare rules.

    Raises:
        AssertionError: one plays another game.
    """
    for name, kind in kinds().items():
        say(f"same games: {name}, {check_same(kind, games)} moves")


def measure_dispatch(rounds: int, say: Say) -> list[Figure]:
    """Measure one transition; the table is compared with stock ``transitions`` on all pairs before."""
    timings, pairs = dispatch.candidates()
    pairs += dispatch.check_equal(load_game("aurum"))
    say(f"dispatch: equal to transitions on all {pairs} pairs of state and trigger")
    measured = run_rounds(timings, rounds)
    return [
        Figure(aim, measured.ratio(slow, quick), _nanoseconds(measured, quick))
        for aim, slow, quick in DISPATCH
    ]


def _nanoseconds(measured: Rounds, name: str) -> str:
    return f"{measured.seconds(name) * 1e9:.0f} ns"


def measure_games(rounds: int, games: int, say: Say) -> list[Figure]:
    """Measure whole games with 3 and with 4 players."""
    figures: list[Figure] = []
    for count in PLAYERS:
        say(f"whole games, {count} players: {rounds} rounds of {games} games for each kind of table")
        seated = seats(count)
        timings: dict[str, Candidate] = {
            name: timed(played(kind, seated, games)) for name, kind in kinds().items()
        }
        timings["replay"] = timed(replayed(kinds()["all"], seated, games))
        timings["plain replay"] = timed(replayed(kinds()["plain all"], seated, games))
        timings["bare"] = timed(played_bare(seated, games))
        timings["hand-made"] = timed(dispatch.hand_made)
        measured = run_rounds(timings, rounds)
        for aim, name, base in GAMES:
            figures.append(
                Figure(
                    replace(aim, name=f"{aim.name}, {count} players"),
                    measured.ratio(name, base),
                    f"{measured.seconds(name) * 1e6:.1f} µs a move",
                )
            )
    return sorted(figures, key=lambda figure: figure.aim.name)


def measure_footprint(tables: int, say: Say) -> list[Figure]:
    """Measure what a live table holds."""
    say(f"memory: {tables} live tables")
    found = []
    for count in PLAYERS:
        held = footprint(Kind(load_game("aurum")), seats(count), tables)
        size = held.table / 1024
        aim = Goal(f"{TABLE_SIZE.name}, {count} players", "<=", TABLE_SIZE.goal, TABLE_SIZE.stretch, " KiB")
        found.append(Figure(aim, Ratio(size, size, size), f"record so far {held.record / 1024:.1f} KiB"))
    return found


def measure_start_up(rounds: int, say: Say) -> list[Figure]:
    """Measure how long the command takes to show its help."""
    say(f"start-up: {rounds} pairs of processes")
    try:
        ratio, seconds = start_up(rounds)
    except RuntimeError as error:
        return [Figure(START_UP, None, str(error))]
    return [Figure(START_UP, ratio, f"{seconds * 1e3:.0f} ms")]


def measure_checking(rounds: int, say: Say) -> list[Figure]:
    """Measure how reading and checking grows with the graph: the time of a state must not."""
    say(f"checking graphs of {', '.join(f'{size:,}' for size in checking.SIZES)} states: {rounds} rounds")
    smallest, *larger = checking.SIZES
    with TemporaryDirectory() as folder:
        measured = run_rounds(checking.candidates(Path(folder), checking.SIZES), rounds)
    return [
        Figure(
            Goal(LINEAR.format(large=size, small=smallest), "<=", LINEAR_GOAL),
            measured.ratio(str(size), str(smallest)),
            f"{measured.seconds(str(size)) * 1e6:.0f} µs a state",
        )
        for size in larger
    ]


def measure_check_times(rounds: int, say: Say) -> list[Figure]:
    """Measure the check of a small graph and of options after imports, and of Aurum's folder as a process."""
    say(f"checking {checking.SMALL} states, {checking.OPTIONS} options, and a process: {rounds} rounds")
    with TemporaryDirectory() as folder:
        small = run_rounds(checking.candidates(Path(folder), (checking.SMALL,)), rounds)
        options = run_rounds(checking.options_candidates(Path(folder)), rounds)
    times = [seconds * checking.SMALL * 1e3 for seconds in small.times[str(checking.SMALL)]]
    figures = [Figure(SMALL_GRAPH, ratio_of(times))]
    figures += [
        Figure(aim, ratio_of([seconds * 1e3 for seconds in options.times[name]]))
        for name, aim in OPTIONS.items()
    ]
    try:
        ratio, seconds = start_up(rounds, checking.CHECK)
    except RuntimeError as error:
        return [*figures, Figure(CHECKING, None, str(error))]
    return [*figures, Figure(CHECKING, ratio, f"{seconds * 1e3:.0f} ms")]


def measure_option_space(rounds: int, say: Say) -> list[Figure]:
    """Measure how long every question about a large file of options takes together."""
    say(f"the space of {option_space.OPTIONS} options: {rounds} rounds")
    measured = run_rounds(option_space.candidates(), rounds)
    times = [seconds * 1e3 for name in measured.times for seconds in measured.times[name]]
    return [Figure(OPTION_SPACE, ratio_of(times), "4**30 combinations, four numbers of players")]


def measure_services(rounds: int, games: int, say: Say) -> dict[str, list[Service]]:
    """Switch one service off after the other; return what each costs, with a Deck and on plain lists."""
    found: dict[str, list[Service]] = {}
    seated = seats(3)
    for title, name in (("cards in a Deck", "all"), ("plain lists", "plain all")):
        say(f"services, {title}: {rounds} rounds")
        kind = kinds()[name]
        steps = ablated(kind)
        timings = {step: timed(played(each, seated, games)) for step, each in steps.items()}
        timings["all"] = timed(played(kind, seated, games))
        timings["bare"] = timed(played_bare(seated, games))
        measured = run_rounds(timings, rounds)
        before = measured.ratio("all", "bare").median
        found[title] = [Service("all services", 0, before)]
        for step in steps:
            left = measured.ratio(step, "bare").median
            found[title].append(Service(step, before - left, left))
            before = left
    return found
