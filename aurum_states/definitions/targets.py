"""Where transitions lead: labels and ids resolved to labels, with a suggestion for every slip."""

from collections.abc import Iterable, Mapping
from typing import Any

from aurum_states.definitions.corrections import rewritten
from aurum_states.definitions.document import DataPath, Reading
from aurum_states.definitions.shapes import described, shortened
from aurum_states.definitions.states import RESERVED, SETUP_ID, StateDeclaration, StateType
from aurum_states.names import did_you_mean, listed


class Targets:
    """Resolves what a file writes for a state: its label or its id."""

    def __init__(
        self,
        reading: Reading,
        declared: Mapping[str, StateDeclaration],
        ids: Mapping[str, int],
        known: Iterable[str],
    ) -> None:
        """``known`` are all labels of the file, those whose state could not be read included."""
        self._reading = reading
        self._declared = declared
        self._by_id = {number: label for label, number in ids.items()}
        for number, name in RESERVED.items():
            self._by_id.setdefault(number, name)
        self._labels = dict.fromkeys((*known, *(self._by_id[number] for number in RESERVED)))

    def transitions(self, label: str, declared: Mapping[str, Any]) -> dict[str, str]:
        """Return the transitions of a state with labels as targets; those that lead nowhere are left out."""
        resolved = {}
        for name, target in declared.items():
            path, what = ("states", label, "transitions", name), f"state {label!r}: transition {name!r}"
            goal = self._resolve(target, path, what)
            if goal is not None and goal == self._by_id[SETUP_ID]:
                self._reading.add(
                    "state.target.setup", f"{what} leads to {goal}, which is entered only once", path
                )
            elif goal is not None:
                resolved[name] = goal
        return resolved

    def initial_private(self, label: str, state: StateDeclaration) -> str | None:
        """Return the label of the private state that players of a state start in."""
        if state.initial_private is None:
            return None
        path, what = ("states", label, "initialPrivate"), f"state {label!r}: initialPrivate"
        goal = self._resolve(state.initial_private, path, what)
        kind = self._type(goal)
        if kind not in (None, StateType.PRIVATE):
            message = f"{what} must name a private state, {goal!r} is of type {kind}"
            self._reading.add("state.private.target", message, path)
            return None
        return goal

    def initial(self, declared: Any) -> str | None:
        """Return the first state: ``initialState``, else where state 1 leads, else the first listed.

        None when the file has no state that could be the first.
        """
        setup = self._by_id[SETUP_ID]
        after_setup = self._after_setup(setup)
        goal = after_setup
        path: DataPath = ("states", setup, "transitions")
        if declared is not None:
            path = ("initialState",)
            goal = self._resolve(declared, path, "initialState")
            if None not in (goal, after_setup) and goal != after_setup:
                message = f"initialState is {goal!r}, but state 1 leads to {after_setup!r}"
                self._reading.add("state.initial.differs", message, path, help="keep one of the two")
        if goal is None:
            path = ("states",)
            goal = next(
                (label for label in self._declared if label not in map(self._by_id.get, RESERVED)), None
            )
            if goal is None:
                self._reading.add("state.initial.missing", "there is no state to begin with", path, key=True)
        if goal is not None and (goal == setup or self._type(goal) is StateType.PRIVATE):
            message = f"{goal!r} cannot be the first state"
            right = "let initialState name a state that is neither private nor gameSetup"
            self._reading.add("state.initial.type", message, path, key=path == ("states",), help=right)
        return goal

    def _resolve(self, target: Any, path: DataPath, what: str) -> str | None:
        """Return the label that a target means, or None after reporting what is wrong with it."""
        if type(target) is int:
            if target in self._by_id:
                return self._by_id[target]
            fix = None
            message = f"{what} leads to the id {target}, which no state has"
            right = f"ids are {listed(sorted(self._by_id))}"
        elif isinstance(target, str):
            if target in self._labels:
                return target
            message = f"{what} leads to {shortened(target)!r}, which is no state"
            right, meant = self._suggestion(target)
            fix = rewritten(self._reading.document, path, meant) if meant else None
        else:
            message = f"{what} must lead to the label or id of a state, not to {described(target)}"
            self._reading.add("state.value.type", message, path)
            return None
        self._reading.add("state.target.unknown", message, path, help=right, fix=fix)
        return None

    def _after_setup(self, setup: str) -> str | None:
        """Return where a written-out state 1 leads; of several ways BGA takes the one named ``start``.

        (Or ``tutorialStart`` at a table with a beginner: ``StateGraph.first``.)
        """
        state = self._declared.get(setup)
        if state is None or not state.transitions:
            return None
        ways = state.transitions
        if len(ways) > 1 and "start" not in ways:
            self._reading.add(
                "state.initial.missing",
                f"state {setup!r} has {len(ways)} transitions and none is named start",
                ("states", setup, "transitions"),
                key=True,
                help="keep one of them, or name the one start that games begin with",
            )
        target = ways["start"] if "start" in ways else next(iter(ways.values()))
        if type(target) is int:
            return self._by_id.get(target)
        return target if isinstance(target, str) and target in self._labels else None

    def _type(self, label: str | None) -> StateType | None:
        state = None if label is None else self._declared.get(label)
        return state.type if state is not None else None

    def _suggestion(self, target: str) -> tuple[str, str]:
        """Return what would be right, and how it is written where only that can be meant."""
        for label, state in self._declared.items():
            if state.name == target:
                plain = label if label.isidentifier() else ""
                return f"{target!r} is the BGA name of a state; write its label {label!r}", plain
        if target.isascii() and target.isdecimal() and len(target) < 10 and int(target) in self._by_id:
            return f"write the id without quotes: {int(target)}", str(int(target))
        hint = did_you_mean(target, self._labels)
        return (hint.strip(" ()") if hint else f"labels are {listed(self._labels)}"), ""
