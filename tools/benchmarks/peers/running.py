"""Rounds across processes: every candidate a process, in another order each round, ratios within a round."""

import json
import os
import random
import statistics
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tools.benchmarks.measure import ratio_of
from tools.benchmarks.peers.catalogue import Candidate, Comparison
from tools.benchmarks.peers.environments import Environment, NotInstalledError
from tools.benchmarks.peers.figures import PeerFigure

ROOT = Path(__file__).resolve().parents[3]
LONGEST = 300
"""Seconds that a process may take beyond those that it was given."""

Say = Callable[[str], None]


@dataclass(slots=True)
class Measured:
    """What a candidate took in each round, in seconds a unit, or why it could not be measured."""

    times: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    """The part of its time in which its thread had to wait for a processor, in each round."""
    versions: Mapping[str, str] = field(default_factory=dict)
    problem: str = ""


def measure(
    comparisons: Sequence[Comparison], cache: Path, rounds: int, seconds: float, say: Say
) -> list[PeerFigure]:
    """Measure all comparisons in the same rounds; what cannot be measured says why."""
    candidates = list(dict.fromkeys(one for each in comparisons for one in (each.ours, each.theirs)))
    found = {candidate: Measured() for candidate in candidates}
    for environment in dict.fromkeys(candidate.environment for candidate in candidates):
        problem = _prepare(environment, cache, say)
        for candidate in candidates:
            if candidate.environment == environment:
                found[candidate].problem = problem
    shuffle = random.Random(1).shuffle  # noqa: S311 - any order will do, the same each time
    for number in range(rounds):
        able = [candidate for candidate in candidates if not found[candidate].problem]
        say(f"round {number + 1} of {rounds}: {len(able)} processes of about {1.5 * seconds:g} s")
        shuffle(able)
        for candidate in able:
            run(candidate, cache, seconds, found[candidate])
            if found[candidate].problem:
                say(f"{candidate}: {found[candidate].problem}")
    return [
        _figure(comparison, found[comparison.ours], found[comparison.theirs]) for comparison in comparisons
    ]


def _prepare(environment: Environment, cache: Path, say: Say) -> str:
    if environment.packages:
        say(f"environment of {environment.name}: {', '.join(environment.packages)}")
    try:
        environment.prepare(cache)
    except NotInstalledError as error:
        say(f"{environment.name} cannot be measured: {error}")
        return str(error)
    return ""


def run(candidate: Candidate, cache: Path, seconds: float, measured: Measured) -> None:
    """Run one process and add what it took, or the problem."""
    command = candidate.environment.command(cache, candidate.program, [*candidate.arguments, str(seconds)])
    own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env={**own, "NODE_ENV": "production"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=LONGEST + seconds,
        )
    except subprocess.TimeoutExpired:
        measured.problem = f"not finished after {LONGEST + seconds:g} s"
        return
    if done.returncode:
        said = done.stderr.strip().splitlines()
        measured.problem = f"failed: {said[-1] if said else f'exit {done.returncode}'}"
        return
    taken = json.loads(done.stdout.splitlines()[-1])
    measured.times.append(taken["seconds"] / taken["units"])
    measured.waits.append(1 - taken["seconds"] / taken["wall"])
    measured.versions = taken["versions"]


def _figure(comparison: Comparison, ours: Measured, theirs: Measured) -> PeerFigure:
    versions = {**ours.versions, **theirs.versions}
    problem = ours.problem or theirs.problem
    if problem:
        return PeerFigure(comparison, None, problem, versions, 0)
    ratios = [their / mine for mine, their in zip(ours.times, theirs.times, strict=True)]
    mine, their = (statistics.median(one.times) * 1e6 for one in (ours, theirs))
    note = f"{mine:.2f} and {their:.2f} µs {comparison.unit}"
    waited = max(statistics.median(one.waits) for one in (ours, theirs))
    return PeerFigure(comparison, ratio_of(ratios), note, versions, waited)
