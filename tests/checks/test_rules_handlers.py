"""Rules about the methods of a class."""

import pytest

from aurum_states.engine.loading import load_game
from aurum_states.errors import DefinitionError
from tests.checks.small import CODE, STATES, changed, codes, the, with_method

# -- the same words when loading and when checking -----------------------------------------------------

WRONG = {
    "an action": (STATES, CODE.replace("def act_take", "def act_tkae")),
    "an args provider": (STATES.replace("    possible", "    args: argPlay\n    possible"), CODE),
    "moves": (STATES, CODE.replace("def moves_play", "def moves_plai")),
    "a type": (STATES, CODE.replace("count: int", "count")),
    "any number of parameters": (STATES, CODE.replace("count: int", "*counts: int")),
    "an entry action's parameter": (STATES, CODE.replace("def st_deal(self)", "def st_deal(self, round)")),
    "the active player of many": (
        STATES.replace("type: activeplayer", "type: multipleactiveplayer"),
        CODE.replace("count: int)", "count: int, active_player_id: PlayerId)"),
    ),
    "a transition": (STATES, CODE.replace('Literal["again"]', 'Literal["agian"]')),
    "a name in a type": (STATES, CODE.replace("count: int", "count: Count")),
    "a name for type checkers": (
        STATES,
        changed(
            CODE,
            ("count: int", "count: 'Stone'"),
            ("class StonesState", "if TYPE_CHECKING:\n    from x import Stone\n\nclass StonesState"),
        ),
    ),
    "a state": (STATES, CODE.replace("Game[StonesState]", "Game")),
}


@pytest.mark.parametrize("what", WRONG)
def test_checking_says_what_loading_says(small, what):
    states, code = WRONG[what]
    problems = small.problems(states, code)
    with pytest.raises(DefinitionError) as error:
        load_game(small.write(states, "from __future__ import annotations\n" + code))
    for problem in error.value.report:
        same = [
            one
            for one in problems
            if (one.code, one.help) == (problem.code, problem.help)
            and one.message.startswith(problem.message)
        ]
        assert same, f"{problem}\n" + "\n".join(map(str, problems))
        assert same[0].severity == "error"
        assert same[0].certainty == "certain"


# -- names -------------------------------------------------------------------------------------------


def test_methods_of_a_base_class_in_the_folder_exist(small):
    base = changed(CODE, ("class Stones(", "class Base("))
    code = "from .base import Base\n\nclass Stones(Base):\n    pass\n"
    assert not small.problems(STATES, code, base=base)


def test_methods_of_a_base_class_elsewhere_may_exist(small):
    code = "from somewhere import Base\n\nclass Stones(Base):\n    pass\n"
    problems = small.problems(STATES, code)
    assert {problem.severity for problem in problems} == {"warning"}
    assert {problem.certainty for problem in problems} == {"possible"}


def test_a_handler_given_by_an_assignment_exists(small):
    code = changed(CODE, ("    def st_deal(self)", "    def deal_again(self)"))
    code = with_method(code, "st_deal = deal_again")
    assert "handler.action.missing" not in codes(small.problems(STATES, code))


def test_the_frameworks_own_entry_action_exists(small):
    states = changed(
        STATES,
        ("type: activeplayer", "type: multipleactiveplayer\n    action: stMakeEveryoneActive"),
        ("description: ${actplayer} must", "description: Other players must"),
    )
    assert not small.problems(states)
    load_game(small.write(states))


def test_unused_handlers_are_told_of_where_they_stand(small):
    code = with_method(CODE, "def moves_pley(self, player):\n    return {}")
    problem = the(small.problems(STATES, code), "handler.unused")
    assert problem.place.file.endswith("game.py")
    assert "did you mean 'play'?" in problem.help


def test_a_handler_that_another_method_calls_is_in_use(small):
    code = with_method(CODE, "def st_extra(self):\n    return 'again'")
    assert "handler.unused" in codes(small.problems(STATES, code))
    assert "handler.unused" not in codes(
        small.problems(STATES, code.replace('return "again"', "return self.st_extra()"))
    )


def test_a_handler_whose_state_cannot_be_read_is_in_use(small):
    states = changed(STATES, ("type: game", "type: gmae"))
    assert codes(small.problems(states)) == ["state.value.unknown"]


def test_labels_that_are_one_name_in_python(small):
    states = STATES + STATES.removeprefix("states:\n").replace("  play:", "  Play:").split("  deal:")[0]
    assert "moves_play" in the(small.problems(states), "handler.name.clash").message


