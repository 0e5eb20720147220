"""Which state of the new graph is which of the old one: by label, else by id or shape (a renamed state)."""

from collections.abc import Mapping
from typing import TypeAlias

from aurum_states.definitions.graph import StateGraph

SAME_ID = 0.4
"""How alike two states must be that share an id; states without an id of their own share one by chance."""
OTHER_ID = 0.7
"""How alike two states must be whose ids differ."""

_STATES = frozenset({"to", "from"})
"""The features whose value is a label."""


def matches(old: StateGraph, new: StateGraph) -> dict[str, str]:
    """Return label in the old graph -> label in the new one, in the order of the old."""
    found = {old.setup.label: new.setup.label, old.end.label: new.end.label}
    taken = set(found.values())
    found |= {one: one for one in old.labels if one in new and one not in found and one not in taken}
    before, after = _features(old), _features(new)
    while True:
        gone = [state for state in old if state.label not in found]
        come = [state for state in new if state.label not in found.values()]
        pairs = [
            (_likeness(before[one.label], after[other.label], found), one, other)
            for one in gone
            for other in come
            if one.type is other.type
        ]
        alike = [
            (score, one.label, other.label)
            for score, one, other in pairs
            if score >= (SAME_ID if one.id == other.id else OTHER_ID)
        ]
        if not alike:
            return {label: found[label] for label in old.labels if label in found}
        _, label, becomes = max(alike, key=lambda pair: pair[0])
        found[label] = becomes  # its neighbours may be known by it now: look again


_Features: TypeAlias = set[tuple[str, str]]


def _likeness(before: _Features, after: _Features, found: Mapping[str, str]) -> float:
    """Return how much of two states is the same, from 0 to 1."""
    moved = {(kind, found.get(what, what) if kind in _STATES else what) for kind, what in before}
    both = moved | after
    return len(moved & after) / len(both) if both else 0.0


def _features(graph: StateGraph) -> dict[str, _Features]:
    """Return what makes each state out, its own label left out."""
    found: dict[str, _Features] = {state.label: set() for state in graph}
    for state in graph:
        label, features = state.label, found[state.label]
        single = {"action": state.action, "args": state.args, "title": state.description}
        single["my title"] = state.description_my_turn
        features |= {(key, text) for key, text in single.items() if text}
        features |= {("act", name) for name in state.possible_actions}
        features |= {("way", name) for name in state.transitions}
        for target in state.targets:
            features.add(("to", "" if target == label else target))
            found[target].add(("from", "" if target == label else label))
    return found
