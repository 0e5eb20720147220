"""Who may act: BGA's rules for the active player and for several (V7-V12), and actions out of turn."""

import pytest

from aurum_states import ActionError, Table
from aurum_states.errors import GameError
from tests.engine.small_games import ADA, BEN, CLEO

STATES = """
states:
  one:
    type: activeplayer
    description: ""
    possibleActions: [actDo, actWave]
    transitions: {one: one, many: many, other: other, auto: auto}
  many:
    type: multipleactiveplayer
    description: ""
    possibleActions: [actDo, actWave, actOnlyMany]
    transitions: {one: one, many: many, other: other, auto: auto}
  other:
    type: multipleactiveplayer
    description: ""
    possibleActions: [actDo, actWave]
    transitions: {one: one, many: many}
  auto:
    type: game
    action: stAuto
    transitions: {one: one, many: many}
"""

CODE = '''
class SmallState(State):
    log: list[str] = []
    todo: str = "None"
    waved: list[PlayerId] = []

class Small(Game[SmallState]):
    """Does what the arguments say: the code of one expression, ``g`` being gamestate."""

    def setup_new_game(self, options: Options) -> SmallState:
        return SmallState()

    def arrange(self, position):
        self.gamestate.set_players_multiactive(position.get("multi", []), None)
        if position.get("active"):
            self.gamestate.change_active_player(position["active"])
        return position["state"]

    def run(self, code: str):
        return eval(code, {"self": self, "g": self.gamestate, "s": self.state})

    def moves_one(self, player) -> Moves:
        return {"actDo": ANY, "actWave": [()]}

    moves_many = moves_other = moves_one

    def act_do(self, code: str):
        done = self.run(code)
        return None if isinstance(done, bool) else done

    @action(check_active=False)
    def act_wave(self, current_player_id):
        self.state.waved.append(current_player_id)

    def act_only_many(self):
        pass

    def st_auto(self):
        return self.run(self.state.todo)
'''


@pytest.fixture
def at(games):
    definition = games.load(STATES, CODE)

    def start(state: str, active: int | None = ADA, multi: tuple[int, ...] = (), mode: str = "full") -> Table:
        position = {"state": state, "active": active, "multi": list(multi)}
        return Table.create(definition, 3, seed="S", position=position, mode=mode)

    return start


def do(table: Table, code: str, player: int = ADA):
    return table.act(player, "actDo", {"code": code})


def news(result, kind: str) -> list[dict]:
    return [one.args for one in result.notifications if one.type == kind]


# -- the active player ------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["full", "paranoid"])
@pytest.mark.parametrize(
    "code", [f"g.change_active_player({BEN})", "g.active_next_player()", "g.active_prev_player()"]
)
def test_the_active_player_cannot_change_in_an_active_player_state(at, code, mode):
    """V7; the framework of 2026 lets it be changed in a move that then leaves the state."""
    table = at("one", mode=mode)
    with pytest.raises(
        GameError, match="^Impossible to change active player during activeplayer type state"
    ) as caught:
        do(table, f"[{code}] and None")
    assert "'one'" in str(caught.value)
    assert caught.value.player == ADA
    assert table.active_players == [ADA]
    do(table, "None")
    do(table, f"[{code}] and 'other'")
    assert table.state == "other"


def test_the_active_player_changes_in_a_game_state_without_a_notification(at):
    """V7: the pages learn it from the next gameStateChange."""
    table = at("one")
    todo = f"g.change_active_player({CLEO}) or 'one'"
    result = do(table, f"setattr(s, 'todo', {todo!r}) or 'auto'")
    assert [one.type for one in result.notifications] == ["gameStateChange", "gameStateChange"]
    assert [one["active_player"] for one in news(result, "gameStateChange")] == [ADA, CLEO]
    assert table.active_players == [CLEO]


def test_the_active_player_changes_in_a_multi_state(at):
    """V7, as BGA's engine of 2024."""
    table = at("many", multi=(BEN,))
    do(table, f"g.change_active_player({CLEO}) or 'one'", BEN)
    assert (table.state, table.active_players) == ("one", [CLEO])


@pytest.mark.parametrize(
    ("active", "code", "now"),
    [
        (None, "g.active_next_player()", ADA),
        (ADA, "g.active_next_player()", BEN),
        (CLEO, "g.active_next_player()", ADA),
        (ADA, "g.active_prev_player()", CLEO),
        (CLEO, "g.active_prev_player()", BEN),
    ],
)
def test_next_and_previous_go_round_the_table(at, active, code, now):
    """V8: from nobody to the first player; both return the id of the new one."""
    table = at("many", active, multi=(BEN,))
    do(table, f"s.log.append(str({code})) or 'one'", BEN)
    assert table.active_players == [now]
    assert table.snapshot()["state"]["log"] == [str(now)]


