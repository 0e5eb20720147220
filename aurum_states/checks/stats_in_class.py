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
        if declared is not None:
            yield from _unknown(subject, section, declared, found)
    if subject.source.complete:
        yield from _unset(subject, found)


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


def _unset(subject: Subject, found: StatisticCalls) -> Iterator[Problem]:
    assert subject.source is not None
    left = [
        (section, key)
        for section in SECTIONS
        if section not in found.unknown
        for key in sorted((statistics(subject, section) or frozenset()) - found.changed[section])
    ]
    named = mentioned(subject.source, skip=found.initial) if left else frozenset()
    for section, key in left:
        if key in named:
            continue
        started = any(name.value == key for name in found.known[section])
        yield subject.documents["stats"].problem(
            "stats.unset",
            f"{section} statistic {key!r} "
            + ("is given its first value, and nothing changes it" if started else "is never set"),
            (section, key),
            key=True,
            severity="warning",
            certainty="likely",
            help="set it in the game's class, or remove it",
        )


RULES: tuple[Rule, ...] = (calls,)
