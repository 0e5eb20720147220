"""Search for a game that gets somewhere: into a state, or through a transition.

First every position from the start on, breadth first: what is found so is a shortest game. Then random games,
a part of them led by what has come nearer before: what is found so is the shortest of those tried.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aurum_states.definitions.graph import StateGraph
from aurum_states.definitions.states import Transition
from aurum_states.engine.game import ANY
from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import ActionResult, Recorder
from aurum_states.engine.setup import Setup
from aurum_states.engine.table import Table
from aurum_states.errors import AurumStatesError
from aurum_states.names import did_you_mean, listed

Step = tuple[PlayerId, str, Any]
"""Player, action, option."""

BREADTH_SHARE = 4
"""One move in so many is spent on going through all positions."""
LONGEST = 5_000
"""Most moves of a random game."""


class GoalError(AurumStatesError):
    """There is no such state or transition."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A state to enter (``transition`` None), or a transition to take."""

    state: str
    transition: str | None = None

    @staticmethod
    def parse(text: str, graph: StateGraph) -> "Goal":
        """Read ``roundScore`` (label or id), or ``playerTurn:pass`` for a transition.

        Raises:
            GoalError: the graph has no such state or transition.
        """
        label, colon, name = text.partition(":")
        state = graph.get(label)
        if state is None and label.isascii() and label.isdigit():
            state = graph.by_id.get(int(label[:9]))
        if state is None:
            ways = [f"{one.label}:{label}" for one in graph if not colon and label in one.transitions]
            hint = (
                f"; the transition is written {' or '.join(ways)}"
                if ways
                else did_you_mean(label, graph.labels)
            )
            raise GoalError(f"there is no state {label!r}{hint}; states: {listed(graph.labels)}")
        if colon and name not in state.transitions:
            names = list(state.transitions)
            raise GoalError(
                f"state {state.label!r} has no transition {name!r}{did_you_mean(name, names)}; "
                f"it has {listed(names)}"
            )
        return Goal(state.label, name if colon else None)

    def __str__(self) -> str:
        return self.state if self.transition is None else f"{self.state}:{self.transition}"

    def met_by(self, transitions: Sequence[Transition]) -> bool:
        """Whether one of the transitions reaches it."""
        if self.transition is None:
            return any(one.target == self.state for one in transitions)
        return any((one.source, one.name) == (self.state, self.transition) for one in transitions)


@dataclass(frozen=True, slots=True)
class Found:
    """A game that gets there with its last move. ``shortest`` says that none is shorter from this set-up."""

    setup: Setup
    steps: tuple[Step, ...]
    shortest: bool
    tried: int

    def play(self, recorder: Recorder | None = None) -> Table:
        """Play it again, at a table of its own."""
        table = Table.seated(self.setup, recorder)
        for player, action, option in self.steps:
            table.apply(player, action, option)
        return table


@dataclass(frozen=True, slots=True)
class NotFound:
    """Nothing was found with ``tried`` moves.

    ``depth`` is the number of moves up to which every game was tried; ``exhausted`` says that these are all
    games that can be played from this set-up.
    """

    tried: int
    depth: int
    games: int
    exhausted: bool


