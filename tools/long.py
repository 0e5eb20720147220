#!/usr/bin/env python3
"""Long runs: the code of the tests with a large number of games or files, figures printed.

Run them in the environment of ``tools/dev.py``, from anywhere:
``python tools/long.py same-games [--games N] [--jobs J]``; ``python tools/long.py --help`` lists the others.
"""

import argparse
import os
import platform
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from aurum_states import GameDefinition, Table, load_game  # noqa: E402 - found from any folder
from aurum_states.engine.record import Recorder  # noqa: E402
from aurum_states.replay.mass import Summary, judge_all  # noqa: E402
from aurum_states.replay.recorder import recorded  # noqa: E402
from aurum_states.replay.replay import files_in  # noqa: E402
from aurum_states.simulate.agents import RandomAgent, play_out  # noqa: E402
from aurum_states.testing import check_game  # noqa: E402
from tests.checks.malformed import check_portion  # noqa: E402
from tests.engine.faults import MOVING, MULTI_SETTERS, POINTS, PRIVATE_SETTERS  # noqa: E402
from tests.engine.faulty_games import Tally as FaultTally  # noqa: E402
from tests.engine.faulty_games import fault_portion  # noqa: E402
from tests.examples.hearts_in_step import RARE  # noqa: E402
from tests.examples.hearts_in_step import play_in_step as play_hearts  # noqa: E402
from tests.model.in_step import KINDS, Tally, play_in_step  # noqa: E402
from tests.replay.kills import Left, kill_one  # noqa: E402
from tests.simulate import bot_games  # noqa: E402
from tests.simulate import random_play as published  # noqa: E402
from tools import mutants as rules_mutants  # noqa: E402
from tools.growth import growth  # noqa: E402
from tools.other_pythons import pythons  # noqa: E402
from tools.two_cores import two_cores  # noqa: E402

T = TypeVar("T")

PORTION = 50
"""Games a worker plays before it reports."""


def taken_in_turn(
    pool: ProcessPoolExecutor, waiting: Iterable[Future[T]], take: Callable[[T], None], wrong: str
) -> bool:
    """Take what workers bring, in their order; print the first that is wrong, end the rest, return False."""
    try:
        for one in waiting:
            take(one.result())
    except AssertionError as error:
        pool.shutdown(cancel_futures=True)
        print(f"{wrong}: {error}")
        return False
    return True


def play_portion(kind: str, first: int, last: int) -> Tally:
    """Play the games ``first`` to ``last`` - 1 of a kind on a table and the plain model in step."""
    definition = load_game("aurum")
    total = Tally()
    for number in range(first, last):
        total.add(play_in_step(definition, kind, number))
    return total


def same_games(games: int, jobs: int) -> int:
    """Play games of each kind on a table and the plain model; the first difference ends the run."""
    with ProcessPoolExecutor(jobs) as pool:
        for kind in KINDS:
            began = time.monotonic()
            portions = [(first, min(first + PORTION, games)) for first in range(0, games, PORTION)]
            waiting = [pool.submit(play_portion, kind, first, last) for first, last in portions]
            total = Tally()
            if not taken_in_turn(pool, waiting, total.add, f"{kind}: DIFFERENT"):
                return 1
            seconds = time.monotonic() - began
            print(
                f"{kind}: {total.games:,} games agree: {total.rounds:,} rounds, {total.moves:,} moves, "
                f"{total.events:,} events, {total.refusals:,} refusals; {seconds:.0f} s",
                flush=True,
            )
    return 0


def hearts(games: int, jobs: int) -> int:
    """Play games of the example ``hearts`` here and in OpenSpiel; the first difference ends the run."""
    began = time.monotonic()
    total: Counter[str] = Counter()
    with ProcessPoolExecutor(jobs) as pool:
        portions = [(first, min(first + PORTION, games)) for first in range(0, games, PORTION)]
        waiting = [pool.submit(play_hearts, first, last) for first, last in portions]
        if not taken_in_turn(pool, waiting, total.update, "DIFFERENT"):
            return 1
    print(
        f"{total['games']:,} games agree with OpenSpiel: {total['hands']:,} hands, "
        f"{total['decisions']:,} decisions; {time.monotonic() - began:.0f} s"
    )
    print(", ".join(f"{what}: {total[what]:,}" for what in RARE))
    return 0


