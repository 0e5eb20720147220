"""What is different between two versions of a state graph, as data."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from aurum_states.changes.matching import matches
from aurum_states.definitions.graph import StateGraph
from aurum_states.definitions.states import GameState


class Kind(StrEnum):
    """What happened to a thing."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    RENAMED = "renamed"


@dataclass(frozen=True, slots=True)
class Change:
    """One difference.

    ``state`` is the label of the state that it is in: the new one, or the old one of a removed state, or
    empty for the graph itself. ``subject`` says what it is about: ``state``, ``transition``,
    ``possibleActions``, or another key as states.yaml spells it (``type``, ``description``, ``args``, ...);
    ``key`` is one of the game's own. ``name`` is the transition, the action or the own key, ``old`` and
    ``new`` are the values, empty where there is none.
    """

    kind: Kind
    subject: str
    state: str
    name: str = ""
    old: str = ""
    new: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two graphs, which state became which, and the changes in the order of the new file, removals last."""

    old: StateGraph
    new: StateGraph
    became: Mapping[str, str]
    changes: tuple[Change, ...]


def compare(old: StateGraph, new: StateGraph, numbered: Collection[str] | None = None) -> Comparison:
    """Compare two graphs without gaps. The order of states, transitions and actions makes no difference.

    ``numbered`` are the labels of states whose id stands in a file; only their ids are compared, since the
    others count on from state to state. By default all are.
    """
    became = matches(old, new)
    was = {label: one for one, label in became.items()}
    changes: list[Change] = []
    first = became.get(old.initial, old.initial)
    if first != new.initial:
        changes.append(Change(Kind.CHANGED, "initialState", "", "", first, new.initial))
    for state in new:
        if state.label not in was:
            changes += _whole(Kind.ADDED, state)
            continue
        for change in _in_state(old[was[state.label]], state, became):
            told = change.subject == "transition" and state is new.setup and first != new.initial
            counted = change.subject == "id" and numbered is not None and state.label not in numbered
            if not told and not counted:
                changes.append(change)
    for state in old:
        if state.label not in became:
            changes += _whole(Kind.REMOVED, state)
    return Comparison(old, new, became, tuple(changes))


def _whole(kind: Kind, state: GameState) -> Iterator[Change]:
    """Yield a state that came or went, with what is in it."""

    def change(subject: str, name: str, value: str) -> Change:
        values = ("", value) if kind is Kind.ADDED else (value, "")
        return Change(kind, subject, state.label, name, *values)

    yield change("state", "", str(state.type))
    for name, target in state.transitions.items():
        yield change("transition", name, target)
    for name in state.possible_actions:
        yield change("possibleActions", name, "")


def _in_state(old: GameState, new: GameState, became: Mapping[str, str]) -> Iterator[Change]:
    label = new.label
    if old.label != label:
        yield Change(Kind.RENAMED, "state", label, "", old.label, label)
    for key, before, after in _values(old, new, became):
        if before != after:
            kind = Kind.ADDED if not before else Kind.CHANGED if after else Kind.REMOVED
            yield Change(kind, key, label, "", before, after)
    yield from _ways(old, new, became)
    for name in new.possible_actions:
        if name not in old.possible_actions:
            yield Change(Kind.ADDED, "possibleActions", label, name)
    for name in old.possible_actions:
        if name not in new.possible_actions:
            yield Change(Kind.REMOVED, "possibleActions", label, name)
    for name in dict.fromkeys((*old.extras, *new.extras)):
        if old.extras.get(name) != new.extras.get(name):
            kind = Kind.ADDED if name not in old.extras else Kind.CHANGED
            kind = kind if name in new.extras else Kind.REMOVED
            yield Change(kind, "key", label, name, _shown(old, name), _shown(new, name))


def _values(old: GameState, new: GameState, became: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield the keys with a single value: the key, the old value, the new one."""
    private = old.initial_private
    yield "id", str(old.id), str(new.id)
    if (old.name, new.name) != (old.label, new.label):
        yield "name", old.name, new.name
    yield "type", str(old.type), str(new.type)
    yield "description", old.description, new.description
    yield "descriptionMyTurn", old.description_my_turn or "", new.description_my_turn or ""
    yield "action", old.action or "", new.action or ""
    yield "args", old.args or "", new.args or ""
    yield "initialPrivate", "" if private is None else became.get(private, private), new.initial_private or ""
    yield "updateGameProgression", _flag(old), _flag(new)


def _ways(old: GameState, new: GameState, became: Mapping[str, str]) -> Iterator[Change]:
    """Yield what happened to the transitions; one that leads to the same state as before was renamed."""
    before = {name: became.get(target, target) for name, target in old.transitions.items()}
    gone = [name for name in before if name not in new.transitions]
    for name, target in new.transitions.items():
        if name in before:
            if before[name] != target:
                yield Change(Kind.CHANGED, "transition", new.label, name, before[name], target)
            continue
        twin = next((one for one in gone if before[one] == target), None)
        if twin is None:
            yield Change(Kind.ADDED, "transition", new.label, name, "", target)
        else:
            gone.remove(twin)
            yield Change(Kind.RENAMED, "transition", new.label, name, twin, name)
    for name in gone:
        yield Change(Kind.REMOVED, "transition", new.label, name, before[name])


def _flag(state: GameState) -> str:
    return "true" if state.update_game_progression else ""


def _shown(state: GameState, key: str) -> str:
    return repr(state.extras[key]) if key in state.extras else ""
