"""What is asked of pages: values, options that are shown or not, conditions that hold or not."""

from collections.abc import Callable
from dataclasses import dataclass

from aurum_states.definitions.conditions import holds
from aurum_states.definitions.options import Condition
from aurum_states.space.encoding import Encoding
from aurum_states.space.facts import ValueOf


@dataclass(frozen=True, slots=True)
class Goal:
    """A page is looked for that has all of this."""

    values: tuple[tuple[int, int], ...] = ()
    shown: tuple[int, ...] = ()
    hidden: tuple[int, ...] = ()
    holding: tuple[Condition, ...] = ()
    failing: tuple[Condition, ...] = ()

    def literals(self, encoding: Encoding) -> list[int]:
        """Return the goal for the solver."""
        return [
            *(encoding.value(number, value) for number, value in self.values),
            *(encoding.shown[number] for number in self.shown),
            *(-encoding.shown[number] for number in self.hidden),
            *(encoding.condition(condition) for condition in self.holding),
            *(-encoding.condition(condition) for condition in self.failing),
        ]

    def true(self, players: int, value_of: ValueOf, shown: Callable[[int], bool]) -> bool:
        """Return whether a page has it, as the evaluator sees it."""
        return (
            all(value_of(number) == value for number, value in self.values)
            and all(shown(number) for number in self.shown)
            and not any(shown(number) for number in self.hidden)
            and all(holds(condition, players, value_of) for condition in self.holding)
            and not any(holds(condition, players, value_of) for condition in self.failing)
        )

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions that it speaks of."""
        return self.holding + self.failing

    @property
    def options(self) -> tuple[int, ...]:
        """The options that it names itself."""
        return tuple(dict.fromkeys([*(number for number, _ in self.values), *self.shown, *self.hidden]))


def valued(number: int, value: int) -> Goal:
    """Return the goal that an option has a value, chosen or not."""
    return Goal(values=((number, value),))


def chosen(number: int, value: int) -> Goal:
    """Return the goal that an option is shown and has a value."""
    return Goal(values=((number, value),), shown=(number,))
