"""V20: one savepoint at the end of a request that told something; what a restore brings back, and what not."""

from pathlib import Path

import pytest

from aurum_states import ActionError, GameDefinition, Replay, Table
from aurum_states.errors import GameError, UserException
from aurum_states.replay.recorder import recorded
from aurum_states.replay.runner import run
from tests.engine.small_games import ADA, BEN, GameMaker

STATES = """\
states:
  plan:
    type: activeplayer
    description: ''
    possibleActions: [actPlace, actRoll, actHush, actSave, actUndo, actDone, actTogether]
    transitions: {on: more, done: next, together: together}
  more:
    type: activeplayer
    description: ''
    possibleActions: [actPlace, actUndo, actDone]
    transitions: {on: more, done: next}
  next: {type: game, action: stNext, transitions: {plan: plan}}
  together:
    type: multipleactiveplayer
    description: ''
    action: stTogether
    possibleActions: [actSave, actUndo]
    transitions: {done: next}
"""
CODE = """\
class PlanState(State):
    placed: list[int] = []
    rolled: int = 0


class Plan(Game[PlanState]):
    def setup_new_game(self, options: Options) -> PlanState:
        return PlanState()

    def first_state(self) -> str:
        return "next"

    def moves_plan(self, player: PlayerId) -> Moves:
        plain = ("actRoll", "actHush", "actSave", "actUndo", "actDone", "actTogether")
        return {"actPlace": [1, 2, 3], **{name: [()] for name in plain}}

    def moves_more(self, player: PlayerId) -> Moves:
        return {"actPlace": [1, 2, 3], "actUndo": [()], "actDone": [()]}

    def moves_together(self, player: PlayerId) -> Moves:
        return {"actSave": [()], "actUndo": [()]}

    def act_place(self, number: int, active_player_id: PlayerId) -> Literal["on"]:
        self.state.placed.append(number)
        self.player_score.inc(active_player_id, number)
        self.notify.all("placed", "", number=number)
        return "on"

    def act_roll(self) -> None:
        self.state.rolled = self.bga_rand(1, 1000)
        self.notify.all("rolled", "")

    def act_hush(self) -> None:
        self.state.rolled = -1
        self.undo_savepoint()

    def act_save(self) -> None:
        self.notify.all("saved", "")
        self.undo_savepoint()

    def act_undo(self) -> None:
        self.undo_restore_point()
        self.notify.all("seen", "", placed=list(self.state.placed))

    def act_done(self) -> Literal["done"]:
        return "done"

    def act_together(self) -> Literal["together"]:
        return "together"

    def st_together(self) -> None:
        self.gamestate.set_all_players_multiactive()

    def st_next(self) -> Literal["plan"]:
        self.gamestate.active_next_player()
        self.undo_savepoint()
        return "plan"

    def zombie_turn(self, state: str, active_player_id: PlayerId) -> Literal["done"]:
        return "done"
"""


@pytest.fixture
def plan(tmp_path: Path) -> GameDefinition:
    return GameMaker(tmp_path).load(STATES, CODE, name="plan", game_class="Plan", db_undo_support=True)


@pytest.fixture
def table(plan: GameDefinition) -> Table:
    return Table.create(plan, 2, seed="S", mode="paranoid")


def placed(table: Table) -> list[int]:
    return list(table._game.state.placed)


def test_the_savepoint_is_the_end_of_the_request_with_all_its_transitions(table):
    table.act(ADA, "actPlace", {"number": 1})
    table.act(ADA, "actPlace", {"number": 2})
    result = table.act(ADA, "actUndo")
    assert (table.state, placed(table)) == ("plan", [])
    assert [tuple(one) for one in result.transitions] == [("more", None, "plan")]
    assert table.ranking()[0].score == 0


def test_code_after_the_restore_sees_the_table_as_it_was(table):
    table.act(ADA, "actPlace", {"number": 1})
    told = table.act(ADA, "actUndo").notifications
    assert [one.type for one in told][:2] == ["undoRestorePoint", "seen"]
    assert told[1].args == {"placed": []}
    assert told[0].text == "Ada takes back their move"


def test_a_restore_saves_again(table):
    for _ in range(3):
        table.act(ADA, "actPlace", {"number": 1})
        table.act(ADA, "actUndo")
        assert placed(table) == []


def test_nothing_told_is_nothing_saved(table):
    table.act(ADA, "actHush")
    table.act(ADA, "actUndo")
    assert table._game.state.rolled == 0


def test_chance_and_the_number_of_moves_go_on(table):
    table.act(ADA, "actRoll")
    first = table._game.state.rolled
    table.act(ADA, "actUndo")
    assert (table._game.state.rolled, table.moves_made) == (0, 2)
    table.act(ADA, "actRoll")
    assert table._game.state.rolled not in (0, first)


def test_another_players_savepoint_cannot_be_restored(table):
    table.act(ADA, "actSave")
    table.act(ADA, "actDone")
    assert table.active_players == [BEN]
    table._core.savepoint = type(table._core.savepoint)(ADA, table._core.savepoint.saved)
    table._keeping.commit = table._keeping.take()
    with pytest.raises(UserException, match="The stored UNDO corresponds to another player's turn"):
        table.act(BEN, "actUndo")


def test_who_has_left_stays_away(table):
    table.act(ADA, "actPlace", {"number": 1})
    table.quit(BEN)
    table.act(ADA, "actUndo")
    assert table.zombies == (BEN,) or list(table.zombies) == [BEN]


def test_a_savepoint_in_a_multi_state_is_an_error(table):
    table.act(ADA, "actTogether")
    before = table.digest
    with pytest.raises(GameError, match="UNDO cannot be used for multiple active players game states"):
        table.act(BEN, "actSave")
    with pytest.raises(GameError, match="UNDO cannot be used for multiple active players game states"):
        table.act(BEN, "actUndo")
    assert table.digest == before


def test_without_db_undo_support_a_savepoint_is_ignored_and_a_restore_refused(tmp_path):
    table = Table.create(GameMaker(tmp_path).load(STATES, CODE, name="plan", game_class="Plan"), 2, seed="S")
    table.act(ADA, "actSave")
    assert table._core.savepoint is None
    with pytest.raises(ActionError, match="Sorry, this undo function has just been introduced"):
        table.act(ADA, "actUndo")


def test_a_failed_request_leaves_no_wish_for_a_savepoint(table):
    table.act(ADA, "actPlace", {"number": 1})
    point = table._core.savepoint
    with pytest.raises(ActionError):
        table.act(ADA, "actSave")
    table.act(ADA, "actPlace", {"number": 2})
    assert table._core.savepoint == point


def test_a_restored_table_can_still_go_back(plan, table):
    table.act(ADA, "actPlace", {"number": 1})
    restored = Table.restore(plan, table.snapshot())
    assert restored.digest == table.digest
    assert restored.act(ADA, "actUndo").digest == table.act(ADA, "actUndo").digest


def test_a_game_with_undo_replays(plan):
    def play(recorder):
        table = Table.create(plan, 2, seed="S", recorder=recorder)
        table.act(ADA, "actPlace", {"number": 1})
        table.act(ADA, "actUndo")
        table.act(ADA, "actPlace", {"number": 3})
        table.act(ADA, "actDone")
        return table

    result = run(Replay.parse(recorded(play)), plan, mode="paranoid")
    assert result.mismatch is None
    assert placed(result.table) == [3]


def test_simulations_can_undo_too(plan):
    table = Table.create(plan, 2, seed="S", mode="simulation")
    table.apply(ADA, "actPlace", 1)
    table.apply(ADA, "actUndo", ())
    assert placed(table) == []
