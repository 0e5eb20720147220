"""Rules about transitions, whole graphs and private states."""

import pytest

from aurum_states.checks.flow import Flow, strong_components
from aurum_states.definitions.states import StateType
from tests.checks.small import CODE, STATES, changed, codes, the, with_method

PLAY = """\
  {label}:
    type: activeplayer
    description: ${{actplayer}} must take
    descriptionMyTurn: ${{you}} must take
    possibleActions: [actTake]
    transitions: {{{ways}}}
"""
AUTOMATIC = "  {label}: {{type: game, action: stDeal, transitions: {{{ways}}}}}\n"


def graph(**ways: str) -> str:
    """Return a graph of player states and, where the name begins with ``g``, game states."""
    states = "".join(
        (AUTOMATIC if label.startswith("g") else PLAY).format(label=label, ways=some)
        for label, some in ways.items()
    )
    return changed("states:\n" + states, ("action: stDeal", "action: stDeal, updateGameProgression: true"))


def test_nothing_is_wrong_with_the_game_of_these_tests(small):
    assert not small.problems()
    assert not small.alone(STATES)


# -- the whole graph -----------------------------------------------------------------------------


def test_one_state_alone_is_unreachable_not_what_it_leads_to(small):
    problems = small.alone(graph(play="next: g1, over: gameEnd", g1="on: play", g2="on: play"))
    assert codes(problems) == ["graph.unreachable"]
    assert the(problems, "graph.unreachable").place.line == 9


def test_a_graph_without_a_class_is_likely_one_with_it_certain(small):
    states = STATES + "  rest: {type: game, action: stDeal, transitions: {again: play}}\n"
    assert the(small.alone(states), "graph.unreachable").certainty == "likely"
    assert the(small.problems(states), "graph.unreachable").certainty == "certain"


def test_a_jump_that_can_be_read_reaches_a_state(small):
    states = STATES + "  rest: {type: game, action: stDeal, transitions: {again: play}}\n"
    code = changed(
        CODE,
        (
            '        return "next" if self.state.left > 0 else "over"\n',
            '        self.gamestate.jump_to_state("rest")\n',
        ),
    )
    code = changed(code, (' -> Literal["next", "over"]', ""))
    assert "graph.unreachable" not in codes(small.problems(states, code))


@pytest.mark.parametrize(
    "body",
    [
        "self.gamestate.jump_to_state(self.state.left)",
        "return self.state.left",
        "getattr(self, 'go')()",
        "other.go(self)",
        "self.gamestate.next_state(target)",
    ],
)
def test_a_jump_that_cannot_be_read_makes_it_only_possible(small, body):
    states = STATES + "  rest: {type: game, action: stDeal, transitions: {again: play}}\n"
    code = changed(CODE, ('        return "next" if self.state.left > 0 else "over"\n', f"        {body}\n"))
    code = changed(code, (' -> Literal["next", "over"]', ""))
    problem = the(small.problems(states, code), "graph.unreachable")
    assert (problem.certainty, problem.severity) == ("possible", "info")


def test_an_unreadable_part_makes_it_only_possible(small):
    states = changed(STATES, ("{again: play}", "{again: pley}"))
    states += "  rest: {type: game, action: stDeal, transitions: {again: play}}\n"
    problems = small.alone(states)
    assert the(problems, "graph.unreachable").certainty == "possible"
    assert codes(problems) == ["graph.unreachable", "state.target.unknown"]


def test_first_state_says_where_games_begin(small):
    states = STATES + "  rest: {type: game, action: stDeal, transitions: {again: play}}\n"
    code = with_method(
        CODE,
        """
        def first_state(self):
            return "rest" if self.options else "play"
        """,
    )
    assert not small.problems(states, code)
    problems = small.problems(states, code.replace('"rest" if', '"rset" if'))
    assert the(problems, "handler.jump.unknown").message == (
        "first_state goes to the state 'rset', which is none (did you mean 'rest'?)"
    )


def test_a_cycle_with_a_way_out_is_no_problem(small):
    assert not small.alone(graph(play="next: g1, over: gameEnd", g1="on: g2", g2="on: g1, out: play"))


def test_a_cycle_without_names_its_states(small):
    problems = small.alone(graph(play="next: g1, over: gameEnd", g1="on: g2", g2="on: g3", g3="on: g1"))
    assert codes(problems) == ["graph.cycle.endless"]
    assert "g1, g2, g3" in problems[0].message


def test_a_cycle_that_is_left_by_a_jump_is_no_problem(small):
    states = changed(STATES, ("{again: play}", "{again: deal}"))
    code = changed(
        CODE,
        ('-> Literal["again"]:\n        return "again"', ":\n        self.gamestate.jump_to_state('play')"),
    )
    assert "edge.self" not in codes(small.problems(states, code))


def test_a_cycle_left_by_an_unknown_jump_is_only_possible(small):
    states = changed(STATES, ("{again: play}", "{again: deal}"))
    code = changed(
        CODE, ('-> Literal["again"]:\n        return "again"', ":\n        return self.state.left")
    )
    problem = the(small.problems(states, code), "edge.self")
    assert (problem.certainty, problem.severity) == ("possible", "info")


