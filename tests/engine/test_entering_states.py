"""Taking transitions and entering states, in BGA's order and by BGA's rules (V1, V2, V3, V5, V6, V15, V22)."""

import pytest

from aurum_states import Table
from aurum_states.errors import EndlessStatesError, GameError, UnknownTransitionError
from tests.engine.small_games import ADA, BEN, CLEO

HEAD = """
class SmallState(State):
    count: int = 0
    seen: list[str] = []
    way: str = ""

class Small(Game[SmallState]):
    def setup_new_game(self, options: Options) -> SmallState:
        return SmallState()

    def first_state(self):
        self.gamestate.change_active_player(self.players[0])
        return "turn"

    def moves_turn(self, player) -> Moves:
        return {"actGo": ANY}

    def note(self, text: str) -> None:
        self.state.seen.append(f"{text} {self.state.count}")
        self.notify.all("note", "", text=text)
"""

TURN = """
states:
  turn:
    type: activeplayer
    description: ""
    possibleActions: [actGo]
    transitions: {next: there}
"""


def kinds(result) -> list[str]:
    return [one.args["text"] if one.type == "note" else one.type for one in result.notifications]


def test_args_come_before_progression_before_the_change_before_the_action(games):
    """V3: args see the state as it was before the action of the state they belong to."""
    table = games.table(
        TURN + "  there: {type: game, action: stThere, args: argThere, updateGameProgression: true,"
        " transitions: {back: turn}}\n",
        HEAD
        + """
    def act_go(self):
        self.note("act")
        self.state.count = 1
        return "next"

    def arg_there(self):
        self.notify.all("note", "", text="args")
        return {"count": self.state.count}

    def get_game_progression(self):
        self.notify.all("note", "", text="progression")
        return 49.6

    def st_there(self, args):
        self.note("action")
        self.state.count = 2
        self.state.way = str(args)
        return "back"
""",
    )
    result = table.act(ADA, "actGo")
    assert kinds(result) == ["act", "args", "progression", "gameStateChange", "action", "gameStateChange"]
    change = result.notifications[3].args
    assert change == {
        "id": 3, "active_player": ADA, "type": "game", "args": {"count": 1}, "updateGameProgression": 50,
    }  # fmt: skip
    snapshot = table.snapshot()["state"]
    assert snapshot["seen"] == ["act 0", "action 1"]
    assert snapshot["way"] == "{'count': 1}"


@pytest.mark.parametrize(("given", "shown"), [(-5, 0), (0.4, 0), (99.7, 100), (350, 100)])
def test_progression_is_rounded_and_held_within_0_and_100(games, given, shown):
    table = games.table(
        TURN
        + "  there: {type: game, action: stThere, updateGameProgression: true, transitions: {b: turn}}\n",
        HEAD
        + f"""
    def act_go(self):
        return "next"

    def st_there(self):
        return "b"

    def get_game_progression(self):
        return {given}
""",
    )
    assert table.act(ADA, "actGo").notifications[0].args["updateGameProgression"] == shown


def test_no_notify_says_nothing_and_the_action_still_runs(games):
    """V5; private args of such a state are not sent either."""
    table = games.table(
        TURN + "  there: {type: game, action: stThere, args: argThere, transitions: {back: turn}}\n",
        HEAD
        + """
    def act_go(self):
        return "next"

    def arg_there(self):
        return {"_no_notify": True, "_private": {"active": 1}, "x": 1}

    def st_there(self):
        self.note("action")
        return "back"
""",
    )
    assert kinds(table.act(ADA, "actGo")) == ["action", "gameStateChange"]


PRIVATE = (
    TURN.replace("next: there", "next: all")
    + """
  all:
    type: multipleactiveplayer
    description: ""
    args: argAll
    action: stAll
    possibleActions: [actLeave]
    transitions: {back: turn}
"""
)


def private(games, returned: str) -> Table:
    return games.table(
        PRIVATE,
        HEAD
        + f"""
    def moves_all(self, player) -> Moves:
        return {{"actLeave": [()]}}

    def act_go(self):
        self.gamestate.set_players_multiactive(self.players[:2], "back")
        return "next"

    def act_leave(self):
        return "back"

    def arg_all(self):
        return {returned}

    def st_all(self):
        pass
""",
        players=3,
    )