# -- parameters --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "annotation",
    [
        "int", "str", "bool", "float", "int | None", "list[int]", "dict[str, list[int]]", "tuple[int, int]",
        "Literal['a', 'b']", "'int'", "Any", "object", "Color", "Pair", "Ids", "typing.Optional[int]",
        "Annotated[int, 'x']", "set[int]",
    ],
)  # fmt: skip
def test_types_that_can_be_sent(small, annotation):
    head = """\
import typing
from typing import Annotated
from enum import Enum
import msgspec

class Color(Enum):
    RED = "red"

class Pair(msgspec.Struct):
    first: int

Ids = list[int]
"""
    assert not small.problems(STATES, head + changed(CODE, ("count: int", f"count: {annotation}")))


@pytest.mark.parametrize(
    ("annotation", "why"),
    [
        ("complex", "no client can send a complex"),
        ("list[range]", "no client can send a range"),
        ("Deck", "no client can send a Deck"),
        ("Stone", "Stone is a plain class, which no client can send"),
        ("list[int] | tuple[int, int]", "two kinds of lists cannot be told apart when they are read"),
        ("Callable[[int], int]", "no client can send a Callable"),
    ],
)
def test_types_that_cannot(small, annotation, why):
    head = "from collections.abc import Callable\n\nclass Stone:\n    pass\n\n"
    problem = the(
        small.problems(STATES, head + changed(CODE, ("count: int", f"count: {annotation}"))),
        "handler.parameter.type",
    )
    assert problem.message == f"act_take: parameter 'count' is of type {annotation}; {why}"


def test_two_parameters_that_are_sent_alike(small):
    code = changed(CODE, ("count: int", "card_id: int, cardId: int"))
    assert "are both cardId" in the(small.problems(STATES, code), "handler.parameter.type").message


def test_a_decorator_that_is_not_known_may_change_everything(small):
    code = changed(
        CODE, ("    def act_take(self, count: int)", "    @wrapped\n    def act_take(self, count)")
    )
    assert not small.problems(STATES, code)


def test_the_frameworks_decorator_changes_nothing(small):
    code = changed(
        CODE,
        (
            "    def act_take(self, count: int)",
            "    @action(check_active=False)\n    def act_take(self, count)",
        ),
    )
    assert "handler.parameter.untyped" in codes(small.problems(STATES, code))


# -- outcomes ----------------------------------------------------------------------------------------

PLAIN = changed(CODE, (' -> Literal["next", "over"]', ""), (' -> Literal["again"]', ""))
OVER = '        return "next" if self.state.left > 0 else "over"\n'


def outcome(body: str, head: str = "") -> str:
    """Return the game whose action ends in other lines."""
    lines = "".join(f"        {line}\n" for line in body.split("\n"))
    return head + changed(PLAIN, (OVER, lines))


@pytest.mark.parametrize(
    "body",
    [
        'way = "next"\nif self.state.left == 0:\n    way = "over"\nreturn way',
        'return {True: "next", False: "over"}[self.state.left > 0]',
        'return ("next", "over")[self.state.left]',
        "return NEXT if self.state.left else OVER",
        'self.gamestate.next_state("next" if self.state.left else "over")',
        "return self.way()",
        "return way(self.state.left)",
        "return rules.way(self)",
        'if self.state.left:\n    return "next"\nself.finish()',
        "return super_way(self)",
    ],
)
def test_outcomes_that_can_be_read(small, body):
    head = """\
from . import rules
from .rules import OVER, way as super_way

NEXT = "next"

def way(left):
    return "next" if left else "over"

"""
    code = with_method(
        outcome(body, head),
        """
        def way(self) -> Literal["next", "over"]:
            return self.state.ways[0]

        def finish(self):
            self.gamestate.next_state(OVER)
        """,
    )
    rules = "OVER = 'over'\n\ndef way(game):\n    return 'next' if game.state.left else OVER\n"
    assert not small.problems(STATES, code, rules=rules)


def test_an_outcome_that_is_none(small):
    problem = the(
        small.problems(STATES, outcome('return "nxt" if self.state.left else "over"')),
        "handler.transition.unknown",
    )
    assert problem.message == "act_take returns 'nxt', no transition of state 'play' (did you mean 'next'?)"
    assert (problem.severity, problem.certainty) == ("error", "certain")
    assert problem.place.file.endswith("game.py")


def test_a_setter_takes_a_transition_too(small):
    problems = small.problems(
        STATES, outcome('self.gamestate.set_player_non_multiactive(1, "ovr")\nreturn "next"')
    )
    assert "takes by set_player_non_multiactive 'ovr'" in the(problems, "handler.transition.unknown").message


@pytest.mark.parametrize("players", ["[1]", "self.players"])
def test_players_who_are_surely_active_take_nothing(small, players):
    code = changed(
        PLAIN,
        (
            '        return "again"',
            f'        self.gamestate.set_players_multiactive({players}, "x")\n        return "again"',
        ),
    )
    assert not small.problems(STATES, code)


