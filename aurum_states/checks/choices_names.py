"""What players read of options and preferences: names that are missing, given twice, or have markup."""

import re
from collections.abc import Iterator, Mapping

from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions.document import DataPath, Document
from aurum_states.definitions.options import Option
from aurum_states.definitions.preferences import Preference
from aurum_states.problems import Problem

_MARKUP = re.compile(r"</?[A-Za-z][^<>]*>|&#?\w+;")


def option_names(subject: Subject) -> Iterator[Problem]:
    """Find names of options and values that do not tell them apart, or that have HTML."""
    document = subject.documents.get("gameoptions")
    if document is not None:
        yield from _names(document, subject.options, kind="option")


def preference_names(subject: Subject) -> Iterator[Problem]:
    """Find names of preferences and values that do not tell them apart, or that have HTML."""
    document = subject.documents.get("gamepreferences")
    if document is not None:
        yield from _names(document, subject.preferences, kind="preference")


def _names(
    document: Document, entries: Mapping[int, Option] | Mapping[int, Preference], *, kind: str
) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for number, entry in entries.items():
        path, what = (str(number), "name"), f"{kind} {number}"
        yield from _text(document, entry.name, path, what, kind=kind)
        name = entry.name.strip()
        if name and first.setdefault(name, number) != number:
            said = f"{what} is named {name!r}, as {kind} {first[name]} is"
            in_turn = isinstance(entry, Option) and bool(entry.display_condition)
            yield _twice(document, path, said, kind=kind, in_turn=in_turn)
        named: dict[str, int] = {}
        for id_, value in entry.values.items():
            at, name = (str(number), "values", str(id_), "name"), value.name.strip()
            yield from _text(document, value.name, at, f"{what}: value {id_}", kind=kind)
            if name and named.setdefault(name, id_) != id_:
                said = f"{what}: value {id_} is named {name!r}, as value {named[name]} is"
                yield _twice(document, at, said, kind=kind)


def _text(document: Document, name: str, path: DataPath, what: str, *, kind: str) -> Iterator[Problem]:
    if not name.strip():
        yield document.problem(
            f"{kind}.name.empty",
            f"{what} has an empty name, so players see nothing to choose by",
            path,
            severity="warning" if kind == "option" else "info",
            help="name it",
        )
    elif ("<" in name or "&" in name) and _MARKUP.search(name):
        yield document.problem(
            f"{kind}.name.html",
            f"{what} has HTML in its name: translators see the tags, and players may",
            path,
            severity="info",
            help="write plain text, and a longer text into description",
        )


def _twice(document: Document, path: DataPath, said: str, *, kind: str, in_turn: bool = False) -> Problem:
    """Return the problem of a name given twice; ``in_turn``: the two may never be shown together."""
    return document.problem(
        f"{kind}.name.twice",
        said,
        path,
        severity="info" if in_turn else "warning",
        help="give each a name of its own",
    )


RULES: tuple[Rule, ...] = (option_names, preference_names)
