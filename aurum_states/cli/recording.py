"""The replay file of a game that is being played: nothing is written before the table stands."""

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from aurum_states.cli.interrupts import leave_in_order
from aurum_states.cli.output import CannotError, note

if TYPE_CHECKING:
    from aurum_states.engine.record import Line
    from aurum_states.engine.table import Table
    from aurum_states.replay.recorder import Recorder
    from aurum_states.replay.replay import Replay


class Recording:
    """Writes each line as its move is made. Until it is opened, and after it was stopped, it drops them."""

    def __init__(self, path: Path, *, force: bool = False) -> None:
        self.path = path
        self._force = force
        self._stream: BinaryIO | None = None
        self._recorder: Recorder | None = None

    def problems(self) -> list[str]:
        """Say why a new recording cannot be written there; nothing is touched."""
        path, folder = self.path, self.path.parent
        if path.is_dir():
            return [f"error: --replay: {path} is a folder; name a file"]
        if path.is_file() and not self._force:
            ways = "name another file, --force to write over it, or --resume to go on with the game in it"
            return [f"error: --replay: {path} exists; {ways}"]
        if not folder.is_dir():
            return [f"error: --replay: there is no folder {folder}"]
        if not os.access(path if path.exists() else folder, os.W_OK):
            return [f"error: --replay: {path} may not be written"]
        return []

    def start(self, table: "Table") -> None:
        """Open the file for a new game and write its header."""
        fresh = not self._force and not self.path.exists()
        self._open("xb" if fresh else "wb").start(table)

    def resume(self, replay: "Replay") -> None:
        """Go on in the file that the replay was read from, after dropping what is cut off at its end."""
        with self.path.open("r+b") as stream:
            stream.truncate(replay.whole)
        self._open("ab")
        self._end_last_line()

    def copy(self, replay: "Replay") -> None:
        """Begin a new file with everything that is whole of a replay."""
        self.begin(Path(replay.source).read_bytes()[: replay.whole])

    def begin(self, lines: bytes) -> None:
        """Begin a new file with lines that are there already."""
        self._open("wb" if self._force else "xb")
        if self._stream is not None:
            self._stream.write(lines)
            self._end_last_line()

    def __call__(self, *lines: "Line") -> None:
        """Write lines. Raises RecordingError where that fails."""
        if self._recorder is not None:
            self._recorder(*lines)

    def stop(self, reason: str) -> None:
        """Write no more, and say why: what follows could not be replayed."""
        if self._recorder is not None:
            self._recorder = None
            note(f"{reason}: the recording {self.path} ends before it and stays as it is")

    def end(self, table: "Table") -> None:
        """Write how the game ended."""
        if self._recorder is not None:
            self._recorder.end(table)

    def close(self) -> None:
        """Close the file."""
        if self._stream is not None:
            with contextlib.suppress(OSError):  # each line was flushed: this has failed before, and was told
                self._stream.close()

    @property
    def running(self) -> bool:
        """Whether lines are written."""
        return self._recorder is not None

    def _open(self, mode: str) -> "Recorder":
        from aurum_states.replay.recorder import Recorder

        leave_in_order()
        try:
            self._stream = stream = cast(BinaryIO, self.path.open(mode))
        except OSError as error:
            raise CannotError(
                [f"error: --replay: {self.path} cannot be written: {error.strerror or error}"]
            ) from error
        self._recorder = Recorder(stream)
        return self._recorder

    def _end_last_line(self) -> None:
        """End a last line that is whole but for its line end."""
        if self._stream is not None:
            self._stream.flush()
            if not self.path.read_bytes().endswith(b"\n"):
                self._stream.write(b"\n")
                self._stream.flush()
