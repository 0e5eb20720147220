"""Options, preferences and their conditions as they stand in a file, right or wrong, with their paths.

Rules that look at these find what is wrong also where the reader had to give an entry up.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from aurum_states.definitions.choices import as_map, number_of
from aurum_states.definitions.document import DataPath, Document


class Group(NamedTuple):
    """Conditions that are judged together: those that show an option, or that let one value start.

    ``option`` is the option's key, ``start`` the value's, None where they show the option. ``conditions`` are
    those that are objects, each with its path.
    """

    option: str
    start: str | None
    path: DataPath
    conditions: list[tuple[DataPath, dict[str, Any]]]

    def __str__(self) -> str:
        of = "displaycondition" if self.start is None else f"startcondition of value {self.start}"
        return f"option {self.option}, {of}"


def entries(document: Document) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the entries of an options or preferences file by key, without comments."""
    data = document.data
    for key, entry in data.items() if isinstance(data, dict) else ():
        if isinstance(entry, dict) and not key.startswith("$"):
            yield key, entry


def values(key: str, entry: Mapping[str, Any]) -> Iterator[tuple[DataPath, dict[str, Any]]]:
    """Yield the values of an entry, each with its path."""
    found = as_map(entry.get("values"))
    for number, value in found.items() if isinstance(found, dict) else ():
        if isinstance(value, dict) and not number.startswith("$"):
            yield (key, "values", number), value


def value_ids(entry: Mapping[str, Any]) -> list[int]:
    """Return the ids of an entry's values in file order, of those whose keys are ids."""
    found = as_map(entry.get("values"))
    numbers = map(number_of, found if isinstance(found, dict) else ())
    return [number for number in numbers if number is not None]


def groups(document: Document) -> Iterator[Group]:
    """Yield all conditions of an options file."""
    for key, option in entries(document):
        display, start = option.get("displaycondition"), as_map(option.get("startcondition"))
        if display:
            path: DataPath = (key, "displaycondition")
            yield Group(key, None, path, _conditions(display, path))
        for value, conditions in start.items() if isinstance(start, dict) else ():
            if conditions and not value.startswith("$"):
                path = (key, "startcondition", value)
                yield Group(key, value, path, _conditions(conditions, path))


def numbers_of(condition: Mapping[str, Any]) -> list[int]:
    """Return the numbers of a condition's value, one or several; what is no number is left out."""
    value = condition.get("value")
    some = value if isinstance(value, list) else [value]
    return [one for one in some if isinstance(one, int) and not isinstance(one, bool)]


def _conditions(data: Any, path: DataPath) -> list[tuple[DataPath, dict[str, Any]]]:
    if isinstance(data, dict):
        return [(path, data)]
    some = enumerate(data) if isinstance(data, list) else ()
    return [((*path, index), one) for index, one in some if isinstance(one, dict)]
