"""Rules about what ``stats`` declares: keys, names, types, labels, and how many statistics there are."""

from collections.abc import Iterator, Mapping
from typing import Any

from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions.choices import as_map, number_of
from aurum_states.definitions.corrections import of_word, renamed, rewritten
from aurum_states.definitions.document import DataPath, Document
from aurum_states.definitions.spelling import near_miss
from aurum_states.definitions.stats import SECTIONS
from aurum_states.names import listed
from aurum_states.problems import Edit, Fix, Problem

SAFE_CELLS = 930
"""How many values BGA surely stores at the end of a game."""
MOST_CELLS = 980
"""With how many games have been seen to break."""

LIMITED = "limited"
"""The value of ``display`` for a statistic that players do not see."""

_FILE_KEYS = (*SECTIONS, "value_labels")
_KEYS = ("id", "name", "type", "display")


def keys(subject: Subject) -> Iterator[Problem]:
    """Find keys that BGA does not know, in the file and in each statistic."""
    document = subject.documents.get("stats")
    if document is None or not isinstance(document.data, dict):
        return
    yield from _unknown_keys(document, document.data, (), _FILE_KEYS, "stats")
    for section, key, data in _written(document):
        yield from _unknown_keys(document, data, (section, key), _KEYS, f"{section} statistic {key!r}")


def _unknown_keys(
    document: Document, data: Mapping[str, Any], path: DataPath, known: tuple[str, ...], what: str
) -> Iterator[Problem]:
    for key in data:
        if key in known or key.startswith("$"):
            continue
        meant = near_miss(key, [one for one in known if one not in data])
        if meant is not None:
            yield document.problem(
                "stats.key.misspelt",
                f"{what} has an unknown key {key}",
                (*path, key),
                key=True,
                severity="warning",
                help=f"did you mean {meant}?",
                fix=renamed(document, (*path, key), meant),
            )
        else:
            yield document.problem(
                "stats.key.unknown",
                f"{what} has an unknown key {key}, which BGA ignores",
                (*path, key),
                key=True,
                severity="warning",
                help=f"keys are {listed(known)}",
            )


def names(subject: Subject) -> Iterator[Problem]:
    """Find statistics that players cannot tell apart, and keys that BGA's documentation does not allow."""
    document = subject.documents.get("stats")
    if document is None:
        return
    seen: dict[tuple[str, str], str] = {}
    yield from _odd_keys(document)
    for section, key, data in _written(document):
        name = data.get("name")
        if not isinstance(name, str):
            continue
        if data.get("display") == LIMITED:
            continue
        if not name.strip():
            yield document.problem(
                "stats.name.empty",
                f"{section} statistic {key!r} has an empty name",
                (section, key, "name"),
                severity="warning",
                help="players see the name beside the value",
            )
            continue
        other = seen.setdefault((section, name.strip().casefold()), key)
        if other != key:
            yield document.problem(
                "stats.name.repeated",
                f"{section} statistic {key!r} has the name of {other!r}: {name!r}",
                (section, key, "name"),
                severity="warning",
                help="players cannot tell the two apart",
            )


def _odd_keys(document: Document) -> Iterator[Problem]:
    """Report keys with characters that the documentation does not allow; published games have such keys."""
    odd = [
        (section, key)
        for section, key, _ in _written(document)
        if not key.replace("_", "").isalnum() or not key.isascii()
    ]
    if odd:
        blank = any(not key or " " in key for _, key in odd)
        yield document.problem(
            "stats.key.name",
            f"BGA asks for keys of letters, digits and _: {listed(repr(key) for _, key in odd)}",
            odd[0],
            key=True,
            severity="warning" if blank else "info",
        )


def words(subject: Subject) -> Iterator[Problem]:
    """Find a type that is missing or written ``boolean``, and a ``display`` without meaning."""
    document = subject.documents.get("stats")
    if document is None:
        return
    booleans: list[DataPath] = []
    for section, key, data in _written(document):
        if "type" not in data:
            yield document.problem(
                "stats.type.missing",
                f"{section} statistic {key!r} has no type; it is taken for an int",
                (section, key),
                key=True,
                severity="warning",
                help="add type: int, float or bool",
            )
        if data.get("type") == "boolean":
            booleans.append((section, key, "type"))
        display = data.get("display")
        if isinstance(display, str) and display not in {"", LIMITED}:
            path: DataPath = (section, key, "display")
            yield document.problem(
                "stats.display.unknown",
                f"{section} statistic {key!r}: display {display!r} means nothing; players see the statistic",
                path,
                severity="warning",
                help=f"BGA knows {LIMITED} alone, for what players are not to see",
                fix=of_word(document, path, display, [LIMITED]),
            )
    if booleans:
        number = "a statistic has" if len(booleans) == 1 else f"{len(booleans)} statistics have"
        yield document.problem(
            "stats.type.boolean",
            f"{number} the type boolean; BGA's documentation says bool",
            booleans[0],
            severity="info",
            fix=_as_bool(document, booleans),
        )


def _as_bool(document: Document, paths: list[DataPath]) -> Fix:
    """Return the fix that writes ``bool`` at all paths, quoted as what stands there."""
    edits: list[Edit] = []
    for path in paths:
        written = document.written(path) or ""
        quote = written[:1] if written[:1] in {'"', "'"} else ""
        fix = rewritten(document, path, f"{quote}bool{quote}")
        edits += fix.edits if fix is not None else ()
    return Fix("write bool", tuple(edits))


def labels(subject: Subject) -> Iterator[Problem]:
    """Find labels for the values of a statistic that is not declared."""
    stats, document = subject.stats, subject.documents.get("stats")
    if stats is None or document is None:
        return
    given = [data.get("id") for _, _, data in _written(document)]
    ids = {one for one in given if isinstance(one, int)}
    for number in stats.value_labels:
        if number not in ids:
            yield document.problem(
                "stats.labels.unknown",
                f"value_labels names values of the statistic {number}, and none has this id",
                ("value_labels", _spelt(document, number)),
                key=True,
                severity="warning",
                help=f"ids are {listed(sorted(ids))}",
            )


def cells(subject: Subject) -> Iterator[Problem]:
    """Count what is stored at the end of a game with most players."""
    document, infos = subject.documents.get("stats"), subject.infos
    if document is None:
        return
    counts = dict.fromkeys(SECTIONS, 0)
    for section, _, _ in _written(document):
        counts[section] += 1
    players = max(infos.players) if infos is not None else 1
    total = counts["table"] + players * counts["player"]
    if total <= SAFE_CELLS:
        return
    parts = f"{counts['table']} of the table and {players} x {counts['player']} of players"
    yield document.problem(
        "stats.cells",
        f"{parts} are {total} values, and BGA can store about {SAFE_CELLS} at the end of a game",
        ("player",),
        key=True,
        severity="error" if total > MOST_CELLS else "warning",
        certainty="certain" if total > MOST_CELLS else "likely",
        help="the game would break when it ends; leave statistics out",
    )


def _written(document: Document) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield section, key and data of every statistic in the file, also of those with something wrong."""
    data = document.data if isinstance(document.data, dict) else {}
    for section in SECTIONS:
        entries = data.get(section)
        for key, entry in entries.items() if isinstance(entries, dict) else ():
            if isinstance(entry, dict) and not key.startswith("$"):
                yield section, key, entry


def _spelt(document: Document, number: int) -> str:
    """Return the key by which ``value_labels`` writes an id."""
    entries = as_map(document.data.get("value_labels"))
    return next(str(key) for key in entries if number_of(key) == number)


RULES: tuple[Rule, ...] = (keys, names, words, labels, cells)
