"""What follows from the changes: states cut off, replays that stop running, methods to write."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from aurum_states.changes.comparison import Change, Comparison, Kind
from aurum_states.definitions.graph import StateGraph
from aurum_states.names import listed, snake


@dataclass(frozen=True, slots=True)
class Consequence:
    """One thing that follows. ``code`` says of which sort, ``state`` is the state's label, or empty."""

    code: str
    state: str
    message: str


def consequences(comparison: Comparison) -> tuple[Consequence, ...]:
    """Return what follows from a comparison: for play, for recordings, for the class, for tables on BGA.

    Only declared transitions count: where a game jumps, it may still get to a state that none leads to.
    """
    return (
        *_reachable(comparison),
        *_ending(comparison),
        *_replays(comparison),
        *_methods(comparison),
        *_tables(comparison),
    )


def _reachable(comparison: Comparison) -> Iterator[Consequence]:
    before = {comparison.became.get(label) for label in _from(comparison.old)}
    after = _from(comparison.new)
    known = set(comparison.became.values())
    for label in comparison.new.labels:
        if label not in after and label not in known:
            yield Consequence("state.unreachable", label, f"nothing leads to the new state {label}")
        elif label not in after and label in before:
            yield Consequence("state.unreachable", label, f"{label} became unreachable")
        elif label in after and label in known and label not in before:
            yield Consequence("state.reachable", label, f"{label} became reachable")


def _ending(comparison: Comparison) -> Iterator[Consequence]:
    """Yield the states that are still reached and from which the game could end, but can no more."""
    before = {comparison.became.get(label) for label in _to_the_end(comparison.old)}
    after = _to_the_end(comparison.new) | {comparison.new.end.label}
    reached = _from(comparison.new)
    lost = [label for label in comparison.new.labels if label in before and label in reached - after]
    for label in lost:
        if not comparison.new[label].transitions:
            yield Consequence("state.stuck", label, f"{label} can no longer be left")
    if lost:
        where = "" if comparison.new.setup.label in lost else f" from {listed(lost)}"
        yield Consequence("end.unreachable", "", f"the game can no longer end{where}")


def _replays(comparison: Comparison) -> Iterator[Consequence]:
    code, cannot = "replay.differs", "cannot run"
    gone = {label for label in comparison.old.labels if comparison.became.get(label) != label}
    for change in comparison.changes:
        if change.subject == "initialState":
            yield Consequence(code, "", f"no old replay can run: they begin in {change.old}")
        elif change.subject == "type":
            message = f"an old replay that enters {change.state} may not run: others act in it now"
            yield Consequence(code, change.state, message)
        elif change.subject == "possibleActions" and change.kind is Kind.REMOVED and change.state not in gone:
            message = f"an old replay with {change.name} in {change.state} {cannot}"
            yield Consequence(code, change.state, message)
        elif change.subject == "transition" and change.kind is not Kind.ADDED:
            taken, now = _taken(change)
            if change.state not in gone and change.old not in gone:
                message = f"an old replay that takes {taken!r} from {change.state} {cannot}{now}"
                yield Consequence(code, change.state, message)
    for label in comparison.old.labels:
        if label in gone:
            name = comparison.became.get(label)
            now = f": it is {name} now" if name else ""
            yield Consequence(code, name or label, f"an old replay that enters {label} {cannot}{now}")


def _taken(change: Change) -> tuple[str, str]:
    """Return the name under which old replays have a transition, and what has become of it."""
    if change.kind is Kind.RENAMED:
        return change.old, f": it is {change.new!r} now"
    return change.name, f": it leads to {change.new} now" if change.kind is Kind.CHANGED else ""


def _methods(comparison: Comparison) -> Iterator[Consequence]:
    before, after = _named(comparison.old), _named(comparison.new)
    for method, (state, name) in after.items():
        if method not in before:
            message = f"the class needs a method {method} ({name} of {state})"
            yield Consequence("handler.needed", state, message)
    for method, (_, name) in before.items():
        if method not in after:
            yield Consequence("handler.unused", "", f"no state needs the method {method} any more ({name})")


def _named(graph: StateGraph) -> dict[str, tuple[str, str]]:
    """Return the methods that a graph asks of a class: their state and BGA's name."""
    found: dict[str, tuple[str, str]] = {}
    for state in graph:
        if state in (graph.setup, graph.end):
            continue
        for name in (state.args, state.action, *state.possible_actions):
            if name:
                found.setdefault(snake(name), (state.label, name))
        if state.type.has_players and state.possible_actions:
            found.setdefault(f"moves_{snake(state.label)}", (state.label, "the legal moves"))
    return found


def _tables(comparison: Comparison) -> Iterator[Consequence]:
    for change in comparison.changes:
        if change.subject == "id":
            message = f"a table that BGA keeps in state {change.old} is not found in {change.state} any more"
            yield Consequence("table.lost", change.state, message)
        elif change.subject == "state" and change.kind is Kind.REMOVED:
            message = f"a table that BGA keeps in {change.state} cannot go on"
            yield Consequence("table.lost", change.state, message)


def _from(graph: StateGraph) -> set[str]:
    """Return the labels that declared transitions lead to."""
    return _closure(graph.setup.label, {state.label: state.targets for state in graph})


def _to_the_end(graph: StateGraph) -> set[str]:
    """Return the labels from which declared transitions lead to the end of the game."""
    into: dict[str, list[str]] = {}
    for state in graph:
        for target in state.targets:
            into.setdefault(target, []).append(state.label)
    return _closure(graph.end.label, into)


def _closure(start: str, ways: Mapping[str, Iterable[str]]) -> set[str]:
    waiting = [start]
    found = {start}
    while waiting:
        for target in ways.get(waiting.pop(), ()):
            if target not in found:
                found.add(target)
                waiting.append(target)
    return found
