"""What players are told and shown: notifications, args, views, titles."""

import pytest

from aurum_states import Notification, Table
from aurum_states.errors import GameError, NotificationArgsError, StateError
from tests.engine.small_games import ADA, BEN, CLEO, GameMaker

STATES = """
states:
  turn:
    id: 12
    name: playerTurn
    type: activeplayer
    description: ${actplayer} must do ${what}
    descriptionMyTurn: ${you} must do ${what}
    args: argTurn
    possibleActions: [actTell]
    updateGameProgression: true
    transitions: {many: many, quiet: quiet, end: gameEnd}
  many:
    type: multipleactiveplayer
    description: ${actplayer} or others wait
    possibleActions: [actTell]
    transitions: {turn: turn}
  quiet:
    type: activeplayer
    description: ""
    possibleActions: [actTell]
"""
CODE = """
class Suit(Enum):
    RED = "red"

class Tile(msgspec.Struct, frozen=True):
    x: int

class SmallState(State):
    hands: dict[PlayerId, list[int]]
    n: int = 0

class Small(Game[SmallState]):
    def setup_new_game(self, options: Options) -> SmallState:
        return SmallState({player: [no] for no, player in enumerate(self.players)})

    def first_state(self):
        self.gamestate.active_next_player()
        return "turn"

    def moves_turn(self, player) -> Moves:
        return {"actTell": ANY}

    moves_many = moves_quiet = moves_turn

    def arg_turn(self, active_player_id):
        secret = {player: hand for player, hand in self.state.hands.items()}
        return {"what": "this", "n": self.state.n, "_private": secret}

    def act_tell(self, code: str):
        where = {"self": self, "s": self.state, "notify": self.notify, "Suit": Suit, "Tile": Tile}
        exec(code, where)
        return where.get("go")

    def get_all_datas(self, current_player_id):
        hand = self.state.hands[current_player_id] if current_player_id else None
        players = {player: {"cards": len(hand)} for player, hand in self.state.hands.items()}
        return {"hand": hand, "n": self.state.n, "seen_by": current_player_id, "players": players}

    def get_game_progression(self):
        return 37.4
"""


@pytest.fixture(scope="module")
def definition(tmp_path_factory):
    return GameMaker(tmp_path_factory.mktemp("news")).load(STATES, CODE)


@pytest.fixture
def table(definition) -> Table:
    return Table.create(definition, 3, seed="S")


def tell(table: Table, code: str) -> tuple[Notification, ...]:
    return table.act(ADA, "actTell", {"code": code}).notifications


# -- notifications ----------------------------------------------------------------------------------------


def test_a_notification_says_to_whom_what_and_with_which_values(table):
    one, other = tell(
        table,
        f"notify.all('took', '${{player_name}} takes ${{card}}', player_id={BEN}, card='S7')\n"
        f"notify.player({CLEO}, 'peek', 'You see ${{card}}', card='G3', extra=[1, None])",
    )
    assert (one.audience, one.type, one.log) == (None, "took", "${player_name} takes ${card}")
    assert one.args == {"player_id": BEN, "card": "S7", "player_name": "Ben"}
    assert one.text == "Ben takes S7"
    assert (other.audience, other.text, other.args["extra"]) == (CLEO, "You see G3", [1, None])


def test_what_is_silent_has_no_text(table):
    (one,) = tell(table, "notify.all('tick')")
    assert (one.log, one.text, one.args) == ("", "", {})


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (
            "notify.all('took', '${player_name} takes ${card}', player_id=1, crad=5)",
            "notification 'took': the text '${player_name} takes ${card}' has the placeholder ${player_name}, but "
            "the arguments have no 'player_name' (given: crad, player_id)",
        ),
        (
            "notify.player(self.players[0], 'x', 'a ${b}')",
            "notification 'x': the text 'a ${b}' has the placeholder ${b}, but the arguments have no 'b' (given: none)",
        ),
        ("notify.all('x', '${}')", "has the placeholder ${}, but the arguments have no ''"),
        ("notify.all('x', '${player_name}')", "has the placeholder ${player_name}"),
        ("notify.all('x', '${a} ${a.b}', a=1)", "has the placeholder ${a.b}"),
    ],
)
def test_a_placeholder_without_an_argument_is_an_error_naming_both(table, code, message):
    with pytest.raises(NotificationArgsError) as caught:
        tell(table, code)
    assert message in str(caught.value)
    assert caught.value.type in ("took", "x")
    assert f"${{{caught.value.missing}}}" in code
    assert (caught.value.state, caught.value.handler) == ("turn", "act_tell")
    assert tell(table, "notify.all('x', '${b}', b=1)")[0].text == "1"


def test_a_name_that_is_given_is_not_replaced(table):
    (one,) = tell(table, f"notify.all('x', '${{player_name}}', player_id={BEN}, player_name='Somebody')")
    assert one.text == "Somebody"


def test_a_text_may_hold_texts_with_arguments_of_their_own(table):
    code = "notify.all('x', 'a ${b}', b={'log': '<${c} ${d}>', 'args': {'c': {'log': 'deep'}}})"
    assert tell(table, code)[0].text == "a <deep ${d}>"


@pytest.mark.parametrize("text", ["$", "${", "$ {a}", "}{", "100 %", "{0}", "$$", "%s"])
def test_a_text_that_only_looks_like_a_placeholder(table, text):
    assert tell(table, f"notify.all('x', {text!r})")[0].text == text


