"""Rules about the ids of preferences."""

from collections.abc import Iterator

from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions.options import FIRST_OPTION, LAST_OPTION
from aurum_states.problems import Problem


def out_of_range(subject: Subject) -> Iterator[Problem]:
    """Find ids outside the range that BGA's page gives; many games that run have some."""
    for number in subject.preferences:
        if not FIRST_OPTION <= number <= LAST_OPTION:
            yield subject.documents["gamepreferences"].problem(
                "preference.id.range",
                f"preference {number}: BGA's page gives preferences the ids {FIRST_OPTION} to {LAST_OPTION}",
                (str(number),),
                key=True,
                severity="info",
                help="other ids work too; leave it as it is once players have set it",
            )


RULES: tuple[Rule, ...] = (out_of_range,)
