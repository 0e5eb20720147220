"""Rules about conditions on the number of players, against the numbers that gameinfos allows."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions.choices import as_list, as_map, number_of
from aurum_states.definitions.document import DataPath, Document
from aurum_states.names import listed
from aurum_states.problems import Problem, Severity

PLAYER_TYPES = ("minplayers", "maxplayers")


class PlayerCondition(NamedTuple):
    """A condition on the number of players: its type, the numbers it names, and where it stands.

    ``several`` is whether the numbers are a list, which means: the number of players is one of them.
    """

    type: str
    numbers: list[int]
    several: bool
    path: DataPath
    what: str

    def holds(self, players: int) -> bool:
        """Whether so many players meet the condition."""
        if self.several:
            return players in self.numbers
        limit = self.numbers[0]
        return players >= limit if self.type == "minplayers" else players <= limit


def counts(subject: Subject) -> Iterator[Problem]:
    """Find conditions that name numbers of players that cannot be, or say nothing for all that can."""
    document, infos = subject.documents.get("gameoptions"), subject.infos
    if document is None or infos is None:
        return
    possible = sorted(infos.players)
    for condition in _conditions(document):
        strange = [number for number in condition.numbers if number not in possible]
        holding = [number for number in possible if condition.holds(number)]
        if not holding:
            yield _problem(document, condition, "option.players.never", "can never hold", possible, "warning")
        elif condition.several and strange:
            what = f"names {listed(strange)} players"
            yield _problem(document, condition, "option.players.unknown", what, possible, "warning")
        elif holding == possible:
            yield _problem(document, condition, "option.players.always", "always holds", possible, "info")


def _problem(
    document: Document,
    condition: PlayerCondition,
    code: str,
    what: str,
    possible: list[int],
    severity: Severity,
) -> Problem:
    named = condition.numbers if condition.several else condition.numbers[0]
    return document.problem(
        code,
        f"{condition.what}: {condition.type} {named} {what}; the game is played by {listed(possible)}",
        (*condition.path, "value"),
        severity=severity,
    )


def _conditions(document: Document) -> Iterator[PlayerCondition]:
    """Yield the conditions on the number of players of all options, as they stand in the file."""
    options = as_map(document.data)
    for key, option in options.items() if isinstance(options, dict) else ():
        if not isinstance(option, dict) or key.startswith("$"):
            continue
        shown = option.get("displaycondition")
        yield from _listed(shown, (key, "displaycondition"), f"option {key}")
        starts = as_map(option.get("startcondition"))
        for value, conditions in starts.items() if isinstance(starts, dict) else ():
            yield from _listed(
                conditions, (key, "startcondition", value), f"option {key}, start with value {value}"
            )


def _listed(conditions: Any, path: DataPath, what: str) -> Iterator[PlayerCondition]:
    single = isinstance(conditions, dict)
    for index, condition in enumerate(as_list(conditions) or ()):
        if not isinstance(condition, dict) or condition.get("type") not in PLAYER_TYPES:
            continue
        given = condition.get("value")
        numbers = [number_of(one) if isinstance(one, int | str) else None for one in as_list(given) or ()]
        known = [number for number in numbers if number is not None]
        if known and len(known) == len(numbers):
            at = path if single else (*path, index)
            yield PlayerCondition(condition["type"], known, isinstance(given, list), at, what)


RULES: tuple[Rule, ...] = (counts,)
