"""SVG, drawn by the program ``dot`` of Graphviz."""

import shutil
import subprocess

from aurum_states.charts.chart import Chart
from aurum_states.charts.dot import dot
from aurum_states.errors import AurumStatesError

PROGRAM = "dot"


class DrawingError(AurumStatesError):
    """No SVG can be drawn: the program is missing or has failed."""


def svg(chart: Chart) -> str:
    """Return a chart as an SVG picture. Raises DrawingError when there is no ``dot``, or when it fails."""
    program = shutil.which(PROGRAM)
    if program is None:
        raise DrawingError(
            f"there is no program {PROGRAM} on the path, which draws the SVG; either install Graphviz "
            "(apt install graphviz, brew install graphviz, winget install graphviz), or take "
            "--format mermaid, which GitHub and https://mermaid.live draw and save as SVG"
        )
    done = subprocess.run(  # noqa: S603 - a fixed program, the chart goes through its input
        [program, "-Tsvg"], input=dot(chart).encode(), capture_output=True, check=False
    )
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip()
        raise DrawingError(f"{program} cannot draw this graph: {said or f'exit code {done.returncode}'}")
    return done.stdout.decode()
