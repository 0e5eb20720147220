"""Rules about options and preferences: where a problem stands, what it says, what puts it right.

That each is found at all, and which files have nothing wrong, is in ``test_traits`` and ``test_examples``.
"""

import json

import pytest

from aurum_states.checks.fixing import fixed_files
from aurum_states.checks.run import check
from tests.checks.small import codes, the

ONOFF = {"1": {"name": "Off"}, "2": {"name": "On"}}


def entry(**more):
    return {"name": "River", "default": 1, "values": ONOFF} | more


def conditioned(*conditions, start=False, **more):
    """Return two options, of which the second has conditions for being displayed, or for starting with 2."""
    key, data = ("startcondition", {"2": conditions}) if start else ("displaycondition", conditions)
    return {"100": entry(), "101": entry(**{"name": "Weather", key: data} | more)}


@pytest.fixture
def found(write):
    """Check a file of options (or of preferences), given as data or as text."""

    def found(data, name="gameoptions.json"):
        text = data if isinstance(data, str) else json.dumps(data, indent=1)
        return check([write(text, name)]).problems

    return found


# -- keys --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "path", "right"),
    [
        (entry(Level="base"), "$['100'].Level", "write level"),
        (entry(**{"level ": "base"}), "$['100']['level ']", "write level"),
        (entry(start_condition={}), "$['100'].start_condition", "write startcondition"),
        (
            entry(values=[{"name": "a", "betta": True}, {"name": "b"}]),
            "$['100'].values[0].betta",
            "write beta",
        ),
        (
            entry(displaycondition={"type": "minplayers", "value": 2, "iid": 3}),
            "$['100'].displaycondition.iid",
            "write id",
        ),
    ],
)
def test_misspelt_key(found, data, path, right):
    problem = the(found({"100": data}), "option.key.misspelt")
    assert (problem.path, problem.help) == (path, right)
    assert problem.fix is not None
    assert [edit.text for edit in problem.fix.edits] == [f'"{right.removeprefix("write ")}"']


@pytest.mark.parametrize("key", ["_level", "#level", "level_", "-level"])
def test_a_key_that_was_switched_off_is_not_switched_on(found, key):
    assert the(found({"100": entry(**{key: "base"})}), "option.key.misspelt").fix is None


def test_a_second_key_is_no_slip_of_one_that_is_there(found):
    problem = the(found({"100": entry(level="base", level2="major")}), "option.key.unknown")
    assert problem.help.startswith("keys are default, displaycondition, ")


@pytest.mark.parametrize(
    ("data", "message", "right"),
    [
        (entry(nobeginner=True), "nobeginner means nothing in an option", "it is read in a value only"),
        (
            entry(values={"1": {"name": "a", "default": True}, "2": {"name": "b"}}),
            "default means nothing in a value",
            "write it at the option, with the id of this value",
        ),
        (
            entry(displaycondition=[{"type": "minplayers", "value": 2, "message": "m"}]),
            "message means nothing in a displaycondition",
            "what players see in place of a hidden option is its notdisplayedmessage",
        ),
        (
            entry(displaycondition=[{"type": "minplayers", "value": 2, "gamestartonly": True}]),
            "gamestartonly means nothing in a displaycondition",
            "it is read in a startcondition only",
        ),
    ],
)
def test_misplaced_key(found, data, message, right):
    problem = the(found({"100": data}), "option.key.misplaced")
    assert problem.message == f"option 100: {message}"
    assert problem.help == right
    assert problem.fix is None


def test_keys_are_told_of_beside_errors(found):
    """The reader gives an option up whose name is misspelt; the slip itself is what helps."""
    assert codes(found({"100": {"nam": "River", "default": 1, "values": ONOFF}})) == [
        "option.key.missing",
        "option.key.misspelt",
    ]


# -- fixes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "fixed"),
    [
        (
            "gameoptions.jsonc",
            '{"100": {"name": "River", "default": "1", // the first\n'
            '  "values": {"1": {"name": "Off"}, "2": {"name": "On", "tmpdisplay": "River"}}, }}',
            '{"100": {"name": "River", "default": 1, // the first\n'
            '  "values": {"1": {"name": "Off"}, "2": {"name": "On", "tmdisplay": "River"}}, }}',
        ),
        (
            "gameoptions.json",
            '{"100": {"name": "River", "default": 1, "values": [{"name": "Yes "}, {"name": " no"}]}}',
            '{"100": {"name": "River", "default": 1, "values": [{"name": "Yes"}, {"name": "no"}]}}',
        ),
        (
            "gamepreferences.yaml",
            "'100':\n  name: River\n  default: '1'\n  needreload: true\n  values: [{name: a}, {name: b}]\n",
            "'100':\n  name: River\n  default: 1\n  needReload: true\n  values: [{name: a}, {name: b}]\n",
        ),
    ],
)
def test_fixes(write, name, text, fixed):
    path = write(text, name)
    checked = check([path])
    [file] = fixed_files(
        checked.problems, {name: document.source for name, document in checked.documents.items()}
    )
    assert file.refused == ""
    assert file.after == fixed
    file.write()
    assert not check([path]).problems