def test_a_state_that_comes_back_to_itself_is_common(small):
    assert not small.alone(graph(play="again: play, over: gameEnd, on: g1", g1="more: g1, on: play"))


def test_only_the_states_that_are_never_left_are_told_of(small):
    ways = {"play": "next: g1", "g1": "on: p2", "p2": "on: p3", "p3": "on: p2"}
    problems = small.alone(graph(**ways))
    assert codes(problems) == ["graph.no_end"]
    assert "states p2, p3," in problems[0].message


def test_a_dead_end_whose_transition_was_wrong_is_one_problem(small):
    problems = small.alone(changed(STATES, ("{again: play}", "{again: pley}")))
    assert codes(problems) == ["state.target.unknown"]


def test_only_zombies_by_what_the_class_says(small):
    states = changed(STATES, ("over: gameEnd", "over: gameEnd, left: rest"))
    states += "  rest: {type: game, action: stDeal, transitions: {again: play}}\n"
    code = changed(CODE, ("        return self.act_take(1)", '        return "left"'))
    problem = the(small.problems(states, code), "graph.zombie_only")
    assert problem.certainty == "certain"
    assert "graph.zombie_only" not in codes(small.problems(states))


def test_components_agree_with_a_plain_search():
    targets = {str(n): [str(n * 7 % 40), str((n * n + 1) % 40)] for n in range(40)}

    def reach(start: str) -> set[str]:
        seen, waiting = {start}, [start]
        while waiting:
            new = set(targets[waiting.pop()]) - seen
            seen |= new
            waiting += new
        return seen

    expected = {frozenset(b for b in reach(a) if a in reach(b)) for a in targets}
    assert {frozenset(some) for some in strong_components(targets)} == expected


def test_a_long_line_of_states_needs_no_recursion():
    targets = {str(n): [str(n + 1)] for n in range(20_000)} | {"20000": []}
    assert len(strong_components(targets)) == 20_001


def test_the_graph_of_flow_is_whole(aurum_flow: Flow):
    assert aurum_flow.certainty == "certain"
    assert aurum_flow.reachable(aurum_flow.roots) == {*aurum_flow.graph.labels} - {"gameSetup"}


# -- several active players -------------------------------------------------------------------------

BID = changed(
    STATES,
    ("activeplayer\n", "multipleactiveplayer\n"),
    ("description: ${actplayer} must", "description: Other players must"),
)


def test_who_makes_players_active_may_stand_before(small):
    code = changed(
        CODE,
        (
            '        return "again"',
            '        self.gamestate.set_all_players_multiactive()\n        return "again"',
        ),
    )
    assert "graph.multi.inactive" not in codes(small.problems(BID, code))
    assert the(small.problems(BID), "graph.multi.inactive").severity == "error"


def test_setup_may_make_players_active(small):
    code = changed(
        CODE,
        ("        return StonesState()", "        self._wake()\n        return StonesState()"),
    )
    code = with_method(
        code,
        """
        def _wake(self):
            self.gamestate.set_players_multiactive(self.players, "next")
        """,
    )
    assert "graph.multi.inactive" not in codes(small.problems(BID, code))


def test_without_a_class_nobody_knows_who_is_active(small):
    assert not small.alone(BID)


# -- single transitions and keys --------------------------------------------------------------------


def test_an_empty_name_alone_is_what_most_games_have(small):
    assert not small.alone(changed(STATES, ("again: play", "'': play")))


def test_unknown_keys(small):
    text = changed(
        STATES,
        ("    type: game\n", "    type: game\n    onState: x\n    $note: x\n    descriptiongeneric: x\n"),
    )
    problem = the(small.alone("extra: 1\n" + text), "state.key.unknown")
    assert (problem.severity, problem.place.line) == ("info", 11)
    assert codes(small.alone("extra: 1\n" + text)) == ["state.key.unknown", "states.key.unknown"]


# -- private states ---------------------------------------------------------------------------------

PRIVATE = """\
states:
  plan:
    type: multipleactiveplayer
    description: Other players must plan
    descriptionMyTurn: ${you} must plan
    action: stMakeEveryoneActive
    initialPrivate: choose
    updateGameProgression: true
    possibleActions: [actReady]
    transitions: {done: gameEnd}
  choose:
    type: private
    descriptionMyTurn: ${you} must choose
    possibleActions: [actChoose]
    transitions: {back: choose}
"""
PRIVATE_CODE = """\
from aurum_states import Game, State

class StonesState(State):
    left: int = 9

class Stones(Game[StonesState]):
    def setup_new_game(self, options):
        return StonesState()

    def moves_plan(self, player):
        return {}

    def moves_choose(self, player):
        return {}

    def act_ready(self, current_player_id):
        self.gamestate.set_player_non_multiactive(current_player_id, "done")

    def act_choose(self):
        return "back"

    def zombie_turn(self, state, active_player_id):
        self.act_ready(active_player_id)
"""


