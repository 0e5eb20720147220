"""BGA's vectors V3, V5, V6 and V17 as far as they are about what is sent."""

import pytest

from aurum_states import Table
from aurum_states.errors import GameError
from tests.engine.small_games import ADA, BEN, CLEO, GameMaker

STATES = """
states:
  turn:
    id: 10
    type: activeplayer
    possibleActions: [actGo]
    transitions: {open: open, quiet: quiet, many: many}
  open:
    id: 20
    type: game
    args: argOpen
    action: stOpen
    updateGameProgression: true
    transitions: {back: turn}
  quiet:
    id: 30
    type: game
    args: argQuiet
    action: stQuiet
    transitions: {back: turn}
  many:
    id: 40
    type: multipleactiveplayer
    args: argMany
    possibleActions: [actGo]
    transitions: {back: turn}
"""
CODE = """
class SmallState(State):
    log: list[str] = []

class Small(Game[SmallState]):
    def init_table(self):
        pass

    def setup_new_game(self, options: Options) -> SmallState:
        self.gamestate.active_next_player()
        return SmallState()

    def moves_turn(self, player) -> Moves:
        return {"actGo": ["open", "quiet", "many", "fail"]}

    moves_many = moves_turn

    def act_go(self, where: str):
        self.state.log.append("act")
        self.notify.all("went", "", where=where)
        if where == "many":
            self.gamestate.set_players_multiactive([self.players[0], self.players[1]], "back", exclusive=True)
        if where == "fail":
            self.notify.player(self.players[0], "secret", "")
            raise ValueError("broken")
        return where

    def arg_open(self):
        return {"seen": len(self.state.log)}

    def get_game_progression(self):
        return 250 if "act" in self.state.log else 0

    def st_open(self):
        self.state.log.append("action")
        self.notify.all("entered", "")
        return "back"

    def arg_quiet(self):
        return {"_no_notify": True, "_private": {"active": {"secret": 1}}}

    def st_quiet(self):
        self.notify.all("quietly", "")
        return "back"

    def arg_many(self):
        return {"open": 1, "_private": {"active": {"x": 1}, self.players[2]: {"y": 2}}}
"""


@pytest.fixture
def table(tmp_path) -> Table:
    return GameMaker(tmp_path).table(STATES, CODE, players=3, mode="paranoid")


def go(table: Table, where: str):
    return table.act(ADA, "actGo", {"where": where}).notifications


def test_v03_args_then_progression_then_the_notification_then_the_action(table):
    went, change, entered, _ = go(table, "open")
    assert [went.type, change.type, entered.type] == ["went", "gameStateChange", "entered"]
    assert change.args["id"] == 20
    assert change.args["args"] == {"seen": 1}, "args see the table before the action"
    assert change.args["updateGameProgression"] == 100
    assert table.snapshot()["state"]["log"] == ["act", "action"]


def test_v05_no_notify_sends_nothing_and_the_action_runs(table):
    told = go(table, "quiet")
    assert [(one.audience, one.type) for one in told] == [
        (None, "went"), (None, "quietly"), (None, "gameStateChange"),
    ]  # fmt: skip
    assert told[-1].args["id"] == 10


def test_v06_private_args_go_to_those_they_are_for_and_to_nobody_else(table):
    told = go(table, "many")
    private = [one for one in told if one.type == "gameStateChangePrivateArg"]
    assert {one.audience: one.args for one in private} == {ADA: {"x": 1}, BEN: {"x": 1}, CLEO: {"y": 2}}
    assert told[-1].type == "gameStateChange"
    assert told[-1].args["args"] == {"open": 1}
    result_order = [one.type for one in told]
    assert result_order.index("gameStateChangePrivateArg") < result_order.index("gameStateChange")


def test_v17_what_an_action_told_before_it_failed_is_never_sent(table):
    before = table.snapshot()
    with pytest.raises(GameError, match="broken"):
        go(table, "fail")
    assert table.snapshot() == before
    assert [one.type for one in go(table, "quiet")] == ["went", "quietly", "gameStateChange"]


def test_a_game_may_have_all_private_args_among_the_public_ones(tmp_path):
    code = CODE.replace("        pass\n", "        self.notify.always_merge_private()\n")
    games = GameMaker(tmp_path)
    table = games.table(STATES, code, players=3, mode="paranoid")
    told = go(table, "many")
    assert told[-1].args["args"] == {"_merge_private": True, "open": 1}
    assert table.args_for(ADA) == {"open": 1, "x": 1}
    assert table.args_for(CLEO) == {"open": 1, "y": 2}
    assert table.args_for(None) == {"open": 1}
    written = STATES + '  gameSetup: {type: manager, transitions: {"": turn}}\n  gameEnd: {type: manager}\n'
    old = games.load(written, code, framework=2024)
    plain = Table.create(old, 3, seed="S")
    go(plain, "many")
    assert plain.args_for(CLEO) == {"open": 1, "_private": {"y": 2}}