# -- names -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["a < b", "Cats & dogs", "1 <2> 3", "x &amp y"])
def test_signs_that_are_no_html(found, text):
    assert not found({"100": entry(name=text)})


@pytest.mark.parametrize("text", ["a<br>b", "Cats &amp; dogs", "<span class='x'>y</span>", "&#10;"])
def test_html(found, text):
    assert codes(found({"100": entry(name=text)})) == ["option.name.html"]


def test_the_second_of_two_names_is_told_of(found):
    problem = the(found({"105": entry(), "103": entry(name=" River")}), "option.name.twice")
    assert problem.message == "option 103 is named 'River', as option 105 is"
    assert problem.path == "$['103'].name"


# -- conditions --------------------------------------------------------------------------------------------

OTHER = {"type": "otheroption", "id": 100, "value": 2}


@pytest.mark.parametrize(
    ("condition", "code", "at", "words"),
    [
        (
            OTHER | {"id": 107},
            "option",
            ".id",
            "option 101, displaycondition: otheroption names the option 107",
        ),
        (OTHER | {"id": 0}, "option", ".id", "the option 0, which does not exist"),
        (OTHER | {"value": 3}, "value", ".value", "names the value 3, which option 100 does not have"),
        (OTHER | {"value": [1, 3, 4]}, "value", ".value[1]", "the value 3, 4,"),
        (OTHER | {"id": 101}, "self", ".id", "asks for the option that it belongs to"),
        (
            OTHER | {"id": 201, "value": [0, 5]},
            "framework",
            ".value[1]",
            "which BGA's option 201 is not known",
        ),
        ({"type": "otheroptionisnot", "value": 1}, "id.missing", "", "otheroptionisnot names no option"),
    ],
)
def test_references(found, condition, code, at, words):
    problem = the(found(conditioned(condition)), f"option.condition.{code}")
    assert problem.path == f"$['101'].displaycondition[0]{at}"
    assert words in problem.message


def test_what_is_right_is_named(found):
    assert the(found(conditioned(OTHER | {"id": 107})), "option.condition.option").help == (
        "other options are 100; BGA's own are 200 (speed) and 201 (mode)"
    )
    problem = the(found(conditioned(OTHER | {"value": 3})), "option.condition.value")
    assert problem.help == "values of option 100 are 1, 2"


def test_an_option_with_errors_is_there_all_the_same(found):
    data = conditioned(OTHER | {"value": [2, 3]}, OTHER)
    data["100"]["default"] = 9
    assert codes(found(data)) == ["option.condition.value", "option.default.unknown"]


def test_conditions_of_an_option_with_errors(found):
    data = conditioned(OTHER | {"id": 107}, name=5)
    assert codes(found(data)) == ["option.condition.option", "option.value.type"]


def test_a_condition_is_found_in_every_form(found):
    bad = OTHER | {"id": 107, "message": "m"}
    for start in ({"2": [bad]}, {"2": bad}, [[], [], [bad]]):
        [problem] = found({"101": entry(startcondition=start)})
        assert problem.code == "option.condition.option"
        assert "startcondition of value 2: otheroption" in problem.message
        assert problem.path.endswith(".id")


@pytest.mark.parametrize(
    "conditions",
    [
        ({"type": "minplayers", "value": 1}, {"type": "maxplayers", "value": 1}),
        ({"type": "minplayers", "value": [2, 99]},),
        ({"type": "maxplayers", "value": 10**15},),
        ({"type": "minplayers", "value": -5},),
        ({"type": "minplayers", "value": 3}, {"type": "maxplayers", "value": [2, 3]}),
        ({"type": "otheroptionisnot", "id": 100, "value": [1]},),
    ],
)
def test_conditions_that_can_hold(found, conditions):
    assert not found(conditioned(*conditions))


@pytest.mark.parametrize(
    ("conditions", "index"),
    [
        (({"type": "minplayers", "value": 4}, OTHER, {"type": "maxplayers", "value": 3}), 2),
        (({"type": "minplayers", "value": [2, 3]}, {"type": "minplayers", "value": [4]}), 1),
        (({"type": "minplayers", "value": 10**15},), 0),
        (({"type": "maxplayers", "value": [0, -1]},), 0),
    ],
)
def test_conditions_that_cannot_hold(found, conditions, index):
    problem = the(found(conditioned(*conditions)), "option.condition.never")
    assert problem.path == f"$['101'].displaycondition[{index}].value"


