"""Requests that are refused: the code, its values, and a message that says what would have been right."""

from typing import Any

import pytest

from aurum_states import ActionError, Table
from aurum_states.errors import (
    ActionArgumentError,
    ActionNotPossibleError,
    GameError,
    GameOverError,
    IllegalMoveError,
    NotActivePlayerError,
    UnknownActionError,
    UserException,
)
from tests.engine.small_games import ADA, BEN, CLEO

STATES = """
states:
  turn:
    type: activeplayer
    description: ""
    possibleActions: [actPlay, actPair, actShow, actAny, actNo, actNone, actStop]
    transitions: {stop: gameEnd, other: other}
  other:
    type: multipleactiveplayer
    description: ""
    possibleActions: [actOther, actWave]
"""

CODE = """
class Suit(Enum):
    BLUE = "blue"
    RED = "red"

class Wish(msgspec.Struct, frozen=True):
    card: int
    suit: Suit = Suit.BLUE

class SmallState(State):
    count: int = 0
    got: str = ""

class Small(Game[SmallState]):
    def setup_new_game(self, options: Options) -> SmallState:
        return SmallState()

    def first_state(self):
        self.gamestate.active_next_player()
        return "turn"

    def moves_turn(self, player) -> Moves:
        return {
            "actPlay": list(range(1, 21)), "actPair": [(1, 2), (3, 4)], "actShow": [[1, 2], [3]], "actAny": ANY,
            "actNo": ANY, "actStop": [()],
        }

    def moves_other(self, player) -> Moves:
        return {"actOther": [()], "actWave": [()]}

    def act_play(self, card_id: int):
        self.state.count = card_id

    def act_pair(self, first: int, second_card: int):
        self.state.count = first + second_card

    def act_show(self, cards: list[int]):
        self.state.count = len(cards)

    def act_any(
        self,
        n: int = 0,
        b: bool = False,
        f: float = 0.0,
        s: str = "",
        suit: Suit = Suit.BLUE,
        cards: list[int] = [],
        maybe: int | None = None,
        either: int | str = 0,
        by_player: dict[str, list[int]] = {},
        wish: Wish | None = None,
        wishes: list[Wish] = [],
        word: Literal["yes", "no"] = "no",
        small: "msgspec.inspect.Any" = None,
        at_most: Small9 = 0,
        active_player_id: PlayerId = 0,
    ):
        self.state.got = repr((n, b, f, s, suit, cards, maybe, either, by_player, wish, wishes, word, at_most))

    def act_no(self, why: str = "because"):
        self.state.count = 99
        raise UserException(f"No: {why}", why=why)

    def act_none(self):
        pass

    def act_stop(self):
        return "stop"

    def act_other(self):
        pass

    @action(check_active=False)
    def act_wave(self):
        pass
"""
CODE = CODE.replace('        small: "msgspec.inspect.Any" = None,\n', "")
CODE = "from typing import Annotated\nSmall9 = Annotated[int, msgspec.Meta(ge=0, le=9)]\n" + CODE


@pytest.fixture(scope="module")
def definition(tmp_path_factory):
    from tests.engine.small_games import GameMaker

    return GameMaker(tmp_path_factory.mktemp("refusals")).load(STATES, CODE)


@pytest.fixture
def table(definition) -> Table:
    return Table.create(definition, 2, seed="S")


def refused(table: Table, *request: Any) -> ActionError:
    before, drawn = table.snapshot(), table.moves_made
    with pytest.raises(ActionError) as caught:
        table.act(*request)
    assert table.snapshot() == before
    assert table.moves_made == drawn
    assert caught.value.message == str(caught.value)
    return caught.value


def test_a_game_that_is_over_takes_no_action(table):
    table.act(ADA, "actStop")
    assert table.is_over
    for request in ((ADA, "actPlay", {"cardId": 1}), (BEN, "actStop"), (9, "nonsense")):
        error = refused(table, *request)
        assert (type(error), error.code) == (GameOverError, "table.over")
        assert error.values == {"action": request[1]}
        assert str(error) == "the game is over: nobody can act any more"


def test_an_action_that_no_state_has_is_unknown(table):
    error = refused(table, ADA, "actPlya", {"cardId": 1})
    assert (type(error), error.code) == (UnknownActionError, "action.unknown")
    assert error.values == {"action": "actPlya", "state": "turn"}
    assert str(error) == (
        "there is no action 'actPlya' (did you mean 'actPlay'?); in state 'turn' players may "
        "actPlay, actPair, actShow, actAny, actNo, actNone, actStop"
    )


@pytest.mark.parametrize(
    "name", ["", "act_play", "ACTPLAY", "__init__", "setupNewGame", "moves_turn", "a.b", "ä"]
)
def test_no_method_can_be_reached_but_the_declared_actions(table, name):
    assert refused(table, ADA, name).code == "action.unknown"


@pytest.mark.parametrize("name", [None, 5, True])
def test_a_name_that_is_no_text_is_unknown(table, name):
    assert refused(table, ADA, name).code == "action.unknown"


