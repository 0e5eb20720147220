"""The result of a simulation: which games of which cases, and what they came to; as JSON, and added up."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from aurum_states.errors import AurumStatesError
from aurum_states.simulate.case import Case
from aurum_states.simulate.ranges import Part
from aurum_states.simulate.summary import Summary

FORMAT, VERSION = "aurum-states-simulation", 1

Games = tuple[int, int]
"""The first game of a range, and the one after its last."""


class ResultError(AurumStatesError):
    """It is no result of a simulation, or results that cannot be added up."""


@dataclass(slots=True)
class CaseResult:
    """The games of one case that were played, as ranges in order, and their summary."""

    case: Case
    games: list[Games] = field(default_factory=list)
    summary: Summary = field(default_factory=Summary)

    def add(self, games: Iterable[Games], summary: Summary) -> None:
        """Add games that were not played before.

        Raises:
            ResultError: some of them were; nothing has changed.
        """
        self.games = _joined([*self.games, *games], self.case)
        self.summary.merge(summary)


@dataclass(slots=True)
class Timing:
    """How long it took, which is no part of the result: ``seconds`` by the clock, ``work`` of all workers."""

    seconds: float = 0.0
    work: float = 0.0

    def as_data(self, moves: int, games: int) -> dict[str, float]:
        """Return times and rates."""
        return {
            "seconds": round(self.seconds, 3),
            "work_seconds": round(self.work, 3),
            "games_per_second": round(games / self.seconds, 1) if self.seconds else 0,
            "microseconds_per_move": round(1e6 * self.work / moves, 2) if moves else 0,
        }


class Result:
    """All cases of a simulation, in their order."""

    def __init__(self, cases: Iterable[Case] = ()) -> None:
        self._cases = {case.known_by: CaseResult(case) for case in cases}
        self.timing = Timing()

    @property
    def cases(self) -> list[CaseResult]:
        """The cases with their games."""
        return list(self._cases.values())

    @property
    def total(self) -> Summary:
        """The summary of all cases together."""
        total = Summary()
        for one in self.cases:
            total.merge(one.summary)
        return total

    def add(self, part: Part) -> None:
        """Add what a worker has played.

        Raises:
            ResultError: these games were added before.
        """
        games = part.range
        self._case(games.case).add([(games.start, games.stop)], part.summary)
        self.timing.work += part.seconds

    def merge(self, other: "Result") -> None:
        """Add another result.

        Raises:
            ResultError: it has games that are here already, or is of another game; nothing has changed.
        """
        own = next(iter(self._cases), None)
        for one in other.cases:
            if own is not None and (own.game, own.rules) != (one.case.game, one.case.rules):
                raise ResultError(
                    f"{one.case.game} (rules {one.case.rules}) cannot be added to "
                    f"{own.game} (rules {own.rules})"
                )
            known = self._cases.get(one.case.known_by)
            if known is not None:
                _joined([*known.games, *one.games], one.case)
        for one in other.cases:
            self._case(one.case).add(one.games, one.summary)
        self.timing.seconds += other.timing.seconds
        self.timing.work += other.timing.work

    def as_data(self) -> dict[str, Any]:
        """Return everything in JSON's types; all but ``timing`` hangs on the games alone."""
        total = self.total
        return {
            "format": FORMAT,
            "version": VERSION,
            "cases": [
                {"setup": one.case.as_data(), "games": one.games, "summary": one.summary.as_data()}
                for one in self.cases
            ],
            "timing": self.timing.as_data(total.moves_made, total.games),
        }

    @staticmethod
    def of_data(data: Any) -> "Result":
        """Return what ``as_data`` gave.

        Raises:
            ResultError: it is none, or of a later version.
        """
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise ResultError(f"it is no result of simulate: the key format must be {FORMAT!r}")
        if data.get("version") != VERSION:
            raise ResultError(f"it has version {data.get('version')!r}; this program reads {VERSION}")
        try:
            made = Result()
            for one in data["cases"]:
                games = [(int(start), int(stop)) for start, stop in one["games"]]
                made._case(Case.of_data(one["setup"])).add(games, Summary.of_data(one["summary"]))
            timing = data["timing"]
            made.timing = Timing(float(timing["seconds"]), float(timing["work_seconds"]))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ResultError(
                f"it is no whole result of simulate: {type(error).__name__}: {error}"
            ) from error
        return made

    def _case(self, case: Case) -> CaseResult:
        return self._cases.setdefault(case.known_by, CaseResult(case))


def _joined(ranges: Iterable[Games], case: Case) -> list[Games]:
    """Return ranges in order, those that touch as one.

    Raises:
        ResultError: two of them overlap.
    """
    joined: list[Games] = []
    for start, stop in sorted(ranges):
        if joined and start < joined[-1][1]:
            last = min(stop, joined[-1][1]) - 1
            raise ResultError(
                f"games {start} to {last} of seed {case.seed!r}"
                f"{f' ({case.title})' if case.title else ''} would be counted twice"
            )
        if joined and start == joined[-1][1]:
            joined[-1] = (joined[-1][0], stop)
        else:
            joined.append((start, stop))
    return joined
