"""What BGA adds to notifications: messages, own parts, decorators, its own types, what is kept in the log."""

import pytest

from aurum_states import Notification, NotificationMessage, Table, UserException
from aurum_states.definitions.notification_types import FRAMEWORK_TYPES
from aurum_states.engine.messages import fill, unfilled
from aurum_states.errors import GameError, NotificationArgsError, StateError
from tests.engine.small_games import ADA, BEN, CLEO, GameMaker

STATES = "states: {turn: {type: activeplayer, possibleActions: [actTell]}}"
CODE = """
from aurum_states import NotificationMessage

class SmallState(State):
    n: int = 0

class Small(Game[SmallState]):
    def init_table(self):
        INIT

    def decorate(self, log, args):
        if "card" in args:
            args["card_name"] = f"card {args['card']}"
        return args

    def setup_new_game(self, options: Options) -> SmallState:
        self.gamestate.active_next_player()
        return SmallState()

    def moves_turn(self, player) -> Moves:
        return {"actTell": ANY}

    def act_tell(self, code: str):
        exec(code, {"self": self, "notify": self.notify, "Message": NotificationMessage, "UserException": UserException})
"""


def table_with(games: GameMaker, init: str = "pass", mode: str = "paranoid") -> Table:
    return games.table(STATES, CODE.replace("INIT", init), players=3, mode=mode)


@pytest.fixture
def table(games: GameMaker) -> Table:
    return table_with(games)


def tell(table: Table, code: str) -> tuple[Notification, ...]:
    return table.act(ADA, "actTell", {"code": code}).notifications


def seen(told: Notification, player: int | None) -> tuple[str, dict]:
    one = told.seen_by(player)
    assert one is not None
    return one.text, one.args


# -- messages ---------------------------------------------------------------------------------------------


def test_a_message_is_a_text_with_its_arguments(table):
    (one,) = tell(table, "notify.all('x', Message('${a} and ${b}', {'a': 1, 'b': 2}), b=3)")
    assert (one.log, one.text, one.args) == ("${a} and ${b}", "1 and 3", {"a": 1, "b": 3})
    (one,) = tell(table, f"notify.player({BEN}, 'x', Message('quiet'))")
    assert (one.audience, one.text, one.args) == (BEN, "quiet", {})


def test_no_text_at_all_is_refused_in_bga_s_words(table):
    with pytest.raises(StateError) as caught:
        tell(table, "notify.all('x', None)")
    text = "Can't notify with null notification log message - please use an empty string instead"
    assert text in str(caught.value)
    with pytest.raises(StateError, match="notification 'x': the log must be a text, not 5"):
        tell(table, "notify.player(self.players[0], 'x', 5)")


def test_an_exception_takes_a_message_too(table):
    assert str(UserException(NotificationMessage("You need ${n} more", {"n": 2}))) == "You need 2 more"
    with pytest.raises(UserException) as caught:
        tell(table, "raise UserException(Message('${a}', {'a': {'log': 'deep ${b}', 'args': {'b': 1}}}))")
    assert caught.value.message == "deep 1"


# -- names of players -------------------------------------------------------------------------------------


def test_several_names_come_from_several_ids(table):
    code = f"notify.all('x', '${{player_name}} ${{player_name2}}', player_id={BEN}, player_id2={CLEO})"
    assert tell(table, code)[0].text == "Ben Cleo"
    with pytest.raises(NotificationArgsError):
        tell(table, f"notify.all('x', '${{player_name2}}', player_id={BEN})")


def test_numbers_take_the_place_of_ids(games):
    table = table_with(games, "self.notify.set_use_no()")
    one, other = tell(
        table,
        "notify.all('x', '${player_name} ${player_name2}', player_no=2, player_no2=3, _private={1: {'a': 5}})\n"
        "notify.player(3, 'y')",
    )
    assert (one.text, other.audience) == ("Ben Cleo", CLEO)
    assert one.own is not None
    assert list(one.own) == [ADA]
    with pytest.raises(StateError, match="no such player"):
        tell(table, f"notify.player({BEN}, 'y')")


# -- private parts ----------------------------------------------------------------------------------------


def test_each_player_gets_their_own_part_and_nobody_another_s(table):
    (told,) = tell(
        table,
        "notify.all('draw', '${player_name} draws ${_private.card}', player_id=self.players[0],"
        " _private={self.players[0]: {'card': 'S7'}, self.players[1]: Message('${player_name} draws ${what}', {'what': 'it'})})",
    )
    assert seen(told, ADA) == (
        "Ada draws S7", {"player_id": ADA, "player_name": "Ada", "_private": {"card": "S7"}},
    )  # fmt: skip
    assert seen(told, BEN) == ("Ada draws it", {"player_id": ADA, "player_name": "Ada", "what": "it"})
    for other in (CLEO, None):
        assert seen(told, other) == ("Ada draws ", {"player_id": ADA, "player_name": "Ada"})
    assert "S7" not in str(told.args) + told.text
    assert [one.audience for one in told.by_audience()] == [None, ADA, BEN]
    assert all(one.own is None for one in told.by_audience())


