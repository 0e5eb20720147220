"""What differs between BGA's framework of 2024 and that of 2026: each difference both ways."""

import pytest

from aurum_states import DefinitionError, Player, Table
from aurum_states.definitions.framework import FRAMEWORKS, Framework
from aurum_states.errors import GameError, UnknownTransitionError
from tests.bga.scripted_game import Scripted
from tests.engine.small_games import ADA, BEN, CLEO


@pytest.fixture
def old(games) -> Scripted:
    return Scripted(games, framework=2024)


@pytest.fixture
def new(games) -> Scripted:
    return Scripted(games, framework=2026)


def test_2026_is_the_default(games):
    assert games.load("states: {a: {type: game, action: stA}}", SMALL).framework == FRAMEWORKS[2026]


def test_every_difference_differs():
    for field in Framework._fields[1:]:
        assert getattr(FRAMEWORKS[2024], field) is not getattr(FRAMEWORKS[2026], field)


# -- the active player in an activeplayer state (V7) ----------------------------------------------------------

HANDS_OVER = [f"g.change_active_player({BEN})", "g.active_next_player()"]


@pytest.mark.parametrize("code", HANDS_OVER)
def test_v07_in_2024_the_active_player_cannot_change_in_an_activeplayer_state(old, code):
    with pytest.raises(
        GameError, match="^Impossible to change active player during activeplayer type state"
    ) as caught:
        old.do(f"[{code}] and 'one'")
    assert caught.value.handler == "act_do"


@pytest.mark.parametrize("code", HANDS_OVER)
@pytest.mark.parametrize("mode", ["full", "simulation", "paranoid"])
def test_v07_in_2026_it_can_if_the_move_then_leaves_the_state(games, code, mode):
    scripted = Scripted(games, mode=mode)
    scripted.do(f"[{code}] and 'one'")
    assert scripted.table.active_players == [BEN]
    scripted.do("None")
    with pytest.raises(GameError, match="^Impossible to change .* the same move must leave it"):
        scripted.do(f"[g.next_state('one'), g.change_active_player({CLEO})] and None", BEN)
    if mode != "simulation":
        assert scripted.table.active_players == [BEN]
        scripted.do("None")


# -- what leads somewhere ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code", ["2", "g.next_state(2)", "g.next_state(self._setup.definition.graph['one'])"]
)
def test_in_2024_only_names_lead_somewhere(old, new, code):
    with pytest.raises(
        UnknownTransitionError, match=r"^This transition \(\w+\) is impossible at this state \(2\): BGA's"
    ):
        old.do(code)
    assert old.do("g.jump_to_state(2)").transitions == new.do(code).transitions == (("one", None, "one"),)


@pytest.mark.parametrize("target", ["2", "lambda: 2", "lambda: 'one'", "self._setup.definition.graph['one']"])
def test_setters_take_ids_states_and_functions_in_2026_only(old, new, target):
    for scripted in (old, new):
        scripted.do(f"g.set_players_multiactive([{ADA}], None) or 'other'")
    new.do(f"g.set_player_non_multiactive({ADA}, {target}) and None")
    assert new.table.state == "one"
    with pytest.raises(GameError, match="framework"):
        old.do(f"g.set_player_non_multiactive({ADA}, {target}) and None")
    old.do(f"g.set_player_non_multiactive({ADA}, 'one') and None")
    assert old.table.state == "one"


def test_a_function_is_asked_only_when_nobody_is_left(new):
    new.do(f"g.set_players_multiactive([{ADA}, {BEN}], None) or 'other'")
    new.do(f"[g.set_player_non_multiactive({ADA}, lambda: log('asked') or 'one')] and None")
    assert new.log == []
    new.do(f"[g.set_player_non_multiactive({BEN}, lambda: log('asked') or 'one')] and None")
    assert (new.log, new.table.state) == (["asked"], "one")


def test_private_setters_take_ids_in_2026_only(old, new):
    for scripted in (old, new):
        scripted.plan(ADA)
    new.do(f"g.next_private_state({ADA}, 30)")
    assert new.table.state_for(ADA) == "confirm"
    for code in (f"g.next_private_state({ADA}, 30)", "30"):
        with pytest.raises(GameError, match="takes names of transitions only"):
            old.do(code)
    old.do("'confirm'")
    assert old.table.state_for(ADA) == "confirm"


# -- args and progression -----------------------------------------------------------------------------------------

MERGING = "{'open': 1, '_merge_private': True, '_private': {'active': {'own': 2}}}"


def test_private_args_merge_in_2026_only(old, new):
    for scripted in (old, new):
        scripted.script(arg_one=MERGING)
    assert new.table.args_for(ADA) == {"open": 1, "own": 2}
    assert new.table.args_for(BEN) == new.table.args_for(None) == {"open": 1}
    assert new.table.view_for(ADA)["gamestate"]["args"] == {"open": 1, "own": 2}
    assert old.table.args_for(ADA) == {"open": 1, "_merge_private": True, "_private": {"own": 2}}
    new.do("log(g.current_args())")
    assert new.log == [str({"open": 1, "_merge_private": True, "_private": {ADA: {"own": 2}}})]


