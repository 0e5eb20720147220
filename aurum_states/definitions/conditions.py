"""What the conditions of options mean: which options a table shows, which values count, whether it may start.

BGA's page "Options and preferences" says what a condition is. Three things that it leaves open are decided
here, in one place:

* **An option that is not shown has its default**: for the game, for every condition that names it, and for
  its own start condition. Games are written that way, and it is what one finds on a table where nobody could
  choose. A choice made for it is forgotten.
* **Circles** (A is shown where B has a value, and B where A has one) are looked at in the order of the file:
  the first option of the circle sees the others as they were chosen. What is not shown falls back to its
  default, and the page is looked at again until nothing changes. Every look but the last sets an option back
  for good, so that it ends; and what is then shown follows from the values that count.
* **An option that is not there**, such as a reserved one nobody set, equals no value.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from aurum_states.definitions.options import Condition, Option

Options: TypeAlias = Mapping[int, Option]

SPEED: Final = 200
"""BGA's game speed (``GAMESTATE_CLOCK_MODE``): below 10 real time, from 10 on turn based."""

MODE: Final = 201
"""BGA's game mode (``GAMESTATE_RATING_MODE``)."""

MODES: Final[Mapping[str, int]] = {"normal": 0, "training": 1, "arena": 2}
"""The values of the game mode."""

SPEEDS: Final = (0, 1, 2, 9, *range(10, 22))
"""The values of the game speed that BGA's page names."""

TURN_BASED: Final = 10
"""The first speed that is turn based."""


@dataclass(frozen=True, slots=True)
class TableChoice:
    """What is chosen on a table's page.

    ``options`` are values by option id; an option that is not in it has its default. Reserved options other
    than speed and mode (such as 207, the table's language) may be in it too.
    """

    players: int
    options: Mapping[int, int] = field(default_factory=dict)
    mode: int = 0
    speed: int = 0

    def value(self, number: int) -> int | None:
        """Return what is chosen for an option, None when nothing is."""
        if number == SPEED:
            return self.speed
        if number == MODE:
            return self.mode
        return self.options.get(number)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A start condition that fails: the value of the option that it belongs to, and what players are told."""

    option: int
    value: int
    condition: Condition
    message: str


@dataclass(frozen=True, slots=True)
class TablePage:
    """What the page of a table shows: the value of every option that counts, and the options shown."""

    values: Mapping[int, int]
    shown: frozenset[int]


def holds(condition: Condition, players: int, value_of: Callable[[int], int | None]) -> bool:
    """Return whether a condition holds for a number of players and the values of options.

    A list of player counts means one of them, for ``minplayers`` (as BGA says) and for ``maxplayers`` (as
    real files use it).
    """
    wanted = condition.value
    if condition.type in ("minplayers", "maxplayers"):
        if not isinstance(wanted, int):
            return players in wanted
        return players >= wanted if condition.type == "minplayers" else players <= wanted
    value = None if condition.id is None else value_of(condition.id)
    named = value == wanted if isinstance(wanted, int) else value in wanted
    return named == (condition.type == "otheroption")


def table_page(options: Options, choice: TableChoice) -> TablePage:
    """Return what a table's page shows and which values count, once it has come to rest."""
    values = {number: choice.options.get(number, option.default) for number, option in options.items()}
    value_of = reader(choice, values)
    while True:
        shown = {one for one in options if is_displayed(options[one], choice.players, value_of)}
        hidden = options.keys() - shown
        if all(values[one] == options[one].default for one in hidden):
            return TablePage(values, frozenset(shown))
        for number in decision_order(options):
            if not is_displayed(options[number], choice.players, value_of):
                values[number] = options[number].default


def reader(choice: TableChoice, values: Mapping[int, int]) -> Callable[[int], int | None]:
    """Return how conditions see the value of an option: ``values``, then what the table has beside them."""
    return lambda number: values[number] if number in values else choice.value(number)


def is_displayed(option: Option, players: int, value_of: Callable[[int], int | None]) -> bool:
    """Return whether an option's display conditions hold; without any it is always shown."""
    conditions = option.display_condition
    if not conditions:
        return True
    held = (holds(condition, players, value_of) for condition in conditions)
    return any(held) if option.display_condition_operand == "or" else all(held)


def displayed(options: Options, choice: TableChoice) -> frozenset[int]:
    """Return the ids of the options that a table's page shows."""
    return table_page(options, choice).shown


def effective(options: Options, choice: TableChoice) -> Mapping[int, int]:
    """Return the value of every option that counts: what was chosen where it is shown, else its default."""
    return table_page(options, choice).values


def start_refusals(options: Options, choice: TableChoice) -> list[Refusal]:
    """Return why a table may not start, in the order of the file; nothing when it may.

    Those of ``gamestartonly`` are among them: at the start all conditions count.
    """
    if not any(option.start_condition for option in options.values()):
        return []
    values = effective(options, choice)
    value_of = reader(choice, values)
    return [
        Refusal(number, values[number], condition, condition.message or told(condition, option, options))
        for number, option in options.items()
        for condition in option.start_condition.get(values[number], ())
        if not holds(condition, choice.players, value_of)
    ]


