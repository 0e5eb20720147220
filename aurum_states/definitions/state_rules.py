"""What a single state must have to be playable, by its type. Rules about whole graphs are in ``checks``."""

import re
from collections.abc import Callable

from aurum_states.definitions.document import Document
from aurum_states.definitions.states import (
    END_ID,
    END_NAME,
    SETUP_ID,
    SETUP_NAME,
    GameState,
    StateType,
    state_path,
)
from aurum_states.problems import Report, Severity

_METHOD = re.compile(r"[A-Za-z_]\w*", re.ASCII)


def check_state(state: GameState, document: Document, report: Report) -> None:
    """Report what is wrong with one state by itself."""
    for rule in _RULES:
        rule(_Subject(state, document, report))


class _Subject:
    """A state under examination, and the report to write to."""

    def __init__(self, state: GameState, document: Document, report: Report) -> None:
        self.state = state
        self.document = document
        self.report = report

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
        path = state_path(self.document.data, label, *keys)
        self.report.problems.append(
            self.document.problem(
                code,
                f"state {label!r} {message}",
                path,
                key=len(path) == 2,
                severity=severity,
                help=right,
            )
        )


def _label(subject: _Subject) -> None:
    label = subject.state.label
    if label.isdecimal() and label.isascii():
        if int(label) != subject.state.id:
            subject.add(
                "state.label.number", f"has the id {subject.state.id}, but its label is another number", "id"
            )
    elif not _METHOD.fullmatch(label):
        subject.add(
            "state.label",
            "has a label that is no name of letters, digits and _",
            severity="warning",
            right="BGA and the moves_* method need such a name",
        )


def _reserved_ids(subject: _Subject) -> None:
    state = subject.state
    reserved = {SETUP_ID: SETUP_NAME, END_ID: END_NAME}
    name = reserved.get(state.id)
    if name is not None:
        if state.type is not StateType.MANAGER:
            subject.add(
                "state.id.reserved",
                f"has the id {state.id}, which is BGA's {name} of type manager",
                "id",
                right="give it another id",
            )
        elif state.name != name:
            subject.add(
                "state.id.reserved", f"has the id {state.id}, so BGA's name for it must be {name}", "id"
            )
    elif state.label in reserved.values():
        right = next(number for number, text in reserved.items() if text == state.label)
        subject.add("state.id.reserved", f"must have the id {right}, not {state.id}", "id")
    elif state.type is StateType.MANAGER:
        subject.add(
            "state.type.manager",
            "is of type manager, which is for gameSetup (1) and gameEnd (99)",
            "type",
            severity="warning",
            right="use the type game",
        )
    if state.id == END_ID and state.transitions:
        subject.add("state.end.transitions", "is the game's end and can have no transitions", "transitions")


def _handlers(subject: _Subject) -> None:
    state = subject.state
    for key, name in (("action", state.action), ("args", state.args)):
        if name is not None and not _METHOD.fullmatch(name):
            subject.add("state.handler.name", f"names as {key} {name!r}, which is no method's name", key)
    if state.type is StateType.GAME and state.action is None:
        subject.add(
            "state.action.missing",
            "is of type game and has no action, so that nothing can ever leave it",
            right="name the method that moves on, such as `action: stDealing`",
        )


def _actions(subject: _Subject) -> None:
    state, key = subject.state, "possibleActions"
    seen: set[str] = set()
    for index, name in enumerate(state.possible_actions):
        if not _METHOD.fullmatch(name):
            subject.add(
                "state.actions.name", f"has an action {name!r}, which is no method's name", key, index
            )
        elif not name.startswith("act"):
            subject.add(
                "state.actions.prefix",
                f"has an action {name!r}, which BGA finds only in an old action.php",
                key,
                index,
                severity="info",
                right="names of actions start with act today",
            )
        if name in seen:
            subject.add(
                "state.actions.twice", f"lists the action {name!r} twice", key, index, severity="warning"
            )
        seen.add(name)
    if state.type.has_players and not state.possible_actions and state.initial_private is None:
        subject.add(
            "state.actions.missing",
            f"is of type {state.type} and lists no possibleActions, so nobody can do anything in it",
            severity="warning",
        )
    if state.possible_actions and not state.type.has_players:
        subject.add(
            "state.actions.unused",
            f"is of type {state.type}, where no player can act: possibleActions have no effect",
            key,
            severity="warning",
        )


def _private(subject: _Subject) -> None:
    state = subject.state
    if state.initial_private is not None and state.type is not StateType.MULTIPLE_ACTIVE_PLAYER:
        subject.add(
            "state.private.master",
            f"has an initialPrivate, which only a {StateType.MULTIPLE_ACTIVE_PLAYER} state can have",
            "initialPrivate",
        )


_RULES: tuple[Callable[[_Subject], None], ...] = (_label, _reserved_ids, _handlers, _actions, _private)