def test_arguments_are_frozen_at_the_call(table):
    (one,) = tell(
        table,
        f"hand = s.hands[{ADA}]\nnotify.all('x', '', hand=hand, suit=Suit.RED, tile=Tile(3))\nhand.append(9)",
    )
    assert one.args == {"hand": [0], "suit": "red", "tile": {"x": 3}}
    one.args["hand"].append(5)
    assert one.args["hand"] == [0]
    assert table.snapshot()["state"]["hands"][str(ADA)] == [0, 9]


@pytest.mark.parametrize("value", ["object()", "self", "{1: object()}", "lambda: 1", "{(1, 2): 3}"])
def test_a_value_that_cannot_be_sent_fails_where_it_is_written(table, value):
    with pytest.raises(GameError, match="notification 'x': an argument cannot be sent as JSON") as caught:
        tell(table, f"notify.all('x', '', thing={value})")
    assert isinstance(caught.value, StateError)
    assert caught.value.handler == "act_tell"


@pytest.mark.parametrize("player", [0, 7, None, "'Ada'"])
def test_only_a_player_can_be_told(table, player):
    with pytest.raises(StateError, match=r"notify.player\(.*, 'x'\): no such player at this table"):
        tell(table, f"notify.player({player}, 'x')")


def test_arguments_may_be_called_as_the_parameters_are(table):
    (one,) = tell(table, "notify.all('x', '${type} ${log}', type=1, log=2, self=3)")
    assert one.text == "1 2"


def test_a_simulation_tells_nobody_and_plays_the_same(definition):
    table = Table.create(definition, 3, seed="S", mode="simulation")
    assert table.opening.notifications == ()
    assert tell(table, "notify.all('x', '${missing}')\nnotify.player(5, 'x')\ns.n = 4") == ()
    assert table.snapshot()["state"]["n"] == 4


# -- views ------------------------------------------------------------------------------------------------


def test_a_view_is_the_games_data_with_players_order_and_state(table):
    tell(table, f"self.player_score.set({BEN}, 12)\ns.n = 3")
    view = table.view_for(BEN)
    there = {"zombie": 0, "eliminated": 0}
    assert view["players"] == {
        ADA: {"id": ADA, "no": 1, "name": "Ada", "color": "ff0000", "score": 0, **there, "cards": 1},
        BEN: {"id": BEN, "no": 2, "name": "Ben", "color": "008000", "score": 12, **there, "cards": 1},
        CLEO: {"id": CLEO, "no": 3, "name": "Cleo", "color": "0000ff", "score": 0, **there, "cards": 1},
    }
    assert view["playerorder"] == [BEN, CLEO, ADA]
    assert view["gamestate"] == {
        "id": 12, "name": "playerTurn", "type": "activeplayer", "active_player": ADA,
        "args": {"what": "this", "n": 3, "_private": [1]}, "updateGameProgression": 37,
    }  # fmt: skip
    assert {key: view[key] for key in ("hand", "n", "seen_by")} == {"hand": [1], "n": 3, "seen_by": BEN}
    assert list(view) == ["players", "playerorder", "gamestate", "hand", "n", "seen_by"]


def test_a_spectator_sees_nothing_private(table):
    view = table.view_for(None)
    assert view["playerorder"] == [ADA, BEN, CLEO]
    assert view["hand"] is None
    assert view["gamestate"]["args"] == {"what": "this", "n": 0}


def test_each_player_sees_their_own_private_args_only(table):
    for number, player in enumerate((ADA, BEN, CLEO)):
        assert table.args_for(player) == {"what": "this", "n": 0, "_private": [number]}
    assert "_private" not in table.args_for(None)
    assert "_private" not in table.args_for(77)


def test_a_view_of_a_multi_state_lists_who_is_active(table):
    tell(table, f"self.gamestate.set_players_multiactive([{CLEO}, {BEN}], 'x')\ngo = 'many'")
    gamestate = table.view_for(ADA)["gamestate"]
    assert gamestate["multiactive"] == [BEN, CLEO]
    assert gamestate["args"] == {}
    assert "updateGameProgression" not in gamestate


def test_nobody_else_has_a_view(table):
    with pytest.raises(KeyError):
        table.view_for(77)


def test_a_view_is_the_callers(table):
    before = table.snapshot()
    view = table.view_for(ADA)
    view["hand"].append(9)
    view["players"][ADA]["cards"] = 9
    view["gamestate"]["args"]["_private"].append(1)
    assert table.view_for(ADA)["hand"] == [0]
    assert table.snapshot() == before


def test_titles_are_filled_for_each_seat(table):
    assert table.title_for(ADA) == "You must do this"
    assert table.title_for(BEN) == table.title_for(None) == "Ada must do this"
    tell(table, f"self.gamestate.set_players_multiactive([{CLEO}, {BEN}], 'x')\ngo = 'many'")
    assert table.title_for(ADA) == " or others wait"
    assert table.title_for(BEN) == " or others wait"
    tell_as = table.act(BEN, "actTell", {"code": f"self.gamestate.set_player_non_multiactive({BEN}, 'x')"})
    assert tell_as.notifications[0].args == {"active": [CLEO]}
    assert table.title_for(ADA) == "Cleo or others wait"


def test_a_state_without_a_title_has_none(table):
    tell(table, "go = 'quiet'")
    assert table.title_for(ADA) == ""


def test_views_that_fail_or_return_nonsense_blame_the_game(games):
    code = CODE.replace('return {"hand": hand,', 'return [hand] and {"thing": object(),')
    table = games.table(STATES, code)
    with pytest.raises(GameError, match="object"):
        table.view_for(ADA)
    table = games.table(STATES, CODE.replace('return {"hand": hand,', 'return None and {"hand": hand,'))
    with pytest.raises(GameError, match="get_all_datas must return a dict, not NoneType"):
        table.view_for(ADA)
