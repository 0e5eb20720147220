"""Values that can be chosen, but not from everywhere: the page refuses every way there, change by change."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from aurum_states.definitions.conditions import (
    Options,
    TableChoice,
    effective,
    named_by,
    start_refusals,
)
from aurum_states.definitions.options import Condition, Option
from aurum_states.space.axes import PLAYER_CONDITIONS, Table
from aurum_states.space.choosable import choosable
from aurum_states.space.goals import Goal
from aurum_states.space.option_space import OptionSpace
from aurum_states.space.page_graph import Move, PageGraph, groups_of, may_block, size_of
from aurum_states.space.page_steps import ways_from

LISTED = 2000
"""Up to how many combinations a group of options is listed, page by page."""


@dataclass(slots=True)
class Trap:
    """A value that players cannot get to from a page, by changes that BGA takes.

    ``page`` is where they are, of the options that matter; ``steps`` is None where no way exists, else how
    many changes were tried without finding one.
    """

    goal: Move
    page: TableChoice
    steps: int | None = None
    tables: list[Table] = field(default_factory=list)

    def distance(self, options: Options) -> int:
        """Return how many options are not at their default on the page."""
        return sum(
            self.page.options.get(number, one.default) != one.default for number, one in options.items()
        )


@dataclass(slots=True)
class Traps:
    """All traps of a game, by the value that is out of reach.

    ``loosened`` are ways between pages that start which exist only because of ``gamestartonly``.
    """

    found: dict[Move, Trap] = field(default_factory=dict)
    loosened: dict[Move, Trap] = field(default_factory=dict)


def traps_of(space: OptionSpace, listed: int = LISTED) -> Traps:
    """Look for traps in every group of options that hang together."""
    traps = Traps()
    usable = [table for table in space.tables if space.example(Goal(), "selectable", table) is not None]
    for group in groups_of(space.options):
        if may_block(space.options, group):
            part = OptionSpace({number: space.options[number] for number in group}, space.players)
            small = size_of(part.options, group) <= listed
            for table in part.tables:
                tables = [one for one in usable if one <= table]
                found = _listed(part, group, table) if small else _searched(part, group, table)
                _note(traps.found, found, tables)
                if small and _defers(part.options):
                    _note(traps.loosened, _loosened(part, group, table), tables)
    return traps


def _note(known: dict[Move, Trap], found: Iterable[Trap], tables: Sequence[Table]) -> None:
    for trap in found:
        if tables:
            known.setdefault(trap.goal, trap).tables += tables


# -- small groups: every page ----------------------------------------------------------------------------


def _listed(space: OptionSpace, group: Sequence[int], table: Table) -> Iterator[Trap]:
    graph = PageGraph(space.options, group, table)
    for goal, states in graph.apart().items():
        yield Trap(goal, _page(space, group, table, states))


def _page(
    space: OptionSpace, group: Sequence[int], table: Table, states: Sequence[tuple[int, ...]]
) -> TableChoice:
    """Return the page with the most defaults, which is where players begin if it is among them."""
    defaults = [space.options[number].default for number in group]
    state = max(states, key=lambda one: sum(map(int.__eq__, one, defaults)))
    choice = table.choice
    return replace(choice, options={**choice.options, **dict(zip(group, state, strict=True))})


def _loosened(space: OptionSpace, group: Sequence[int], table: Table) -> Iterator[Trap]:
    """Yield values that pages which start get to only over pages which do not."""
    strict = PageGraph(space.options, group, table, deferred=False)
    apart = strict.apart()
    if not apart:
        return
    graph = PageGraph(space.options, group, table)
    for goal, states in apart.items():
        reaching = graph.reaching(strict.having(goal))
        freed = [state for state in states if state in reaching]
        if freed:
            yield Trap(goal, _page(space, group, table, freed))


def _defers(options: Options) -> bool:
    return any(
        condition.gamestartonly and condition.id in options
        for option in options.values()
        for conditions in option.start_condition.values()
        for condition in conditions
    )


# -- large groups: pairs that name each other, then the solver -------------------------------------------


def _searched(space: OptionSpace, group: Sequence[int], table: Table) -> Iterator[Trap]:
    goals = [Move(number, value) for number, value in sorted(choosable(space, table).values)]
    proven = {trap.goal: trap for trap in _of_pairs(space, table, goals)}
    yield from proven.values()
    start = _start(space, table)
    if start is None:
        return
    open_goals = [goal for goal in goals if goal not in proven]
    for goal, way in ways_from(space.options, group, table, start, open_goals).items():
        if way is None:
            yield Trap(goal, start, steps=len(group))


def _start(space: OptionSpace, table: Table) -> TableChoice | None:
    """Return the page that players begin on, or one that is allowed if that is not."""
    refused = [one for one in start_refusals(space.options, table.choice) if not one.condition.gamestartonly]
    if refused:
        return space.example(Goal(), "selectable", table)
    choice = table.choice
    return replace(choice, options={**choice.options, **effective(space.options, choice)})


def _of_pairs(space: OptionSpace, table: Table, goals: Sequence[Move]) -> Iterator[Trap]:
    """Yield traps of two options whose start conditions name each other, whatever the other options do.

    The pair is looked at with these conditions and those on the table alone, which allows more than BGA: what
    is out of reach even then is out of reach.
    """
    for one, other in _pairs(space.options):
        pair = {number: _alone(space.options[number], {one, other}) for number in (one, other)}
        graph = PageGraph(pair, (one, other), table)
        for goal, states in graph.apart().items():
            if goal in goals:
                page = next(
                    filter(None, (_real(space, table, (one, other), state) for state in states)), None
                )
                if page is not None:
                    yield Trap(goal, page)


def _pairs(options: Options) -> Iterator[tuple[int, int]]:
    named = {
        number: named_by(one for conditions in option.start_condition.values() for one in conditions)
        for number, option in options.items()
    }
    always = [number for number, option in options.items() if not option.display_condition]
    for one, other in combinations(always, 2):
        if one in named[other] and other in named[one]:
            yield one, other


def _alone(option: Option, pair: set[int]) -> Option:
    """Return an option with those start conditions that speak of the pair or of the table."""
    kept: Mapping[int, list[Condition]] = {
        value: [
            condition
            for condition in conditions
            if condition.type in PLAYER_CONDITIONS or condition.id in pair or (condition.id or 0) >= 200
        ]
        for value, conditions in option.start_condition.items()
    }
    return option.model_copy(update={"start_condition": kept})


def _real(
    space: OptionSpace, table: Table, numbers: Sequence[int], state: tuple[int, ...]
) -> TableChoice | None:
    return space.example(Goal(values=tuple(zip(numbers, state, strict=True))), "selectable", table)
