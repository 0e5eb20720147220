"""Moves that never reach a player: a game state that stays, and endless loops (V15)."""

import pytest

from aurum_states.errors import EndlessStatesError, GameError
from tests.engine.small_games import ADA
from tests.engine.walking_game import HEAD

ROUND = """
states:
  turn:
    type: activeplayer
    description: ""
    possibleActions: [actGo]
    transitions: {next: a}
  a: {type: game, action: stA, transitions: {b: b, stop: turn}}
  b: {type: game, action: stB, transitions: {c: c}}
  c: {type: game, action: stC, transitions: {a: a}}
"""


@pytest.mark.parametrize("mode", ["full", "simulation", "paranoid"])
def test_a_move_that_ends_in_a_game_state_is_refused(games, mode):
    """V15."""
    table = games.table(
        ROUND,
        HEAD
        + """
    def act_go(self):
        self.state.count = 9
        return "next"

    def st_a(self):
        pass

    st_b = st_c = st_a
""",
        mode=mode,
    )
    before = table.snapshot()
    with pytest.raises(GameError, match=r"^Unexpected final game state \(3\): 'a' .* stA took no transition"):
        table.act(ADA, "actGo")
    assert mode == "simulation" or table.snapshot() == before


@pytest.mark.parametrize("mode", ["full", "simulation", "paranoid"])
def test_an_endless_loop_names_its_cycle(games, mode):
    table = games.table(
        ROUND,
        HEAD
        + """
    def act_go(self):
        return "next"

    def st_a(self):
        return "b"

    def st_b(self):
        return "c"

    def st_c(self):
        return "a"
""",
        mode=mode,
    )
    with pytest.raises(EndlessStatesError) as caught:
        table.act(ADA, "actGo")
    assert sorted(caught.value.cycle) == ["a", "b", "c"]
    assert "endless loop" in str(caught.value)
    first = caught.value.cycle[0]
    assert " -> ".join([*caught.value.cycle, first]) in str(caught.value)
    if mode != "simulation":
        assert (table.state, table.moves_made) == ("turn", 0)


def test_an_endless_recursion_of_next_state_names_its_cycle(games):
    table = games.table(
        ROUND,
        HEAD
        + """
    def act_go(self):
        self.gamestate.next_state("next")

    def st_a(self):
        self.gamestate.next_state("b")

    def st_b(self):
        self.gamestate.jump_to_state("a")

    st_c = st_b
""",
    )
    with pytest.raises(EndlessStatesError) as caught:
        table.act(ADA, "actGo")
    assert sorted(caught.value.cycle) == ["a", "b"]
    assert table.state == "turn"


def test_a_loop_without_a_pattern_still_ends(games):
    table = games.table(
        ROUND,
        HEAD
        + """
    def act_go(self):
        return "next"

    def st_a(self):
        return ["b", 3][self.bga_rand(0, 1)]

    def st_b(self):
        return ["c", 3][self.bga_rand(0, 1)]

    def st_c(self):
        return ["a", 4][self.bga_rand(0, 1)]
""",
    )
    with pytest.raises(EndlessStatesError) as caught:
        table.act(ADA, "actGo")
    assert set(caught.value.cycle) <= {"a", "b", "c"}


def test_many_game_states_in_one_move_are_no_loop(games):
    table = games.table(
        ROUND,
        HEAD
        + """
    def act_go(self):
        return "next"

    def st_a(self):
        self.state.count += 1
        return "stop" if self.state.count > 3000 else "b"

    def st_b(self):
        return "c"

    def st_c(self):
        return "a"
""",
    )
    assert len(table.act(ADA, "actGo").transitions) == 9002
    assert table.state == "turn"


def test_an_endless_walk_that_goes_round_nowhere_names_its_states(games):
    """The way never repeats a stretch: steps after Thue's word without squares."""
    table = games.table(
        """
states:
  turn: {type: activeplayer, description: "", possibleActions: [actGo], transitions: {x0: a}}
  a: {type: game, action: stWalk, transitions: {x0: a, x1: b, x2: c}}
  b: {type: game, action: stWalk, transitions: {x0: a, x1: b, x2: c}}
  c: {type: game, action: stWalk, transitions: {x0: a, x1: b, x2: c}}
""",
        HEAD
        + """
    def act_go(self):
        return "x0"

    def st_walk(self):
        n = self.state.count = self.state.count + 1
        return f"x{1 + (n + 1).bit_count() % 2 - n.bit_count() % 2}"
""",
    )
    before = table.snapshot()
    with pytest.raises(EndlessStatesError, match="endless loop") as caught:
        table.act(ADA, "actGo")
    assert sorted(caught.value.cycle) == ["a", "b", "c"]
    assert table.snapshot() == before