def test_private_args_go_to_the_active_players_and_to_ids(games):
    """V6: 'active' and an id may stand together; nobody else sees them, and the public args have none."""
    table = private(games, f'{{"open": [1], "_private": {{"active": {{"a": 1}}, {CLEO}: {{"c": 3}}}}}}')
    result = table.act(ADA, "actGo")
    sent = [(one.audience, one.args) for one in result.notifications if "Private" in one.type]
    assert sent == [(ADA, {"a": 1}), (BEN, {"a": 1}), (CLEO, {"c": 3})]
    change = result.notifications[-1]
    assert (change.audience, change.args["args"], change.args["multiactive"]) == (
        None,
        {"open": [1]},
        [ADA, BEN],
    )
    assert table.args_for(ADA) == {"open": [1], "_private": {"a": 1}}
    assert table.args_for(CLEO) == {"open": [1], "_private": {"c": 3}}
    assert table.args_for(None) == {"open": [1]}


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        ("None", "arg.* must return a dict, not NoneType"),
        ("[1]", "must return a dict, not list"),
        ('{"x": object()}', "arg.*object"),
        ('{"_private": [1]}', "_private.* must be a dict"),
        ('{"_private": {"activ": 1}}', "_private.*'activ'"),
        ('{"_private": {4711: 1}}', "_private.*4711"),
        ('{"_private": {"active": object()}}', "arg.*object"),
    ],
)
def test_wrong_args_are_refused_with_the_provider_named(games, returned, message):
    table = private(games, returned)
    before = table.snapshot()
    with pytest.raises(GameError, match=message) as caught:
        table.act(ADA, "actGo")
    assert "argAll" in str(caught.value)
    assert table.snapshot() == before


# -- outcomes ---------------------------------------------------------------------------------------------

WAYS = """
states:
  turn:
    id: 5
    type: activeplayer
    description: ""
    possibleActions: [actGo]
    transitions: {next: other, "10": other, end: gameEnd}
  only:
    id: 10
    type: activeplayer
    description: ""
    possibleActions: [actGo]
    transitions: {foo: turn}
  other:
    id: 20
    type: activeplayer
    description: ""
    possibleActions: [actGo]
    transitions: {"": turn, x: only}
  none:
    id: 30
    type: activeplayer
    description: ""
    possibleActions: [actGo]
"""


def ways(games, **more) -> Table:
    return games.table(
        WAYS,
        HEAD
        + """
    moves_only = moves_other = moves_none = moves_turn

    def act_go(self, code: str):
        return eval(code, {"self": self, "state": lambda label: self._setup.definition.graph[label]})
""",
        **more,
    )


def go(table: Table, code: str) -> tuple[str, list[tuple[str, str | None, str]]]:
    result = table.act(ADA, "actGo", {"code": code})
    return table.state, [tuple(one) for one in result.transitions]


def test_a_string_is_a_transitions_name_and_a_number_a_states_id(games):
    """V22: "10" names a transition, 10 is a state's id; a state is a target too."""
    assert go(ways(games), '"10"') == ("other", [("turn", "10", "other")])
    assert go(ways(games), "10") == ("only", [("turn", None, "only")])
    assert go(ways(games), 'state("none")') == ("none", [("turn", None, "none")])
    assert go(ways(games), "None") == ("turn", [])
    assert go(ways(games), "5") == ("turn", [("turn", None, "turn")])


def test_the_empty_name_takes_the_only_transition_whatever_its_name(games):
    """V1: with several transitions it is refused, even if one of them has that very name."""
    table = ways(games)
    go(table, "10")
    assert go(table, '""') == ("turn", [("only", "foo", "turn")])
    go(table, '"next"')
    with pytest.raises(
        UnknownTransitionError, match=r"^More than one possible action at this state"
    ) as caught:
        go(table, '""')
    assert "'', 'x'" in str(caught.value)
    assert caught.value.state == "other"
    go(table, "30")
    with pytest.raises(UnknownTransitionError, match="0 transitions"):
        go(table, '""')


def test_an_unknown_name_is_refused_with_the_states_id_and_what_it_has(games):
    """V1."""
    table = ways(games)
    with pytest.raises(UnknownTransitionError) as caught:
        go(table, '"nxt"')
    assert str(caught.value) == (
        "This transition (nxt) is impossible at this state (5): 'turn' has 'next', '10', 'end' "
        "(did you mean 'next'?)"
    )
    assert (caught.value.state, caught.value.handler, caught.value.player) == ("turn", "act_go", ADA)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("77", r"Unknow state: 77 \(states: 1, 5, 10, 20, 30, 99\)"),
        ("0", "Unknow state: 0"),
        ("True", "a handler returned True; it may return a transition's name, a state's id"),
        ("1.0", "a handler returned 1.0"),
        ("['next']", r"a handler returned \['next'\]"),
        ("{}", r"a handler returned \{\}"),
        ("()", r"a handler returned \(\)"),
        ("b'next'", "a handler returned b'next'"),
        ('self.gamestate.jump_to_state("onli")', r"Unknow state: onli \(did you mean 'only'\?\)"),
        ("self.gamestate.jump_to_state(6)", "Unknow state: 6"),
    ],
)
def test_other_outcomes_are_refused(games, code, message):
    table = ways(games)
    with pytest.raises(GameError, match=message):
        go(table, code)
    assert table.state == "turn"
    assert go(table, '"next"')[0] == "other"


