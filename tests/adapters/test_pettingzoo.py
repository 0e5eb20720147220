"""The environment holds what PettingZoo's own tests demand, and what our tables promise."""

import io
import warnings
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import partial

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from aurum_states import load_game
from aurum_states.adapters.numbered import MoveSpaceError
from aurum_states.adapters.pettingzoo import TableEnv, env
from aurum_states.errors import IllegalMoveError, SetupError
from aurum_states.simulate.agents import RandomAgent
from tests.adapters.kuhn import CODE, kuhn

NOT_MEANT = [
    "Action mask numpy array is all zeros",  # when the game is over, there is nothing to do
    "Observation is not a NumPy array",  # nor is it in PettingZoo's own games with a mask, which the test knows by name
    "Observation space for each agent probably should be gymnasium.spaces.box",
]
"""What ``api_test`` warns of in every game with an action mask that is not PettingZoo's own."""

TABLES = [
    {"players": 3},
    {"players": 4, "options": {100: 2}},
    {"players": 4, "settings": {"bid4": "simultaneous"}, "preferences": {100: 2}},
]


@pytest.fixture
def quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        for message in NOT_MEANT:
            warnings.filterwarnings("ignore", message)
        yield


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("made", [env, TableEnv])
@pytest.mark.parametrize("chosen", TABLES)
def test_api(made, chosen) -> None:
    api_test(made("aurum", **chosen), num_cycles=1000)


@pytest.mark.usefixtures("quiet")
def test_api_of_another_game() -> None:
    api_test(env("examples/hearts", 4), num_cycles=200)


@pytest.mark.usefixtures("quiet")
def test_api_of_a_game_without_an_encoding(games) -> None:
    api_test(env(kuhn(games)), num_cycles=50)


@pytest.mark.parametrize("chosen", TABLES)
def test_seed(chosen) -> None:
    seed_test(partial(env, "aurum", **chosen), num_cycles=500)


def test_render() -> None:
    printed = io.StringIO()
    with redirect_stdout(printed):
        render_test(partial(env, "aurum"))
    assert "Aurum, round 1" in printed.getvalue()


def finished(one: TableEnv, seed: int | None = None) -> list[tuple[str, int]]:
    """Play a game, always by the lowest number; return who did what."""
    one.reset(seed)
    done = []
    for agent in one.agent_iter():
        seen, _, over, _, _ = one.last()
        action = None if over else int(np.flatnonzero(seen["action_mask"])[0])
        if not over:
            done.append((agent, action))
        one.step(action)
    return done


def test_a_seed_gives_a_row_of_games_and_the_choice_of_the_table_stays() -> None:
    one, other = (TableEnv("aurum", 4, options={100: 2}, settings={"bid4": "simultaneous"}) for _ in range(2))
    first = [finished(one, 7), finished(one), finished(one)]
    assert [finished(other, 7), finished(other), finished(other)] == first
    assert first[0] != first[1] != first[2]
    assert finished(one, 7) == first[0]
    assert finished(one, 8) != first[0]
    for _ in range(2):
        one.reset()
        assert one.table.table.setup.options[100] == 2
        assert one.table.table.setup.settings["bid4"] == "simultaneous"


def test_without_a_seed_the_first_game_is_always_the_same_too() -> None:
    assert finished(TableEnv("aurum")) == finished(TableEnv("aurum"), 0)
    assert finished(TableEnv("aurum", seed="tea")) != finished(TableEnv("aurum"))


def test_who_bids_at_once_is_asked_one_after_the_other() -> None:
    one = TableEnv("aurum", 3)
    one.reset(1)
    asked = []
    while one.table.table.state == "bidding":
        agent = one.agent_selection
        asked.append(agent)
        others = [one.observe(other)["action_mask"] for other in one.agents if other != agent]
        assert not np.any(others)
        bid = int(np.flatnonzero(one.observe(agent)["action_mask"])[0])
        before = [one.observe(other)["observation"] for other in one.agents if other not in asked]
        one.step(bid)
        if one.table.table.state == "bidding":
            shown = [one.observe(other)["observation"] for other in one.agents if other not in asked]
            changed = [np.flatnonzero(was != now).size for was, now in zip(before, shown, strict=True)]
            assert set(changed) == {3}  # active, has bid, one card fewer: not which card
    assert asked == ["player_0", "player_1", "player_2"]


