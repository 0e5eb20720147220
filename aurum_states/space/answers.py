"""What is true of all pages of a game's tables: what never shows, is never chosen, never starts."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from aurum_states.definitions.conditions import TableChoice, start_refusals
from aurum_states.definitions.options import Condition
from aurum_states.space.axes import Table
from aurum_states.space.choosable import Choosable, OptionValue, choosable
from aurum_states.space.goals import Goal, chosen, valued
from aurum_states.space.option_space import Level, OptionSpace
from aurum_states.space.reasons import Reason

MOST_REASONS = 100
"""How many reasons are looked for at most: a file with more slips than that has few causes."""

StartPlace: TypeAlias = tuple[int, int, int]
"""Where a start condition stands: option, value, and which of the value's conditions."""


@dataclass(frozen=True, slots=True)
class RefusedDefault:
    """A start condition that stops a table on which nobody touched an option."""

    message: str
    tables: tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers for a game; each "never" has its reason, each "can" was seen in an example.

    After many reasons the others are empty.
    """

    selectable: tuple[Choosable, ...]
    """What can be chosen on the page, for every class of tables."""
    never_starts: Reason | None
    """Why no table starts, whatever is chosen; then nothing is said of single values. None where some do."""
    never_shown: dict[int, Reason]
    always_shown: tuple[int, ...]
    """Options with display conditions that hide them nowhere."""
    never_chosen: dict[OptionValue, Reason]
    """Values of options that are shown somewhere, with which no page breaks no start condition."""
    never_started: dict[OptionValue, Reason]
    """Values that can be chosen, because of ``gamestartonly``, and with which no table starts."""
    never_holding: dict[StartPlace, Reason]
    always_holding: dict[StartPlace, Reason]
    refused_defaults: dict[StartPlace, RefusedDefault]
    stuck: dict[StartPlace, TableChoice]
    """Pages that can be chosen and do not start, for every ``gamestartonly`` condition that allows one."""


def answers(space: OptionSpace, reasons: int = MOST_REASONS) -> Answers:
    """Ask everything about a game's options; look for so many reasons at most."""
    why = _Reasons(space, reasons)
    selectable = tuple(choosable(space, table) for table in space.tables)
    startable = selectable
    if any(condition.gamestartonly for _, condition in start_conditions(space)):
        startable = tuple(choosable(space, table, "startable") for table in space.tables)
    shown = frozenset[int]().union(*(one.shown for one in selectable))
    hidden = frozenset[int]().union(*(one.hidden for one in selectable))
    chosen_values = frozenset[OptionValue]().union(*(one.values for one in selectable))
    started = frozenset[OptionValue]().union(*(one.values for one in startable))
    values = [(number, value) for number, option in space.options.items() for value in option.values]
    starts = space.example(Goal(), "startable") is not None
    if not starts:
        values = []
    places = [place for place in start_conditions(space) if space.example(valued(*place[0][:2]), "page")]
    return Answers(
        selectable=selectable,
        never_starts=None if starts else why(Goal(), "startable"),
        never_shown={
            number: why(Goal(shown=(number,)), "page") for number in space.options if number not in shown
        },
        always_shown=tuple(
            number
            for number, option in space.options.items()
            if option.display_condition and number not in hidden
        ),
        never_chosen={
            value: why(chosen(*value)) for value in values if value[0] in shown and value not in chosen_values
        },
        never_started={
            value: why(chosen(*value), "startable")
            for value in values
            if value in chosen_values and value not in started
        },
        never_holding=dict(_impossible(space, why, places, hold=True)),
        always_holding=dict(_impossible(space, why, places, hold=False)),
        refused_defaults=_refused_defaults(space),
        stuck=dict(_stuck(space, places)),
    )


class _Reasons:
    """Reasons, as many as are wanted."""

    def __init__(self, space: OptionSpace, most: int) -> None:
        self._space = space
        self._left = most

    def __call__(self, goal: Goal, level: Level = "selectable") -> Reason:
        """Return why there is no page with a goal; an empty reason when enough were looked for."""
        self._left -= 1
        return self._space.reason(goal, level) if self._left >= 0 else Reason(())


def start_conditions(space: OptionSpace) -> Iterator[tuple[StartPlace, Condition]]:
    """Yield the start conditions of values that there are, with their places."""
    for number, option in space.options.items():
        for value, conditions in option.start_condition.items():
            if value in option.values:
                for index, condition in enumerate(conditions):
                    yield (number, value, index), condition


def _impossible(
    space: OptionSpace, why: "_Reasons", places: list[tuple[StartPlace, Condition]], *, hold: bool
) -> Iterator[tuple[StartPlace, Reason]]:
    """Yield start conditions that hold (or fail) on no page with their value, whatever else is chosen."""
    for place, condition in places:
        number, value, _ = place
        values, asked = ((number, value),), (condition,)
        goal = Goal(values, holding=asked) if hold else Goal(values, failing=asked)
        if space.example(goal, "page") is None:
            yield place, why(goal, "page")


def _refused_defaults(space: OptionSpace) -> dict[StartPlace, RefusedDefault]:
    found: dict[StartPlace, RefusedDefault] = {}
    places = {id(condition): place for place, condition in start_conditions(space)}
    for table in space.tables:
        for refusal in start_refusals(space.options, table.choice):
            place = places[id(refusal.condition)]
            before = found[place].tables if place in found else ()
            found[place] = RefusedDefault(refusal.message, (*before, table))
    return found


def _stuck(
    space: OptionSpace, places: list[tuple[StartPlace, Condition]]
) -> Iterator[tuple[StartPlace, TableChoice]]:
    for place, condition in places:
        if condition.gamestartonly:
            page = space.example(Goal(values=(place[:2],), failing=(condition,)), "selectable")
            if page is not None:
                yield place, page
