"""A summary as a list of measures: what a designer reads, what is compared, what a table lists."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from aurum_states.simulate.estimates import Estimate, difference, holm, share_of
from aurum_states.simulate.summary import Summary
from aurum_states.simulate.tallies import Distribution, Value

LEVEL = 0.05
"""Differences are called real where all of a comparison together errs in at most so many cases."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One thing measured. ``spread`` holds the single values, where they are numbers."""

    group: str
    name: str
    estimate: Estimate
    spread: Distribution | None = None

    @property
    def key(self) -> tuple[str, str]:
        """What the measure is called."""
        return self.group, self.name


@dataclass(frozen=True, slots=True)
class Difference:
    """One measure of two summaries; ``chance`` is the probability of so large a difference by chance alone.

    ``real`` takes into account how many measures were compared.
    """

    one: Measure
    other: Measure
    chance: float
    real: bool

    @property
    def by(self) -> float:
        """How much larger the second is."""
        return self.other.estimate.value - self.one.estimate.value

    @property
    def verdict(self) -> str:
        """``real``, ``perhaps`` (one such difference among many comes by chance), or nothing."""
        return "real" if self.real else "perhaps" if self.chance < LEVEL else ""


def measures(summary: Summary, bots: Sequence[str] = ()) -> Iterator[Measure]:
    """Yield every measure of a summary, group by group."""
    games = summary.games
    yield Measure("failures", "games that failed", share_of(summary.failed, games))
    yield _mean("length", "moves", summary.moves)
    for state, times in sorted(summary.entered.items()):
        yield _mean("length", f"{state} entered", times)
    yield from _wins(summary, bots)
    for seat, scores in sorted(summary.scores.items()):
        yield _mean("scores", f"seat {seat}", scores)
    if summary.margin.count:
        yield _mean("scores", "margin of the best side", summary.margin)
    for name, distribution in sorted(summary.table_statistics.items()):
        yield _mean("statistics of the table", name, distribution)
    for name, distribution in sorted(summary.player_statistics.items()):
        yield Measure("statistics of a player", name, summary.player_means[name].mean(), distribution)
    for what, shares in sorted(summary.observed.items()):
        if shares.numeric:
            yield Measure("observed", what, shares.mean(), shares.distribution())
            continue
        for value, _ in shares.values():
            yield Measure("observed", f"{what}: {value}", shares.share(value))
    for state, shares in sorted(summary.branching.items()):
        yield Measure("options to choose from", state, shares.mean(), shares.distribution())
    for state, shares in sorted(summary.actions.items()):
        for action, _ in shares.values():
            yield Measure("actions", f"{state}: {action}", shares.share(action))
    for source, shares in sorted(summary.transitions.items()):
        for way, _ in shares.values():
            yield Measure("transitions", f"{source}: {written(way)}", shares.share(way))


def written(way: Value) -> str:
    """Return a transition's (name, target) as text; a jump has no name."""
    if not isinstance(way, tuple):
        return str(way)
    name, target = way
    return f"{'jump' if name is None else name} -> {target}"


def proof_text(summary: Summary) -> str:
    """Return what was done to find leaks, on one line."""
    return ", ".join(f"{times:,} {what}" for what, times in sorted(summary.proof.items()))


def compared(one: Sequence[Measure], other: Sequence[Measure]) -> list[Difference]:
    """Return the measures that both have, compared."""
    known = {measure.key: measure for measure in other}
    pairs = [(measure, known[measure.key]) for measure in one if measure.key in known]
    chances = [difference(first.estimate, second.estimate) for first, second in pairs]
    return [
        Difference(first, second, chance, adjusted < LEVEL)
        for (first, second), chance, adjusted in zip(pairs, chances, holm(chances), strict=True)
    ]


def _wins(summary: Summary, bots: Sequence[str]) -> Iterator[Measure]:
    finished = summary.finished
    for seats, side in sorted(summary.sides.items()):
        if len(seats) > 1:
            yield Measure("wins", f"seats {' and '.join(map(str, seats))}", side.share())
    for seat, side in summary.seats().items():
        yield Measure("wins", f"seat {seat}", side.share())
    for word, side in summary.bots(bots).items():
        if len(set(bots)) > 1:
            yield Measure("wins", f"bot {word}", side.share())
    if len(summary.sides) > 1:
        yield Measure("wins", "shared by several sides", share_of(summary.ties, finished))
        yield Measure("wins", "shared by all sides", share_of(summary.drawn, finished))


def _mean(group: str, name: str, distribution: Distribution) -> Measure:
    return Measure(group, name, distribution.mean(), distribution)
