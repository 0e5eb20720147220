"""Read ``states.yaml`` into a ``StateGraph``: shapes first, then ids, targets, and the first state.

Here stands what makes a graph unusable. What is merely suspicious about a whole graph is for ``checks``.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from aurum_states.definitions.corrections import renamed
from aurum_states.definitions.document import DataPath, Reading
from aurum_states.definitions.graph import StateGraph
from aurum_states.definitions.shapes import checked, described
from aurum_states.definitions.spelling import near_miss
from aurum_states.definitions.state_rules import check_names, check_state
from aurum_states.definitions.states import (
    END_ID,
    RESERVED,
    SECOND_SPELLINGS,
    SETUP_ID,
    STATE_KEYS,
    GameState,
    StateDeclaration,
    StateType,
)
from aurum_states.definitions.targets import Targets

TOP_KEYS = ("initialState", "states")
"""The keys of ``states.yaml`` itself."""


def read_graph(reading: Reading) -> StateGraph | None:
    """Return the graph of a ``states.yaml``, or None when it has no usable state.

    Everything wrong is reported. With errors the graph is ``partial``: it has what could be read, and an
    edge may lead to a state that could not.
    """
    errors = reading.errors
    declared = _declared_states(reading)
    states: dict[str, StateDeclaration] = {}
    for label, data in declared.items():
        declaration = _declaration(reading, label, data)
        if declaration is not None:
            states[label] = declaration
    ids = _give_ids(reading, states)
    targets = Targets(reading, states, ids, known=declared)
    resolved = [_resolved(label, state, ids[label], targets) for label, state in states.items()]
    for one in resolved:
        check_state(one, reading)
    check_names(resolved, reading)
    initial = targets.initial(reading.data.get("initialState")) if states else None
    if initial is None:
        return None
    return StateGraph(_completed(resolved, initial), initial, partial=reading.errors > errors)


def is_foreign(key: str) -> bool:
    """Whether a key of a state is one that games add for their own client: ``$...``, ``description<suffix>``.

    A suffix has two letters at least; anything shorter is a slip.
    """
    for stem in ("descriptionmyturn", "descriptionMyTurn"):
        if key.startswith(stem) and len(key) - len(stem) >= 2:
            return True
    titled = key.startswith("description") and len(key) - len("description") >= 2
    return key.startswith("$") or (titled and near_miss(key, STATE_KEYS) is None)


# -- shapes --------------------------------------------------------------------------------------------


def _declared_states(reading: Reading) -> dict[str, Any]:
    """Return the states as the file declares them, by label; nothing after reporting why."""
    data = reading.data
    path: DataPath = ()
    if isinstance(data, dict):
        misspelt = _misspelt_keys(reading, data, TOP_KEYS, (), "the file")
        declared = data.get("states")
        if isinstance(declared, dict) and declared:
            return declared
        if "states" in misspelt.values():
            return {}
        if "states" not in data:
            message = "the file has no key states"
        elif declared in (None, {}, []):
            message, path = "there are no states", ("states",)
        else:
            message, path = (
                f"states must be a mapping of label to state, not {described(declared)}",
                ("states",),
            )
    else:
        message = f"the file must be a mapping with the key states, not {described(data)}"
    reading.add("states.shape", message, path, help="write `states:` and below it one key for each state")
    return {}


def _declaration(reading: Reading, label: str, data: Any) -> StateDeclaration | None:
    path, what = ("states", label), f"state {label!r}"
    if not label.strip():
        reading.add("state.label", "a state needs a label", path, key=True)
        return None
    if not isinstance(data, dict):
        message = f"{what} must be a mapping of keys to values, not {described(data)}"
        right = "write at least its type, such as `type: activeplayer`"
        reading.add("state.value.type", message, path, key=True, help=right)
        return None
    misspelt = _misspelt_keys(reading, data, STATE_KEYS, path, what)
    fields, spelt = _respelt(reading, label, data, misspelt)
    return checked(
        StateDeclaration,
        fields,
        reading,
        kind="state",
        what=what,
        path=path,
        written=lambda loc: (spelt.get(str(loc[0]), loc[0]), *loc[1:]) if loc else loc,
    )


def _misspelt_keys(
    reading: Reading, data: dict[str, Any], known: tuple[str, ...], path: DataPath, what: str
) -> dict[str, str]:
    """Report keys that are a slip of a known one; return them with the one that is meant."""
    misspelt: dict[str, str] = {}
    for key in data:
        if key in known or (path and (key in SECOND_SPELLINGS or is_foreign(key))):
            continue
        meant = near_miss(key, known)
        if meant is not None:
            spelt = {SECOND_SPELLINGS.get(other, other) for other in data} | set(misspelt.values())
            fix = renamed(reading.document, (*path, key), meant) if meant not in spelt else None
            misspelt[key] = meant
            code = "state.key.misspelt" if path else "states.key.misspelt"
            message = f"{what} has an unknown key {key}"
            reading.add(code, message, (*path, key), key=True, help=f"did you mean {meant}?", fix=fix)
    return misspelt


def _respelt(
    reading: Reading, label: str, data: dict[str, Any], misspelt: Mapping[str, str]
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return a state's data in one spelling, and the spelling in the file by ours.

    A misspelt key is read as the one that is meant, so that one slip is one problem.
    """
    fields: dict[str, Any] = {}
    spelt: dict[str, str] = {}
    for key, value in data.items():
        field = SECOND_SPELLINGS.get(key) or misspelt.get(key, key)
        if field in spelt:
            if key not in misspelt and spelt[field] not in misspelt:
                message = f"state {label!r} has both {spelt[field]} and {key}, which mean the same"
                reading.add(
                    "state.key.twice", message, ("states", label, key), key=True, help=f"keep {field}"
                )
            continue
        empty_map = field == "transitions" and value == []  # PHP writes an empty array as a list
        fields[field] = {} if empty_map else value
        spelt[field] = key
    return fields, spelt