def test_what_is_for_one_player_is_for_nobody_else(table):
    (told,) = tell(table, f"notify.player({BEN}, 'x')")
    assert told.seen_by(BEN) is told
    assert told.seen_by(ADA) is told.seen_by(None) is None
    assert told.by_audience() == [told]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("_private=[1]", "_private must be a dict by players' ids, not [1]"),
        ("_private={9: {'a': 1}}", "_private has 9, no player at this table"),
        ("_private={'active': {'a': 1}}", "_private has 'active', no player at this table"),
        (
            f"_private={{{ADA}: 5}}",
            "_private holds arguments or a NotificationMessage for each player, not 5",
        ),
        (f"_private={{{ADA}: {{'a': object()}}}}", "an argument cannot be sent as JSON"),
    ],
)
def test_what_is_no_private_part(table, given, message):
    with pytest.raises(StateError) as caught:
        tell(table, f"notify.all('x', '', {given})")
    assert message in str(caught.value)
    assert caught.value.handler == "act_tell"


@pytest.mark.parametrize(
    "code",
    [
        f"notify.all('x', '${{_private.b}}', _private={{{ADA}: {{'a': 1}}}})",
        f"notify.all('x', '', _private={{{ADA}: Message('${{b}}', {{'a': 1}})}})",
        "notify.all('x', '${_private.b}')",
    ],
)
def test_a_placeholder_of_a_private_part_needs_its_argument_too(table, code):
    with pytest.raises(NotificationArgsError, match=r"has the placeholder \$\{(_private\.)?b\}"):
        tell(table, code)


def test_a_private_part_is_for_all_only(table):
    with pytest.raises(StateError, match="_private must be for notify.all only"):
        tell(table, f"notify.player({BEN}, 'x', _private={{{BEN}: {{}}}})")


# -- decorators -------------------------------------------------------------------------------------------


def test_decorators_complete_the_arguments_of_every_notification(games):
    table = table_with(
        games,
        "self.notify.add_decorator(self.decorate)\n"
        "        self.notify.add_decorator(lambda log, args: {**args, 'twice': log * 2})",
    )
    told = tell(
        table, "notify.all('x', '${card_name}', card=3)\nnotify.player(self.players[1], 'y', Message('z'))"
    )
    assert [(one.text, one.args) for one in told] == [
        ("card 3", {"card": 3, "card_name": "card 3", "twice": "${card_name}${card_name}"}),
        ("z", {"twice": "zz"}),
    ]
    again = Table.restore(table.definition, table.snapshot(), mode="paranoid")
    assert tell(again, "notify.all('x', '${card_name}', card=3)")[0].text == "card 3"


def test_a_decorator_that_forgets_to_return_is_blamed(games):
    table = table_with(games, "self.notify.add_decorator(lambda log, args: args.update(a=1))")
    with pytest.raises(
        StateError, match="notification 'x': <lambda> must return the arguments as a dict, not None"
    ):
        tell(table, "notify.all('x')")


def test_what_fails_while_the_table_is_made_ready_is_the_game_s_fault(games):
    with pytest.raises(GameError) as caught:
        table_with(games, "self.notify.add_decorater(1)")
    assert caught.value.handler == "init_table"


def test_a_simulation_runs_no_decorator(games):
    table = table_with(games, "self.notify.add_decorator(lambda log, args: 1 / 0)", mode="simulation")
    assert tell(table, "notify.all('x', None)\nnotify.player(5, 'yourturnack')") == ()


# -- BGA's own types --------------------------------------------------------------------------------------


@pytest.mark.parametrize("type", sorted(FRAMEWORK_TYPES))
def test_a_type_of_bga_s_own_is_refused(table, type):  # noqa: A002
    for call in (f"notify.all({type!r}, 'x')", f"notify.player({BEN}, {type!r})"):
        with pytest.raises(StateError, match=f"notification '{type}': this type is BGA's own"):
            tell(table, call)


@pytest.mark.parametrize("type", ["message", "tableWindow", "simplePause", "played"])
def test_these_are_free_to_use(table, type):  # noqa: A002
    assert [one.type for one in tell(table, f"notify.all({type!r}, 'x', time=5)")] == [type]


# -- the log ----------------------------------------------------------------------------------------------


def test_the_log_keeps_what_its_text_names_and_what_is_preserved(table):
    (told,) = tell(
        table,
        f"notify.all('x', '${{player_name}} ${{a}}', player_id={BEN}, a=1, b=2, c=3, i18n=['a', 'b'], "
        "preserve=['d'], d=4)",
    )
    assert told.history == {
        "player_id": BEN, "a": 1, "b": 2, "i18n": ["a", "b"], "preserve": ["d"], "d": 4, "player_name": "Ben",
    }  # fmt: skip
    assert set(told.args) - set(told.history) == {"c"}


@pytest.mark.parametrize(
    ("log", "args", "text", "missing"),
    [
        ("a ${b}", {"b": {"log": "<${c}>", "args": {"c": 1}}}, "a <1>", []),
        ("a ${b}", {"b": {"log": "<${c}>"}}, "a <${c}>", ["c"]),
        ("a ${b}", {"b": {"log": "<${c}>", "args": None}}, "a <${c}>", ["c"]),
        ("a", {"unused": {"log": "${d}", "args": {}}}, "a", ["d"]),
        ("${_private.x}", {"_private": {"x": 1}}, "1", []),
        ("${_private.x}", {"_private": {"y": 1}}, "${_private.x}", ["_private.x"]),
        ("${_private.x}", {}, "", ["_private.x"]),
        ("${b}", {"b": {"nolog": 1}}, "{'nolog': 1}", []),
    ],
)
def test_texts_among_the_arguments_are_filled_first(log, args, text, missing):
    assert fill(log, args) == text
    assert list(unfilled(log, args)) == missing
