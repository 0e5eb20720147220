"""Rules about titles, and the keys of args that fill them."""

import pytest

from aurum_states.checks.args_keys import args_keys
from tests.checks.small import CODE, STATES, changed, codes, the, with_method

TITLED = changed(
    STATES,
    ("    possibleActions", "    args: argPlay\n    possibleActions"),
    ("${actplayer} must take", "${actplayer} must take of ${left}"),
)


def arg(body: str) -> str:
    """Return the game with an args provider."""
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    return with_method(CODE, f"def arg_play(self) -> Args:\n{lines}")


@pytest.mark.parametrize(
    ("body", "keys"),
    [
        ('return {"left": 1, "right": 2}', {"left", "right"}),
        ('return {"left": 1, **self.more()}', {"left", "more", "other"}),
        ("return dict(left=1)", {"left"}),
        ('return {"left": 1} | {"right": 2}', {"left", "right"}),
        ('if self.state.left:\n    return {"left": 1}\nreturn {"right": 2}', {"left", "right"}),
        ('args = {"left": 1}\nargs["right"] = 2\nreturn args', {"left", "right"}),
        ('args = {}\nargs.update({"left": 1})\nreturn args', {"left"}),
        ("args = self.more()\nreturn args", {"more", "other"}),
        ("return self.more()", {"more", "other"}),
        ("return {LEFT: 1}", {"left"}),
        ("args = {}\nself.fill(args)\nreturn args", None),
        ("return {name: 1 for name in self.players}", None),
        ("return {self.name(): 1}", None),
        ("return self.state.args", None),
        ('args = {"left": 1}\nargs = {**args, "right": 2}\nreturn args', None),
        ('return {"left": 1, "_merge_private": True, "_private": {}}', None),
        ("return self.arg_play()", None),
    ],
)
def test_keys_of_args(small, body, keys):
    code = with_method(
        changed(arg(body), ("class StonesState", 'LEFT = "left"\n\nclass StonesState')),
        """
        def more(self):
            args = {"more": 1}
            args["other"] = len(args)
            return args
        """,
    )
    found = args_keys(small.source(code), "arg_play")
    assert found == (None if keys is None else frozenset(keys))


def test_a_placeholder_that_the_args_fill(small):
    assert not small.problems(TITLED, arg('return {"left": self.state.left}'))


def test_a_placeholder_that_they_do_not(small):
    problem = the(small.problems(TITLED, arg('return {"lefft": 1}')), "title.placeholder.unknown")
    assert problem.place.line == 4
    assert problem.message == (
        "state 'play': description has the placeholder ${left}, which arg_play does not return "
        "(did you mean 'lefft'?)"
    )


def test_private_args_fill_no_title(small):
    code = arg('return {"_private": {"active": {"left": 1}}}')
    assert "title.placeholder.unknown" in codes(small.problems(TITLED, code))


def test_private_args_fill_what_is_asked_of_them(small):
    own = changed(TITLED, ("${left}", "${_private.left}"))
    assert not small.problems(own, arg('return {"_private": {"active": {"left": 1}}}'))
    assert "title.placeholder.unknown" in codes(small.problems(own, arg('return {"left": 1}')))


def test_args_that_cannot_be_read_fill_everything(small):
    assert not small.problems(TITLED, arg("return self.state.args"))


def test_without_a_class_only_states_without_args_are_judged(small):
    assert not small.alone(TITLED)
    text = changed(TITLED, ("    args: argPlay\n", ""))
    problem = the(small.alone(text), "title.placeholder.unknown")
    assert "no args that could fill it" in problem.message


def test_another_player_needs_an_id(small):
    text = changed(TITLED, ("of ${left}", "of ${otherplayer}"))
    assert not small.problems(text, arg('return {"otherplayer": "Ada", "otherplayer_id": 1}'))
    problem = the(small.problems(text, arg('return {"otherplayer": "Ada"}')), "title.placeholder.unknown")
    assert "${otherplayer_id}" in problem.message


@pytest.mark.parametrize("text", ["${you", "$ {you}", "$(you) may", "${yo{u}"])
def test_placeholders_that_are_not_written_right(small, text):
    titled = changed(STATES, ("${you} must take", f"'{text}'"))
    assert codes(small.alone(titled)) == ["title.placeholder.syntax"]


def test_a_slip_of_you_is_one_problem(small):
    problems = small.alone(changed(STATES, ("${you} must take", "${yuo} must take")))
    assert codes(problems) == ["title.placeholder.unknown"]
    assert "(did you mean 'you'?)" in problems[0].message


def test_empty_titles(small):
    text = changed(STATES, ("${you} must take", "''"))
    assert the(small.alone(text), "title.empty").severity == "warning"
    text = changed(STATES, ("${actplayer} must take", "''"))
    problem = the(small.alone(text), "title.empty")
    assert (problem.severity, problem.place.line) == ("info", 4)


def test_an_empty_title_for_everybody_is_told_of_once(small):
    text = changed(
        STATES, ("${actplayer} must take", "''"), ("    descriptionMyTurn: ${you} must take\n", "")
    )
    assert the(small.alone(text), "title.empty").severity == "warning"


def test_a_missing_title_is_not_an_empty_one(small):
    text = changed(STATES, ("    description: ${actplayer} must take\n", ""))
    assert codes(small.alone(text)) == ["state.description.missing"]


def test_the_active_player_of_many(small):
    text = changed(STATES, ("activeplayer\n", "multipleactiveplayer\n"))
    assert codes(small.alone(text)) == ["title.actplayer"]


def test_where_private_args_always_merge_their_keys_are_not_known(small):
    code = arg('return {"lefft": 1}')
    assert "title.placeholder.unknown" in codes(small.problems(TITLED, code))
    merging = changed(
        code,
        (
            "    def moves_play",
            "    def init_table(self):\n        self.notify.always_merge_private()\n\n    def moves_play",
        ),
    )
    assert "title.placeholder.unknown" not in codes(small.problems(TITLED, merging))
