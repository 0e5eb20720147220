"""What players see of a game's options: the page on which a table is made, and its line in the lobby."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from aurum_states.definitions.conditions import (
    Options,
    Refusal,
    TableChoice,
    change,
    displayed,
    effective,
    holds,
    in_words,
    reader,
    start_refusals,
)
from aurum_states.definitions.options import Option, OptionValue

LEVELS = ("major", "base", "additional")
"""The levels of options, from the top of the page down; ``additional`` ones are folded away."""

MARKS: Mapping[str, str] = {
    "beta": "beta",
    "alpha": "alpha: training mode only",
    "premium": "premium members only",
    "nobeginner": "not for beginners",
    "firstgameonly": "for the first game",
}
"""What the page says of a value for each of its marks. (The game's developer may play alpha in any mode.)"""


@dataclass(frozen=True, slots=True)
class LobbyValue:
    """One value as the page offers it.

    ``refused`` is the message with which the page sets the option back, None where it takes the value.
    """

    id: int
    value: OptionValue
    selected: bool
    default: bool
    refused: str | None

    @property
    def marks(self) -> tuple[str, ...]:
        """The marks that the value has."""
        return tuple(mark for mark in MARKS if getattr(self.value, mark))


@dataclass(frozen=True, slots=True)
class LobbyOption:
    """One option on the page. ``needs`` is what it lacks to be shown, where it is not."""

    id: int
    option: Option
    shown: bool
    values: tuple[LobbyValue, ...]
    needs: str

    @property
    def selected(self) -> LobbyValue:
        """The value that counts."""
        return next(value for value in self.values if value.selected)


@dataclass(frozen=True, slots=True)
class Lobby:
    """The page of a table: options from the top down, what the lobby says of it, why it may not start."""

    choice: TableChoice
    options: tuple[LobbyOption, ...]
    line: tuple[str, ...]
    refusals: tuple[Refusal, ...]

    @property
    def folded(self) -> tuple[LobbyOption, ...]:
        """The additional options, which the page shows on demand."""
        return tuple(one for one in self.options if one.option.level == "additional" and one.shown)


def lobby_of(options: Options, choice: TableChoice) -> Lobby:
    """Return the page of a table."""
    shown, values = displayed(options, choice), effective(options, choice)
    order = sorted(options, key=lambda number: LEVELS.index(options[number].level))
    return Lobby(
        choice,
        tuple(_option(options, choice, number, values[number], number in shown) for number in order),
        tuple(_line(options, [number for number in options if number in shown], values)),
        tuple(start_refusals(options, choice)),
    )


def _option(options: Options, choice: TableChoice, number: int, selected: int, shown: bool) -> LobbyOption:
    option = options[number]
    values = tuple(
        LobbyValue(
            value,
            given,
            value == selected,
            value == option.default,
            _refused(options, choice, number, value) if shown and value != selected else None,
        )
        for value, given in option.values.items()
    )
    return LobbyOption(number, option, shown, values, "" if shown else _needs(option, options, choice))


def _needs(option: Option, options: Options, choice: TableChoice) -> str:
    value_of = reader(choice, effective(options, choice))
    failing = [one for one in option.display_condition if not holds(one, choice.players, value_of)]
    return f" {option.display_condition_operand} ".join(in_words(one, options) for one in failing)


def _refused(options: Options, choice: TableChoice, number: int, value: int) -> str | None:
    _, refusals = change(options, choice, number, value)
    return refusals[0].message if refusals else None


def _line(options: Options, shown: list[int], values: Mapping[int, int]) -> Iterator[str]:
    """Yield what the lobby says of a table: the ``tmdisplay`` of the values chosen, in the file's order."""
    for number in shown:
        text = options[number].values[values[number]].tmdisplay
        if text:
            yield text
