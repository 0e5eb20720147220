"""The options of a table: asked by id and name, refused with BGA's reason, BGA's own beside them."""

import pytest

from aurum_states import Options, Table
from aurum_states.errors import GameError, SetupError
from tests.engine.small_games import GameMaker

STATES = "states: {turn: {type: activeplayer, possibleActions: [actAsk]}}"
CODE = """
class SmallState(State):
    seen: list[int]

class Small(Game[SmallState]):
    def setup_new_game(self, options: Options) -> SmallState:
        self.gamestate.active_next_player()
        return SmallState(list(options.values()))

    def moves_turn(self, player) -> Moves:
        return {"actAsk": ANY}

    def act_ask(self, code: str):
        self.notify.all("answer", "", value=eval(code))
"""
OPTIONS = {
    "100": {"name": "Length", "values": {"1": {"name": "Short"}, "2": {"name": "Long"}}, "default": 1},
    "101": {
        "name": "Teams",
        "values": {"0": {"name": "Off"}, "1": {"name": "On"}},
        "startcondition": {"1": [{"type": "minplayers", "value": 3, "message": "Teams need three players."}]},
    },
    "102": {
        "name": "Extra rounds",
        "values": {"1": {"name": "None"}, "2": {"name": "Some"}},
        "displaycondition": [{"type": "otheroption", "id": 100, "value": 2}],
    },
    "103": {
        "name": "Ranked",
        "values": {"1": {"name": "No"}, "2": {"name": "Yes"}},
        "startcondition": {"2": [{"type": "otheroptionisnot", "id": 201, "value": 1, "message": "Not in training."}]},
    },
}  # fmt: skip
PREFERENCES = {"100": {"name": "Help", "needReload": True, "values": {"1": {"name": "No"}}}}


@pytest.fixture(scope="module")
def definition(tmp_path_factory):
    files = {"gameoptions.json": OPTIONS, "gamepreferences.json": PREFERENCES}
    return GameMaker(tmp_path_factory.mktemp("options")).load(STATES, CODE, files=files)


def table_of(definition, options=None, players: int = 2) -> Table:
    return Table.create(definition, players, seed="S", options=options or {}, mode="paranoid")


def answer(table: Table, code: str):
    (active,) = table.active_players
    (told,) = table.act(active, "actAsk", {"code": code}).notifications
    return told.args["value"]


def refused(definition, options, players: int = 2) -> tuple[str, ...]:
    with pytest.raises(SetupError) as caught:
        table_of(definition, options, players)
    return caught.value.reasons


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("self.options[100]", 2),
        ("self.options['Length']", 2),
        ("self.options.get(100)", 2),
        ("self.options.get('Teams')", 0),
        ("self.options.get(199)", None),
        ("self.options.get('Lenght')", None),
        ("self.options.get(199, 7)", 7),
        ("100 in self.options", True),
        ("199 in self.options", False),
        ("'Teams' in self.options", True),
        ("list(self.options)", [100, 101, 102, 103]),
        ("len(self.options)", 4),
        ("dict(self.options) == {100: 2, 101: 0, 102: 1, 103: 1}", True),
        ("self.options[200]", 0),
        ("self.options.get(201)", 0),
        ("self.options.is_turn_based()", False),
        ("self.options.is_real_time()", True),
    ],
)
def test_options_are_asked_by_id_or_by_name(definition, code, value):
    assert answer(table_of(definition, {100: 2}), code) == value


def test_an_option_that_is_not_there_is_named_with_what_there_is(definition):
    with pytest.raises(
        GameError, match=r"there is no option 'Lenght' \(did you mean 'Length'\?\); .*101 \(Teams\)"
    ):
        answer(table_of(definition), "self.options['Lenght']")


def test_options_cannot_be_changed(definition):
    table = table_of(definition)
    assert isinstance(table.setup.options, Options)
    with pytest.raises(GameError, match="does not support item assignment"):
        answer(table, "self.options.__class__ and exec('self.options[100] = 2', {'self': self})")
    assert repr(table.setup.options) == "Options({100: 1, 101: 0, 102: 1, 103: 1})"


def test_a_table_that_may_not_start_is_refused_with_the_very_message(definition):
    assert refused(definition, {101: 1}) == ("Teams need three players.",)
    assert refused(definition, {101: 1, 103: 2, 201: 1}) == ("Teams need three players.", "Not in training.")
    assert table_of(definition, {101: 1, 103: 2}, players=3).setup.options["Teams"] == 1


def test_conditions_are_looked_at_only_when_the_rest_is_right(definition):
    assert refused(definition, {101: 1, 100: 9}) == (
        "option 100 (Length) has no value 9; its values: 1 (Short), 2 (Long)",
    )
    assert refused(definition, {101: 1}, players=9) == ("small is played by 1, 2 or 3 players, not 9",)


def test_what_is_not_shown_has_its_default(definition):
    assert table_of(definition, {102: 2}).setup.options[102] == 1
    assert table_of(definition, {100: 2, 102: 2}).setup.options[102] == 2


@pytest.mark.parametrize(("speed", "turn_based"), [(0, False), (9, False), (10, True), (20, True)])
def test_speed_and_mode_are_options_200_and_201(definition, speed, turn_based):
    table = table_of(definition, {200: speed, 201: 2})
    assert answer(table, "[self.options[200], self.options[201], self.options.is_turn_based()]") == [
        speed, 2, turn_based,
    ]  # fmt: skip
    assert (table.setup.options.speed, table.setup.options.mode) == (speed, 2)
    assert table.snapshot()["options"] == {
        "100": 1, "101": 0, "102": 1, "103": 1, **({"200": speed} if speed else {}), "201": 2,
    }  # fmt: skip
    assert Table.restore(definition, table.snapshot()).setup.options.chosen == table.setup.options.chosen


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({200: 5000}, "option 200 (BGA's game speed) has no value 5000; its values: 0, 1, 2, 9, "),
        ({201: 3}, "option 201 (BGA's game mode) has no value 3; its values: 0, 1, 2"),
        ({201: True}, "option 201 (BGA's game mode) has no value True; its values: 0, 1, 2"),
        ({202: 1}, "there is no option 202; the game has: 100 (Length), "),
    ],
)
def test_bga_s_own_options_have_bga_s_values(definition, options, reason):
    (found,) = refused(definition, options)
    assert found.startswith(reason)


def test_the_files_themselves_can_be_read(definition):
    table = table_of(definition)
    assert (
        answer(table, "self.get_table_options()")["101"]["startcondition"] == OPTIONS["101"]["startcondition"]
    )
    assert answer(table, "self.get_table_preferences()") == PREFERENCES
    answer(table, "self.get_table_options()[100].clear()")
    assert answer(table, "self.get_table_options()[100]['name']") == "Length"
