"""Comments that silence a problem: ``# aurum-states: ignore CODE[, CODE]`` on its line or the line above.

In YAML and Python a comment starts with ``#``, in ``.jsonc`` with ``//``; plain JSON has none. A file that
cannot be read has no comments either, so that nothing hides a syntax error.
"""

import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from aurum_states.checks.choice import covers
from aurum_states.checks.subject import Subject
from aurum_states.definitions.document import SourceText
from aurum_states.definitions.sources import read_text
from aurum_states.names import did_you_mean
from aurum_states.problems import Place, Problem, Report

MARK = "aurum-states:"
_CODE = r"[a-z]+(?:\.[a-z_]+)+"
_COMMENT = re.compile(
    rf"(?:#|//)[ \t]*aurum-states:[ \t]*ignore\b[ \t:]*(?P<codes>{_CODE}(?:[ \t]*,[ \t]*{_CODE})*)?"
)
_STRING_OR_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*')


@dataclass(slots=True)
class Ignore:
    """One code that a comment silences on a line; ``used`` once it has done so."""

    code: str
    place: Place
    line: int
    used: bool = False


def suppressed(problems: Iterable[Problem], subject: Subject) -> list[Problem]:
    """Return the problems that no comment silences, and a warning for each comment that silences nothing."""
    found = list(problems)
    kept: list[Problem] = []
    ignores: dict[str, list[Ignore]] = {}
    for source in _sources(found, subject):
        ignores[source.file] = list(_ignores(source, kept))
    for problem in found:
        silencing = [
            ignore
            for ignore in ignores.get(problem.place.file, ())
            if ignore.line == problem.place.line and covers(ignore.code, problem.code)
        ]
        for ignore in silencing:
            ignore.used = True
        if not silencing:
            kept.append(problem)
    unused = [ignore for each in ignores.values() for ignore in each if not ignore.used]
    kept += (_unused(ignore) for ignore in unused if _was_checked(ignore.code, subject))
    return kept


def _sources(problems: Iterable[Problem], subject: Subject) -> list[SourceText]:
    """Return the files that have a comment for us: those that were read, and Python files with a problem."""
    sources = [document.source for document in subject.documents.values()]
    for file in dict.fromkeys(problem.place.file for problem in problems):
        if file.endswith(".py"):
            text = read_text(Path(file), Report())
            sources += [] if text is None else [SourceText(file, text)]
    return [source for source in sources if MARK in source.text]


def _ignores(source: SourceText, problems: list[Problem]) -> Iterator[Ignore]:
    """Yield what the comments of a file silence; report those that name no code."""
    for offset in _comments(source):
        match = _COMMENT.match(source.text, offset)
        if match is None:
            continue
        line, _ = source.position(offset)
        place = source.place(offset, match.end())
        codes = re.findall(_CODE, match["codes"] or "")
        if not codes:
            message = "this comment does not say what it ignores"
            right = f"write `{match[0].rstrip()} CODE`"
            problems.append(Problem("ignore.code", message, place, "warning", help=right))
        silenced = _line_below(source, line) if _stands_alone(source, line) else line
        for code in codes:
            yield Ignore(code, place, silenced)


def _comments(source: SourceText) -> list[int]:
    """Return the offsets of the comments of a file in which our mark may stand."""
    suffix = Path(source.file).suffix.lower()
    if suffix == ".py":
        return _python_comments(source)
    if suffix == ".json":
        return []
    if suffix == ".jsonc":
        return [match.start() for match in _STRING_OR_COMMENT.finditer(source.text) if match[0][0] == "/"]
    return _yaml_comments(source)


def _yaml_comments(source: SourceText) -> list[int]:
    """Return the offsets of ``#`` that start a comment with our mark: none in a text, none inside a word."""
    import yaml

    from aurum_states.definitions.yaml_source import LOADER

    text = source.text
    offsets = [match.start() for match in _COMMENT.finditer(text) if match[0][0] == "#"]
    offsets = [offset for offset in offsets if offset == 0 or text[offset - 1].isspace()]
    tokens = yaml.scan(text, Loader=LOADER)  # the file was read, so this raises nothing
    scalars = [
        (token.start_mark.index, token.end_mark.index)
        for token in tokens
        if isinstance(token, yaml.ScalarToken)
    ]
    return [offset for offset in offsets if not any(start <= offset < end for start, end in scalars)]


def _python_comments(source: SourceText) -> list[int]:
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source.text, newline="").readline))
    except (tokenize.TokenError, SyntaxError):
        return []  # what Python says of it is a problem of its own
    return [
        source.offset(token.start[0], token.start[1] + 1)
        for token in tokens
        if token.type == tokenize.COMMENT
    ]


def _stands_alone(source: SourceText, line: int) -> bool:
    return source.line(line).lstrip().startswith(("#", "//"))


def _line_below(source: SourceText, line: int) -> int:
    """Return the next line that is no comment: several comments may stand above one line."""
    below = line + 1
    while below < len(source.line_starts) and _stands_alone(source, below):
        below += 1
    return below


def _was_checked(code: str, subject: Subject) -> bool:
    """Whether the rules of a code had all that they need, so that a silent one means something."""
    from aurum_states.checks.catalogue import catalogue

    needs = {page.needs for known, page in catalogue().items() if covers(code, known)}
    if "class" in needs and subject.source is None:
        return False
    return "graph" not in needs or (subject.graph is not None and not subject.graph.partial)


def _unused(ignore: Ignore) -> Problem:
    from aurum_states.checks.catalogue import catalogue

    known = catalogue()
    if any(covers(ignore.code, code) for code in known):
        message = f"this comment ignores {ignore.code}, which is not found on line {ignore.line}"
        right = "remove it"
    else:
        message = f"this comment ignores {ignore.code}, and there is no such problem"
        right = f"remove it{did_you_mean(ignore.code, known)}"
    return Problem("ignore.unused", message, ignore.place, "warning", help=right)
