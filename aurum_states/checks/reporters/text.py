"""Problems as lines of text, ``path:line:column: severity code message``; at a terminal with their source."""

import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from aurum_states.definitions.document import SourceText
from aurum_states.definitions.sources import read_text
from aurum_states.problems import Place, Problem, Report

if TYPE_CHECKING:
    from aurum_states.checks.run import Checked

_COLOURS: Mapping[str, str] = {"error": "1;31", "warning": "1;33", "info": "1;36"}
_WIDE = frozenset("WF")


def render(checked: "Checked", *, width: int = 0, colours: bool = False) -> str:
    """Return the problems, one a line; with a ``width`` each with its source line, a caret and advice."""
    sources = {file: document.source for file, document in checked.documents.items()}
    lines = []
    for problem in checked.problems:
        lines.append(_line(problem, colours=colours))
        if width:
            lines += _snippet(problem.place, sources, width)
            lines += [f"  = {_printable(problem.help)}"] if problem.help else []
        elif problem.help:
            lines[-1] += f"; {_printable(problem.help)}"
    return "".join(f"{line}\n" for line in lines)


def _line(problem: Problem, *, colours: bool) -> str:
    severity: str = problem.severity
    if colours:
        severity = f"\x1b[{_COLOURS[severity]}m{severity}\x1b[0m"
    sure = "" if problem.certainty == "certain" else f" ({problem.certainty})"
    where = _printable(str(problem.place))
    return f"{where}: {severity} {problem.code} {_printable(problem.message)}{sure}"


def _snippet(place: Place, sources: Mapping[str, SourceText], width: int) -> list[str]:
    """Return the source line of a place with a caret below it, cut to a width; nothing if it has none."""
    if place.line is None or place.column is None:
        return []
    source = sources.get(place.file) or _source(place.file)
    if source is None or place.line > len(source.line_starts):
        return []
    line = source.line(place.line)
    start = place.column - 1
    end = place.end_column - 1 if place.end_line == place.line and place.end_column else len(line)
    number = f"{place.line:>5} | "
    first = max(0, start - (width - len(number)) // 2) if _columns(line) > width - len(number) else 0
    shown = ""
    for char in line[first:]:
        if _columns(shown + char) > width - len(number):
            break
        shown += char
    caret = "^" * max(1, _columns(shown[start - first : end - first]))
    pad = " " * (_columns(shown[: start - first]) + len(number) - 2)
    return [f"{number}{_one_column_each(shown)}".rstrip(), f"{pad[:5]} | {pad[6:]}{caret}"[: width + 2]]


@cache
def _source(file: str) -> SourceText | None:
    """Return a file that could not be read as a definition: its text is shown all the same."""
    text = read_text(Path(file), Report())
    return None if text is None else SourceText(file, text)


def _columns(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in _WIDE else 1
        for char in text
    )


def _one_column_each(text: str) -> str:
    """Return a source line with tabs as blanks and nothing that would steer a terminal."""
    return "".join(char if char.isprintable() else " " if char == "\t" else "?" for char in text)


def _printable(text: str) -> str:
    """Return a text in one line, with nothing in it that would steer a terminal."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
