"""What a person sees on standard output: in colour on a terminal, plain text everywhere else."""

import errno
import os
import re
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from aurum_states.errors import GameError

PLAIN_WIDTH = 100
"""Columns of what is drawn where there is no terminal."""


def _checked(highlights: Mapping[str, str]) -> Mapping[str, str]:
    """Return the styles a game declares; raises GameError when they are none."""
    from aurum_states.definitions.shapes import short_repr

    right = "highlights must be a dict of a rich style for each regular expression"
    if not isinstance(highlights, Mapping):
        raise GameError(f"{right}, not {short_repr(highlights)}")
    for pattern, style in highlights.items():
        if not isinstance(pattern, str) or not isinstance(style, str):
            raise GameError(f"{right}; {short_repr(pattern)}: {short_repr(style)} is none")
        try:
            re.compile(pattern)
        except re.error as error:
            raise GameError(f"{right}; {pattern!r:.60} is no regular expression: {error}") from error
    return highlights


class Screen:
    """Shows text and drawings. ``highlights`` are the game's: a rich style for each regular expression."""

    def __init__(self, highlights: Mapping[str, str] | None = None) -> None:
        self.is_terminal = sys.stdout.isatty() and os.environ.get("TERM", "") not in ("", "dumb")
        self._highlights = _checked(highlights or {})
        self._console: Any = None

    def line(self, text: str = "", style: str = "") -> None:
        """Show one line, or several."""
        if not self.is_terminal:
            print(text, flush=True)
            return
        from rich.text import Text

        shown = Text(text, style=style)
        for pattern, colour in self._highlights.items():
            shown.highlight_regex(pattern, colour)
        self._rich().print(shown)

    def draw(self, drawing: Any) -> None:
        """Show what a game has drawn: text or a rich renderable."""
        if isinstance(drawing, str):
            self.line(drawing)
        else:
            try:
                self._print(drawing)
            except OSError:
                raise
            except Exception as error:  # what is drawn is the game's, and so is what fails in it
                what = f"{type(error).__name__}: {error}"
                raise GameError(f"what the game draws cannot be shown: {what}") from error

    def _print(self, drawing: object) -> None:
        """Print a renderable; where there is no terminal its lines end without blanks."""
        if self.is_terminal:
            self._rich().print(drawing)
            return
        with self._rich().capture() as captured:
            self._rich().print(drawing)
        self.line("\n".join(line.rstrip() for line in captured.get().splitlines()))

    def columns(self, items: Iterable[str]) -> None:
        """Show short texts in columns."""
        shown = list(items)
        width = max(map(len, shown), default=0) + 2
        per_line = max(1, (self.width - 2) // width)
        for start in range(0, len(shown), per_line):
            self.line("  " + "".join(item.ljust(width) for item in shown[start : start + per_line]).rstrip())

    def clear(self) -> None:
        """Empty the screen, what has scrolled off it included: the next person must not read it."""
        if self.is_terminal:
            sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
        else:
            sys.stdout.write("\n" * 60)
        sys.stdout.flush()

    @property
    def width(self) -> int:
        """Columns of the screen."""
        return int(self._rich().width) if self.is_terminal else PLAIN_WIDTH

    def _rich(self) -> Any:
        """Return the rich console; made when something is drawn, since importing it takes its time."""
        if self._console is None:
            from rich.console import Console

            class OutputConsole(Console):
                def on_broken_pipe(self) -> None:
                    """Leave it to the program to end (rich would, with an exit code of its own)."""
                    raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))

            self._console = (
                OutputConsole(highlight=False)
                if self.is_terminal
                else OutputConsole(
                    color_system=None, force_terminal=False, width=PLAIN_WIDTH, highlight=False
                )
            )
        return self._console
