"""All pages of a small option file, by trying every combination: a second reading of BGA's page.

It works on the JSON itself and shares no code with ``definitions.conditions`` and ``space``.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from tests.space.small_files import LANGUAGES, MODES, PLAYERS, SPEEDS, Raw

Values = tuple[int, ...]


@dataclass(frozen=True)
class Kind:
    """A table, apart from the game's own options."""

    players: int
    mode: int
    speed: int
    language: int | None = None


def kinds(raw: Raw) -> list[Kind]:
    """Return every table; reserved options that no condition names stay at their first value."""
    named = {condition.get("id") for condition in all_conditions(raw)}
    languages = {language for language in LANGUAGES if _is_named(207, language, raw)}
    return [
        Kind(*one)
        for one in product(
            PLAYERS,
            MODES if 201 in named else MODES[:1],
            SPEEDS if 200 in named else SPEEDS[:1],
            (None, *sorted(languages)),
        )
    ]


def _is_named(number: int, value: int, raw: Raw) -> bool:
    return any(
        condition.get("id") == number
        and (value == condition["value"] or value in _listed(condition["value"]))
        for condition in all_conditions(raw)
    )


def _listed(value: Any) -> list[int]:
    return value if isinstance(value, list) else []


def all_conditions(raw: Raw) -> Iterator[dict[str, Any]]:
    for option in raw.values():
        yield from option.get("displaycondition", [])
        for conditions in option.get("startcondition", {}).values():
            yield from conditions


@dataclass(frozen=True)
class Page:
    """A page at rest: values of all options, which of them are shown, and the start conditions that fail."""

    kind: Kind
    values: Values
    shown: frozenset[int]
    failing: tuple[tuple[int, int, int], ...]
    """(option, value, index) of start conditions."""
    failing_at_once: bool
    """Whether one of them is not ``gamestartonly``."""


class Pages:
    """All pages of a file."""

    def __init__(self, raw: Raw) -> None:
        self.raw = raw
        self.ids = list(raw)
        self.domains = [[int(value) for value in option["values"]] for option in raw.values()]
        self.pages = [page for kind in kinds(raw) for page in self.of(kind)]

    def of(self, kind: Kind) -> Iterator[Page]:
        """Yield the pages of one table."""
        for values in product(*self.domains):
            shown = self.shown(kind, values)
            if all(
                number in shown or value == self.raw[number]["default"]
                for number, value in zip(self.ids, values, strict=True)
            ):
                failing = tuple(self.failing(kind, values))
                at_once = any(not self.start(*place).get("gamestartonly") for place in failing)
                yield Page(kind, values, shown, failing, at_once)

    def shown(self, kind: Kind, values: Values) -> frozenset[int]:
        shown = set()
        for number, option in self.raw.items():
            conditions = option.get("displaycondition", [])
            held = [self.met(condition, kind, values) for condition in conditions]
            if not held or (
                any(held) if option.get("displayconditionoperand") == "or" else False not in held
            ):
                shown.add(number)
        return frozenset(shown)

    def failing(self, kind: Kind, values: Values) -> Iterator[tuple[int, int, int]]:
        for number, value in zip(self.ids, values, strict=True):
            conditions = self.raw[number].get("startcondition", {}).get(str(value), [])
            for index, condition in enumerate(conditions):
                if not self.met(condition, kind, values):
                    yield number, value, index

    def start(self, number: int, value: int, index: int) -> dict[str, Any]:
        condition: dict[str, Any] = self.raw[number]["startcondition"][str(value)][index]
        return condition

    def met(self, condition: dict[str, Any], kind: Kind, values: Values) -> bool:
        wanted = condition["value"]
        several = isinstance(wanted, list)
        match condition["type"]:
            case "minplayers":
                return kind.players in wanted if several else kind.players >= wanted
            case "maxplayers":
                return kind.players in wanted if several else kind.players <= wanted
        number = condition["id"]
        have = {200: kind.speed, 201: kind.mode, 207: kind.language}.get(number)
        if number in self.raw:
            have = values[self.ids.index(number)]
        equal = have in (wanted if several else [wanted])
        return equal if condition["type"] == "otheroption" else not equal

    def brought_to_rest(self, kind: Kind, values: Values) -> Values:
        """Return the values that count when these are chosen."""
        order = self._order()
        current = list(values)
        while True:
            shown = self.shown(kind, tuple(current))
            loose = [number for number in self.ids if number not in shown]
            if all(current[self.ids.index(number)] == self.raw[number]["default"] for number in loose):
                return tuple(current)
            for number in order:
                if number not in self.shown(kind, tuple(current)):
                    current[self.ids.index(number)] = self.raw[number]["default"]

    def _order(self) -> list[int]:
        """Return the options so that each comes after those it names; of a circle the first in the file first."""
        order: list[int] = []
        while len(order) < len(self.ids):
            left = [number for number in self.ids if number not in order]
            free = [number for number in left if not self._leads(number, left)]
            if free:
                order += free
                continue
            order.append(
                next(
                    one
                    for one in left
                    if all(one in self._leads(other, left) for other in self._leads(one, left))
                )
            )
        return order

    def _leads(self, number: int, left: list[int]) -> set[int]:
        """Return the options that an option hangs on, over others too."""
        found: set[int] = set()
        ways = [number]
        while ways:
            for condition in self.raw[ways.pop()].get("displaycondition", []):
                other = condition.get("id")
                if other in left and other not in found:
                    found.add(other)
                    ways.append(other)
        return found
