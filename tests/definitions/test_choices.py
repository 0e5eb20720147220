"""gameoptions, gamepreferences, stats: BGA's JSON, in every shape that real files have."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from aurum_states.definitions.document import Reading
from aurum_states.definitions.options import read_options
from aurum_states.definitions.preferences import read_preferences
from aurum_states.definitions.stats import read_stats

JsonReading = Callable[[str], Reading]


def test_an_option_with_every_key(json_reading: JsonReading) -> None:
    reading = json_reading(
        """{"$comment": "ignored", "102": {
          "name": "Draft",
          "values": {
            "2": {"name": "Yes", "description": "d", "tmdisplay": "Draft", "nobeginner": true,
                  "firstgameonly": true, "beta": true, "alpha": false, "premium": true, "is_coop": true},
            "0": {"name": "no", "tmdisplay": "", "tmpdisplay": "kept"},
            "$varname": {}
          },
          "default": 0,
          "displaycondition": [
            {"type": "minplayers", "value": [3, 4]},
            {"type": "otheroption", "id": 201, "value": 1}
          ],
          "displayconditionoperand": "or",
          "startcondition": {"2": {"type": "otheroptionisnot", "id": 100, "value": [1, 2], "message": "m",
                                   "gamestartonly": true}},
          "notdisplayedmessage": "n",
          "level": "additional",
          "disable": true
        }, "100": {"name": "First", "values": [{"name": "A"}, {"name": "B"}], "startcondition": [[], []]}}"""
    )
    options = read_options(reading)
    assert str(reading.report) == ""
    assert list(options) == [102, 100]
    draft = options[102]
    assert list(draft.values) == [2, 0]
    assert draft.is_checkbox
    assert draft.values[2].is_coop
    assert draft.values[0].tmdisplay == ""
    assert dict(draft.values[0].extras) == {"tmpdisplay": "kept"}
    assert (dict(draft.extras), draft.disable) == ({}, True)
    assert [condition.value for condition in draft.display_condition] == [[3, 4], 1]
    assert draft.start_condition[2][0].gamestartonly
    assert (draft.display_condition_operand, draft.level, draft.not_displayed_message) == (
        "or",
        "additional",
        "n",
    )
    assert (options[100].default, list(options[100].values), dict(options[100].start_condition)) == (
        0,
        [0, 1],
        {0: [], 1: []},
    )


@pytest.mark.parametrize("text", ["{}", "[]", '{"$schema": "x"}'])
def test_empty_files(json_reading: JsonReading, text: str) -> None:
    reading = json_reading(text)
    assert read_options(reading) == {}
    assert read_preferences(reading) == {}
    assert str(reading.report) == ""


@pytest.mark.parametrize(("default", "expected"), [("", 2), (', "default": "1"', 1), (', "default": 1', 1)])
def test_default(json_reading: JsonReading, default: str, expected: int) -> None:
    text = f'{{"100": {{"name": "n", "values": {{"2": {{"name": "a"}}, "1": {{"name": "b"}}}}{default}}}}}'
    assert read_options(json_reading(text))[100].default == expected


def option(**changes: Any) -> str:
    data = {"name": "n", "values": {"1": {"name": "a"}, "2": {"name": "b"}}} | changes
    return json.dumps({"100": {key: value for key, value in data.items() if value is not ...}})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[{}]", "$ option.shape the file must be an object of option ids, not a list"),
        ('{"a": {}}', "$.a option.id 'a' is no option id"),
        ('{"0100": {}}', "$['0100'] option.id"),
        ('{"99": {}}', "$['99'] option.id.range option 99: ids of options are 100 to 199"),
        ('{"200": {}}', "option.id.framework"),
        ('{"100": []}', "$['100'] option.value.type option 100 must be an object, not a list"),
        (option(name=...), "$['100'] option.key.missing option 100 has no name"),
        (option(name=5), "$['100'].name option.value.type option 100: name must be text, not the number 5"),
        (option(values=...), "option.key.missing option 100 has no values"),
        (option(values={}), "$['100'].values option.values.none option 100 has no values"),
        (option(values=5), "$['100'].values option.value.type option 100: values must be a mapping"),
        (
            option(values={"x": {"name": "a"}}),
            "$['100'].values.x option.value.invalid option 100: values has the key",
        ),
        (
            option(values={"1": {}}),
            "$['100'].values['1'] option.key.missing option 100 has no values[1].name",
        ),
        (
            option(values=[{"name": 1}]),
            "$['100'].values[0].name option.value.type option 100: values[0].name",
        ),
        (option(values=[{"name": "a", "beta": 1}]), "values[0].beta must be true or false, not the number 1"),
        (
            option(default=3),
            "$['100'].default option.default.unknown option 100: default 3 is none of its values",
        ),
        (
            option(default="x"),
            "$['100'].default option.value.type option 100: default must be a whole number",
        ),
        (option(level="Major"), "option.value.unknown option 100: level may not be the text 'Major'"),
        (option(displayconditionoperand="OR"), "option.value.unknown"),
        (
            option(displaycondition=[{"type": "minplayer", "value": 1}]),
            "$['100'].displaycondition[0].type option.value.unknown option 100: displaycondition[0].type may",
        ),
        (
            option(displaycondition={"type": "minplayer", "value": 1}),
            "$['100'].displaycondition.type option.value.unknown option 100: displaycondition.type may",
        ),
        (
            option(startcondition={"1": {"type": "otheroption", "id": 101, "value": [1, "2"]}}),
            "$['100'].startcondition['1'].value[1] option.value.type option 100: startcondition[1].value[1]",
        ),
        (
            option(startcondition=[{"type": "otheroption", "id": "101", "value": 1}]),
            "$['100'].startcondition[0].id option.value.type option 100: startcondition[0].id must",
        ),
        (option(displaycondition=[{"type": "minplayers"}]), "option 100 has no displaycondition[0].value"),
        (option(startcondition={"1": [{"type": "minplayers", "value": "3"}]}), "must be a whole number"),
    ],
)
def test_option_slips(json_reading: JsonReading, text: str, expected: str) -> None:
    reading = json_reading(text)
    assert read_options(reading) == {}
    (problem,) = reading.report
    assert expected in f"{problem.path} {problem.code} {problem.message}"
    assert problem.place.line == 1


def test_preferences(json_reading: JsonReading) -> None:
    reading = json_reading(
        """{"7": {"name": "n", "needReload": true, "attribute": "x", "level": "base",
                   "values": [{"name": "", "cssPref": "c", "description": "d"}]},
            "200": {}, "300": {"name": "m", "values": {"1": {"name": 1}}}}"""
    )
    preferences = read_preferences(reading)
    assert list(preferences) == [7]
    assert preferences[7].values[0].css_pref == "c"
    assert preferences[7].need_reload
    assert preferences[7].default == 0
    assert [(problem.code, problem.severity) for problem in reading.report] == [
        ("preference.framework", "warning"),
        ("preference.value.type", "error"),
    ]


def test_stats(json_reading: JsonReading) -> None:
    reading = json_reading(
        '{"table": [], "player": {"won": {"id": 10, "name": "Won", "type": "boolean", "display": "limited"},'
        ' "average": {"id": 11, "name": "Average", "type": "float", "more": 1}},'
        ' "value_labels": {"10": ["no", "yes"], "11": {"3": "three"}}}'
    )
    stats = read_stats(reading)
    assert str(reading.report) == ""
    assert dict(stats.table) == {}
    assert [(one.key, one.type, one.initial) for one in stats.player.values()] == [
        ("won", "bool", False),
        ("average", "float", 0.0),
    ]
    assert stats.value_labels == {10: {0: "no", 1: "yes"}, 11: {3: "three"}}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5", "$ stats.shape the file must be an object with the keys table and player"),
        ('{"table": 5}', "$.table stats.value.type table must be an object of statistics, not the number 5"),
        ('{"table": {"a": 5}}', "$.table.a stats.value.type table statistic 'a' must be an object"),
        (
            '{"table": {"a": {"id": 10, "type": "int"}}}',
            "$.table.a stats.key.missing table statistic 'a' has no name",
        ),
        ('{"table": {"a": {"id": 10, "name": "A", "type": "num"}}}', "$.table.a.type stats.value.unknown"),
        ('{"table": {"a": {"id": 9, "name": "A", "type": "int"}}}', "$.table.a.id stats.id.range"),
        (
            """{"player": {"a": {"id": 10, "name": "", "type": "int"},
                          "b": {"id": 10, "name": "", "type": "int"}}}""",
            "$.player.b.id stats.id.duplicate player statistic 'b' has the id 10, which 'a' has already",
        ),
        (
            '{"value_labels": {"x": []}}',
            "$.value_labels.x stats.value.invalid stats: value_labels has the key 'x'",
        ),
    ],
)
def test_stats_slips(json_reading: JsonReading, text: str, expected: str) -> None:
    reading = json_reading(text)
    read_stats(reading)
    (problem,) = reading.report
    assert expected in f"{problem.path} {problem.code} {problem.message}"
