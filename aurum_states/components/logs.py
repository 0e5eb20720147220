"""What a game's code writes to its log: for its author's eyes, no part of the table and its digest."""

from collections import deque
from collections.abc import Iterator
from typing import Literal, NamedTuple

Level = Literal["trace", "debug", "warn", "error"]

LIMIT = 1000
"""How many lines a table keeps: the last ones."""


class LogLine(NamedTuple):
    """One line of a log."""

    level: Level
    text: str


class Logs:
    """A table's log. What a refused or failed action wrote stays in it, as on BGA."""

    __slots__ = ("_lines",)

    def __init__(self) -> None:
        self._lines: deque[LogLine] | None = None

    def write(self, level: Level, text: object) -> None:
        """Add a line; the oldest goes when there are too many."""
        if self._lines is None:
            self._lines = deque(maxlen=LIMIT)
        self._lines.append(LogLine(level, str(text)))

    def __iter__(self) -> Iterator[LogLine]:
        return iter(self._lines or ())

    def __len__(self) -> int:
        return len(self._lines or ())

    def clear(self) -> None:
        """Forget all lines."""
        self._lines = None
