"""Preferences: BGA's values and None, changed during a game whole or not at all, in no digest."""

from typing import Any

import pytest

from aurum_states import ActionError, Table
from aurum_states.errors import GameError
from tests.engine.small_games import ADA, BEN, GameMaker

STATES = """
states:
  turn:
    type: activeplayer
    possibleActions: [actAsk]
    transitions: {other: other, end: gameEnd}
  other:
    type: activeplayer
    possibleActions: [actAsk]
"""
CODE = """
class SmallState(State):
    at_setup: dict[PlayerId, list[int]]
    sets: dict[PlayerId, int]
    heard: list[tuple[int, int, int]] = []

class Small(Game[SmallState]):
    def setup_new_game(self, options: Options) -> SmallState:
        self.gamestate.active_next_player()
        asked = lambda player, one: -1 if (value := self.user_preferences.get(player, one)) is None else value
        return SmallState(
            {player: [asked(player, one) for one in (100, 101, 102)] for player in self.players},
            {player: len(self.user_preferences.set_by(player) or ()) for player in self.players},
        )

    def moves_turn(self, player) -> Moves:
        return {"actAsk": ANY}

    moves_other = moves_turn

    def act_ask(self, code: str):
        self.notify.all("answer", "", value=eval(code))

    def on_game_user_preference_changed(self, player_id: PlayerId, preference_id: int, value: int):
        self.state.heard.append((player_id, preference_id, value))
        self.notify.player(player_id, "noted", "")
        if preference_id == 101 and value == 3:
            raise UserException("not here")
        if preference_id == 101 and value == 4:
            raise RuntimeError("broken")
        if preference_id == 101 and value == 5:
            return "other"
"""
VALUES = {str(value): {"name": f"V{value}"} for value in range(1, 6)}
PREFERENCES = {
    "100": {"name": "Help", "values": VALUES, "default": 2},
    "101": {"name": "Sound", "values": VALUES},
}


@pytest.fixture(scope="module")
def definition(tmp_path_factory):
    files = {"gamepreferences.json": PREFERENCES}
    return GameMaker(tmp_path_factory.mktemp("preferences")).load(STATES, CODE, files=files)


@pytest.fixture(params=["full", "paranoid", "simulation"])
def table(definition, request) -> Table:
    return Table.create(definition, 2, seed="S", preferences={BEN: {101: 2}}, mode=request.param)


def answer(table: Table, code: str) -> Any:
    (told,) = table.act(table.active_players[0], "actAsk", {"code": code}).notifications
    return told.args["value"]


def test_while_setting_up_what_was_never_set_is_none(definition):
    """As ``player_preferences`` of BGA, which is null for who never set any."""
    state = Table.create(definition, 2, seed="S", preferences={BEN: {101: 2}}).snapshot()["state"]
    assert state["at_setup"] == {str(ADA): [-1, -1, -1], str(BEN): [-1, 2, -1]}
    assert state["sets"] == {str(ADA): 0, str(BEN): 1}


@pytest.mark.parametrize(
    ("code", "value"),
    [
        (f"self.user_preferences.get({ADA}, 100)", 2),
        (f"self.user_preferences.get({BEN}, 101)", 2),
        (f"self.user_preferences.get({ADA}, 101)", 1),
        (f"self.user_preferences.get({ADA}, 102)", None),
        ("self.user_preferences.get(7, 100)", None),
        (f"self.user_preferences.set_by({ADA})", None),
        (f"self.user_preferences.set_by({BEN})", {"101": 2}),
        (f"self.preference({ADA}, 100)", 2),
        (f"self.preference({BEN}, 101)", 2),
    ],
)
def test_afterwards_it_has_its_default(definition, code, value):
    table = Table.create(definition, 2, seed="S", preferences={BEN: {101: 2}}, mode="paranoid")
    assert answer(table, code) == value
    assert answer(Table.restore(definition, table.snapshot(), mode="paranoid"), code) == value


