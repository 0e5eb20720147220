"""The statistics of random play in docs/aurum-rules.md's source, section "Random play", held against simulations.

20,000 games of each kind were played by another program, with a swap of probability 0.1 where one is asked.
"""

from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

from aurum_states.engine.loading import load_game
from aurum_states.engine.setup import Setup
from aurum_states.simulate.case import Case
from aurum_states.simulate.estimates import Estimate, share_of
from aurum_states.simulate.summary import Summary

KINDS = {"3 base": (3, 1), "3 expert": (3, 2), "4 base": (4, 1), "4 expert": (4, 2)}
PUBLISHED_GAMES = 20_000
ERRORS = 4
"""Standard errors that a simulation may be away: of 150 comparisons none is expected to be further."""

PUBLISHED: dict[str, tuple[float, dict[str, str]]] = {
    # what: (half a unit of the last digit, figures by kind); sides are counted from the first marker holder
    "rounds": (0.005, {"3 base": "2.89", "3 expert": "2.88", "4 base": "2.49", "4 expert": "2.49"}),
    "games of 2 rounds, %": (0.5, {"3 base": "33", "3 expert": "34", "4 base": "51", "4 expert": "51"}),
    "games of 3 rounds, %": (0.5, {"3 base": "46", "3 expert": "45", "4 base": "49", "4 expert": "49"}),
    "games of 4 rounds, %": (0.5, {"3 base": "22", "3 expert": "22"}),
    "tricks": (0.005, {"3 base": "11.64", "3 expert": "11.06", "4 base": "10.74", "4 expert": "10.07"}),
    "the starter has no cards, %": (
        0.05,
        {"3 base": "50.0", "3 expert": "47.8", "4 base": "26.7", "4 expert": "25.1"},
    ),
    "a follower is blocked and has no gold, %": (
        0.05,
        {"3 base": "14.4", "3 expert": "18.0", "4 base": "32.8", "4 expert": "39.1"},
    ),
    "a follower has neither cards nor gold, %": (
        0.05,
        {"3 base": "8.8", "3 expert": "9.3", "4 base": "12.9", "4 expert": "11.7"},
    ),
    "a pass by choice, %": (
        0.05,
        {"3 base": "26.8", "3 expert": "25.0", "4 base": "27.7", "4 expert": "24.1"},
    ),
    "tricks with gold, %": (0.5, {"3 base": "41", "3 expert": "29", "4 base": "47", "4 expert": "30"}),
    "gold won": (0.05, {"3 base": "9.6", "3 expert": "9.4", "4 base": "9.2", "4 expert": "8.8"}),
    "swaps": (0.05, {"3 base": "3.0", "3 expert": "2.1", "4 base": "3.4", "4 expert": "2.1"}),
    "bids met, %": (0.5, {"3 base": "11", "3 expert": "11", "4 base": "10", "4 expert": "9"}),
    "bids exceeded, %": (0.5, {"3 base": "32", "3 expert": "30", "4 base": "21", "4 expert": "19"}),
    "bids missed, %": (0.5, {"3 base": "57", "3 expert": "59", "4 base": "69", "4 expert": "72"}),
    "rounds tied on points, %": (
        0.05,
        {"3 base": "10.3", "3 expert": "10.4", "4 base": "6.8", "4 expert": "7.8"},
    ),
    "rounds with several nuggets, %": (
        0.05,
        {"3 base": "0.5", "3 expert": "0.6", "4 base": "0.9", "4 expert": "1.4"},
    ),
    "several winners, %": (
        0.005,
        {"3 base": "0.22", "3 expert": "0.27", "4 base": "0.40", "4 expert": "0.60"},
    ),
    "wins of the first side, %": (
        0.05,
        {"3 base": "33.3", "3 expert": "33.3", "4 base": "50.1", "4 expert": "50.1"},
    ),
    "wins of the second side, %": (
        0.05,
        {"3 base": "33.9", "3 expert": "33.5", "4 base": "50.3", "4 expert": "50.5"},
    ),
    "wins of the third side, %": (0.05, {"3 base": "33.1", "3 expert": "33.5"}),
    "gold comes back too late, %": (
        0.05,
        {"3 base": "2.0", "3 expert": "1.9", "4 base": "2.6", "4 expert": "2.5"},
    ),
    # ruling A26: 17 % of rounds, and 4 to 5 %
    "the other rule for overtricks moves a nugget, %": (0.5, {"3 base": "17", "4 base": "4.5"}),
}


class Compared(NamedTuple):
    """A published figure and the simulation's. ``off`` is how many standard errors lie between them."""

    what: str
    published: float
    found: float
    off: float


def case_of(kind: str, seed: str = "random play") -> Case:
    """Return the case of a kind."""
    players, expert = KINDS[kind]
    setup = Setup(load_game("aurum"), players, {100: expert}, {}, {}, seed, None)
    return Case.of(setup, ("random:swap=0.1",) * players)


def compare(kind: str, summary: Summary) -> Iterator[Compared]:
    """Yield every published figure of a kind with the simulation's."""
    figures = dict(measured(summary, KINDS[kind][0]))
    for what, (rounding, by_kind) in PUBLISHED.items():
        if kind not in by_kind:
            continue
        published, found = float(by_kind[kind]), figures[what]
        scale = 100 if what.endswith("%") else 1
        own = found.error
        if own == 0:  # none was found, as may be of what is rare
            own = sqrt(published / scale * (1 - published / scale) / summary.games)
        error = scale * own * sqrt(1 + summary.games / PUBLISHED_GAMES)
        gap = max(0.0, abs(scale * found.value - published) - rounding)
        yield Compared(what, published, scale * found.value, gap / error)


def measured(summary: Summary, players: int) -> Iterator[tuple[str, Estimate]]:
    """Yield the figures of a simulation, under the names of ``PUBLISHED``."""
    observed, games = summary.observed, summary.games
    rounds = summary.table_statistics["rounds"]
    yield "rounds", rounds.mean()
    for number in (2, 3, 4):
        yield f"games of {number} rounds, %", share_of(rounds.counts.get(number, 0), games)
    yield "tricks", observed["tricks in a round"].mean()
    for how, _ in observed["a round ends"].values():
        yield f"{how}, %", observed["a round ends"].share(how)
    yield "tricks with gold, %", observed["a trick is won with"].share("gold")
    for what, statistic in (("gold won", "gold_won"), ("swaps", "bid_changes")):
        mean, whole = summary.player_means[statistic].mean(), rounds.mean()
        value = players * mean.value / whole.value
        error = value * sqrt((mean.error / mean.value) ** 2 + (whole.error / whole.value) ** 2)
        yield what, Estimate(value, error, games)
    for how in ("met", "exceeded", "missed"):
        yield f"bids {how}, %", observed["a bid"].share(how)
    yield "rounds tied on points, %", observed["the most points of a round"].share("tied")
    several = observed["nuggets in a round"]
    yield "rounds with several nuggets, %", share_of(several.whole - several.times(1), several.whole)
    yield "several winners, %", share_of(summary.ties + summary.drawn, games)
    places = observed["winners, counted from the first marker holder"]
    for place in ("first", "second", "third"):
        yield f"wins of the {place} side, %", share_of(places.times(f"the {place} side"), games)
    yield "gold comes back too late, %", observed["gold comes back too late to be won"].share("yes")
    moved = observed["the other rule for overtricks"].share("moves a nugget")
    yield "the other rule for overtricks moves a nugget, %", moved
