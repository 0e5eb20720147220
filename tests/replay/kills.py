"""Processes that are killed while they record: what they leave must replay as far as it goes.

Each is a process of its own, forked from one that has everything loaded, so that a thousand take a few minutes.
It plays one game after the other and records each to a file, until it is killed: at a random moment after its
first header is there.
"""

import os
import random
import shutil
import signal
import time
from itertools import count
from pathlib import Path
from typing import NamedTuple

from aurum_states import GameDefinition, Replay, Table, load_game
from aurum_states.errors import ReplayError
from aurum_states.replay.recorder import Recorder
from aurum_states.replay.runner import run
from aurum_states.simulate.agents import RandomAgent, play_out

LONGEST = 0.06
"""Most seconds a process lives once it records: some games long."""
BATCH = 32
"""How many games are set up at once: more than a process lives to end, so that it is killed while it records."""
STARTS_WITHIN = 60
"""In how many seconds a process must begin to record."""


class Left(NamedTuple):
    """What a killed process has left of its last game: moves that replay, and how the file ends.

    ``cut_off`` is a broken last line, ``headless`` a broken first one.
    """

    moves: int
    ended: bool
    cut_off: bool
    headless: bool


def kill_one(folder: Path, seed: str) -> Left:
    """Kill a process that records into a folder of its own at a random moment, and run what it has left.

    Raises:
        AssertionError: what is left does not replay.
    """
    definition = load_game("aurum")
    folder.mkdir()
    delay = random.Random(seed).uniform(0, LONGEST)
    child = os.fork()
    if child == 0:
        _record_for_ever(definition, folder, seed)
    _wait_for_header(folder, seed)
    time.sleep(delay)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), f"{seed}: the process ended by itself ({status})"
    *ended, last = [file for file in sorted(folder.iterdir()) if file.stat().st_size]
    for file in ended:
        assert Replay.read(file).ended, f"{seed}: {file} has no end, yet another game was begun"
    left = _left(definition, last, seed)
    shutil.rmtree(folder)
    return left


def _left(definition: GameDefinition, file: Path, seed: str) -> Left:
    """Run what is left of the last game."""
    try:
        replay = Replay.read(file)
    except ReplayError as error:
        whole = b"\n" in file.read_bytes()
        assert not whole, f"{seed}: the header is whole, yet: {error}"
        return Left(0, False, True, True)
    result = run(replay, definition)
    assert result.mismatch is None, f"{seed}: {result.mismatch}"
    return Left(result.moves, result.ended, replay.cut_off is not None, False)


def _wait_for_header(folder: Path, seed: str) -> None:
    file = folder / "000001.replay.jsonl"
    until = time.monotonic() + STARTS_WITHIN
    while not file.exists() or b"\n" not in file.read_bytes():
        assert time.monotonic() < until, f"{seed}: the process has not begun to record"
        time.sleep(0.0005)


def _record_for_ever(definition: GameDefinition, folder: Path, seed: str) -> None:
    """Play and record until somebody kills this process."""
    try:
        for first in count(1, BATCH):
            games = [_opened(definition, folder, seed, first + number) for number in range(BATCH)]
            for table, recorder in games:
                recorder.start(table)
                agents = {player.id: RandomAgent(f"{seed}/{player.id}") for player in table.players}
                recorder.end(play_out(table, agents))
    finally:
        os._exit(3)  # never back into the tests


def _opened(definition: GameDefinition, folder: Path, seed: str, number: int) -> tuple[Table, Recorder]:
    recorder = Recorder((folder / f"{number:06}.replay.jsonl").open("wb"))
    return Table.create(definition, 3, seed=f"{seed}/{number}", recorder=recorder), recorder
