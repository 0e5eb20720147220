"""One transition: stock ``transitions`` against the table that ``Table.act`` follows.

Both walk the same ring of states. *none*: no callback, one call for each transition. *callback*: the states
have entry actions that do nothing but say where to go on. *trampoline*: as well, BGA's gameStateChange is
made for every state. The list of transitions is kept in all three.
"""

import dataclasses
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from aurum_states import Game, Options, State, Table
from aurum_states.definitions.definition import GameDefinition
from aurum_states.definitions.loader import load_definition
from aurum_states.engine.machine import TransitionMachine
from aurum_states.engine.plan import plan_of
from tools.benchmarks.measure import Candidate, timed

SIZE = 12
"""States in a ring, as many as a game of that kind has."""
LAPS = 200


class RingState(State):
    """Nothing: the ring is all."""


class RingGame(Game[RingState]):
    """The game of a ring: its entry actions go on to the next state."""

    def setup_new_game(self, options: Options) -> RingState:  # noqa: ARG002 - the signature of all games
        """Make the empty state."""
        return RingState()

    def st_pass_on(self) -> str:
        """Go on to the next state."""
        return "next"


def ring(kind: str, action: str) -> GameDefinition:
    """Return a game whose states form a ring; of ``game`` states the first is a player's all the same."""
    lines = ["initialState: ring0", "states:"]
    for place in range(SIZE):
        first = place == 0
        lines += [
            f"  ring{place}:",
            f"    type: {'activeplayer' if first else kind}",
            *([f"    action: {action}"] if action and not (first and kind == "game") else []),
            f"    transitions: {{next: ring{(place + 1) % SIZE}}}",
        ]
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "states.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
        (folder / "gameinfos.yaml").write_text(_INFOS, encoding="utf-8")
        return dataclasses.replace(load_definition(folder), game_class=RingGame)


_INFOS = "game_name: Ring\nplayers: [2]\ngameClass: tools.benchmarks.dispatch:RingGame\n"


class HandMade:
    """What one would write without any library: a table, a look-up, an error for what is impossible."""

    __slots__ = ("state",)

    EDGES: dict[str, dict[str, str]] = {  # noqa: RUF012 - read only
        f"ring{place}": {"next": f"ring{(place + 1) % SIZE}"} for place in range(SIZE)
    }

    def __init__(self) -> None:
        self.state = "ring0"

    def next_state(self, name: str) -> None:
        """Take a transition."""
        target = self.EDGES[self.state].get(name)
        if target is None:
            raise ValueError(f"transition {name} is impossible in state {self.state}")
        self.state = target


def check_equal(definition: GameDefinition) -> int:
    """Compare table and stock machine on every (state, transition name) pair; return how many there are.

    Raises:
        AssertionError: they differ.
    """
    plan = plan_of(definition)
    machine = TransitionMachine(definition.graph)
    pairs = 0
    for label, state in plan.states.items():
        for name in [*machine.names, "no such transition"]:
            edge = state.edges.get(name)
            mine, stock = edge and edge[0].label, machine.fire(label, name)
            if mine != stock:
                raise AssertionError(f"{name!r} in {label}: the table goes to {mine}, transitions to {stock}")
            pairs += 1
    return pairs


def candidates() -> tuple[dict[str, Candidate], int]:
    """Return what is timed, by name, and the number of (state, transition) pairs found equal."""
    made, pairs = works()
    return {name: timed(work) for name, work in made.items()}, pairs


def works() -> tuple[dict[str, Callable[[], int]], int]:
    """Return the work of each candidate, and the number of (state, transition) pairs found equal."""
    rings = {
        "none": ring("activeplayer", ""),
        "callback": ring("game", "stPassOn"),
    }
    pairs = sum(check_equal(definition) for definition in rings.values())
    made = {
        "hand-made": hand_made,
        "stock none": _stock(rings["none"], None),
        "stock callback": _stock(rings["callback"], "pass_on"),
        "none": _followed(rings["none"], "simulation", SIZE),
        "callback": _followed(rings["callback"], "simulation", 1),
        "trampoline": _followed(rings["callback"], "full", 1),
    }
    return made, pairs


def hand_made() -> int:
    """Take transitions by the hand-made table; return how many."""
    made = HandMade()
    for _ in range(SIZE * LAPS * 4):
        made.next_state("next")
    return SIZE * LAPS * 4


class _Token:
    """What the stock machine moves: an object with a state, registered nowhere, and a callback."""

    def __init__(self, state: str) -> None:
        self.state = state

    def pass_on(self) -> str:
        """Say where to go on, which nobody asks."""
        return "next"


def _stock(definition: GameDefinition, callback: str | None) -> Callable[[], int]:
    machine = TransitionMachine(definition.graph).machine
    if callback:
        for state in machine.states.values():
            state.add_callback("enter", callback)
    event = next(event for event in machine.events.values() if "ring0" in event.transitions)

    def work() -> int:
        token = _Token("ring0")
        for _ in range(SIZE * LAPS // 4):
            event.trigger(token)
        return SIZE * LAPS // 4

    return work


def _followed(definition: GameDefinition, mode: Any, calls: int) -> Callable[[], int]:
    """Return the work of walking the ring by the very method that ``Table.act`` calls, a lap at a time."""
    table = Table.create(definition, 2, seed="ring", mode=mode)
    game, gamestate = table._game, table._gamestate

    def work() -> int:
        follow = gamestate.follow
        gamestate.game = game
        for _ in range(LAPS):
            for _ in range(calls):
                follow(game, "next")
            gamestate.transitions.clear()
            table._notify.pending.clear()
        gamestate.game = None
        return SIZE * LAPS

    return work
