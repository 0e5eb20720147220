"""Ratings from games of two or more sides: how often each bot wins, as one number for each (Elo)."""

from collections.abc import Sequence
from math import exp, log, sqrt
from typing import NamedTuple

from aurum_states.simulate.estimates import Interval, Z

ELO = 400 / log(10)
"""Elo points by which the odds of winning grow e times."""
MEAN = 1500.0
"""The mean of all ratings."""
_PRIOR = 1.0
"""Games that each bot is taken to have drawn with one of mean strength, so that no rating is infinite."""


class Sides(NamedTuple):
    """Games of one line-up: the bot of each side, and the games each has won (shared ones in part)."""

    bots: tuple[str, ...]
    won: tuple[float, ...]


class Rating(NamedTuple):
    """A bot's Elo number and its standard error, both against the mean of all."""

    bot: str
    elo: float
    error: float

    @property
    def interval(self) -> Interval:
        """The 95 % confidence interval."""
        return Interval(self.elo - Z * self.error, self.elo + Z * self.error)


def ratings(games: Sequence[Sides]) -> list[Rating]:
    """Return the rating of each bot, the best first.

    The model is Bradley and Terry's, for any number of sides: a side wins as often as its bot's strength is
    among the strengths of all sides. Fitted by Newton's method to the likeliest strengths.
    """
    bots = list(dict.fromkeys(bot for one in games for bot in one.bots))
    strengths = [0.0] * len(bots)
    for _ in range(100):
        slope, curve = _slope(games, bots, strengths)
        inverse = _inverse(curve)
        step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse]
        largest = max(map(abs, step), default=0.0)
        scale = min(1.0, 1 / largest) if largest else 1.0  # a longer one may overshoot
        strengths = [one + scale * by for one, by in zip(strengths, step, strict=True)]
        if largest < 1e-9:
            break
    inverse = _inverse(_slope(games, bots, strengths)[1])
    mean, count = sum(strengths) / max(1, len(bots)), len(bots)
    made = []
    for place, bot in enumerate(bots):
        contrast = [(each == place) - 1 / count for each in range(count)]
        variance = sum(
            contrast[row] * inverse[row][column] * contrast[column]
            for row in range(count)
            for column in range(count)
        )
        made.append(Rating(bot, MEAN + ELO * (strengths[place] - mean), ELO * sqrt(max(0.0, variance))))
    return sorted(made, key=lambda rating: -rating.elo)


def _slope(
    games: Sequence[Sides], bots: Sequence[str], strengths: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    """Return the log-likelihood's first derivatives, and the second ones with the sign turned."""
    place = {bot: number for number, bot in enumerate(bots)}
    slope = [-_PRIOR * (1 / (1 + exp(-one)) - 0.5) for one in strengths]
    curve = [[0.0] * len(bots) for _ in bots]
    for number, one in enumerate(strengths):
        curve[number][number] = _PRIOR / (2 + exp(one) + exp(-one))
    for line in games:
        of_bot = [0.0] * len(bots)
        weights = [exp(strengths[place[bot]]) for bot in line.bots]
        count = sum(line.won)
        for bot, won, weight in zip(line.bots, line.won, weights, strict=True):
            slope[place[bot]] += won - count * weight / sum(weights)
            of_bot[place[bot]] += weight / sum(weights)
        for row, chance in enumerate(of_bot):
            curve[row][row] += count * chance
            for column, other in enumerate(of_bot):
                curve[row][column] -= count * chance * other
    return slope, curve


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the inverse of a positive definite matrix (Gauss and Jordan)."""
    size = len(matrix)
    rows = [[*row, *(float(place == other) for other in range(size))] for place, row in enumerate(matrix)]
    for place in range(size):
        pivot = rows[place][place]
        rows[place] = [value / pivot for value in rows[place]]
        for other in range(size):
            if other != place:
                factor = rows[other][place]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[place], strict=True)]
    return [row[size:] for row in rows]
