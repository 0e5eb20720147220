"""Taking transitions and entering states, in BGA's order and by BGA's rules (V1, V2, V3, V5, V6, V15, V22)."""

import pytest

from aurum_states import Table
from aurum_states.errors import GameError
from tests.engine.small_games import ADA, BEN, CLEO
from tests.engine.walking_game import HEAD, TURN


def kinds(result) -> list[str]:
    return [one.args["text"] if one.type == "note" else one.type for one in result.notifications]


def test_args_come_before_progression_before_the_change_before_the_action(games):
    """V3: args see the state as it was before the action of the state they belong to."""
    table = games.table(
        TURN + "  there: {type: game, action: stThere, args: argThere, updateGameProgression: true,"
        " transitions: {back: turn}}\n",
        HEAD
        + """
    def act_go(self):
        self.note("act")
        self.state.count = 1
        return "next"

    def arg_there(self):
        self.notify.all("note", "", text="args")
        return {"count": self.state.count}

    def get_game_progression(self):
        self.notify.all("note", "", text="progression")
        return 49.6

    def st_there(self, args):
        self.note("action")
        self.state.count = 2
        self.state.way = str(args)
        return "back"
""",
    )
    result = table.act(ADA, "actGo")
    assert kinds(result) == ["act", "args", "progression", "gameStateChange", "action", "gameStateChange"]
    change = result.notifications[3].args
    assert change == {
        "id": 3, "active_player": ADA, "type": "game", "args": {"count": 1}, "updateGameProgression": 50,
    }  # fmt: skip
    snapshot = table.snapshot()["state"]
    assert snapshot["seen"] == ["act 0", "action 1"]
    assert snapshot["way"] == "{'count': 1}"


@pytest.mark.parametrize(("given", "shown"), [(-5, 0), (0.4, 0), (99.7, 100), (350, 100)])
def test_progression_is_rounded_and_held_within_0_and_100(games, given, shown):
    table = games.table(
        TURN
        + "  there: {type: game, action: stThere, updateGameProgression: true, transitions: {b: turn}}\n",
        HEAD
        + f"""
    def act_go(self):
        return "next"

    def st_there(self):
        return "b"

    def get_game_progression(self):
        return {given}
""",
    )
    assert table.act(ADA, "actGo").notifications[0].args["updateGameProgression"] == shown


def test_no_notify_says_nothing_and_the_action_still_runs(games):
    """V5; private args of such a state are not sent either."""
    table = games.table(
        TURN + "  there: {type: game, action: stThere, args: argThere, transitions: {back: turn}}\n",
        HEAD
        + """
    def act_go(self):
        return "next"

    def arg_there(self):
        return {"_no_notify": True, "_private": {"active": 1}, "x": 1}

    def st_there(self):
        self.note("action")
        return "back"
""",
    )
    assert kinds(table.act(ADA, "actGo")) == ["action", "gameStateChange"]


PRIVATE = (
    TURN.replace("next: there", "next: all")
    + """
  all:
    type: multipleactiveplayer
    description: ""
    args: argAll
    action: stAll
    possibleActions: [actLeave]
    transitions: {back: turn}
"""
)


def private(games, returned: str) -> Table:
    return games.table(
        PRIVATE,
        HEAD
        + f"""
    def moves_all(self, player) -> Moves:
        return {{"actLeave": [()]}}

    def act_go(self):
        self.gamestate.set_players_multiactive(self.players[:2], "back")
        return "next"

    def act_leave(self):
        return "back"

    def arg_all(self):
        return {returned}

    def st_all(self):
        pass
""",
        players=3,
    )


def test_private_args_go_to_the_active_players_and_to_ids(games):
    """V6: 'active' and an id may stand together; nobody else sees them, and the public args have none."""
    table = private(games, f'{{"open": [1], "_private": {{"active": {{"a": 1}}, {CLEO}: {{"c": 3}}}}}}')
    result = table.act(ADA, "actGo")
    sent = [(one.audience, one.args) for one in result.notifications if "Private" in one.type]
    assert sent == [(ADA, {"a": 1}), (BEN, {"a": 1}), (CLEO, {"c": 3})]
    change = result.notifications[-1]
    assert (change.audience, change.args["args"], change.args["multiactive"]) == (
        None,
        {"open": [1]},
        [ADA, BEN],
    )
    assert table.args_for(ADA) == {"open": [1], "_private": {"a": 1}}
    assert table.args_for(CLEO) == {"open": [1], "_private": {"c": 3}}
    assert table.args_for(None) == {"open": [1]}


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        ("None", "arg.* must return a dict, not NoneType"),
        ("[1]", "must return a dict, not list"),
        ('{"x": object()}', "arg.*object"),
        ('{"_private": [1]}', "_private.* must be a dict"),
        ('{"_private": {"activ": 1}}', "_private.*'activ'"),
        ('{"_private": {4711: 1}}', "_private.*4711"),
        ('{"_private": {"active": object()}}', "arg.*object"),
    ],
)
def test_wrong_args_are_refused_with_the_provider_named(games, returned, message):
    table = private(games, returned)
    before = table.snapshot()
    with pytest.raises(GameError, match=message) as caught:
        table.act(ADA, "actGo")
    assert "argAll" in str(caught.value)
    assert table.snapshot() == before


def test_an_action_that_stays_keeps_the_args_up_to_date(games):
    table = games.table(
        TURN.replace('description: ""', 'description: ""\n    args: argTurn')
        + "  there: {type: game, action: stThere, transitions: {back: turn}}\n",
        HEAD
        + """
    def act_go(self):
        self.state.count += 1

    def arg_turn(self):
        return {"count": self.state.count}

    def st_there(self):
        return "back"
""",
    )
    result = table.act(ADA, "actGo")
    assert (result.transitions, result.move) == ((), 1)
    assert table.args_for(ADA) == {"count": 1}


def test_an_action_can_ask_for_the_args_as_they_are_now(games):
    """The magic parameter ``args`` is what the args provider gives, ``_private`` included."""
    table = games.table(
        TURN.replace('description: ""', 'description: ""\n    args: argTurn')
        + "  there: {type: game, action: stThere, transitions: {back: turn}}\n",
        HEAD
        + """
    def act_go(self, args: dict):
        self.state.count += 1
        self.state.way = repr(args)

    def arg_turn(self):
        return {"count": self.state.count, "_private": {"active": 5}}

    def st_there(self):
        return "back"
""",
    )
    for count in (0, 1):
        table.act(ADA, "actGo")
        assert table.snapshot()["state"]["way"] == f"{{'count': {count}, '_private': {{{ADA}: 5}}}}"