@pytest.mark.parametrize("player", [0, 7, -1, None, "Ada", True])
def test_only_a_player_of_the_table_can_be_made_active(at, player):
    table = at("many", multi=(BEN,))
    message = (
        rf"Try to active a player that is not part of the game: {player} \(players: {ADA}, {BEN}, {CLEO}\)"
    )
    with pytest.raises(GameError, match=message):
        do(table, f"g.change_active_player({player!r})", BEN)


# -- several active players -------------------------------------------------------------------------------


def test_an_empty_list_makes_everybody_inactive_and_takes_the_transition(at):
    """V9."""
    table = at("many", multi=(ADA, CLEO))
    result = do(table, "s.log.append(str(g.set_players_multiactive([], 'one')))")
    assert (table.state, table.snapshot()["state"]["log"]) == ("one", ["True"])
    assert news(result, "gameStateMultipleActiveUpdate") == []


@pytest.mark.parametrize(("exclusive", "now"), [(False, [ADA, BEN, CLEO]), (True, [ADA, BEN])])
def test_players_are_made_active_in_seating_order_and_everybody_is_told(at, exclusive, now):
    """V9: the transition is not taken while somebody is active; the update lists all, also unchanged."""
    table = at("many", multi=(CLEO,))
    code = (
        f"s.log.append(str(g.set_players_multiactive([{BEN}, {ADA}, {BEN}], 'one', exclusive={exclusive})))"
    )
    result = do(table, code, CLEO)
    assert (table.state, table.active_players) == ("many", now)
    assert table.snapshot()["state"]["log"] == ["False"]
    assert news(result, "gameStateMultipleActiveUpdate") == [{"active": now}]
    again = do(table, f"g.set_players_multiactive({now}, 'one') and None")
    assert news(again, "gameStateMultipleActiveUpdate") == [{"active": now}]


def test_unknown_players_cannot_be_made_active(at):
    table = at("many", multi=(CLEO,))
    with pytest.raises(GameError, match=rf"no such player: 5, 7 \(players: {ADA}, {BEN}, {CLEO}\)"):
        do(table, f"g.set_players_multiactive([7, {ADA}, 5], 'one')", CLEO)


def test_a_player_is_made_inactive_and_the_last_one_takes_the_transition(at):
    table = at("many", multi=(ADA, BEN))
    result = do(table, f"s.log.append(str(g.set_player_non_multiactive({ADA}, 'one')))")
    assert (table.state, table.active_players) == ("many", [BEN])
    assert news(result, "gameStateMultipleActiveUpdate") == [{"active": [BEN]}]
    do(table, f"s.log.append(str(g.set_player_non_multiactive({BEN}, 'one')))", BEN)
    assert table.state == "one"
    assert table.snapshot()["state"]["log"] == ["False", "True"]


def test_a_player_who_is_inactive_already_changes_nothing(at):
    """V10: no transition, no notification, not even when nobody is active."""
    table = at("many", multi=(ADA,))
    result = do(table, f"s.log.append(str(g.set_player_non_multiactive({BEN}, 'one')))")
    assert (table.state, result.notifications) == ("many", ())
    table = at("many", multi=())
    assert table.active_players == []
    table.act(BEN, "actWave")
    assert table.state == "many"
    table = at("one")
    do(table, f"s.log.append(str(g.set_player_non_multiactive({BEN}, 'many')))")
    assert (table.state, table.snapshot()["state"]["log"]) == ("one", ["False"])


def test_flags_survive_leaving_a_multi_state(at):
    """V11."""
    table = at("many", multi=(ADA, BEN))
    do(table, "'one'")
    assert (table.state, table.active_players) == ("one", [ADA])
    do(table, "'other'")
    assert (table.state, table.active_players) == ("other", [ADA, BEN])


def test_all_on_and_all_off(at):
    table = at("many", multi=(BEN,))
    result = do(table, "g.set_all_players_multiactive()", BEN)
    assert table.active_players == [ADA, BEN, CLEO]
    assert news(result, "gameStateMultipleActiveUpdate") == [{"active": [ADA, BEN, CLEO]}]
    do(table, "g.set_all_players_non_multiactive('one') and None", BEN)
    assert (table.state, table.active_players) == ("one", [ADA])


@pytest.mark.parametrize("target", ["'one'", "2", "self._setup.definition.graph['one']"])
def test_a_setters_target_is_a_name_an_id_or_a_state(at, target):
    table = at("many", multi=(BEN,))
    do(table, f"g.set_player_non_multiactive({BEN}, {target}) and None", BEN)
    assert table.state == "one"


