"""What the engine's table of transitions answers is what the stock ``transitions`` machine answers."""

import itertools
import random

import pytest
from transitions import Machine

from aurum_states import DefinitionError, StateGraph, Table, load_game
from aurum_states.engine import machine as machine_module
from aurum_states.engine.machine import TransitionMachine
from aurum_states.engine.plan import GamePlan, plan_of
from aurum_states.errors import UnknownTransitionError
from aurum_states.simulate.agents import RandomAgent, play_out
from tests.engine.small_games import ADA, GameMaker

NAMES = ["", "state", "trigger", "to_a", "to_b", "is_a", "may_x", "a.b.c", "os.system", "Ä é", "好", "next",
         "initial", "machine", "10", "-", "add_state", "model", "None", " "]  # fmt: skip

ROAMING = '''
class SmallState(State):
    count: int = 0

class Small(Game[SmallState]):
    """Goes wherever it is told to."""

    def setup_new_game(self, options: Options) -> SmallState:
        return SmallState()

    def act_go(self, name: str) -> str:
        return name

    def act_jump(self, label: str) -> None:
        self.gamestate.jump_to_state(label)

    def st_activate(self) -> None:
        pass

    def __getattr__(self, name):
        raise AttributeError(name)
'''


def roaming(maker: GameMaker, edges: dict[str, dict[str, str]]):
    """A game with these states and transitions, all of them active player states."""
    states = {
        label: {
            "type": "activeplayer",
            "description": "",
            "possibleActions": ["actGo", "actJump"],
            "transitions": targets,
        }
        for label, targets in edges.items()
        if label != "gameEnd"
    }
    moves = "".join(
        f'\n    def moves_{label.lower()}(self, player):\n        return {{"actGo": ANY, "actJump": ANY}}\n'
        for label in states
    )
    first = next(iter(states))
    code = (
        ROAMING
        + moves
        + (
            f"\n    def arrange(self, position):\n        self.gamestate.change_active_player({ADA})\n"
            f"        return {first!r}\n"
        )
    )
    return maker.load({"states": states}, code, players=[1])


def random_edges(seed: int) -> dict[str, dict[str, str]]:
    chance = random.Random(seed)
    labels = [f"s{number}" for number in range(chance.randint(2, 7))]
    return {
        label: {
            name: chance.choice([*labels, "gameEnd"])
            for name in chance.sample(NAMES, chance.choice([0, 1, 1, 2, 5, len(NAMES)]))
        }
        for label in labels
    }


def stock(graph: StateGraph) -> tuple[Machine, dict[str, str]]:
    """The same graph in a machine built here, with nothing of the package's."""
    built = Machine(model=None, states=list(graph.labels), initial=graph.initial, auto_transitions=False)
    triggers = {edge.name: f"t{number}" for number, edge in enumerate(graph.transitions())}
    for edge in graph.transitions():
        built.add_transition(triggers[edge.name], edge.source, edge.target)
    return built, triggers


class Model:
    state = ""


def stock_answer(built: Machine, triggers: dict[str, str], source: str, name: str) -> str | None:
    model = Model()
    built.add_model(model, initial=source)
    try:
        if name not in triggers or not model.may_trigger(triggers[name]):
            return None
        model.trigger(triggers[name])
        return model.state
    finally:
        built.remove_model(model)


def compare_tables(graph: StateGraph, definition) -> int:
    built, triggers = stock(graph)
    ours = TransitionMachine(graph)
    plan, reference = plan_of(definition), GamePlan(definition, definition.game_class, stock=True)
    pairs = 0
    for source, name in itertools.product(graph.labels, [*dict.fromkeys([*triggers, *NAMES])]):
        wanted = stock_answer(built, triggers, source, name)
        edge = plan.states[source].edges.get(name)
        assert (edge and edge[0].label) == wanted, (source, name)
        assert edge is None or tuple(edge[1]) == (source, name, wanted)
        assert ours.fire(source, name) == wanted
        answer = reference.states[source].edges.get(name)
        assert (answer and answer[0].label) == wanted
        pairs += 1
    return pairs


def test_aurums_table_equals_the_stock_machine_on_every_state_and_trigger():
    definition = load_game("aurum")
    names = {edge.name for edge in definition.graph.transitions()}
    assert compare_tables(definition.graph, definition) == len(definition.graph) * len(names | set(NAMES))


@pytest.mark.parametrize("seed", range(12))
def test_random_graphs_equal_the_stock_machine_on_every_state_and_trigger(games, seed):
    definition = roaming(games, random_edges(seed))
    assert compare_tables(definition.graph, definition) >= 40


