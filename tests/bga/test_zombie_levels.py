"""Who plays for a player who has left: the author's methods, else the level that gameinfos declares."""

from collections import Counter

import pytest

from aurum_states import GameDefinition, Table
from aurum_states.errors import DefinitionError, GameError, StateError
from tests.bga.scripted import path
from tests.engine.small_games import ADA, BEN, CLEO, facts

STATES = """
states:
  choose:
    type: activeplayer
    description: ""
    possibleActions: [actTake, actAgain, actPassOn]
    transitions: {next: next, over: gameEnd}
  vote:
    type: multipleactiveplayer
    description: ""
    possibleActions: [actTake, actPassOn]
    transitions: {next: next}
  next:
    type: game
    action: stNext
    transitions: {choose: choose, vote: vote, over: gameEnd}
"""

CODE = """
class SmallState(State):
    log: list[str] = []
    offered: list[str] = []
    rolled: int = 0
    vote: bool = False

class Small(Game[SmallState]):
    def setup_new_game(self, options: Options) -> SmallState:
        return SmallState(offered=["actTake"])

    def first_state(self):
        return "next"

    def moves_choose(self, player) -> Moves:
        all_moves = {"actTake": [1, 2, 3], "actAgain": [()], "actPassOn": [()], "actNone": ANY}
        return {name: all_moves[name] for name in self.state.offered}

    moves_vote = moves_choose

    def act_take(self, number: int, current_player_id: PlayerId):
        self.state.log.append(f"{current_player_id % 10} takes {number}")
        self.player_score.inc(current_player_id, number)
        self.state.rolled = self.bga_rand(1, 1000)
        return self.moved_on(current_player_id)

    def act_again(self, current_player_id: PlayerId):
        self.state.log.append(f"{current_player_id % 10} again")
        if len(self.state.log) < 3:
            return None
        return "next"

    def act_pass_on(self, current_player_id: PlayerId):
        self.state.log.append(f"{current_player_id % 10} passes")
        return self.moved_on(current_player_id)

    def moved_on(self, player):
        if self.gamestate.state.label == "choose":
            return "next"
        self.gamestate.set_player_non_multiactive(player, "next")

    def st_next(self):
        if self.state.vote:
            self.gamestate.set_all_players_multiactive()
            return "vote"
        self.gamestate.active_next_player()
        return "choose"
"""


def started(definition: GameDefinition, seed: str = "S", mode: str = "full", **state) -> Table:
    """Start a table whose next state offers what is given."""
    table = Table.create(definition, 3, seed=seed, mode=mode)
    for name, value in state.items():
        setattr(table._game.state, name, value)
    table._keeping.commit = table._keeping.take()
    table._gamestate.reset()
    return table


def log(table: Table) -> list[str]:
    return table.snapshot()["state"].get("log", [])


# -- the author's methods -------------------------------------------------------------------------------------


def test_a_method_for_the_state_comes_before_the_one_for_all(games):
    code = (
        CODE
        + """
    def zombie_choose(self, player_id):
        self.state.log.append(f"choose {player_id % 10}")
        return "next"

    def zombie_turn(self, state, active_player_id):
        self.state.log.append(f"turn {state} {active_player_id % 10}")
        self.gamestate.set_player_non_multiactive(active_player_id, "next")
"""
    )
    definition = games.load(STATES, code)
    table = started(definition)
    table.quit(ADA)
    assert log(table) == ["choose 1"]
    table = started(definition, vote=True)
    table.act(ADA, "actTake", {"number": 1})
    table.quit(BEN)
    assert log(table)[1:] == ["turn vote 2"]


def test_a_failure_names_the_method_of_the_state(games):
    code = CODE + "\n    def zombie_choose(self, player_id):\n        return 1 / 0\n"
    table = games.table(STATES, code, 3)
    with pytest.raises(
        GameError, match=r"^Small.zombie_choose \(line \d+\) failed in state 'choose': Zero"
    ) as caught:
        table.quit(ADA)
    assert (caught.value.handler, caught.value.player, table.zombies) == ("zombie_choose", ADA, ())
    code = CODE + "\n    def zombie_choose(self, player_id):\n        pass\n"
    with pytest.raises(GameError, match=r"^Can't manage zombie player .*: zombie_choose has left Ada active"):
        games.table(STATES, code, 3).quit(ADA)


def test_the_method_of_a_state_named_turn_is_the_one_for_all(games):
    states = STATES.replace("choose: choose", "choose: turn").replace("  choose:\n", "  turn:\n")
    code = (
        CODE.replace("moves_choose", "moves_turn")
        + """
    def zombie_turn(self, state, active_player_id):
        self.state.log.append(f"{state} {active_player_id % 10}")
        return "next"
"""
    )
    table = games.table(states, code, 3)
    table.quit(ADA)
    assert log(table) == ["turn 1"]