def malformed(files: int, jobs: int) -> int:
    """Check malformed files; the first that does not end in a report ends the run."""
    found: Counter[str] = Counter()
    began = time.monotonic()
    with ProcessPoolExecutor(jobs) as pool:
        sizes = [min(PORTION, files - start) for start in range(0, files, PORTION)]
        waiting = [pool.submit(check_portion, f"long/{nth}", size) for nth, size in enumerate(sizes)]
        if not taken_in_turn(pool, waiting, found.update, "FAILED"):
            return 1
    checked = sum(found.pop(f"files {word} a problem", 0) for word in ("with", "without"))
    print(f"{checked:,} files, each ended in a report; {time.monotonic() - began:.0f} s")
    kinds = {what: found.pop(what) for what in sorted(found) if what.startswith("files of ")}
    print(", ".join(f"{number:,} {what.removeprefix('files ')}" for what, number in kinds.items()))
    rarest = ", ".join(code for code, _ in found.most_common()[:-6:-1])
    print(f"{found.total():,} problems of {len(found)} codes; the rarest: {rarest}")
    return 0


FAULT_PORTION = 2_000
"""Faults a worker injects before it reports."""


def faults(number: int, jobs: int) -> int:
    """Inject faults into games beside twins; the first table that has changed ends the run.

    Ctrl-C ends it as well, with the figures so far.
    """
    began = time.monotonic()
    total = FaultTally()
    sizes = [min(FAULT_PORTION, number - start) for start in range(0, number, FAULT_PORTION)]
    with ProcessPoolExecutor(jobs) as pool:
        waiting = [pool.submit(fault_portion, nth * 1_009, size) for nth, size in enumerate(sizes)]
        try:
            for portion in as_completed(waiting):
                total.add(portion.result())
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            print("stopped")
        except Exception as error:
            pool.shutdown(cancel_futures=True)
            print(f"FAILED after {total.faults:,} faults: {error}")
            return 1
    return _told_of_faults(total, time.monotonic() - began)


def _told_of_faults(total: FaultTally, seconds: float) -> int:
    """Print what was hit; return 1 where something never was."""
    print(
        f"{total.faults:,} faults in {total.games.total():,} games and {total.moves:,} moves: "
        f"0 tables changed, {total.refused:,} requests refused; {seconds:.0f} s"
    )
    for title, counted in (
        ("games", total.games),
        ("points", total.points),
        ("faults", total.kinds),
        ("requests", total.requests),
    ):
        print(f"{title}: {', '.join(f'{count:,} {name}' for name, count in counted.most_common())}")
    setters = MULTI_SETTERS | PRIVATE_SETTERS | MOVING
    print(f"setters: each of {len(setters)}, {min(total.names[one] for one in setters):,} times at least")
    missing = sorted((POINTS - set(total.points)) | (setters - set(total.names)))
    if missing:
        print(f"NEVER HIT: {', '.join(missing)}; more faults are needed")
    return int(bool(missing))


def kills(processes: int, jobs: int) -> int:
    """Kill processes that record; the first that leaves what does not replay ends the run."""
    began = time.monotonic()
    left: list[Left] = []
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(jobs) as pool:
        waiting = [pool.submit(kill_one, Path(folder) / str(nth), f"kill {nth}") for nth in range(processes)]
        if not taken_in_turn(pool, waiting, left.append, "FAILED"):
            return 1
    moves = sum(one.moves for one in left)
    cut = sum(one.cut_off for one in left)
    print(
        f"{processes:,} processes killed while they recorded: {moves:,} moves replayed, "
        f"{sum(one.moves == 0 for one in left):,} files without a move, {cut:,} with a broken last line, "
        f"{sum(one.headless for one in left):,} with a broken header, "
        f"{sum(one.ended for one in left):,} ended; {time.monotonic() - began:.0f} s"
    )
    return 0


