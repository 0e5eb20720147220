"""What a file says of every page, one statement at a time: the building blocks of reasons."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from aurum_states.definitions.conditions import (
    Options,
    holds,
    in_words,
    is_displayed,
    option_name,
    value_name,
)
from aurum_states.definitions.options import Condition
from aurum_states.space.axes import PLAYER_CONDITIONS

ValueOf = Callable[[int], int | None]


@dataclass(frozen=True, slots=True)
class Needs:
    """An option is shown only if a condition holds; with the operand ``or``, one of several."""

    option: int
    conditions: tuple[Condition, ...]

    def true(self, options: Options, players: int, value_of: ValueOf, shown: Callable[[int], bool]) -> bool:  # noqa: ARG002
        """Return whether a page agrees with it."""
        return not shown(self.option) or any(holds(one, players, value_of) for one in self.conditions)

    def told(self, options: Options, it: int | None = None) -> str:
        """Return it in words; ``it`` is the option that is spoken of."""
        return f"{_name(self.option, options, it)} is shown only {_if(self.conditions, options, ' or ')}"


@dataclass(frozen=True, slots=True)
class Shows:
    """An option is shown when its conditions hold."""

    option: int
    conditions: tuple[Condition, ...]

    def true(self, options: Options, players: int, value_of: ValueOf, shown: Callable[[int], bool]) -> bool:
        """Return whether a page agrees with it."""
        return shown(self.option) or not is_displayed(options[self.option], players, value_of)

    def told(self, options: Options, it: int | None = None) -> str:
        """Return it in words; ``it`` is the option that is spoken of."""
        word = f" {options[self.option].display_condition_operand} "
        return f"{_name(self.option, options, it)} is shown {_if(self.conditions, options, word)}"


@dataclass(frozen=True, slots=True)
class Falls:
    """An option that is not shown has its default."""

    option: int
    conditions: tuple[Condition, ...] = ()

    def true(self, options: Options, players: int, value_of: ValueOf, shown: Callable[[int], bool]) -> bool:  # noqa: ARG002
        """Return whether a page agrees with it."""
        return shown(self.option) or value_of(self.option) == options[self.option].default

    def told(self, options: Options, it: int | None = None) -> str:
        """Return it in words; ``it`` is the option that is spoken of."""
        default = value_name(self.option, options[self.option].default, options)
        return f"{_name(self.option, options, it)} has its default {default} where it is not shown"


@dataclass(frozen=True, slots=True)
class Starts:
    """A value of an option needs a condition for the start."""

    option: int
    value: int
    conditions: tuple[Condition, ...]

    def true(self, options: Options, players: int, value_of: ValueOf, shown: Callable[[int], bool]) -> bool:  # noqa: ARG002
        """Return whether a page agrees with it."""
        return value_of(self.option) != self.value or holds(self.conditions[0], players, value_of)

    def told(self, options: Options, it: int | None = None) -> str:
        """Return it in words; ``it`` is the option that is spoken of."""
        what = f"{_name(self.option, options, it)} can be {value_name(self.option, self.value, options)}"
        return f"{what} only {_if(self.conditions, options, ' and ')}"

    @property
    def immediate(self) -> bool:
        """Whether the page refuses at once what breaks it."""
        return not self.conditions[0].gamestartonly


Fact = Needs | Shows | Falls | Starts


def facts_of(options: Options) -> Iterator[Fact]:
    """Yield everything that a file says of its pages."""
    for number, option in options.items():
        conditions = tuple(option.display_condition)
        if conditions:
            if option.display_condition_operand == "or":
                yield Needs(number, conditions)
            else:
                yield from (Needs(number, (condition,)) for condition in conditions)
            yield Shows(number, conditions)
            yield Falls(number)
        for value, start_conditions in option.start_condition.items():
            if value in option.values:
                yield from (Starts(number, value, (condition,)) for condition in start_conditions)


def _name(number: int, options: Options, it: int | None) -> str:
    return "it" if number == it else option_name(number, options)


def _if(conditions: Sequence[Condition], options: Options, word: str) -> str:
    players = all(condition.type in PLAYER_CONDITIONS for condition in conditions)
    told = word.join(in_words(condition, options) for condition in conditions)
    return f"{'with' if players else 'if'} {told}"
