"""python-statemachine and sismic: events round a ring of states, without and with an entry action.

Run in their environments: ``python -m tools.benchmarks.peers.play_statecharts NAME none|callback SECONDS``.
"""

from collections.abc import Callable
from typing import Any

from tools.benchmarks.peers.clock import report, start

SIZE = 12
LAPS = 50


def laps(event: Callable[[], object], at_start: Callable[[], bool]) -> Callable[[], int]:
    """Return the work of walking round the ring, checked at its end."""

    def work() -> int:
        for _ in range(SIZE * LAPS):
            event()
        if not at_start():
            raise AssertionError("the ring was left")
        return SIZE * LAPS

    return work


def statemachine_ring(kind: str) -> Callable[[], int]:
    """Return the work of python-statemachine; the event's own method is its quickest way."""
    from statemachine import State, StateMachine

    states = [State(f"ring{place}", initial=place == 0) for place in range(SIZE)]
    members: dict[str, Any] = {f"ring{place}": state for place, state in enumerate(states)}
    following = states[1:] + states[:1]
    members["next"], *others = [one.to(other) for one, other in zip(states, following, strict=True)]
    for other in others:
        members["next"] |= other
    if kind == "callback":
        members |= {f"on_enter_ring{place}": lambda self: None for place in range(SIZE)}  # noqa: ARG005
    machine: Any = type("Ring", (StateMachine,), members)()
    return laps(machine.next, lambda: machine.ring0.is_active)


def sismic_ring(kind: str) -> Callable[[], int]:
    """Return the work of sismic."""
    from sismic.interpreter import Interpreter
    from sismic.io import import_from_yaml

    lines = [
        "statechart:",
        "  name: ring",
        "  root state:",
        "    name: root",
        "    initial: ring0",
        "    states:",
    ]
    for place in range(SIZE):
        lines.append(f"      - name: ring{place}")
        lines += ["        on entry: pass"] if kind == "callback" else []
        lines += [
            "        transitions:",
            f"          - target: ring{(place + 1) % SIZE}",
            "            event: next",
        ]
    interpreter = Interpreter(import_from_yaml("\n".join(lines)))
    interpreter.execute()

    def event() -> None:
        interpreter.queue("next")
        interpreter.execute_once()

    return laps(event, lambda: "ring0" in interpreter.configuration)


if __name__ == "__main__":
    start(
        {
            "python-statemachine": lambda kind, seconds: report(
                statemachine_ring(kind), seconds, "python-statemachine"
            ),
            "sismic": lambda kind, seconds: report(sismic_ring(kind), seconds, "sismic"),
        }
    )
