"""BGA's state machine: transitions, entering, who is active, checks (vectors V1 to V12, V15, V17, V22)."""

import pytest

from aurum_states import ActionError
from aurum_states.errors import GameError, UnknownTransitionError
from tests.bga.scripted_game import Scripted
from tests.engine.small_games import ADA, BEN, CLEO


def kinds(result) -> list[str]:
    return [one.type for one in result.notifications]


@pytest.fixture(params=["full", "paranoid"])
def scripted(games, request) -> Scripted:
    """A table of three at the scripted game, on the framework of 2026."""
    return Scripted(games, mode=request.param)


def told(result, kind: str) -> list[tuple[int | None, dict]]:
    return [(one.audience, one.args) for one in result.notifications if one.type == kind]


# -- transitions ------------------------------------------------------------------------------------------


def test_v01_the_empty_name_takes_a_single_transition_whatever_its_name(games):
    states = """
    states:
      one: {type: activeplayer, description: "", possibleActions: [actGo], transitions: {foo: two}}
      two: {type: activeplayer, description: "", possibleActions: [actGo], transitions: {"": one, x: one}}
    """
    code = """
    class SmallState(State): ...
    class Small(Game[SmallState]):
        def setup_new_game(self, options):
            self.gamestate.change_active_player(self.players[0])
            return SmallState()
        def moves_one(self, player): return {"actGo": ANY}
        moves_two = moves_one
        def act_go(self, way: str): return way
    """
    table = games.table(states, code)
    table.act(ADA, "actGo", {"way": ""})
    assert table.state == "two"
    with pytest.raises(UnknownTransitionError, match="^More than one possible action at this state"):
        table.act(ADA, "actGo", {"way": ""})
    with pytest.raises(
        UnknownTransitionError, match=r"^This transition \(y\) is impossible at this state \(3\)"
    ):
        table.act(ADA, "actGo", {"way": "y"})


def test_v02_nothing_leaves_the_end(scripted):
    scripted.do("[g.next_state('end'), g.next_state('one'), g.next_state(), g.jump_to_state('one')] and None")
    assert scripted.table.state == "gameEnd"


def test_v22_what_a_handler_may_return(scripted):
    """A text is a transition's name, never an id; a number is an id; a state is itself."""
    with pytest.raises(UnknownTransitionError, match=r"^This transition \(40\) is impossible at this state"):
        scripted.do("'40'")
    scripted.do(f"g.set_players_multiactive([{ADA}], None)")
    scripted.do("40")
    assert scripted.table.state == "other"
    scripted.do("self._setup.definition.graph['one']")
    assert scripted.table.state == "one"


# -- entering -----------------------------------------------------------------------------------------------


def test_v03_args_progression_gamestatechange_action(games):
    scripted = Scripted(games, framework=2024)  # where `updateGameProgression: false` asks, too
    scripted.script(
        st_auto="[log('action'), self.notify.all('acted', '')] and 'one'",
        progression="log('progression') or 49.5",
        arg_one="log('args') or {'log': len(s.log)}",
    )
    before = len(scripted.log)
    result = scripted.do("log('act') or 'game'")
    assert scripted.log[before:] == ["act", "progression", "action", "args"]
    assert kinds(result) == ["gameStateChange", "acted", "gameStateChange"]
    assert told(result, "gameStateChange")[0][1]["updateGameProgression"] == 50


@pytest.mark.parametrize(("given", "shown"), [(-3, 0), (0.5, 1), (1.5, 2), (2.5, 3), (49.4, 49), (250, 100)])
def test_progression_is_rounded_as_php_does_and_held_within_0_and_100(games, given, shown):
    scripted = Scripted(games, framework=2024)
    scripted.script(st_auto="'one'", progression=str(given))
    assert told(scripted.do("'game'"), "gameStateChange")[0][1]["updateGameProgression"] == shown


def test_v04_args_are_asked_once_until_the_state_changes(scripted):
    scripted.do("s.scripts.update(arg_one='{1: s.log.count(\"asked\")}')")
    scripted.do("[log('asked'), log(g.current_args()), log('asked'), log(g.current_args())] and None")
    assert scripted.log == ["asked", "{'1': 1}", "asked", "{'1': 1}"]
    scripted.do("[g.next_state('one'), log(g.current_args())] and None")
    assert scripted.log[-1] == "{'1': 2}"


