"""How long a check takes: graphs of growing size in this process, Aurum's folder as a process of its own."""

import sys
from collections.abc import Callable
from pathlib import Path

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
