"""What a single state must have to be playable, by its type. Rules about whole graphs are in ``checks``."""

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from aurum_states.definitions.document import Reading
from aurum_states.definitions.framework import Framework
from aurum_states.definitions.graph import StateGraph
from aurum_states.definitions.states import END_ID, RESERVED, RESERVED_HANDLERS, GameState, StateType
from aurum_states.problems import Severity

_METHOD = re.compile(r"[A-Za-z_]\w*", re.ASCII)


def check_state(state: GameState, reading: Reading) -> None:
    """Report what is wrong with one state by itself."""
    subject = _Subject(state, reading)
    for rule in _RULES:
        rule(subject)


def check_names(states: Iterable[GameState], reading: Reading) -> None:
    """Report names that BGA would see twice: allowed, but nothing that speaks of a name is clear then."""
    seen: dict[str, str] = {}
    for state in states:
        if state.name in seen:
            _Subject(state, reading).add(
                "state.name.repeated",
                f"has BGA's name {state.name!r}, as state {seen[state.name]!r} has",
                "name",
                severity="warning",
            )
        seen.setdefault(state.name, state.label)


def check_reserved(graph: StateGraph, framework: Framework, reading: Reading) -> None:
    """Report BGA's own states that are not written out, where the framework does not make them by itself."""
    if framework.reserved_states_are_implied:
        return
    for state in (graph.setup, graph.end):
        if state.label not in reading.data["states"]:
            reading.add(
                "state.reserved.missing",
                f"state {state.id} ({state.name}) is not written out, and BGA's framework of "
                f"{framework.year} does not make it by itself",
                ("states",),
                key=True,
                help=f"write `{state.name}: {{type: manager}}`, or let gameinfos say framework: 2026",
            )


class _Subject(NamedTuple):
    """A state under examination, and where to report."""

    state: GameState
    reading: Reading

    def add(
        self,
        code: str,
        message: str,
        *keys: str | int,
        severity: Severity = "error",
        right: str = "",
    ) -> None:
        """Report a problem at a key of the state, or at the state's label without one."""
        label = self.state.label
        self.reading.add(
            code,
            f"state {label!r} {message}",
            ("states", label, *keys),
            key=not keys,
            severity=severity,
            help=right,
        )


def _label(subject: _Subject) -> None:
    label = subject.state.label
    if not _METHOD.fullmatch(label) and not (label.isascii() and label.isdecimal()):
        subject.add(
            "state.label",
            "has a label that is no name of letters, digits and _",
            severity="warning",
            right="BGA and the moves_ method need such a name",
        )


def _reserved_ids(subject: _Subject) -> None:
    state = subject.state
    name = RESERVED.get(state.id)
    if name is None:
        if state.type is StateType.MANAGER:
            subject.add(
                "state.type.manager",
                "is of type manager, which is for gameSetup (1) and gameEnd (99)",
                "type",
                severity="warning",
                right="use the type game, which is how a table runs it",
            )
        return
    if state.type is not StateType.MANAGER:
        message = f"has the id {state.id}, which is BGA's {name} of type manager"
        subject.add("state.id.reserved", message, "id", right="give it another id")
        return
    if state.name != name:
        message = f"has the id {state.id}, so BGA's name for it must be {name}"
        subject.add("state.id.reserved", message, "id", right=f"add `name: {name}`")
    for key, written in (("action", state.action), ("args", state.args)):
        right = RESERVED_HANDLERS[state.id].get(key)
        if written not in (None, right):
            message = f"has the {key} {written!r}, and BGA calls its own"
            advice = f"write {right}, or leave it out" if right else "leave it out"
            subject.add("state.reserved.handler", message, key, right=advice)
    if state.id == END_ID and state.transitions:
        subject.add("state.end.transitions", "is the end of the game and has transitions", "transitions")


def _handlers(subject: _Subject) -> None:
    state = subject.state
    for key, name in (("action", state.action), ("args", state.args)):
        if name is not None and not _METHOD.fullmatch(name):
            subject.add("state.handler.name", f"has the {key} {name!r}, which is no method's name", key)
    if state.automatic and state.action is None:
        subject.add(
            "state.action.missing",
            f"is of type {state.type} and has no action, so nothing ever leaves it",
            right="name the method that moves on, such as `action: stDealing`",
        )


def _actions(subject: _Subject) -> None:
    state, key = subject.state, "possibleActions"
    seen: set[str] = set()
    for index, name in enumerate(state.possible_actions):
        if not _METHOD.fullmatch(name):
            subject.add(
                "state.actions.name", f"has the action {name!r}, which is no method's name", key, index
            )
        elif name in seen:
            subject.add(
                "state.actions.twice", f"lists the action {name!r} twice", key, index, severity="warning"
            )
        elif not name.startswith("act"):
            subject.add(
                "state.actions.prefix",
                f"has the action {name!r}, which BGA finds only in an old action.php",
                key,
                index,
                severity="info",
                right="names of actions start with act today",
            )
        seen.add(name)
    if state.type.has_players and not state.possible_actions and state.initial_private is None:
        message = f"is of type {state.type} and lists no possibleActions, so nobody can do anything in it"
        subject.add("state.actions.missing", message, severity="warning")
    if state.possible_actions and not state.type.has_players:
        message = f"is of type {state.type}, where no player can act: possibleActions have no effect"
        subject.add("state.actions.unused", message, key, severity="warning")


def _title(subject: _Subject) -> None:
    state = subject.state
    shown = state.type in {StateType.ACTIVE_PLAYER, StateType.MULTIPLE_ACTIVE_PLAYER}
    if shown and subject.reading.data["states"][state.label].get("description") is None:
        subject.add(
            "state.description.missing",
            "has no description, the title that players who wait see",
            severity="warning",
            right="add one; '' shows an empty title",
        )


def _private(subject: _Subject) -> None:
    state = subject.state
    if state.initial_private is not None and state.type is not StateType.MULTIPLE_ACTIVE_PLAYER:
        message = f"has an initialPrivate, which only a {StateType.MULTIPLE_ACTIVE_PLAYER} state can have"
        subject.add("state.private.master", message, "initialPrivate")


_RULES: tuple[Callable[[_Subject], None], ...] = (
    _label,
    _reserved_ids,
    _handlers,
    _actions,
    _title,
    _private,
)
