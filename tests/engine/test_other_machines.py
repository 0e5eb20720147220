"""Two other engines as a check: stock ``transitions`` and python-statemachine take the same ways.

Each recorded game is played over tables whose every transition the stock machine has decided, and its
transitions are fed to a machine of python-statemachine that was made from the same graph.
"""

import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from aurum_states import GameDefinition, Replay, StateGraph, Table, load_game
from aurum_states.definitions.states import Transition
from aurum_states.engine.plan import GamePlan
from aurum_states.replay.format import RunEntry
from aurum_states.replay.runner import run, setup_of, take
from tests.engine.small_games import GameMaker

statemachine = pytest.importorskip("statemachine")

GOLDENS = sorted((Path(__file__).parents[1] / "data" / "replays").glob("*.replay.jsonl"))


class OtherMachine:
    """A graph as a machine of python-statemachine: events carry numbers, since a name may be any text."""

    def __init__(self, graph: StateGraph) -> None:
        names = dict.fromkeys(edge.name or "" for edge in graph.transitions())
        self._events = {name: f"event_{number}" for number, name in enumerate(names)}
        self._labels = {f"state_{number}": state.label for number, state in enumerate(graph)}
        keys = {label: key for key, label in self._labels.items()}
        members: dict[str, Any] = {
            keys[state.label]: statemachine.State(
                state.label, initial=state.label == graph.setup.label, final=not state.transitions
            )
            for state in graph
        }
        for name, event in self._events.items():
            ways = [edge for edge in graph.transitions() if (edge.name or "") == name]
            found = [members[keys[edge.source]].to(members[keys[edge.target]]) for edge in ways]
            members[event] = found[0]
            for one in found[1:]:
                members[event] = members[event] | one
        self._kind, self._keys = type("Other", (statemachine.StateMachine,), members), keys

    def follow(self, source: str, name: str) -> str | None:
        """Return where a transition leads, None where there is none of that name."""
        machine = self._kind(start_value=self._keys[source])
        try:
            machine.send(self._events[name])
        except (statemachine.exceptions.TransitionNotAllowed, KeyError):
            return None
        [state] = machine.configuration
        return self._labels[state.id]


@pytest.fixture(scope="module")
def aurum() -> GameDefinition:
    return load_game("aurum")


def trace(replay: Replay, table: Table) -> list[Transition]:
    """Return all transitions of a recorded game, played at this table."""
    taken = list(table.opening.transitions)
    table.zombies_play = False  # their turns are lines of their own
    for _, entry in replay.entries:
        if isinstance(entry, RunEntry):
            taken += take(table, entry).transitions
    return taken


def recorded(replay: Replay) -> list[Transition]:
    return [transition for _, entry in replay.entries for transition in getattr(entry, "transitions", ())]


@pytest.mark.parametrize("file", GOLDENS, ids=lambda file: file.name)
def test_recorded_games_go_the_same_way_over_stock_transitions(aurum, file):
    assert aurum.game_class is not None
    replay = Replay.read(file)
    stock = Table(GamePlan(aurum, aurum.game_class, stock=True), setup_of(replay, aurum))
    ways = trace(replay, stock)
    assert ways[len(stock.opening.transitions) :] == recorded(replay)
    assert stock.is_over
    assert stock.digest == run(replay, aurum).table.digest


@pytest.mark.parametrize("file", GOLDENS, ids=lambda file: file.name)
def test_recorded_games_go_the_same_way_over_python_statemachine(aurum, file):
    machine = OtherMachine(aurum.graph)
    for source, name, target in recorded(Replay.read(file)):
        assert name is not None
        assert machine.follow(source, name) == target


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


def test_every_state_and_name_of_aurum_leads_to_the_same_state(aurum):
    plan = GamePlan(aurum, aurum.game_class)
    compared = same_everywhere(aurum.graph, ((label, one.edges) for label, one in plan.states.items()))
    names = {edge.name or "" for edge in aurum.graph.transitions()}
    assert compared == len(aurum.graph) * len(names) > 100


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
