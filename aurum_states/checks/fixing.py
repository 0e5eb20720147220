"""Apply safe fixes to files: comments, order and formatting stay; what would not load is not written."""

import difflib
import os
import re
import stat
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from aurum_states.checks.run import READERS
from aurum_states.checks.targets import kind_of
from aurum_states.definitions.document import Reading, SourceText, Span
from aurum_states.definitions.json_source import parse_json
from aurum_states.definitions.yaml_source import parse_yaml
from aurum_states.problems import Edit, Problem, Report

_Change: TypeAlias = tuple[int, int, str]
"""First and one-past-last character, and the text that takes their place."""

_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class FixedFile:
    """A file as it is and as it would be. ``titles`` say what was put right.

    ``refused`` says why the file must be left alone; it is empty where the fixes hold.
    """

    file: str
    before: str
    after: str
    titles: tuple[str, ...]
    refused: str = ""

    def diff(self) -> str:
        """Return what changes as a unified diff."""
        before, after = (_LINES.findall(text) for text in (self.before, self.after))
        name = self.file.replace(os.sep, "/")
        lines = difflib.unified_diff(before, after, f"a/{name}", f"b/{name}")
        return "".join(
            line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
        )

    def write(self) -> None:
        """Write the file at once or not at all, with the rights that it had.

        Raises OSError when it cannot be written or has changed since it was checked.
        """
        path = Path(self.file).resolve()
        content = path.read_bytes()
        bom = _BOM if content.startswith(_BOM) else b""
        if content != bom + self.before.encode():
            raise OSError(None, "it has changed in the meantime", self.file)
        if not path.stat().st_mode & stat.S_IWUSR:  # another file in its place would get round that
            raise OSError(None, "it is write-protected", self.file)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(bom + self.after.encode())
            Path(name).chmod(stat.S_IMODE(path.stat().st_mode))
            Path(name).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(name).unlink()
            raise


def fixed_files(problems: Iterable[Problem], sources: Mapping[str, SourceText]) -> list[FixedFile]:
    """Return the files that the fixes of some problems change, in the order of the problems."""
    by_file: dict[str, list[Problem]] = {}
    for problem in problems:
        if problem.fix is not None and problem.place.file in sources:
            by_file.setdefault(problem.place.file, []).append(problem)
    return [_fixed(sources[file], found) for file, found in by_file.items()]


def _fixed(source: SourceText, problems: Iterable[Problem]) -> FixedFile:
    edits: list[_Change] = []
    titles = []
    for problem in problems:
        assert problem.fix is not None
        spans = [span for span in (_span(source, edit) for edit in problem.fix.edits) if span not in edits]
        if any(_overlap(span, edit) for span in spans for edit in edits):
            continue
        edits += spans
        titles.append(problem.fix.title)
    parts: list[str] = []
    done, length = 0, 0
    changed = []
    for start, end, new in sorted(edits):
        parts += [source.text[done:start], new]
        length += start - done
        changed.append((length, length + len(new)))
        done, length = end, length + len(new)
    text = "".join([*parts, source.text[done:]])
    return FixedFile(source.file, source.text, text, tuple(titles), _refusal(source, text, changed))


def _span(source: SourceText, edit: Edit) -> _Change:
    place = edit.place
    assert place.line and place.column and place.end_line and place.end_column
    start = source.offset(place.line, place.column)
    return start, source.offset(place.end_line, place.end_column), edit.text


def _overlap(one: _Change, other: _Change) -> bool:
    return one[0] == other[0] or (one[0] < other[1] and other[0] < one[1])


def _refusal(source: SourceText, text: str, changed: Iterable[Span]) -> str:
    """Return why a fixed text must not be written: it cannot be read, or what was written is wrong too.

    Errors elsewhere that only came to light, because more of the file could be read, are no reason.
    """
    before, after = _errors(source.file, source.text), _errors(source.file, text)
    if after is None or before is None:
        return "the fixed text would not load"
    fixed = SourceText(source.file, text)
    written = [(fixed.position(start), fixed.position(end)) for start, end in changed]
    known = Counter(error.code for error in before)
    for error in after:
        at = (error.place.line or 0, error.place.column or 0)
        there = any(start <= at < end for start, end in written)
        known[error.code] -= 1
        if there or (known[error.code] < 0 and error.code.startswith(("yaml.", "json."))):
            return f"it would still be wrong: {error}"
    return ""


def _errors(file: str, text: str) -> list[Problem] | None:
    """Return the errors in a text, None when it cannot be read at all."""
    report = Report()
    path = Path(file)
    suffix, kind = path.suffix.lower(), kind_of(path)
    if suffix in {".json", ".jsonc"}:
        document = parse_json(text, file, report, comments=suffix == ".jsonc")
    else:
        document = parse_yaml(text, file, report)
    if document is None or kind is None:
        return None
    READERS[kind](Reading(document, report))
    return report.errors
