"""Keys of options and preferences that BGA does not read: slips, keys at another level, unknown ones.

BGA takes what it knows and passes over the rest, so that none of this is an error.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from aurum_states.checks.choices_written import entries, values
from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions.corrections import renamed
from aurum_states.definitions.document import DataPath, Document
from aurum_states.definitions.spelling import near_miss
from aurum_states.names import listed
from aurum_states.problems import Problem

_FRAMEWORK_FLAGS = frozenset({"no_player_selection", "disable", "shortname", "tinyname", "code"})
"""What BGA's own options have beside the documented keys."""

OPTION_KEYS = frozenset(
    {"name", "values", "default", "displaycondition", "displayconditionoperand", "startcondition"}
    | {"notdisplayedmessage", "level", "disable"}
)
VALUE_KEYS = _FRAMEWORK_FLAGS | {
    *(
        "name",
        "description",
        "tmdisplay",
        "nobeginner",
        "firstgameonly",
        "beta",
        "alpha",
        "premium",
        "is_coop",
    )
}
CONDITION_KEYS = frozenset({"type", "value", "id"})
START_CONDITION_KEYS = CONDITION_KEYS | {"message", "gamestartonly"}
PREFERENCE_KEYS = frozenset(
    {"name", "values", "default", "needReload", "attribute", "generic", "description"}
)
PREFERENCE_VALUE_KEYS = frozenset({"name", "cssPref", "description"})


class _Level(NamedTuple):
    """Where a key stands: what is read there, and what is read elsewhere, by the words for where."""

    what: str
    known: frozenset[str]
    elsewhere: Mapping[str, frozenset[str]]


_OPTION = _Level("an option", OPTION_KEYS, {"in a value": VALUE_KEYS, "in a condition": START_CONDITION_KEYS})
_VALUE = _Level("a value", VALUE_KEYS, {"at the option": OPTION_KEYS, "in a condition": START_CONDITION_KEYS})
_CONDITION = _Level(
    "a displaycondition",
    CONDITION_KEYS,
    {
        "in a startcondition": START_CONDITION_KEYS,
        "at the option": OPTION_KEYS - {"name", "values"},
        "in a value": VALUE_KEYS - {"name"},
    },
)
_START_CONDITION = _Level(
    "a startcondition",
    START_CONDITION_KEYS,
    {"at the option": OPTION_KEYS - {"name", "values"}, "in a value": VALUE_KEYS - {"name"}},
)
_PREFERENCE = _Level(
    "a preference",
    PREFERENCE_KEYS,
    {"in a value": PREFERENCE_VALUE_KEYS, "at an option": OPTION_KEYS, "in an option's value": VALUE_KEYS},
)
_PREFERENCE_VALUE = _Level(
    "a preference's value",
    PREFERENCE_VALUE_KEYS,
    {"at the preference": PREFERENCE_KEYS, "in an option's value": VALUE_KEYS, "at an option": OPTION_KEYS},
)


def option_keys(subject: Subject) -> Iterator[Problem]:
    """Find keys of options, their values and conditions that mean nothing where they stand."""
    document = subject.documents.get("gameoptions")
    if document is None:
        return
    for key, option in entries(document):
        yield from _unread(document, (key,), option, _OPTION, kind="option")
        for path, value in values(key, option):
            yield from _unread(document, path, value, _VALUE, kind="option")
    for group in subject.conditions:
        level = _CONDITION if group.start is None else _START_CONDITION
        for path, condition in group.conditions:
            yield from _unread(document, path, condition, level, kind="option")
            if "id" in condition and condition.get("type") in ("minplayers", "maxplayers"):
                yield document.problem(
                    "option.key.misplaced",
                    f"{group}: {condition['type']} counts players and reads no id",
                    (*path, "id"),
                    key=True,
                    severity="warning",
                    help="remove it, or write the type otheroption",
                )


def preference_keys(subject: Subject) -> Iterator[Problem]:
    """Find keys of preferences and their values that mean nothing where they stand."""
    document = subject.documents.get("gamepreferences")
    if document is None:
        return
    for key, preference in entries(document):
        yield from _unread(document, (key,), preference, _PREFERENCE, kind="preference")
        for path, value in values(key, preference):
            yield from _unread(document, path, value, _PREFERENCE_VALUE, kind="preference")


def _unread(
    document: Document, path: DataPath, data: Mapping[str, object], level: _Level, *, kind: str
) -> Iterator[Problem]:
    """Yield a problem for every key that nothing reads at a level."""
    if data.keys() <= level.known:
        return
    for key in data:
        if key in level.known or key.startswith("$"):
            continue
        at, fix = (*path, key), None
        meant = near_miss(key, level.known - data.keys())
        other = next((where for where, keys in level.elsewhere.items() if key in keys), None)
        if meant is not None:
            code = f"{kind}.key.misspelt"
            said, right = f"nothing reads the key {key!r} (did you mean {meant!r}?)", f"write {meant}"
            fix = None if _switched_off(key) else renamed(document, at, meant)
        elif other is not None:
            code = f"{kind}.key.misplaced"
            said, right = f"{key} means nothing in {level.what}", _advice(key, level, other)
        else:
            code = f"{kind}.key.unknown"
            said = f"nothing reads the key {key!r} in {level.what}"
            right = f"keys are {listed(sorted(level.known - _FRAMEWORK_FLAGS))}; $ in front makes a comment"
        yield document.problem(
            code, f"{kind} {path[0]}: {said}", at, key=True, severity="warning", help=right, fix=fix
        )


def _switched_off(key: str) -> bool:
    """Whether a sign at an end of a key looks as if somebody did not want it read any more."""
    plain = key.strip()
    return not (plain[:1].isalnum() and plain[-1:].isalnum())


def _advice(key: str, level: _Level, where: str) -> str:
    if key == "default":
        return f"write it {where}, with the id of this value"
    if key == "message" and level is _CONDITION:
        return "what players see in place of a hidden option is its notdisplayedmessage"
    return f"it is read {where} only"


RULES: tuple[Rule, ...] = (option_keys, preference_keys)
