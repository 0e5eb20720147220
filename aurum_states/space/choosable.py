"""What can be shown and chosen: for every class of tables, every option and every value."""

from collections.abc import Iterator
from dataclasses import dataclass

from aurum_states.space.axes import Table
from aurum_states.space.option_space import Level, OptionSpace

OptionValue = tuple[int, int]
"""An option's id and one of its values."""


@dataclass(frozen=True, slots=True)
class Choosable:
    """What players can see and choose at one class of tables.

    ``shown`` are options on some page; ``hidden`` options that are missing on some page; ``values`` those of
    shown options on some page that the level allows.
    """

    table: Table
    shown: frozenset[int]
    hidden: frozenset[int]
    values: frozenset[OptionValue]


def choosable(space: OptionSpace, table: Table, level: Level = "selectable") -> Choosable:
    """Return what can be shown and chosen at a table; each example answers for all that it has."""
    pages = _Seen(space, table, "page")
    allowed = pages if level == "page" else _Seen(space, table, level)
    encoding = space.encoding
    shown = frozenset(number for number, literal in encoding.shown.items() if pages.can(literal))
    hidden = frozenset(number for number, literal in encoding.shown.items() if pages.can(-literal))
    values = frozenset(
        (number, value)
        for number, value in _values(space)
        if number in shown and allowed.can(encoding.value(number, value), encoding.shown[number])
    )
    return Choosable(table, shown, hidden, values)


def _values(space: OptionSpace) -> Iterator[OptionValue]:
    for number, option in space.options.items():
        for value in option.values:
            yield number, value


class _Seen:
    """Pages of a level at a table that the solver found so far."""

    def __init__(self, space: OptionSpace, table: Table, level: Level) -> None:
        self._space = space
        self._fixed = [getattr(space.encoding, level), *space.encoding.table(table)]
        self._level = level
        self._models: list[set[int]] = []

    def can(self, *literals: int) -> bool:
        """Return whether some page has all of these."""
        if any(all((one > 0) == (abs(one) in model) for one in literals) for model in self._models):
            return True
        if not self._space.solver.can([*self._fixed, *literals]):
            return False
        model = self._space.solver.model()
        self._space.read(model, self._level)
        self._models.append(model)
        return True
