"""Quit injection: it goes through every decision, and finds games that do not get over a quit."""

import pytest

from aurum_states import Table, load_game
from aurum_states.errors import GameError
from aurum_states.simulate.quitting import quit_at_every_decision
from tests.engine.small_games import GameMaker

STATES = """
states:
  turn:
    type: activeplayer
    description: ""
    possibleActions: [actCount]
    transitions: {next: next}
  vote:
    type: multipleactiveplayer
    description: ""
    possibleActions: [actVote]
    transitions: {done: next}
  next:
    type: game
    action: stNext
    transitions: {turn: turn, vote: vote, over: gameEnd}
"""

CODE = '''
class SmallState(State):
    turns: int = 0

class Small(Game[SmallState]):
    """Three turns, a vote, three turns."""

    def setup_new_game(self, options: Options) -> SmallState:
        return SmallState()

    def first_state(self):
        return "next"

    def moves_turn(self, player) -> Moves:
        return {"actCount": [()]}

    def moves_vote(self, player) -> Moves:
        return {"actVote": [()]}

    def act_count(self):
        self.state.turns += 1
        return "next"

    def act_vote(self, current_player_id: PlayerId):
        self.gamestate.set_player_non_multiactive(current_player_id, "done")

    def st_next(self):
        if self.state.turns == 3:
            self.state.turns = 4
            self.gamestate.set_players_multiactive(self.players, "done")
            return "vote"
        if self.state.turns >= 7:
            return "over"
        self.gamestate.active_next_player()
        return "turn"
'''

ZOMBIE = """
    def zombie_turn(self, state, active_player_id):
        if state == "turn":
            return self.act_count()
        self.gamestate.set_player_non_multiactive(active_player_id, "done")
"""


@pytest.fixture
def games(tmp_path) -> GameMaker:
    return GameMaker(tmp_path)


def test_every_player_quits_at_every_decision_alone_and_in_pairs(games):
    quits = []
    table = games.table(STATES, CODE + ZOMBIE, 3)

    class Watched(Table):
        __slots__ = ()

        def quit(self, player_id):
            quits.append((self.moves_made, self.state, player_id))
            return super().quit(player_id)

    table.__class__ = Watched
    report = quit_at_every_decision(table, seed="x", pairs=False)
    assert report.ok, str(report)
    assert table.is_over
    assert (report.decisions, report.tried) == (9, 27)
    assert len(set(quits)) == len(quits) == 27
    assert {state for _, state, _ in quits} == {"turn", "vote"}
    both = quit_at_every_decision(games.table(STATES, CODE + ZOMBIE, 3), seed="x")
    assert both.ok
    assert both.tried == 27 + 9 * (3 + 6)


def test_a_quit_that_ends_the_game_is_told(games):
    report = quit_at_every_decision(games.table(STATES, CODE + ZOMBIE, 3), seed="x", pairs=False)
    [place] = report.ended_by_zombie
    assert (place.move, place.state) == (8, "turn")
    assert "which BGA does not get over: " in str(report)


@pytest.mark.parametrize(
    ("zombie", "message"),
    [
        ("", "nobody plays for"),
        (
            ZOMBIE.replace("set_player_non_multiactive(active_player_id", "set_player_non_multiactive(1"),
            "Can't manage zombie",
        ),
        (ZOMBIE.replace("self.act_count()", "'nowhere'"), r"This transition \(nowhere\) is impossible"),
        (ZOMBIE.replace("self.act_count()", "'next'"), "Zombie infinite loop|has not ended after 200"),
        (ZOMBIE.replace("self.act_count()", "1 / 0"), "ZeroDivisionError"),
    ],
)
def test_a_game_that_does_not_get_over_a_quit_is_found(games, zombie, message):
    report = quit_at_every_decision(games.table(STATES, CODE + zombie, 3), seed="x", pairs=False, limit=200)
    if message.startswith("Zombie"):
        assert report.ok  # a turn that is passed on forever ends with those who are there
        return
    assert not report.ok
    assert any(__import__("re").search(message, str(one)) for one in report.failures)
    assert {one.quitting.state for one in report.failures} >= {"turn" if "vote" not in message else "vote"}
    assert f"{report.tried} games played on" in str(report)


def test_a_game_that_goes_on_for_ever_after_a_quit_is_found(games):
    code = CODE.replace(
        "self.state.turns >= 7", "self.state.turns >= 7 and not self.is_player_zombie(self.players[0])"
    )
    report = quit_at_every_decision(games.table(STATES, code + ZOMBIE, 3), seed="x", pairs=False, limit=50)
    assert str(report.failures[0]).endswith("the game has not ended after 50 more moves")
    assert len(report.failures) == 9


def test_a_game_that_fails_by_itself_is_no_finding_but_an_error(games):
    code = CODE.replace("self.state.turns >= 7", "False")
    with pytest.raises(GameError, match="has not ended after 50 moves, though nobody left"):
        quit_at_every_decision(
            games.table(STATES, code + ZOMBIE, 3), seed="x", pairs=False, limit=50, every=1000
        )


@pytest.mark.parametrize("mode", ["simulation", "paranoid"])
def test_trying_does_not_change_the_game(games, mode):
    alone = games.table(STATES, CODE + ZOMBIE, 3, mode=mode)
    digests = []
    for table in (alone, games.table(STATES, CODE + ZOMBIE, 3, mode=mode)):
        report = quit_at_every_decision(table, seed="x", every=1 if table is alone else 10_000)
        assert report.ok
        digests.append(table.digest)
    assert digests[0] == digests[1]


@pytest.mark.parametrize(("players", "options"), [(3, {}), (4, {100: 2})])
def test_aurum_gets_over_every_quit(players, options):
    table = Table.create(load_game("aurum"), players, seed="quits", options=options)
    report = quit_at_every_decision(table, seed="x", every=9)
    assert report.ok, str(report)
    assert report.decisions >= 8


def test_aurum_gets_over_every_quit_on_a_table_that_checks_all():
    table = Table.create(load_game("aurum"), 3, seed="quits", mode="paranoid")
    report = quit_at_every_decision(table, seed="x", pairs=False, every=25)
    assert report.ok, str(report)
