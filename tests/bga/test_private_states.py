"""Private parallel states (V13, V14, and what stands beside them in BGA's documentation)."""

import pytest

from aurum_states import ActionError, DefinitionError, Table
from aurum_states.errors import GameError, SetupError
from tests.bga.scripted_game import Scripted
from tests.engine.small_games import ADA, BEN, CLEO


@pytest.fixture(params=["full", "paranoid"])
def scripted(games, request) -> Scripted:
    """A table of three at the scripted game, on the framework of 2026."""
    return Scripted(games, mode=request.param)


def told(result, kind: str) -> list[tuple[int | None, dict]]:
    return [(one.audience, one.args) for one in result.notifications if one.type == kind]


def refused(table: Table, player: int, action: str, **args) -> str:
    with pytest.raises(ActionError) as caught:
        table.act(player, action, args)
    return caught.value.code


# -- who is where -----------------------------------------------------------------------------------------


def test_players_begin_in_the_masters_initial_private_state(scripted):
    result = scripted.plan(ADA, BEN)
    table = scripted.table
    assert (table.state, table.active_players) == ("plan", [ADA, BEN])
    assert [table.state_for(player) for player in (ADA, BEN, CLEO, None)] == [
        "choose",
        "choose",
        "plan",
        "plan",
    ]
    assert told(result, "newPrivateState") == [
        (ADA, {"id": 20, "args": {"what": "a card 1"}}),
        (BEN, {"id": 20, "args": {"what": "a card 2"}}),
    ]
    assert [tuple(one) for one in result.transitions] == [
        ("one", "plan", "plan"),
        ("plan", None, "choose"),
        ("plan", None, "choose"),
    ]


def test_v13_an_active_player_in_a_private_state_has_its_actions_in_place_of_the_masters(scripted):
    scripted.plan(ADA, BEN)
    table = scripted.table
    for action in ("actMaster", "actWave"):
        with pytest.raises(ActionError, match="^This game action is impossible right now") as caught:
            table.act(ADA, action)
        assert caught.value.code == "action.not_now"
        assert "'choose', where players may actDo, actPick" in str(caught.value)
    table.act(ADA, "actPick", {"number": 7})
    assert table.state_for(ADA) == "confirm"


def test_v13_an_inactive_player_is_held_against_the_master(scripted):
    scripted.plan(ADA, BEN)
    table = scripted.table
    assert list(table.legal_moves(CLEO)) == ["actWave"]
    table.act(CLEO, "actWave")
    assert refused(table, CLEO, "actMaster") == "action.not_your_turn"
    assert refused(table, CLEO, "actPick", number=7) == "action.not_now"


def test_v13_check_possible_action_asks_no_turn(scripted):
    """Both checks look at the private state of who acts, at the master for who is not active."""
    scripted.plan(ADA, BEN)
    scripted.script(wave="log([g.check_possible_action('actMaster'), self.check_action('actMaster', False)])")
    scripted.table.act(CLEO, "actWave")
    assert scripted.log[-1] == "[None, False]"
    scripted.do("log([g.check_possible_action('actPick'), self.check_action('actPick')])", BEN)
    assert scripted.log[-1] == "[None, True]"
    with pytest.raises(ActionError, match="^This game action is impossible right now: actMaster"):
        scripted.do("self.check_action('actMaster')", BEN)


def test_a_private_state_counts_only_while_its_player_is_active_and_is_not_forgotten(scripted):
    scripted.plan(ADA, BEN)
    table = scripted.table
    scripted.do(f"g.set_player_non_multiactive({ADA}, 'one')", ADA)
    assert (table.state_for(ADA), scripted.private) == ("plan", {ADA: "choose", BEN: "choose"})
    assert "private_state" not in table.view_for(ADA)["gamestate"]
    scripted.do(f"g.set_players_multiactive([{ADA}], 'one')", BEN)
    assert table.state_for(ADA) == "choose"


def test_leaving_the_master_clears_nothing(scripted):
    """Who is active in a master again is back in the private state that they were in."""
    scripted.plan(ADA, BEN)
    scripted.table.act(BEN, "actPick", {"number": 2})
    scripted.script(st_plan="None")
    scripted.do("g.next_state('one')")
    table = scripted.table
    assert (table.state, table.state_for(ADA)) == ("one", "one")
    assert scripted.private == {ADA: "choose", BEN: "confirm"}
    scripted.do("'other'")
    assert table.state_for(BEN) == "other"
    scripted.do("'plan'")
    assert [table.state_for(player) for player in (ADA, BEN)] == ["choose", "confirm"]


