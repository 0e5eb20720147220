"""SVG, drawn by the program ``dot`` of Graphviz."""

import shutil
import subprocess

from aurum_states.charts.chart import Chart
from aurum_states.charts.dot import dot
from aurum_states.errors import AurumStatesError

PROGRAM = "dot"

SECONDS = 60
"""How long a drawing may take. 105 states take about one second, 1,000 that go anywhere many minutes."""


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
    try:
        done = subprocess.run(  # noqa: S603 - a fixed program, the chart goes through its input
            [program, "-Tsvg"], input=dot(chart).encode(), capture_output=True, check=False, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        raise DrawingError(
            f"{program} has not drawn {len(chart.nodes)} states within {SECONDS} seconds; "
            "--focus STATE --depth N draws a part"
        ) from None
    except OSError as error:
        raise DrawingError(f"{program} cannot be started: {error.strerror or error}") from error
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip()
        raise DrawingError(f"{program} cannot draw this graph: {said or f'exit code {done.returncode}'}")
    return done.stdout.decode()