def change(
    options: Options, choice: TableChoice, number: int, value: int
) -> tuple[TableChoice, list[Refusal]]:
    """Set one option on a table's page; return the page's choice after it, and why BGA would not take it.

    BGA refuses a change that makes a start condition fail, unless that is ``gamestartonly``, and sets the
    option back. A condition that failed before (as after a change of the number of players) refuses
    nothing: else there would be no way out.
    """
    before = replace(choice, options=_settled(options, choice))
    wanted = replace(before, options={**before.options, number: value})
    after = replace(before, options=_settled(options, wanted))
    refusals = [one for one in start_refusals(options, after) if not one.condition.gamestartonly]
    if refusals:
        failing = {id(refusal.condition) for refusal in start_refusals(options, before)}
        refusals = [refusal for refusal in refusals if id(refusal.condition) not in failing]
    return after, refusals


def _settled(options: Options, choice: TableChoice) -> dict[int, int]:
    return {**choice.options, **effective(options, choice)}


def conditions_of(options: Options) -> Iterator[Condition]:
    """Yield all conditions of a file, those of showing before those of the start for each option."""
    for option in options.values():
        yield from option.display_condition
        for conditions in option.start_condition.values():
            yield from conditions


def named_by(conditions: Iterable[Condition]) -> frozenset[int]:
    """Return the ids of the options that conditions name."""
    return frozenset(condition.id for condition in conditions if condition.id is not None)


def decision_order(options: Options) -> tuple[int, ...]:
    """Return the options in the order in which it is decided whether they are shown.

    Each comes after those that its display conditions name; of a circle the first in the file comes first.
    """
    waiting = {
        number: named_by(option.display_condition) & options.keys() for number, option in options.items()
    }
    order: list[int] = []
    while waiting:
        ready = [number for number, named in waiting.items() if not named & waiting.keys()]
        for number in ready or [_first_of_circle(waiting)]:
            order.append(number)
            del waiting[number]
    return tuple(order)


def has_circle(options: Options) -> bool:
    """Whether display conditions go in a circle."""
    decided: set[int] = set()
    for number in decision_order(options):
        if named_by(options[number].display_condition) & options.keys() - decided:
            return True
        decided.add(number)
    return False


def _first_of_circle(waiting: Mapping[int, frozenset[int]]) -> int:
    """Return the first option of a circle that hangs on no other: what it leads to leads back to it."""
    reached = {number: _reached(number, waiting) for number in waiting}
    return next(number for number in waiting if all(number in reached[one] for one in reached[number]))


def _reached(start: int, waiting: Mapping[int, frozenset[int]]) -> set[int]:
    found: set[int] = set()
    ways = [start]
    while ways:
        further = waiting[ways.pop()] & waiting.keys() - found
        found |= further
        ways += further
    return found


# -- in words --------------------------------------------------------------------------------------------


def in_words(condition: Condition, options: Options) -> str:
    """Return what a condition demands: ``at most 3 players``, ``100 (Expansion) is 3 (Full)``."""
    wanted = condition.value
    numbers = [wanted] if isinstance(wanted, int) else list(wanted)
    if condition.type in ("minplayers", "maxplayers"):
        if isinstance(wanted, int):
            bound = "at least" if condition.type == "minplayers" else "at most"
            return f"{bound} {wanted} player{'' if wanted == 1 else 's'}"
        return f"{either(map(str, numbers))} player{'' if numbers == [1] else 's'}"
    verb = "is" if condition.type == "otheroption" else "is not"
    if condition.id is None:
        return f"an option {verb} {either(map(str, numbers))}"
    names = [value_name(condition.id, value, options) for value in numbers]
    if condition.type == "otheroptionisnot" and len(names) > 1:
        return f"{option_name(condition.id, options)} is neither {' nor '.join(names)}"
    return f"{option_name(condition.id, options)} {verb} {either(names)}"


def option_name(number: int, options: Options) -> str:
    """Return how messages name an option: ``100 (Expansion)``, ``201 (game mode)``."""
    name = options[number].name if number in options else {SPEED: "game speed", MODE: "game mode"}.get(number)
    return f"{number} ({name})" if name else str(number)


def value_name(number: int, value: int, options: Options) -> str:
    """Return how messages name a value of an option: ``2 (Draft)``."""
    name = None
    if number in options and value in options[number].values:
        name = options[number].values[value].name
    elif number == MODE:
        name = {value: name for name, value in MODES.items()}.get(value)
    elif number == SPEED:
        name = speed_name(value)
    return f"{value} ({name})" if name else str(value)


def speed_name(speed: int) -> str:
    """Return ``real time`` or ``turn based``."""
    return "real time" if speed < TURN_BASED else "turn based"


def told(condition: Condition, option: Option, options: Options) -> str:
    """Return what stands for the message of a start condition that has none."""
    return f"{option.name} needs: {in_words(condition, options)}"


def either(words: Iterable[str]) -> str:
    """Return ``a, b or c``."""
    *first, last = tuple(words) or ("nothing",)
    return f"{', '.join(first)} or {last}" if first else last
