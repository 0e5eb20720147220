"""What recorded games have reached: states, transitions, actions, refusals, zombie turns; and what not.

The percentage counts states, transitions and actions: what a game must be able to do. Refusals and zombie
turns stand beside it.
"""

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Self

from aurum_states.definitions.graph import StateGraph
from aurum_states.definitions.states import SETUP_ID, StateType
from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import ActionResult
from aurum_states.engine.table import Table
from aurum_states.names import listed
from aurum_states.replay.format import AnyEntry, MoveEntry, RefusedEntry, ZombieEntry

KINDS = ("state", "transition", "action", "refusal", "zombie")
COUNTED = ("state", "transition", "action")
"""The kinds that the percentage is of."""
REFUSALS = (
    *("table.over", "action.unknown", "action.not_now", "action.not_your_turn"),
    *("action.argument", "action.illegal", "action.rule"),
)


_RUNS = 20
"""How many files or tests a report for people names."""


class Item(NamedTuple):
    """One thing that can be reached. ``name`` is a label, (source, name, target), or (state, action)."""

    kind: str
    name: tuple[str, ...]

    def __str__(self) -> str:
        if self.kind == "transition":
            source, name, target = self.name
            return f"{source} -{name}-> {target}"
        return " ".join(self.name) if self.kind != "action" else f"{self.name[1]} in {self.name[0]}"


class Coverage:
    """How often each item of one game was reached, and by whom (names of files or tests)."""

    def __init__(self, game: str, graph: StateGraph) -> None:
        self.game = game
        self.graph = graph
        self.counts: Counter[Item] = Counter()
        self.by: dict[Item, dict[str, int]] = {}
        self.runs: dict[str, int] = {}
        """Moves by file or test."""

    # -- collecting -------------------------------------------------------------------------------

    def watch(self, by: str) -> "Watch":
        """Return a watcher for ``run`` that counts what one file or test reaches."""
        self.runs.setdefault(by, 0)
        return Watch(self, by)

    def add(self, item: Item, by: str, times: int = 1) -> None:
        """Count an item."""
        self.counts[item] += times
        reached = self.by.setdefault(item, {})
        reached[by] = reached.get(by, 0) + times

    def add_data(self, data: Mapping[str, Any]) -> Self:
        """Add what ``as_data`` gave, in this process or another."""
        for by, moves in data["runs"].items():
            self.runs[by] = self.runs.get(by, 0) + moves
        for kind, name, reached in data["reached"]:
            for by, times in reached.items():
                self.add(Item(kind, tuple(name)), by, times)
        return self

    def as_data(self) -> dict[str, Any]:
        """Return everything that was counted, in JSON's types."""
        return {
            "game": self.game,
            "runs": dict(self.runs),
            "reached": [[item.kind, list(item.name), dict(by)] for item, by in self.by.items()],
        }

    # -- asking -----------------------------------------------------------------------------------

    def items(self, kind: str) -> list[Item]:
        """Return everything of a kind that this game has, in file order."""
        return list(dict.fromkeys(Item(kind, name) for name in _NAMES[kind](self.graph)))

    def reached(self, kind: str) -> list[Item]:
        """Return what was reached of a kind."""
        return [item for item in self.items(kind) if self.counts[item]]

    def missing(self, kind: str) -> list[Item]:
        """Return what was not reached of a kind."""
        return [item for item in self.items(kind) if not self.counts[item]]

    def jumps(self) -> list[Item]:
        """Return transitions that were taken but are not declared: jumps to a state."""
        known = {*self.items("transition")}
        setup = self.graph.setup.label
        begun = {state.initial_private for state in self.graph}  # of a player, at each entry of the master
        taken = (item for item in self.counts if item.kind == "transition" and item not in known)
        return [item for item in taken if item.name[0] != setup and item.name[2] not in begun]

    @property
    def percent(self) -> float:
        """How much of the states, transitions and actions was reached."""
        every = sum(len(self.items(kind)) for kind in COUNTED)
        return 100 * sum(len(self.reached(kind)) for kind in COUNTED) / every if every else 100.0

    def way_to(self, item: Item) -> str:
        """Return the shortest way in the graph to an item, from the nearest state that was reached."""
        goal = item.name[0]
        way = _shortest(self.graph, {one.name[0] for one in self.reached("state")}, goal)
        if way is None:
            return f"no way leads to {goal}"
        if item.kind == "transition":
            way = [*way, item.name[2]] if way else list(item.name[::2])
        return " -> ".join(way) if len(way) > 1 else f"in {goal}, which is reached"


