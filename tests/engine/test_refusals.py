"""Requests that are refused: the code, its values, and a message that says what would have been right."""

import pytest

from aurum_states import NotificationMessage, SystemException, Table, VisibleSystemException
from aurum_states.errors import (
    ActionNotPossibleError,
    GameOverError,
    IllegalMoveError,
    NotActivePlayerError,
    UnknownActionError,
    UserException,
)
from tests.engine.asking_game import CODE, STATES, refused
from tests.engine.small_games import ADA, BEN, CLEO


@pytest.fixture(scope="module")
def definition(tmp_path_factory):
    from tests.engine.small_games import GameMaker

    return GameMaker(tmp_path_factory.mktemp("refusals")).load(STATES, CODE)


@pytest.fixture
def table(definition) -> Table:
    return Table.create(definition, 2, seed="S")


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


def test_the_author_s_exceptions_stay_what_they_are(games):
    """BGA's three: refused with a message, told as an unexpected error, and one that players do not see."""
    states = "states: {turn: {type: activeplayer, possibleActions: [actRaise]}}"
    code = """
    from aurum_states import NotificationMessage, SystemException

    class SmallState(State):
        n: int = 0

    class Small(Game[SmallState]):
        def setup_new_game(self, options: Options) -> SmallState:
            self.gamestate.active_next_player()
            return SmallState()

        def moves_turn(self, player) -> Moves:
            return {"actRaise": ANY}

        def act_raise(self, name: str):
            self.state.n = 1
            raise globals()[name](NotificationMessage("no ${what}", {"what": "way"}))
    """
    table = games.table(states, code)
    for kind in (UserException, VisibleSystemException, SystemException):
        with pytest.raises(kind, match="no way") as caught:
            table.act(ADA, "actRaise", {"name": kind.__name__})
        assert type(caught.value) is kind
        assert table.snapshot()["state"] == {}
    assert issubclass(SystemException, VisibleSystemException)
    assert not issubclass(UserException, VisibleSystemException)
    assert str(VisibleSystemException(NotificationMessage("${a}", {"a": 1}))) == "1"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("[1]", r"it returned \[1\]"),
        ('{"actGo": 5}', "it returned 5 for 'actGo'"),
        ("None", "it returned None"),
    ],
)
def test_legal_moves_that_are_none_are_the_fault_of_their_method(games, answer, said):
    from aurum_states.errors import GameError
    from tests.engine.walking_game import HEAD

    code = HEAD.replace('return {"actGo": ANY}', f"return {answer}") + "\n    def act_go(self): ...\n"
    states = "states: {turn: {type: activeplayer, description: '', possibleActions: [actGo]}}"
    table = games.table(states, code)
    before = table.snapshot()
    with pytest.raises(GameError, match=f"moves_turn must return a dict of actions.*{said}"):
        table.act(ADA, "actGo")
    assert table.snapshot() == before
