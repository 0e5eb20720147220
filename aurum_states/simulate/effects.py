"""What the factors of a study do: each value against the first, over all cases that have it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from aurum_states.simulate.measures import Difference, Measure, compared, measures
from aurum_states.simulate.results import CaseResult
from aurum_states.simulate.summary import Summary


@dataclass(frozen=True, slots=True)
class Effect:
    """One value of a factor: its measures, and how they differ from those of the factor's first value."""

    factor: str
    value: str
    games: int
    measures: tuple[Measure, ...]
    differences: tuple[Difference, ...]


def effects(cases: Sequence[CaseResult]) -> Iterator[tuple[str, list[Effect]]]:
    """Yield each factor that varies with its values.

    The cases that have a value are counted together, so that what is seen is its effect on the average of
    whatever the other factors are.
    """
    for factor in dict.fromkeys(name for one in cases for name, _ in one.case.changed):
        levels: dict[str, Summary] = {}
        bots: tuple[str, ...] = ()
        for one in cases:
            value = dict(one.case.changed).get(factor)
            if value is not None:
                levels.setdefault(value, Summary()).merge(one.summary)
                bots = one.case.bots
        if len(levels) < 2:
            continue
        found: list[Effect] = []
        for value, summary in levels.items():
            own = tuple(measures(summary, bots))
            differences = tuple(compared(found[0].measures, own)) if found else ()
            found.append(Effect(factor, value, summary.games, own, differences))
        yield factor, found
