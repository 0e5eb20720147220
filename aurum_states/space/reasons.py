"""Why something cannot be: a smallest set of facts of the file that rules it out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from aurum_states.definitions.conditions import Options
from aurum_states.definitions.options import Condition
from aurum_states.space.axes import PLAYER_CONDITIONS, PLAYERS, Axis, counts_in_words, holds_at, on_axis
from aurum_states.space.facts import Fact, Starts
from aurum_states.space.goals import Goal

LIMIT = 100_000
"""How many partial pages the check of a reason looks at; a reason of few options needs far less."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Facts of which none can be left out, and which together leave no page with the goal.

    ``players`` are the player counts looked at, empty where no fact speaks of them.
    """

    facts: tuple[Fact, ...]
    players: tuple[int, ...] = ()

    def told(self, options: Options, it: int | None = None, *, counts: bool = True) -> str:
        """Return the reason in words, in which ``it`` is the option that is spoken of.

        ``counts`` is whether to tell how many play, where that matters.
        """
        told = [fact.told(options, it) for fact in self.facts]
        if self.players and counts:
            told.append(f"the game is played by {counts_in_words(self.players)}")
        return ", ".join(told[:-1]) + f" and {told[-1]}" if len(told) > 1 else "".join(told)


def ordered(facts: Iterable[Fact], goal: Goal) -> tuple[Fact, ...]:
    """Return facts as one tells them: from what the goal names on, each after one that leads to it."""
    left = list(facts)
    near = set(goal.options) | {condition.id for condition in goal.conditions}
    told: list[Fact] = []
    while left:
        step = [fact for fact in left if fact.option in near] or left[:1]
        told += step
        left = [fact for fact in left if fact not in step]
        near |= {condition.id for fact in step for condition in fact.conditions}
    return tuple(told)


def speaks_of_players(facts: Iterable[Fact], goal: Goal) -> bool:
    """Whether player counts matter."""
    conditions = [*goal.conditions, *(condition for fact in facts for condition in fact.conditions)]
    return any(condition.type in PLAYER_CONDITIONS for condition in conditions)


# -- the check -------------------------------------------------------------------------------------------

Spot: TypeAlias = tuple[int | None, bool]
"""What a page has for an option or axis: its value, and whether it is shown."""


class Search:
    """Looks for a page that agrees with some facts and has a goal, by trying, with the evaluator alone."""

    def __init__(self, options: Options, axes: Mapping[int, Axis], facts: Sequence[Fact], goal: Goal) -> None:
        self._options = options
        self._facts = facts
        self._goal = goal
        self._conditions = [*goal.conditions, *(one for fact in facts for one in fact.conditions)]
        named = [*goal.options, *(fact.option for fact in facts), *map(self._number, self._conditions)]
        self._numbers = [number for number in dict.fromkeys(named) if number in options or number in axes]
        self._axes = axes
        self._left = LIMIT

    def exists(self) -> bool | None:
        """Return whether there is such a page; None when that was too much to try."""
        try:
            return self._extend({})
        except OverflowError:
            return None

    def _extend(self, spots: dict[int, Spot]) -> bool:
        self._left -= 1
        if self._left < 0:
            raise OverflowError
        if not self._agrees(spots):
            return False
        if len(spots) == len(self._numbers):
            return True
        number = self._numbers[len(spots)]
        return any(self._extend({**spots, number: spot}) for spot in self._spots(number))

    def _agrees(self, spots: dict[int, Spot]) -> bool:
        players = spots.get(PLAYERS, (0, True))[0] or 0

        def value_of(number: int) -> int | None:
            return spots[number][0] if number in spots else None

        def shown(number: int) -> bool:
            return spots[number][1]

        def known(numbers: Iterable[int], conditions: Iterable[Condition]) -> bool:
            named = (*numbers, *map(self._number, conditions))
            return all(number in spots for number in named if number in self._numbers)

        goal = self._goal
        if known(goal.options, goal.conditions) and not goal.true(players, value_of, shown):
            return False
        return all(
            fact.true(self._options, players, value_of, shown)
            for fact in self._facts
            if known((fact.option,), fact.conditions)
        )

    @staticmethod
    def _number(condition: Condition) -> int:
        return PLAYERS if condition.type in PLAYER_CONDITIONS else condition.id or -1

    def _spots(self, number: int) -> Iterator[Spot]:
        """Yield values that no condition and no fact tells apart, one for each class of them."""
        if number in self._axes:
            return ((values[0], True) for values in self._axes[number].classes)
        option = self._options[number]
        asking = [
            one for one in self._conditions if on_axis(one, number) and one.type not in PLAYER_CONDITIONS
        ]
        special = {option.default, *(value for named, value in self._goal.values if named == number)}
        special |= {fact.value for fact in self._facts if isinstance(fact, Starts) and fact.option == number}
        classes: dict[tuple[int | bool | None, ...], int] = {}
        for value in option.values:
            sign = (value if value in special else None, *(holds_at(one, number, value) for one in asking))
            classes.setdefault(sign, value)
        return product(classes.values(), (True, False) if option.display_condition else (True,))