def reach(setup: Setup, goal: Goal, *, budget: int = 200_000) -> Found | NotFound:
    """Search for a game from this set-up that reaches the goal; at most ``budget`` moves are tried.

    The same inputs find the same game.

    Raises:
        SetupError, DefinitionError: no table can be started so.
        GameError: the game's own code failed.
    """
    table = Table.seated(setup)
    if goal.met_by(table.opening.transitions):
        return Found(setup, (), True, 0)
    breadth = _Breadth(table, goal)
    found = breadth.search(budget // BREADTH_SHARE)
    if found is not None:
        return Found(setup, found, True, breadth.tried)
    if breadth.exhausted:
        return NotFound(breadth.tried, breadth.depth, 0, exhausted=True)
    led = _RandomGames(table, goal, _distances(setup.definition.graph, goal))
    found = led.search(budget - breadth.tried)
    tried = breadth.tried + led.tried
    if found is None:
        return NotFound(tried, breadth.depth, led.games, exhausted=False)
    return Found(setup, found, len(found) <= breadth.depth + 1, tried)


def _steps(table: Table) -> Iterator[Step]:
    for player in table.active_players:
        for action, options in table.legal_moves(player).items():
            for option in () if options is ANY else options:
                yield player, action, option


class _Breadth:
    """All positions, nearest first; equal tables are looked at once."""

    def __init__(self, table: Table, goal: Goal) -> None:
        self._table = table
        self._goal = goal
        self.tried = 0
        self.depth = 0
        """Every game of so many moves was tried."""
        self.exhausted = False

    def search(self, budget: int) -> tuple[Step, ...] | None:
        level: list[tuple[bytes, tuple[Step, ...]]] = [(self._table._keeping.commit.saved, ())]
        seen = {_position(self._table)}
        while level:
            deeper: list[tuple[bytes, tuple[Step, ...]]] = []
            for saved, way in level:  # bytes, since a live table takes fifty times as much
                table = self._table._forked(saved)
                for step in list(_steps(table)):
                    if self.tried >= budget:
                        return None
                    self.tried += 1
                    after = table.fork()
                    if self._goal.met_by(after.apply(*step).transitions):
                        return (*way, step)
                    position = _position(after)
                    if not after.is_over and position not in seen:
                        seen.add(position)
                        deeper.append((after._keeping.commit.saved, (*way, step)))
            self.depth += 1
            level = deeper
        self.exhausted = True
        return None


class _RandomGames:
    """Random games, each from a seed of its own; the shortest that gets there within the budget."""

    def __init__(self, table: Table, goal: Goal, distances: Mapping[str, int]) -> None:
        self._table = table
        self._goal = goal
        self._distances = distances
        self._worth: dict[tuple[str, str], list[int]] = {}
        self.tried = 0
        self.games = 0

    def search(self, budget: int) -> tuple[Step, ...] | None:
        best: tuple[Step, ...] | None = None
        chance = random.Random(f"reach {self._table.setup.seed}")  # noqa: S311 - moves, no secrets
        choosers: Sequence[Callable[[Table, random.Random], Step]] = (self._any, self._action, self._led)
        while self.tried < budget:
            choose = choosers[self.games % len(choosers)]
            self.games += 1
            limit = min(LONGEST if best is None else len(best) - 1, budget - self.tried)
            found = self._play(choose, chance, limit)
            if found is not None:
                best = found
                if len(best) == 1:
                    break
        return best

    def _play(
        self, choose: Callable[[Table, random.Random], Step], chance: random.Random, limit: int
    ) -> tuple[Step, ...] | None:
        table, way = self._table.fork(), []
        for _ in range(limit):
            if table.is_over or not table.active_players:
                return None
            step, state = choose(table, chance), table.state
            self.tried += 1
            result = table.apply(*step)
            way.append(step)
            self._learn(state, step[1], table, result)
            if self._goal.met_by(result.transitions):
                return tuple(way)
        return None

    def _learn(self, state: str, action: str, table: Table, result: ActionResult) -> None:
        far = len(self._distances) + 1
        nearest = min((self._distances.get(one.target, far) for one in result.transitions), default=far)
        worth = self._worth.setdefault((state, action), [0, 0])
        worth[0] += 1
        worth[1] += min(nearest, self._distances.get(table.state, far))

    @staticmethod
    def _any(table: Table, chance: random.Random) -> Step:
        """Choose among all options alike."""
        return chance.choice(list(_steps(table)))

    @staticmethod
    def _action(table: Table, chance: random.Random) -> Step:
        """Choose an action first, so that one with few options comes as often as one with many."""
        steps = list(_steps(table))
        action = chance.choice(sorted({step[1] for step in steps}))
        return chance.choice([step for step in steps if step[1] == action])

    def _led(self, table: Table, chance: random.Random) -> Step:
        """Choose the action that led nearest to the goal so far, mostly."""
        steps = list(_steps(table))
        actions = sorted({step[1] for step in steps})
        if chance.random() < 0.2:
            return chance.choice(steps)
        best = min(actions, key=lambda action: self._average(table.state, action))
        return chance.choice([step for step in steps if step[1] == best])

    def _average(self, state: str, action: str) -> float:
        times, total = self._worth.get((state, action), (0, 0))
        return total / times if times else 0.0


def _position(table: Table) -> str:
    """Return what makes two tables the same for a search: everything but the number of moves."""
    core = table._core
    moves, core.move = core.move, 0
    try:
        return table._keeping.take().digest
    finally:
        core.move = moves


def _distances(graph: StateGraph, goal: Goal) -> dict[str, int]:
    """Return the number of transitions from each state to the goal's state."""
    distances = {goal.state: 0}
    level = [goal.state]
    while level:
        level = [
            state.label
            for state in graph
            if state.label not in distances and any(target in level for target in state.transitions.values())
        ]
        distances.update(dict.fromkeys(level, max(distances.values()) + 1))
    return distances
