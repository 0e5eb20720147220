"""Arguments of a request: bound to the handler's types, or refused with what each must be."""

import pytest

from aurum_states import ActionError, Table
from aurum_states.errors import (
    ActionArgumentError,
    GameError,
)
from tests.engine.asking_game import CODE, STATES, refused
from tests.engine.small_games import ADA, BEN


@pytest.fixture(scope="module")
def definition(tmp_path_factory):
    from tests.engine.small_games import GameMaker

    return GameMaker(tmp_path_factory.mktemp("refusals")).load(STATES, CODE)


@pytest.fixture
def table(definition) -> Table:
    return Table.create(definition, 2, seed="S")


@pytest.mark.parametrize(
    ("args", "argument", "message"),
    [
        ({}, "cardId", "actPlay: argument 'cardId' is missing; actPlay takes cardId"),
        ({"cardId": 1, "x": 2}, "x", "actPlay: unknown argument 'x'; actPlay takes cardId"),
        ({"card_id": 1}, "cardId", "actPlay: argument 'cardId' is missing; actPlay takes cardId"),
        (
            {"cardId": 1, "card_id": 1},
            "card_id",
            "actPlay: unknown argument 'card_id' (did you mean 'cardId'?); actPlay takes cardId",
        ),
        ({"cardId": "7"}, "cardId", "actPlay: argument 'cardId' must be a whole number, not '7'"),
        ({"cardId": True}, "cardId", "actPlay: argument 'cardId' must be a whole number, not True"),
        ({"cardId": 1.5}, "cardId", "actPlay: argument 'cardId' must be a whole number, not 1.5"),
        ({"cardId": None}, "cardId", "actPlay: argument 'cardId' must be a whole number, not None"),
        ({"cardId": [1]}, "cardId", "actPlay: argument 'cardId' must be a whole number, not [1]"),
        ({"cardId": {}}, "cardId", "actPlay: argument 'cardId' must be a whole number, not {}"),
    ],
)
def test_a_wrong_argument_is_named_with_what_it_must_be(table, args, argument, message):
    error = refused(table, ADA, "actPlay", args)
    assert (type(error), error.code) == (ActionArgumentError, "action.argument")
    assert error.values["action"] == "actPlay"
    assert error.values["argument"] == argument
    assert str(error) == message
    if "must be" in message:
        assert error.values["value"] == args[argument]


@pytest.mark.parametrize(
    ("args", "kind"),
    [(None, "null"), ([1], "list"), ("cardId", "str"), (5, "int"), ((), "tuple"), (object(), "object")],
)
def test_arguments_must_be_an_object(table, args, kind):
    error = refused(table, ADA, "actPlay", args)
    assert error.code == "action.argument"
    assert error.values == {"action": "actPlay", "given": args}
    assert str(error) == (
        f"actPlay: arguments must be an object like {{name: value}}, not {kind}; actPlay takes cardId"
    )


def test_an_action_without_arguments_takes_none(table):
    error = refused(table, ADA, "actStop", {"x": 1})
    assert str(error) == "actStop: unknown argument 'x'; actStop takes no arguments"
    assert refused(table, ADA, "actPlay", {5: 1, "cardId": 1}).code == "action.argument"


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("b", 1, "argument 'b' must be true or false, not 1"),
        ("f", "1", "argument 'f' must be a number, not '1'"),
        ("s", 1, "argument 's' must be a text, not 1"),
        ("s", b"x", "argument 's' must be a text, not b'x'"),
        ("suit", "green", "argument 'suit' 'green' does not fit: one of 'blue', 'red'"),
        ("suit", 3, "argument 'suit' must be a text, not 3"),
        ("cards", 3, "argument 'cards' must be a list, not 3"),
        ("cards", ["a"], "argument 'cards[0]' must be a whole number, not ['a']"),
        ("maybe", "x", "argument 'maybe' must be a whole number or null, not 'x'"),
        ("either", None, "argument 'either' must be a whole number or a text, not None"),
        ("by_player", {"a": [None]}, "argument 'byPlayer[...][0]' must be a whole number, not {'a': [None]}"),
        ("wish", 5, "argument 'wish' must be an object or null, not 5"),
        ("wish", {"card": "x"}, "argument 'wish.card' must be a whole number, not {'card': 'x'}"),
        ("wish", {}, "argument 'wish' {} does not fit: Object missing required field `card`"),
        (
            "wishes",
            [{"card": 1, "suit": "x"}],
            "'wishes[0].suit' [{'card': 1, 'suit': 'x'}] does not fit: Inv",
        ),
        ("word", "maybe", "argument 'word' 'maybe' does not fit: one of 'yes', 'no'"),
        ("at_most", 10, "argument 'atMost' 10 does not fit: Expected `int` <= 9"),
        ("n", "x" * 10_000, "argument 'n' must be a whole number, not 'xxxxxx"),
    ],
)
def test_values_of_every_type_are_checked_to_the_inside(table, name, value, shown):
    wire = {"by_player": "byPlayer", "at_most": "atMost"}.get(name, name)
    error = refused(table, ADA, "actAny", {wire: value})
    assert error.code == "action.argument"
    assert shown in str(error)
    assert error.values["argument"] == wire
    assert len(str(error)) < 400


@pytest.mark.parametrize(
    ("args", "got"),
    [
        ({"n": -3}, "(-3, "),
        ({"b": True}, "(0, True, "),
        ({"f": 2}, "(0, False, 2.0, "),
        ({"suit": "red"}, "<Suit.RED: 'red'>"),
        ({"cards": (1, 2)}, "[1, 2]"),
        ({"maybe": None}, "None"),
        ({"either": "x"}, "'x'"),
        ({"byPlayer": {"7": [1]}}, "{'7': [1]}"),
        ({"wish": {"card": 3, "suit": "red"}}, "Wish(card=3, suit=<Suit.RED: 'red'>)"),
        ({"wishes": [{"card": 3}]}, "[Wish(card=3, suit=<Suit.BLUE: 'blue'>)]"),
        ({"word": "yes"}, "'yes'"),
        ({"atMost": 9}, ", 9)"),
    ],
)
def test_values_of_every_type_arrive_as_declared(table, args, got):
    table.act(ADA, "actAny", args)
    assert got in table.snapshot()["state"]["got"]


@pytest.mark.parametrize("name", ["activePlayerId", "active_player_id", "current_player_id", "args"])
def test_a_magic_parameter_cannot_be_sent(table, name):
    assert refused(table, ADA, "actAny", {name: BEN}).code == "action.argument"


def test_whole_numbers_beyond_64_bits_are_refused_like_any_that_cannot_be_saved(games):
    definition = games.load(STATES, CODE.replace("self.state.got = repr(", "self.state.count = n; str("))
    table = Table.create(definition, 2, seed="S")
    table.act(ADA, "actAny", {"n": 2**63 - 1})
    before = table.snapshot()
    with pytest.raises((GameError, ActionError), match=r"SmallState.count|argument 'n'"):
        table.act(ADA, "actAny", {"n": 2**80})
    assert table.snapshot() == before