# -- setters ----------------------------------------------------------------------------------------------


def test_unset_leaves_the_masters_actions(scripted):
    scripted.plan(ADA, BEN, CLEO)
    scripted.do(f"g.unset_private_state({BEN})")
    assert scripted.table.state_for(BEN) == "plan"
    assert list(scripted.table.legal_moves(BEN)) == ["actDo", "actWave", "actMaster"]
    scripted.table.act(BEN, "actMaster")
    scripted.do(f"g.unset_private_state_for_players([{ADA}, {BEN}])")
    assert scripted.private == {CLEO: "choose"}
    scripted.do("g.unset_private_state_for_all_players()")
    assert scripted.private == {}


def test_initialise_does_not_ask_whether_the_player_is_active(scripted):
    scripted.plan(ADA)
    result = scripted.do(f"g.initialize_private_state({CLEO})")
    assert [player for player, _ in told(result, "newPrivateState")] == [CLEO]
    assert scripted.table.state_for(CLEO) == "plan"
    assert scripted.private == {ADA: "choose", CLEO: "choose"}


@pytest.mark.parametrize(
    ("code", "now"),
    [
        (f"g.next_private_state({BEN}, 'confirm')", ["choose", "confirm", "choose"]),
        (f"g.next_private_state({BEN}, 30)", ["choose", "confirm", "choose"]),
        (
            f"g.next_private_state({BEN}, self._setup.definition.graph['confirm'])",
            ["choose", "confirm", "choose"],
        ),
        (f"g.next_private_state_for_players([{BEN}, {CLEO}], 'confirm')", ["choose", "confirm", "confirm"]),
        ("g.next_private_state_for_all_active_players('confirm')", ["confirm"] * 3),
        (f"g.set_private_state({BEN}, 30)", ["choose", "confirm", "choose"]),
        (f"g.set_private_state({BEN}, 'confirm')", ["choose", "confirm", "choose"]),
    ],
)
def test_private_transitions(scripted, code, now):
    scripted.plan(ADA, BEN, CLEO)
    result = scripted.do(code)
    table = scripted.table
    assert [table.state_for(player) for player in (ADA, BEN, CLEO)] == now
    moved = [player for player, label in zip((ADA, BEN, CLEO), now, strict=True) if label == "confirm"]
    assert told(result, "newPrivateState") == [(player, {"id": 30, "args": {}}) for player in moved]
    assert table.state == "plan"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (f"g.next_private_state({ADA}, 'nope')", "Transition 'nope' does not exist in private state choose"),
        (f"g.next_private_state({ADA}, 'confrim')", r"'confirm', 'again' \(did you mean 'confirm'\?\)"),
        (f"g.next_private_state({ADA}, '')", "Transition '' does not exist in private state choose"),
        (
            f"g.next_private_state({ADA}, 'one')",
            r"one of 'plan': take it by self.gamestate.next_state\('one'\)",
        ),
        (f"g.next_private_state({ADA}, 77)", "^State 77 doesn't exists"),
        (f"g.next_private_state({ADA}, 40)", "^State 40 is not defined as a private state"),
        (f"g.next_private_state({ADA}, True)", "it may be a transition's name, a state's id or a state"),
        (f"g.next_private_state({CLEO}, 'confirm')", f"player {CLEO} is in no private state"),
        (f"g.set_private_state({ADA}, 77)", "^State 77 doesn't exists"),
        (
            f"g.set_private_state({ADA}, 'plan')",
            "^State 10 is not defined as a private state: 'plan' is of type",
        ),
        ("g.set_private_state(5, 20)", "no such player: 5"),
        ("g.initialize_private_state(5)", "no such player: 5"),
        ("g.unset_private_state(5)", "no such player: 5"),
        ("g.next_state(20)", r"state 'choose' \(20\) is private"),
        ("g.jump_to_state('confirm')", r"state 'confirm' \(30\) is private"),
    ],
)
def test_what_private_setters_refuse_in_bgas_words(scripted, code, message):
    scripted.plan(ADA)
    before = scripted.table.snapshot()
    with pytest.raises(GameError, match=message):
        scripted.do(code)
    assert scripted.table.snapshot() == before
    scripted.table.act(ADA, "actPick", {"number": 1})