class Watch:
    """Counts what one run reaches; see ``runner.Watcher``."""

    __slots__ = ("_before", "_by", "_coverage", "_own")

    def __init__(self, coverage: Coverage, by: str) -> None:
        self._coverage = coverage
        self._by = by
        self._before = ""
        self._own: dict[PlayerId, str] = {}
        """The state each player was in before: their private one where they were in one."""

    def __call__(self, table: Table, entry: AnyEntry | None, result: ActionResult | None) -> None:
        """Count a step, a refusal (no result), or the opening (no entry)."""
        if isinstance(entry, RefusedEntry):
            self.refused(entry.refused.code)
        elif isinstance(entry, ZombieEntry):
            self._add("zombie", self._before)
        elif isinstance(entry, MoveEntry):
            self._acted(entry.player, entry.action)
        self._moved(table, result)

    def acted(self, table: Table, player: PlayerId, action: str, result: ActionResult) -> None:
        """Count an accepted move."""
        self._acted(player, action)
        self._moved(table, result)

    def refused(self, code: str) -> None:
        """Count a refused request."""
        self._add("refusal", code)

    def _acted(self, player: PlayerId, action: str) -> None:
        own = self._own.get(player, self._before)
        inside = action in self._coverage.graph[own].possible_actions
        self._add("action", own if inside else self._before, action)
        self._coverage.runs[self._by] += 1

    def _moved(self, table: Table, result: ActionResult | None) -> None:
        for source, name, target in result.transitions if result is not None else ():
            self._add("transition", source, "jump" if name is None else name, target)
            self._add("state", target)
        self._before = table.state
        self._own = {player.id: table.state_for(player.id) for player in table.players}

    def _add(self, kind: str, *name: str) -> None:
        self._coverage.add(Item(kind, name), self._by)


def summary(coverage: Coverage) -> list[str]:
    """Return a report for people: what was reached, and how to get to what was not."""
    moves = sum(coverage.runs.values())
    lines = [f"{coverage.game}: {coverage.percent:.1f} % ({len(coverage.runs)} runs, {moves} moves)"]
    for kind in KINDS:
        every, missing = coverage.items(kind), coverage.missing(kind)
        lines.append(f"  {TITLES[kind]:<13} {len(every) - len(missing):>3} of {len(every)}")
        for item in missing:
            way = f"  ({coverage.way_to(item)})" if kind in COUNTED else ""
            lines.append(f"    never: {item}{way}")
    jumps = coverage.jumps()
    lines += [f"  jumps         {listed(jumps)}"] if jumps else []
    return [*lines, *_by_run(coverage)] if len(coverage.runs) > 1 else lines


def _by_run(coverage: Coverage) -> Iterator[str]:
    """Yield how much each file or test reaches: first those that reach what no other does."""
    reached: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    for kind in KINDS:
        for item in coverage.reached(kind):
            names = coverage.by[item].keys()
            reached.update(names)
            alone.update(names if len(names) == 1 else ())
    runs = sorted(coverage.runs, key=lambda by: (-alone[by], -reached[by], by))
    for by in runs[:_RUNS]:
        own = f", {alone[by]} of them by no other" if alone[by] else ""
        yield f"  {by}: {reached[by]} reached{own}"
    if len(runs) > _RUNS:
        yield f"  and {len(runs) - _RUNS} more"


def report(coverage: Coverage) -> dict[str, Any]:
    """Return the same in JSON's types, every item with how often and by whom it was reached."""
    return {
        "game": coverage.game,
        "percent": round(coverage.percent, 2),
        "runs": coverage.runs,
        "items": [
            {
                "kind": kind,
                "name": list(item.name),
                "times": coverage.counts[item],
                "by": coverage.by.get(item, {}),
                **({"way": coverage.way_to(item)} if kind in COUNTED and not coverage.counts[item] else {}),
            }
            for kind in KINDS
            for item in coverage.items(kind)
        ],
        "jumps": [list(item.name) for item in coverage.jumps()],
    }


TITLES = {
    "state": "states",
    "transition": "transitions",
    "action": "actions",
    "refusal": "refusals",
    "zombie": "zombie turns",
}


def _states(graph: StateGraph) -> Iterator[tuple[str, ...]]:
    return ((state.label,) for state in graph if state.id != SETUP_ID)


def _transitions(graph: StateGraph) -> Iterator[tuple[str, ...]]:
    for edge in graph.transitions():
        if edge.source != graph.setup.label:
            yield edge.source, edge.name or "", edge.target


def _actions(graph: StateGraph) -> Iterator[tuple[str, ...]]:
    return ((state.label, name) for state in graph for name in state.possible_actions)


def _refusals(graph: StateGraph) -> Iterator[tuple[str, ...]]:
    """Every code; an action can come at the wrong time only where not every state that asks allows it."""
    sets = {frozenset(state.possible_actions) for state in graph if state.possible_actions}
    return ((code,) for code in REFUSALS if code != "action.not_now" or len(sets) > 1)


def _zombies(graph: StateGraph) -> Iterator[tuple[str, ...]]:
    asking = (StateType.ACTIVE_PLAYER, StateType.MULTIPLE_ACTIVE_PLAYER)
    return ((state.label,) for state in graph if state.type in asking)


_NAMES = {
    "state": _states,
    "transition": _transitions,
    "action": _actions,
    "refusal": _refusals,
    "zombie": _zombies,
}


def _shortest(graph: StateGraph, known: set[str], goal: str) -> list[str] | None:
    """Return the labels from the nearest known state to ``goal``; just the goal where it is known."""
    starts = [label for label in (state.label for state in graph) if label in known] or [graph.initial]
    came: dict[str, str] = dict.fromkeys(starts, "")
    waiting = deque(starts)
    while waiting:
        label = waiting.popleft()
        if label == goal:
            way = [label]
            while came[way[0]]:
                way.insert(0, came[way[0]])
            return way
        for target in graph[label].transitions.values():
            if target not in came:
                came[target] = label
                waiting.append(target)
    return None