def test_v04_empty_args_are_asked_anew_at_each_read(games):
    scripted = Scripted(games)
    scripted.do(
        "[log(g.current_args()), s.scripts.update(arg_one='{\"full\": 1}'), log(g.current_args())] and None"
    )
    assert scripted.log == ["{}", "{'full': 1}"]


def test_v04_args_read_while_they_are_made_are_none(scripted):
    scripted.script(arg_one="{'inner': g.current_args()}")
    scripted.do("log(g.current_args())")
    assert scripted.log == ["{'inner': None}"]
    assert scripted.table.args_for(ADA) == {"inner": None}


def test_v04_args_that_fail_can_be_asked_again(games):
    scripted = Scripted(games)
    scripted.script(arg_one="[][1] if s.log else {'fine': 1}")
    with pytest.raises(GameError, match="IndexError"):
        scripted.do("[log('x'), g.next_state('one')] and None")
    assert scripted.table.args_for(ADA) == {"fine": 1}


def test_v05_no_notify_says_nothing_and_the_action_runs(scripted):
    scripted.script(
        arg_plan="{'_no_notify': True, '_private': {'active': 1}}", st_plan="log('action') or 'one'"
    )
    result = scripted.do("'plan'")
    assert (scripted.table.state, scripted.log) == ("one", ["action"])
    assert [args["id"] for _, args in told(result, "gameStateChange")] == [2]
    assert told(result, "gameStateChangePrivateArg") == []


def test_v06_private_args_go_to_the_active_players_and_to_ids(scripted):
    scripted.script(arg_plan=f"{{'open': 1, '_private': {{'active': {{'a': 1}}, {CLEO}: {{'c': 3}}}}}}")
    result = scripted.do(f"g.set_players_multiactive([{ADA}, {BEN}], None, exclusive=True) or 'plan'")
    private = told(result, "gameStateChangePrivateArg")
    assert private == [(ADA, {"a": 1}), (BEN, {"a": 1}), (CLEO, {"c": 3})]
    ((audience, change),) = told(result, "gameStateChange")
    assert (audience, change["args"]) == (None, {"open": 1})


# -- who is active ------------------------------------------------------------------------------------------


def test_v07_the_active_player_changes_in_a_game_state_and_in_a_multi_state(scripted):
    scripted.script(st_auto=f"g.change_active_player({BEN}) or 'one'")
    result = scripted.do("'game'")
    assert kinds(result) == ["gameStateChange", "gameStateChange"]
    assert scripted.table.active_players == [BEN]
    scripted.do(f"g.set_players_multiactive([{ADA}], None) or 'other'")
    scripted.do(f"g.change_active_player({CLEO}) or 'one'")
    assert scripted.table.active_players == [CLEO]


@pytest.mark.parametrize("number", [0, 7, None])
def test_v07_only_a_player_of_the_table_can_be_made_active(scripted, number):
    scripted.script(st_auto=f"g.change_active_player({number}) or 'one'")
    with pytest.raises(GameError, match="^Try to active a player that is not part of the game"):
        scripted.do("'game'")


def test_v08_next_from_nobody_is_the_first_player_and_there_is_none_before(games):
    states = """
    states:
      auto: {type: game, action: stAuto, transitions: {one: one}}
      one: {type: activeplayer, description: "", possibleActions: [actGo], transitions: {end: gameEnd}}
    """
    code = """
    class SmallState(State): ...
    class Small(Game[SmallState]):
        def setup_new_game(self, options): return SmallState()
        def moves_one(self, player): return {"actGo": [()]}
        def act_go(self): ...
        def st_auto(self):
            assert self.gamestate.active_next_player() == self.players[0]
            return "one"
    """
    assert games.table(states, code).active_players == [ADA]
    with pytest.raises(GameError, match="^Try to active a player that is not part of the game"):
        games.table(states, code.replace("active_next_player", "active_prev_player"))


def test_v09_set_players_multiactive_with_nobody_takes_the_transition(scripted):
    scripted.do(f"g.set_players_multiactive([{ADA}, {CLEO}], None) or 'other'")
    result = scripted.do("log(g.set_players_multiactive([], 'one'))", ADA)
    assert (scripted.table.state, scripted.log) == ("one", ["True"])
    assert told(result, "gameStateMultipleActiveUpdate") == []


