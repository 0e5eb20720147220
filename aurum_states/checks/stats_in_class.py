"""Rules about the statistics that the game's code sets, against those that ``stats`` declares."""

from collections.abc import Iterator

from aurum_states.checks.choice_reads import mentioned
from aurum_states.checks.declared_ids import statistics
from aurum_states.checks.statistic_calls import StatisticCalls, statistic_calls
from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions.stats import SECTIONS
from aurum_states.names import did_you_mean, listed
from aurum_states.problems import Problem


def calls(subject: Subject) -> Iterator[Problem]:
    """Find statistics that are set and not declared, and those that are declared and nobody sets."""
    if subject.source is None:
        return
    found = statistic_calls(subject.source)
    for section in SECTIONS:
        declared = statistics(subject, section)
        if declared is None:
            continue
        yield from _unknown(subject, section, declared, found)
        if not found.unknown:
            yield from _unset(subject, section, declared, found)


def _unknown(
    subject: Subject, section: str, declared: frozenset[str], found: StatisticCalls
) -> Iterator[Problem]:
    other = SECTIONS[SECTIONS[0] == section]
    elsewhere = statistics(subject, other) or frozenset()
    for name in found.known[section]:
        if name.value in declared:
            continue
        right = f"stats declares for it: {listed(sorted(declared))}"
        if name.value in elsewhere:
            right = (
                f"there is one of the {other}: use the methods for it, or declare it for the {section} too"
            )
        yield Problem(
            "stats.set.unknown",
            f"there is no {section} statistic {name.value!r}{did_you_mean(str(name.value), declared)}",
            name.place,
            help=right,
        )


def _unset(
    subject: Subject, section: str, declared: frozenset[str], found: StatisticCalls
) -> Iterator[Problem]:
    source = subject.source
    if source is None or not declared or not source.complete:
        return
    named, elsewhere = mentioned(source), mentioned(source, skip=found.initial)
    document = subject.documents["stats"]
    for key in (key for key in document.data[section] if key in declared):
        if key in elsewhere:
            continue
        said = "is given its first value, and nothing changes it" if key in named else "is never set"
        yield document.problem(
            "stats.unset",
            f"{section} statistic {key!r} {said}",
            (section, key),
            key=True,
            severity="warning",
            certainty="likely",
            help="set it in the game's class, or remove it",
        )


RULES: tuple[Rule, ...] = (calls,)
