"""What many games of one case came to. Summaries add up: of any parts, in any order, to the same."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

from aurum_states.simulate.estimates import Estimate, share_of
from aurum_states.simulate.playing import Failure, Played
from aurum_states.simulate.tallies import Distribution, Shares, Value, rounded

KEPT = 5
"""How many games of each kind of failure are named: the first."""

K = TypeVar("K")


@dataclass(slots=True)
class Failures:
    """Games that fail in the same way: how many, the numbers of the first, and what the first one said."""

    count: int = 0
    first: list[int] = field(default_factory=list)
    message: str = ""

    def add(self, number: int, message: str) -> None:
        """Count a game."""
        self.merge(Failures(1, [number], message))

    def merge(self, other: "Failures") -> None:
        """Add another's games."""
        if other.first and (not self.first or other.first[0] < self.first[0]):
            self.message = other.message
        self.count += other.count
        self.first = sorted([*self.first, *other.first])[:KEPT]


@dataclass(slots=True)
class Side:
    """The games of one side, and how many it has won, by the number of sides that won together."""

    games: int = 0
    won: Counter[int] = field(default_factory=Counter)

    @property
    def credit(self) -> Fraction:
        """The games won; one that is shared by k sides counts 1/k."""
        return sum((Fraction(times, sides) for sides, times in self.won.items()), Fraction())

    def share(self) -> Estimate:
        """Return the share of games won, shared ones in part."""
        return share_of(float(self.credit), self.games)

    def merge(self, other: "Side") -> None:
        """Add another's games."""
        self.games += other.games
        self.won.update(other.won)


def _distributions() -> dict[Any, Distribution]:
    return {}


