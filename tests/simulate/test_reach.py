"""The search for a game that gets somewhere: shortest where everything is tried, honest where it is not."""

import pytest

from aurum_states import load_game
from aurum_states.engine.setup import Setup
from aurum_states.simulate.reach import Found, Goal, GoalError, NotFound, reach
from tests.engine.small_games import GameMaker

STATES = """\
states:
  turn:
    type: activeplayer
    description: ''
    possibleActions: [actStep]
    transitions: {on: turn, corner: corner, end: gameEnd}
  corner:
    type: activeplayer
    description: ''
    possibleActions: [actStep]
    transitions: {back: turn, odd: gameEnd}
  nowhere:
    type: activeplayer
    description: ''
    possibleActions: [actStep]
    transitions: {on: turn}
"""
CODE = """\
class WalkState(State):
    at: int = 0


class Walk(Game[WalkState]):
    def setup_new_game(self, options: Options) -> WalkState:
        self.gamestate.active_next_player()
        return WalkState()

    def moves_turn(self, player: PlayerId) -> Moves:
        return {"actStep": [-1, 1, 2]}

    def moves_corner(self, player: PlayerId) -> Moves:
        return {"actStep": [0]}

    def moves_nowhere(self, player: PlayerId) -> Moves:
        return {"actStep": [0]}

    def act_step(self, by: int) -> str:
        self.state.at = max(0, min(self.state.at + by, 7))
        if by == 0:
            return "back"
        return {7: "corner"}.get(self.state.at, "on")
"""


@pytest.fixture
def walk(tmp_path) -> Setup:
    definition = GameMaker(tmp_path).load(STATES, CODE, name="walk", game_class="Walk", players=[1])
    return Setup(definition, 1, None, None, None, "S", None)


def goal(setup: Setup, text: str) -> Goal:
    return Goal.parse(text, setup.definition.graph)


def test_the_shortest_way_is_found(walk):
    found = reach(walk, goal(walk, "corner"))
    assert isinstance(found, Found)
    assert found.shortest
    assert [option for _, _, option in found.steps] == [1, 2, 2, 2]
    assert found.play().state == "corner"


def test_a_transition_is_a_goal(walk):
    found = reach(walk, goal(walk, "corner:back"))
    assert isinstance(found, Found)
    assert len(found.steps) == 5
    assert found.play().state == "turn"


def test_where_the_table_starts_no_move_is_needed(walk):
    assert reach(walk, goal(walk, "turn")) == Found(walk, (), True, 0)


def test_every_game_was_tried(walk):
    result = reach(walk, goal(walk, "nowhere"))
    assert result == NotFound(result.tried, result.depth, 0, exhausted=True)
    assert result.tried == 8 * 3 + 1  # each place once: how many moves it took does not matter


def test_a_small_budget_is_told_honestly(walk):
    result = reach(walk, goal(walk, "corner"), budget=3)
    assert isinstance(result, NotFound)
    assert (result.tried, result.exhausted) == (3, False)


def test_random_games_find_what_is_too_deep_for_the_rest():
    definition = load_game("aurum")
    setup = Setup(definition, 3, None, None, None, "S", None)
    wanted = goal(setup, "roundScore")
    found = reach(setup, wanted, budget=2_000)
    assert isinstance(found, Found)
    assert not found.shortest
    assert found.tried <= 2_000
    assert reach(setup, wanted, budget=2_000) == found
    lines = []
    table = found.play(lines.append)
    assert wanted.met_by(lines[-1].transitions)
    assert not any(wanted.met_by(line.transitions) for line in lines[:-1])
    assert table.moves_made == len(found.steps) == len(lines)


@pytest.mark.parametrize("text", ["corner", "3"])
def test_a_state_is_named_by_label_or_id(walk, text):
    assert goal(walk, text) == Goal("corner")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("corne", "there is no state 'corne' (did you mean 'corner'?); states: "),
        ("99999999999999", "there is no state"),
        ("corner:bak", "state 'corner' has no transition 'bak' (did you mean 'back'?); it has back, odd"),
        ("corner:", "state 'corner' has no transition ''"),
    ],
)
def test_a_goal_that_is_not_there(walk, text, said):
    with pytest.raises(GoalError) as raised:
        goal(walk, text)
    assert str(raised.value).startswith(said)