def test_an_authors_method_may_leave_the_rest_to_the_level(games):
    code = (
        CODE
        + """
    def zombie_turn(self, state, active_player_id):
        self.state.log.append("own")
        return super().zombie_turn(state, active_player_id)
"""
    )
    table = started(games.load(STATES, code, zombie_level=0), offered=["actTake", "actPassOn"])
    table.quit(ADA)
    assert log(table) == ["own", "1 passes"]


def test_without_either_nobody_plays(games):
    table = games.table(STATES, CODE, 3)
    with pytest.raises(StateError, match=f"Small has no zombie_turn: nobody plays for {ADA} in 'choose'"):
        table.quit(ADA)


# -- level 0 --------------------------------------------------------------------------------------------------


def test_level_0_takes_the_transition_for_zombies(games):
    states = STATES.replace(
        "transitions: {next: next, over: gameEnd}", "transitions: {next: next, zombiePass: next}"
    )
    table = started(games.load(states, CODE, zombie_level=0), offered=["actPassOn"])
    [turn] = table.quit(ADA).zombie_turns
    assert [one.name for one in turn.transitions] == ["zombiePass", "choose"]
    assert log(table) == []


def test_level_0_makes_who_is_one_of_several_inactive(games):
    table = started(games.load(STATES, CODE, zombie_level=0), vote=True)
    table.act(ADA, "actTake", {"number": 1})
    assert table.active_players == [ADA, BEN, CLEO]
    table.quit(BEN)
    assert (table.active_players, log(table)) == ([ADA, CLEO], ["1 takes 1"])
    table.act(ADA, "actTake", {"number": 1})
    result = table.act(CLEO, "actTake", {"number": 1})
    assert path(result) == ["next", "vote"]
    assert table.active_players == [ADA, CLEO]


def test_level_0_passes_by_an_action_that_passes(games):
    table = started(games.load(STATES, CODE, zombie_level=0), offered=["actTake", "actPassOn"])
    table.quit(ADA)
    assert log(table) == ["1 passes"]


def test_level_0_plays_anything_where_nobody_can_pass(games):
    table = started(games.load(STATES, CODE, zombie_level=0), offered=["actTake"])
    table.quit(ADA)
    assert log(table)[0].startswith("1 takes")


# -- level 1 --------------------------------------------------------------------------------------------------


def test_level_1_plays_every_move_equally_often(games):
    definition = games.load(STATES, CODE, zombie_level=1)
    seen = Counter()
    for number in range(400):
        table = started(definition, f"S{number}", "simulation", offered=["actTake", "actPassOn"])
        table.quit(ADA)
        seen[log(table)[0]] += 1
    assert set(seen) == {"1 takes 1", "1 takes 2", "1 takes 3", "1 passes"}
    assert min(seen.values()) > 60


def test_level_1_draws_from_the_tables_stream(games):
    definition = games.load(STATES, CODE, zombie_level=1)
    tables = [started(definition, "S") for _ in range(2)]
    for table in tables:
        table.quit(ADA)
    assert tables[0].digest == tables[1].digest
    assert tables[0].snapshot()["core"]["drawn"] >= 2


@pytest.mark.parametrize("level", [0, 1, 2])
def test_a_turn_is_as_many_moves_as_it_takes(games, level):
    table = started(games.load(STATES, CODE, zombie_level=level), offered=["actAgain"])
    [turn] = table.quit(ADA).zombie_turns
    assert log(table) == ["1 again"] * 3
    assert [one.name for one in turn.transitions] == ["next", "choose"]


@pytest.mark.parametrize("level", [0, 1, 2])
def test_a_turn_that_does_not_end(games, level):
    code = CODE.replace("if len(self.state.log) < 3:", "if True:")
    table = started(games.load(STATES, code, zombie_level=level), offered=["actAgain"])
    before = facts(table)
    with pytest.raises(GameError, match="^Zombie infinite loop: after 100 moves .* write zombie_choose"):
        table.quit(ADA)
    assert facts(table) == before


@pytest.mark.parametrize("level", [0, 1, 2])
def test_nothing_that_could_be_listed(games, level):
    states = STATES.replace(
        "actPassOn]\n    transitions: {next: next, over", "actNone]\n    transitions: {next: next, over"
    )
    code = CODE + "\n    def act_none(self, text: str):\n        return 'next'\n"
    table = started(games.load(states, code, zombie_level=level), offered=["actNone"])
    with pytest.raises(GameError, match=r"^Can't manage zombie player in this game state \(2\): in 'choose'"):
        table.quit(ADA)


# -- level 2 --------------------------------------------------------------------------------------------------


