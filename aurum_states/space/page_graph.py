"""The pages that players can get to from one another, listed one by one: for options that hang together.

BGA's page takes one change at a time and refuses it when it breaks a start condition (unless that is
``gamestartonly``), so that a combination can be allowed and yet out of reach.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from aurum_states.definitions.conditions import (
    Options,
    TableChoice,
    change,
    displayed,
    effective,
    has_circle,
    holds,
    is_displayed,
    named_by,
    reader,
    table_page,
)
from aurum_states.space.axes import Table

State = tuple[int, ...]
"""The values of a group's options, in the order of the group."""


def groups_of(options: Options) -> list[tuple[int, ...]]:
    """Return the options in groups that share no condition, in file order: they move independently."""
    parent = {number: number for number in options}

    def root(number: int) -> int:
        while parent[number] != number:
            parent[number] = number = parent[parent[number]]
        return number

    for number, option in options.items():
        conditions = [
            *option.display_condition,
            *(one for each in option.start_condition.values() for one in each),
        ]
        for other in named_by(conditions) & options.keys():
            parent[root(other)] = root(number)
    groups: dict[int, list[int]] = {}
    for number in options:
        groups.setdefault(root(number), []).append(number)
    return [tuple(group) for group in groups.values()]


def may_block(options: Options, group: Sequence[int]) -> bool:
    """Whether some page of a group may be out of reach of another.

    That takes a start condition (also of a value that an option falls back to, when it is hidden) or display
    conditions in a circle: without them one gets everywhere, each option after those that it hangs on.
    """
    starting = len(group) > 1 and any(any(options[one].start_condition.values()) for one in group)
    return starting or has_circle({number: options[number] for number in group})


def size_of(options: Options, group: Iterable[int]) -> int:
    """Return how many combinations of values a group has."""
    return prod(len(options[number].values) for number in group)


@dataclass(frozen=True, slots=True)
class Move:
    """A change on the page: an option and its new value."""

    option: int
    value: int


class PageGraph:
    """The pages of a group of options at a table that break no start condition, and the changes between them.

    ``deferred`` is whether conditions with ``gamestartonly`` wait for the start, as they do on BGA.
    """

    def __init__(
        self, options: Options, group: Sequence[int], table: Table, *, deferred: bool = True
    ) -> None:
        self.group = tuple(group)
        self.options = {number: options[number] for number in group}
        self.choice = table.choice
        self._deferred = deferred
        self.states: dict[State, int] = {}
        """The pages, numbered."""
        self._shown: list[tuple[bool, ...]] = []
        self._refused: set[State] = set()
        for values in product(*(option.values for option in self.options.values())):
            self._look_at(values)
        self.ways: list[list[int]] = [self._ways(state, number) for state, number in self.states.items()]

    def _look_at(self, values: State) -> None:
        value_of = reader(self.choice, dict(zip(self.group, values, strict=True)))
        shown = tuple(is_displayed(one, self.choice.players, value_of) for one in self.options.values())
        at_rest = all(
            seen or value == option.default
            for seen, value, option in zip(shown, values, self.options.values(), strict=True)
        )
        if not at_rest:
            return
        allowed = all(
            holds(condition, self.choice.players, value_of)
            for option, value in zip(self.options.values(), values, strict=True)
            for condition in option.start_condition.get(value, ())
            if not (self._deferred and condition.gamestartonly)
        )
        if allowed:
            self.states[values] = len(self.states)
            self._shown.append(shown)
        else:
            self._refused.add(values)

    def _ways(self, state: State, number: int) -> list[int]:
        found = []
        for place, option in enumerate(self.options.values()):
            if self._shown[number][place]:
                for value in option.values:
                    if value != state[place]:
                        after = self._settled((*state[:place], value, *state[place + 1 :]))
                        if after is not None:
                            found.append(after)
        return found

    def _settled(self, values: State) -> int | None:
        """Return the page that a change leads to, None when it is refused."""
        if values in self._refused:
            return None
        if values not in self.states:
            choice = replace(self.choice, options=dict(zip(self.group, values, strict=True)))
            page = table_page(self.options, choice)
            values = tuple(page.values[number] for number in self.group)
        return self.states.get(values)

    @property
    def connected(self) -> bool:
        """Whether every page can be reached from every other."""
        if len(self.states) < 2:
            return True
        return len(_reached(self.ways, [0])) == len(_reached(_turned(self.ways), [0])) == len(self.states)

    def apart(self) -> dict[Move, list[State]]:
        """Return the values that can be chosen on some page but not reached from others, with those pages."""
        if self.connected:
            return {}
        found = {}
        for number, option in self.options.items():
            for value in option.values:
                goals = self.having(Move(number, value))
                reaching = self.reaching(goals)
                away = [state for state in self.states if state not in reaching]
                if goals and away:
                    found[Move(number, value)] = away
        return found

    def having(self, goal: Move) -> list[State]:
        """Return the pages on which an option is shown and has a value."""
        place = self.group.index(goal.option)
        return [
            state
            for state, index in self.states.items()
            if state[place] == goal.value and self._shown[index][place]
        ]

    def reaching(self, goals: Iterable[State]) -> set[State]:
        """Return the pages from which some of the goals can be reached."""
        found = _reached(_turned(self.ways), [self.states[goal] for goal in goals])
        return {state for state, index in self.states.items() if index in found}


def _turned(ways: Sequence[Sequence[int]]) -> list[list[int]]:
    back: list[list[int]] = [[] for _ in ways]
    for start, ends in enumerate(ways):
        for end in ends:
            back[end].append(start)
    return back


def _reached(ways: Sequence[Sequence[int]], starts: Iterable[int]) -> set[int]:
    found = set(starts)
    waiting = deque(found)
    while waiting:
        for end in ways[waiting.popleft()]:
            if end not in found:
                found.add(end)
                waiting.append(end)
    return found


def shortest_way(options: Options, choice: TableChoice, goal: Move, limit: int = 2000) -> list[Move] | None:
    """Return the fewest changes, one after the other, that BGA takes to a page with a value.

    None when no way was found among ``limit`` pages.
    """
    group = next(group for group in groups_of(options) if goal.option in group)
    start = replace(choice, options={**choice.options, **effective(options, choice)})
    came: dict[State, tuple[State, Move] | None] = {_of(start, group): None}
    waiting = deque([start])
    while waiting and len(came) <= limit:
        page = waiting.popleft()
        shown = displayed(options, page)
        if goal.option in shown and page.options[goal.option] == goal.value:
            return _back(came, _of(page, group))
        for number in group:
            for value in options[number].values if number in shown else ():
                after, refusals = change(options, page, number, value)
                if not refusals and _of(after, group) not in came:
                    came[_of(after, group)] = (_of(page, group), Move(number, value))
                    waiting.append(after)
    return None


def _of(choice: TableChoice, group: Sequence[int]) -> State:
    return tuple(choice.options[number] for number in group)


def _back(came: Mapping[State, tuple[State, Move] | None], state: State) -> list[Move]:
    moves = []
    while (step := came[state]) is not None:
        state, move = step
        moves.append(move)
    return moves[::-1]
