"""The result of a simulation as text and CSV."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from aurum_states.simulate.effects import effects
from aurum_states.simulate.measures import measures, proof_text

if TYPE_CHECKING:
    from aurum_states.simulate.effects import Effect
    from aurum_states.simulate.estimates import Estimate
    from aurum_states.simulate.measures import Difference, Measure
    from aurum_states.simulate.results import CaseResult, Result

_CSV = ("case", "group", "measure", "value", "low", "high", "games", "sd", "lowest", "median", "highest")
_ALWAYS = (("length", "moves"), ("wins", "seat 1"), ("wins", "shared by several sides"))
"""The measures that a table of effects has whether or not they differ."""


def summary_text(result: "Result") -> Iterator[str]:
    """Yield the lines of a summary: of the only case, or what a study's factors do."""
    cases = result.cases
    if len(cases) == 1:
        yield from case_text(cases[0])
    else:
        yield from study_text(cases)
    timing = result.timing.as_data(result.total.moves_made, result.total.games)
    yield ""
    yield (
        f"{timing['seconds']:.1f} s, {timing['games_per_second']:,.0f} games a second, "
        f"{timing['microseconds_per_move']:.1f} µs a move"
    )


def case_text(one: "CaseResult") -> Iterator[str]:
    """Yield the lines of one case."""
    summary = one.summary
    yield heading(one)
    yield from _options(one)
    found = [measure for measure in measures(summary, one.case.bots) if _tells(measure)]
    yield f"{summary.finished} games came to their end, {summary.failed} did not"
    for (kind, where), failures in sorted(summary.failures.items()):
        yield f"  {failures.count} {kind}, {where}: {failures.message}"
    if one.case.check_leaks:
        yield f"leaks: {proof_text(summary)}"
    for group, of_group in groupby(found, key=lambda measure: measure.group):
        yield ""
        yield f"{group:<44}   value  95 % confidence       lowest   half <=  highest"
        for measure in of_group:
            yield f"  {measure.name:<42} {_value(measure.estimate)}  {_interval(measure.estimate)}" + _spread(
                measure
            )


def heading(one: "CaseResult") -> str:
    """Return what was played, on one line."""
    case = one.case
    games = ", ".join(f"{start} to {stop - 1}" for start, stop in one.games) or "none"
    bots = case.bots[0] if len(set(case.bots)) == 1 else ", ".join(case.bots)
    return f"{case.game}, {case.players} players, bots: {bots}; games {games} of seed {case.seed!r}"


def study_text(cases: "Sequence[CaseResult]") -> Iterator[str]:
    """Yield a line for each case, and a table for each factor."""
    yield heading(cases[0])
    yield ""
    yield f"{'case':<44} games  failed  moves a game"
    for one in cases:
        moves = one.summary.moves.mean()
        yield f"  {one.case.title:<42} {one.summary.games:>5} {one.summary.failed:>7}  {moves.value:>12.4g}"
    for factor, found in effects(cases):
        yield ""
        yield from _effect_text(factor, found)


def _effect_text(factor: str, found: "Sequence[Effect]") -> Iterator[str]:
    marks: dict[tuple[str, str], dict[str, str]] = {}
    for effect in found[1:]:
        for difference in effect.differences:
            marks.setdefault(difference.one.key, {})[effect.value] = difference.verdict
    values = {effect.value: {one.key: one.estimate for one in effect.measures} for effect in found}
    title = f"effect of {factor}"
    yield f"{title:<60}" + "".join(f"{value:>16} " for value in values)
    for measure in found[0].measures:
        verdicts = marks.get(measure.key, {})
        if measure.key not in _ALWAYS and not any(verdicts.values()):
            continue
        cells = [
            (_value(estimates[measure.key]) if measure.key in estimates else "-")
            + {"real": " *", "perhaps": " ?"}.get(verdicts.get(value, ""), "  ")
            for value, estimates in values.items()
        ]
        yield f"  {f'{measure.group}: {measure.name}':<58}" + "".join(f"{cell:>16} " for cell in cells)
    yield "  * differs from the first value; ? perhaps, or by chance; what is not listed shows no difference"


def comparison_text(found: "Sequence[Difference]", one: str, other: str, *, quiet: bool) -> Iterator[str]:
    """Yield the lines of a comparison: what really differs, then what may."""
    real = [difference for difference in found if difference.verdict == "real"]
    perhaps = [difference for difference in found if difference.verdict == "perhaps"]
    yield f"{len(real)} of {len(found)} measures really differ between {one} and {other}"
    yield from map(_difference, real)
    if perhaps and not quiet:
        yield f"{len(perhaps)} may differ; with {len(found)} measures so small a chance comes about by itself"
        yield from map(_difference, perhaps)


def comparison_data(found: "Sequence[Difference]") -> dict[str, Any]:
    """Return a comparison in JSON's types."""
    return {
        "measures": [
            {
                "group": one.one.group,
                "name": one.one.name,
                "first": one.one.estimate.value,
                "second": one.other.estimate.value,
                "chance": one.chance,
                "verdict": one.verdict or "none",
            }
            for one in found
        ]
    }


def csv_text(result: "Result") -> str:
    """Return every measure of every case as a line of CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_CSV)
    for one in result.cases:
        for measure in measures(one.summary, one.case.bots):
            interval, spread = measure.estimate.interval, measure.spread
            row: list[object] = [one.case.title, *measure.key, measure.estimate.value, *interval]
            row.append(measure.estimate.games)
            if spread is not None:
                row += [spread.deviation(), spread.lowest, spread.quantile(0.5), spread.highest]
            writer.writerow(row)
    return out.getvalue()


def _tells(measure: "Measure") -> bool:
    """Whether a measure says anything: not what is always so."""
    always = measure.estimate.share and measure.estimate.value == 1
    return not always and measure.group != "failures"


def _options(one: "CaseResult") -> Iterable[str]:
    case = one.case
    told = [f"{key}={value}" for key, value in (*case.options, *case.settings)]
    return [f"options: {', '.join(told)}"] if told else []


def _value(estimate: "Estimate") -> str:
    if estimate.share:
        return f"{100 * estimate.value:>6.2f} %"
    return f"{estimate.value:>8.4g}"


def _interval(estimate: "Estimate") -> str:
    low, high = estimate.interval
    if estimate.share:
        return f"{100 * low:>7.2f} to {100 * high:.2f} %".ljust(20)
    return f"{low:>7.4g} to {high:.4g}".ljust(20)


def _spread(measure: "Measure") -> str:
    spread, estimate = measure.spread, measure.estimate
    if spread is None:
        whole = estimate.whole or estimate.games
        return f" {f'{estimate.value * whole:.0f} of {whole}':>28}"
    return f" {spread.lowest:>8g} {spread.quantile(0.5):>9g} {spread.highest:>8g}"


def _difference(difference: "Difference") -> str:
    one, other = difference.one.estimate, difference.other.estimate
    name = f"{difference.one.group}: {difference.one.name}"
    return f"  {name:<58} {_value(one)} -> {_value(other)}  (p = {difference.chance:.2g})"