def test_v09_set_players_multiactive_with_somebody_tells_the_whole_list(scripted):
    scripted.do(f"g.set_players_multiactive([{ADA}], None) or 'other'")
    for ids, exclusive, active in (
        ([CLEO, BEN], False, [ADA, BEN, CLEO]),
        ([CLEO], False, [ADA, BEN, CLEO]),
        ([CLEO], True, [CLEO]),
    ):
        result = scripted.do(f"log(g.set_players_multiactive({ids}, 'nope', exclusive={exclusive}))")
        assert told(result, "gameStateMultipleActiveUpdate") == [(None, {"active": active})]
    assert (scripted.table.state, scripted.log) == ("other", ["False"] * 3)


def test_v10_set_player_non_multiactive_of_an_inactive_player_does_nothing(scripted):
    scripted.do(f"g.set_players_multiactive([{ADA}], None) or 'other'")
    result = scripted.do(f"log(g.set_player_non_multiactive({BEN}, 'one'))", ADA)
    assert (scripted.table.state, scripted.log, kinds(result)) == ("other", ["False"], [])
    scripted.do(f"[g.next_state('one'), g.set_player_non_multiactive({ADA}, None)] and None", ADA)
    result = scripted.do(f"log(g.set_player_non_multiactive({ADA}, 'other'))", ADA)
    assert (scripted.table.state, scripted.log[-1], kinds(result)) == ("one", "False", [])


def test_v11_multi_flags_survive_leaving_by_a_transition(scripted):
    scripted.do(f"g.set_players_multiactive([{ADA}, {BEN}], None) or 'other'")
    scripted.do("'one'", ADA)
    scripted.do("'other'", ADA)
    assert scripted.table.active_players == [ADA, BEN]


def test_update_multiactive_or_next_state(scripted):
    scripted.do(f"g.set_players_multiactive([{ADA}], None) or 'other'")
    result = scripted.do("log(g.update_multiactive_or_next_state('one'))", ADA)
    assert told(result, "gameStateMultipleActiveUpdate") == [(None, {"active": [ADA]})]
    scripted.do("[g._core.multiactive.clear(), log(g.update_multiactive_or_next_state('one'))] and None", ADA)
    assert (scripted.table.state, scripted.log) == ("one", ["False", "True"])


def test_what_kind_of_state_it_is(scripted):
    look = (
        "log([g.is_multiactive_state(), g.get_current_main_state().label, g.get_current_main_state_id(), "
        "g.active_player_id])"
    )
    scripted.do(look)
    scripted.plan(ADA)
    scripted.do(look)
    assert scripted.log == [f"[False, 'one', 2, {ADA}]", f"[True, 'plan', 10, {ADA}]"]


# -- checks ---------------------------------------------------------------------------------------------------


def test_v12_the_action_is_looked_at_before_the_turn(scripted):
    with pytest.raises(ActionError, match="^This game action is impossible right now") as caught:
        scripted.table.act(BEN, "actMaster")
    assert caught.value.code == "action.not_now"
    with pytest.raises(ActionError, match="^This is not your turn"):
        scripted.table.act(BEN, "actOne")


def test_v12_check_action(scripted):
    scripted.script(
        wave="log([self.check_action(name, False) for name in ('actOne', 'actMaster', 'actWave')])"
    )
    scripted.table.act(ADA, "actWave")
    assert scripted.log[-1] == "[True, False, True]"
    scripted.table.act(BEN, "actWave")
    assert scripted.log[-1] == "[False, False, False]"
    scripted.script(wave="self.check_action('actMaster')")
    with pytest.raises(ActionError, match="^This game action is impossible right now: actMaster"):
        scripted.table.act(BEN, "actWave")
    scripted.script(wave="self.check_action('actOne')")
    with pytest.raises(ActionError, match="^This is not your turn: Ben cannot actOne in state 'one'"):
        scripted.table.act(BEN, "actWave")
    scripted.script(wave="g.check_possible_action('actOne')")
    scripted.table.act(BEN, "actWave")


def test_v12_nobody_may_act_in_a_game_state_even_if_it_lists_the_action(scripted):
    scripted.script(st_auto="self.check_action('actOne') and None")
    with pytest.raises(
        ActionError, match="^Game state type does not allow player actions: actOne in state 'auto'"
    ):
        scripted.do("'game'")
    scripted.script(st_auto="self.check_action('actMaster') and None")
    with pytest.raises(ActionError, match="^This game action is impossible right now"):
        scripted.do("'game'")