def test_what_merges_is_told_apart_all_the_same(new):
    """The page merges: it gets both notifications, and the sign in the public one."""
    new.script(arg_one=MERGING)
    result = new.do("'one'")
    assert [(one.audience, one.args.get("args", one.args)) for one in result.notifications] == [
        (ADA, {"own": 2}),
        (None, {"open": 1, "_merge_private": True}),
    ]


def test_only_a_dict_can_be_merged(new):
    new.script(arg_one="{'_merge_private': True}")
    assert new.table.args_for(ADA) == {}
    new.script(arg_one="{'_merge_private': True, '_private': {'active': [2]}}")
    with pytest.raises(
        GameError, match=f"argOne asks to merge {ADA}'s part of _private, which must be a dict"
    ):
        new.table.args_for(ADA)


def test_progression_is_asked_where_the_key_stands_in_2024_where_it_is_true_in_2026(old, new):
    for scripted, asked in ((old, True), (new, False)):
        scripted.script(st_auto="'one'")
        change = scripted.do("'game'").notifications[0].args
        assert ("updateGameProgression" in change) == asked


@pytest.mark.parametrize(("written", "asked"), [("null", False), ("false", True), ("true", True)])
def test_in_2024_a_null_is_no_key(games, written, asked):
    states = f"""
    states:
      gameSetup: {{type: manager}}
      auto: {{type: game, action: stA, updateGameProgression: {written}, transitions: {{end: gameEnd}}}}
      gameEnd: {{type: manager}}
    """
    opening = games.table(states, SMALL, framework=2024).opening.notifications
    assert ("updateGameProgression" in opening[0].args) == asked


# -- first and last state ---------------------------------------------------------------------------------------

SMALL = """
class SmallState(State): ...

class Small(Game[SmallState]):
    def setup_new_game(self, options): return SmallState()
    def st_a(self): return 99 if False else self.gamestate.next_state()
    st_b = st_a
"""
LAST = "  gameEnd: {type: manager}\n"
TWO = """\
states:
  gameSetup: {type: manager, transitions: {start: a, tutorialStart: b}}
  a: {type: game, action: stA, transitions: {end: gameEnd}}
  b: {type: game, action: stB, transitions: {end: gameEnd}}
"""


@pytest.mark.parametrize("left_out", ["gameSetup", "gameEnd"])
def test_the_reserved_states_are_implied_in_2026_only(games, left_out):
    states = (TWO + LAST).splitlines(keepends=True)
    text = "".join(line for line in states if not line.startswith(f"  {left_out}"))
    assert games.table(text, SMALL, framework=2026).is_over
    with pytest.raises(DefinitionError) as caught:
        games.load(text, SMALL, framework=2024)
    assert [one.code for one in caught.value.report] == ["state.reserved.missing"]
    assert f"({left_out}) is not written out" in str(caught.value)
    assert games.table(TWO + LAST, SMALL, framework=2024).is_over


def test_first_state_is_heard_in_2026_only(games):
    code = SMALL + "    def first_state(self): return 'b'\n"
    assert games.table(TWO + LAST, code, framework=2026).opening.transitions[0] == (
        "gameSetup", "tutorialStart", "b",
    )  # fmt: skip
    with pytest.raises(DefinitionError) as caught:
        games.load(TWO + LAST, code, framework=2024)
    assert [one.code for one in caught.value.report] == ["handler.first_state"]


@pytest.mark.parametrize("framework", [2024, 2026])
def test_of_several_transitions_of_state_1_start_is_taken(games, framework):
    table = games.table(TWO + LAST, SMALL, framework=framework)
    assert table.opening.transitions[0] == ("gameSetup", "start", "a")


class Beginner(Player, frozen=True):
    """A player as BGA flags one who is new."""

    beginner: bool = True


@pytest.mark.parametrize("framework", [2024, 2026])
def test_a_table_with_a_beginner_takes_the_tutorial(games, framework):
    players = [Player(1, "Ada", "ff0000"), Beginner(2, "Ben", "00ff00")]
    table = Table.create(games.load(TWO + LAST, SMALL, framework=framework), players, seed="S")
    assert table.opening.transitions[0] == ("gameSetup", "tutorialStart", "b")


@pytest.mark.parametrize("framework", [2024, 2026])
def test_a_single_transition_of_state_1_is_taken_whatever_its_name(games, framework):
    states = TWO.replace("start: a, tutorialStart: b", "begin: b") + LAST
    assert games.table(states, SMALL, framework=framework).opening.transitions[0] == (
        "gameSetup",
        "begin",
        "b",
    )


@pytest.mark.parametrize("framework", [2024, 2026])
def test_several_transitions_of_state_1_without_start_are_refused(games, framework):
    with pytest.raises(DefinitionError, match="has 2 transitions and none is named start"):
        games.load(TWO.replace("{start: a", "{begin: a") + LAST, SMALL, framework=framework)


# -- who is everybody -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("framework", "active"), [(2024, [ADA, BEN, CLEO]), (2026, [ADA, BEN])])
def test_all_players_are_those_who_play_in_2026(games, framework, active):
    scripted = Scripted(games, framework=framework)
    scripted.do(f"self.eliminate_player({CLEO})")
    scripted.do("[g.set_all_players_multiactive(), log(g._core.multiactive)] and None")
    assert scripted.log == [str(active)]
