"""Games of ours hold what OpenSpiel's own tests demand, and are the games that our tables play."""

import pickle
import random
import subprocess
import sys
import unittest
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough, mcts
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

from aurum_states import Table, load_game
from aurum_states.adapters.draws import MOST_OUTCOMES, Draw, DrawnTable
from aurum_states.adapters.numbered import MoveSpaceError, NumberedTable
from aurum_states.adapters.openspiel import NULL, NameTakenError, register
from aurum_states.adapters.position import Position
from aurum_states.engine.rng import Rng
from aurum_states.errors import SetupError
from aurum_states.proofs.redealing import redealt
from tests.adapters.kuhn import CODE, PLAYTHROUGH, kuhn
from tests.engine.small_games import GameMaker

ROOT = Path(__file__).parents[2]
OURS = (
    *("#", "InformationState", "Observation", "PublicObservation", "PrivateObservation", "ChanceOutcomes"),
    *("LegalActions", "StringLegalActions", "Returns", "action"),
)
"""What lines of a playthrough begin with that our side makes: OpenSpiel may add others."""
TABLES = ["aurum", "aurum(players=4,100=2)", "aurum(deals=30)"]


@pytest.fixture(scope="module", autouse=True)
def aurum() -> None:
    register("aurum")


@pytest.fixture(scope="module")
def our_kuhn(tmp_path_factory: pytest.TempPathFactory) -> str:
    return register(kuhn(GameMaker(tmp_path_factory.mktemp("kuhn"))))


def random_game(game, seed: int):
    """Yield every state of a random game; change none of them."""
    chance, state = random.Random(seed), game.new_initial_state()
    while True:
        yield state
        if state.is_terminal():
            return
        state = state.child(chance.choice(state.legal_actions()))


def run(case: type[unittest.TestCase], *left_out: str) -> None:
    """Run a test class of OpenSpiel; every test of it must be there and pass."""
    names = [name for name in unittest.defaultTestLoader.getTestCaseNames(case) if name not in left_out]
    assert names
    result = unittest.TestResult()
    unittest.TestSuite(map(case, names)).run(result)
    assert [text for _, text in result.errors + result.failures] == []
    assert result.testsRun == len(names)


# -- OpenSpiel's own suite


@pytest.mark.parametrize("table", TABLES)
def test_random_simulation(table: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(table), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("table", TABLES)
def test_simulation_with_clones_and_pickles(table: str) -> None:
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(table))


@pytest.mark.parametrize("table", TABLES)
def test_api_on_all_states_of_random_games(table: str) -> None:
    """Its own sample of states would be all draws: it takes the first few steps of very many games."""
    game = pyspiel.load_game(table)

    class Api(api_test.EnforceAPIOnPartialTreeBase):
        @classmethod
        def setUpClass(cls) -> None:
            cls.game, cls.game_name, cls.game_type = game, table, game.get_type()
            cls.some_states = [*random_game(game, 1)]

    run(Api)


@pytest.mark.parametrize("table", ["our_hearts", "our_hearts(100=2,deals=5)"])
def test_another_game(table: str) -> None:
    """It has no encoding of its own, and lets everybody choose three cards at once, one by one."""
    register("examples/hearts", "our_hearts")
    game = pyspiel.load_game(table)
    assert game.num_distinct_actions() == 104

    class Api(api_test.EnforceAPIOnPartialTreeBase):
        @classmethod
        def setUpClass(cls) -> None:
            cls.game, cls.game_name, cls.game_type = game, table, game.get_type()
            cls.some_states = [*random_game(game, 1)]

    run(Api)
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


# -- it is the same game as ours


def follow(state, table: Table, draw) -> None:
    """Play the same game on both: what the table draws, chance draws; every move is made on both."""
    chance = random.Random(1)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(draw(len(state.chance_outcomes())))
            continue
        seats = state.position.game.seats
        player = seats[state.current_player()]
        assert table.active_players[0] == player
        assert state.position.table.table.digest == table.digest
        numbered = NumberedTable(state.position.game, table)
        assert [*numbered.legal] == state.legal_actions()
        action = chance.choice(state.legal_actions())
        shown = state.action_to_string(action)
        assert shown == numbered.name_of(player, numbered.legal[action])
        assert table.parse_move(player, shown) is not None
        state.apply_action(action)
        table.apply(player, *numbered.legal[action])
    assert table.is_over
    assert state.position.table.table.digest == table.digest


@pytest.mark.parametrize("seed", range(4))
def test_chance_draws_what_a_table_draws(seed: int) -> None:
    """The same draws from the same numbers in the same places: the tree is the game, not something like it."""
    state = pyspiel.load_game("aurum").new_initial_state()
    drawn = Rng(f"{seed}", SimpleNamespace(drawn=0)).draw
    follow(state, Table.create(load_game("aurum"), 3, seed=f"{seed}"), drawn)


