"""What belongs together in a graph: private states and their master, and the parts of a large game.

A part is what can be entered only through one state (in terms of graphs: what that state dominates), such
as a phase through the ``game`` state that begins it.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from aurum_states.definitions.graph import StateGraph
from aurum_states.definitions.states import StateType

MANY = 24
"""Most states that are drawn without parts."""
LARGEST = 14
"""Most states of one part."""
SMALLEST = 3
"""Fewest states of one part; fewer stay with what leads to them."""


class Part(NamedTuple):
    """States that are drawn in one box, in file order."""

    heading: str
    labels: tuple[str, ...]


class Parts(NamedTuple):
    """A graph in parts, and the states that are in none."""

    parts: tuple[Part, ...]
    rest: tuple[str, ...]


def masters(graph: StateGraph) -> dict[str, str]:
    """Return private state -> the ``multipleactiveplayer`` state that players enter it from.

    A private state that several masters lead to belongs to the first of them.
    """
    found: dict[str, str] = {}
    for master in graph:
        if master.type is not StateType.MULTIPLE_ACTIVE_PLAYER or master.initial_private is None:
            continue
        waiting = [master.initial_private]
        while waiting:
            state = graph.get(waiting.pop())
            if state is None or state.type is not StateType.PRIVATE or state.label in found:
                continue
            found[state.label] = master.label
            waiting.extend(state.transitions.values())
    return {state.label: found[state.label] for state in graph if state.label in found}


def parts(graph: StateGraph) -> Parts:
    """Cut a graph into parts of at most ``LARGEST`` states, private states beside their master."""
    order = {state.label: place for place, state in enumerate(graph)}
    root = graph.setup.label
    private = masters(graph)
    tops = dominators({state.label: state.targets for state in graph}, root)
    public = [label for label in tops if label not in private]
    loose = {label: [label] for label in public}
    below: dict[str, list[str]] = {label: [] for label in public}
    found: list[Part] = []
    for label in reversed(public):
        _gather(label, loose, below[label], order, found)
        top = tops[label]
        while top in private:
            top = tops[top]
        if label != root:
            below[top].append(label)
    rest = loose[root]
    lost = [label for label in order if label not in tops and label not in private]
    if len(lost) < SMALLEST and len(rest) + len(lost) <= LARGEST:
        rest += lost
    else:
        found += _runs(lost, "no way in")
    rooms: dict[str, list[str]] = {}
    for label, master in private.items():
        rooms.setdefault(master, []).append(label)
    whole = [Part(part.heading, _with_private(part.labels, rooms, order)) for part in found]
    return Parts(
        tuple(sorted(whole, key=lambda part: order[part.labels[0]])), _with_private(rest, rooms, order)
    )


def dominators(ways: Mapping[str, Iterable[str]], root: str) -> dict[str, str]:
    """Return state -> the last state that every way from the root to it passes through.

    Only what the root leads to is in it, the root first (with itself), each state after its dominator.
    (Cooper, Harvey and Kennedy: A Simple, Fast Dominance Algorithm.)
    """
    order = _reverse_postorder(ways, root)
    number = {label: place for place, label in enumerate(order)}
    before: dict[str, list[str]] = {label: [] for label in order}
    for label in order:
        for target in ways[label]:
            before[target].append(label)
    found = {root: root}
    changed = True
    while changed:
        changed = False
        for label in order[1:]:
            known = iter([source for source in before[label] if source in found])
            top = next(known)
            for other in known:
                while top != other:
                    if number[top] > number[other]:
                        top = found[top]
                    else:
                        other = found[other]
            changed |= found.get(label) != top
            found[label] = top
    return {label: found[label] for label in order}


def _reverse_postorder(ways: Mapping[str, Iterable[str]], root: str) -> list[str]:
    done: list[str] = []
    seen = {root}
    path = [(root, iter(ways[root]))]
    while path:
        label, targets = path[-1]
        for target in targets:
            if target not in seen:
                seen.add(target)
                path.append((target, iter(ways[target])))
                break
        else:
            done.append(label)
            path.pop()
    return done[::-1]


def _gather(
    label: str,
    loose: dict[str, list[str]],
    below: Iterable[str],
    order: Mapping[str, int],
    found: list[Part],
) -> None:
    """Join a state with what is still loose below it, or cut that off as parts when it is too much."""
    if 1 + sum(len(loose[child]) for child in below) <= LARGEST:
        for child in below:
            loose[label] += loose[child]
        return
    few: list[str] = []
    for child in below:
        if len(loose[child]) < SMALLEST:
            few += loose[child]
        else:
            found.append(Part(f"through {child}", tuple(loose[child])))
    if len(few) < LARGEST:
        loose[label] += few
    else:
        found += _runs(sorted(few, key=order.__getitem__))


def _runs(labels: list[str], heading: str = "") -> list[Part]:
    """Cut states that nothing but their order in the file keeps together into equal parts."""
    count = -(-len(labels) // LARGEST)
    size = -(-len(labels) // max(count, 1))
    runs = [tuple(labels[start : start + size]) for start in range(0, len(labels), max(size, 1))]
    return [Part(heading or f"{run[0]} ... {run[-1]}", run) for run in runs]


def _with_private(
    labels: Iterable[str], rooms: Mapping[str, list[str]], order: Mapping[str, int]
) -> tuple[str, ...]:
    full = [one for label in labels for one in (label, *rooms.get(label, ()))]
    return tuple(sorted(full, key=order.__getitem__))
