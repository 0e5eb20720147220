"""Rules about the whole graph: what can be reached, left and ended."""

from collections.abc import Iterator

from aurum_states.checks.flow import Flow
from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions.states import GameState, StateType
from aurum_states.names import listed
from aurum_states.problems import Certainty, Problem, Severity

MANY = 12
"""How many states a message names."""


def unreachable(subject: Subject) -> Iterator[Problem]:
    """Find states that no way leads to."""
    flow = subject.flow
    if flow is None:
        return
    reached = flow.reachable(flow.roots)
    for state in _main_states(subject):
        if state.label not in reached:
            yield subject.at_state(
                state,
                "graph.unreachable",
                f"no transition leads from the first state ({listed(flow.roots)}) to state {state.label!r}"
                + _jump_note(flow),
                severity=flow.weighed("warning"),
                certainty=flow.certainty,
                help="let a transition lead to it, or remove it",
            )


def only_for_zombies(subject: Subject) -> Iterator[Problem]:
    """Find states that are reached only when a player has left."""
    flow = subject.flow
    if flow is None:
        return
    only = flow.reachable(flow.roots) - flow.reachable(flow.roots, zombies=False)
    for state in _main_states(subject):
        if state.label in only:
            yield subject.at_state(
                state,
                "graph.zombie_only",
                f"state {state.label!r} is reached only by a zombie's transition, so no game without a "
                "player who left ever gets there",
                severity="info",
                certainty=flow.certainty,
                help="let a transition of the players lead to it too, if that is not meant",
            )


def traps(subject: Subject) -> Iterator[Problem]:
    """Find sets of states that are never left again and do not hold the game's end."""
    flow = subject.flow
    if flow is None:
        return
    inside = {label: index for index, some in enumerate(flow.components) for label in some}
    for index, labels in enumerate(flow.components):
        left = any(inside.get(way.target, index) != index for label in labels for way in flow.ways[label])
        states = [flow.graph[label] for label in labels]
        if left or states[0].reserved or states[0].type is StateType.PRIVATE:
            continue
        if _hides_edges(subject, states):
            continue
        severity, certainty = _weight(flow, states)
        yield _trap(subject, flow, states, severity, certainty)


def no_progression(subject: Subject) -> Iterator[Problem]:
    """Find graphs in which no state tells BGA to ask for the game's progression."""
    graph = subject.graph
    if graph is None or graph.partial or any(state.update_game_progression for state in graph):
        return
    yield subject.documents["states"].problem(
        "graph.progression.missing",
        "no state has updateGameProgression, so BGA shows 0 % from the beginning to the end",
        ("states",),
        key=True,
        severity="warning",
        help="add `updateGameProgression: true` to a state that is passed often",
    )


def nobody_active(subject: Subject) -> Iterator[Problem]:
    """Find multipleactiveplayer states that are entered with nobody active, where a game hangs."""
    flow, source = subject.flow, subject.source
    if flow is None or source is None:
        return
    activating = {
        state.label
        for state in flow.graph
        if state.action == "stMakeEveryoneActive"
        or any(
            handler.effects.activates or not handler.effects.complete for handler in flow.running_in(state)
        )
        or (not state.reserved and not flow.readable(state))
    }
    setup = source.effects("setup_new_game")
    if setup is not None and (setup.activates or not setup.complete):
        activating.add(flow.graph.setup.label)
    served = flow.reachable(activating)
    for state in _main_states(subject):
        if state.type is StateType.MULTIPLE_ACTIVE_PLAYER and state.label not in served:
            yield subject.at_state(
                state,
                "graph.multi.inactive",
                f"nobody is made active in or before state {state.label!r}, so it hangs when it is entered",
                "type",
                severity=flow.weighed("error"),
                certainty=flow.certainty,
                help="let its action or the one before call self.gamestate.set_all_players_multiactive(), "
                "or write `action: stMakeEveryoneActive`",
            )


def _trap(
    subject: Subject, flow: Flow, states: list[GameState], severity: Severity, certainty: Certainty
) -> Problem:
    first = states[0]
    label, names = first.label, _named(states)
    automatic = all(state.automatic for state in states)
    if len(states) == 1 and not flow.ways[label]:
        code = "graph.dead_end"
        message = f"state {label!r} is a dead end: it has no transition, so no game gets out of it"
        right = "let it lead on; the last state of a game leads to gameEnd"
    elif len(states) == 1 and automatic:
        code = "edge.self"
        message = f"the game state {label!r} leads only to itself, so it goes round for ever"
        right = "give it a transition to another state"
    elif automatic:
        code = "graph.cycle.endless"
        message = f"the game states {names} lead only to each other, so they go round for ever"
        right = "let one of them lead to a state where players act, or to gameEnd"
    elif len(states) == 1:
        code = "graph.stuck"
        message = f"the player state {label!r} leads only to itself, so it is never left"
        right = "give it a transition to another state"
    else:
        code = "graph.no_end"
        message = f"no way leads to gameEnd from the states {names}, so the game never ends"
        right = "let one of them lead to gameEnd, directly or by other states"
    path = ("transitions",) if code != "graph.no_end" and first.transitions else ()
    return subject.at_state(
        first, code, message, *path, key=True, severity=severity, certainty=certainty, help=right
    )


def _weight(flow: Flow, states: list[GameState]) -> tuple[Severity, Certainty]:
    """Return severity and certainty of a trap: it depends on the handlers of these states above all."""
    if flow.graph.partial or any(flow.may_leave(state) for state in states):
        return "info", "possible"
    if flow.source is None or flow.jumps_dynamically:
        return "error", "likely"
    return "error", "certain"


def _hides_edges(subject: Subject, states: list[GameState]) -> bool:
    """Whether a transition of these states was unreadable: what is wrong with it was reported there."""
    if subject.graph is None or not subject.graph.partial:
        return False
    data = subject.documents["states"].data["states"]
    for state in states:
        written = data.get(state.label)
        ways = written.get("transitions") if isinstance(written, dict) else None
        if isinstance(ways, dict) and len(ways) > len(state.transitions):
            return True
        if ways is not None and not isinstance(ways, dict | list):
            return True
    return False


def _named(states: list[GameState]) -> str:
    names = [state.label for state in states]
    more = f" and {len(names) - MANY} more" if len(names) > MANY else ""
    return listed(names[:MANY]) + more


def _jump_note(flow: Flow) -> str:
    return ", though the class may jump there" if flow.jumps_dynamically else ""


def _main_states(subject: Subject) -> Iterator[GameState]:
    for state in subject.graph or ():
        if not state.reserved and state.type is not StateType.PRIVATE and subject.written(state):
            yield state


RULES: tuple[Rule, ...] = (unreachable, only_for_zombies, traps, no_progression, nobody_active)
