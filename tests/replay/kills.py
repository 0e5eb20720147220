"""Processes that are killed while they record: what they leave must replay as far as it goes.

Each is a process of its own, forked from one that has everything loaded, so that a thousand take a minute. It
plays one game after the other and records each to the same file, until it is killed.
"""

import os
import random
import signal
import time
from pathlib import Path
from typing import NamedTuple

from aurum_states import Replay, Table, load_game
from aurum_states.errors import ReplayError
from aurum_states.replay.recorder import Recorder
from aurum_states.replay.runner import run
from aurum_states.simulate.agents import RandomAgent, play_out

LONGEST = 0.06
"""Most seconds a process lives: some games long."""


class Left(NamedTuple):
    """What a killed process has left: moves that replay, whether the game ended, and the last line."""

    moves: int
    ended: bool
    cut_off: bool
    empty: bool


def kill_one(file: Path, seed: str) -> Left:
    """Kill a process that records to ``file`` at a random moment, and run what it has left.

    Raises:
        AssertionError: what is left does not replay.
    """
    definition = load_game("aurum")
    delay = random.Random(seed).uniform(0, LONGEST)
    child = os.fork()
    if child == 0:
        _record_for_ever(file, seed)
    time.sleep(delay)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), f"{seed}: the process ended by itself ({status})"
    if not file.exists() or not file.read_bytes().strip():
        return Left(0, False, False, True)
    try:
        replay = Replay.read(file)
    except ReplayError as error:
        whole = b"\n" in file.read_bytes()
        assert not whole, f"{seed}: the header is whole, yet: {error}"
        return Left(0, False, True, True)
    result = run(replay, definition)
    assert result.mismatch is None, f"{seed}: {result.mismatch}"
    return Left(result.moves, result.ended, replay.cut_off is not None, False)


def _record_for_ever(file: Path, seed: str) -> None:
    """Play and record until somebody kills this process."""
    try:
        number = 0
        while True:
            number += 1
            with file.open("wb") as stream:
                recorder = Recorder(stream)
                table = Table.create(load_game("aurum"), 3, seed=f"{seed}/{number}", recorder=recorder)
                recorder.start(table)
                agents = {player.id: RandomAgent(f"{seed}/{player.id}") for player in table.players}
                recorder.end(play_out(table, agents))
    finally:
        os._exit(3)  # never back into the tests
