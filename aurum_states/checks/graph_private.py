"""Rules about private states: each player's own world inside a multipleactiveplayer state."""

from collections.abc import Iterable, Iterator

from aurum_states.checks.method_facts import PRIVATE_SETTERS, Outcome
from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions.states import GameState, StateType
from aurum_states.names import listed
from aurum_states.problems import Problem


def border(subject: Subject) -> Iterator[Problem]:
    """Find transitions between the private world and the other states: BGA refuses both directions."""
    graph = subject.graph
    for state in graph or ():
        for name, target in state.transitions.items():
            goal = graph.get(target) if graph is not None else None
            if goal is None or not subject.written(state):
                continue
            private = goal.type is StateType.PRIVATE
            if state.type is StateType.PRIVATE and not private:
                yield subject.at_state(
                    state,
                    "private.leaves",
                    f"the private state {state.label!r} leads to {target!r}, which is not private; a private "
                    "transition moves one player only",
                    "transitions",
                    name,
                    help="all players leave together: make the player inactive, with a transition of the "
                    "state around it",
                )
            elif state.type is not StateType.PRIVATE and private:
                yield subject.at_state(
                    state,
                    "private.entered",
                    f"state {state.label!r} leads to the private state {target!r}, which no table can be in",
                    "transitions",
                    name,
                    help="lead to the multipleactiveplayer state whose initialPrivate it is",
                )


def outside(subject: Subject) -> Iterator[Problem]:
    """Find private states that no master's players can get into."""
    graph = subject.graph
    if graph is None:
        return
    waiting = [state.initial_private for state in graph if state.initial_private is not None]
    waiting += subject.flow.private_jumps if subject.flow is not None else ()
    reached: set[str] = set()
    while waiting:
        state = graph.get(waiting.pop())
        if state is not None and state.type is StateType.PRIVATE and state.label not in reached:
            reached.add(state.label)
            waiting += state.transitions.values()
    masters = graph.partial or any(state.initial_private is not None for state in graph)
    for state in graph:
        if state.type is StateType.PRIVATE and state.label not in reached:
            flow = subject.flow
            certainty = "possible" if flow is None else flow.certainty
            message = (
                f"no private transition leads from an initialPrivate to the private state {state.label!r}"
            )
            if not masters:
                message = f"the private state {state.label!r} is of no use: no state has an initialPrivate"
            yield subject.at_state(
                state,
                "private.unreachable",
                message,
                severity="warning" if not masters or flow is None else flow.weighed("warning"),
                certainty=certainty if masters else "certain",
                help="name it in the initialPrivate of a multipleactiveplayer state, or let a private state "
                "lead to it",
            )


def master_stays(subject: Subject) -> Iterator[Problem]:
    """Find masters that have a way out which nothing in them or their private states takes."""
    flow = subject.flow
    if flow is None:
        return
    for state in flow.graph:
        if state.initial_private is None or not _leads_away(state):
            continue
        world = [state, *(one for one in flow.graph if one.type is StateType.PRIVATE)]
        if not any(one.possible_actions for one in world) and state.action is None:
            yield _stays(subject, state, "neither it nor a private state lists possibleActions")
            continue
        if any(not flow.readable(one) for one in world):
            continue
        effects = [handler.effects for handler in flow.running_in(state)]
        if any(_moves_on(one.called) or one.calls_unknown or not one.complete for one in effects):
            continue
        own = [handler.effects for handler in flow.handlers[state.label]]
        if not any(_moves_on(one.taken) or one.unknown for one in own):
            yield _stays(
                subject,
                state,
                "no action of it or its private states takes a transition or makes a player inactive",
            )


def _moves_on(outcomes: Iterable[Outcome]) -> bool:
    """Whether any of some outcomes is for the whole table."""
    return any(outcome.by not in PRIVATE_SETTERS for outcome in outcomes)


def _stays(subject: Subject, state: GameState, why: str) -> Problem:
    flow = subject.flow
    assert flow is not None
    return subject.at_state(
        state,
        "private.master.stuck",
        f"state {state.label!r}, which has private states, is never left: {why}",
        "initialPrivate",
        severity=flow.weighed("error"),
        certainty=flow.certainty,
        help="let an action call self.gamestate.set_player_non_multiactive(player, "
        f"{next(iter(state.transitions), 'name')!r}); transitions: {listed(map(repr, state.transitions))}",
    )


def _leads_away(state: GameState) -> bool:
    return any(target != state.label for target in state.transitions.values())


RULES: tuple[Rule, ...] = (border, outside, master_stays)
