"""Thousands of recordings run again: which go the same way, and why the others do not."""

import runpy
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Literal

import msgspec

from aurum_states.definitions.definition import GameDefinition
from aurum_states.engine.table import Mode
from aurum_states.errors import (
    AurumStatesError,
    GameError,
    LostWorkersError,
    ReplayError,
    ReplayMismatchError,
    VisibleSystemException,
)
from aurum_states.replay.loading import game_of
from aurum_states.replay.replay import Replay
from aurum_states.replay.runner import ReplayResult, run
from aurum_states.replay.updating import put, updated
from aurum_states.replay.workers import in_order

_encode = msgspec.json.Encoder().encode

CHUNK = 20
"""How many files a process takes at once."""
KEPT = 3
"""How many files of a group are named."""

ORIGINAL = ".orig"
"""What is added to the name of a file that is kept beside its migrated form."""

Verdict = Literal["same", "pinned", "migrated", "differs", "failed", "unreadable"]
Migrate = Callable[[dict[str, Any], list[dict[str, Any]]], tuple[dict[str, Any], list[dict[str, Any]]] | None]
"""Is given the header and the lines of a recording, and returns the new ones, or None to leave the file."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one file: the same, another way, the game's own code failed, or it cannot be run.

    ``pinned`` is one that goes the same way by older rules and says so now, ``migrated`` one that was
    rewritten.

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
    changed: Counter[str] = field(default_factory=Counter)
    """How many files were ``pinned`` and ``migrated``."""
    groups: dict[tuple[str, str], Group] = field(default_factory=dict)

    def add(self, outcome: Outcome) -> None:
        """Count an outcome."""
        self.files += 1
        self.moves += outcome.moves
        if outcome.verdict in ("same", "pinned", "migrated"):
            self.same += outcome.verdict == "same"
            self.changed[outcome.verdict] += outcome.verdict != "same"
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


def judge(
    file: Path, game: str | None = None, *, pin: str | None = None, migrate: Path | None = None
) -> Outcome:
    """Run one recording; never raises for what is wrong with it.

    All that is recorded is compared; args and notifications, which no recording holds, are not made.
    With ``pin`` one that differs is run by these older rules, and marked with them where that goes the same
    way. With ``migrate`` every one is first rewritten by the function ``migrate`` of that script.
    """
    name = str(file)
    try:
        if migrate is not None:
            return _migrated(file, game, _script(migrate))
        replay = Replay.read(file)
        definition = _definition(replay, game)
        result = run(replay, definition, mode=_mode(definition))
        if result.mismatch is not None and pin is not None and replay.header["rules"] != pin:
            result = _pinned(replay, game, pin)
            if result.mismatch is None:
                put(file, b"\n".join([_encode({**replay.header, "rules": pin}), *_lines(file)[1:]]))
                return Outcome(name, "pinned", result.moves)
    except (GameError, VisibleSystemException) as error:
        where = _where(error) if isinstance(error, GameError) else "the game"
        return Outcome(name, "failed", reason=f"{where}: {type(error).__name__}", message=str(error))
    except AurumStatesError as error:
        reason = str(error).splitlines()[0]
        return Outcome(
            name, "unreadable", reason=reason, message=str(error), line=getattr(error, "line", None)
        )
    except OSError as error:
        reason = f"it cannot be written: {error.strerror}"
        return Outcome(name, "unreadable", reason=reason, message=str(error))
    mismatch = result.mismatch
    if mismatch is None:
        return Outcome(name, "same", result.moves)
    reason, rules = reason_of(mismatch), result.table.setup.rules
    if len(result.table.definition.infos.playable_rules) > 1:
        reason = f"{reason} (rules {rules})"
    return Outcome(name, "differs", result.moves, reason, str(mismatch), mismatch.line)


def _where(error: GameError) -> str:
    return " in ".join([error.handler] * bool(error.handler) + [f"state {error.state}"])


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


def judge_all(
    files: Sequence[Path],
    game: str | None = None,
    *,
    jobs: int = 1,
    pin: str | None = None,
    migrate: Path | None = None,
) -> Iterator[Outcome]:
    """Yield the outcome of each file, in their order, whatever the number of processes.

    The files of a process that is killed are run again, but not where they are rewritten (``pin``,
    ``migrate``).

    Raises:
        LostWorkersError: processes are killed again and again.
    """
    one = partial(judge, game=game, pin=pin, migrate=migrate)
    if jobs == 1:
        yield from map(one, files)
        return
    chunks = (files[start : start + CHUNK] for start in range(0, len(files), CHUNK))
    attempts = LostWorkersError.ATTEMPTS if pin is None and migrate is None else 1
    for outcomes in in_order(partial(_judge_chunk, one), chunks, jobs, _span, attempts):
        yield from outcomes


def _pinned(replay: Replay, game: str | None, pin: str) -> ReplayResult:
    """Run a recording by other rules.

    Raises:
        ReplayError: the game does not run these.
    """
    definition = _definition(replay, game)
    known = definition.infos.playable_rules
    if pin not in known:
        raise ReplayError(
            f"it differs and cannot be pinned to the rules {pin!r}: {definition.name} runs {', '.join(known)}"
        )
    again = Replay({**replay.header, "rules": pin}, replay.steps, source=replay.source)
    return run(again, definition, mode=_mode(definition))


def _mode(definition: GameDefinition) -> Mode:
    """Return how a table is run that nobody listens to: an undo may hang on what was told."""
    return "full" if definition.infos.db_undo_support or definition.infos.step_undo else "quiet"


def _migrated(file: Path, game: str | None, migrate: Migrate) -> Outcome:
    """Rewrite a recording, and keep the original beside it; it must play by the present rules."""
    lines = _decoded(file)
    try:
        made = migrate(lines[0], lines[1:])
        text = None if made is None else b"\n".join([*map(_encode, [made[0], *made[1]]), b""])
    except (Exception, SystemExit) as error:
        reason = f"{_where_thrown(error)}: {type(error).__name__}"
        return Outcome(str(file), "failed", reason=reason, message=str(error))
    if text is None:
        return judge(file, game)
    replay = Replay.parse(text, source=str(file))
    update = updated(replay, _definition(replay, game))
    original = file.with_name(file.name + ORIGINAL)
    if not original.exists():
        put(original, file.read_bytes())
    update.write(file)
    return Outcome(str(file), "migrated", len(replay.moves))


def _where_thrown(error: BaseException) -> str:
    """Return where in a script of migration an error rose; one in what it returned has no place there."""
    *_, last = traceback.extract_tb(error.__traceback__)
    return "migrate" if last.filename == __file__ else f"migrate, {Path(last.filename).name}:{last.lineno}"


@lru_cache(maxsize=4)
def _script(path: Path) -> Migrate:
    """Return the function ``migrate`` of a script.

    Raises:
        ReplayError: the script cannot be run, or has no such function.
    """
    try:
        found = runpy.run_path(str(path)).get("migrate")
    except (Exception, SystemExit) as error:
        raise ReplayError(f"{path} cannot be run: {type(error).__name__}: {error}") from error
    if not callable(found):
        raise ReplayError(f"{path} has no function migrate(header, lines)")
    made: Migrate = found
    return made


def _decoded(file: Path) -> list[Any]:
    """Return the header and the lines of a recording, whatever their keys are.

    Raises:
        ReplayError: a line is no JSON, or the file has none.
    """
    lines = []
    for number, line in enumerate(_lines(file), 1):
        try:
            lines += [msgspec.json.decode(line)] if line.strip() else []
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ReplayError(f"not a line of JSON: {error}", number) from None
    if not lines:
        raise ReplayError("the file is empty")
    return lines


def _lines(file: Path) -> list[bytes]:
    return file.read_bytes().split(b"\n")


def _judge_chunk(one: Callable[[Path], Outcome], files: Sequence[Path]) -> list[Outcome]:
    return list(map(one, files))


def _span(files: Sequence[Path]) -> str:
    return str(files[0]) if len(files) == 1 else f"the recordings from {files[0]} to {files[-1].name}"


def _definition(replay: Replay, game: str | None) -> GameDefinition:
    """Return the game of a recording, loaded once in this process for each folder."""
    return _loaded(game, replay.game, str(Path(replay.source).resolve().parent))


@lru_cache(maxsize=64)
def _loaded(game: str | None, name: str, folder: str) -> GameDefinition:
    nothing = {"game": name}
    return game_of(Replay(nothing, (), source=str(Path(folder) / "any")), game)
