"""``stats``: the statistics that BGA shows after a game."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from aurum_states.definitions.choices import as_map, by_id
from aurum_states.definitions.document import Reading
from aurum_states.definitions.shapes import Declared, checked, described

SECTIONS = ("table", "player")
FIRST_STATISTIC = 10
"""BGA keeps ids below for itself."""


def _kind(value: Any) -> Any:
    return "bool" if value == "boolean" else value


class Statistic(Declared):
    """One statistic. ``display`` is ``limited`` where players do not see it; without a type it is an int."""

    key: str
    id: int
    name: str
    type: Annotated[Literal["int", "float", "bool"], BeforeValidator(_kind)] = "int"
    display: str = ""

    @property
    def initial(self) -> int | float | bool:
        """What a statistic of this type starts with."""
        return {"int": 0, "float": 0.0, "bool": False}[self.type]


ValueLabels = Annotated[Mapping[int, str], BeforeValidator(by_id)]


class Stats(Declared):
    """The statistics of the table and of each player, by key, in the order that BGA shows.

    ``value_labels`` names values: id of a statistic -> value -> text.
    """

    table: Mapping[str, Statistic] = {}
    player: Mapping[str, Statistic] = {}
    value_labels: Annotated[Mapping[int, ValueLabels], BeforeValidator(by_id)] = Field({})


def read_stats(reading: Reading) -> Stats:
    """Return the statistics that a ``stats`` file declares; wrong ones are reported and left out."""
    data = reading.data
    if data == []:
        return Stats()
    if not isinstance(data, dict):
        message = f"the file must be an object with the keys table and player, not {described(data)}"
        reading.add("stats.shape", message)
        return Stats()
    sections: dict[str, dict[str, Statistic]] = {
        section: _read_section(section, data.get(section), reading) for section in SECTIONS
    }
    others = {key: value for key, value in data.items() if key not in SECTIONS}
    if others.get("value_labels") in (None, []):
        others.pop("value_labels", None)
    stats = checked(Stats, others, reading, kind="stats", what="stats")
    return (stats or Stats()).model_copy(update=sections)


def _read_section(section: str, data: Any, reading: Reading) -> dict[str, Statistic]:
    if data is None or data == []:
        return {}
    if not isinstance(as_map(data), dict) or isinstance(data, list):
        message = f"{section} must be an object of statistics, not {described(data)}"
        reading.add("stats.value.type", message, (section,))
        return {}
    read: dict[str, Statistic] = {}
    ids: dict[int, str] = {}
    for key, declared in data.items():
        if key.startswith("$"):
            continue
        path, what = (section, key), f"{section} statistic {key!r}"
        if not isinstance(declared, dict):
            message = f"{what} must be an object, not {described(declared)}"
            reading.add("stats.value.type", message, path)
            continue
        statistic = checked(Statistic, {**declared, "key": key}, reading, kind="stats", what=what, path=path)
        if statistic is None:
            continue
        if statistic.id < FIRST_STATISTIC:
            message = f"{what} has the id {statistic.id}; ids start at {FIRST_STATISTIC}"
            reading.add("stats.id.range", message, (*path, "id"))
        elif statistic.id in ids:
            message = f"{what} has the id {statistic.id}, which {ids[statistic.id]!r} has already"
            reading.add("stats.id.duplicate", message, (*path, "id"))
        else:
            ids[statistic.id] = key
            read[key] = statistic
    return read
