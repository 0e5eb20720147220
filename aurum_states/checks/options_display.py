"""Rules about how the table page shows options: levels, checkboxes, and the text in the lobby."""

from collections.abc import Iterator

from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions.document import Document
from aurum_states.definitions.options import CHECKBOX_PAIRS, Option
from aurum_states.names import listed
from aurum_states.problems import Edit, Fix, Problem

MANY = 8
"""So many options without one that is folded away make a long page."""

_CHECKBOX_WORDS = frozenset().union(*CHECKBOX_PAIRS)


def levels(subject: Subject) -> Iterator[Problem]:
    """Find more than one major option, and many options of which none is folded away."""
    document = subject.documents.get("gameoptions")
    if document is None:
        return
    majors = [number for number, option in subject.options.items() if option.level == "major"]
    for number in majors[1:]:
        yield document.problem(
            "option.level.major",
            f"option {number} is major, and option {majors[0]} is too; a game can have one",
            (str(number), "level"),
            help="keep the one that changes the game most",
        )
    options = subject.options.values()
    folded = document.partial or any(option.level == "additional" for option in options)
    if len(options) >= MANY and not folded:
        yield document.problem(
            "option.level.additional",
            f"all {len(options)} options are shown at once, none has the level additional",
            (str(next(iter(subject.options))),),
            key=True,
            severity="info",
            help='give options about small details "level": "additional"; players can unfold them',
        )


def operands(subject: Subject) -> Iterator[Problem]:
    """Find what goes with a displaycondition where there is none, or nothing to join."""
    document = subject.documents.get("gameoptions")
    if document is None:
        return
    for number, option in subject.options.items():
        shown = option.display_condition
        if "display_condition_operand" in option.model_fields_set and len(shown) < 2:
            joined = "one condition only" if shown else "no conditions"
            yield document.problem(
                "option.operand.single",
                f"option {number}: displayconditionoperand joins {joined}",
                (str(number), "displayconditionoperand"),
                key=True,
                severity="info",
                help="remove it",
            )
        if option.not_displayed_message and not shown:
            yield document.problem(
                "option.message.unused",
                f"option {number} is always displayed, so nobody reads its notdisplayedmessage",
                (str(number), "notdisplayedmessage"),
                key=True,
                severity="info",
                help="add a displaycondition, or remove it",
            )


def checkboxes(subject: Subject) -> Iterator[Problem]:
    """Find two values that look like a checkbox and are not named as one."""
    document = subject.documents.get("gameoptions")
    if document is None:
        return
    for option in subject.options.values():
        if len(option.values) != 2 or option.is_checkbox:
            continue
        words = {value.name.strip().lower() for value in option.values.values()}
        if len(words) < 2 or not words <= _CHECKBOX_WORDS:
            continue
        names = listed(repr(value.name) for value in option.values.values())
        paired = words in CHECKBOX_PAIRS
        why = "a blank keeps them from being" if paired else "they are no pair, so BGA does not make them"
        yield document.problem(
            "option.checkbox",
            f"option {option.id}: the values are named {names}, and {why} a checkbox",
            (str(option.id), "values"),
            key=True,
            severity="warning" if paired else "info",
            certainty="likely",
            help="checkboxes are yes and no, on and off, enabled and disabled",
            fix=_without_blanks(document, option) if paired else None,
        )


def lobby_texts(subject: Subject) -> Iterator[Problem]:
    """Find texts for the lobby that tell no two tables apart."""
    document = subject.documents.get("gameoptions")
    if document is None:
        return
    for option in subject.options.values():
        first: dict[str, int] = {}
        for id_, value in option.values.items():
            path = (str(option.id), "values", str(id_), "tmdisplay")
            if value.tmdisplay and first.setdefault(value.tmdisplay, id_) != id_:
                yield document.problem(
                    "option.tmdisplay.same",
                    f"option {option.id}: the lobby shows {value.tmdisplay!r} for value {id_} and for value "
                    f"{first[value.tmdisplay]}",
                    path,
                    severity="info",
                    help="give each a text of its own",
                )
            elif value.tmdisplay and id_ == option.default and option.is_checkbox:
                yield document.problem(
                    "option.tmdisplay.default",
                    f"option {option.id}: the lobby shows {value.tmdisplay!r} for every table that leaves "
                    "this checkbox as it is",
                    path,
                    severity="info",
                    help='write "" for the default, so that the lobby shows what is unusual',
                )


def _without_blanks(document: Document, option: Option) -> Fix | None:
    edits: list[Edit] = []
    for id_, value in option.values.items():
        name = value.name.strip()
        path = (str(option.id), "values", str(id_), "name")
        fix = document.rewrite("", f'"{name}"', path) if name != value.name else None
        edits += fix.edits if fix is not None else ()
    return Fix("remove the blanks", tuple(edits)) if edits else None


RULES: tuple[Rule, ...] = (levels, operands, checkboxes, lobby_texts)
