"""What a handler's outcome means where it is no plain transition name, and what can be wrong with it."""

from collections.abc import Sequence
from typing import Any

from aurum_states.definitions.states import GameState, Transition
from aurum_states.engine.plan import GamePlan, StatePlan
from aurum_states.errors import EndlessStatesError, GameError, UnknownTransitionError
from aurum_states.names import did_you_mean, listed

Outcome = str | int | GameState | None
"""What a handler returns: a transition's name, a state's id, a state, or None to stay."""


def resolve(plans: GamePlan, plan: StatePlan, outcome: Any) -> tuple[StatePlan, Transition]:
    """Return where ``''``, a state or a state's id leads from ``plan``.

    ``''`` takes the only transition, whatever its name, and is refused where there are several (V1).

    Raises:
        UnknownTransitionError: the state has no such transition, in BGA's words.
        GameError: there is no such state, or the outcome is nothing a handler may return.
    """
    label, names = plan.label, list(plan.state.transitions)
    if isinstance(outcome, GameState):
        target = named(plans, plan, outcome.label)
        return target, Transition(label, None, target.label)
    if isinstance(outcome, int) and not isinstance(outcome, bool):
        target = named(plans, plan, outcome)
        return target, Transition(label, None, target.label)
    if outcome == "":
        if len(names) == 1:
            edge: tuple[StatePlan, Transition] = plan.edges[names[0]]
            return edge
        raise UnknownTransitionError(
            f"More than one possible action at this state: {label!r} has {len(names)} transitions "
            f"({listed(map(repr, names))}), so '' names none of them",
            state=label,
        )
    if not isinstance(outcome, str):
        raise GameError(
            f"state {label!r}: a handler returned {outcome!r}; it may return a transition's name, "
            "a state's id, a state, or None to stay",
            state=label,
        )
    raise UnknownTransitionError(
        f"This transition ({outcome}) is impossible at this state ({plan.id}): {label!r} has "
        f"{listed(map(repr, names))}{did_you_mean(outcome, names)}",
        state=label,
    )


def named(plans: GamePlan, plan: StatePlan, target: int | str) -> StatePlan:
    """Return the state of an id or label.

    Raises:
        GameError: there is none, in BGA's words.
    """
    found = plans.states.get(target) if isinstance(target, str) else plans.by_id.get(target)
    if isinstance(target, bool):
        found = None  # True is no id
    if found is None:
        known = plans.by_id if isinstance(target, int) else plans.states
        hint = did_you_mean(target, plans.states) if isinstance(target, str) else ""
        raise GameError(f"Unknow state: {target}{hint} (states: {listed(known)})", state=plan.label)
    return found


def mixed(plan: StatePlan, handler: str, outcome: Any) -> GameError:
    """Return the error for a handler that both called ``next_state`` and returned a target."""
    return GameError(
        f"{handler} took a transition by next_state (or a setter) and also returned {outcome!r}; "
        "do one of the two",
        state=plan.label,
    )


def unexpected(plan: StatePlan) -> GameError:
    """Return the error for a move that ends in a ``game`` state (V15)."""
    return GameError(
        f"Unexpected final game state ({plan.id}): {plan.label!r} is a game state, and "
        f"{plan.state.action or 'it'} took no transition; game states must leave by themselves",
        state=plan.label,
    )


def endless(plan: StatePlan, transitions: Sequence[Transition]) -> EndlessStatesError:
    """Return the error for states that go round without reaching a player."""
    targets = [transition.target for transition in transitions]
    cycle = _cycle(targets)
    return EndlessStatesError(
        f"endless loop: {len(targets)} transitions without reaching a player; the states "
        f"{' -> '.join([*cycle, cycle[0]])} go round",
        cycle,
        state=plan.label,
    )


def _cycle(targets: list[str]) -> list[str]:
    """Return the shortest stretch that the end of a trail repeats."""
    for length in range(1, len(targets) // 2 + 1):
        if targets[-length:] == targets[-2 * length : -length]:
            return targets[-length:]
    return list(dict.fromkeys(targets[-50:]))