def replays(games: int, jobs: int) -> int:
    """Record games, run all of them again, and say how fast, and what memory that takes."""
    definition = load_game("aurum")
    with tempfile.TemporaryDirectory() as folder:
        for number in range(games):
            agents = {2300001 + seat: RandomAgent(f"{number}/{seat}") for seat in range(4)}
            play = partial(_recorded, definition, f"replays/{number}", 3 + number % 2, agents)
            (Path(folder) / f"{number:06}.replay.jsonl").write_bytes(recorded(play))
        files = files_in(Path(folder))
        for processes in sorted({1, jobs}):
            summary, sizes = Summary(), []
            began = time.monotonic()
            for outcome in judge_all(files, jobs=processes):
                summary.add(outcome)
                if summary.files in (games // 10, games):
                    sizes.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
            seconds = time.monotonic() - began
            if summary.same != games:
                print(f"FAILED: {games - summary.same} recordings differ")
                return 1
            print(
                f"{processes} processes: {games:,} recordings, {summary.moves:,} moves in {seconds:.0f} s: "
                f"{games / seconds:,.0f} games and {summary.moves / seconds:,.0f} moves a second; "
                f"{sizes[0]} MiB after a tenth, {sizes[-1]} MiB after all",
                flush=True,
            )
    return 0


def _recorded(
    definition: GameDefinition, seed: str, players: int, agents: dict[int, RandomAgent], recorder: Recorder
) -> Table:
    table = Table.create(definition, players, seed=seed, recorder=recorder)
    return play_out(table, agents)


def random_play(games: int, jobs: int) -> int:
    """Compare every published figure of random play with a simulation; print all of them."""
    from aurum_states.simulate.ranges import Range, Work
    from aurum_states.simulate.results import Result
    from aurum_states.simulate.workers import played

    worst = 0.0
    for kind in published.KINDS:
        began = time.monotonic()
        case = published.case_of(kind)
        result = Result([case])
        for part in played(Work([Range(case, 0, games)], jobs), jobs):
            result.add(part)
        summary = result.total
        print(f"{kind}: {games:,} games, {summary.failed} failed; {time.monotonic() - began:.0f} s")
        for what, expected, found, off in published.compare(kind, summary):
            print(f"  {what:<50} {expected:>6g}  {found:>8.3f}  {off:>4.1f} errors away", flush=True)
            worst = max(worst, off)
        worst = max(worst, float("inf") if summary.failed else 0)
    print(f"the furthest is {worst:.1f} errors away; {published.ERRORS} are allowed")
    return int(worst > published.ERRORS)


def bots(games: int, jobs: int) -> int:
    """Let the Aurum bot play against random bots and plain ones; say how often it wins."""
    missed = 0
    for players, other, wanted in bot_games.GOALS:
        began = time.monotonic()
        found = bot_games.share("aurum", other, players, games, jobs)
        low, high = found.interval
        print(
            f"{players} players, aurum against {other}: {found.games:,} games, {found.value:.1%} won "
            f"({low:.1%} to {high:.1%}), {wanted:.0%} wanted; {time.monotonic() - began:.0f} s",
            flush=True,
        )
        missed += found.value < wanted
    return int(missed > 0)


def mutants(games: int, jobs: int) -> int:
    """Run the tests of Aurum's rules against every mutant of them; say which are not caught."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        rules_mutants.prepare(Path(folder))
        try:
            count, left = rules_mutants.run(Path(folder), games, jobs)
        except rules_mutants.NotRunError as error:
            print(f"FAILED: {error}")
            return 1
    told = list(rules_mutants.report(count, left))
    print(f"{told[0]}; {time.monotonic() - began:.0f} s", *told[1:], sep="\n")
    return 0 if count and len(told) == 1 else 1


class LongRun(NamedTuple):
    """One long run: what it does with (number, jobs), its full number, and of what that is the number."""

    run: Callable[[int, int], int]
    number: int
    things: str
    about: str


def check_one(game: str, asked: dict[str, Any]) -> tuple[bool, str]:
    """Check a game as a whole; return whether nothing was found, and the report."""
    report = check_game(game, **asked)
    return report.ok, str(report)


def conformance(games: int, jobs: int) -> int:
    """Check Aurum with every golden, and each example: all that is demanded of any game, leaks above all."""
    began = time.monotonic()
    goldens = sorted((ROOT / "tests" / "data" / "replays").glob("*.replay.jsonl"))
    portions: list[tuple[str, dict[str, Any]]] = [
        ("aurum", {"recordings": golden, "games": 0}) for golden in goldens
    ]
    examples = [str(file.parents[1]) for file in sorted((ROOT / "examples").glob("*/config/states.yaml"))]
    for game in ["aurum", *examples]:
        portions += [
            (game, {"games": 1, "seed": f"long {number}", "players": [players]})
            for players in load_game(game).infos.players
            for number in range(games)
        ]
    wrong = 0
    with ProcessPoolExecutor(jobs) as pool:
        waiting = [pool.submit(check_one, game, asked) for game, asked in portions]
        for (game, asked), one in zip(portions, waiting, strict=True):
            ok, said = one.result()
            print(f"{Path(game).name} {', '.join(map(str, asked.values()))}\n{said}", flush=True)
            wrong += not ok
    print(f"{len(portions)} runs, {wrong} with findings; {time.monotonic() - began:.0f} s")
    return 1 if wrong else 0


RUNS = {
    "same-games": LongRun(
        same_games, 10_000, "games", "a table and the plain model play the same games of each kind"
    ),
    "hearts": LongRun(
        hearts, 10_000, "games", "the example hearts and OpenSpiel's C++ game are the same game"
    ),
    "malformed": LongRun(
        malformed, 100_000, "files", "malformed files end in a report when they are checked"
    ),
    "conformance": LongRun(
        conformance, 2, "games", "Aurum with its goldens and every example are checked as a whole"
    ),
    "faults": LongRun(
        faults, 1_000_000, "faults", "a fault at any point of a request leaves the table as it was"
    ),
    "kills": LongRun(kills, 1_000, "processes", "what a killed process has recorded replays"),
    "replays": LongRun(replays, 10_000, "games", "recorded games are run again: how fast, how much memory"),
    "random-play": LongRun(
        random_play, 20_000, "games", "random play of Aurum has the statistics that were published"
    ),
    "bots": LongRun(bots, 2_000, "games", "the Aurum bot wins against random bots and plain ones"),
    "mutants": LongRun(
        mutants, 10, "games", "every mutant of Aurum's rules is caught; games of each kind against the model"
    ),
    "growth": LongRun(growth, 100_000, "games", "nothing is left over from games of every kind"),
    "two-cores": LongRun(two_cores, 10_000, "games", "simulate with two processes against one"),
    "pythons": LongRun(pythons, 9, "versions", "recordings and snapshots go the same way on other Pythons"),
}


def main() -> int:
    """Run one of the long runs; return its exit code."""
    parser = argparse.ArgumentParser(description="Long runs of the tests' own code.")
    commands = parser.add_subparsers(dest="name", required=True)
    for name, run in RUNS.items():
        command = commands.add_parser(name, help=run.about, description=run.about)
        command.add_argument(
            f"--{run.things}",
            dest="number",
            type=int,
            default=run.number,
            help=f"how many (default {run.number})",
        )
        command.add_argument(
            "--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: cores)"
        )
    chosen = parser.parse_args()
    run = RUNS[chosen.name]
    python = platform.python_version()
    print(f"{chosen.name} --{run.things} {chosen.number}, Python {python}, {time.strftime('%F')}", flush=True)
    return run.run(chosen.number, chosen.jobs)


if __name__ == "__main__":
    sys.exit(main())