def test_the_mask_has_exactly_the_legal_moves() -> None:
    one, chance = TableEnv("aurum", 4), RandomAgent("S")
    one.reset(3)
    while not any(one.terminations.values()):
        table, seat = one.table.table, one.possible_agents.index(one.agent_selection)
        player = one.numbered.seats[seat]
        legal = table.legal_moves(player)
        mask = one.observe(one.agent_selection)["action_mask"]
        assert mask.sum() == sum(map(len, legal.values()))
        choice = chance.choose(table, player)
        number = next(number for number, one_of in one.table.legal.items() if one_of == choice)
        assert mask[number] == 1
        one.step(number)


def test_rewards_come_at_the_end_and_are_nothing_in_all() -> None:
    one = TableEnv("aurum", 3)
    finished(one, 2)
    one.reset(2)
    rewards = []
    for _ in one.agent_iter():
        seen, reward, over, cut, info = one.last()
        assert (cut, info) == (False, {})
        assert over or reward == 0
        if over:
            rewards.append(reward)
        one.step(None if over else int(np.flatnonzero(seen["action_mask"])[0]))
    assert len(rewards) == 3
    assert sum(rewards) == 0
    assert any(rewards)
    assert one.agents == []


def test_an_illegal_move_is_an_error_or_loses_the_game() -> None:
    raw = TableEnv("aurum")
    raw.reset(1)
    with pytest.raises(IllegalMoveError, match="move 0 is not legal now: player 0 may play "):
        raw.step(0)
    wrapped = env("aurum")
    wrapped.reset(1)
    wrapped.step(0)
    assert wrapped.unwrapped.rewards == {"player_0": -1, "player_1": 0, "player_2": 0}
    assert all(wrapped.terminations.values())


@pytest.mark.parametrize("action", [1.5, float("nan"), "3", None, np.array([3]), np.float32(3)])
def test_what_is_no_whole_number_is_no_move(action) -> None:
    raw = TableEnv("aurum")
    raw.reset(1)
    with pytest.raises(IllegalMoveError, match="a move is a whole number, not "):
        raw.step(action)
    assert raw.table.table.moves_made == 0
    raw.step(np.flatnonzero(raw.observe("player_0")["action_mask"])[0])
    assert raw.table.table.moves_made == 1


def test_what_cannot_be_is_refused_clearly() -> None:
    with pytest.raises(MoveSpaceError, match=r"has no move_space\(self\) in its class"):
        env("examples/hedgewitches")
    with pytest.raises(SetupError, match="aurum is played by 3 or 4 players, not 5"):
        env("aurum", 5)
    with pytest.raises(ValueError, match="render_mode may be ansi, human or None, not 'rgb_array'"):
        env("aurum", render_mode="rgb_array")
    with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
        _ = TableEnv("aurum").table
    with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
        TableEnv("aurum").step(0)
    with pytest.raises(ValueError, match="there is no agent 'Ada'; agents: player_0, player_1, player_2"):
        TableEnv("aurum").observe("Ada")


def test_it_renders_what_the_agent_sees_who_is_asked() -> None:
    one = TableEnv("aurum", render_mode="ansi")
    one.reset(1)
    hand = one.table.table.view_for(one.numbered.seats[0])["hand"].values()
    drawn = one.render()
    assert all(card in drawn for card in hand)
    others = one.table.table.view_for(one.numbered.seats[1])["hand"].values()
    assert not any(card in drawn for card in others)
    assert "\x1b" not in drawn
    assert TableEnv("aurum").render() is None


def test_a_game_that_draws_nothing_is_shown_line_by_line(games) -> None:
    one = TableEnv(kuhn(games), render_mode="ansi")
    one.reset(1)
    assert "card: " in one.render()
    assert "Ada may bet" in one.render()


def test_its_name_is_one_word(games) -> None:
    assert str(TableEnv(load_game("aurum"))) == "aurum_v0"
    assert str(TableEnv(kuhn(games, CODE, name="Käse & Brot"))) == "kaese_brot_v0"
