"""Games of ours hold what OpenSpiel's own tests demand, and its algorithms play them."""

import unittest
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough, mcts
from open_spiel.python.tests import games_sim_test

from aurum_states.adapters.openspiel import register
from tests.adapters.kuhn import CODE, PLAYTHROUGH, kuhn
from tests.adapters.random_games import random_game
from tests.engine.small_games import GameMaker

pytestmark = pytest.mark.usefixtures("registered_aurum")

OURS = (
    *("#", "InformationState", "Observation", "PublicObservation", "PrivateObservation", "ChanceOutcomes"),
    *("LegalActions", "StringLegalActions", "Returns", "action"),
)
"""What lines of a playthrough begin with that our side makes: OpenSpiel may add others."""
TABLES = ["aurum", "aurum(players=4,100=2)", "aurum(deals=30)"]


@pytest.fixture(scope="module")
def our_kuhn(tmp_path_factory: pytest.TempPathFactory) -> str:
    return register(kuhn(GameMaker(tmp_path_factory.mktemp("kuhn"))))


def run(case: type[unittest.TestCase], *left_out: str) -> None:
    """Run a test class of OpenSpiel; every test of it must be there and pass."""
    names = [name for name in unittest.defaultTestLoader.getTestCaseNames(case) if name not in left_out]
    assert names
    result = unittest.TestResult()
    unittest.TestSuite(map(case, names)).run(result)
    assert [text for _, text in result.errors + result.failures] == []
    assert result.testsRun == len(names)


def run_on_random_game(table: str, game) -> None:
    """Run OpenSpiel's tests of its API on all states of a random game."""

    class Api(api_test.EnforceAPIOnPartialTreeBase):
        @classmethod
        def setUpClass(cls) -> None:
            cls.game, cls.game_name, cls.game_type = game, table, game.get_type()
            cls.some_states = [*random_game(game, 1)]

    run(Api)


# -- OpenSpiel's own suite


@pytest.mark.parametrize("table", TABLES)
def test_random_simulation(table: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(table), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("table", TABLES)
def test_simulation_with_clones_and_pickles(table: str) -> None:
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(table))


@pytest.mark.parametrize("table", TABLES)
def test_api_on_all_states_of_a_random_game(table: str) -> None:
    """Its own sample of states would be all draws: it takes the first few steps of very many games."""
    run_on_random_game(table, pyspiel.load_game(table))


@pytest.mark.parametrize("table", ["our_hearts", "our_hearts(100=2,deals=5)"])
def test_another_game(table: str) -> None:
    """It has no encoding of its own, and lets everybody choose three cards at once, one by one."""
    register("examples/hearts", "our_hearts")
    game = pyspiel.load_game(table)
    assert game.num_distinct_actions() == 104
    run_on_random_game(table, game)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_api_on_a_sample_of_states() -> None:
    class Api(api_test.EnforceAPIOnPartialTreeBase):
        game, game_name = pyspiel.load_game("aurum(deals=30)"), "aurum"

    run(Api)


def test_api_on_the_whole_tree_of_a_small_game(our_kuhn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has as many states of each kind as OpenSpiel's own."""
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, our_kuhn, api_test.TOTAL_NUM_STATES["kuhn_poker"])

    class Api(api_test.EnforceAPIOnFullTreeBase):
        game, game_name = pyspiel.load_game(our_kuhn), our_kuhn

    no_tensor = ("test_game_is_perfect_recall", "test_current_player_infosets_no_overlap_between_players")
    run(Api, *no_tensor)  # they ask for a tensor of the information state, too: see the next test


OPEN = CODE.replace("self.state.held.get(current_player_id or 0)", "[*self.state.held.values()]").replace(
    "def redeal", "def no_redeal"
)
"""The same with open cards."""


def test_api_of_a_game_without_secrets(games) -> None:
    class Api(api_test.EnforceAPIOnPartialTreeBase):
        game_name = register(kuhn(games, OPEN), "open_kuhn")
        game = pyspiel.load_game(game_name)

    assert Api.game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    run(Api)


@pytest.mark.parametrize(
    ("name", "facts", "utility", "returns"),
    [
        ("kuhn_together", {"is_coop": 1}, pyspiel.GameType.Utility.IDENTICAL, [1.0, 1.0]),
        ("kuhn_for_one", {"players": [1, 2]}, pyspiel.GameType.Utility.GENERAL_SUM, [1.0, -1.0]),
    ],
)
def test_games_of_one_or_together(games, name, facts, utility, returns) -> None:
    code = CODE.replace("first, second = self.players", "first, second = self.players[0], self.players[-1]")
    game = pyspiel.load_game(register(kuhn(games, code, **facts), name), {"players": 2})
    assert game.get_type().utility == utility
    state = game.new_initial_state()
    for action in (2, 0, 1, 1):
        state.apply_action(action)
    assert state.returns() == returns
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def test_perfect_recall_on_the_whole_tree_of_a_small_game(our_kuhn: str) -> None:
    """An information state is led to by one row of information states and moves; there are twelve."""
    found: dict[tuple[int, str], tuple[object, ...]] = {}

    def walk(state, own: tuple[tuple[object, ...], ...]) -> None:
        if state.is_terminal():
            return
        player, more = state.current_player(), own
        for action in state.legal_actions():
            if player >= 0:
                key = player, state.information_state_string(player)
                assert found.setdefault(key, own[player]) == own[player]
                more = tuple((*one, key, action) if seat == player else one for seat, one in enumerate(own))
            walk(state.child(action), more)

    walk(pyspiel.load_game(our_kuhn).new_initial_state(), ((), ()))
    assert len(found) == api_test.PERFECT_RECALL_NUM_STATES["kuhn_poker"] == 12
    assert len({text for _, text in found}) == 12


def test_a_playthrough_is_the_same_again(tmp_path: Path) -> None:
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough("aurum", [], seed=5), encoding="utf-8")
    original, again = generate_playthrough.replay(str(file))
    assert original == again
    assert "IsTerminal() = True" in original


def test_the_playthrough_of_a_small_game_is_as_it_was(our_kuhn: str) -> None:
    """Where it is meant to change: ``python -m tests.adapters.kuhn``."""
    original, again = generate_playthrough.replay(str(PLAYTHROUGH))
    ours = [[line for line in text.splitlines() if line.startswith(OURS)] for text in (original, again)]
    assert len(ours[0]) > 70
    assert ours[0] == ours[1]


# -- its algorithms


def test_counterfactual_regret_minimisation_learns_a_small_game(our_kuhn: str) -> None:
    game = pyspiel.load_game(our_kuhn)
    solver = cfr.CFRSolver(game)
    solver.evaluate_and_update_policy()
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(30):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < before / 4


def test_tree_search_plays_aurum() -> None:
    game = pyspiel.load_game("aurum(deals=3)")
    state = game.new_initial_state().child(1)
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 5, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    assert bot.step(state) in state.legal_actions()


def test_the_learning_environment_takes_the_tensor() -> None:
    environment = rl_environment.Environment("aurum", players=4)
    step = environment.reset()
    assert len(step.observations["info_state"][0]) == environment.observation_spec()["info_state"][0] == 853
    while not step.last():
        step = environment.step([step.observations["legal_actions"][step.current_player()][0]])
    assert sum(step.rewards) == 0
