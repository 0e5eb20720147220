"""Read ``states.yaml`` into a ``StateGraph``: shapes first, then ids, targets, and the first state.

Here stands what makes a graph unusable. What is merely suspicious about a whole graph is for ``checks``.
"""

from collections.abc import Mapping
from typing import Any

from aurum_states.definitions.document import DataPath, Document
from aurum_states.definitions.graph import StateGraph
from aurum_states.definitions.shapes import checked, described
from aurum_states.definitions.spelling import near_miss
from aurum_states.definitions.state_rules import check_state
from aurum_states.definitions.states import (
    END_ID,
    END_NAME,
    SECOND_SPELLINGS,
    SETUP_ID,
    SETUP_NAME,
    STATE_KEYS,
    GameState,
    StateDeclaration,
    StateType,
)
from aurum_states.definitions.targets import Targets
from aurum_states.problems import Report

TOP_KEYS = ("initialState", "states")
"""The keys of ``states.yaml`` itself."""


def read_graph(document: Document, report: Report) -> StateGraph | None:
    """Return the graph of a ``states.yaml``, or None when it has no usable state.

    Everything wrong is reported; what could be read is in the graph, which then says ``partial``.
    """
    return _GraphReader(document, report).read()


class _GraphReader:
    def __init__(self, document: Document, report: Report) -> None:
        self.document = document
        self.report = report
        self.declared: dict[str, StateDeclaration] = {}
        self.ids: dict[str, int] = {}

    def read(self) -> StateGraph | None:
        errors = len(self.report.errors)
        declared = self._declared_states()
        if declared is None:
            return None
        for label, data in declared.items():
            declaration = self._declaration(label, data)
            if declaration is not None:
                self.declared[label] = declaration
        if not self.declared:
            return None
        self._give_ids()
        targets = Targets(self.document, self.report, self.declared, self.ids, known=tuple(declared))
        states = [self._state(label, state, targets) for label, state in self.declared.items()]
        for state in states:
            check_state(state, self.document, self.report)
        initial = targets.initial(self.document.data.get("initialState"), self.ids)
        if initial is None:
            return None
        return StateGraph(_completed(states, initial), initial, partial=len(self.report.errors) > errors)

    def _declared_states(self) -> dict[str, Any] | None:
        data, report, document = self.document.data, self.report, self.document
        path: DataPath = ()
        if not isinstance(data, dict):
            report.problems.append(
                document.problem(
                    "states.shape",
                    f"the file must be a mapping with the key states, not {described(data)}",
                    help="write `states:` and below it one key for each state",
                )
            )
            return None
        self._unknown_keys(data, TOP_KEYS, (), "the file")
        declared = data.get("states")
        if isinstance(declared, dict) and declared:
            return declared
        if "states" not in data:
            message = "the file has no key states"
        elif declared in (None, {}, []):
            message, path = "there are no states", ("states",)
        else:
            message, path = (
                f"states must be a mapping of label to state, not {described(declared)}",
                ("states",),
            )
        report.problems.append(
            document.problem(
                "states.shape", message, path, help="write `states:` and below it one key for each state"
            )
        )
        return None

    def _declaration(self, label: str, data: Any) -> StateDeclaration | None:
        path: DataPath = ("states", label)
        if not label.strip():
            self.report.problems.append(
                self.document.problem("state.label", "a state needs a label", path, key=True)
            )
            return None
        if not isinstance(data, dict):
            self.report.problems.append(
                self.document.problem(
                    "state.value.type",
                    f"state {label!r} must be a mapping of keys to values, not {described(data)}",
                    path,
                    key=True,
                    help="write at least its type, such as `type: activeplayer`",
                )
            )
            return None
        misspelt = self._unknown_keys(data, STATE_KEYS, path, f"state {label!r}")
        fields, spelt = self._respelt(label, data, misspelt)
        return checked(
            StateDeclaration,
            fields,
            self.document,
            self.report,
            kind="state",
            what=f"state {label!r}",
            path=path,
            written=lambda loc: (spelt.get(str(loc[0]), loc[0]), *loc[1:]) if loc else loc,
        )

    def _respelt(
        self, label: str, data: dict[str, Any], misspelt: Mapping[str, str]
    ) -> tuple[dict[str, Any], dict[str, str]]:
        """Return a state's data in one spelling, and the spelling in the file by ours.

        A misspelt key is read as the one that is meant, so that one slip is one problem.
        """
        fields: dict[str, Any] = {}
        spelt: dict[str, str] = {}
        for key, value in data.items():
            field = SECOND_SPELLINGS.get(key) or misspelt.get(key, key)
            if field in fields and key in misspelt:
                continue
            if field in spelt:
                self.report.problems.append(
                    self.document.problem(
                        "state.key.twice",
                        f"state {label!r} has both {spelt[field]} and {key}, which mean the same",
                        ("states", label, key),
                        key=True,
                        help=f"keep {field}",
                    )
                )
                continue
            if value == [] and field == "transitions":
                value = {}
            fields[field] = value
            spelt[field] = key
        return fields, spelt

    def _unknown_keys(
        self, data: dict[str, Any], known: tuple[str, ...], path: DataPath, what: str
    ) -> dict[str, str]:
        """Report keys that are a slip of a known one; return them with the one that is meant."""
        misspelt: dict[str, str] = {}
        for key in data:
            if key in known or (path and (key in SECOND_SPELLINGS or is_foreign(key))):
                continue
            meant = near_miss(key, known)
            if meant is None:
                continue
            misspelt[key] = meant
            self.report.problems.append(
                self.document.problem(
                    "state.key.misspelt" if path else "states.key.misspelt",
                    f"{what} has an unknown key {key}",
                    (*path, key),
                    key=True,
                    help=f"did you mean {meant}?",
                )
            )
        return misspelt

    def _give_ids(self) -> None:
        """Give every state its id: the declared one, a numeric label, its name, or the next."""
        taken: dict[int, str] = {}
        for label, state in self.declared.items():
            number = _own_id(label, state)
            if number is None:
                continue
            if number in taken:
                key = "id" if state.id is not None else None
                self.report.problems.append(
                    self.document.problem(
                        "state.id.duplicate",
                        f"state {label!r} has the id {number}, which state {taken[number]!r} has already",
                        ("states", label, *([key] if key else [])),
                        key=key is None,
                        help="give each state an id of its own, or leave ids out",
                    )
                )
                continue
            taken[number] = label
            self.ids[label] = number
        free = 2
        used = taken.keys() | {SETUP_ID, END_ID}
        for label in self.declared:
            if label not in self.ids:
                while free in used:
                    free += 1
                self.ids[label] = free
                free += 1

    def _state(self, label: str, state: StateDeclaration, targets: Targets) -> GameState:
        return GameState(
            label=label,
            id=self.ids[label],
            name=label if state.name is None else state.name,
            type=state.type,
            description=state.description or "",
            description_my_turn=state.description_my_turn,
            action=state.action or None,
            args=state.args or None,
            possible_actions=tuple(state.possible_actions or ()),
            transitions=targets.transitions(label, state.transitions or {}),
            update_game_progression=bool(state.update_game_progression),
            initial_private=targets.initial_private(label, state),
            extras=state.extras,
        )


