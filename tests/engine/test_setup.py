"""How a table is set up: every reason why it cannot be, at once; and arranged positions."""

import pytest

from aurum_states import Player, Table
from aurum_states.errors import GameError, SetupError, StateError
from aurum_states.replay.format import header_of
from tests.engine.small_games import ADA, BEN, CLEO, TALLY_CODE, TALLY_STATES


def reasons(tally, players=2, *, seed="S", **more) -> list[str]:
    with pytest.raises(SetupError) as caught:
        Table.create(tally, players, seed=seed, **more)
    assert str(caught.value) == "\n".join(caught.value.reasons)
    return list(caught.value.reasons)


@pytest.mark.parametrize("count", [0, 1, 4, 5, -3])
def test_a_number_of_players_that_the_game_has_not(tally, count):
    assert reasons(tally, count) == [f"tally is played by 2 or 3 players, not {count}"]
    if count > 0:
        players = [Player(number + 1, f"P{number}", "000000") for number in range(count)]
        assert reasons(tally, players) == [f"tally is played by 2 or 3 players, not {count}"]


@pytest.mark.parametrize("players", [True, None, "3", 2.0, [1, 2], {"a": 1, "b": 2}])
def test_players_that_are_no_players(tally, players):
    (reason,) = reasons(tally, players)
    assert reason.startswith("players must be a number or a list of Player, not ")


@pytest.mark.parametrize(
    ("ids", "reason"),
    [
        ((5, 5), "two players have the same id: 5, 5"),
        ((0, 5), "a player's id must be a positive number: 0, 5"),
        ((-1, 5), "a player's id must be a positive number: -1, 5"),
        ((True, 5), "a player's id must be a positive number: True, 5"),
        (("a", 5), "a player's id must be a positive number: a, 5"),
        ((2**63, 5), f"a player's id must be a positive number: {2**63}, 5"),
    ],
)
def test_ids_of_players(tally, ids, reason):
    assert reasons(tally, [Player(one, "Ada", "ff0000") for one in ids]) == [reason]


@pytest.mark.parametrize("name", ["a\nb", "\x1b[31mAda", 3, None])
def test_names_that_cannot_be_shown(tally, name):
    told = f"the name of a player must be a text that can be printed, not {name!r}"
    assert reasons(tally, [Player(5, name, "ff0000"), Player(6, "Ben", "008000")]) == [told]


def test_players_are_given_names_and_colours_in_seating_order(tally):
    table = Table.create(tally, 3, seed="S")
    assert [(one.id, one.name, one.color) for one in table.players] == [
        (ADA, "Ada", "ff0000"), (BEN, "Ben", "008000"), (CLEO, "Cleo", "0000ff"),
    ]  # fmt: skip
    own = [Player(7, "Zoe", "123456"), Player(3, "Yan", "654321")]
    table = Table.create(tally, own, seed="S")
    assert (list(table.players), table.active_players) == (own, [7])
    assert table.definition is tally


def test_many_players_have_names_and_colours_too():
    from aurum_states.engine.players import seat_players

    many = seat_players(14, ["ff0000"])
    assert (many[13].name, many[13].color, len({one.name for one in many})) == ("Player 14", "000000", 14)


def test_options_preferences_and_settings(tally):
    assert reasons(
        tally,
        options={100: 3, 101: 1, 200: 5},
        preferences={ADA: {100: 7}, 99: {101: 1}},
        settings={"sped": 1, "speed": "fast", "kind": 3},
    ) == [
        "option 100 (Variant) has no value 3; its values: 1 (Off), 2 (On)",
        "there is no option 101; the game has: 100 (Variant)",
        "option 200 (BGA's game speed) has no value 5; its values: 0, 1, 2, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, "
        "19, 20, 21",
        "preference 100 (Help) has no value 7; its values: 1 (No), 2 (Yes)",
        f"preferences: no player 99 at this table (players: {ADA}, {BEN})",
        "there is no preference 101; the game has: 100 (Help)",
        "no setting 'sped' (did you mean 'speed'?); the game has: speed, kind",
        "setting speed: must be a whole number, not the text 'fast'",
        "setting kind: must be text or null, not the number 3",
    ]


def test_what_is_chosen_by_key_is_a_dict(tally):
    given = {"options": [100], "preferences": "100", "settings": 7}
    assert reasons(tally, **given) == [f"{name} must be a dict, not {one!r}" for name, one in given.items()]
    assert reasons(tally, preferences={ADA: 100}) == [f"preferences of {ADA} must be a dict, not 100"]


