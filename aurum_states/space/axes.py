"""What a table has beside the game's own options: players, mode, speed and other reserved options.

Only differences that some condition of the file sees are kept: 3 and 4 players are one class where no
condition tells them apart.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, Final

from aurum_states.definitions.conditions import (
    MODE,
    MODES,
    SPEED,
    SPEEDS,
    TURN_BASED,
    Options,
    TableChoice,
    conditions_of,
    either,
    holds,
    speed_name,
)
from aurum_states.definitions.options import LAST_OPTION, Condition

PLAYERS: Final = 0
"""Stands for the number of players among the ids of reserved options."""

MOST_TABLES: Final = 100
"""How many classes of tables are told apart at most by reserved options other than speed and mode."""

PLAYER_CONDITIONS: Final = ("minplayers", "maxplayers")


@dataclass(frozen=True, slots=True)
class Axis:
    """One thing that a table has, and its values in classes that no condition tells apart.

    ``number`` is the id of a reserved option, or PLAYERS. The value None stands for one that no condition
    names.
    """

    number: int
    classes: tuple[tuple[int | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A class of tables that no condition tells apart: how many players, which modes, which speeds.

    ``beside`` has the values of other reserved options, by id.
    """

    players: tuple[int, ...]
    modes: tuple[int, ...]
    speeds: tuple[int, ...]
    beside: tuple[tuple[int, tuple[int | None, ...]], ...] = ()

    @property
    def choice(self) -> TableChoice:
        """The first of these tables, with every option at its default."""
        beside = {number: values[0] for number, values in self.beside if values[0] is not None}
        return TableChoice(self.players[0], beside, self.modes[0], self.speeds[0])

    def axes(self) -> dict[int, Axis]:
        """Return the axes of these tables alone."""
        classes = {PLAYERS: self.players, MODE: self.modes, SPEED: self.speeds, **dict(self.beside)}
        return {number: Axis(number, (values,)) for number, values in classes.items()}

    def __le__(self, wider: "Table") -> bool:
        """Whether all of these tables are among those of a wider class."""
        of_wider = wider.axes()
        return all(
            set(axis.classes[0]) <= set(of_wider[number].classes[0])
            for number, axis in self.axes().items()
            if number in of_wider
        )


def axes_of(options: Options, players: Sequence[int]) -> dict[int, Axis]:
    """Return the axes of a game's tables by number: players, speed and mode always, others that are named."""
    conditions = list(conditions_of(options))
    values: dict[int, Iterable[int | None]] = {
        PLAYERS: players,
        SPEED: sorted({*SPEEDS, *_named(SPEED, conditions)}),
        MODE: tuple(MODES.values()),
    }
    for number in sorted({one.id for one in conditions if one.id is not None and one.id > LAST_OPTION}):
        values.setdefault(number, (None, *_named(number, conditions)))
    return {number: Axis(number, _classes(number, given, conditions)) for number, given in values.items()}


def tables_of(axes: Mapping[int, Axis]) -> tuple[Table, ...]:
    """Return the classes of tables, the usual ones first.

    Of reserved options other than speed and mode those are left open that would make too many classes.
    """
    usual = (PLAYERS, MODE, SPEED)
    beside: list[int] = []
    size = prod(len(axes[number].classes) for number in usual)
    for number, axis in axes.items():
        if number not in usual and size * len(axis.classes) <= MOST_TABLES:
            beside.append(number)
            size *= len(axis.classes)
    tables = []
    for players, modes, speeds, *others in product(*(axes[number].classes for number in (*usual, *beside))):
        named = tuple(zip(beside, others, strict=True))
        tables.append(Table(_numbers(players), _numbers(modes), _numbers(speeds), named))
    return tuple(tables)


def on_axis(condition: Condition, number: int) -> bool:
    """Whether a condition asks for something of an axis."""
    return condition.type in PLAYER_CONDITIONS if number == PLAYERS else condition.id == number


def holds_at(condition: Condition, number: int, value: int | None) -> bool:
    """Return whether a condition that asks for an axis or an option holds at one of its values."""
    players = value if number == PLAYERS and value is not None else 0
    return holds(condition, players, lambda _: value)


def _named(number: int, conditions: Iterable[Condition]) -> list[int]:
    found: set[int] = set()
    for condition in conditions:
        if condition.id == number and condition.type not in PLAYER_CONDITIONS:
            found.update([condition.value] if isinstance(condition.value, int) else condition.value)
    return sorted(found)


def _classes(
    number: int, values: Iterable[int | None], conditions: Iterable[Condition]
) -> tuple[tuple[int | None, ...], ...]:
    asking = [condition for condition in conditions if on_axis(condition, number)]
    classes: dict[tuple[bool, ...], list[int | None]] = {}
    for value in values:
        classes.setdefault(tuple(holds_at(one, number, value) for one in asking), []).append(value)
    return tuple(map(tuple, classes.values()))


def _numbers(values: Iterable[int | None]) -> tuple[int, ...]:
    return tuple(value for value in values if value is not None)


# -- in words --------------------------------------------------------------------------------------------


def where(tables: Sequence[Table], all_tables: Sequence[Table]) -> str:
    """Return which tables are meant: ``with 5 or 6 players``, ``in training mode``; empty for all of them."""
    if len(tables) == len(all_tables):
        return ""
    parts, size = [], 1
    for axis, words in _WORDS.items():
        classes = list(dict.fromkeys(getattr(table, axis) for table in tables))
        size *= len(classes)
        if set(classes) != {getattr(table, axis) for table in all_tables}:
            parts.append(words([value for values in classes for value in values]))
    if size == len(tables):
        return " ".join(parts)
    return "; or ".join(where([table], all_tables) for table in tables)


def counts_in_words(counts: Sequence[int]) -> str:
    """Return ``3 or 4``, and ``2 to 6`` for many in a row."""
    first, last = counts[0], counts[-1]
    if len(counts) > 3 and list(counts) == list(range(first, last + 1)):
        return f"{first} to {last}"
    return either(map(str, counts))


def players_in_words(counts: Sequence[int]) -> str:
    """Return ``with 3 or 4 players``."""
    return f"with {counts_in_words(counts)} player{'' if list(counts) == [1] else 's'}"


def _modes_in_words(modes: Sequence[int]) -> str:
    names = {number: name for name, number in MODES.items()}
    return f"in {either(names[mode] for mode in modes)} mode"


def _beside_in_words(besides: Sequence[tuple[int, tuple[int | None, ...]]]) -> str:
    """Return ``with 207 at 1 or 2``; a value that no condition names is ``another``."""
    values: dict[int, dict[str, None]] = {}
    for number, some in besides:
        named = (str(value) for value in some if value is not None)
        values.setdefault(number, {}).update(dict.fromkeys(("another",) if None in some else named))
    return " ".join(f"with {number} at {either(names)}" for number, names in values.items())


def _speeds_in_words(speeds: Sequence[int]) -> str:
    for kind in (False, True):
        if set(speeds) == {speed for speed in SPEEDS if (speed >= TURN_BASED) is kind}:
            return speed_name(TURN_BASED if kind else 0)
    return f"at game speed {either(map(str, speeds))}"


_WORDS: Mapping[str, Callable[[list[Any]], str]] = {
    "players": players_in_words,
    "modes": _modes_in_words,
    "speeds": _speeds_in_words,
    "beside": _beside_in_words,
}