def test_players_who_may_be_none_may_take_a_later_transition(small):
    line = (
        '        self.gamestate.set_players_multiactive(sorted(self.players), "{}")\n        return "again"'
    )
    assert not small.problems(STATES, changed(PLAIN, ('        return "again"', line.format("over"))))
    problems = small.problems(STATES, changed(PLAIN, ('        return "again"', line.format("ovre"))))
    assert the(problems, "handler.transition.unknown").certainty == "likely"


def test_an_action_of_two_states_may_take_either_ones_transition(small):
    states = changed(STATES, ("over: gameEnd", "over: last"))
    states += (
        STATES.split("  deal:")[0]
        .removeprefix("states:\n")
        .replace("  play:", "  last:")
        .replace("next: deal, over", "end")
    )
    code = with_method(
        outcome("return self.way()"),
        """
        def way(self):
            if self.state.left > 2:
                return "next"
            return "over" if self.state.left else "end"

        def moves_last(self, player):
            return {}
        """,
    )
    assert not small.problems(states, code)


def test_a_return_type_must_fit_every_state(small):
    states = changed(STATES, ("over: gameEnd", "over: last"))
    states += (
        STATES.split("  deal:")[0]
        .removeprefix("states:\n")
        .replace("  play:", "  last:")
        .replace("next: deal, over", "end")
    )
    code = with_method(CODE, "def moves_last(self, player):\n    return {}")
    problems = [one for one in small.problems(states, code) if one.code == "handler.transition.unknown"]
    assert len(problems) == 2
    assert all("of state 'last'" in one.message for one in problems)


def test_a_transition_that_may_be_taken_by_an_unknown_name(small):
    states = changed(STATES, ("over: gameEnd", "over: gameEnd, skip: deal"))
    unknown = outcome("return self.state.way")
    problem = the(
        small.problems(states, unknown + '\nWAYS = ["next", "over"]\n'), "handler.transition.unused"
    )
    assert (problem.severity, problem.certainty) == ("info", "possible")
    named = small.problems(states, unknown + '\nWAYS = ["next", "over", "skip"]\n')
    assert codes(named) == ["edge.duplicate"]


def test_zombies_may_take_a_transition_alone(small):
    states = changed(STATES, ("over: gameEnd", "over: gameEnd, zombiePass: deal"))
    assert not small.problems(states, changed(CODE, ("return self.act_take(1)", 'return "zombiePass"')))


def test_the_empty_name(small):
    assert "handler.transition.ambiguous" in codes(small.problems(STATES, outcome('return ""')))
    assert not small.problems(STATES, changed(PLAIN, ('return "again"', 'return ""')))


def test_one_slip_in_a_target_is_one_problem(small):
    problems = small.problems(changed(STATES, ("next: deal", "next: dael")))
    assert codes([one for one in problems if one.severity != "info"]) == ["state.target.unknown"]


@pytest.mark.parametrize(
    "body", ["return 999", "self.gamestate.jump_to_state(999)", "self.gamestate.jump_to_state('dael')"]
)
def test_jumps_to_nowhere(small, body):
    assert "handler.jump.unknown" in codes(small.problems(STATES, outcome(body)))


def test_a_game_state_that_never_goes_on(small):
    problems = small.problems(
        STATES, changed(PLAIN, ('        return "again"', "        self.state.left = 9"))
    )
    assert the(problems, "handler.action.stays").place.file.endswith("game.py")


# -- the files ---------------------------------------------------------------------------------------


def test_a_file_that_cannot_be_read_is_told_of_with_its_line(small):
    code = "from . import rules\n" + changed(PLAIN, (OVER, "        return rules.way(self)\n"))
    problem = the(small.problems(STATES, code, rules="def way(game):\n    retrun 'next'\n"), "class.syntax")
    assert (problem.place.file.endswith("rules.py"), problem.place.line) == (True, 2)


def test_a_class_that_is_not_in_the_file(small):
    problem = the(
        small.problems(STATES, changed(CODE, ("class Stones(", "class Stonse("))), "gameinfos.class.unknown"
    )
    assert "did you mean 'Stonse'?" in problem.message


# -- fixes -------------------------------------------------------------------------------------------


def test_a_slip_of_the_one_method_left_over_can_be_put_right(small):
    problem = the(small.problems(changed(STATES, ("[actTake]", "[actTkae]"))), "handler.action.missing")
    assert problem.fix is not None
    [edit] = problem.fix.edits
    assert (edit.text, edit.place.line) == ("actTake", 6)


def test_a_slip_of_two_methods_is_left_to_the_author(small):
    code = with_method(CODE, "def act_tak(self):\n    return 'next'")
    problem = the(small.problems(changed(STATES, ("[actTake]", "[actTakk]")), code), "handler.action.missing")
    assert problem.fix is None


def test_a_slip_in_a_placeholder_can_be_put_right(small):
    states = changed(STATES, ("${you} must take", "'${yuo} must take'"))
    problem = the(small.problems(states), "title.placeholder.unknown")
    assert problem.fix is not None
    assert problem.fix.edits[0].text == "'${you} must take'"
