"""Round-robins of bots: every two of them against each other, from every seat."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Any

from aurum_states.engine.setup import Setup
from aurum_states.engine.table import Table
from aurum_states.simulate.case import Case
from aurum_states.simulate.estimates import Estimate, share_of
from aurum_states.simulate.ranges import Range
from aurum_states.simulate.rating import Rating, Sides, ratings
from aurum_states.simulate.results import CaseResult, Result


@dataclass(frozen=True, slots=True)
class Duel:
    """One bot on one side, another one on all other sides; ``fair`` is its share if both were equal."""

    bot: str
    against: str
    share: Estimate
    fair: float


def sides_of(setup: Setup) -> list[tuple[int, ...]]:
    """Return the places (from 0) of the players of each side, by the game's ``teams``.

    Raises:
        GameError: the game's own code failed.
    """
    table = Table.seated(setup, mode="simulation")
    places = {player.id: place for place, player in enumerate(table.players)}
    teams = table._asked(lambda: table._game.teams(), None)
    return [tuple(places[player] for player in team) for team in teams]


def line_ups(setup: Setup, bots: Sequence[str], games: int) -> list[Range]:
    """Return what is to be played: ``games`` games of every two bots, each alone against the other.

    Raises:
        GameError: the game's own code failed.
    """
    ranges: list[Range] = []
    for number, (bot, other) in enumerate(combinations(bots, 2)):
        first = number * games  # games of its own, which are independent of others
        if len(sides_of(setup)) == 2:
            ranges += alone(setup, bot, other, games, first)
        else:
            ranges += alone(setup, bot, other, (games + 1) // 2, first)
            ranges += alone(setup, other, bot, games // 2, first + (games + 1) // 2)
    return ranges


def alone(setup: Setup, bot: str, other: str, games: int, first: int = 0) -> list[Range]:
    """Return games of one bot on one side, on each about as often, against another on all others.

    ``first`` is the number of the first game. Raises as ``line_ups`` does.
    """
    sides, usual, ranges = sides_of(setup), Case.of(setup, ()), []
    for number, side in enumerate(sides):
        words = tuple(bot if place in side else other for place in range(len(setup.players)))
        start, stop = (first + games * cut // len(sides) for cut in (number, number + 1))
        ranges.append(Range(replace(usual, bots=words), start, stop))
    return ranges


def standings(result: Result) -> list[Rating]:
    """Return the rating of each bot, the best first."""
    return ratings([line for line, _ in _lines(result.cases)])


def duels(result: Result) -> list[Duel]:
    """Return how every two bots have done against each other."""
    won: dict[tuple[str, str], list[float]] = {}
    for line, games in _lines(result.cases):
        for bot, other in permutations(dict.fromkeys(line.bots), 2):
            if line.bots.count(bot) == 1:
                sums = won.setdefault((bot, other), [0.0, 0, len(line.bots)])
                sums[0] += line.won[line.bots.index(bot)]
                sums[1] += games
    return [
        Duel(bot, other, share_of(credit, int(games)), 1 / sides)
        for (bot, other), (credit, games, sides) in won.items()
    ]


def arena_data(result: Result) -> dict[str, Any]:
    """Return ratings and duels in JSON's types; all but ``timing`` hangs on the games alone."""
    total = result.total
    return {
        "format": "aurum-states-arena",
        "version": 1,
        "setup": {**result.cases[0].case.as_data(), "bots": sorted(_bots(result.cases))},
        "games": total.games,
        "failed": total.failed,
        "ratings": [
            {"bot": one.bot, "elo": round(one.elo, 1), "interval": [round(end, 1) for end in one.interval]}
            for one in standings(result)
        ],
        "duels": [
            {
                "bot": one.bot,
                "against": one.against,
                "games": one.share.games,
                "share": round(one.share.value, 6),
                "interval": [round(end, 6) for end in one.share.interval],
                "fair": round(one.fair, 6),
            }
            for one in duels(result)
        ],
        "timing": result.timing.as_data(total.moves_made, total.games),
    }


def _bots(cases: Iterable[CaseResult]) -> set[str]:
    return {bot for one in cases for bot in one.case.bots}


def _lines(cases: Iterable[CaseResult]) -> Iterator[tuple[Sides, int]]:
    """Yield who played and won, and how many games came to their end."""
    for one in cases:
        sides = one.summary.sides
        if sides:
            bots = tuple(one.case.bots[seats[0] - 1] for seats in sides)
            yield Sides(bots, tuple(float(side.credit) for side in sides.values())), one.summary.finished