@pytest.mark.parametrize(
    "code",
    [
        f"g.initialize_private_state({ADA})",
        f"g.initialize_private_state_for_players([{ADA}])",
        "g.initialize_private_state_for_all_active_players()",
        f"g.next_private_state({ADA}, 'confirm')",
    ],
)
def test_private_states_change_in_a_master_only(scripted, code):
    with pytest.raises(
        GameError,
        match="^Private state can only be changed in a multiactive state with initialprivate parameter: 'one'",
    ):
        scripted.do(code)


def test_a_private_state_can_be_set_before_the_master_is_entered(scripted):
    """setPrivateState asks for no master; the private state counts from then on."""
    scripted.do(f"[g.set_private_state({ADA}, 30), g.set_players_multiactive([{ADA}], None)] and 'plan'")
    assert scripted.table.state_for(ADA) == "confirm"


def test_private_states_are_no_business_of_code_that_only_looks(games):
    scripted = Scripted(games)
    scripted.script(progression=f"g.set_private_state({ADA}, 20)")
    table = scripted.table
    with pytest.raises(GameError, match="only a handler, while it runs"):
        table._asked(lambda: table._game.get_game_progression(), None)
    assert scripted.private == {}


# -- what handlers return -----------------------------------------------------------------------------------


def test_a_returned_name_is_a_transition_of_the_private_state(scripted):
    scripted.plan(ADA, BEN)
    result = scripted.table.act(BEN, "actPick", {"number": 2})
    assert [tuple(one) for one in result.transitions] == [("choose", "confirm", "confirm")]
    assert scripted.log[-1] == "pick 2 of 2 {'what': 'a card 2'}"
    scripted.do("''", BEN)
    assert [scripted.table.state_for(player) for player in (ADA, BEN)] == ["choose", "choose"]


@pytest.mark.parametrize("target", ["30", "self._setup.definition.graph['confirm']"])
def test_a_returned_private_state_is_for_this_player(scripted, target):
    scripted.plan(ADA, BEN)
    scripted.do(target)
    assert [scripted.table.state_for(player) for player in (ADA, BEN)] == ["confirm", "choose"]


@pytest.mark.parametrize("target", ["2", "self._setup.definition.graph['one']", "g.next_state('one')"])
def test_any_other_state_is_where_the_table_goes(scripted, target):
    scripted.plan(ADA, BEN)
    scripted.do(target)
    assert scripted.table.state == "one"


def test_a_returned_name_of_the_masters_is_refused_with_the_way(scripted):
    scripted.plan(ADA)
    with pytest.raises(GameError, match="Transition 'one' does not exist in private state choose") as caught:
        scripted.do("'one'")
    assert caught.value.handler == "act_do"
    assert "self.gamestate.next_state('one')" in str(caught.value)


@pytest.mark.parametrize(
    "code",
    ["g.next_state('one') or 'confirm'", f"g.next_private_state({ADA}, 'confirm') or 'confirm'"],
)
def test_a_private_handler_moves_on_or_returns_a_target_not_both(scripted, code):
    scripted.plan(ADA)
    with pytest.raises(GameError, match="act_do took a transition by next_state .* also returned 'confirm'"):
        scripted.do(code)


def test_others_may_be_moved_beside_a_returned_target(scripted):
    scripted.plan(ADA, BEN)
    scripted.do(f"g.next_private_state({BEN}, 'confirm') or 'again'", ADA)
    assert [scripted.table.state_for(player) for player in (ADA, BEN)] == ["choose", "confirm"]
    scripted.script(st_auto=f"g.set_private_state({ADA}, 30) or 'one'")
    scripted.do("g.next_state('game')")
    assert (scripted.table.state, scripted.private[ADA]) == ("one", "confirm")


def test_an_entry_action_may_lead_on(scripted):
    scripted.plan(ADA, BEN)
    scripted.script(st_choose="'confirm'")
    result = scripted.do("'again'")
    assert [tuple(one)[1:] for one in result.transitions] == [("again", "choose"), ("confirm", "confirm")]
    assert [args["id"] for _, args in told(result, "newPrivateState")] == [20, 30]
    scripted.script(st_confirm="2")
    scripted.do("30", ADA)
    assert scripted.table.state == "one"


