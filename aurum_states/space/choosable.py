"""What can be shown and chosen: for every class of tables, every option and every value."""

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
    shown = frozenset(number for number in space.options if pages.can_show(number))
    return Choosable(
        table,
        shown,
        hidden=frozenset(number for number in space.options if pages.can_hide(number)),
        values=frozenset(
            (number, value)
            for number, option in space.options.items()
            if number in shown
            for value in option.values
            if allowed.can_choose(number, value)
        ),
    )


class _Seen:
    """What pages of a level at a table have that the solver found so far."""

    def __init__(self, space: OptionSpace, table: Table, level: Level) -> None:
        self._space = space
        self._encoding = space.encoding
        self._fixed = [getattr(space.encoding, level), *space.encoding.table(table)]
        self._level = level
        self._shown: set[int] = set()
        self._hidden: set[int] = set()
        self._chosen: set[OptionValue] = set()

    def can_show(self, number: int) -> bool:
        """Whether some page shows an option."""
        return number in self._shown or self._finds(self._encoding.shown[number])

    def can_hide(self, number: int) -> bool:
        """Whether some page does not show an option."""
        return number in self._hidden or self._finds(-self._encoding.shown[number])

    def can_choose(self, number: int, value: int) -> bool:
        """Whether some page shows an option with a value."""
        encoding = self._encoding
        literals = encoding.value(number, value), encoding.shown[number]
        return (number, value) in self._chosen or self._finds(*literals)

    def _finds(self, *literals: int) -> bool:
        """Look for a page with all of these, and keep what else it has."""
        if not self._space.solver.can([*self._fixed, *literals]):
            return False
        model = self._space.solver.model()
        choice = self._space.read(model, self._level)
        for number, literal in self._encoding.shown.items():
            if literal in model:
                self._shown.add(number)
                self._chosen.add((number, choice.options[number]))
            else:
                self._hidden.add(number)
        return True