@pytest.mark.parametrize("target", ['"none"', "30", 'state("none")'])
def test_jump_goes_to_a_state_by_label_id_or_state(games, target):
    assert go(ways(games), f"self.gamestate.jump_to_state({target})") == ("none", [("turn", None, "none")])


def test_a_handler_takes_a_transition_or_returns_one_not_both(games):
    table = ways(games)
    with pytest.raises(GameError, match="act_go took a transition by next_state .* also returned 'x'"):
        go(table, 'self.gamestate.next_state("next") or "x"')
    assert (table.state, table.moves_made) == ("turn", 0)
    assert go(table, 'self.gamestate.next_state("next")')[0] == "other"


def test_an_entry_action_takes_a_transition_or_returns_one_not_both(games):
    table = games.table(
        TURN + "  there: {type: game, action: stThere, transitions: {back: turn}}\n",
        HEAD
        + """
    def act_go(self):
        return "next"

    def st_there(self):
        self.gamestate.next_state("back")
        return "next"
""",
    )
    with pytest.raises(GameError, match="stThere took a transition by next_state .* also returned 'next'"):
        table.act(ADA, "actGo")
    assert table.state == "turn"


def test_next_state_is_done_at_once_and_what_follows_runs_in_the_new_state(games):
    """A second call makes a second transition, from the new state."""
    table = ways(games)
    code = (
        '[self.gamestate.next_state("next"), self.state.seen.append(self.gamestate.state.label),'
        ' self.gamestate.next_state("x"), self.state.seen.append(self.gamestate.state.label)] and None'
    )
    assert go(table, code) == ("only", [("turn", "next", "other"), ("other", "x", "only")])
    assert table.snapshot()["state"]["seen"] == ["other", "only"]


def test_what_a_handler_does_after_next_state_is_seen_by_moves_and_args(games):
    """Args that ask for the legal moves must not keep them from before the handler's last line."""
    table = games.table(
        TURN.replace("next: there", "next: more")
        + "  more: {type: activeplayer, description: '', args: argMore, possibleActions: [actLeave]}\n",
        HEAD
        + """
    def moves_more(self, player) -> Moves:
        return {"actLeave": list(range(self.state.count))}

    def arg_more(self):
        return self.legal_moves(self.players[0])

    def act_go(self):
        self.gamestate.next_state("next")
        self.state.count = 3

    def act_leave(self, number: int):
        pass
""",
    )
    table.act(ADA, "actGo")
    assert table.legal_moves(ADA) == {"actLeave": [0, 1, 2]}
    assert table.args_for(ADA) == {"actLeave": [0, 1, 2]}
    table.act(ADA, "actLeave", {"number": 2})


def test_nothing_leaves_the_end_of_the_game(games):
    """V2: next_state in gameEnd does nothing."""
    table = ways(games)
    code = '[self.gamestate.next_state("end"), self.gamestate.next_state("next")] and None'
    assert go(table, code) == ("gameEnd", [("turn", "end", "gameEnd")])
    assert table.is_over
    assert table.active_players == []


def test_a_transition_cannot_be_taken_by_code_that_only_looks(games):
    table = games.table(
        TURN + "  there: {type: game, action: stThere, transitions: {back: turn}}\n",
        HEAD
        + """
    def act_go(self):
        return "next"

    def st_there(self):
        return "back"

    def get_all_datas(self, current_player_id):
        self.gamestate.next_state("next")
        return {}
""",
    )
    with pytest.raises(GameError, match="only a handler, while it runs"):
        table.view_for(ADA)
    assert table.state == "turn"


def test_a_transition_cannot_be_taken_during_the_set_up(games):
    code = HEAD.replace(
        "return SmallState()", 'self.gamestate.next_state("next")\n        return SmallState()'
    )
    with pytest.raises(GameError, match="only a handler, while it runs"):
        games.table(
            TURN + "  there: {type: activeplayer, description: ''}\n", code + "\n    def act_go(self): ...\n"
        )


# -- ends that are none -----------------------------------------------------------------------------------

