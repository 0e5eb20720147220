"""What recorded games have reached, as one HTML page that needs no other file."""

from collections.abc import Sequence
from html import escape

from aurum_states.charts.chart import chart_of
from aurum_states.charts.mermaid import mermaid
from aurum_states.charts.svg import DrawingError, svg
from aurum_states.replay.coverage import COUNTED, KINDS, TITLES, Coverage, Item

_STYLE = """\
body { font: 15px/1.45 system-ui, sans-serif; color: #111827; }
body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: .5rem 0 2rem; width: 100%; }
th, td { text-align: left; padding: .25rem .7rem; border-bottom: 1px solid #e5e7eb; vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
tr.never { background: #fef2f2; color: #b91c1c; }
svg { max-width: 100%; height: auto; }
meter { width: 12rem; }
"""


def coverage_page(coverages: Sequence[Coverage]) -> str:
    """Return the page for one or several games."""
    games = "".join(map(_game, coverages))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>State coverage</title>\n'
        f"<style>\n{_STYLE}</style></head><body>\n{games}</body></html>\n"
    )


def _game(coverage: Coverage) -> str:
    share = f"{coverage.percent:.1f}"
    moves = sum(coverage.runs.values())
    return (
        f"<h1>{escape(coverage.game)}: {share} %</h1>\n"
        f'<p><meter min="0" max="100" value="{share}"></meter> of states, transitions and actions, '
        f"reached by {len(coverage.runs)} runs with {moves} moves</p>\n"
        f"{_picture(coverage)}{''.join(_table(coverage, kind) for kind in KINDS)}"
    )


def _picture(coverage: Coverage) -> str:
    if coverage.graph.partial:
        return ""
    chart = chart_of(coverage.graph, coverage.game, coverage=coverage)
    try:
        drawn = svg(chart)
    except DrawingError:  # without Graphviz the text of the picture, which other tools draw
        text = escape(mermaid(chart))
        return f"<details><summary>the graph, as Mermaid</summary><pre>{text}</pre></details>\n"
    return drawn[drawn.index("<svg") :]


def _table(coverage: Coverage, kind: str) -> str:
    every = coverage.items(kind)
    rows = "".join(_row(coverage, item) for item in every)
    count = f"{len(coverage.reached(kind))} of {len(every)}"
    head = "<tr><th></th><th>times</th><th>by, or the way there</th></tr>"
    return f"<h2>{TITLES[kind]}: {count}</h2>\n<table>{head}\n{rows}</table>\n"


def _row(coverage: Coverage, item: Item) -> str:
    times = coverage.counts[item]
    by = coverage.by.get(item, {})
    told = ", ".join(sorted(by)[:3]) + (f" and {len(by) - 3} more" if len(by) > 3 else "")
    if not times and item.kind in COUNTED:
        told = coverage.way_to(item)
    mark = "" if times else ' class="never"'
    return (
        f'<tr{mark}><td>{escape(str(item))}</td><td class="number">{times}</td><td>{escape(told)}</td></tr>\n'
    )
