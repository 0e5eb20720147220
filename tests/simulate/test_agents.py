"""Random agents, and games played out by agents."""

from collections import Counter

import pytest

from aurum_states import ANY, Table, load_game
from aurum_states.errors import GameError
from aurum_states.simulate.agents import RandomAgent, play_out
from tests.engine.small_games import ADA, BEN, TALLY_CODE, TALLY_STATES, GameMaker


@pytest.fixture
def games(tmp_path) -> GameMaker:
    return GameMaker(tmp_path)


def agents(table: Table, seed: str = "x"):
    return {player.id: RandomAgent(f"{seed}{player.id}") for player in table.players}


def test_a_random_agent_chooses_every_option_equally_often():
    agent, legal = RandomAgent("S"), {"a": [1, 2, 3], "any": ANY, "b": [], "c": [()], "d": [(1, 2), (2, 1)]}
    seen = Counter(agent.pick(legal, "turn") for _ in range(6000))
    assert set(seen) == {("a", 1), ("a", 2), ("a", 3), ("c", ()), ("d", (1, 2)), ("d", (2, 1))}
    assert all(850 < count < 1150 for count in seen.values())


def test_agents_of_one_seed_choose_the_same():
    legal = {"a": list(range(100))}
    picks = [[agent.pick(legal, "") for _ in range(20)] for agent in map(RandomAgent, ("S", "S", "T"))]
    assert picks[0] == picks[1] != picks[2]


@pytest.mark.parametrize("legal", [{}, {"a": []}, {"a": ANY}, {"a": ANY, "b": []}])
def test_an_agent_that_has_nothing_to_choose_from_says_so(legal):
    with pytest.raises(
        GameError, match="state 'turn' asks a player who has no legal move that could be listed"
    ) as caught:
        RandomAgent("S").pick(legal, "turn")
    assert caught.value.state == "turn"


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("expert", [1, 2])
def test_aurum_is_played_out_the_same_in_every_mode(players, expert):
    tables = []
    for mode in ("full", "simulation", "paranoid"):
        table = Table.create(load_game("aurum"), players, seed="S", options={100: expert}, mode=mode)
        tables.append(play_out(table, agents(table)))
    assert all(table.is_over for table in tables)
    assert len({(table.digest, table.moves_made, tuple(table.ranking())) for table in tables}) == 1


def test_agents_do_not_touch_the_tables_chance(games):
    definition = games.load(TALLY_STATES, TALLY_CODE, game_class="Tally")
    table, twin = (Table.create(definition, 2, seed="S") for _ in range(2))
    for _ in range(50):
        agents(table)[ADA].choose(table, ADA)
    assert table.act(ADA, "actRoll") == twin.act(ADA, "actRoll")


def test_a_game_that_does_not_end_is_stopped(games):
    code = TALLY_CODE.replace('"actTake": sorted(self.state.pile),', "").replace('"actDraw": [()],', "")
    code = code.replace('"actStop": [()],', "")
    table = games.table(TALLY_STATES, code, game_class="Tally", mode="simulation")
    with pytest.raises(GameError, match="the game has not ended after 30 moves") as caught:
        play_out(table, agents(table), limit=30)
    assert (caught.value.state, table.moves_made) == ("turn", 30)


def test_a_table_that_hangs_is_not_taken_for_one_that_ended(games):
    """BGA lets a game hang where nobody is active; whoever plays it out must be told."""
    states = TALLY_STATES.replace("type: activeplayer", "type: multipleactiveplayer")
    states = states.replace("args: argTurn", "# no args")
    code = TALLY_CODE.replace("active_player_id", "current_player_id")
    code = code.replace("def st_next(self, current_player_id: PlayerId)", "def st_next(self)")
    table = games.table(states, code, game_class="Tally")
    assert table.active_players == []
    with pytest.raises(GameError, match="nobody can act in state 'turn', and the game is not over") as caught:
        play_out(table, agents(table))
    assert caught.value.state == "turn"


def test_a_table_that_is_over_stays_as_it_is(games):
    table = games.table(TALLY_STATES, TALLY_CODE, game_class="Tally")
    table.act(ADA, "actStop")
    assert play_out(table, {}, limit=1) is table


def test_the_last_move_may_be_the_last_allowed(games):
    table = games.table(TALLY_STATES, TALLY_CODE, game_class="Tally")

    class Stopper:
        def choose(self, table, player_id):
            return "actStop", ()

    assert play_out(table, {ADA: Stopper(), BEN: Stopper()}, limit=1).is_over
