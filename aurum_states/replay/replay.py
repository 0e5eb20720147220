"""A recorded game as data: its header, its entries, and whether the file was cut off."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from aurum_states.engine.players import Player
from aurum_states.errors import ReplayError
from aurum_states.replay.format import (
    SUFFIX,
    AnyEntry,
    EndEntry,
    MoveEntry,
    players_of,
    read_entry,
    read_header,
    read_moves,
)

MAX_BYTES = 512 * 1024**2
"""Largest file read: about two million moves."""


def files_in(folder: Path) -> list[Path]:
    """Return all recordings below a folder, sorted by path; a pipe is none, whose reader waits for ever."""
    return sorted(path for path in folder.rglob(f"*{SUFFIX}") if not path.is_fifo())


class Replay:
    """A replay file, read. ``steps`` are what its lines hold after the header: line n is ``steps[n - 2]``.

    ``cut_off`` says what is wrong with a broken last line, where everything before it is whole.
    """

    __slots__ = ("cut_off", "header", "source", "steps", "whole")

    def __init__(
        self,
        header: Mapping[str, Any],
        steps: Sequence[AnyEntry],
        *,
        source: str = "",
        cut_off: str | None = None,
        whole: int = 0,
    ) -> None:
        self.header = header
        self.steps = tuple(steps)
        self.source = source
        self.cut_off = cut_off
        self.whole = whole

    @property
    def game(self) -> str:
        """The name of the game."""
        return str(self.header["game"])

    @property
    def entries(self) -> tuple[tuple[int, AnyEntry], ...]:
        """The steps, each with its line in the file."""
        return tuple(enumerate(self.steps, 2))

    def before(self, line: int) -> "Replay":
        """Return the recording as it was before a line was written."""
        return Replay(self.header, self.steps[: max(line - 2, 0)], source=self.source)

    @property
    def moves(self) -> list[MoveEntry]:
        """The recorded moves, in order."""
        return [entry for entry in self.steps if isinstance(entry, MoveEntry)]

    @property
    def players(self) -> list[Player]:
        """The players in seating order."""
        return players_of(self.header)

    @property
    def ended(self) -> bool:
        """Whether the recording holds the game's end."""
        return any(isinstance(entry, EndEntry) for entry in self.steps)

    @staticmethod
    def read(path: str | Path) -> "Replay":
        """Read a file.

        Raises:
            ReplayError: it cannot be read or is no replay; ``line`` says where. A broken last line is no
                error: see ``cut_off``.
        """
        try:
            with Path(path).open("rb") as stream:
                text = stream.read(MAX_BYTES + 1)
        except OSError as error:
            raise ReplayError(f"cannot be read: {error.strerror or error}") from error
        if len(text) > MAX_BYTES:
            raise ReplayError(f"the file is larger than {MAX_BYTES // 1024**2} MiB")
        return Replay.parse(text, source=str(path))

    @staticmethod
    def parse(text: bytes, *, source: str = "") -> "Replay":
        """Read the bytes of a file; raises as ``read`` does."""
        if not text.strip():
            raise ReplayError("the file is empty")
        lines = text.split(b"\n")
        terminated = lines[-1] == b""
        if terminated:
            lines.pop()
        header = read_header(lines[0].rstrip(b"\r"))
        steps: list[AnyEntry] = [*read_moves(lines[1:])]
        for number, line in enumerate(lines[1 + len(steps) :], 2 + len(steps)):
            try:
                steps.append(read_entry(line, number))
            except ReplayError as error:
                if number == len(lines) and not terminated:
                    reason = f"line {number} is cut off ({error}); everything before it is whole"
                    return Replay(header, steps, source=source, cut_off=reason, whole=len(text) - len(line))
                raise
        return Replay(header, steps, source=source, whole=len(text))