def test_an_action_of_another_state_is_not_possible_now(table):
    error = refused(table, ADA, "actOther")
    assert (type(error), error.code) == (ActionNotPossibleError, "action.not_now")
    assert error.values["action"] == "actOther"
    assert error.values["state"] == "turn"
    assert error.values["possible"] == [
        "actPlay", "actPair", "actShow", "actAny", "actNo", "actNone", "actStop",
    ]  # fmt: skip
    assert str(error) == (
        "This game action is impossible right now: actOther does not belong to state 'turn', where players may "
        "actPlay, actPair, actShow, actAny, actNo, actNone, actStop"
    )


def test_a_player_who_is_not_active_is_told_who_is(table):
    error = refused(table, BEN, "actPlay", {"cardId": 1})
    assert (type(error), error.code) == (NotActivePlayerError, "action.not_your_turn")
    assert error.values == {"action": "actPlay", "player": BEN, "active": [ADA]}
    assert str(error) == "This is not your turn: Ben cannot actPlay in state 'turn'; to act: Ada"


@pytest.mark.parametrize("stranger", [CLEO, 0, None, "Ada"])
def test_somebody_who_sits_nowhere_is_told_who_does(table, stranger):
    error = refused(table, stranger, "actPlay", {"cardId": 1})
    assert error.code == "action.not_your_turn"
    assert error.values == {"action": "actPlay", "player": stranger}
    assert str(error) == (
        f"This is not your turn: {stranger} is no player of this table ({ADA} Ada, {BEN} Ben)"
    )


def test_an_illegal_move_is_told_what_is_legal(table):
    error = refused(table, ADA, "actPair", {"first": 1, "secondCard": 4})
    assert (type(error), error.code) == (IllegalMoveError, "action.illegal")
    assert error.values == {"action": "actPair", "args": {"first": 1, "secondCard": 4}, "player": ADA}
    assert str(error) == (
        "actPair(first=1, secondCard=4) is not a legal move of Ada in state 'turn'; legal: "
        "actPair(first=1, secondCard=2), actPair(first=3, secondCard=4)"
    )
    assert refused(table, ADA, "actShow", {"cards": [2, 1]}).code == "action.illegal"
    table.act(ADA, "actShow", {"cards": [1, 2]})


def test_a_refused_move_is_written_as_the_game_writes_it_where_it_can(games):
    hook = """
    def label_move(self, player_id, move):
        return {1: "one", 3: "three"}[move.args["first"]]
"""
    table = Table.create(games.load(STATES, CODE + hook), 2, seed="S")
    error = refused(table, ADA, "actPair", {"first": 1, "secondCard": 4})
    assert str(error).startswith("one (actPair(first=1, secondCard=4)) is not a legal move of Ada")
    assert str(error).endswith("legal: one, three")
    error = refused(table, ADA, "actPair", {"first": 2, "secondCard": 4})
    assert str(error).startswith("actPair(first=2, secondCard=4) is not a legal move of Ada")


def test_many_legal_moves_are_shown_in_part(table):
    error = refused(table, ADA, "actPlay", {"cardId": 21})
    assert str(error).endswith("actPlay(cardId=12) and 8 more")


def test_an_action_that_the_moves_leave_out_is_illegal_and_told_the_others(table):
    error = refused(table, ADA, "actNone")
    assert error.code == "action.illegal"
    assert str(error).startswith(
        "actNone() is not a legal move of Ada in state 'turn'; legal: actPlay(cardId=1), "
    )


def test_a_refusal_raised_by_a_view_passes_too(games):
    code = (
        CODE
        + """
    def get_all_datas(self, current_player_id):
        raise UserException("not for you")
"""
    )
    table = Table.create(games.load(STATES, code), 2, seed="S")
    with pytest.raises(UserException, match="not for you"):
        table.view_for(ADA)


def test_the_authors_refusal_passes_with_its_values(table):
    error = refused(table, ADA, "actNo", {"why": "rain"})
    assert (type(error), error.code) == (UserException, "action.rule")
    assert (str(error), error.values) == ("No: rain", {"why": "rain"})


def test_the_first_reason_in_the_fixed_order_counts(table):
    """Each request is wrong in every later way too; one after the other is put right."""
    bad = {"cardId": "x"}
    order = [
        refused(table, BEN, "actPlya", bad),
        refused(table, BEN, "actOther", bad),
        refused(table, BEN, "actPlay", bad),
        refused(table, ADA, "actPlay", bad),
        refused(table, ADA, "actPlay", {"cardId": 99}),
        refused(table, ADA, "actNo"),
    ]
    assert [error.code for error in order] == [
        "action.unknown", "action.not_now", "action.not_your_turn", "action.argument", "action.illegal",
        "action.rule",
    ]  # fmt: skip
    table.act(ADA, "actStop")
    assert refused(table, BEN, "actPlya", bad).code == "table.over"


def test_nobody_to_act_is_said(games):
    definition = games.load(STATES, CODE.replace('return "turn"', 'return "other"'))
    table = Table.create(definition, 2, seed="S")
    assert table.active_players == []
    assert str(refused(table, ADA, "actOther")).endswith("to act: nobody")
    table.act(ADA, "actWave")


# -- arguments --------------------------------------------------------------------------------------------


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