ROUND = """
states:
  turn:
    type: activeplayer
    description: ""
    possibleActions: [actGo]
    transitions: {next: a}
  a: {type: game, action: stA, transitions: {b: b, stop: turn}}
  b: {type: game, action: stB, transitions: {c: c}}
  c: {type: game, action: stC, transitions: {a: a}}
"""


@pytest.mark.parametrize("mode", ["full", "simulation", "paranoid"])
def test_a_move_that_ends_in_a_game_state_is_refused(games, mode):
    """V15."""
    table = games.table(
        ROUND,
        HEAD
        + """
    def act_go(self):
        self.state.count = 9
        return "next"

    def st_a(self):
        pass

    st_b = st_c = st_a
""",
        mode=mode,
    )
    before = table.snapshot()
    with pytest.raises(GameError, match=r"^Unexpected final game state \(3\): 'a' .* stA took no transition"):
        table.act(ADA, "actGo")
    assert mode == "simulation" or table.snapshot() == before


@pytest.mark.parametrize("mode", ["full", "simulation", "paranoid"])
def test_an_endless_loop_names_its_cycle(games, mode):
    table = games.table(
        ROUND,
        HEAD
        + """
    def act_go(self):
        return "next"

    def st_a(self):
        return "b"

    def st_b(self):
        return "c"

    def st_c(self):
        return "a"
""",
        mode=mode,
    )
    with pytest.raises(EndlessStatesError) as caught:
        table.act(ADA, "actGo")
    assert sorted(caught.value.cycle) == ["a", "b", "c"]
    assert "endless loop" in str(caught.value)
    first = caught.value.cycle[0]
    assert " -> ".join([*caught.value.cycle, first]) in str(caught.value)
    if mode != "simulation":
        assert (table.state, table.moves_made) == ("turn", 0)


def test_an_endless_recursion_of_next_state_names_its_cycle(games):
    table = games.table(
        ROUND,
        HEAD
        + """
    def act_go(self):
        self.gamestate.next_state("next")

    def st_a(self):
        self.gamestate.next_state("b")

    def st_b(self):
        self.gamestate.jump_to_state("a")

    st_c = st_b
""",
    )
    with pytest.raises(EndlessStatesError) as caught:
        table.act(ADA, "actGo")
    assert sorted(caught.value.cycle) == ["a", "b"]
    assert table.state == "turn"


def test_a_loop_without_a_pattern_still_ends(games):
    table = games.table(
        ROUND,
        HEAD
        + """
    def act_go(self):
        return "next"

    def st_a(self):
        return ["b", 3][self.bga_rand(0, 1)]

    def st_b(self):
        return ["c", 3][self.bga_rand(0, 1)]

    def st_c(self):
        return ["a", 4][self.bga_rand(0, 1)]
""",
    )
    with pytest.raises(EndlessStatesError) as caught:
        table.act(ADA, "actGo")
    assert set(caught.value.cycle) <= {"a", "b", "c"}


def test_many_game_states_in_one_move_are_no_loop(games):
    table = games.table(
        ROUND,
        HEAD
        + """
    def act_go(self):
        return "next"

    def st_a(self):
        self.state.count += 1
        return "stop" if self.state.count > 3000 else "b"

    def st_b(self):
        return "c"

    def st_c(self):
        return "a"
""",
    )
    assert len(table.act(ADA, "actGo").transitions) == 9002
    assert table.state == "turn"


def test_an_action_that_stays_keeps_the_args_up_to_date(games):
    table = games.table(
        TURN.replace('description: ""', 'description: ""\n    args: argTurn')
        + "  there: {type: game, action: stThere, transitions: {back: turn}}\n",
        HEAD
        + """
    def act_go(self):
        self.state.count += 1

    def arg_turn(self):
        return {"count": self.state.count}

    def st_there(self):
        return "back"
""",
    )
    result = table.act(ADA, "actGo")
    assert (result.transitions, result.move) == ((), 1)
    assert table.args_for(ADA) == {"count": 1}


def test_an_action_can_ask_for_the_args_as_they_are_now(games):
    """The magic parameter ``args`` is what the args provider gives, ``_private`` included."""
    table = games.table(
        TURN.replace('description: ""', 'description: ""\n    args: argTurn')
        + "  there: {type: game, action: stThere, transitions: {back: turn}}\n",
        HEAD
        + """
    def act_go(self, args: dict):
        self.state.count += 1
        self.state.way = repr(args)

    def arg_turn(self):
        return {"count": self.state.count, "_private": {"active": 5}}

    def st_there(self):
        return "back"
""",
    )
    for count in (0, 1):
        table.act(ADA, "actGo")
        assert table.snapshot()["state"]["way"] == f"{{'count': {count}, '_private': {{{ADA}: 5}}}}"
