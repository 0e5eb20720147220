"""How everything is measured: rounds in shuffled order, and the median of the ratios within each round.

Whatever slows the machine down for a while hits all candidates of a round alike, so a ratio holds where a
time would not. Times, shown beside the ratios, are of the processor: waiting for it counts for nothing.
"""

import gc
import random
import statistics
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import process_time

Candidate = Callable[[], float]
"""Runs one round of work and returns the seconds that one unit of it (a move, an event) took."""


def timed(work: Callable[[], int]) -> Candidate:
    """Return the candidate that times ``work``, which returns how many units it did.

    What earlier candidates left behind is collected first; during the work the collector runs as always.
    """

    def once() -> float:
        gc.collect()
        began = process_time()
        units = work()
        return (process_time() - began) / units

    return once


@dataclass(frozen=True, slots=True)
class Ratio:
    """The median over rounds, and the range in which the middle half of the rounds lies."""

    median: float
    low: float
    high: float


class Rounds:
    """The times of all candidates, round by round."""

    def __init__(self, times: Mapping[str, list[float]]) -> None:
        self.times = times

    def seconds(self, name: str) -> float:
        """Return a candidate's median time of one unit."""
        return statistics.median(self.times[name])

    def ratio(self, name: str, base: str) -> Ratio:
        """Return how many times as long as ``base`` a candidate took."""
        pairs = zip(self.times[name], self.times[base], strict=True)
        return ratio_of([mine / other for mine, other in pairs])


def ratio_of(values: list[float]) -> Ratio:
    """Return the median and the quartiles of some values."""
    if len(values) == 1:
        return Ratio(values[0], values[0], values[0])
    low, median, high = statistics.quantiles(values, n=4, method="inclusive")
    return Ratio(median, low, high)


def run_rounds(candidates: Mapping[str, Candidate], rounds: int) -> Rounds:
    """Run every candidate once to warm up, then ``rounds`` times, each round in another order."""
    order = list(candidates)
    shuffle = random.Random(1).shuffle  # noqa: S311 - any order will do, the same each time
    for name in order:
        candidates[name]()
    times: dict[str, list[float]] = {name: [] for name in order}
    for _ in range(rounds):
        shuffle(order)
        for name in order:
            times[name].append(candidates[name]())
    return Rounds(times)