@pytest.mark.parametrize("deal", range(4))
def test_a_deal_is_the_table_of_a_seed(deal: int) -> None:
    state = pyspiel.load_game("aurum(players=4,deals=4)").new_initial_state()
    follow(state, Table.create(load_game("aurum"), 4, seed=f"deal {deal}"), lambda n: deal)


def test_options_settings_and_preferences_are_parameters() -> None:
    game = pyspiel.load_game(
        "aurum(players=4,100=2,101=2,tiebreak=strict,preference_100=2,zero_beats_none=False)"
    )
    setup = game.numbered.setup("S")
    assert setup.options.chosen == {100: 2, 101: 2}
    assert setup.changed_settings == {"tiebreak": "strict", "zero_beats_none": False}
    assert all(setup.preference(seat, 100) == 2 for seat in game.numbered.seats)
    assert game.player_names == ("Ada", "Ben", "Cleo", "Dan")
    assert pyspiel.load_game(str(game)).numbered is game.numbered
    assert (
        pyspiel.load_game("aurum", {"swaps_per_trick": NULL}).numbered.setup("S").settings["swaps_per_trick"]
        is None
    )


@pytest.mark.parametrize(
    ("chosen", "error", "said"),
    [
        ("aurum(players=2)", SetupError, "aurum is played by 3 or 4 players, not 2"),
        ("aurum(100=3)", SetupError, "option 100 .* has no value 3"),
        ("aurum(tiebreak=wide)", ValueError, "setting tiebreak may be narrow, strict, not the text 'wide'"),
        ("aurum(deals=-1)", ValueError, "deals is 0, or how many deals there are, not -1"),
        ("aurum(tie=wide)", pyspiel.SpielError, "Unknown parameter 'tie'"),
    ],
)
def test_a_table_that_cannot_be_is_refused(chosen: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        pyspiel.load_game(chosen)


def test_what_cannot_be_registered_is_refused(games) -> None:
    with pytest.raises(MoveSpaceError, match=r"has no move_space\(self\) in its class"):
        register("examples/hedgewitches")
    with pytest.raises(MoveSpaceError, match="the move actBet"):
        register(kuhn(games, CODE.replace('("pass", "bet")', '("pass",)')), "wrong_kuhn")
    with pytest.raises(NameTakenError, match=r"has a game 'hearts' already: .*name='another_name'"):
        register("examples/hearts")
    assert register("aurum") == register("aurum") == "aurum"
    assert register("aurum", "gold") == "gold"
    assert pyspiel.load_game("gold(players=4)").num_players() == 4


# -- chance


@pytest.mark.parametrize("size", [1, 2, 63, 64, 65, 1000, 4096, 4097])
def test_a_draw_gives_every_number_with_the_same_probability(size: int) -> None:
    def reached(draw: Draw, so_far: float):
        assert len(draw.outcomes) <= MOST_OUTCOMES
        assert sum(draw.outcomes) == pytest.approx(1)
        for outcome, probability in enumerate(draw.outcomes):
            further = draw.copy()
            drawn = further.take(outcome)
            if drawn is None:
                yield from reached(further, so_far * probability)
            else:
                yield drawn, so_far * probability

    found = dict(reached(Draw(size), 1.0))
    assert [*found] == [*range(size)]
    assert all(probability == pytest.approx(1 / size) for probability in found.values())


def test_a_large_draw_in_a_game_is_several_nodes(games) -> None:
    code = CODE.replace("high = self.bga_rand(0, 2)", "high = self.bga_rand(0, 9999) % 3")
    game = pyspiel.load_game(register(kuhn(games, code), "large_kuhn"))
    state = game.new_initial_state()
    assert str(state) == "draw 1 from 10000"
    assert [len(state.chance_outcomes()), state.apply_action(2), len(state.chance_outcomes())] == [
        3,
        None,
        29,
    ]
    assert [state.apply_action(28), len(state.chance_outcomes()), state.apply_action(15)] == [None, 16, None]
    assert str(state) == "draw 2 from 2"
    state.apply_action(0)
    held = state.position.table.table._game.state.held
    assert [*held.values()] == [9999 % 3, 1]


def test_a_draw_in_the_middle_of_a_move_waits_and_shows_nothing() -> None:
    """The last pass of a round deals the next one: until that is drawn, everybody sees the table as it was."""
    states = [*random_game(pyspiel.load_game("aurum"), 2)]
    place = next(
        place
        for place, (state, before) in enumerate(zip(states[1:], states, strict=False), 1)
        if state.is_chance_node() and before.is_player_node()
    )
    before, waiting = states[place - 1], states[place]
    assert str(waiting).endswith("draw 1 from 36")
    for seat in range(3):
        assert waiting.observation_string(seat) == before.observation_string(seat)
        assert waiting.information_state_string(seat) == before.information_state_string(seat)
    after = next(state for state in states[place:] if not state.is_chance_node())
    assert after.position.page(None)["round"] == before.position.page(None)["round"] + 1


# -- copies


def test_a_clone_goes_on_by_itself_wherever_it_is_made() -> None:
    states = [*random_game(pyspiel.load_game("aurum"), 4)]
    before = [str(state) for state in states]
    for state in states[:-1]:
        clone = state.clone()
        clone.apply_action(clone.legal_actions()[-1])
        assert state.history() == clone.history()[:-1]
    assert [str(state) for state in states] == before


def test_states_and_games_go_to_other_processes() -> None:
    states = [*random_game(pyspiel.load_game("aurum(100=2)"), 3)]
    pickled = pickle.dumps([states[20], states[90], states[-1]])
    code = (
        "import pickle, sys\n"
        "for state in pickle.load(sys.stdin.buffer):\n"
        "    print(state.get_game(), state, state.information_state_string(1) if not state.is_chance_node() else '')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=pickled, capture_output=True, cwd=ROOT, check=True
    )
    expected = [
        f"{state.get_game()} {state} {'' if state.is_chance_node() else state.information_state_string(1)}"
        for state in (states[20], states[90], states[-1])
    ]
    assert done.stdout.decode().splitlines() == expected


def test_a_fork_of_a_drawn_table_has_nothing_to_draw() -> None:
    state = next(state for state in random_game(pyspiel.load_game("aurum"), 1) if state.is_player_node())
    fork = state.position.table.table.fork()
    assert isinstance(fork, DrawnTable)
    assert fork.digest == state.position.table.table.digest


# -- what seats see


def test_nothing_that_a_seat_sees_hangs_on_what_is_hidden() -> None:
    """At decisions of a game, tables that may be true for a seat look alike to it, before and after the next move."""
    game = pyspiel.load_game("aurum(deals=5)")
    draw, counted = Rng("leaks", SimpleNamespace(drawn=0)).draw, Counter()
    for state in random_game(game, 11):
        if not state.is_player_node():
            continue
        for seat in range(3):
            real = state.position.table
            table, swapped = redealt(real.table, real.game.seats[seat], draw)
            other = state.clone()
            other.position = _at(state.position, NumberedTable(real.game, table))
            assert seen(other, seat) == seen(state, seat)
            counted["swapped"] += swapped
            counted["seen by others"] += seen(other, (seat + 1) % 3) != seen(state, (seat + 1) % 3)
            if seat != state.current_player():
                continue
            ours, theirs = state.clone(), other
            action = state.legal_actions()[0]
            ours.apply_action(action)
            theirs.apply_action(action)
            if ours.observation_string(seat) == theirs.observation_string(seat):
                assert seen(ours, seat) == seen(theirs, seat)
                counted["moves"] += 1
    assert counted["swapped"] > 500
    assert counted["seen by others"] > 50
    assert counted["moves"] > 30


def _at(position: Position, table: NumberedTable) -> Position:
    """Return the position with another table in it."""
    copy = position.__deepcopy__({})
    copy._table = table
    return copy


def seen(state, seat: int) -> list[object]:
    """Return everything that OpenSpiel shows a seat of a state."""
    return [
        state.observation_string(seat),
        state.information_state_string(seat),
        state.observation_tensor(seat),
        state.legal_actions(seat),
        [state.action_to_string(seat, action) for action in state.legal_actions(seat)],
    ]


def test_public_and_private_parts_are_told_apart() -> None:
    kind, private = pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    game = pyspiel.load_game("aurum(deals=1)")
    state = game.new_initial_state().child(0)
    hand = [*state.position.page(1)["hand"].values()]
    public = make_observation(game, kind(perfect_recall=False, private_info=private.NONE))
    own = make_observation(game, kind(perfect_recall=False, public_info=False))
    assert own.tensor is None
    assert all(f'"{card}"' in own.string_from(state, 1) for card in hand)
    assert not any(f'"{card}"' in public.string_from(state, 1) for card in hand)
    assert "supply" in public.string_from(state, 1)
    assert "supply" not in own.string_from(state, 1)
    public.set_from(state, 1)
    assert public.tensor.sum() > 0
    assert public.tensor[4:40].sum() == 0
    with pytest.raises(ValueError, match="there are no parameters of observations"):
        make_observation(game, params={"size": 3})


def test_an_information_state_remembers_what_the_page_has_forgotten(games) -> None:
    code = CODE.replace(', "done": self.state.done', "")
    dealt = (
        pyspiel.load_game(register(kuhn(games, code), "forgetful_kuhn")).new_initial_state().child(2).child(0)
    )
    passed, bet = dealt.child(0), dealt.child(1)
    assert passed.observation_string(1) == bet.observation_string(1)
    assert passed.information_state_string(1) != bet.information_state_string(1)
