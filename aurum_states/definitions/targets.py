"""Where transitions lead: labels and ids resolved to labels, with a suggestion for every slip."""

from collections.abc import Mapping
from typing import Any

from aurum_states.definitions.document import DataPath, Document
from aurum_states.definitions.shapes import described, shortened
from aurum_states.definitions.states import (
    END_ID,
    END_NAME,
    SETUP_ID,
    SETUP_NAME,
    StateDeclaration,
    StateType,
    state_path,
)
from aurum_states.names import did_you_mean, listed
from aurum_states.problems import Report


class Targets:
    """Resolves what a file writes for a state: its label or its id."""

    def __init__(
        self,
        document: Document,
        report: Report,
        declared: Mapping[str, StateDeclaration],
        ids: Mapping[str, int],
        known: tuple[str, ...],
    ) -> None:
        """``known`` are all labels of the file, those whose state could not be read included."""
        self.document = document
        self.report = report
        self.declared = declared
        self.labels = dict.fromkeys(known)
        self.by_id = {number: label for label, number in ids.items()}
        if SETUP_ID not in self.by_id:
            self.labels[SETUP_NAME] = None
            self.by_id[SETUP_ID] = SETUP_NAME
        if END_ID not in self.by_id:
            self.labels[END_NAME] = None
            self.by_id[END_ID] = END_NAME

    def resolve(self, target: Any, path: DataPath, what: str) -> str | None:
        """Return the label that a target means, or None after reporting what is wrong with it."""
        if type(target) is int:
            if target in self.by_id:
                return self.by_id[target]
            message = f"{what} leads to the id {target}, which no state has"
            right = f"ids are {listed(sorted(self.by_id))}"
        elif isinstance(target, str):
            if target in self.labels:
                return target
            message = f"{what} leads to {shortened(target)!r}, which is no state"
            right = self._suggestion(target)
        else:
            message = f"{what} must lead to the label or id of a state, not to {described(target)}"
            self._report("state.value.type", message, path)
            return None
        self._report("state.target.unknown", message, path, right)
        return None

    def transitions(self, label: str, declared: Mapping[str, Any]) -> dict[str, str]:
        """Return the transitions of a state with labels as targets; those that lead nowhere are left out."""
        resolved = {}
        for name, target in declared.items():
            what = f"state {label!r}: transition {name!r}"
            goal = self.resolve(target, ("states", label, "transitions", name), what)
            if goal is not None and self.by_id[SETUP_ID] == goal:
                self._report(
                    "state.target.setup",
                    f"{what} leads back to {goal}, which BGA enters only once",
                    ("states", label, "transitions", name),
                )
            elif goal is not None:
                resolved[name] = goal
        return resolved

    def initial_private(self, label: str, state: StateDeclaration) -> str | None:
        """Return the label of the private state that players of a state start in."""
        if state.initial_private is None:
            return None
        path = state_path(self.document.data, label, "initialPrivate")
        what = f"state {label!r}: {path[-1]}"
        goal = self.resolve(state.initial_private, path, what)
        kind = self._type(goal) if goal is not None else None
        if kind not in (None, StateType.PRIVATE):
            self._report(
                "state.private.target",
                f"{what} must lead to a private state, {goal!r} is of type {kind}",
                path,
            )
            return None
        return goal

    def initial(self, declared: Any, ids: Mapping[str, int]) -> str | None:
        """Return the first state: ``initialState``, else where state 1 leads, else the first listed."""
        setup = self.by_id[SETUP_ID]
        after_setup = self._after_setup(setup)
        if declared is not None:
            goal = self.resolve(declared, ("initialState",), "initialState")
            if goal is not None and after_setup not in (None, goal):
                self._report(
                    "state.initial.differs",
                    f"initialState is {goal!r}, but state 1 leads to {after_setup!r}",
                    ("initialState",),
                    "keep one of the two",
                )
        elif after_setup is not None:
            goal = after_setup
        else:
            goal = next((label for label in ids if ids[label] not in (SETUP_ID, END_ID)), None)
            if goal is None:
                self._report(
                    "state.initial.missing", "there is no state for players or the game", ("states",)
                )
        if goal is not None and (goal == setup or self._type(goal) is StateType.PRIVATE):
            self._report(
                "state.initial.type",
                f"{goal!r} cannot be the first state",
                ("initialState",) if declared is not None else ("states", str(goal)),
                "name a state that is neither private nor gameSetup",
            )
            return None
        return goal

    def _after_setup(self, setup: str) -> str | None:
        """Return where a written-out state 1 leads; of several ways BGA takes the one named ``start``."""
        state = self.declared.get(setup)
        if state is None or not state.transitions:
            return None
        ways = state.transitions
        target = ways["start"] if "start" in ways else next(iter(ways.values()))
        if type(target) is int:
            return self.by_id.get(target)
        return target if isinstance(target, str) and target in self.labels else None

    def _type(self, label: str) -> StateType | None:
        return self.declared[label].type if label in self.declared else None

    def _suggestion(self, target: str) -> str:
        for label, state in self.declared.items():
            if state.name == target:
                return f"{target!r} is the BGA name of a state; write its label {label!r}"
        if target.isdecimal() and int(target) in self.by_id:
            return f"write the id without quotes: {int(target)}"
        close = did_you_mean(target, self.labels)
        return close.strip(" ()") if close else f"labels are {listed(self.labels)}"

    def _report(self, code: str, message: str, path: DataPath, right: str = "") -> None:
        self.report.problems.append(self.document.problem(code, message, path, help=right))
