"""Rewrite a recording after a change that was meant: the same moves, with what they lead to now."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from aurum_states.definitions.definition import GameDefinition
from aurum_states.engine.record import Line, encode_line
from aurum_states.errors import ReplayError, ReplayMismatchError
from aurum_states.replay.format import EndEntry, RefusedEntry
from aurum_states.replay.recorder import end_of
from aurum_states.replay.replay import Replay
from aurum_states.replay.runner import ReplayResult, run

_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Update:
    """A recording as it is now, and what is new in it: one text a line that was changed."""

    text: bytes
    changes: tuple[str, ...]

    def write(self, path: Path) -> None:
        """Put the recording in the place of the old one, whole or not at all."""
        put(path, self.text)


def put(path: Path, text: bytes) -> None:
    """Write a file whole or not at all.

    Raises:
        OSError: it cannot be written; what was there is there still.
    """
    draft = path.with_name(f".{path.name}.new")
    try:
        draft.write_bytes(text)
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def updated(replay: Replay, definition: GameDefinition) -> Update:
    """Return a recording with the transitions, digests, refusals and end of the game as it is now.

    One of rules that the game does not run any more is taken over to those of today.

    Raises:
        ReplayMismatchError: a move is not accepted any more, or the game does not end where it did: no
            rewriting makes it right.
        ReplayError, SetupError: the replay does not fit the game at all.
    """
    old, infos = replay.header["rules"], definition.infos
    overhauled = [] if old in infos.playable_rules else [f"line 1: rules {old!r} -> {infos.rules!r}"]
    if overhauled:
        replay = Replay({**replay.header, "rules": infos.rules}, replay.steps, source=replay.source)
    lines: list[bytes] = []
    differences: dict[int, ReplayMismatchError] = {}

    def record(*made: Line) -> None:
        lines.extend(map(encode_line, made))

    def differs(mismatch: ReplayMismatchError) -> None:
        differences[mismatch.line or 0] = mismatch

    result = run(replay, definition, recorder=record, differs=differs)
    if result.mismatch is not None:
        raise result.mismatch
    if replay.ended and not result.table.is_over:
        raise ReplayError(f"after its last move the game is not over any more, but in {result.table.state}")
    header = _encode(dict(replay.header))
    text = b"\n".join([header, *_entries(replay, result, lines, differences), b""])
    told = (f"line {line}: {one}" for line, one in sorted(differences.items()))
    return Update(text, (*overhauled, *told))


def _entries(
    replay: Replay, result: ReplayResult, lines: list[bytes], differences: dict[int, ReplayMismatchError]
) -> Iterator[bytes]:
    recorded = iter(lines)
    for number, entry in replay.entries:
        if isinstance(entry, RefusedEntry):
            code = differences[number].actual if number in differences else entry.refused.code
            yield _encode({"refused": {**msgspec.structs.asdict(entry.refused), "code": code}})
        elif isinstance(entry, EndEntry):
            yield _encode(end_of(result.table))
        else:
            yield next(recorded)
