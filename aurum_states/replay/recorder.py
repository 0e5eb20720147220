"""Write a game down as it goes: a killed process leaves a file whose whole lines can be replayed."""

from collections.abc import Callable
from types import TracebackType
from typing import BinaryIO, Self

import msgspec

from aurum_states.engine.record import Line, encode_line
from aurum_states.engine.table import Table
from aurum_states.errors import RecordingError
from aurum_states.replay.format import header_of

_encode = msgspec.json.Encoder().encode


class Recorder:
    """Writes the lines of one game to a binary stream, flushed when their move is made.

    Give it to ``Table.create(recorder=...)``, call ``start`` once the table stands and ``end`` when the
    game is over. It closes the stream only as a context manager.
    """

    __slots__ = ("_broken", "_stream", "lines")

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._broken = ""
        self.lines = 0

    def start(self, table: Table) -> None:
        """Write the header."""
        self._write(_encode(header_of(table.setup)))

    def __call__(self, *lines: Line) -> None:
        """Write the lines of one request.

        Raises:
            RecordingError: they could not be written.
        """
        self._write(*map(encode_line, lines))

    def end(self, table: Table) -> None:
        """Write how the game ended."""
        self._write(_encode(end_of(table)))

    def _write(self, *lines: bytes) -> None:
        if self._broken:  # a line may be there in part: nothing may follow it
            raise RecordingError(f"the recording could not be written further: {self._broken}")
        try:
            self._stream.write(b"\n".join([*lines, b""]))
            self._stream.flush()
        except (OSError, ValueError) as error:
            self._broken = _told(error)
            raise RecordingError(f"the recording could not be written further: {self._broken}") from error
        self.lines += len(lines)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._stream.close()
        except OSError as failed:
            if error is None:
                told = _told(failed)
                raise RecordingError(f"the recording could not be written further: {told}") from failed


def _told(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or str(error)


def end_of(table: Table) -> dict[str, object]:
    """Return the end line of a table whose game is over."""
    return {"end": {"state": table.state, "ranking": table.ranking()}}


def recorded(play: Callable[[Callable[..., None]], Table]) -> bytes:
    """Return the whole recording of a game that ``play(recorder)`` plays, as bytes."""
    lines: list[bytes] = []
    table = play(lambda *made: lines.extend(map(encode_line, made)))
    closing = [_encode(end_of(table))] if table.is_over else []
    return b"\n".join([_encode(header_of(table.setup)), *lines, *closing, b""])
