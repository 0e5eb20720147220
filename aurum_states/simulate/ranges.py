"""The unit of work: a range of games in, their summary out; the same wherever and however often it is run."""

import os
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from aurum_states.replay.format import SUFFIX
from aurum_states.simulate.case import Case
from aurum_states.simulate.playing import play, record
from aurum_states.simulate.summary import Summary

SECONDS = 0.5
"""How long the work on a range should take: shorter costs more to hand out, longer keeps a person waiting."""


@dataclass(frozen=True, slots=True)
class Range:
    """The games ``start`` to ``stop`` - 1 of a case; with a ``folder`` each is recorded there."""

    case: Case
    start: int
    stop: int
    folder: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """What a range came to. ``seconds`` is how long it took, which differs from run to run."""

    range: Range
    summary: Summary
    seconds: float


def play_range(games: Range) -> Part:
    """Play a range of games.

    Raises:
        OSError: a recording cannot be written.
        GameNotFoundError, DefinitionError: this process cannot load the game.
    """
    began = time.perf_counter()
    summary = Summary()
    for number in range(games.start, games.stop):
        summary.add(play(games.case, number))
        if games.folder:
            write_recording(games.case, number, Path(games.folder))
    return Part(games, summary, time.perf_counter() - began)


def recording_name(number: int) -> str:
    """Return the file name of a game's recording."""
    return f"{number:06}{SUFFIX}"


def write_recording(case: Case, number: int, folder: Path) -> Path:
    """Write the recording of a game; it is there whole or not at all.

    Raises:
        OSError: it cannot be written.
    """
    path = folder / recording_name(number)
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
    unfinished.write_bytes(record(case, number))
    unfinished.replace(path)
    return path


class Work:
    """Ranges still to be played, cut to a size that takes about ``SECONDS``.

    Where it is cut changes no result. A range that a lost worker had is given back and handed out again.
    """

    def __init__(self, ranges: Iterable[Range], jobs: int = 1) -> None:
        self._left = [one for one in ranges if one.stop > one.start]
        self._left.reverse()
        self._jobs = jobs
        self._size = 1.0
        self._games = sum(one.stop - one.start for one in self._left)

    @property
    def games(self) -> int:
        """How many games are still to be handed out."""
        return self._games

    def next(self) -> Range | None:
        """Return the next range, None when there is none."""
        if not self._left:
            return None
        first = self._left.pop()
        fair = -(-self._games // (2 * self._jobs))
        size = max(1, min(int(self._size), fair, first.stop - first.start))
        self._games -= size
        middle = first.start + size
        if middle < first.stop:
            self._left.append(Range(first.case, middle, first.stop, first.folder))
        return Range(first.case, first.start, middle, first.folder)

    def give_back(self, ranges: Sequence[Range]) -> None:
        """Take back ranges that were not played."""
        self._left += reversed(ranges)
        self._games += sum(one.stop - one.start for one in ranges)

    def learn(self, part: Part) -> None:
        """Take a range's time as the measure of how large the next ones may be."""
        games = part.range.stop - part.range.start
        self._size = min(4 * self._size, SECONDS * games / max(part.seconds, 1e-9))
