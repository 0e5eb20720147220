"""Thousands of recordings run again: which go the same way, and why the others do not."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Literal

from aurum_states.definitions.definition import GameDefinition
from aurum_states.errors import AurumStatesError, GameError, ReplayMismatchError, VisibleSystemException
from aurum_states.replay.format import SUFFIX
from aurum_states.replay.loading import game_of
from aurum_states.replay.replay import Replay
from aurum_states.replay.runner import run

CHUNK = 20
"""How many files a process takes at once."""
KEPT = 3
"""How many files of a group are named."""

Verdict = Literal["same", "differs", "failed", "unreadable"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one file: the same, another way, the game's own code failed, or it cannot be run.

    ``reason`` is the same for all files that go wrong in the same way; ``message`` is this file's own.
    """

    file: str
    verdict: Verdict
    moves: int = 0
    reason: str = ""
    message: str = ""
    line: int | None = None


@dataclass(slots=True)
class Group:
    """The files that go wrong in the same way: how many, and the first of them."""

    verdict: Verdict
    reason: str
    count: int = 0
    first: list[Outcome] = field(default_factory=list)


@dataclass(slots=True)
class Summary:
    """The outcomes of many files, counted; it does not grow with the number of files."""

    files: int = 0
    moves: int = 0
    same: int = 0
    groups: dict[tuple[str, str], Group] = field(default_factory=dict)

    def add(self, outcome: Outcome) -> None:
        """Count an outcome."""
        self.files += 1
        self.moves += outcome.moves
        if outcome.verdict == "same":
            self.same += 1
            return
        key = (outcome.verdict, outcome.reason)
        group = self.groups.setdefault(key, Group(outcome.verdict, outcome.reason))
        group.count += 1
        if len(group.first) < KEPT:
            group.first.append(outcome)

    def of(self, verdict: Verdict) -> list[Group]:
        """Return the groups of a verdict, largest first."""
        groups = [group for group in self.groups.values() if group.verdict == verdict]
        return sorted(groups, key=lambda group: -group.count)


def files_in(folder: Path) -> list[Path]:
    """Return all recordings below a folder, sorted by path."""
    return sorted(folder.rglob(f"*{SUFFIX}"))


def judge(file: Path, game: str | None = None) -> Outcome:
    """Run one recording; never raises for what is wrong with it."""
    name = str(file)
    try:
        replay = Replay.read(file)
        result = run(replay, _definition(replay, game))
    except (GameError, VisibleSystemException) as error:
        where = f"{error.handler} in state {error.state}" if isinstance(error, GameError) else "the game"
        return Outcome(name, "failed", reason=f"{where}: {type(error).__name__}", message=str(error))
    except AurumStatesError as error:
        reason = str(error).splitlines()[0]
        return Outcome(
            name, "unreadable", reason=reason, message=str(error), line=getattr(error, "line", None)
        )
    mismatch = result.mismatch
    if mismatch is None:
        return Outcome(name, "same", result.moves)
    return Outcome(name, "differs", result.moves, reason_of(mismatch), str(mismatch), mismatch.line)


def reason_of(mismatch: ReplayMismatchError) -> str:
    """Return what a difference is about, without what is particular to one game."""
    where = f"{mismatch.action} in state {mismatch.state}"
    if mismatch.kind == "accepted":
        return f"{where}: refused with {mismatch.actual}"
    if mismatch.kind == "refused":
        return f"{where}: not refused with {mismatch.expected} but {mismatch.actual}"
    if mismatch.kind == "transitions":
        expected, actual = (
            "+".join("jump" if name is None else name for _, name, _ in transitions) or "no transition"
            for transitions in (mismatch.expected, mismatch.actual)
        )
        return f"{where}: {actual} in place of {expected}"
    return f"{where}: another {'number of the move' if mismatch.kind == 'number' else mismatch.kind}"


def judge_all(files: Sequence[Path], game: str | None = None, *, jobs: int = 1) -> Iterator[Outcome]:
    """Yield the outcome of each file, in their order, whatever the number of processes."""
    if jobs == 1:
        for file in files:
            yield judge(file, game)
        return
    chunks = [files[start : start + CHUNK] for start in range(0, len(files), CHUNK)]
    with _processes(jobs) as pool:
        for outcomes in pool.map(_judge_chunk, chunks, [game] * len(chunks)):
            yield from outcomes


@contextmanager
def _processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Give processes that are ended at once where the caller stops early."""
    pool = ProcessPoolExecutor(jobs)
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _judge_chunk(files: Sequence[Path], game: str | None) -> list[Outcome]:
    return [judge(file, game) for file in files]


def _definition(replay: Replay, game: str | None) -> GameDefinition:
    """Return the game of a recording, loaded once in this process for each folder."""
    return _loaded(game, replay.game, str(Path(replay.source).resolve().parent))


@lru_cache(maxsize=64)
def _loaded(game: str | None, name: str, folder: str) -> GameDefinition:
    nothing = {"game": name}
    return game_of(Replay(nothing, (), source=str(Path(folder) / "any")), game)
