"""What a run against the peers shows: a table for people, JSON for programs, a section for the page."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tools.benchmarks.peers.figures import PeerFigure
from tools.benchmarks.report import aligned, machine, markdown, outcome

HEAD = ("figure", "times as fast", "middle half", "goal", "stretch", "", "ours and theirs")

BUSY = 0.1
"""The part of its time that a process may have waited for a processor before the figures are doubted."""


def as_text(figures: Sequence[PeerFigure]) -> str:
    """Return the results as aligned columns."""
    return "\n".join(aligned([HEAD, *map(_row, figures)]))


def as_json(figures: Sequence[PeerFigure]) -> dict[str, Any]:
    """Return the results in JSON's types."""
    return {
        "versions": versions(figures),
        "machine": machine(),
        "waited": max((figure.waited for figure in figures), default=0),
        "figures": [
            {
                "peer": figure.comparison.peer,
                "name": figure.comparison.name,
                "goal": figure.comparison.goal,
                "stretch": figure.comparison.stretch,
                **outcome(figure.measured, figure.verdict, figure.note),
            }
            for figure in figures
        ],
    }


def versions(figures: Sequence[PeerFigure]) -> Mapping[str, str]:
    """Return the versions of all that took part."""
    found: dict[str, str] = {}
    for figure in figures:
        found |= figure.versions
    return found


def waiting(figures: Sequence[PeerFigure]) -> str:
    """Say that the machine was busy; nothing where it was not."""
    waited = max((figure.waited for figure in figures), default=0)
    if waited <= BUSY:
        return ""
    return f"the machine was busy: a process waited {waited:.0%} of its time for a processor; measure again"


def _row(figure: PeerFigure) -> tuple[str, ...]:
    comparison, measured = figure.comparison, figure.measured
    shown = spread = ""
    if measured is not None:
        shown, spread = f"{measured.median:.2f}x", f"{measured.low:.2f}-{measured.high:.2f}"
    goals = ["" if value is None else f">= {value:g}x" for value in (comparison.goal, comparison.stretch)]
    return (comparison.name, shown, spread, *goals, figure.verdict, figure.note)


def section(command: str, figures: Sequence[PeerFigure]) -> str:
    """Return the section of docs/benchmarks.md."""
    had = ", ".join(f"{name} {version}" for name, version in versions(figures).items())
    date = f"{datetime.now(UTC):%Y-%m-%d}"
    said = f"Last run: `{command}` on {date} ({had}; {machine()})."
    if busy := waiting(figures):
        said += f" {busy[0].upper()}{busy[1:]}."
    parts = [TITLE, PREFACE, said, "\n".join(markdown([HEAD, *map(_row, figures)]))]
    missed = [figure.comparison.name for figure in figures if figure.verdict == "missed"]
    if missed:
        parts.append("Missed: " + "; ".join(missed) + ".")
    return "\n\n".join(parts)


def write_section(page: Path, text: str) -> None:
    """Put the section in the place of the old one; where there is none, before the long runs."""
    old = page.read_text(encoding="utf-8")
    begin = old.find(f"{TITLE}\n")
    if begin >= 0:
        end = old.find("\n## ", begin)
    else:
        begin = end = old.find(BEFORE)
    above = old if begin < 0 else old[:begin]
    below = "" if end < 0 else old[end:]
    parts = [part.strip("\n") for part in (above, text, below)]
    page.write_text("\n\n".join(filter(None, parts)) + "\n", encoding="utf-8")


TITLE = "## Peers"
BEFORE = "## Long runs"

PREFACE = """\
Every candidate is a process of its own, in an environment of its own, in another order each round: it warms
up, then works for some seconds. A figure is how many times as long a peer took for one unit as we did in the
same round: the median over the rounds, with the range of their middle half. Times are those that the thread
which plays was on a processor; node's threads for compiling and collecting count for nothing, to its favour.
Goals are those of the project; a row without one is there to compare.

- *An event*: a ring of twelve states. *No callback*: a transition by the method that `Table.act` calls. *One
  callback*: every state has an entry action that does nothing. python-statemachine is sent the event by the
  event's own method, sismic by `queue` and `execute_once`, xstate by `send` to an actor.
- *boardgame.io*: the same Aurum, base game with auto-skip, uniformly random legal moves on both sides: its
  headless client in production without undo, a new client for each game, the state read from its store. The
  game is written for it in `tools/benchmarks/peers/node`; before it is measured it plays recorded games of
  ours again, with the same legal moves at every decision, points, nuggets and ends. It checks moves, keeps a
  log and makes each move whole or not at all: that is *boardgame.io's services*. *All services* are
  notifications, args, digest and statistics besides, which it does not have.
- *OpenSpiel*: whole games of its C++ trick games, driven from Python. A unit is a player's decision; dealing
  takes time on both sides, there as one step for each card. Simulation mode is set against it: neither keeps
  a record or takes a failed move back. It is another game than Aurum, so the figure says what a decision
  costs, not how good an engine is.
- *RLCard*, *PettingZoo*: other games as well. They make an observation at each step, and are set against all
  services.
- *Bare rules* and *JavaScript*: the rules with nothing around them, what the languages themselves allow."""
