"""How much sooner two processes have played the games of a simulation than one has."""

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 5
GOAL = 1.8
BUSY = 0.05
"""The part of the processors that others may use while it is measured."""


class Taken(NamedTuple):
    """Seconds by the wall's clock, the part of all processors that others used meanwhile, what came out."""

    seconds: float
    others: float
    cases: Any


def two_cores(games: int, jobs: int, rounds: int = ROUNDS) -> int:  # noqa: ARG001 - one is compared with two
    """Run whole commands in turn, ``simulate --jobs 1`` and ``--jobs 2``; return 1 below the goal."""
    ratios = []
    for number in range(1, rounds + 1):
        taken = {processes: _simulate(games, processes) for processes in ((1, 2) if number % 2 else (2, 1))}
        if taken[1].cases != taken[2].cases:
            print("DIFFERENT: one process and two have not played the same games")
            return 1
        ratios.append(taken[1].seconds / taken[2].seconds)
        others = max(one.others for one in taken.values())
        print(
            f"round {number} of {rounds}: {taken[1].seconds:.2f} s and {taken[2].seconds:.2f} s, "
            f"{ratios[-1]:.2f} times; others used {others:.0%} of the processors"
            f"{' - BUSY, measure again' if others > BUSY else ''}",
            flush=True,
        )
    median = statistics.median(ratios)
    print(f"{games:,} games, two processes against one: {median:.2f} times as fast, {GOAL} wanted")
    return int(median < GOAL)


def _simulate(games: int, processes: int) -> Taken:
    command = [sys.executable, "-m", "aurum_states", "simulate", "aurum", "--players", "3"]
    command += ["--games", str(games), "--jobs", str(processes), "--seed", "two cores", "--json"]
    busy, own, began = _busy(), _own(), time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - began
    if done.returncode:
        raise RuntimeError(f"{' '.join(command[1:])} failed: {done.stderr.strip()}")
    others = max(0.0, (_busy() - busy) - (_own() - own)) / (seconds * (os.cpu_count() or 1))
    return Taken(seconds, others, json.loads(done.stdout)["cases"])


def _own() -> float:
    """Return the seconds on processors of this process and of those that it waited for."""
    return sum(os.times()[:4])


def _busy() -> float:
    """Return the seconds that all processors have worked; 0 where the system does not tell."""
    try:
        user, nice, system, _, _, *others = Path("/proc/stat").read_text(encoding="ascii").split()[1:9]
    except OSError:
        return 0.0
    return sum(map(int, (user, nice, system, *others))) / os.sysconf("SC_CLK_TCK")