def test_private_states_that_go_round_are_stopped(scripted):
    scripted.plan(ADA)
    scripted.script(st_choose="'again'")
    with pytest.raises(GameError, match="endless loop: .*choose -> choose"):
        scripted.do("'again'")
    assert scripted.table.state_for(ADA) == "choose"


def test_the_last_player_who_becomes_inactive_leaves_the_master(scripted):
    scripted.plan(ADA, BEN)
    for player in (ADA, BEN):
        scripted.do(f"g.set_player_non_multiactive({player}, 'one')", player)
    assert scripted.table.state == "one"


# -- the order of action and args -----------------------------------------------------------------------------


def test_v14_in_2024_the_action_comes_before_the_args(games):
    scripted = Scripted(games, framework=2024)
    scripted.script(st_choose="log('action')", arg_choose="{'log': list(s.log)}")
    result = scripted.plan(ADA)
    assert told(result, "newPrivateState") == [(ADA, {"id": 20, "args": {"log": ["action"]}})]


def test_v14_in_2026_the_args_come_before_the_action(games):
    scripted = Scripted(games, framework=2026)
    scripted.script(
        st_choose="log('action') or self.notify.all('acted', '')", arg_choose="{'log': list(s.log)}"
    )
    result = scripted.plan(ADA)
    assert told(result, "newPrivateState") == [(ADA, {"id": 20, "args": {"log": []}})]
    assert [one.type for one in result.notifications][-2:] == ["newPrivateState", "acted"]


def test_v14_in_2024_an_action_that_returns_true_suppresses_args_and_notification(games):
    scripted = Scripted(games, framework=2024)
    scripted.script(st_choose="True", arg_choose="log('args')")
    assert told(scripted.plan(ADA), "newPrivateState") == []
    assert (scripted.table.state_for(ADA), scripted.log) == ("choose", [])


def test_v14_in_2024_an_action_that_leads_on_tells_of_the_last_state_only(games):
    scripted = Scripted(games, framework=2024)
    scripted.script(st_choose="'confirm'")
    assert told(scripted.plan(ADA), "newPrivateState") == [(ADA, {"id": 30, "args": {}})]


def test_v14_in_2024_an_action_that_moves_on_and_forgets_to_return_true_tells_of_both(games):
    """As BGA does, the older state last."""
    scripted = Scripted(games, framework=2024)
    scripted.script(st_choose="g.next_private_state(player, 'confirm')")
    assert [args["id"] for _, args in told(scripted.plan(ADA), "newPrivateState")] == [30, 20]


def test_v14_in_2026_true_is_no_outcome(scripted):
    scripted.script(st_choose="True")
    with pytest.raises(GameError, match="a transition's name, a state's id or a state"):
        scripted.plan(ADA)


PRIVATE_ACTION = """
class SmallState(State):
    seen: str = ""

class Small(Game[SmallState]):
    def setup_new_game(self, options): return SmallState()
    def moves_mine(self, player): return {"actGo": [()]}
    def act_go(self): ...
    def arg_mine(self, player_id): return {"for": player_id}
    def st_plan(self):
        self.gamestate.set_all_players_multiactive()
        self.gamestate.initialize_private_state_for_all_active_players()
    def st_mine(self, args, player_no):
        self.state.seen += f"{player_no}{args}"
"""
PRIVATE_STATES = """
states:
  gameSetup: {type: manager}
  plan: {type: multipleactiveplayer, description: "", action: stPlan, initialPrivate: mine}
  mine: {type: private, action: stMine, args: argMine, possibleActions: [actGo]}
  gameEnd: {type: manager}
"""


def test_in_2026_the_args_are_a_magic_parameter_of_a_private_states_action(games):
    table = games.table(PRIVATE_STATES, PRIVATE_ACTION)
    assert table.snapshot()["state"]["seen"] == f"1{{'for': {ADA}}}2{{'for': {BEN}}}"


def test_in_2024_a_private_states_action_cannot_take_the_args(games):

    with pytest.raises(DefinitionError, match="makes a private state's args after its action"):
        games.load(PRIVATE_STATES, PRIVATE_ACTION, framework=2024)


