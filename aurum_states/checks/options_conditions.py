"""Rules about conditions of options: what they name must be there, and players must be told."""

from collections.abc import Iterator, Mapping
from typing import Any

from aurum_states.checks.choices_written import Group, entries, numbers_of, value_ids
from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions.choices import number_of
from aurum_states.definitions.document import DataPath, Document
from aurum_states.definitions.options import FRAMEWORK_OPTIONS
from aurum_states.names import listed
from aurum_states.problems import Problem

SPEED, MODE = 200, 201
"""BGA's options for the speed of the game and for its mode, which conditions may name."""

_FRAMEWORK_VALUES = {
    SPEED: (range(22), "0 to 9 are real time, 10 to 21 turn-based"),
    MODE: (range(3), "0 normal, 1 training, 2 arena"),
}
_REFERRING = ("otheroption", "otheroptionisnot")


def references(subject: Subject) -> Iterator[Problem]:
    """Find conditions that name no option, one that is not there, themselves, or a value it has not."""
    if not subject.conditions:
        return
    document = subject.documents["gameoptions"]
    known = {number_of(key): value_ids(option) for key, option in entries(document)}
    for group in subject.conditions:
        for path, condition in group.conditions:
            if "value" in condition and condition["value"] == []:
                yield document.problem(
                    "option.condition.value.none",
                    f"{group}: the condition names no value, so it can never hold or never fail",
                    (*path, "value"),
                    help="name a value, or remove the condition",
                )
            if condition.get("type") not in _REFERRING:
                continue
            problem = _reference(document, group, path, condition, known)
            if problem is not None:
                yield problem


def start_values(subject: Subject) -> Iterator[Problem]:
    """Find start conditions for values that the option does not have."""
    for group in subject.conditions:
        if group.start is None:
            continue
        ids = value_ids(subject.documents["gameoptions"].data[group.option])
        if not ids or number_of(group.start) in (None, *ids):
            continue
        yield subject.documents["gameoptions"].problem(
            "option.startcondition.value",
            f"option {group.option} has a startcondition for the value {group.start}, which it does not have",
            group.path,
            key=True,
            severity="warning",
            help=f"values are {listed(ids)}",
        )


def told(subject: Subject) -> Iterator[Problem]:
    """Find start conditions that fail without a word, and those that fail too late."""
    for group in subject.conditions:
        for path, condition in group.conditions if group.start is not None else ():
            message = condition.get("message", "")
            if isinstance(message, str) and not message.strip():
                yield subject.documents["gameoptions"].problem(
                    "option.condition.message.missing",
                    f"{group}: players are refused without a message",
                    (*path, "message") if "message" in condition else path,
                    severity="warning",
                    help='write "message": and what they can do about it',
                )
            if condition.get("gamestartonly") is True:
                yield subject.documents["gameoptions"].problem(
                    "option.condition.gamestartonly",
                    f"{group}: gamestartonly lets players make tables that can never start (Studio bug 104)",
                    (*path, "gamestartonly"),
                    severity="warning",
                    help="remove it: BGA then refuses the choice itself",
                )


def _reference(
    document: Document,
    group: Group,
    path: DataPath,
    condition: Mapping[str, Any],
    known: Mapping[int | None, list[int]],
) -> Problem | None:
    what = f"{group}: {condition['type']}"
    id_ = condition.get("id")
    if id_ is None:
        said, right = f"{what} names no option", "add the key id: the number of the option"
        at = (*path, "id") if "id" in condition else path
        return document.problem("option.condition.id.missing", said, at, help=right)
    if type(id_) is not int:  # the reader has said so
        return None
    if id_ in FRAMEWORK_OPTIONS:
        return _framework(document, what, path, condition)
    if id_ == number_of(group.option):
        return document.problem(
            "option.condition.self",
            f"{what} asks for the option that it belongs to",
            (*path, "id"),
            help="name another option",
        )
    if id_ not in known:
        if document.partial:  # it may be in the part that could not be read
            return None
        own = listed(number for number in known if number not in (None, number_of(group.option)))
        return document.problem(
            "option.condition.option",
            f"{what} names the option {id_}, which does not exist",
            (*path, "id"),
            help=f"other options are {own}; BGA's own are {SPEED} (speed) and {MODE} (mode)",
        )
    ids = known[id_]
    numbers = numbers_of(condition)
    missing = [number for number in numbers if number not in ids]
    if ids and not missing and condition["type"] == "otheroptionisnot" and set(ids) <= set(numbers):
        return document.problem(
            "option.condition.never",
            f"{what} names every value of option {id_}, so it can never hold",
            (*path, "value"),
            severity="warning",
            help="leave out the values with which it shall hold",
        )
    if not missing or not ids:
        return None
    return document.problem(
        "option.condition.value",
        f"{what} names the value {listed(missing)}, which option {id_} does not have",
        _value_path(path, condition, missing[0]),
        help=f"values of option {id_} are {listed(ids)}",
    )


def _framework(document: Document, what: str, path: DataPath, condition: Mapping[str, Any]) -> Problem | None:
    id_ = condition["id"]
    if id_ not in _FRAMEWORK_VALUES:
        return document.problem(
            "option.condition.framework",
            f"{what} names BGA's own option {id_}, of which nothing is written",
            (*path, "id"),
            severity="info",
            help=f"documented are {SPEED} (speed) and {MODE} (mode)",
        )
    values, meaning = _FRAMEWORK_VALUES[id_]
    missing = [number for number in numbers_of(condition) if number not in values]
    if not missing:
        return None
    return document.problem(
        "option.condition.framework",
        f"{what} names the value {listed(missing)}, which BGA's option {id_} is not known to have",
        _value_path(path, condition, missing[0]),
        severity="warning",
        certainty="likely",
        help=meaning,
    )


def _value_path(path: DataPath, condition: Mapping[str, Any], number: int) -> DataPath:
    """Return where one of a condition's numbers stands."""
    value = condition["value"]
    return (*path, "value", value.index(number)) if isinstance(value, list) else (*path, "value")


RULES: tuple[Rule, ...] = (references, start_values, told)
