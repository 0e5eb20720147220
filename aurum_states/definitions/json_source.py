"""JSON, read strictly by Python's own decoder; places come from a syntax tree, made when first asked for.

``.jsonc`` may have comments and trailing commas: they are blanked first, so that places stay right. A text
with syntax errors is mended where what was meant is plain, so that the rest of it can be checked too.
"""

import json
import re
from typing import Any

from aurum_states.definitions.document import Document, SourceText, Span, half_character
from aurum_states.definitions.json_mending import STRING, MendedText, Slip, without_comments
from aurum_states.definitions.json_syntax import slip_of
from aurum_states.definitions.json_tree import JsonTree
from aurum_states.problems import Edit, Fix, Place, Problem, Report

MAX_DEPTH = 60
"""Deepest nesting of lists and objects."""
MAX_SLIPS = 50
"""Most syntax errors told of one file."""

_STRING_OR_COMMA = re.compile(rf"{STRING}|,(?=\s*[}}\]])", re.DOTALL)


def parse_json(text: str, file: str, report: Report, *, comments: bool = False) -> Document | None:
    """Read JSON text; None when nothing in it can be read. ``comments`` allows comments and trailing commas.

    With syntax errors the document has what could be read all the same: it is ``partial`` where entries are
    missing, and ``guessed`` are the stretches whose value nobody knows.
    """
    source = SourceText(file, text)
    mended = MendedText(_relaxed(text) if comments else text)
    decoder = _Decoder()
    guessed: list[Span] = []
    partial = False
    tree = JsonTree(source, mended)
    try:
        data = decoder.read(mended, source, report, guessed, comments)
        if data is _OPEN:
            partial = True
            data = tree.whole_entries(decoder.stopped)
            if data is None:
                return None
    except RecursionError:
        deep = True
    except ValueError:
        report.add("json.number", "a number in this file has too many digits", Place(file))
        return None
    else:
        deep = _too_deep(data)
    if deep:
        report.add("json.limit", f"lists and objects are nested deeper than {MAX_DEPTH} levels", Place(file))
        return None
    if decoder.constants:
        guessed.extend(_constants(tree, source, report))
    if decoder.duplicates:
        report.extend(tree.duplicate_problems())
    half = half_character(mended.text, data)
    if half is not None:
        message = "half of a surrogate pair is no character"
        report.add("json.character", message, source.place(mended.original(half)))
        return None
    return Document(source, data, tree.locate, partial, tuple(guessed))


_OPEN: Any = object()
"""Stands for the data of a text that has no end: what was meant by it is open."""


class _Decoder(json.JSONDecoder):
    """Python's decoder, which also notes duplicate keys and the constants that JSON does not have."""

    def __init__(self) -> None:
        super().__init__(object_pairs_hook=self._object, parse_constant=self._constant)
        self.duplicates = False
        self.constants = False
        self.stopped = 0
        """Where reading could not go on."""

    def read(
        self, mended: MendedText, source: SourceText, report: Report, guessed: list[Span], comments: bool
    ) -> Any:
        """Return the data of a text, mending it from slip to slip; ``_OPEN`` where that is not possible."""
        reached = -1
        for _ in range(MAX_SLIPS):
            try:
                return self.decode(mended.text)
            except json.JSONDecodeError as error:
                self.stopped = error.pos
                if error.pos <= reached:  # the text was not what the last slip took it for
                    return _OPEN
                slip = slip_of(error, mended.text, comments=comments)
                report.problems.append(_problem(slip, mended, source))
                if not slip.edits:
                    return _OPEN
                if slip.guess is not None:
                    guessed.append((mended.original(slip.guess[0]), mended.original(slip.guess[1])))
                reached = error.pos
                mended.apply(slip.edits)
        return _OPEN

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        data: dict[str, Any] = dict(pairs)
        if len(data) < len(pairs):
            self.duplicates = True
            data = {}
            for key, value in pairs:
                data.setdefault(key, value)
        return data

    def _constant(self, _name: str) -> None:
        self.constants = True


def _relaxed(text: str) -> str:
    """Blank comments and trailing commas, keeping every offset."""
    return _STRING_OR_COMMA.sub(
        lambda match: match.group() if match.group() != "," else " ", without_comments(text)
    )


def _too_deep(data: Any) -> bool:
    level = [data]
    for _ in range(MAX_DEPTH + 1):
        below: list[Any] = []
        for value in level:
            if type(value) is dict:
                below.extend(value.values())
            elif type(value) is list:
                below.extend(value)
        if not below:
            return False
        level = below
    return True


def _constants(tree: JsonTree, source: SourceText, report: Report) -> list[Span]:
    """Report every NaN and Infinity; return where they stood. The tree, gets a 0 for each."""
    mended, places = tree.mended, []
    for start, end in tree.constants():
        places.append((mended.original(start), mended.original(end)))
        message = f"{mended.text[start:end]} is no JSON value"
        report.add("json.constant", message, source.place(*places[-1]))
        mended.apply(((start, end, "0"),))
    return places


def _problem(slip: Slip, mended: MendedText, source: SourceText) -> Problem:
    """Return the problem that tells of a slip, with what mends it as its fix where that is plain."""
    original = mended.original
    fix = None
    if slip.title:
        edits = (
            Edit(source.place(original(start), original(end)), new.rstrip()) for start, end, new in slip.edits
        )
        fix = Fix(slip.title, tuple(edits))
    place = source.place(min(original(slip.offset), max(len(source.text) - 1, 0)))
    return Problem("json.syntax", slip.message, place, help=slip.right, fix=fix)