def test_level_2_plays_for_the_score(games):
    table = started(games.load(STATES, CODE, zombie_level=2), offered=["actTake", "actPassOn"])
    result = table.quit(ADA)
    assert log(table) == ["1 takes 3"]
    assert table.view_for(None)["players"][ADA]["score"] == 3
    assert [one.type for one in result.notifications].count("setPlayerCounter") == 1


def test_level_2_plays_for_what_the_game_says(games):
    code = CODE + "\n    def evaluate(self, player_id):\n        return -self.player_score.get(player_id)\n"
    table = started(games.load(STATES, code, zombie_level=2), offered=["actTake", "actPassOn"])
    table.quit(ADA)
    assert log(table) == ["1 passes"]


def test_level_2_does_not_know_what_will_be_drawn(games):
    """It would take whatever gives the highest roll, if it saw the table's own chance."""
    code = (
        CODE.replace("        self.player_score.inc(current_player_id, number)\n", "")
        + """
    def evaluate(self, player_id):
        return self.state.rolled
"""
    )
    definition = games.load(STATES, code, zombie_level=2)
    for seed in "ABC":
        table = started(definition, seed, offered=["actTake"])
        table.quit(ADA)
        plain = started(definition, seed, offered=["actTake"])
        plain.act(ADA, "actTake", {"number": 1})
        assert log(table)[0].startswith("1 takes")
        assert (
            table.snapshot()["core"]["drawn"] - 1 == plain.snapshot()["core"]["drawn"]
        )  # the tie's own draw


def test_level_2_leaves_out_what_the_game_refuses(games):
    code = CODE.replace(
        '        self.state.log.append(f"{current_player_id % 10} takes {number}")\n',
        '        if number > self.state.rolled:\n            raise UserException("too many")\n'
        '        self.state.log.append(f"{current_player_id % 10} takes {number}")\n',
    )
    definition = games.load(STATES, code, zombie_level=2)
    table = started(definition, rolled=2)
    table.quit(ADA)
    assert log(table) == ["1 takes 2"]
    table = started(definition, rolled=0)
    before = facts(table)
    with pytest.raises(GameError, match=f"^none of the moves of {ADA} can be made in state 'choose'"):
        table.quit(ADA)
    assert facts(table) == before


@pytest.mark.parametrize("mode", ["full", "simulation", "paranoid"])
def test_trying_leaves_nothing_behind(games, mode):
    table = started(games.load(STATES, CODE, zombie_level=2), mode=mode, offered=["actTake", "actPassOn"])
    kept = table._game.state.log
    table.quit(ADA)
    assert log(table) == ["1 takes 3"]
    assert (mode == "paranoid") or table._game.state.log is kept


# -- the helpers ----------------------------------------------------------------------------------------------


def test_helpers_for_zombies(games):
    game = games.table(STATES, CODE, 3)._game
    assert {game.get_random_zombie_choice([4, 5]) for _ in range(50)} == {4, 5}
    assert game.get_best_zombie_choice({"a": 1, "b": 3, "c": 2}) == "b"
    assert game.get_best_zombie_choice({"a": 1, "b": 3, "c": 2}, reversed=True) == "a"
    assert {game.get_best_zombie_choice({"a": 1, "b": 3, "c": 3}) for _ in range(50)} == {"b", "c"}
    for helper, nothing in ((game.get_random_zombie_choice, []), (game.get_best_zombie_choice, {})):
        with pytest.raises(GameError, match="there is nothing to choose from"):
            helper(nothing)


@pytest.mark.parametrize("level", [3, -1, "1"])
def test_a_level_that_there_is_not(games, level):
    with pytest.raises(DefinitionError, match="zombie_level"):
        games.load(STATES, CODE, zombie_level=level)


@pytest.mark.parametrize("level", [0, 1, 2])
def test_legal_moves_that_are_none_are_blamed_on_their_method(games, level):
    code = CODE.replace(
        "        return {name: all_moves[name] for name in self.state.offered}", "        return [1]"
    )
    assert code != CODE
    table = games.table(STATES, code, 3, zombie_level=level)
    before = facts_of(table)
    with pytest.raises(GameError, match=r"moves_choose must return a dict of actions.*it returned \[1\]"):
        table.quit(ADA)
    assert facts_of(table) == before


@pytest.mark.parametrize("level", [0, 1, 2])
def test_a_move_of_a_level_moves_on_or_returns_a_transition_but_not_both(games, level):
    code = (
        CODE
        + """
    def act_pass_on(self, current_player_id: PlayerId):
        self.gamestate.next_state("next")
        return "next"
"""
    )
    table = started(games.load(STATES, code, zombie_level=level), offered=["actPassOn"])
    before = table.snapshot()
    with pytest.raises(GameError, match="act_pass_on"):
        table.quit(ADA)
    assert table.snapshot() == before


def facts_of(table: Table) -> object:
    """Of a table whose moves cannot be asked for."""
    return table.snapshot(), table.zombies
