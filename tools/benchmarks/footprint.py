"""What a table in play and its record hold in memory, and how long a command takes to start."""

import os
import random
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from aurum_states import Table
from aurum_states.engine.record import Line, Recorder, encode_line
from tools.benchmarks.games import WIRE, Kind, Seats, choose
from tools.benchmarks.measure import Ratio, ratio_of

MIDDLE = 50
"""Moves after which a table stands in the middle of its game."""


class Footprint(NamedTuple):
    """Bytes of one live table in mid-game, and of the lines of its game so far as JSON."""

    table: float
    record: float


def footprint(kind: Kind, seated: Seats, tables: int) -> Footprint:
    """Return what so many live tables hold, divided by their number; lines and notifications go elsewhere.

    Everything that is allocated while they are made and played and is still there counts.
    """
    written = 0

    def count(line: Line) -> None:
        nonlocal written
        written += len(encode_line(line)) + 1

    _played_half(kind, seated, 0, count)  # what is made once a process is no table's
    written = 0
    tracemalloc.start()
    try:
        live = [_played_half(kind, seated, nth, count) for nth in range(tables)]
        held = tracemalloc.get_traced_memory()[0] / len(live)
    finally:
        tracemalloc.stop()
    return Footprint(held, written / tables)


def _played_half(kind: Kind, seated: Seats, nth: int, recorder: Recorder) -> Table:
    table = kind.table(seated, f"size/{nth}", recorder)
    rnd = random.Random(nth).random  # noqa: S311 - the same choices each time
    while table.moves_made < MIDDLE and not table.is_over:
        player = table.active_players[0]
        name, option = choose(table.legal_moves(player), rnd)
        table.act(player, name, WIRE[name](option))
    return table


def resident() -> int:
    """Return the bytes of this process that are in memory; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


HELP = (sys.executable, "-m", "aurum_states", "--help")
NOTHING = (sys.executable, "-c", "pass")


def start_up(rounds: int, command: Sequence[str] = HELP) -> tuple[Ratio, float]:
    """Return how many times as long as an empty Python a command takes, and its median in seconds.

    The two take turns, whole processes by the clock on the wall.

    Raises:
        RuntimeError: the command fails.
    """
    ratios, seconds = [], []
    for _ in range(rounds + 1):  # the first one warms the caches up
        bare, taken = _run(NOTHING), _run(command)
        ratios.append(taken / bare)
        seconds.append(taken)
    return ratio_of(ratios[1:]), statistics.median(seconds[1:])


def _run(command: Sequence[str]) -> float:
    began = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    took = time.perf_counter() - began
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        raise RuntimeError(f"{' '.join(command[1:])} failed: {lines[-1] if lines else done.returncode}")
    return took
