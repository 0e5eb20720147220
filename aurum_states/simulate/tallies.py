"""Counts of many games that add up in any order to the same: whole numbers, nothing rounded on the way.

Games are what is independent of one another, not the moves in them: a ``Shares`` keeps, beside its counts,
how they vary from game to game, so that what is estimated from them is as certain as it says.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Self, TypeAlias

from aurum_states.simulate.estimates import Estimate

Value: TypeAlias = str | int | tuple[str | None, ...]
"""What is counted: a name, a number, or a transition's (name, target)."""

DIGITS = 4
"""Numbers are counted with so many digits, so that a summary does not grow with the number of games."""


def rounded(value: float) -> float:
    """Return a number with at most ``DIGITS`` significant digits: an int where it has no fraction."""
    if isinstance(value, int) and -(10**DIGITS) < value < 10**DIGITS:
        return int(value)
    short = float(f"{value:.{DIGITS}g}")
    return int(short) if short.is_integer() else short


class Distribution:
    """How often each number came, one number a game (or a player and game)."""

    __slots__ = ("counts",)

    def __init__(self, counts: Mapping[float, int] | None = None) -> None:
        self.counts: dict[float, int] = dict(counts or {})

    def add(self, value: float, times: int = 1) -> None:
        """Count a number."""
        if not -1e300 < value < 1e300:  # no number of a game that could be averaged
            return
        value = rounded(value)
        self.counts[value] = self.counts.get(value, 0) + times

    def merge(self, other: "Distribution") -> None:
        """Add another's counts."""
        for value, times in other.counts.items():
            self.counts[value] = self.counts.get(value, 0) + times

    @property
    def count(self) -> int:
        """How many numbers were counted."""
        return sum(self.counts.values())

    @property
    def lowest(self) -> float:
        """The lowest number; 0 of none."""
        return min(self.counts, default=0)

    @property
    def highest(self) -> float:
        """The highest number; 0 of none."""
        return max(self.counts, default=0)

    def quantile(self, share: float) -> float:
        """Return the lowest number that so large a share of all does not exceed; 0 of none."""
        left = share * self.count
        for value in sorted(self.counts):
            left -= self.counts[value]
            if left <= 0:
                return value
        return self.highest

    def mean(self) -> Estimate:
        """Return the mean with its standard error."""
        count = self.count
        if not count:
            return Estimate(0.0, 0.0, 0)
        ordered = sorted(self.counts.items())  # one order of adding, whatever order they came in
        mean = sum(value * times for value, times in ordered) / count
        squares = sum((value - mean) ** 2 * times for value, times in ordered)
        spread = squares / (count - 1) if count > 1 else 0.0
        return Estimate(mean, (spread / count) ** 0.5, count)

    def deviation(self) -> float:
        """Return the standard deviation."""
        mean = self.mean()
        return float(mean.error * mean.games**0.5)

    def as_data(self) -> list[list[float]]:
        """Return [number, times], lowest first."""
        return [[value, times] for value, times in sorted(self.counts.items())]

    @classmethod
    def of_data(cls, data: Iterable[Any]) -> Self:
        """Return what ``as_data`` gave."""
        return cls({value: int(times) for value, times in data})


class _Sums:
    """Of a count x in each game, beside the whole y of that game: the sums of x, x² and x·y."""

    __slots__ = ("across", "squares", "times")

    def __init__(self, times: int = 0, squares: int = 0, across: int = 0) -> None:
        self.times, self.squares, self.across = times, squares, across

    def add(self, times: int, whole: int) -> None:
        self.times += times
        self.squares += times * times
        self.across += times * whole

    def merge(self, other: "_Sums") -> None:
        self.times += other.times
        self.squares += other.squares
        self.across += other.across

    def as_data(self) -> list[int]:
        return [self.times, self.squares, self.across]


class Shares:
    """How something falls into values, several times a game: which action was taken, how a round ended.

    ``games`` are those in which it came at all.
    """

    __slots__ = ("games", "numbers", "parts", "squares", "whole")

    def __init__(self) -> None:
        self.games = 0
        self.whole = 0
        """How often it came in all games."""
        self.squares = 0
        self.parts: dict[Value, _Sums] = {}
        self.numbers = _Sums()
        """Of the values that are numbers: their sum in each game."""

    def add_game(self, counts: Mapping[Any, int]) -> None:
        """Count one game: how often each value came in it."""
        whole, total = sum(counts.values()), 0
        self.games += 1
        self.whole += whole
        self.squares += whole * whole
        parts = self.parts
        for value, times in counts.items():
            part = parts.get(value)
            if part is None:
                part = parts[value] = _Sums()
            part.times += times
            part.squares += times * times
            part.across += times * whole
            if type(value) is int:
                total += value * times
        if total:
            self.numbers.add(total, whole)

    def merge(self, other: "Shares") -> None:
        """Add another's counts."""
        self.games += other.games
        self.whole += other.whole
        self.squares += other.squares
        self.numbers.merge(other.numbers)
        for value, part in other.parts.items():
            self.parts.setdefault(value, _Sums()).merge(part)

    def times(self, value: Value) -> int:
        """Return how often a value came."""
        part = self.parts.get(value)
        return part.times if part is not None else 0

    def share(self, value: Value) -> Estimate:
        """Return a value's share of the whole."""
        return self._ratio(self.parts.get(value, _Sums()), share=True)

    def mean(self) -> Estimate:
        """Return the mean of the values, where they are numbers."""
        return self._ratio(self.numbers, share=False)

    @property
    def numeric(self) -> bool:
        """Whether all values are numbers."""
        return all(type(value) is int for value in self.parts)

    def values(self) -> Iterator[tuple[Value, int]]:
        """Yield each value with how often it came: numbers in order, others most frequent first."""
        if self.numeric:
            order = sorted(self.parts, key=lambda value: (0, int(str(value))))
        else:
            order = sorted(self.parts, key=lambda value: (-self.parts[value].times, str(value)))
        for value in order:
            yield value, self.parts[value].times

    def distribution(self) -> Distribution:
        """Return the values that are numbers with how often each came."""
        numbers = {value: part.times for value, part in self.parts.items() if isinstance(value, int)}
        return Distribution(dict(sorted(numbers.items())))

    def _ratio(self, sums: _Sums, *, share: bool) -> Estimate:
        """Estimate sum(x) / sum(y) over games; its error is that of a ratio of sums, game by game."""
        if not self.whole:
            return Estimate(0.0, 0.0, 0, share=share)
        ratio = sums.times / self.whole
        residuals = sums.squares - 2 * ratio * sums.across + ratio * ratio * self.squares
        games = self.games
        variance = max(residuals, 0.0) * games / (games - 1) if games > 1 else 0.0
        return Estimate(ratio, variance**0.5 / self.whole, games, share=share, whole=self.whole)

    def as_data(self) -> dict[str, Any]:
        """Return all sums in JSON's types."""
        return {
            "games": self.games,
            "whole": self.whole,
            "squares": self.squares,
            "numbers": self.numbers.as_data(),
            "values": [
                [list(value) if isinstance(value, tuple) else value, *self.parts[value].as_data()]
                for value, _ in self.values()
            ],
        }

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Self:
        """Return what ``as_data`` gave."""
        made = cls()
        made.games, made.whole, made.squares = data["games"], data["whole"], data["squares"]
        made.numbers = _Sums(*data["numbers"])
        for value, *sums in data["values"]:
            made.parts[tuple(value) if isinstance(value, list) else value] = _Sums(*sums)
        return made
