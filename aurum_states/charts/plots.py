"""Small plots as SVG inside a page: histograms, and shares with their confidence intervals."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

WIDTH, HEIGHT = 460, 180
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 10, 10, 30
BARS = 40
"""The most bars of a histogram: more values are put together."""


class Point(NamedTuple):
    """A named value with its interval."""

    name: str
    value: float
    low: float
    high: float


def histogram(counts: Sequence[tuple[float, int]], title: str) -> str:
    """Draw how often each number came: (number, times), in order of the numbers."""
    bars = _bars(counts)
    most = max((times for _, _, times in bars), default=1)
    inner = WIDTH - _LEFT - _RIGHT
    step = inner / max(len(bars), 1)
    floor = HEIGHT - _BOTTOM
    parts = [_axis(floor)]
    every = max(1, -(-len(bars) // 12))
    for place, (low, high, times) in enumerate(bars):
        x, tall = _LEFT + place * step, (floor - _TOP) * times / most
        name = _number(low) if low == high else f"{_number(low)} to {_number(high)}"
        parts.append(
            f'<rect x="{x + step * 0.06:.1f}" y="{floor - tall:.1f}" width="{step * 0.88:.1f}" '
            f'height="{tall:.1f}"><title>{name}: {times}</title></rect>'
        )
        if place % every == 0:
            parts.append(f'<text x="{x + step / 2:.1f}" y="{floor + 14}">{_number(low)}</text>')
    parts.append(f'<text class="side" x="{_LEFT - 4}" y="{_TOP + 8}">{most}</text>')
    return _svg(parts, HEIGHT, title)


def intervals(points: Sequence[Point], title: str, expected: float | None = None) -> str:
    """Draw shares with their 95 % intervals, one line each, and a line where they are expected."""
    left, tall = 150, 24
    height = _TOP + tall * len(points) + _BOTTOM
    highest = max([point.high for point in points] + ([expected] if expected is not None else []), default=1)
    highest = min(1.0, highest * 1.1) or 1.0
    scale = (WIDTH - left - _RIGHT - 30) / highest
    floor = height - _BOTTOM
    parts = [f'<line class="axis" x1="{left}" y1="{floor}" x2="{WIDTH - _RIGHT}" y2="{floor}"/>']
    for step in range(5):
        share = highest * step / 4
        parts.append(f'<text x="{left + share * scale:.1f}" y="{floor + 14}">{100 * share:.0f} %</text>')
    if expected is not None:
        x = left + expected * scale
        parts.append(f'<line class="expected" x1="{x:.1f}" y1="{_TOP}" x2="{x:.1f}" y2="{floor}"/>')
    for place, point in enumerate(points):
        y = _TOP + tall * (place + 0.5)
        low, high, at = (left + share * scale for share in (point.low, point.high, point.value))
        told = f"{point.name}: {100 * point.value:.2f} %, {100 * point.low:.2f} to {100 * point.high:.2f} %"
        parts.append(
            f"<g><title>{escape(told)}</title>"
            f'<text class="side" x="{left - 8}" y="{y + 4:.1f}">{escape(_short(point.name))}</text>'
            f'<line class="interval" x1="{low:.1f}" y1="{y:.1f}" x2="{high:.1f}" y2="{y:.1f}"/>'
            f'<circle cx="{at:.1f}" cy="{y:.1f}" r="4"/></g>'
        )
    return _svg(parts, height, title)


def _bars(counts: Sequence[tuple[float, int]]) -> list[tuple[float, float, int]]:
    """Return bars as (lowest, highest, times): one for each whole number, or for as many as must be."""
    if not counts:
        return []
    low, high = counts[0][0], counts[-1][0]
    whole = all(float(value).is_integer() for value, _ in counts)
    if whole:
        size = max(1, -(-int(high - low + 1) // BARS))
        bars = [(low + start, low + start + size - 1, 0) for start in range(0, int(high - low) + 1, size)]
        width = float(size)
    else:
        width = (high - low) / BARS or 1.0
        bars = [(low + place * width, low + (place + 1) * width, 0) for place in range(BARS)]
    for value, times in counts:
        place = min(int((value - low) / width), len(bars) - 1)
        bars[place] = (*bars[place][:2], bars[place][2] + times)
    return bars


def _axis(floor: int) -> str:
    return f'<line class="axis" x1="{_LEFT}" y1="{floor}" x2="{WIDTH - _RIGHT}" y2="{floor}"/>'


def _svg(parts: Sequence[str], height: int, title: str) -> str:
    return (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" '
        f'aria-label="{escape(title)}">{"".join(parts)}</svg>'
    )


def _number(value: float) -> str:
    return f"{value:g}"


def _short(name: str) -> str:
    return name if len(name) <= 22 else f"{name[:21]}…"
