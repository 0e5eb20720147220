"""What a handler's outcome leads to: names, ids, states, jumps, next_state (V1, V2, V22)."""

import pytest

from aurum_states import Table
from aurum_states.errors import GameError, UnknownTransitionError
from tests.engine.small_games import ADA
from tests.engine.walking_game import HEAD, TURN

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


@pytest.mark.parametrize("mode", ["full", "simulation", "paranoid"])
def test_a_handler_takes_a_transition_or_returns_one_not_both(games, mode):
    table = ways(games, mode=mode)
    with pytest.raises(GameError, match="act_go took a transition by next_state .* also returned 'x'"):
        go(table, 'self.gamestate.next_state("next") or "x"')
    if mode == "simulation":
        return
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