def test_check_action_where_nobody_acts(games):
    code = """
    class SmallState(State): ...
    class Small(Game[SmallState]):
        def setup_new_game(self, options): return SmallState()
        def st_auto(self):
            self.check_action("actGo")
    """
    with pytest.raises(GameError, match="^Not logged"):
        games.table("states: {auto: {type: game, action: stAuto, transitions: {end: gameEnd}}}", code)


def test_v15_a_move_that_ends_in_a_game_state_is_refused(scripted):
    before = scripted.table.snapshot()
    with pytest.raises(GameError, match=r"^Unexpected final game state \(50\)"):
        scripted.do("'game'")
    assert scripted.table.snapshot() == before


def test_v15_a_manager_state_of_a_games_own_is_run_as_a_game_state(games):
    states = """
    states:
      one: {type: activeplayer, description: "", possibleActions: [actGo], transitions: {go: own}}
      own: {type: manager, action: stOwn, transitions: {end: gameEnd}}
    """
    code = """
    class SmallState(State): ...
    class Small(Game[SmallState]):
        def setup_new_game(self, options):
            self.gamestate.change_active_player(self.players[0])
            return SmallState()
        def moves_one(self, player): return {"actGo": [()]}
        def act_go(self): return "go"
        def st_own(self): return "end"
    """
    table = games.table(states, code)
    table.act(ADA, "actGo")
    assert table.is_over
    table = games.table(states, code.replace('return "end"', "return None"))
    with pytest.raises(GameError, match=r"^Unexpected final game state \(3\)"):
        table.act(ADA, "actGo")


@pytest.mark.parametrize("state", ["one", "plan"])
def test_v17_an_exception_changes_nothing(scripted, state):
    if state == "plan":
        scripted.plan(ADA, BEN)
    before = scripted.table.snapshot()
    seen = scripted.table.view_for(ADA)
    spoil = (
        f"[log('x'), s.scripts.clear(), self.notify.all('x', ''), g.set_players_multiactive([{CLEO}], None), "
        f"g.set_private_state({CLEO}, 30), g.unset_private_state({ADA}), g.next_state(2), 1 / 0]"
    )
    with pytest.raises(GameError, match="ZeroDivisionError"):
        scripted.do(spoil, ADA)
    assert scripted.table.snapshot() == before
    assert scripted.table.view_for(ADA) == seen
    assert kinds(scripted.do("log('fine')", ADA)) == []


# -- what the framework fills in --------------------------------------------------------------------------------


def test_magic_parameters(games):
    """By name: the active player and the one who acts, as id and as number; 0 for nobody."""
    states = """
    states:
      one: {type: activeplayer, description: "", args: argOne, action: stOne, possibleActions: [actGo]}
      many: {type: multipleactiveplayer, description: "", possibleActions: [actDone]}
    """
    code = """
    class SmallState(State):
        seen: list[list[int]] = []
    class Small(Game[SmallState]):
        def setup_new_game(self, options):
            self.gamestate.change_active_player(self.players[1])
            self.gamestate.set_players_multiactive([self.players[2]], None)
            return SmallState()
        def moves_one(self, player): return {"actGo": [()]}
        def moves_many(self, player): return {"actDone": [()]}
        def arg_one(self, active_player_no): return {"no": active_player_no}
        def st_one(self, active_player_id, active_player_no, args):
            self.state.seen.append([active_player_id, active_player_no, args["no"]])
        @action(check_active=False)
        def act_go(self, active_player_no, current_player_no, active_player_id, current_player_id):
            self.state.seen.append([active_player_id, active_player_no, current_player_id, current_player_no])
        def act_done(self): ...
    """
    table = games.table(states, code, players=3)
    table.act(CLEO, "actGo")
    assert table.snapshot()["state"]["seen"] == [[BEN, 2, 2], [BEN, 2, CLEO, 3]]


def test_everyone_is_made_active_by_the_frameworks_own_action(games):
    states = """
    states:
      many: {type: multipleactiveplayer, description: "", action: stMakeEveryoneActive, possibleActions: [actGo]}
    """
    code = """
    class SmallState(State): ...
    class Small(Game[SmallState]):
        def setup_new_game(self, options): return SmallState()
        def moves_many(self, player): return {"actGo": [()]}
        def act_go(self): ...
    """
    assert games.table(states, code, players=3).active_players == [ADA, BEN, CLEO]