def test_either_of_two_conditions_is_enough(found):
    few, many = {"type": "maxplayers", "value": 2}, {"type": "minplayers", "value": 4}
    assert not found(conditioned(few, many, displayconditionoperand="or"))
    problems = found(conditioned(few, {"type": "minplayers", "value": 99}, displayconditionoperand="or"))
    assert the(problems, "option.condition.never").path == "$['101'].displaycondition[1].value"


def test_start_conditions_all_count_whatever_the_operand(found):
    few = {"type": "maxplayers", "value": 2, "message": "m"}
    many = {"type": "minplayers", "value": 4, "message": "m"}
    data = conditioned(few, many, start=True, displayconditionoperand="or")
    assert codes(found(data)) == ["option.condition.never", "option.operand.single"]


def test_a_list_of_most_players_in_a_start_condition_is_a_warning(found):
    data = conditioned({"type": "maxplayers", "value": [2, 3], "message": "m"}, start=True)
    assert the(found(data), "option.condition.players.list").severity == "warning"


# -- how options are shown ---------------------------------------------------------------------------------


def test_all_majors_but_the_first_are_told_of(found):
    data = {str(number): entry(name=str(number), level="major") for number in (103, 101, 102)}
    problems = found(data)
    assert [problem.path for problem in problems] == ["$['101'].level", "$['102'].level"]
    assert all("option 103 is too" in problem.message for problem in problems)


@pytest.mark.parametrize("names", [("Yes", "Maybe"), ("On", "On, but later"), ("Enable", "Disable")])
def test_two_values_of_other_names(found, names):
    assert not found({"100": entry(values={str(i): {"name": name} for i, name in enumerate(names, 1)})})


def test_checkboxes_are_options_of_two_values(found):
    three = {"1": {"name": "Yes"}, "2": {"name": "No "}, "3": {"name": "Half"}}
    assert not found({"100": entry(values=three)})


def test_a_default_of_a_checkbox_that_is_on(found):
    shown = {"1": {"name": "Off", "tmdisplay": "Dry"}, "2": {"name": "On", "tmdisplay": ""}}
    assert not found({"100": entry(values=shown, default=2)})
    assert codes(found({"100": entry(values=shown, default=1)})) == ["option.tmdisplay.default"]


# -- files that are no options at all ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        '{"100": 5, "101": [], "102": null, "103": {"values": 5, "displaycondition": 7, "startcondition": "x"}}',
        '{"100": {"values": [1, null], "startcondition": {"1": [3, "x", {"type": [], "value": {}}]}}}',
        '{"100": {"displaycondition": [{"type": "otheroption", "id": [], "value": [[]]}, {"id": {}}]}}',
        '{"100": {"displaycondition": {"type": "minplayers", "value": "x"}, "displayconditionoperand": 3}}',
        '{"100": {"startcondition": {"x": [{"type": "minplayers", "value": true, "message": 7}]}}}',
    ],
)
@pytest.mark.parametrize("name", ["gameoptions.json", "gamepreferences.json"])
def test_wrong_shapes_disturb_no_rule(found, name, text):
    problems = found(text, name)
    assert "internal.error" not in codes(problems)
    assert any(problem.severity == "error" for problem in problems)


# -- games -------------------------------------------------------------------------------------------------


def test_options_of_a_game_whose_graph_cannot_be_read(write):
    write("players: [2]\n", "stones/gameinfos.yaml")
    write("states: [", "stones/states.yaml")
    write(json.dumps({"100": entry(level="major"), "101": entry(level="major")}), "stones/gameoptions.json")
    problems = check([write("{}", "stones/gamepreferences.json").parent]).problems
    assert "option.level.major" in codes(problems)
    assert "option.name.twice" in codes(problems)


# -- files with syntax errors ------------------------------------------------------------------------------


def test_an_option_that_cannot_be_read_is_not_missed(found):
    conditions = [OTHER, OTHER | {"id": 101}]
    data = {"101": entry(name="Weather", displaycondition=conditions), "102": entry(name="Wind")}
    data |= {"100": entry(), "103": entry(name="Rain")}
    text = json.dumps(data, indent=1).replace('"name": "River"', "{{")
    assert codes(found(text)) == ["json.syntax", "option.condition.self"]


@pytest.mark.parametrize(
    "data", ['{"100": {"name": "a", "default": , %s}}', '{"100": {"name": "a", "default": 1, %s, "level": }}']
)
def test_of_a_value_that_is_not_there_nothing_is_said(found, data):
    assert codes(found(data % '"values": {"1": {"name": "x"}, "2": {"name": "y"}}')) == ["json.syntax"]
