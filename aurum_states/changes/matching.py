"""Which state of the new graph is which of the old one: by label, else by id or shape (a renamed state)."""

from collections import Counter
from collections.abc import Container, Iterator, Mapping
from typing import TypeAlias

from aurum_states.definitions.graph import StateGraph

SAME_ID = 0.4
"""How alike two states must be that share an id; states without an id of their own share one by chance."""
OTHER_ID = 0.7
"""How alike two states must be whose ids differ."""
FEWEST = 2
"""How many things two states must have in common."""

_STATES = frozenset({"to", "from"})
"""The features whose value is a label."""


_Features: TypeAlias = set[tuple[str, str]]


def matches(old: StateGraph, new: StateGraph) -> dict[str, str]:
    """Return label in the old graph -> label in the new one, in the order of the old."""
    found = {old.setup.label: new.setup.label, old.end.label: new.end.label}
    taken = set(found.values())
    found |= {one: one for one in old.labels if one in new and one not in found and one not in taken}
    before, after = _features(old), _features(new)
    while True:
        taken = set(found.values())
        gone = {label: before[label] for label in old.labels if label not in found}
        come = {label: after[label] for label in new.labels if label not in taken}
        alike = [
            (score, one, other)
            for one, other, score in _likenesses(gone, come, found)
            if old[one].type is new[other].type
            and score >= (SAME_ID if old[one].id == new[other].id else OTHER_ID)
        ]
        if not alike:
            return {label: found[label] for label in old.labels if label in found}
        best = max(score for score, _, _ in alike)
        for score, one, other in alike:  # then look again: by these their neighbours may be known
            if score == best and one not in found and other not in taken:
                found[one] = other
                taken.add(other)


def _likenesses(
    gone: Mapping[str, _Features], come: Mapping[str, _Features], found: Mapping[str, str]
) -> Iterator[tuple[str, str, float]]:
    """Yield pairs of states with something in common, and how much of both that is: above 0, up to 1."""
    became = set(found.values())
    fresh = {other: _known(features, became) for other, features in come.items()}
    holders: dict[tuple[str, str], list[str]] = {}
    for other, features in fresh.items():
        for feature in features:
            holders.setdefault(feature, []).append(other)
    for one, features in gone.items():
        moved = {(kind, found[what] if kind in _STATES else what) for kind, what in _known(features, found)}
        shared = Counter(other for feature in moved for other in holders.get(feature, ()))
        for other, count in sorted(shared.items()):
            if count >= FEWEST:
                yield one, other, count / (len(moved) + len(fresh[other]) - count)


def _known(features: _Features, known: Container[str]) -> _Features:
    """Leave out neighbours that are not matched themselves: they speak neither for a pair nor against it."""
    return {(kind, what) for kind, what in features if kind not in _STATES or what in known}


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
            if target == label:
                features.add(("itself", ""))
            else:
                features.add(("to", target))
                found[target].add(("from", label))
    return found
