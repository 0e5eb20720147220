"""Two other engines as a check: stock ``transitions`` and python-statemachine take the same ways.

Each golden game of every game and example is played over tables whose every transition the stock machine has
decided. Its transitions are then sent as events to machines of python-statemachine that were made from the same
graph: the table's own machine goes from the first state to the last; what players do in private states is asked
of machines that stand in the state they came from, since a recording does not say whose they are.
"""

import random
from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest
import statemachine

from aurum_states import GameDefinition, Replay, StateGraph, Table, load_game
from aurum_states.definitions.states import StateType, Transition
from aurum_states.engine.plan import GamePlan
from aurum_states.replay.format import BackEntry, QuitEntry, RunEntry
from aurum_states.replay.runner import run, setup_of, take
from tests.engine.small_games import GameMaker
from tools.golden_games import GoldenGame, golden_games

GAMES = list(golden_games())
every_golden = pytest.mark.parametrize(
    ("game", "name"),
    [pytest.param(game, name, id=f"{game.name} {name}") for game in GAMES for name in game.recorded],
)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


class OtherMachine:
    """A graph as machines of python-statemachine: events carry numbers, since a name may be any text.

    That library wants a way from the first state to every other, and from there to a final one. So there are
    events that no game has: from the state before the first one to each, for jumps and the beginnings of private
    states, and from private states to the end.
    """

    def __init__(self, graph: StateGraph) -> None:
        names = dict.fromkeys(edge.name or "" for edge in graph.transitions())
        self._events = {name: f"event_{number}" for number, name in enumerate(names)}
        self._labels = {f"state_{number}": state.label for number, state in enumerate(graph)}
        self._keys = keys = {label: key for key, label in self._labels.items()}
        start = graph.setup.label
        members: dict[str, Any] = {
            keys[state.label]: statemachine.State(
                state.label, initial=state.label == start, final=not state.transitions
            )
            for state in graph
        }
        for name, event in self._events.items():
            ways = [edge for edge in graph.transitions() if (edge.name or "") == name]
            found = [members[keys[edge.source]].to(members[keys[edge.target]]) for edge in ways]
            members[event] = found[0]
            for one in found[1:]:
                members[event] = members[event] | one
        self._jumps = {state.label: f"jump_{keys[state.label]}" for state in graph if state.label != start}
        for label, event in self._jumps.items():
            members[event] = members[keys[start]].to(members[keys[label]])
        for state in graph:
            if state.type is StateType.PRIVATE:
                members[f"left_{keys[state.label]}"] = members[keys[state.label]].to(
                    members[keys[graph.end.label]]
                )
        self._kind = type("Other", (statemachine.StateMachine,), members)

    def follow(self, source: str, name: str) -> str | None:
        """Return where a transition leads, None where there is none of that name."""
        return self.sent(self._kind(start_value=self._keys[source]), name)

    def at(self, label: str) -> Any:
        """Return a machine that has come to a state from the beginning."""
        machine = self._kind()
        machine.send(self._jumps[label])
        return machine

    def sent(self, machine: Any, name: str) -> str | None:
        """Send a transition's event to a machine; return where it stands then, None where it refuses."""
        try:
            machine.send(self._events[name])
        except (statemachine.exceptions.TransitionNotAllowed, KeyError):
            return None
        [state] = machine.configuration
        return self._labels[state.id]


@cache
def stock_plan(source: str) -> GamePlan:
    """Return a game's plan over the stock machine."""
    definition = load_game(source)
    assert definition.game_class is not None
    return GamePlan(definition, definition.game_class, stock=True)


def trace(replay: Replay, table: Table) -> list[Transition]:
    """Return all transitions of a recorded game, played at this table."""
    taken = list(table.opening.transitions)
    table.zombies_play = False  # their turns are lines of their own
    for _, entry in replay.entries:
        if isinstance(entry, RunEntry):
            taken += take(table, entry).transitions
    return taken


