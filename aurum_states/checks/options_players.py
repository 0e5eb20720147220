"""Rules about conditions that count players."""

from collections.abc import Iterator, Mapping
from typing import Any

from aurum_states.checks.choices_written import Group, numbers_of
from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions.document import Document
from aurum_states.definitions.shapes import short_repr
from aurum_states.problems import Problem

MOST_PLAYERS = 20
"""More do not sit at any table of BGA: a condition that needs more can never hold."""

_ALL = frozenset(range(1, MOST_PLAYERS + 1))


def lists(subject: Subject) -> Iterator[Problem]:
    """Find lists of player counts in start conditions, where BGA reads one number only."""
    for group in subject.conditions:
        for path, condition in group.conditions if group.start is not None else ():
            kind = condition.get("type")
            if kind in ("minplayers", "maxplayers") and isinstance(condition.get("value"), list):
                yield subject.documents["gameoptions"].problem(
                    "option.condition.players.list",
                    f"{group}: {kind} has a list, which BGA knows in a displaycondition only",
                    (*path, "value"),
                    severity="error" if kind == "minplayers" else "warning",
                    help="write one number",
                )


def impossible(subject: Subject) -> Iterator[Problem]:
    """Find conditions that hold with no number of players: often those of something that is not ready yet."""
    for group in subject.conditions:
        document = subject.documents["gameoptions"]
        operand = document.data[group.option].get("displayconditionoperand")
        yield from _impossible(document, group, either=group.start is None and operand == "or")


def _impossible(document: Document, group: Group, *, either: bool) -> Iterator[Problem]:
    left = _ALL
    for path, condition in group.conditions:
        counts = player_counts(condition)
        if counts is None:
            continue
        if counts & left:
            left = left if either else left & counts
            continue
        which = f"{condition['type']} {short_repr(condition['value'])}"
        together = " together with the conditions before it" if counts else ""
        yield document.problem(
            "option.condition.never",
            f"{group}: {which} can never hold{together}, so "
            + ("the option is never shown" if group.start is None else "no table starts with this value")
            + (" because of it" if either else ""),
            (*path, "value"),
            severity="warning",
            help="if that is meant for now, leave it out until it is ready, or say so by an ignore comment",
        )
        if not either:
            return


def player_counts(condition: Mapping[str, Any]) -> frozenset[int] | None:
    """Return the numbers of players with which a condition holds, None where it does not count them."""
    if condition.get("type") not in ("minplayers", "maxplayers"):
        return None
    numbers = numbers_of(condition)
    if not numbers:
        return None
    if isinstance(condition["value"], list):
        return _ALL.intersection(numbers)
    low, high = (numbers[0], MOST_PLAYERS) if condition["type"] == "minplayers" else (1, numbers[0])
    return frozenset(count for count in _ALL if low <= count <= high)


RULES: tuple[Rule, ...] = (lists, impossible)