@dataclass(slots=True)
class Summary:
    """The counts of many games; of all games ``games``, ``moves_made``, ``failures``, ``proof``.

    All else is of finished games.
    """

    games: int = 0
    moves_made: int = 0
    """Moves of all games, of those that failed too."""
    failures: dict[tuple[str, str], Failures] = field(default_factory=dict)
    """By kind and place."""
    moves: Distribution = field(default_factory=Distribution)
    entered: dict[str, Distribution] = field(default_factory=_distributions)
    """How often a game enters each state."""
    sides: dict[tuple[int, ...], Side] = field(default_factory=dict)
    """By seats."""
    ties: int = 0
    """Games that several sides have won, but not all."""
    drawn: int = 0
    """Games that all sides have won, of several."""
    scores: dict[int, Distribution] = field(default_factory=_distributions)
    """By seat."""
    margin: Distribution = field(default_factory=Distribution)
    """The best side's score less the next one's."""
    actions: dict[str, Shares] = field(default_factory=dict)
    """By state."""
    branching: dict[str, Shares] = field(default_factory=dict)
    """The number of options, by state."""
    transitions: dict[str, Shares] = field(default_factory=dict)
    """By source: (name, target)."""
    observed: dict[str, Shares] = field(default_factory=dict)
    table_statistics: dict[str, Distribution] = field(default_factory=_distributions)
    player_statistics: dict[str, Distribution] = field(default_factory=_distributions)
    """Every player's value."""
    player_means: dict[str, Distribution] = field(default_factory=_distributions)
    """The players' mean in each game: players of one game are not independent of one another."""
    proof: Counter[str] = field(default_factory=Counter)
    """What was done to find leaks, in all games."""

    @property
    def finished(self) -> int:
        """How many games came to their end."""
        return self.games - self.failed

    @property
    def failed(self) -> int:
        """How many did not."""
        return sum(one.count for one in self.failures.values())

    # -- adding up ---------------------------------------------------------------------------------

    def add(self, played: Played) -> None:
        """Count a game."""
        self.games += 1
        self.moves_made += played.moves
        self.proof.update(played.proof)
        if played.failure is not None:
            self._fail(played.number, played.failure)
            return
        self.moves.add(played.moves)
        entered: Counter[str] = Counter()
        taken: dict[str, Counter[Value]] = {}
        for (source, name, target), times in played.transitions.items():
            entered[target] += times
            taken.setdefault(source, Counter())[name, target] += times
        for state in {*self.entered, *entered}:
            # a state met for the first time was entered by none of the games before
            known = self.entered.get(state)
            if known is None:
                known = self.entered[state] = Distribution(
                    {0: self.finished - 1} if self.finished > 1 else {}
                )
            known.add(entered[state])
        for source, ways in taken.items():
            self.transitions.setdefault(source, Shares()).add_game(ways)
        _count_pairs(played.choices, self.actions)
        _count_pairs(
            {(state, int(rounded(n))): c for (state, n), c in played.options.items()}, self.branching
        )
        _count_pairs(played.observed, self.observed)
        self._count_end(played)

    def _fail(self, number: int, failure: Failure) -> None:
        known = self.failures.setdefault((failure.kind, failure.where), Failures())
        known.add(number, failure.message)

    def _count_end(self, played: Played) -> None:
        sides, winners = played.sides, len(played.won)
        if 1 < winners < len(sides):
            self.ties += 1
        elif winners == len(sides) > 1:
            self.drawn += 1
        best = sorted((max(played.scores[seat - 1] for seat in side) for side in sides), reverse=True)
        if len(best) > 1:
            self.margin.add(best[0] - best[1])
        for place, side in enumerate(sides):
            known = self.sides.setdefault(tuple(side), Side())
            known.games += 1
            if place in played.won:
                known.won[winners] += 1
        for seat, score in enumerate(played.scores, 1):
            self.scores.setdefault(seat, Distribution()).add(score)
        for name, value in played.table_statistics.items():
            self.table_statistics.setdefault(name, Distribution()).add(value)
        sums: dict[str, float] = {}
        for values in played.player_statistics:
            for name, value in values.items():
                self.player_statistics.setdefault(name, Distribution()).add(value)
                sums[name] = sums.get(name, 0) + value
        for name, total in sums.items():
            self.player_means.setdefault(name, Distribution()).add(total / len(played.player_statistics))

    def merge(self, other: "Summary") -> "Summary":
        """Add another's games; return this one."""
        for key, failures in other.failures.items():
            self.failures.setdefault(key, Failures()).merge(failures)
        self._merge_entered(other)
        self.games += other.games
        self.moves_made += other.moves_made
        self.proof.update(other.proof)
        self.ties += other.ties
        self.drawn += other.drawn
        self.moves.merge(other.moves)
        self.margin.merge(other.margin)
        for seats, side in other.sides.items():
            self.sides.setdefault(seats, Side()).merge(side)
        for mine, theirs in zip(self._distributions(), other._distributions(), strict=True):
            for key, distribution in theirs.items():
                mine.setdefault(key, Distribution()).merge(distribution)
        for own, others in zip(self._shares(), other._shares(), strict=True):
            for name, shares in others.items():
                own.setdefault(name, Shares()).merge(shares)
        return self

    def _merge_entered(self, other: "Summary") -> None:
        """Add how often states were entered: never, where only the other side has met them."""
        before = self.moves.count, other.moves.count
        for state in {*self.entered, *other.entered}:
            parts = self.entered.get(state), other.entered.get(state)
            made = Distribution()
            for part, games in zip(parts, before, strict=True):
                if part is not None:
                    made.merge(part)
                elif games:
                    made.add(0, games)
            self.entered[state] = made

    def _distributions(self) -> tuple[dict[Any, Distribution], ...]:
        return self.scores, self.table_statistics, self.player_statistics, self.player_means

    def _shares(self) -> tuple[dict[str, Shares], ...]:
        return self.actions, self.branching, self.transitions, self.observed

    # -- asking ------------------------------------------------------------------------------------

    def seats(self) -> dict[int, Side]:
        """Return the games of each seat: those of the sides that it was on."""
        found: dict[int, Side] = {}
        for seats, side in self.sides.items():
            for seat in seats:
                found.setdefault(seat, Side()).merge(side)
        return dict(sorted(found.items()))

    def bots(self, words: Iterable[str]) -> dict[str, Side]:
        """Return the games of each bot, those of all its seats together."""
        seats, found = self.seats(), dict[str, Side]()
        for seat, word in enumerate(words, 1):
            if seat in seats:
                found.setdefault(word, Side()).merge(seats[seat])
        return found

    # -- JSON --------------------------------------------------------------------------------------

    def as_data(self) -> dict[str, Any]:
        """Return everything in JSON's types, in an order that hangs on the games alone."""
        return {
            "games": self.games,
            "moves_made": self.moves_made,
            "failures": [
                {"kind": kind, "where": where, "count": one.count, "first": one.first, "message": one.message}
                for (kind, where), one in sorted(self.failures.items())
            ],
            "moves": self.moves.as_data(),
            "entered": _as_data(self.entered, Distribution.as_data),
            "sides": [
                {"seats": list(seats), "games": side.games, "won": [*map(list, sorted(side.won.items()))]}
                for seats, side in sorted(self.sides.items())
            ],
            "ties": self.ties,
            "drawn": self.drawn,
            "scores": _as_data(self.scores, Distribution.as_data),
            "margin": self.margin.as_data(),
            "actions": _as_data(self.actions, Shares.as_data),
            "branching": _as_data(self.branching, Shares.as_data),
            "transitions": _as_data(self.transitions, Shares.as_data),
            "observed": _as_data(self.observed, Shares.as_data),
            "table_statistics": _as_data(self.table_statistics, Distribution.as_data),
            "player_statistics": _as_data(self.player_statistics, Distribution.as_data),
            "player_means": _as_data(self.player_means, Distribution.as_data),
            "proof": dict(sorted(self.proof.items())),
        }

    @staticmethod
    def of_data(data: Mapping[str, Any]) -> "Summary":
        """Return what ``as_data`` gave.

        Raises:
            KeyError, TypeError, ValueError, AttributeError: it is none.
        """
        made = Summary(data["games"], data["moves_made"], ties=data["ties"], drawn=data["drawn"])
        made.proof.update(data.get("proof", {}))
        for one in data["failures"]:
            known = Failures(one["count"], list(one["first"]), one["message"])
            made.failures[one["kind"], one["where"]] = known
        for one in data["sides"]:
            made.sides[tuple(one["seats"])] = Side(one["games"], Counter(dict(one["won"])))
        made.moves = Distribution.of_data(data["moves"])
        made.margin = Distribution.of_data(data["margin"])
        for name in ("entered", "table_statistics", "player_statistics", "player_means"):
            setattr(made, name, {key: Distribution.of_data(one) for key, one in data[name].items()})
        made.scores = {int(seat): Distribution.of_data(one) for seat, one in data["scores"].items()}
        for name in ("actions", "branching", "transitions", "observed"):
            setattr(made, name, {key: Shares.of_data(one) for key, one in data[name].items()})
        return made


def _count_pairs(counts: Mapping[tuple[str, Any], int], shares: dict[str, Shares]) -> None:
    """Count pairs of (what, value) of one game."""
    sorted_out: dict[str, dict[Any, int]] = {}
    for (what, value), times in counts.items():
        values = sorted_out.setdefault(what, {})
        values[value] = values.get(value, 0) + times
    for what, values in sorted_out.items():
        shares.setdefault(what, Shares()).add_game(values)


def _as_data(named: Mapping[K, Any], encode: Callable[[Any], Any]) -> dict[str, Any]:
    return {str(name): encode(named[name]) for name in sorted(named, key=str)}