# -- ids -----------------------------------------------------------------------------------------------


def _give_ids(reading: Reading, states: Mapping[str, StateDeclaration]) -> dict[str, int]:
    """Return every state's id: the one declared, else a numeric label, else the next free from 2."""
    taken: dict[int, str] = {}
    for label, state in states.items():
        number = _own_id(reading, label, state)
        if number is None:
            continue
        if number not in taken:
            taken[number] = label
            continue
        path: DataPath = ("states", label) if state.id is None else ("states", label, "id")
        message = f"state {label!r} has the id {number}, which state {taken[number]!r} has already"
        right = "give each state an id of its own, or leave ids out"
        reading.add("state.id.duplicate", message, path, key=state.id is None, help=right)
    ids = {label: number for number, label in taken.items()}
    used = {*taken, SETUP_ID, END_ID}
    free = 2
    for label in states:
        if label not in ids:
            while free in used:
                free += 1
            used.add(free)
            ids[label] = free
    return {label: ids[label] for label in states}


def _own_id(reading: Reading, label: str, state: StateDeclaration) -> int | None:
    """Return the id that a state says it has, by key or label."""
    reserved = next((number for number, name in RESERVED.items() if name == label), None)
    numeric = int(label) if label.isascii() and label.isdecimal() and len(label) < 10 else None
    path = ("states", label, "id")
    if reserved is not None:
        if state.id not in (None, reserved):
            reading.add(
                "state.id.reserved", f"state {label!r} must have the id {reserved}, not {state.id}", path
            )
        return reserved
    if state.id is not None:
        if numeric not in (None, state.id):
            message = f"state {label!r} has the id {state.id}, but its label is another number"
            reading.add("state.label.number", message, path, help="use the id, or a name, as label")
        return state.id
    return numeric or None


# -- the graph -----------------------------------------------------------------------------------------


def _resolved(label: str, state: StateDeclaration, number: int, targets: Targets) -> GameState:
    return GameState(
        label=label,
        id=number,
        name=label if state.name is None else state.name,
        type=state.type,
        description=state.description or "",
        description_my_turn=state.description_my_turn,
        action=state.action or None,
        args=state.args or None,
        possible_actions=tuple(state.possible_actions or ()),
        transitions=targets.transitions(label, state.transitions or {}),
        update_game_progression=state.update_game_progression,
        initial_private=targets.initial_private(label, state),
        extras=state.extras,
    )


def _completed(states: Iterable[GameState], initial: str) -> tuple[GameState, ...]:
    """Return the states with BGA's first and last one added where they are not written out.

    A ``gameSetup`` written without a transition leads to the first state too.
    """
    completed = {state.id: state for state in states}
    setup = completed.pop(SETUP_ID, None) or _manager(SETUP_ID, action="stGameSetup")
    if not setup.transitions:
        setup = setup.model_copy(update={"transitions": {"": initial}})
    if END_ID not in completed:
        completed[END_ID] = _manager(END_ID, action="stGameEnd", args="argGameEnd")
    return (setup, *completed.values())


def _manager(number: int, *, action: str, args: str | None = None) -> GameState:
    name = RESERVED[number]
    return GameState(label=name, id=number, name=name, type=StateType.MANAGER, action=action, args=args)
