"""A game in OpenSpiel is the game that our tables play: its choices, its chance, its copies, what seats see."""

import pickle
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from aurum_states import Table, load_game
from aurum_states.adapters.draws import MOST_OUTCOMES, Draw, DrawnTable
from aurum_states.adapters.numbered import MoveSpaceError, NumberedTable
from aurum_states.adapters.openspiel import NULL, NameTakenError, register
from aurum_states.adapters.position import Position
from aurum_states.engine.rng import Rng
from aurum_states.errors import IllegalMoveError, SetupError
from aurum_states.proofs.redealing import redealt
from tests.adapters.kuhn import CODE, kuhn
from tests.adapters.random_games import random_game

pytestmark = pytest.mark.usefixtures("registered_aurum")

ROOT = Path(__file__).parents[2]


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
    with pytest.raises(ValueError, match=r"has no bracket, comma or =, as 'gold\(3\)' has"):
        register("aurum", "gold(3)")
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


@pytest.mark.parametrize(("chosen", "last"), [("aurum", 48), ("aurum(deals=3)", 2)])
def test_chance_has_no_other_outcomes(chosen: str, last: int) -> None:
    state = pyspiel.load_game(chosen).new_initial_state()
    assert [outcome for outcome, _ in state.chance_outcomes()] == [*range(last + 1)]
    for outcome in (last + 1, 10**9, -2):
        with pytest.raises(
            IllegalMoveError, match=f"no outcome {outcome} here: it has those from 0 to {last}"
        ):
            state.apply_action(outcome)
    state.apply_action(last)
    assert state.history() == [last]


def test_a_number_that_is_no_move_has_no_name() -> None:
    state = pyspiel.load_game("aurum(deals=3)").new_initial_state()
    state.apply_action(0)
    for number in (-1, 371):
        with pytest.raises(IllegalMoveError, match=f"there is no move {number}: moves are 0 to 370"):
            state.action_to_string(0, number)


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
