"""Several cases of one game: every value of its options, pairs of them, or values of a study."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from aurum_states.definitions.conditions import TableChoice, effective, start_refusals
from aurum_states.definitions.definition import GameDefinition
from aurum_states.definitions.settings import written
from aurum_states.errors import AurumStatesError
from aurum_states.names import did_you_mean, listed

_SWEEP = re.compile(r"(\w+)=(.+)")


class SweepError(AurumStatesError):
    """A study names no option or setting of the game, or a value that it cannot have."""


@dataclass(frozen=True, slots=True)
class Change:
    """What sets one case apart: values of options and settings, and how people read them."""

    options: Mapping[int, int]
    settings: Mapping[str, Any]
    changed: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Factor:
    """One thing that a study varies: an option (a number) or a setting (a name), and its values."""

    name: str
    option: int | None
    values: tuple[Any, ...]

    @staticmethod
    def parse(text: str, definition: GameDefinition) -> "Factor":
        """Read ``101=1,2`` or ``swaps_per_trick=1,2,null``.

        Raises:
            SweepError: it names nothing of the game, or values that cannot be.
        """
        match = _SWEEP.fullmatch(text.strip())
        if match is None:
            raise SweepError(f"--sweep {text!r:.60}: write ID=VALUE,VALUE or SETTING=VALUE,VALUE")
        name, words = match[1], [word.strip() for word in match[2].split(",")]
        if len(set(words)) != len(words):
            raise SweepError(f"--sweep {name}: a value is given twice: {listed(words)}")
        if name.isascii() and name.isdecimal():
            return Factor(name, int(name), tuple(_option_value(definition, int(name), one) for one in words))
        return Factor(name, None, tuple(_setting_value(definition, name, word) for word in words))

    def written(self, value: Any) -> str:
        """Return a value as the command line writes it."""
        return str(value) if self.option is not None else written(value)


def swept(factors: Sequence[Factor]) -> Iterator[Change]:
    """Yield every combination of the values of all factors; the first values first."""
    for values in product(*(factor.values for factor in factors)):
        chosen = list(zip(factors, values, strict=True))
        yield Change(
            {factor.option: value for factor, value in chosen if factor.option is not None},
            {factor.name: value for factor, value in chosen if factor.option is None},
            tuple((factor.name, factor.written(value)) for factor, value in chosen),
        )


def every_option(definition: GameDefinition, choice: TableChoice) -> Iterator[Change]:
    """Yield the table as chosen, then with every other value of every option that can be chosen with it.

    A value that is not shown so, or with which the table does not start, is left out.
    """
    usual = effective(definition.options, choice)
    yield _change(usual, definition.options)
    for number, option in definition.options.items():
        for value in option.values:
            other = replace(choice, options={**choice.options, number: value})
            values = effective(definition.options, other)
            if value == usual[number] or values[number] != value:
                continue
            if not start_refusals(definition.options, other):
                yield _change(values, [number])


def pairwise(definition: GameDefinition, choice: TableChoice) -> Iterator[Change]:
    """Yield tables that together have every pair of values of options which can start.

    Raises:
        SolverMissingError: the extra ``space`` is not installed.
    """
    from aurum_states.space.pairs import covering

    for table in covering(definition.options, [choice.players], choice).tables:
        yield _change({one: table.options[one] for one in definition.options}, definition.options)


def _change(options: Mapping[int, int], apart: Iterable[int]) -> Change:
    named = tuple((str(number), str(options[number])) for number in apart)
    return Change(options, {}, named)


def _option_value(definition: GameDefinition, number: int, word: str) -> int:
    option = definition.options.get(number)
    if option is None:
        known = listed(f"{one} ({entry.name})" for one, entry in definition.options.items())
        raise SweepError(f"--sweep: there is no option {number}; the game has: {known}")
    if not word.isdecimal() or int(word) not in option.values:
        known = listed(f"{one} ({entry.name})" for one, entry in option.values.items())
        raise SweepError(
            f"--sweep: option {number} ({option.name}) has no value {word!r:.40}; it has {known}"
        )
    return int(word)


def _setting_value(definition: GameDefinition, name: str, word: str) -> Any:
    setting = definition.settings.get(name)
    if setting is None:
        near = did_you_mean(name, definition.settings)
        raise SweepError(
            f"--sweep: no setting {name!r:.60}{near}; the game has: {listed(definition.settings)}; "
            "an option is named by its number"
        )
    try:
        return setting.parse(word)
    except ValueError as error:
        raise SweepError(f"--sweep: {error}") from None