def test_a_change_reaches_the_game_at_any_time(table):
    result = table.set_preference(BEN, 100, 3)
    assert table.preferences == {BEN: {100: 3, 101: 2}}
    assert table.setup.preferences == {BEN: {101: 2}}
    assert table.snapshot()["state"]["heard"] == [[BEN, 100, 3]]
    assert (result.transitions, table.moves_made, table.state) == ((), 0, "turn")
    table.set_preference(ADA, 100, 1)
    assert list(table.preferences) == [ADA, BEN]
    assert table.snapshot()["preferences"] == {str(ADA): {"100": 1}, str(BEN): {"100": 3, "101": 2}}


def test_the_game_may_tell_and_move_on(definition):
    table = Table.create(definition, 2, seed="S", mode="paranoid")
    result = table.set_preference(BEN, 101, 5)
    assert [(one.audience, one.type) for one in result.notifications] == [
        (BEN, "noted"),
        (None, "gameStateChange"),
    ]
    assert [tuple(one) for one in result.transitions] == [("turn", "other", "other")]
    assert (table.state, table.digest) == ("other", result.digest)


@pytest.mark.parametrize(
    ("player", "preference", "value", "message"),
    [
        (7, 100, 1, f"7 is no player of this table ({ADA} Ada, {BEN} Ben)"),
        (None, 100, 1, "is no player of this table"),
        (ADA, 7, 1, "there is no preference 7; the game has: 100 (Help), 101 (Sound)"),
        (ADA, "100", 1, "there is no preference '100'"),
        (ADA, 100, 9, "preference 100 (Help) has no value 9; its values: 1 (V1), "),
        (ADA, 100, True, "preference 100 (Help) has no value True"),
    ],
)
def test_what_is_no_preference_is_refused(table, player, preference, value, message):
    before = table.snapshot()
    with pytest.raises(ActionError) as caught:
        table.set_preference(player, preference, value)
    assert caught.value.code == "action.argument"
    assert message in str(caught.value)
    assert table.snapshot() == before


@pytest.mark.parametrize("mode", ["full", "paranoid"])
@pytest.mark.parametrize(("value", "error"), [(3, ActionError), (4, GameError)])
def test_a_change_that_the_game_refuses_or_fails_at_changes_nothing(definition, mode, value, error):
    table = Table.create(definition, 2, seed="S", preferences={BEN: {101: 2}}, mode=mode)
    before = table.snapshot()
    with pytest.raises(error) as caught:
        table.set_preference(BEN, 101, value)
    if error is GameError:
        assert (caught.value.handler, caught.value.player) == ("on_game_user_preference_changed", BEN)
    else:
        assert caught.value.code == "action.rule"
    assert table.snapshot() == before
    assert table.preferences == {BEN: {101: 2}}
    assert table.set_preference(BEN, 101, 1).notifications[0].type == "noted"


def test_a_change_that_cannot_be_recorded_changes_nothing(definition):
    def full_disk(line):
        raise OSError("no space left")

    table = Table.create(definition, 2, seed="S", recorder=full_disk)
    before = table.snapshot()
    with pytest.raises(GameError, match="no space left"):
        table.set_preference(BEN, 100, 3)
    assert (table.snapshot(), table.preferences) == (before, {})


def test_no_digest_knows_what_players_prefer(definition):
    plain, other = (
        Table.create(definition, 2, seed="S", preferences=chosen) for chosen in ({}, {ADA: {100: 1}})
    )
    assert plain.snapshot()["state"]["sets"] != other.snapshot()["state"]["sets"]
    again = Table.restore(definition, {**other.snapshot(), "preferences": {str(ADA): {"100": 5}}})
    assert (again.digest, again.preferences) == (other.digest, {ADA: {100: 5}})


def test_after_the_end_nothing_is_changed(definition):
    table = Table.create(definition, 2, seed="S")
    table.act(ADA, "actAsk", {"code": "self.gamestate.next_state('end')"})
    with pytest.raises(ActionError) as caught:
        table.set_preference(ADA, 100, 1)
    assert caught.value.code == "table.over"