# -- what a player sees ---------------------------------------------------------------------------------------


def test_a_page_has_the_private_state_of_its_own_player_only(scripted):
    scripted.plan(ADA, BEN)
    table = scripted.table
    shown = table.view_for(ADA)["gamestate"]
    assert (shown["id"], shown["args"], shown["multiactive"]) == (10, {}, [ADA, BEN])
    assert shown["private_state"] == {
        "id": 20, "name": "choose", "type": "private", "args": {"what": "a card 1"},
    }  # fmt: skip
    for seat in (CLEO, None):
        assert "private_state" not in table.view_for(seat)["gamestate"]
    assert table.args_for(BEN) == {"what": "a card 2"}
    assert table.args_for(CLEO) == table.args_for(None) == {}
    assert table.title_for(ADA) == "You choose a card 1"
    assert table.title_for(CLEO) == " must plan"


def test_wrong_private_args_are_refused_with_the_provider_named(scripted):
    scripted.script(arg_choose="[1]")
    with pytest.raises(GameError, match="argChoose must return a dict, not list"):
        scripted.plan(ADA)
    scripted.script(arg_choose="{'x': object()}")
    with pytest.raises(GameError, match="argChoose returned what cannot be sent"):
        scripted.plan(ADA)


def test_private_args_that_write_are_found(games):
    scripted = Scripted(games, mode="paranoid")
    scripted.script(arg_choose="log('args')")
    with pytest.raises(GameError, match="the state was changed by arg_choose"):
        scripted.plan(ADA)


def test_private_args_read_within_themselves_are_none(scripted):
    scripted.script(arg_choose="{'inner': g.args_of(player)}")
    result = scripted.plan(ADA)
    assert told(result, "newPrivateState")[0][1]["args"] == {"inner": None}
    scripted.do("log(g.args_of(player))")
    assert scripted.log[-1] == "{'inner': None}"
    scripted.do(f"log(g.args_of({CLEO}))")
    assert scripted.log[-1] == "{}"


def test_a_game_can_ask_for_the_state_a_player_is_in(scripted):
    scripted.plan(ADA)
    scripted.do(f"log([g.get_current_state({ADA}).label, g.get_current_state({BEN}).label, g.state.label])")
    assert scripted.log[-1] == "['choose', 'plan', 'plan']"
    scripted.do(f"log([g.get_current_state_id({ADA}), g.get_current_state_id(), g.get_current_state().id])")
    assert scripted.log[-1] == "[20, 10, 10]"


# -- kept as everything else -----------------------------------------------------------------------------------


def test_private_states_are_saved_restored_and_rolled_back(scripted):
    scripted.plan(ADA, BEN)
    scripted.table.act(BEN, "actPick", {"number": 2})
    table = scripted.table
    again = Table.restore(scripted.definition, table.snapshot(), mode="paranoid")
    assert again.digest == table.digest
    for one in (table, again):
        before = one.snapshot()
        with pytest.raises(GameError):
            one.act(ADA, "actDo", {"code": "[g.next_private_state(player, 'confirm'), 1 / 0]"})
        assert one.snapshot() == before
        assert [one.state_for(player) for player in (ADA, BEN)] == ["choose", "confirm"]
        one.act(ADA, "actPick", {"number": 7})
    assert again.digest == table.digest


def test_a_snapshot_with_an_unknown_private_state_is_refused(scripted):

    scripted.plan(ADA)
    snapshot = scripted.table.snapshot()
    snapshot["core"]["private"][str(ADA)] = "nowhere"
    with pytest.raises(SetupError, match="cannot be read"):
        Table.restore(scripted.definition, snapshot)


def test_a_simulation_goes_the_same_way(games):
    digests = set()
    for mode in ("full", "simulation", "paranoid"):
        scripted = Scripted(games, mode=mode)
        scripted.plan(ADA, BEN)
        scripted.table.act(BEN, "actPick", {"number": 2})
        scripted.table.apply(ADA, "actPick", 7)
        scripted.script(st_choose="[g.set_player_non_multiactive(player, 'one')] and None")
        scripted.do("'back'", ADA)
        scripted.do("''", BEN)
        digests.add((scripted.table.state, scripted.table.digest))
    assert len(digests) == 1
    assert next(iter(digests))[0] == "one"