@every_golden
def test_golden_games_go_the_same_way_over_both(game: GoldenGame, name: str) -> None:
    definition = game.load()
    replay = Replay.read(game.file(name))
    stock = Table(stock_plan(game.source), setup_of(replay, definition))
    ways = trace(replay, stock)
    own = run(replay, definition).table
    recorded = [way for _, entry in replay.entries for way in getattr(entry, "transitions", ())]
    # these lines hold no transitions, though the game may go on
    if not any(isinstance(entry, QuitEntry | BackEntry) for _, entry in replay.entries):
        assert ways[len(own.opening.transitions) :] == recorded
    assert stock.is_over
    assert stock.digest == own.digest
    assert ways == trace(replay, Table.seated(setup_of(replay, definition)))
    assert gone_by_python_statemachine(definition, ways) > len(replay.moves) // 2


def gone_by_python_statemachine(definition: GameDefinition, ways: Iterable[Transition]) -> int:
    """Send the transitions of a game to the other machine; return how many it has taken."""
    graph = definition.graph
    other = OtherMachine(graph)
    begun = {state.initial_private for state in graph}
    table: Any = None
    here, taken = graph.setup.label, 0
    for source, name, target in ways:
        private = graph[target].type is StateType.PRIVATE
        if private and name is None:
            assert target in begun  # a player enters the master, or jumps within it
        elif private:
            assert other.follow(source, name) == target
            taken += 1
        elif name is None or table is None:
            table, here = other.at(target), target
        else:
            assert here == source
            here = other.sent(table, name)
            assert here == target
            taken += 1
    assert graph[here].id == graph.end.id
    return taken


@every_game
def test_every_state_and_name_leads_to_the_same_state(game: GoldenGame) -> None:
    definition = game.load()
    plan = GamePlan(definition, definition.game_class)
    compared = same_everywhere(definition.graph, ((label, one.edges) for label, one in plan.states.items()))
    names = {edge.name or "" for edge in definition.graph.transitions()}
    assert compared == len(definition.graph) * len(names) > 10


def same_everywhere(graph: StateGraph, plan: Iterable[tuple[str, Any]]) -> int:
    machine = OtherMachine(graph)
    names = {edge.name or "" for edge in graph.transitions()}
    compared = 0
    for label, edges in plan:
        for name in names:
            mine = edges[name][0].label if name in edges else None
            assert machine.follow(label, name) == mine, (label, name)
            compared += 1
    return compared


@pytest.mark.parametrize("seed", range(8))
def test_random_graphs_lead_to_the_same_states(tmp_path, seed):
    """Names clash with words of both libraries, parallel ways and loops are there."""
    chance = random.Random(seed)
    labels = [f"s{number}" for number in range(chance.randint(2, 9))]
    names = ["", "next", "state", "trigger", "send", "a b", "é", "None", "class"]
    states = {
        label: {
            "type": "activeplayer",
            "description": "",
            "possibleActions": ["actGo"],
            "transitions": {
                "on": onward,  # the other library wants every state to be reached
                **{name: chance.choice([*labels, "gameEnd"]) for name in chance.sample(names, 4)},
            },
        }
        for label, onward in zip(labels, [*labels[1:], "gameEnd"], strict=True)
    }
    moves = "".join(
        f"    def moves_{label}(self, player: PlayerId) -> Moves:\n        return {{'actGo': [()]}}\n"
        for label in labels
    )
    code = (
        "class OneState(State):\n    x: int = 0\n\nclass One(Game[OneState]):\n"
        "    def setup_new_game(self, options: Options) -> OneState:\n        return OneState()\n"
        "    def act_go(self) -> None:\n        pass\n" + moves
    )
    definition = GameMaker(tmp_path).load({"states": states}, code, game_class="One")
    plan = GamePlan(definition, definition.game_class)
    assert same_everywhere(definition.graph, ((label, one.edges) for label, one in plan.states.items())) > 0
