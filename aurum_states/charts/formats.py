"""The formats a chart can be written in, by the name that ``--format`` takes."""

from collections.abc import Callable, Mapping

from aurum_states.charts.chart import Chart
from aurum_states.charts.dot import dot
from aurum_states.charts.mermaid import mermaid
from aurum_states.charts.svg import svg
from aurum_states.charts.table import table

FORMATS: Mapping[str, Callable[[Chart], str]] = {"mermaid": mermaid, "dot": dot, "svg": svg, "md": table}
"""Name -> what writes a chart so."""