def test_a_setter_that_moved_on_and_a_returned_target_are_one_too_many(at):
    table = at("many", multi=(BEN,))
    with pytest.raises(
        GameError, match="took a transition by next_state .or a setter. and also returned 'one'"
    ):
        do(table, f"g.set_player_non_multiactive({BEN}, 'one') and 'one'", BEN)
    do(table, f"g.set_player_non_multiactive({ADA}, 'one') or 'one'", BEN)
    assert table.state == "one"


def test_setters_work_in_a_game_state_before_a_multi_state_is_entered(at):
    """The update goes out before the gameStateChange, which then says who is active."""
    table = at("one")
    result = do(table, "setattr(s, 'todo', \"g.set_all_players_multiactive() or 'many'\") or 'auto'")
    assert [one.type for one in result.notifications] == [
        "gameStateChange", "gameStateMultipleActiveUpdate", "gameStateChange",
    ]  # fmt: skip
    assert result.notifications[-1].args["multiactive"] == [ADA, BEN, CLEO]


def test_a_simulation_has_the_same_players_active(at):
    for code in (
        "g.set_all_players_multiactive()",
        "g.set_players_multiactive([], 'one') and None",
        f"g.set_players_multiactive([{CLEO}], 'one', exclusive=True) and None",
        f"g.set_player_non_multiactive({BEN}, 'other') and None",
        "g.set_all_players_non_multiactive('other') and None",
    ):
        tables = [at("many", multi=(BEN,), mode=mode) for mode in ("full", "simulation", "paranoid")]
        for table in tables:
            do(table, code, BEN)
        assert len({(table.state, tuple(table.active_players), table.digest) for table in tables}) == 1


def test_what_the_game_can_ask(at):
    table = at("many", multi=(BEN, CLEO))
    code = f"s.log.extend([str(g.active_players), str(g.is_player_active({BEN})), str(g.is_player_active({ADA}))])"
    do(table, code, BEN)
    assert table.snapshot()["state"]["log"] == [str([BEN, CLEO]), "True", "False"]
    table = at("one")
    do(table, code)
    assert table.snapshot()["state"]["log"] == [str([ADA]), "False", "True"]
    do(table, "setattr(s, 'todo', \"s.log.append(str(g.active_players)) or 'one'\") or 'auto'")
    assert table.snapshot()["state"]["log"][-1] == "[]"


# -- out of turn ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "multi"), [("one", ()), ("many", (ADA,)), ("other", ()), ("many", (ADA, BEN, CLEO))]
)
def test_an_action_out_of_turn_is_open_to_every_player_in_every_player_state(at, state, multi):
    table = at(state, multi=multi)
    for player in (CLEO, ADA, BEN):
        assert "actWave" in table.legal_moves(player)
        table.act(player, "actWave")
    assert table.snapshot()["state"]["waved"] == [CLEO, ADA, BEN]
    assert table.moves_made == 3


def test_who_is_not_active_gets_actions_out_of_turn_only(at):
    table = at("one")
    assert list(table.legal_moves(BEN)) == ["actWave"]
    assert list(table.legal_moves(ADA)) == ["actDo", "actWave"]
    with pytest.raises(ActionError) as caught:
        do(table, "None", BEN)
    assert caught.value.code == "action.not_your_turn"


@pytest.mark.parametrize("stranger", [7, 0, None, "Ada"])
def test_a_spectator_cannot_act_out_of_turn(at, stranger):
    for state in ("one", "many"):
        with pytest.raises(ActionError, match=f"{stranger} is no player of this table") as caught:
            at(state).act(stranger, "actWave")
        assert caught.value.code == "action.not_your_turn"


@pytest.mark.parametrize("stranger", [7, 0, None, "Ada"])
def test_a_spectator_has_no_moves(at, stranger):
    """The game's code is never asked about somebody who does not sit here."""
    for state in ("one", "many"):
        assert at(state).legal_moves(stranger) == {}
        assert at(state).possible_moves(stranger) == []


def test_a_wrong_action_out_of_turn_is_impossible_rather_than_not_your_turn(at):
    """V12: the action is looked at before the turn."""
    with pytest.raises(ActionError, match="^This game action is impossible right now") as caught:
        at("one").act(BEN, "actOnlyMany")
    assert caught.value.code == "action.not_now"


def test_moves_that_offer_an_unknown_action_are_found_when_they_are_looked_up(games):
    table = games.table(
        STATES, CODE.replace('"actWave": [()]}', '"actWvae": [()]}'), players=3, position={"state": "one"}
    )
    with pytest.raises(
        GameError, match=r"'actWvae', which is none of its possibleActions \(did you mean 'actWave'"
    ):
        table.legal_moves(BEN)
