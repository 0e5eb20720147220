"""Which brackets of a JSON text are open, and what its indentation says of those that do not fit."""

import re
from collections.abc import Iterator
from typing import NamedTuple

PARTNER = {"{": "}", "[": "]", "}": "{", "]": "["}
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\\n]|\\.)*"|[][{}]', re.DOTALL)


class Opened(NamedTuple):
    """An open bracket: where it stands, and how far its own line and the first one in it are indented."""

    offset: int
    line: int
    indent: int
    inner: int = -1


def open_brackets(text: str) -> list[int]:
    """Return the offsets of the brackets that are open at the end of a text."""
    stack: list[int] = []
    for bracket in _brackets(text):
        if bracket.group() in {"{", "["}:
            stack.append(bracket.start())
        elif stack:
            stack.pop()
    return stack


def never_closed(text: str) -> tuple[int, int] | None:
    """Return the first bracket that a line further out leaves open, and where it was to be closed.

    Only a bracket whose first line is indented can tell.
    """
    stack: list[Opened] = []
    for number, offset, line, indent in _lines(text):
        if stack and stack[-1].line < number:
            top = stack[-1]
            out = indent < top.indent or (indent == top.indent and line.lstrip()[0] not in "]}")
            if out and top.inner > top.indent:
                return top.offset, len(text[:offset].rstrip().rstrip(","))
            if top.inner < 0:
                stack[-1] = top._replace(inner=indent)
        _follow(stack, number, offset, line, indent)
    return None


def closed_too_far_in(text: str) -> int | None:
    """Return the first closing bracket on a line that is indented deeper than the one of its partner."""
    stack: list[Opened] = []
    for number, offset, line, indent in _lines(text):
        closed = _follow(stack, number, offset, line, indent)
        if line.lstrip()[0] in "]}":
            for at, opened in closed:
                if opened.indent < indent and opened.line < number:
                    return at
    return None


def _lines(text: str) -> Iterator[tuple[int, int, str, int]]:
    """Yield the lines that are not blank: number, offset, text, indentation."""
    offset = 0
    for number, line in enumerate(text.split("\n")):
        if line.strip():
            yield number, offset, line, len(line) - len(line.lstrip())
        offset += len(line) + 1


def _follow(
    stack: list[Opened], number: int, offset: int, line: str, indent: int
) -> list[tuple[int, Opened]]:
    """Open and close what a line opens and closes; return where brackets were closed, and which."""
    closed = []
    for bracket in _brackets(line):
        if bracket.group() in {"{", "["}:
            stack.append(Opened(offset + bracket.start(), number, indent))
        elif stack:
            closed.append((offset + bracket.start(), stack.pop()))
    return closed


def _brackets(text: str) -> Iterator[re.Match[str]]:
    return (match for match in _STRING_OR_BRACKET.finditer(text) if len(match.group()) == 1)
