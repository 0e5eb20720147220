"""The result of a simulation as one HTML page that needs no other file."""

from collections.abc import Iterator
from html import escape
from itertools import groupby

from aurum_states.charts.chart import chart_of
from aurum_states.charts.mermaid import mermaid
from aurum_states.charts.plots import Point, histogram, intervals
from aurum_states.charts.svg import DrawingError, svg
from aurum_states.definitions.graph import StateGraph
from aurum_states.replay.coverage import Coverage, Item
from aurum_states.simulate.estimates import Estimate
from aurum_states.simulate.measures import Measure, measures, proof_text
from aurum_states.simulate.results import CaseResult, Result
from aurum_states.simulate.summary import Summary

_STYLE = """\
body { font: 15px/1.45 system-ui, sans-serif; color: #111827; }
body { margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: .5rem 0 2rem; }
th, td { text-align: left; padding: .2rem .7rem; border-bottom: 1px solid #e5e7eb; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
figure { display: inline-block; margin: 0 1rem 1rem 0; vertical-align: top; }
figcaption { font-weight: 600; }
p.failed { color: #b91c1c; }
svg { max-width: 100%; height: auto; }
svg.plot rect, svg.plot circle { fill: #1d4ed8; }
svg.plot text { font-size: 11px; text-anchor: middle; fill: #374151; }
svg.plot text.side { text-anchor: end; }
svg.plot .axis { stroke: #9ca3af; }
svg.plot .interval { stroke: #93c5fd; stroke-width: 8; }
svg.plot .expected { stroke: #b91c1c; stroke-dasharray: 4 3; }
"""


def simulation_page(result: Result, graph: StateGraph | None = None) -> str:
    """Return the page; ``graph`` is drawn with arrows as wide as they were often taken."""
    cases = "".join(_case(one, graph) for one in result.cases)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Simulation</title>\n'
        f"<style>\n{_STYLE}</style></head><body>\n{cases}</body></html>\n"
    )


def _case(one: CaseResult, graph: StateGraph | None) -> str:
    case, summary = one.case, one.summary
    told = [f"{key}={value}" for key, value in (*case.options, *case.settings)]
    failed = f'<p class="failed">{summary.failed} games failed</p>\n' if summary.failed else ""
    return (
        f"<h1>{escape(case.title or case.game)}</h1>\n"
        f"<p>{summary.games} games of {escape(case.game)} for {case.players}, seed {escape(case.seed)}, "
        f"bots {escape(', '.join(dict.fromkeys(case.bots)))}; {escape(', '.join(told) or 'no options')}</p>\n"
        f"{failed}{''.join(_failures(summary))}{_proof(one)}"
        f"{_wins(summary)}{''.join(_groups(one))}{_flow(one, graph)}"
    )


def _failures(summary: Summary) -> Iterator[str]:
    for (kind, where), failures in sorted(summary.failures.items()):
        numbers = ", ".join(map(str, failures.first))
        told = f"{failures.count} {kind} ({where}): {failures.message}; the first: games {numbers}"
        yield f'<p class="failed">{escape(told)}</p>\n'


def _proof(one: CaseResult) -> str:
    return f"<p>Leaks: {escape(proof_text(one.summary))}</p>\n" if one.case.check_leaks else ""


def _wins(summary: Summary) -> str:
    """Draw who wins how often, beside the fair share."""
    if len(summary.sides) < 2:
        return ""
    points = [_point(f"seat {seat}", side.share()) for seat, side in summary.seats().items()]
    points += [
        _point(f"seats {' and '.join(map(str, seats))}", side.share())
        for seats, side in sorted(summary.sides.items())
        if len(seats) > 1
    ]
    drawn = intervals(points, "games won by seat", 1 / len(summary.sides))
    return (
        "<h2>Games won</h2>\n<p>A game that several sides win counts for each of them in part. The red line "
        f"is the fair share.</p>\n{drawn}\n"
    )


def _point(name: str, estimate: Estimate) -> Point:
    low, high = estimate.interval
    return Point(name, estimate.value, low, high)


def _groups(one: CaseResult) -> Iterator[str]:
    for group, found in groupby(measures(one.summary, one.case.bots), key=lambda measure: measure.group):
        if group == "failures":
            continue
        of_group = list(found)
        yield f"<h2>{escape(group.capitalize())}</h2>\n"
        for measure in of_group:
            spread = measure.spread
            if spread is not None and len(spread.counts) > 1:
                drawn = histogram(sorted(spread.counts.items()), measure.name)
                yield f"<figure>{drawn}<figcaption>{escape(measure.name)}</figcaption></figure>\n"
        yield (
            '<table><tr><th></th><th class="number">value</th><th class="number">95 % confidence</th>'
            '<th class="number">sd</th><th class="number">lowest</th><th class="number">highest</th></tr>\n'
        )
        yield "".join(map(_row, of_group))
        yield "</table>\n"


def _row(measure: Measure) -> str:
    estimate, spread = measure.estimate, measure.spread
    low, high = estimate.interval
    if estimate.share:
        cells = [f"{100 * estimate.value:.2f} %", f"{100 * low:.2f} to {100 * high:.2f} %"]
    else:
        cells = [f"{estimate.value:.4g}", f"{low:.4g} to {high:.4g}"]
    cells += (
        ["", "", ""]
        if spread is None
        else [f"{spread.deviation():.3g}", f"{spread.lowest:g}", f"{spread.highest:g}"]
    )
    numbers = "".join(f'<td class="number">{cell}</td>' for cell in cells)
    return f"<tr><td>{escape(measure.name)}</td>{numbers}</tr>\n"


def _flow(one: CaseResult, graph: StateGraph | None) -> str:
    """Draw the state graph, each arrow as wide as it was often taken."""
    if graph is None or graph.partial:
        return ""
    coverage = Coverage(one.case.game, graph)
    for source, shares in one.summary.transitions.items():
        for way, times in shares.values():
            if isinstance(way, tuple):
                name, target = "jump" if way[0] is None else way[0], way[1] or ""
                coverage.add(Item("transition", (source, name, target)), "simulate", times)
                coverage.add(Item("state", (target,)), "simulate", times)
    chart = chart_of(graph, one.case.game, coverage=coverage)
    try:
        drawn = svg(chart)
        picture = drawn[drawn.index("<svg") :]
    except DrawingError:  # without Graphviz the text of the picture, which other tools draw
        text = escape(mermaid(chart))
        picture = f"<details><summary>the graph, as Mermaid</summary><pre>{text}</pre></details>\n"
    return f"<h2>Traffic</h2>\n<p>How often each state was entered and each transition taken.</p>\n{picture}"
