"""How long a check takes: graphs of growing size and options in this process, Aurum's folder as a process."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from aurum_states.checks.run import check
from tools.benchmarks.measure import Candidate, timed

SIZES = (1_000, 2_000, 4_000)
"""States of the graphs; each has five transitions."""
SMALL = 100

CHECK = (sys.executable, "-m", "aurum_states", "check", "--quiet", str(Path(__file__).parents[2]))
"""The check of Aurum's folder, its class included."""

STATE = """\
  state{n}:
    id: {id}
    type: {type}
    description: State number {n}
    descriptionMyTurn: ${{you}} must act in state number {n}
    {handler}
    updateGameProgression: true
    transitions: {{{transitions}}}
"""


def graph_text(states: int) -> str:
    """Return a states.yaml of so many states in which nothing is wrong: rounds of states, with short cuts."""
    parts = ["initialState: state0\nstates:\n"]
    for n in range(states):
        targets = [(n + step) % states for step in (1, 2, 7, 31, 100)]
        names = ("next", "skip", "far", "farther", "farthest")
        led = [f"{name}: state{target}" for name, target in zip(names, targets, strict=True)]
        if n == states - 1:
            led[-1] = "over: gameEnd"
        automatic = n % 3 == 0
        parts.append(
            STATE.format(
                n=n,
                id=n + 100,
                type="game" if automatic else "activeplayer",
                handler=f"action: stState{n}" if automatic else f"possibleActions: [actGo, actState{n}]",
                transitions=", ".join(led),
            )
        )
    return "".join(parts)


OPTIONS = 150
"""Options whose check is measured; in two files, since a game has the ids 100 to 199."""

WRONG = 30
"""Of them with a problem, so that places are needed."""


def options_data(count: int) -> dict[str, Any]:
    """Return options in which nothing is wrong: three values each, every third with a condition."""
    options: dict[str, Any] = {}
    for n in range(count):
        option: dict[str, Any] = {
            "name": f"Variant {n}",
            "values": {
                "1": {"name": "As printed", "description": "Played as the rules say"},
                "2": {"name": f"Short {n}", "tmdisplay": f"Short variant {n}", "nobeginner": True},
                "3": {"name": f"Long {n}", "tmdisplay": f"Long variant {n}", "beta": True},
            },
            "default": 1,
        }
        if n % 3 == 1:
            option["displaycondition"] = [
                {"type": "minplayers", "value": [3, 4]},
                {"type": "otheroption", "id": 99 + n, "value": [2, 3]},
            ]
        if n % 3 == 2:
            apart = {"type": "otheroptionisnot", "id": 99 + n, "value": 3, "message": "One of the two only."}
            option["startcondition"] = {"1": [], "2": [apart]}
        if n % 2:
            option["level"] = "additional"
        options[str(100 + n)] = option
    return options


def options_checked(folder: Path, *, wrong: int = 0) -> Callable[[], int]:
    """Return the work of reading and checking ``OPTIONS`` options, ``wrong`` of them with a slip.

    Its unit is all of them. Raises AssertionError when not just those are found.
    """
    paths = []
    for half in range(2):
        options = options_data(OPTIONS // 2)
        for option in list(options.values())[: wrong // 2]:
            option["default"] = 7
        paths.append(folder / f"{half}-{wrong}.gameoptions.json")
        paths[-1].write_text(json.dumps(options, indent=2), encoding="utf-8")

    def work() -> int:
        found = check(paths).problems
        assert len(found) == wrong, found[:1]
        return 1

    return work


def checked(folder: Path, states: int) -> Callable[[], int]:
    """Return the work of reading and checking a graph; its unit is a state.

    Raises AssertionError when something is found: the graph would be no measure then.
    """
    path = folder / f"{states}.states.yaml"
    path.write_text(graph_text(states), encoding="utf-8")

    def work() -> int:
        found = check([path]).problems
        assert not found, found[0]
        return states

    return work


def candidates(folder: Path, sizes: tuple[int, ...]) -> dict[str, Candidate]:
    """Return the timings of graphs of some sizes, by size."""
    return {str(size): timed(checked(folder, size)) for size in sizes}


def options_candidates(folder: Path) -> dict[str, Candidate]:
    """Return the timings of options without and with problems."""
    return {"clean": timed(options_checked(folder)), "wrong": timed(options_checked(folder, wrong=WRONG))}
