"""What a run of the benchmark shows: a table for people, JSON for programs, a page for the documentation."""

import importlib.metadata
import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tools.benchmarks.figures import Figure, Goal, Service
from tools.benchmarks.measure import Ratio

LIBRARIES = ("transitions", "msgspec", "pydantic")

Services = Mapping[str, Sequence[Service]]


def versions() -> dict[str, str]:
    """Return the versions of Python and of the libraries that the figures depend on."""
    return {"python": platform.python_version()} | {
        name: importlib.metadata.version(name) for name in LIBRARIES
    }


def machine() -> str:
    """Describe the machine: processors, architecture and system."""
    return f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}"


def as_text(figures: Sequence[Figure], services: Services) -> str:
    """Return the results as aligned columns."""
    parts = ["\n".join(aligned([HEAD, *map(_row, figures)]))]
    for title, steps in services.items():
        parts.append(f"What each service costs ({title}, 3 players), in times of the bare rules:")
        parts.append("\n".join(aligned([SERVICE_HEAD, *map(_service_row, steps)])))
    return "\n\n".join(parts)


def as_json(figures: Sequence[Figure], services: Services) -> dict[str, Any]:
    """Return the results in JSON's types."""
    return {
        "versions": versions(),
        "machine": machine(),
        "figures": [
            {
                "name": figure.aim.name,
                "bound": figure.aim.bound,
                "goal": figure.aim.goal,
                "stretch": figure.aim.stretch,
                "unit": figure.aim.unit.strip(),
                **outcome(figure.measured, figure.verdict, figure.note),
            }
            for figure in figures
        ],
        "services": {
            title: [{"name": step.name, "costs": step.costs, "left": step.left} for step in steps]
            for title, steps in services.items()
        },
    }


def outcome(measured: Ratio | None, verdict: str, note: str) -> dict[str, Any]:
    """Return what came out of a measurement in JSON's types."""
    return {
        "median": measured and measured.median,
        "low": measured and measured.low,
        "high": measured and measured.high,
        "verdict": verdict,
        "note": note,
    }


def as_page(command: str, figures: Sequence[Figure], services: Services) -> str:
    """Return docs/benchmarks.md."""
    had = ", ".join(f"{name} {version}" for name, version in versions().items())
    parts = [
        "# Benchmarks",
        PREFACE,
        f"Last run: `{command}` on {datetime.now(UTC):%Y-%m-%d} ({had}; {machine()}).",
        "\n".join(markdown([HEAD, *map(_row, figures)])),
    ]
    missed = [figure for figure in figures if figure.verdict == "missed"]
    if missed:
        parts.append("Missed: " + "; ".join(figure.aim.name for figure in missed) + ".")
    if services:
        parts += ["## What each service costs", SERVICES_PREFACE]
    for title, steps in services.items():
        parts += [
            f"### {title[0].upper()}{title[1:]}",
            "\n".join(markdown([SERVICE_HEAD, *map(_service_row, steps)])),
        ]
    return "\n\n".join(parts) + "\n"


def write_page(path: Path, command: str, figures: Sequence[Figure], services: Services) -> None:
    """Write docs/benchmarks.md; what people wrote below the figures, from ``KEPT`` on, stays."""
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    kept = old[old.index(KEPT) :] if KEPT in old else ""
    path.write_text(as_page(command, figures, services) + (f"\n{kept}" if kept else ""), encoding="utf-8")


KEPT = "## Why goals are missed"
"""The heading where the part of the page begins that is written by hand."""

PREFACE = """\
All candidates run in one process, in a freshly shuffled order each round; a figure is the median over the
rounds of the ratios within each round, with the range of their middle half beside it. Times are of the
processor. Whole games of Aurum are played by a client that chooses uniformly among the legal moves, every
seat with auto-skip on, from making the table to the end of the game; a move is one decision of a player.

- *Bare rules*: a hand-made `legal()`/`apply()` object over the same `rules.py` (`tools/benchmarks/bare.py`).
- *All services*: `Table.act` with wire arguments, each line of the record encoded as JSON at once.
- *Simulation mode*: `Table.apply` with an option of `legal_moves`, `mode="simulation"`.
- *Plain lists*: the same game with another state, no Deck and no statistics (`tools/benchmarks/plain.py`).
- *boardgame.io's services*: checks, binding, legality, atomic moves, record; no args, notifications, digest.
- *Live tables*: each makes a move in turn, all services. A hundred no longer fit into the processor's own
  memory, which is the gain of one alone. The long game is Aurum that nobody wins (`growth.py`).

Before anything is measured, every kind of table plays the bare rules' games move by move, and the transition
table is compared with stock `transitions` on every pair of state and trigger. Quote ratios, never times."""

SERVICES_PREFACE = """\
One service after the other is switched off; *left* is what the rest takes, in times of the bare rules. The
last row that is left is simulation mode: the game's own handlers, its components and the dispatch."""

HEAD = ("figure", "median", "middle half", "goal", "stretch", "", "beside it")
SERVICE_HEAD = ("switched off", "costs", "left")


def _row(figure: Figure) -> tuple[str, ...]:
    aim, measured = figure.aim, figure.measured
    stretch = "" if aim.stretch is None else _limit(aim, aim.stretch)
    shown = spread = ""
    if measured is not None:
        shown = f"{measured.median:.2f}{aim.unit}"
        spread = f"{measured.low:.2f}-{measured.high:.2f}" if measured.low < measured.high else ""
    return (aim.name, shown, spread, _limit(aim, aim.goal), stretch, figure.verdict, figure.note)


def _limit(aim: Goal, value: float) -> str:
    return f"{aim.bound} {value:g}{aim.unit}"


def _service_row(step: Service) -> tuple[str, ...]:
    return (step.name, f"{step.costs:.2f}" if step.costs else "", f"{step.left:.2f}")


def aligned(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    """Yield a table's lines in columns for a terminal."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def markdown(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    """Yield a table's lines in Markdown; the first row is its head."""
    for nth, row in enumerate(rows):
        yield f"| {' | '.join(row)} |"
        if not nth:
            yield f"|{'---|' * len(row)}"