def test_what_is_wrong_for_every_player_is_said_once(tally):
    assert reasons(tally, preferences={ADA: {7: 1}, BEN: {7: 1}}) == [
        "there is no preference 7; the game has: 100 (Help)"
    ]


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"options": {100: True}}, "option 100 (Variant) has no value True; its values: 1 (Off), 2 (On)"),
        ({"options": {100: 2.0}}, "option 100 (Variant) has no value 2.0; its values: 1 (Off), 2 (On)"),
        ({"options": {100: [2]}}, "option 100 (Variant) has no value [2]; its values: 1 (Off), 2 (On)"),
        ({"options": {100: "2"}}, "option 100 (Variant) has no value '2'; its values: 1 (Off), 2 (On)"),
        ({"options": {"100": 2}}, "there is no option '100'; the game has: 100 (Variant)"),
        ({"preferences": {ADA: {"100": 2}}}, "there is no preference '100'; the game has: 100 (Help)"),
        ({"settings": {"speed": True}}, "setting speed: must be a whole number, not true"),
        ({"settings": {"speed": None}}, "setting speed: must be a whole number, not nothing (null)"),
    ],
)
def test_a_value_of_another_type_that_looks_right_is_refused(tally, more, reason):
    """A replay's header could not hold it, and True would pass for 1."""
    assert reasons(tally, **more) == [reason]


def test_what_is_not_given_is_the_default(tally):
    setup = Table.create(tally, 2, seed="S", preferences={BEN: {100: 2}, ADA: {}}).setup
    assert setup.options == {100: 1}
    assert setup.settings == {"speed": 1, "kind": None}
    assert [setup.preference(player, 100) for player in (ADA, BEN)] == [1, 2]
    assert setup.changed_settings == {}
    assert setup.preferences == {BEN: {100: 2}}
    changed = Table.create(tally, 2, seed="S", settings={"kind": "x", "speed": 1}).setup
    assert changed.changed_settings == {"kind": "x"}


@pytest.mark.parametrize(
    ("seed", "reason"),
    [
        ("", "the seed is empty; any text of 1 to 80 characters will do"),
        (None, "the seed must be a text of 1 to 80 characters, not None"),
        (5, "the seed must be a text of 1 to 80 characters, not 5"),
        ("x" * 81, "the seed has 81 characters; at most 80 are allowed"),
        ("a\nb", r"the seed 'a\nb' has characters that cannot be printed"),
        ("a\tb", r"the seed 'a\tb' has characters that cannot be printed"),
        ("\0", r"the seed '\x00' has characters that cannot be printed"),
        ("\x1b[31m", r"the seed '\x1b[31m' has characters that cannot be printed"),
        ("\ud800", r"the seed '\ud800' has characters that cannot be printed"),
        ("\u202e", r"the seed '\u202e' has characters that cannot be printed"),
    ],
)
def test_seeds_that_are_refused(tally, seed, reason):
    assert reasons(tally, seed=seed) == [reason]


@pytest.mark.parametrize("seed", ["S", " ", "x" * 80, "Grüße 好 🎲", "'", '"{}', "a/7"])
def test_seeds_that_are_taken(tally, seed):
    assert Table.create(tally, 2, seed=seed).setup.seed == seed


def test_everything_wrong_is_said_at_once(tally):
    found = reasons(
        tally, 7, seed="", options={5: 1}, settings={"x": 1}, preferences={1: {9: 9}}, position=[1]
    )
    assert [one.split(" ")[0] for one in found] == ["tally", "there", "there", "no", "the", "the"]


# -- arranged positions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("position", [[1], "x", 5, {"pile": {1, 2}}, {"pile": object()}])
def test_a_position_must_be_an_object_of_json(tally, position):
    (reason,) = reasons(tally, position=position)
    assert reason.startswith("the position must be an object of JSON's types")


def test_a_game_starts_from_a_position(tally):
    table = Table.create(tally, 3, seed="S", position={"pile": [4, 2], "seat": 2})
    assert (table.state, table.active_players, table.moves_made) == ("turn", [CLEO], 0)
    assert table.legal_moves(CLEO)["actTake"] == [2, 4]
    assert [tuple(one) for one in table.opening.transitions] == [("gameSetup", None, "turn")]
    assert header_of(table.setup)["position"] == {"pile": [4, 2], "seat": 2}
    again = Table.restore(tally, table.snapshot())
    assert (again.digest, again.setup.position) == (table.digest, {"pile": [4, 2], "seat": 2})