def is_foreign(key: str) -> bool:
    """Whether a key is one that games add for their own client: ``$...``, ``description<suffix>``."""
    if key.startswith("$"):
        return True
    for stem in ("descriptionmyturn", "descriptionMyTurn", "description"):
        if key.startswith(stem) and len(key) - len(stem) >= 2:
            close = near_miss(key, ("descriptionMyTurn",))
            return close is None or stem != "description"
    return False


def _own_id(label: str, state: StateDeclaration) -> int | None:
    if state.id is not None:
        return state.id
    if label.isdecimal() and label.isascii() and 0 < int(label) < 10**9:
        return int(label)
    return {SETUP_NAME: SETUP_ID, END_NAME: END_ID}.get(label)


def _completed(states: list[GameState], initial: str) -> list[GameState]:
    """Return the states with BGA's first and last one added where they are not written out."""
    ids = {state.id for state in states}
    completed = list(states)
    if SETUP_ID not in ids:
        completed.insert(
            0,
            GameState(
                label=SETUP_NAME,
                id=SETUP_ID,
                name=SETUP_NAME,
                type=StateType.MANAGER,
                action="stGameSetup",
                transitions={"": initial},
            ),
        )
    if END_ID not in ids:
        completed.append(
            GameState(
                label=END_NAME,
                id=END_ID,
                name=END_NAME,
                type=StateType.MANAGER,
                action="stGameEnd",
                args="argGameEnd",
            )
        )
    return completed
