"""A JSON text with slips in it, and the edits that let a decoder go on."""

import re
from typing import NamedTuple, TypeAlias

from aurum_states.definitions.document import Span

Change: TypeAlias = tuple[int, int, str]
"""First and one-past-last character, and what takes their place: nothing longer, unless they are none."""

STRING = r'"(?:[^"\\\n]|\\.)*"'
"""Pattern of a text."""
STRING_OR_COMMENT = re.compile(rf"{STRING}|//[^\n]*|/\*.*?\*/", re.DOTALL)


class Slip(NamedTuple):
    """One syntax error, at an offset of the text as it is mended so far.

    ``edits`` let the decoder go on; without them what was meant is open. ``title`` is that of the fix where
    they are what anybody would write. ``guess`` is the stretch whose value is none that was meant.
    """

    message: str
    right: str
    offset: int
    edits: tuple[Change, ...] = ()
    title: str = ""
    guess: Span | None = None


class MendedText:
    """A text that is changed, with the way back to the offsets that it had at first."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._added: list[Span] = []

    def apply(self, edits: tuple[Change, ...]) -> None:
        """Change the text; blanks fill up what is shorter, so that only insertions move what follows."""
        for start, end, new in sorted(edits, reverse=True):
            length = len(new) if start == end else 0
            self.text = self.text[:start] + new.ljust(end - start) + self.text[end:]
            if length:
                moved = [(at + length, size) if at >= start else (at, size) for at, size in self._added]
                self._added = sorted([*moved, (start, length)])

    def original(self, offset: int) -> int:
        """Return where the character at an offset stood before any change."""
        before = 0
        for at, size in self._added:
            if at >= offset:
                break
            before += min(size, offset - at)
        return offset - before


def without_comments(text: str) -> str:
    """Return a text with its comments as blanks."""
    return STRING_OR_COMMENT.sub(blanked, text)


def blanked(match: re.Match[str]) -> str:
    """Return blanks for a match that is no text, with its line ends kept."""
    found = match.group()
    return found if found.startswith('"') else re.sub(r"[^\r\n]", " ", found)