def test_a_private_world(small):
    assert not small.alone(PRIVATE)
    assert not small.problems(PRIVATE, PRIVATE_CODE)


def test_a_private_action_may_leave_the_master(small):
    code = changed(
        PRIVATE_CODE,
        ('        return "back"', '        self.gamestate.next_state("done")\n        return "back"'),
        (
            '        self.gamestate.set_player_non_multiactive(current_player_id, "done")',
            "        self.state.left = 0",
        ),
    )
    assert not small.problems(PRIVATE, code)


def test_a_master_that_nothing_leaves(small):
    code = changed(
        PRIVATE_CODE,
        (
            '        self.gamestate.set_player_non_multiactive(current_player_id, "done")',
            "        self.state.left = 0",
        ),
    )
    problems = small.problems(PRIVATE, code)
    assert the(problems, "private.master.stuck").place.line == 7
    assert the(problems, "private.master.stuck").certainty == "certain"


def test_a_private_state_without_any_master(small):
    problems = small.alone(changed(PRIVATE, ("    initialPrivate: choose\n", "")))
    assert the(problems, "private.unreachable").certainty == "certain"
    assert "no state has an initialPrivate" in the(problems, "private.unreachable").message


def test_private_states_are_no_dead_ends_of_the_table(small):
    assert not small.alone(changed(PRIVATE, ("    transitions: {back: choose}\n", "")))


def test_both_ways_over_the_border(small):
    text = changed(
        PRIVATE, ("{done: gameEnd}", "{done: gameEnd, in: choose}"), ("{back: choose}", "{out: plan}")
    )
    assert codes(small.alone(text)) == ["private.entered", "private.leaves"]


def in_choose(line: str) -> str:
    return changed(PRIVATE_CODE, ('        return "back"', f"        {line}"))


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('self.gamestate.next_private_state(self.players[0], "back")', None),
        ('self.gamestate.next_private_state_for_all_active_players("back")', None),
        (
            'self.gamestate.next_private_state(self.players[0], "bakc")',
            "no transition of state 'choose' (did",
        ),
        ('self.gamestate.next_private_state(self.players[0], "done")', "no transition of state 'choose'"),
        ('return ""', "act_choose returns '', no transition of state 'choose'"),
        ('return "done"', "no transition of state 'choose'"),
    ],
)
def test_private_transitions_are_held_against_the_private_states(small, line, found):
    problems = small.problems(PRIVATE, in_choose(line))
    unknown = [one.message for one in problems if one.code == "handler.transition.unknown"]
    assert len(unknown) == (found is not None)
    if found is None:
        assert not problems
    else:
        assert found in unknown[0]


def test_a_private_setter_does_not_leave_the_master(small):
    code = changed(
        in_choose('self.gamestate.next_private_state(self.players[0], "back")'),
        (
            '        self.gamestate.set_player_non_multiactive(current_player_id, "done")',
            "        self.gamestate.set_private_state(current_player_id, 'choose')",
        ),
    )
    assert the(small.problems(PRIVATE, code), "private.master.stuck").certainty == "certain"


def test_a_private_state_that_only_the_class_leads_to(small):
    states = PRIVATE + "  alone: {type: private, descriptionMyTurn: x, possibleActions: [actReady]}\n"
    code = PRIVATE_CODE + "\n    def moves_alone(self, player):\n        return {}\n"
    assert the(small.problems(states, code), "private.unreachable").place.line == 16
    for target in ('self.gamestate.set_private_state(self.players[0], "alone")', "return 4"):
        led = changed(
            code,
            (
                '        return "back"',
                f'        if self.players:\n            {target}\n        return "back"',
            ),
        )
        assert "private.unreachable" not in codes(small.problems(states, led))
    led = changed(
        code, ('        return "back"', '        self.gamestate.set_private_state(self.players[0], "alnoe")')
    )
    assert "did you mean 'alone'" in the(small.problems(states, led), "handler.jump.unknown").message


def test_parameters_in_a_private_state(small):
    states = changed(
        PRIVATE,
        (
            "possibleActions: [actChoose]",
            "possibleActions: [actChoose]\n    args: argChoose\n    action: stChoose",
        ),
    )
    methods = """
    def arg_choose(self, {0}):
        return {{}}

    def st_choose(self, {0}):
        pass
"""
    for right in ("player_id", "player_no, current_player_id, current_player_no, args"):
        assert not small.problems(states, PRIVATE_CODE + methods.format(right))
    problems = small.problems(states, PRIVATE_CODE + methods.format("active_player_id"))
    assert codes(problems) == ["handler.parameter.unknown"] * 2
    assert "'active_player_id' in a private state" in problems[0].message
    late = changed(PRIVATE_CODE, ("def act_choose(self)", "def act_choose(self, active_player_no)"))
    assert (
        "in the private state 'choose'" in the(small.problems(PRIVATE, late), "handler.active_player").message
    )


def test_states_of_bga_are_never_told_of(aurum_flow: Flow):
    assert {state.type for state in (aurum_flow.graph.setup, aurum_flow.graph.end)} == {StateType.MANAGER}
