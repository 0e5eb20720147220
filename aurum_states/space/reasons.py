"""Why something cannot be: a smallest set of facts of the file that rules it out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from aurum_states.definitions.conditions import Options
from aurum_states.definitions.options import Condition
from aurum_states.space.axes import PLAYER_CONDITIONS, PLAYERS, Axis, counts_in_words, holds_at
from aurum_states.space.facts import Fact, Starts
from aurum_states.space.goals import Goal

LIMIT = 20_000
"""How many partial pages the check of a reason looks at; a reason of few options needs far less."""


MOST_TOLD = 8
"""How many facts of a reason are told."""


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
        told = [fact.told(options, it) for fact in self.facts[:MOST_TOLD]]
        if len(self.facts) > MOST_TOLD:
            told.append(f"so on with {len(self.facts) - MOST_TOLD} more conditions")
        elif self.players and counts:
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
        self._axes = axes
        self._goal = goal
        conditions = [*goal.conditions, *(one for fact in facts for one in fact.conditions)]
        self._asking: dict[int, list[Condition]] = {}
        for condition in conditions:
            self._asking.setdefault(_number(condition), []).append(condition)
        self._special = set(goal.values) | {
            (fact.option, fact.value) for fact in facts if isinstance(fact, Starts)
        }
        named = [*goal.options, *(fact.option for fact in facts), *self._asking]
        numbers = [number for number in dict.fromkeys(named) if number in options or number in axes]
        self._spots = [(number, list(self._spots_of(number))) for number in numbers]
        place = {number: index for index, number in enumerate(numbers)}

        def last(numbers: Iterable[int], conditions: Iterable[Condition]) -> int:
            return max((place.get(one, 0) for one in (*numbers, *map(_number, conditions))), default=0)

        self._goal_at = last(goal.options, goal.conditions)
        self._facts_at: list[list[Fact]] = [[] for _ in numbers or (0,)]
        for fact in facts:
            self._facts_at[last((fact.option,), fact.conditions)].append(fact)
        self._left = LIMIT

    def exists(self) -> bool | None:
        """Return whether there is such a page; None when that was too much to try."""
        if not self._spots:
            return self._agrees({})
        try:
            return self._extend({})
        except OverflowError:
            return None

    def _extend(self, page: dict[int, Spot]) -> bool:
        """Return whether a page that has spots for the first options and axes can be made whole."""
        if len(page) == len(self._spots):
            return True
        number, spots = self._spots[len(page)]
        for spot in spots:
            self._left -= 1
            if self._left < 0:
                raise OverflowError
            longer = {**page, number: spot}
            if self._agrees(longer) and self._extend(longer):
                return True
        return False

    def _agrees(self, page: dict[int, Spot]) -> bool:
        """Return whether a page has the goal, and agrees with the facts, that its last spot completes."""
        players = page.get(PLAYERS, (0, True))[0] or 0
        at = max(len(page) - 1, 0)

        def value_of(number: int) -> int | None:
            return page[number][0] if number in page else None

        def shown(number: int) -> bool:
            return page[number][1]

        if at == self._goal_at and not self._goal.true(players, value_of, shown):
            return False
        return all(fact.true(self._options, players, value_of, shown) for fact in self._facts_at[at])

    def _spots_of(self, number: int) -> Iterator[Spot]:
        """Yield values that no condition and no fact tells apart, one for each class of them."""
        if number in self._axes:
            return ((values[0], True) for values in self._axes[number].classes)
        option = self._options[number]
        asking = self._asking.get(number, ())
        classes: dict[tuple[int | bool | None, ...], int] = {}
        for value in option.values:
            special = value == option.default or (number, value) in self._special
            sign = (value if special else None, *(holds_at(one, number, value) for one in asking))
            classes.setdefault(sign, value)
        return product(classes.values(), (True, False) if option.display_condition else (True,))


def _number(condition: Condition) -> int:
    """Return what a condition asks for: the number of players, or an option."""
    return PLAYERS if condition.type in PLAYER_CONDITIONS else condition.id or -1
