"""What counts say: a value, how certain it is, and whether two of them differ."""

from math import erf, exp, isinf, lgamma, log, sqrt
from typing import NamedTuple

Z = 1.959963984540054
"""Standard errors on both sides of an estimate that hold 95 % of a normal distribution."""


class Interval(NamedTuple):
    """Where the true value lies with 95 % confidence."""

    low: float
    high: float


class Estimate(NamedTuple):
    """A mean or a share, its standard error, and of how many independent games.

    ``whole`` is of how many single cases a share is: 0 where each game is one.
    """

    value: float
    error: float
    games: int
    share: bool = False
    whole: int = 0

    @property
    def interval(self) -> Interval:
        """The 95 % confidence interval: Wilson's for a share, Student's for a mean."""
        if self.share:
            return wilson(self.value, self._cases())
        margin = student_quantile(self.games - 1) * self.error if self.games > 1 else 0.0
        return Interval(self.value - margin, self.value + margin)

    def _cases(self) -> float:
        """Of how many independent cases a share is: fewer than there are, where games differ by more."""
        if self.error > 0:
            return self.value * (1 - self.value) / self.error**2 or float(self.whole or self.games)
        return float(self.whole or self.games)


def share_of(part: float, count: int) -> Estimate:
    """Return the share of ``part`` among ``count`` games."""
    value = part / count if count else 0.0
    return Estimate(value, sqrt(value * (1 - value) / count) if count else 0.0, count, share=True)


def wilson(share: float, count: float) -> Interval:
    """Return Wilson's interval of a share of ``count`` cases; 0 to 1 of none."""
    if count <= 0:
        return Interval(0.0, 1.0)
    scale = 1 + Z * Z / count
    middle = (share + Z * Z / (2 * count)) / scale
    margin = Z * sqrt(share * (1 - share) / count + Z * Z / (4 * count * count)) / scale
    return Interval(max(0.0, middle - margin), min(1.0, middle + margin))


def difference(one: Estimate, other: Estimate) -> float:
    """Return the probability of so large a difference where there is none.

    Two shares whose cases are whole games are compared by the test of two proportions with a pooled
    variance, everything else by Welch's test. Where nothing varies on either side it is 0 or 1.
    """
    if one.games < 2 or other.games < 2:
        return 1.0
    gap = abs(one.value - other.value)
    if one.share and other.share and not (one.whole or other.whole):
        pooled = (one.value * one.games + other.value * other.games) / (one.games + other.games)
        error = sqrt(pooled * (1 - pooled) * (1 / one.games + 1 / other.games))
        return _certain(gap) if error == 0 else 2 * (1 - normal(gap / error))
    parts = (one.error**2, other.error**2)
    error = sqrt(sum(parts))
    if error == 0:
        return _certain(gap)
    below = parts[0] ** 2 / (one.games - 1) + parts[1] ** 2 / (other.games - 1)
    return student(gap / error, sum(parts) ** 2 / below)


def _certain(gap: float) -> float:
    return 1.0 if gap == 0 else 0.0


def holm(probabilities: list[float]) -> list[float]:
    """Return the probabilities of several tests, adjusted so that all of them together err as one may."""
    order = sorted(range(len(probabilities)), key=probabilities.__getitem__)
    adjusted, worst = [1.0] * len(probabilities), 0.0
    for place, index in enumerate(order):
        worst = max(worst, min(1.0, probabilities[index] * (len(order) - place)))
        adjusted[index] = worst
    return adjusted


def normal(z: float) -> float:
    """Return how much of the standard normal distribution lies below ``z``."""
    return (1 + erf(z / sqrt(2))) / 2


def student(t: float, freedom: float) -> float:
    """Return how much of Student's distribution lies outside -t to t."""
    if isinf(t):
        return 0.0
    return _incomplete_beta(freedom / (freedom + t * t), freedom / 2, 0.5)


def student_quantile(freedom: float) -> float:
    """Return the t outside of which 5 % of Student's distribution lie."""
    if freedom > 10_000:
        return Z
    low, high = Z, 13.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if student(middle, freedom) > 0.05 else (low, middle)
    return high


def _incomplete_beta(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function, by its continued fraction (Lentz)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a
    tiny = 1e-300
    value, c, d = 1.0, 1.0, 0.0
    for step in range(1000):
        half = step // 2
        if step == 0:
            factor = 1.0
        elif step % 2 == 0:
            factor = half * (b - half) * x / ((a + 2 * half - 1) * (a + 2 * half))
        else:
            factor = -(a + half) * (a + b + half) * x / ((a + 2 * half) * (a + 2 * half + 1))
        d = 1 / (1 + factor * d or tiny)
        c = 1 + factor / c or tiny
        value *= c * d
        if step and abs(1 - c * d) < 1e-12:
            break
    return front * (value - 1)
