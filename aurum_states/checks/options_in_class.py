"""Rules about the options and preferences that the game's class reads, against those that are declared."""

from collections.abc import Iterable, Iterator, Mapping

from aurum_states.checks.choice_reads import Read, Reads, choice_reads, mentioned
from aurum_states.checks.declared_ids import values_by_id
from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions.options import LAST_OPTION
from aurum_states.definitions.preferences import TOOLTIPS
from aurum_states.names import did_you_mean, listed
from aurum_states.problems import Problem

BGA_OPTIONS = frozenset({200, 201})
"""Options of BGA's own that a game can read: speed and mode."""


def reads(subject: Subject) -> Iterator[Problem]:
    """Compare what the class reads with what the files declare."""
    if subject.source is not None:
        options, preferences = choice_reads(subject.source)
        yield from _options(subject, options)
        yield from _preferences(subject, preferences)


def _options(subject: Subject, reads: Reads) -> Iterator[Problem]:
    """Find options that are read and not there, values that they are compared with, and unread ones."""
    declared = values_by_id(subject, "gameoptions")
    if declared is None:
        return
    ids = _option_names(subject)
    for read in reads.known:
        number = ids.get(read.key, read.key) if isinstance(read.key, str) else read.key
        if number in declared:
            yield from _values(read, f"option {number}", declared[int(number)], "option.read.value")
        elif number not in BGA_OPTIONS:
            known = ids if isinstance(read.key, str) else declared
            yield _unknown(read, f"there is no option {read.key!r}", known, "option.read.unknown")
    yield from _unread(subject, declared, {ids.get(str(read.key), read.key) for read in reads.known}, reads)


def _preferences(subject: Subject, reads: Reads) -> Iterator[Problem]:
    """Find preferences that are read and not there, and values that they are compared with."""
    declared = values_by_id(subject, "gamepreferences")
    if declared is None:
        return
    for read in reads.known:
        if read.key in declared:
            what = f"preference {read.key}"
            yield from _values(read, what, declared[int(read.key)], "preference.read.value")
        elif read.key != TOOLTIPS:
            said = f"there is no preference {read.key!r}"
            yield _unknown(read, said, declared, "preference.read.unknown")


def _unknown(read: Read, said: str, known: Iterable[int | str], code: str) -> Problem:
    meant = did_you_mean(read.key, [str(one) for one in known]) if isinstance(read.key, str) else ""
    return Problem(
        code,
        f"{said}{meant}",
        read.place,
        severity="warning" if read.lenient else "error",
        help=f"the file declares {listed(known)}",
    )


def _values(read: Read, what: str, values: frozenset[int], code: str) -> Iterator[Problem]:
    for one in read.compared:
        if isinstance(one.value, int) and values and one.value not in values:
            yield Problem(
                code,
                f"{what} is compared with {one.value}, which is none of its values",
                one.place,
                severity="warning",
                help=f"values are {listed(sorted(values))}",
            )


def _unread(
    subject: Subject, declared: Mapping[int, object], read: set[str | int], reads: Reads
) -> Iterator[Problem]:
    source = subject.source
    left = [number for number in declared if number not in read and number <= LAST_OPTION]
    if source is None or not left or reads.unknown or not source.complete:
        return
    named = mentioned(source)
    document = subject.documents["gameoptions"]
    for number in left:
        if number not in named and _name(subject, number) not in named:
            yield document.problem(
                "option.unread",
                f"nothing in the game's class reads option {number}",
                (str(number),),
                key=True,
                severity="info",
                certainty="possible",
                help="read it with self.options, or remove it: players can choose it to no effect",
            )


def _option_names(subject: Subject) -> dict[str, int]:
    """Return the ids of options by the name that players see, which a class can use too."""
    document = subject.documents.get("gameoptions")
    data = document.data if document is not None and isinstance(document.data, dict) else {}
    names = {}
    for key, entry in reversed(data.items()):
        if key.isdecimal() and isinstance(entry, dict) and isinstance(entry.get("name"), str):
            names[entry["name"]] = int(key)
    return names


def _name(subject: Subject, number: int) -> str:
    return next((name for name, one in _option_names(subject).items() if one == number), "")


RULES: tuple[Rule, ...] = (reads,)