def test_a_position_is_the_tables_own_and_as_a_replay_will_have_it(games):
    code = TALLY_CODE.replace(
        'self.state.pile = list(position["pile"])',
        'self.state.pile = position.pop("pile"); self.state.pile.append(8)',
    )
    definition = games.load(TALLY_STATES, code, game_class="Tally")
    given = {"pile": (3,), "seats": {2: "x"}}
    table = Table.create(definition, 2, seed="S", position=given)
    assert header_of(table.setup)["position"] == {"pile": [3], "seats": {"2": "x"}}
    given["seats"][2] = "y"
    assert table.setup.position == {"pile": [3], "seats": {"2": "x"}}
    assert table.snapshot()["state"]["pile"] == [3, 8]


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"pile": [0]}, "position: a pile holds numbers from 1"),
        ({"pile": [9, 10]}, "position: 9 is above 8; 10 is above 8"),
    ],
)
@pytest.mark.parametrize("mode", ["full", "simulation", "paranoid"])
def test_a_position_that_cannot_be_is_refused_by_game_and_invariants(tally, position, reason, mode):
    assert reasons(tally, position=position, mode=mode) == [reason]


def test_a_game_that_fails_at_a_position_is_to_blame(tally):
    with pytest.raises(
        GameError, match=r"^Tally.arrange \(line \d+\) failed in state 'gameSetup': KeyError: 'pile'"
    ):
        Table.create(tally, 2, seed="S", position={})


def test_a_table_can_be_arranged_before_its_first_move_only(tally):
    table = Table.create(tally, 2, seed="S")
    opening = table.arrange({"pile": [5, 6]})
    assert opening is table.opening
    assert table.legal_moves(ADA)["actTake"] == [5, 6]
    before = table.snapshot()
    for position in ({"pile": [0]}, {"pile": [99]}, {"pile": {1}}, 5):
        with pytest.raises(SetupError):
            table.arrange(position)
        assert table.snapshot() == before
    with pytest.raises(GameError):
        table.arrange({})
    assert table.snapshot() == before
    twin = Table.create(tally, 2, seed="S", position={"pile": [5, 6]})
    assert twin.snapshot() == before
    table.act(ADA, "actTake", {"number": 5})
    with pytest.raises(SetupError, match="before the first move; this table has made 1"):
        table.arrange({"pile": [5]})


def test_a_game_without_positions_says_so(games):
    code = TALLY_CODE.replace("def arrange(", "def arranged(")
    with pytest.raises(StateError, match=r"Tally has no arrange\(self, position\): it cannot start from"):
        games.table(TALLY_STATES, code, game_class="Tally", position={"pile": []})


@pytest.mark.parametrize("first", ["'next'", "3"])
def test_the_first_state_is_a_label_or_an_id(games, first):
    code = TALLY_CODE[: TALLY_CODE.rindex('return "next"')] + f"return {first}\n"
    table = games.table(TALLY_STATES, code, game_class="Tally")
    assert tuple(table.opening.transitions[0]) == ("gameSetup", None, "next")


@pytest.mark.parametrize("first", ["'trun'", "77", "None", "True"])
def test_a_first_state_that_is_none(games, first):
    code = TALLY_CODE[: TALLY_CODE.rindex('return "next"')] + f"return {first}\n"
    with pytest.raises(GameError, match="Unknow state|first_state"):
        games.table(TALLY_STATES, code, game_class="Tally")


def test_the_first_state_is_the_graphs_where_the_game_does_not_say(games):
    code = TALLY_CODE[: TALLY_CODE.rindex("    def first_state")]
    table = games.table("initialState: next\n" + TALLY_STATES, code, game_class="Tally")
    assert [tuple(one) for one in table.opening.transitions] == [
        ("gameSetup", "", "next"),
        ("next", "turn", "turn"),
    ]


def test_a_refusal_by_the_set_up_is_a_reason(games):
    code = TALLY_CODE.replace("cards = self.create_deck()", 'raise UserException("not with two")')
    with pytest.raises(SetupError) as caught:
        games.table(TALLY_STATES, code, game_class="Tally")
    assert caught.value.reasons == ("not with two",)


def test_rules_that_the_game_does_not_run(tally):
    from aurum_states.engine.setup import Setup

    with pytest.raises(SetupError, match="^tally does not run the rules '0.9'; it runs "):
        Setup(tally, 2, None, None, None, "S", None, "0.9")


def test_a_setting_that_cannot_be_written_down(tally):
    assert reasons(tally, settings={"kind": "\ud800"}) == [
        "setting kind: '\\ud800' is no text that can be saved as UTF-8"
    ]
