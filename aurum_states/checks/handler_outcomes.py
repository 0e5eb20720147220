"""Rules about where handlers lead: the transitions that they take against those that their states declare."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from aurum_states.checks.class_source import Effects
from aurum_states.checks.flow import FIRST_STATE, Flow, Handler
from aurum_states.checks.method_facts import PRIVATE_SETTERS, Outcome
from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions import handler_words as words
from aurum_states.definitions.states import GameState, StateType
from aurum_states.names import did_you_mean, listed
from aurum_states.problems import Certainty, Place, Problem

LENIENT = frozenset({"set_players_multiactive"})
"""Setters whose target is taken only when nobody is made active: authors name one of a later state."""

LABELLED = frozenset({"jump_to_state", "set_private_state"})
"""Setters whose target is a state's label or id, no transition's name."""


def declared_unknown(subject: Subject) -> Iterator[Problem]:
    """Compare ``Literal`` return types with the transitions of every state that takes them."""
    for state, handler in _pairs(subject):
        for outcome in handler.effects.declared or ():
            if isinstance(outcome.value, str) and not _has(subject, state, outcome.value):
                said = words.transition_unknown(handler.name, outcome.value, state)
                yield Problem(said.code, said.message, outcome.place, help=said.help)


class _Taken(NamedTuple):
    """An outcome in the code, and where it may be taken: in ``states``, or by one of ``names``."""

    outcome: Outcome
    method: str
    states: list[GameState]
    names: frozenset[str]


def taken_unknown(subject: Subject) -> Iterator[Problem]:
    """Find outcomes in the code that no state of the handler has as a transition."""
    flow = subject.flow
    if flow is None or flow.source is None:
        return
    players = [state for state in flow.graph if state.type.has_players]
    privates = [state for state in flow.graph if state.type is StateType.PRIVATE]
    masters = [state for state in flow.graph if state.initial_private is not None]
    of_players, of_masters = _names(players), _names(masters)
    anywhere = _names(flow.graph)
    taken: dict[Place, _Taken] = {}
    declared: set[tuple[str, str | int]] = set()
    for state, handler in _pairs(subject):
        declared |= {(handler.name, outcome.value) for outcome in handler.effects.declared or ()}
        for outcome in _names_taken(handler.effects, anywhere):
            of_table = outcome.by != "return" and outcome.by not in PRIVATE_SETTERS
            names = of_masters if of_table and state.type is StateType.PRIVATE else frozenset()
            where = privates if privates and outcome.by in PRIVATE_SETTERS else [state]
            taken.setdefault(outcome.place, _Taken(outcome, handler.name, [], names)).states.extend(where)
    zombies = {zombie.name for zombie in flow.zombies}
    for zombie in flow.zombies if players else ():
        for outcome in _names_taken(zombie.effects, anywhere):
            taken.setdefault(outcome.place, _Taken(outcome, zombie.name, players[:1], of_players))
    for one in taken.values():
        value = str(one.outcome.value)
        if one.outcome.by == "return" and (one.method, value) in declared:
            continue  # said of the return type already
        if value not in one.names and not any(_has(subject, state, value) for state in one.states):
            yield _unknown(flow, one, players if one.method in zombies else one.states)
        elif value == "" and one.method not in zombies:
            yield from _ambiguous(one)


def _names_taken(effects: Effects, anywhere: frozenset[str]) -> Iterator[Outcome]:
    """Yield the transitions that a handler takes in its own state, not in one that it has gone on to."""
    moved_on = any(outcome.by in {"next_state", "jump_to_state"} for outcome in effects.called)
    for outcome in (*effects.returned, *effects.called):
        if isinstance(outcome.value, int) or outcome.by in LABELLED:
            continue
        later = outcome.by in LENIENT or (moved_on and outcome.by not in {"return", "next_state"})
        if not (later and outcome.value in anywhere):
            yield outcome


def _unknown(flow: Flow, taken: _Taken, states: list[GameState]) -> Problem:
    outcome, value = taken.outcome, str(taken.outcome.value)
    verb = "returns" if outcome.by == "return" else f"takes by {outcome.by}"
    said = words.transition_unknown(taken.method, value, _closest(states, value), verb=verb)
    sure = outcome.by in {"return", "next_state"} and not flow.graph.partial
    certainty: Certainty = "certain" if sure else "possible" if flow.graph.partial else "likely"
    return Problem(said.code, said.message, outcome.place, certainty=certainty, help=said.help)


def unknown_jump(subject: Subject) -> Iterator[Problem]:
    """Find jumps to ids and labels that no state has."""
    flow = subject.flow
    if flow is None or flow.source is None or flow.graph.partial:
        return
    outcomes = [
        (handler.name, outcome) for _, handler in _pairs(subject) for outcome in handler.effects.taken
    ]
    outcomes += [(zombie.name, outcome) for zombie in flow.zombies for outcome in zombie.effects.taken]
    first = flow.source.effects(FIRST_STATE)
    if first is not None:
        outcomes += [(FIRST_STATE, Outcome(one.value, one.place, "first")) for one in first.returned]
    seen: set[Place] = set()
    for method, outcome in outcomes:
        labelled = outcome.by in {*LABELLED, "first"} and isinstance(outcome.value, str)
        if outcome.place in seen or not (labelled or isinstance(outcome.value, int)):
            continue
        if outcome.value in flow.graph.by_id or outcome.value in flow.graph:
            continue
        seen.add(outcome.place)
        hint = did_you_mean(str(outcome.value), flow.graph.labels) if labelled else ""
        known = flow.graph.labels if labelled else sorted(flow.graph.by_id)
        yield Problem(
            "handler.jump.unknown",
            f"{method} goes to the state {outcome.value!r}, which is none{hint}",
            outcome.place,
            help=f"states: {listed(known)}",
        )


def unused(subject: Subject) -> Iterator[Problem]:
    """Find transitions that are declared and that no handler takes."""
    flow = subject.flow
    if flow is None or flow.source is None:
        return
    elsewhere = {outcome.value for _, handler in _pairs(subject) for outcome in handler.effects.called}
    elsewhere |= {outcome.value for zombie in flow.zombies for outcome in zombie.effects.taken}
    zombie_unknown = any(zombie.effects.unknown for zombie in flow.zombies)
    for state in flow.graph:
        if state.reserved or not state.transitions or not flow.readable(state):
            continue
        effects = [handler.effects for handler in flow.running_in(state)]
        taken = {outcome.value for one in effects for outcome in one.taken}
        if "" in taken or (len(state.transitions) == 1 and "" in elsewhere):
            continue  # the only transition, or nobody knows which
        unknown = zombie_unknown or any(one.unknown for one in effects)
        for name, target in state.transitions.items():
            if name in taken or name in elsewhere or (unknown and flow.source.mentions(name)):
                continue
            yield _unused(subject, flow, state, name, target, unknown=unknown)


def _unused(
    subject: Subject, flow: Flow, state: GameState, name: str, target: str, *, unknown: bool
) -> Problem:
    running = sorted({handler.name for handler in flow.running_in(state)})
    taken = {str(one.value) for handler in flow.running_in(state) for one in handler.effects.taken}
    hint = did_you_mean(name, taken - {*state.transitions})
    return subject.at_state(
        state,
        "handler.transition.unused",
        f"no handler takes the transition {name!r} of state {state.label!r} to {target!r}{hint}",
        "transitions",
        name,
        key=True,
        severity="info" if unknown else "warning",
        certainty="possible" if unknown or flow.graph.partial else "certain",
        help=f"handlers of the state: {listed(running)}; let one return {name!r}, or remove it",
    )


def stays(subject: Subject) -> Iterator[Problem]:
    """Find game states whose action never goes on: BGA then ends the request with an error."""
    flow = subject.flow
    if flow is None or flow.source is None:
        return
    for state in flow.graph:
        if not state.automatic or not flow.handlers[state.label] or not flow.readable(state):
            continue
        (handler, *_) = flow.handlers[state.label]
        if handler.effects.taken or handler.effects.unknown or handler.effects.jumps_unknown:
            continue
        yield Problem(
            "handler.action.stays",
            f"{handler.name} takes no transition, so the game state {state.label!r} is never left",
            flow.source.methods[handler.name].place,
            help=f"return one of its transitions: {listed(map(repr, state.transitions))}",
        )


def _ambiguous(taken: _Taken) -> Iterator[Problem]:
    """Say that '' names no transition where there are several."""
    if any(len(one.transitions) == 1 or one.type is StateType.PRIVATE for one in taken.states):
        return
    if not taken.states:
        return
    state = taken.states[0]
    yield Problem(
        "handler.transition.ambiguous",
        f"{taken.method} takes the transition '', but state {state.label!r} has {len(state.transitions)} "
        "transitions, and BGA takes '' only for a single one",
        taken.outcome.place,
        help=f"name one: {listed(map(repr, state.transitions))}",
    )


def _closest(states: list[GameState], name: str) -> GameState:
    """Return the state that most likely was meant: one with a similar name, else the first."""
    return next((state for state in states if did_you_mean(name, state.transitions)), states[0])


def _has(subject: Subject, state: GameState, name: str) -> bool:
    """Whether a state has a transition, also one whose target is wrong, which was reported there."""
    if words.has_transition(state, name):
        return True
    graph = subject.graph
    if graph is None or not graph.partial:
        return False
    written = subject.documents["states"].data["states"].get(state.label, {}).get("transitions")
    return isinstance(written, dict) and name in written


def _names(states: Iterable[GameState]) -> frozenset[str]:
    return frozenset(name for state in states for name in (*state.transitions, ""))


def _pairs(subject: Subject) -> Iterator[tuple[GameState, Handler]]:
    """Yield every state with each handler that runs in it."""
    flow = subject.flow
    if flow is None or flow.source is None:
        return
    for state in flow.graph:
        for handler in flow.handlers[state.label]:
            yield state, handler


RULES: tuple[Rule, ...] = (declared_unknown, taken_unknown, unknown_jump, unused, stays)
