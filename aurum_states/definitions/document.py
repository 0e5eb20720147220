"""A file that was read: its data, its text, and the place of every key and value.

How the two formats are read stands in ``yaml_source`` and ``json_source``; ``sources`` opens files.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from aurum_states.problems import Certainty, Edit, Fix, Place, Problem, Report, Severity

T = TypeVar("T")

DataPath: TypeAlias = tuple[str | int, ...]
"""Where a value lies in the data: keys of mappings, indexes of lists."""

Span: TypeAlias = tuple[int, int]
"""First and one-past-last character of a stretch of text, counted from 0."""

Locator: TypeAlias = Callable[[DataPath, bool], Span | None]
"""Find the span of the value (or, with True, of the key) at a path; None when nothing is there."""

_LINE_END = re.compile(r"\r\n|\n|\r")
_SURROGATE_ESCAPE = re.compile(r"\\[uU](?:0000)?[dD][89a-fA-F]")
_PLAIN_KEY = re.compile(r"[A-Za-z_]\w*", re.ASCII)


class SourceText:
    """The text of a file and the lines in it. ``file`` is the path as messages show it."""

    __slots__ = ("_starts", "file", "text")

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self._starts: list[int] | None = None

    @property
    def line_starts(self) -> list[int]:
        """Offsets of the first character of every line."""
        if self._starts is None:
            self._starts = [0, *(match.end() for match in _LINE_END.finditer(self.text))]
        return self._starts

    def line(self, number: int) -> str:
        """Return a line (from 1) without its line end."""
        starts = self.line_starts
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n")

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column, both from 1, of a character's offset."""
        row = bisect_right(self.line_starts, offset) - 1
        return row + 1, offset - self.line_starts[row] + 1

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and column, both from 1."""
        return self.line_starts[line - 1] + column - 1

    def place(self, start: int, end: int | None = None) -> Place:
        """Return the place of a stretch of text; without an end it is one character long."""
        line, column = self.position(start)
        end_line, end_column = self.position(start + 1 if end is None else end)
        if end_line > line and end is None:
            end_line, end_column = line, column + 1
        return Place(self.file, line, column, end_line, end_column)


@dataclass(frozen=True, slots=True)
class Document:
    """The data of one file. Keys of mappings are always text; the data is shared, so never change it.

    ``file`` is the path as messages show it. ``place`` finds where a value or key was written, also
    through the anchors and merges of YAML. After syntax errors the document is ``partial`` where entries are
    missing that the file has, and ``guessed`` are the stretches for which the data has a stand-in.
    """

    source: SourceText
    data: Any
    locate: Locator
    partial: bool = False
    guessed: tuple[Span, ...] = ()

    @property
    def file(self) -> str:
        """The path as messages show it."""
        return self.source.file

    def place(self, path: DataPath = (), *, key: bool = False) -> Place:
        """Return where a value (or its key) stands; else its nearest parent's key."""
        span = self.locate(path, key)
        while span is None and path:
            path = path[:-1]
            span = self.locate(path, True)
        return self.source.place(*span) if span else Place(self.file)

    def is_guess(self, place: Place) -> bool:
        """Whether a stretch of the file is one whose value nobody knows: nothing can be said of it."""
        if not self.guessed or place.line is None or place.column is None:
            return False
        start = self.source.offset(place.line, place.column)
        end = self.source.offset(place.end_line or place.line, place.end_column or place.column)
        return any(first <= start and end <= last for first, last in self.guessed)

    def written(self, path: DataPath = (), *, key: bool = False) -> str | None:
        """Return the text of a value (or its key) as it stands in the file; None when it stands nowhere."""
        span = self.locate(path, key)
        return None if span is None else self.source.text[slice(*span)]

    def rewrite(self, title: str, text: str, path: DataPath, *, key: bool = False) -> Fix | None:
        """Return the fix that writes ``text`` in place of a value (or its key); None where nothing stands.

        In JSON the text is given without quotes for a key.
        """
        span = self.locate(path, key)
        if span is None:
            return None
        quoted = key and self.source.text[span[0] : span[0] + 1] == '"'
        new = json.dumps(text, ensure_ascii=False) if quoted else text
        return Fix(title, (Edit(self.source.place(*span), new),))

    def problem(
        self,
        code: str,
        message: str,
        path: DataPath = (),
        *,
        key: bool = False,
        severity: Severity = "error",
        certainty: Certainty = "certain",
        help: str = "",  # noqa: A002
        fix: Fix | None = None,
    ) -> Problem:
        """Return a problem that stands at a value (or its key) of this file."""
        place = self.place(path, key=key)
        written = json_path(_as_written(self.data, path))
        return Problem(code, message, place, severity, certainty, written, help, fix)


@dataclass(frozen=True, slots=True)
class Reading:
    """A document that is being read, and the report of what is wrong with it."""

    document: Document
    report: Report

    @property
    def data(self) -> Any:
        """The document's data."""
        return self.document.data

    @property
    def errors(self) -> int:
        """The number of errors so far."""
        return len(self.report.errors)

    def add(
        self,
        code: str,
        message: str,
        path: DataPath = (),
        *,
        key: bool = False,
        severity: Severity = "error",
        certainty: Certainty = "certain",
        help: str = "",  # noqa: A002
        fix: Fix | None = None,
    ) -> None:
        """Report a problem at a value (or its key) of the document, but not where only a guess stands.

        What a partial document as a whole lacks may be in the part that could not be read.
        """
        if self.document.partial and not path:
            return
        problem = self.document.problem(
            code, message, path, key=key, severity=severity, certainty=certainty, help=help, fix=fix
        )
        if not self.document.is_guess(problem.place):
            self.report.problems.append(problem)


def member(members: Mapping[str, T], key: str | int) -> T | None:
    """Return what a mapping has at a key, whatever the key's capitals: BGA spells some in two ways."""
    name = str(key)
    if name in members:
        return members[name]
    return next((members[other] for other in members if other.lower() == name.lower()), None)


def _as_written(data: Any, path: DataPath) -> DataPath:
    """Return a path with the keys as they are spelt in the data, and numbers for the indexes of lists."""
    written: list[str | int] = []
    for part in path:
        found = None
        if isinstance(data, dict):
            name = str(part)
            spelt = member({key: key for key in data}, name) if name not in data else name
            written.append(name if spelt is None else spelt)
            found = data.get(written[-1])
        elif isinstance(data, list) and str(part).isdecimal():
            written.append(int(part))
            found = data[int(part)] if int(part) < len(data) else None
        else:
            written.append(part)
        data = found
    return tuple(written)


def half_character(text: str, data: Any) -> int | None:
    """Return the offset of an escape for half of a surrogate pair, which no file can hold, or None."""
    escape = _SURROGATE_ESCAPE.search(text)
    if escape is None:
        return None
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return escape.start()
    return None


def json_path(path: DataPath) -> str:
    """Return a path in JSONPath's notation: ``$.states.bidding.possibleActions[0]``, ``$['101'].default``."""
    text = "$"
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        elif _PLAIN_KEY.fullmatch(part):
            text += f".{part}"
        else:
            text += "['" + part.replace("\\", "\\\\").replace("'", "\\'") + "']"
    return text
