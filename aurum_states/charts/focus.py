"""A part of a graph: a state and what is near it."""

from aurum_states.definitions.graph import StateGraph


def around(graph: StateGraph, label: str, depth: int) -> frozenset[str]:
    """Return the labels of the states at most ``depth`` steps away, in and against the arrows' direction."""
    near: dict[str, set[str]] = {state.label: set() for state in graph}
    for state in graph:
        for target in state.targets:
            near[state.label].add(target)
            near[target].add(state.label)
    found = edge = {label}
    for _ in range(min(depth, len(graph))):
        edge = {other for one in edge for other in near[one]} - found
        found = found | edge
    return frozenset(found)
