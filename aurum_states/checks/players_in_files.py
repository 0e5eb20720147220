"""Rules about conditions on the number of players, against the numbers that gameinfos allows."""

from collections.abc import Iterator, Mapping
from typing import Any

from aurum_states.checks.choices_written import Group, numbers_of
from aurum_states.checks.options_players import player_counts
from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions.document import DataPath
from aurum_states.definitions.shapes import short_repr
from aurum_states.names import listed
from aurum_states.problems import Problem, Severity


def counts(subject: Subject) -> Iterator[Problem]:
    """Find conditions that name numbers of players that cannot be, or say nothing for all that can."""
    if subject.infos is None:
        return
    possible = sorted(subject.infos.players)
    for group in subject.conditions:
        for path, condition in group.conditions:
            found = _judged(condition, possible)
            if found is not None:
                yield _problem(subject, group, path, condition, possible, *found)


def _judged(condition: Mapping[str, Any], possible: list[int]) -> tuple[str, str, Severity] | None:
    """Return code, words and severity of what is odd about a condition; None where nothing is.

    What holds for no number of players at all is said without gameinfos.
    """
    meets = player_counts(condition)
    if not meets:
        return None
    holding = meets.intersection(possible)
    strange = set(numbers_of(condition)).difference(possible) if isinstance(condition["value"], list) else ()
    if not holding:
        return "option.condition.players.never", "can never hold", "warning"
    if strange:
        return "option.condition.players.unknown", f"names {listed(sorted(strange))} players", "warning"
    if len(holding) == len(possible):
        return "option.condition.players.always", "always holds", "info"
    return None


def _problem(
    subject: Subject,
    group: Group,
    path: DataPath,
    condition: Mapping[str, Any],
    possible: list[int],
    code: str,
    what: str,
    severity: Severity,
) -> Problem:
    which = f"{condition['type']} {short_repr(condition['value'])}"
    return subject.documents["gameoptions"].problem(
        code,
        f"{group}: {which} {what}; the game is played by {listed(possible)}",
        (*path, "value"),
        severity=severity,
    )


RULES: tuple[Rule, ...] = (counts,)
