"""Defaults of options and preferences that are there by chance, and choices that are none."""

from collections.abc import Iterator

from aurum_states.checks.choices_written import entries, value_ids
from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions.choices import number_of
from aurum_states.definitions.corrections import rewritten
from aurum_states.definitions.document import Document
from aurum_states.problems import Problem


def option_defaults(subject: Subject) -> Iterator[Problem]:
    """Find defaults of options that are a text or hang on the order, and options with one value."""
    document = subject.documents.get("gameoptions")
    if document is not None:
        yield from _defaults(document, kind="option")


def preference_defaults(subject: Subject) -> Iterator[Problem]:
    """Find defaults of preferences that are a text or hang on the order, and preferences with one value."""
    document = subject.documents.get("gamepreferences")
    if document is not None:
        yield from _defaults(document, kind="preference")


def _defaults(document: Document, *, kind: str) -> Iterator[Problem]:
    for key, entry in entries(document):
        ids, default = value_ids(entry), entry.get("default")
        if isinstance(default, str) and number_of(default) is not None:
            yield document.problem(
                f"{kind}.default.text",
                f"{kind} {key}: the default is the text {default!r}, where BGA's page has a number",
                (key, "default"),
                severity="warning",
                help=f"write {default}",
                fix=rewritten(document, (key, "default"), default),
            )
        elif default is None and len(ids) > 1:
            yield document.problem(
                f"{kind}.default.first",
                f"{kind} {key} names no default, so BGA takes the value that is listed first, {ids[0]}",
                (key, "default") if "default" in entry else (key,),
                key="default" not in entry,
                severity="info",
                help=f'write "default": {ids[0]}, and the values can change places',
            )
        if len(ids) == 1:
            yield document.problem(
                f"{kind}.values.single",
                f"{kind} {key} has one value only, so there is nothing to choose",
                (key, "values"),
                key=True,
                severity="info",
            )


RULES: tuple[Rule, ...] = (option_defaults, preference_defaults)
