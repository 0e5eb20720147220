"""What a handler's outcome means where it is no plain transition name, and what can be wrong with it."""

from collections.abc import Sequence
from typing import Any

from aurum_states.definitions.states import GameState, Transition
from aurum_states.engine.plan import GamePlan, StatePlan
from aurum_states.engine.players import PlayerId
from aurum_states.errors import EndlessStatesError, GameError, UnknownTransitionError
from aurum_states.names import did_you_mean, listed

STEP_LIMIT = 10_000
"""The most transitions one move may take before it counts as endless."""
DEPTH_LIMIT = 60
"""The deepest nesting of ``next_state`` inside entry actions."""

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
    if isinstance(outcome, StatePlan):  # a jump, or the first state
        return _entered(plan, outcome)
    if is_state(outcome):
        if not plans.framework.targets_can_be_states:
            raise only_names(plans, plan, outcome)
        return _entered(plan, named(plans, plan, outcome))
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


def _entered(plan: StatePlan, target: StatePlan) -> tuple[StatePlan, Transition]:
    if target.private:
        raise GameError(
            f"state {target.label!r} ({target.id}) is private: players enter it inside a master, by "
            "self.gamestate.set_private_state or next_private_state; the table never does",
            state=plan.label,
        )
    return target, Transition(plan.label, None, target.label)


def is_state(outcome: object) -> bool:
    """Whether an outcome is a state, or a number that may be a state's id."""
    return isinstance(outcome, GameState) or (isinstance(outcome, int) and not isinstance(outcome, bool))


def named(
    plans: GamePlan, plan: StatePlan, target: int | str | GameState, unknown: str = "Unknow state: {}"
) -> StatePlan:
    """Return the state of an id or label, or the plan of a state.

    Raises:
        GameError: there is none, in BGA's words.
    """
    if isinstance(target, GameState):
        target = target.label
    found = plans.states.get(target) if isinstance(target, str) else plans.by_id.get(target)
    if isinstance(target, bool):
        found = None  # True is no id
    if found is None:
        known = plans.by_id if isinstance(target, int) else plans.states
        hint = did_you_mean(target, plans.states) if isinstance(target, str) else ""
        said = unknown.format(target)
        raise GameError(f"{said}{hint} (states: {listed(known)})", state=plan.label)
    return found


def mixed(plan: StatePlan, handler: str, outcome: Any) -> GameError:
    """Return the error for a handler that both called ``next_state`` and returned a target."""
    return GameError(
        f"{handler} took a transition by next_state (or a setter) and also returned {outcome!r}; "
        "do one of the two",
        state=plan.label,
    )


def only_names(plans: GamePlan, plan: StatePlan, outcome: Any) -> GameError:
    """Return the error for an outcome that is no transition's name, where nothing else is understood."""
    shown = outcome.label if isinstance(outcome, GameState) else outcome
    wrong = not is_state(outcome) or plans.framework.targets_can_be_states
    why = (
        "it may be a transition's name, a state's id or a state"
        if wrong
        else (
            f"BGA's framework of {plans.framework.year} takes names of transitions only; go to a state by "
            "self.gamestate.jump_to_state"
        )
    )
    return UnknownTransitionError(
        f"This transition ({shown}) is impossible at this state ({plan.id}): {why}", state=plan.label
    )


def handed_over(plan: StatePlan, advice: str) -> GameError:
    """Return the error for an active player who was changed in an activeplayer state (V7)."""
    return GameError(
        f"Impossible to change active player during activeplayer type state: {plan.label!r} is one; {advice}",
        state=plan.label,
    )


# -- private states ------------------------------------------------------------------------------------


def outside_master(plan: StatePlan) -> GameError:
    """Return the error for private transitions where the table is in no master."""
    return GameError(
        "Private state can only be changed in a multiactive state with initialprivate parameter: "
        f"{plan.label!r} is none",
        state=plan.label,
    )


def no_private_state(plan: StatePlan, player_id: PlayerId) -> GameError:
    """Return the error for a private transition of a player who is in no private state."""
    return GameError(
        f"player {player_id} is in no private state; call self.gamestate.initialize_private_state first",
        state=plan.label,
    )


def no_private_transition(plan: StatePlan, private: StatePlan, name: str) -> GameError:
    """Return the error for a transition that a private state does not have; ``plan`` is the master."""
    names = private.state.transitions
    masters = f"; it is one of {plan.label!r}: take it by self.gamestate.next_state({name!r})"
    return UnknownTransitionError(
        f"Transition '{name}' does not exist in private state {private.label}, which has "
        f"{listed(map(repr, names), 'none')}"
        f"{masters if name in plan.state.transitions else did_you_mean(name, names)}",
        state=private.label,
    )


def not_private(plan: StatePlan, target: StatePlan) -> GameError:
    """Return the error for a player who is to enter a state that is not private."""
    return GameError(
        f"State {target.id} is not defined as a private state: {target.label!r} is of type "
        f"{target.state.type}",
        state=plan.label,
    )


# -- the end of a move ---------------------------------------------------------------------------------


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