@pytest.mark.parametrize("seed", [3, 6, 8])
def test_a_table_goes_where_the_stock_machine_goes(games, seed):
    """The same through ``Table.act``; '' by BGA's rule takes the only transition, whatever its name (V1)."""
    definition = roaming(games, random_edges(seed))
    graph = definition.graph
    built, triggers = stock(graph)
    start = Table.create(definition, 1, seed="S", position={}).snapshot()
    for source in graph:
        if source.type != "activeplayer":
            continue
        for name in NAMES:
            table = Table.restore(definition, start)
            table.act(ADA, "actJump", {"label": source.label})
            wanted = stock_answer(built, triggers, source.label, name)
            if name == "":
                only = list(source.transitions.items())
                wanted = only[0][1] if len(only) == 1 else None
                taken = only[0][0] if only else ""
            else:
                taken = name
            if wanted is None:
                with pytest.raises(UnknownTransitionError):
                    table.act(ADA, "actGo", {"name": name})
                assert table.state == source.label
            else:
                result = table.act(ADA, "actGo", {"name": name})
                assert [tuple(one) for one in result.transitions] == [(source.label, taken, wanted)]
                assert table.state == wanted


def test_the_stock_machine_has_no_callbacks_no_models_and_no_automatic_transitions():
    """Names in a file can never name code: nothing of them reaches the machine's callbacks."""
    built = plan_of(load_game("aurum")).machine
    assert built.machine.models == []
    assert set(built.machine.events) <= {f"transition_{number}" for number in range(len(built.names))}
    for event in built.machine.events.values():
        for transitions in event.transitions.values():
            for one in transitions:
                assert (one.before, one.after, one.conditions, one.prepare) == ([], [], [], [])
    for state in built.machine.states.values():
        assert (state.on_enter, state.on_exit) == ([], [])


@pytest.mark.parametrize(
    "path", ["os.system", "aurum_states.errors.GameError", "game.Small.act", "a b", "x()"]
)
def test_a_dotted_path_is_no_handler(games, path):
    states = {
        "turn": {"type": "activeplayer", "description": "", "possibleActions": ["actGo"], "transitions": {}},
        "go": {"type": "game", "action": path, "transitions": {"x": "turn"}},
    }
    with pytest.raises(DefinitionError, match="no method's name"):
        games.load({"states": states}, ROAMING)


def test_a_definitions_machine_is_built_once(games, monkeypatch):
    built = []

    class Counting(Machine):
        def __init__(self, *args, **more):
            built.append(self)
            super().__init__(*args, **more)

    monkeypatch.setattr(machine_module, "Machine", Counting)
    folder = games.write(
        {"states": {"s": {"type": "activeplayer", "description": "", "possibleActions": ["actGo"]}}},
        ROAMING + "\n    def moves_s(self, player):\n        return {}\n",
    )
    definition = load_game(folder)
    assert len(built) == 1
    for mode in ("full", "simulation", "paranoid"):
        snapshot = Table.create(definition, 1, seed="S", mode=mode).snapshot()
        Table.restore(definition, snapshot, mode=mode)
    assert load_game(folder) is definition
    assert plan_of(definition) is plan_of(definition)
    assert len(built) == 1


def test_a_table_that_differs_from_the_machine_is_never_used(monkeypatch):
    """A fault of the package itself, caught when a game is loaded."""
    built = TransitionMachine(load_game("aurum").graph)
    monkeypatch.setattr(TransitionMachine, "fire", lambda self, source, name: "dealing")
    with pytest.raises(RuntimeError, match="table bidding, machine dealing"):
        built.table()


def test_a_whole_game_over_the_stock_machine_is_the_same_game():
    """The engine with ``transitions`` in place of the table, which benchmarks compare it with."""
    definition = load_game("aurum")
    plan = GamePlan(definition, definition.game_class, stock=True)
    setup = Table.create(definition, 3, seed="S").setup
    results = []
    for table in (Table(plan, setup), Table(plan_of(definition), setup)):
        agents = {player.id: RandomAgent(str(player.id)) for player in table.players}
        play_out(table, agents)
        results.append((table.digest, table.moves_made, table.ranking()))
    assert results[0] == results[1]


def test_the_stock_machine_refuses_what_the_graph_has_not(games):
    definition = roaming(games, {"s0": {"x": "s1"}, "s1": {"y": "s0"}})
    edges = GamePlan(definition, definition.game_class, stock=True).states["s0"].edges
    assert list(edges) == ["x"]
    assert ("x" in edges, "y" in edges, edges.get("y")) == (True, False, None)
    with pytest.raises(KeyError):
        edges["y"]
