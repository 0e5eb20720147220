"""Syntax errors in JSON: each slip at its place, in one run, and the rest of the file is still read."""

import json
import random
import time
from typing import Any

import pytest

from aurum_states.checks.fixing import fixed_files
from aurum_states.definitions.document import Document, Reading
from aurum_states.definitions.json_source import MAX_SLIPS, parse_json
from aurum_states.definitions.options import read_options
from aurum_states.problems import Report


def read(text: str, *, comments: bool = False) -> tuple[Document | None, list[str]]:
    report = Report()
    document = parse_json(text, "f.json", report, comments=comments)
    return document, [f"{one.place.line}:{one.place.column} {one.message}; {one.help}" for one in report]


@pytest.mark.parametrize(
    ("text", "slips", "data"),
    [
        (
            '{"a": {"x": 1,}, "b": [1,],}',
            ["1:14 a comma stands before", "1:25 a comma", "1:27 a comma"],
            {"a": {"x": 1}, "b": [1]},
        ),
        ('{,"a": 1,, "b": [,2]}', ["1:2 a comma too many", "1:10", "1:18"], {"a": 1, "b": [2]}),
        ('{"a": 1 "b": 2\n"c": 3}', ["1:8 a comma is missing", "1:15 a comma"], {"a": 1, "b": 2, "c": 3}),
        ('{"a" 1, "b" "x"}', ["1:5 a colon is missing", "1:12 a colon"], {"a": 1, "b": "x"}),
        ('{"a" => 1, "b" = 2; "c": 3}', ["1:6 =>", "1:16 =", "1:19 a semicolon"], {"a": 1, "b": 2, "c": 3}),
        ('{"name", "Base", "x": 1}', ["1:8 a comma stands where the colon"], {"name": "Base", "x": 1}),
        ("{'a': 'x', “b”: “y”}", ["1:2 a text in single", "1:7", "1:12 a text in typo", "1:17"], {"a": "x", "b": "y"}),
        ('{a: True, 7: None}', ["1:2 a key is", "1:5 True is no", "1:11 a key", "1:14 None"], {"a": True, "7": None}),
        ('{"a": "say "hi" to", "b": 1}', ["1:12 a quote stands inside a text"], {"a": 'say "hi" to', "b": 1}),
        ('{"a": "x"", "b": ""y"}', ["1:10 a quote too many", "1:19 a quote too many"], {"a": "x", "b": " y"}),
        ('{"a": "x,\n"b: 1,\n"c": d", "e: "f"}', ["1:10 a line break", "2:3 the quote behind a key", "3:6 the quote before", "3:12 the quote behind"], {"a": "x", "b": 1, "c": "d", "e": "f"}),
        ('{"a": [1, 2}, "b": 3}', ["1:12 } stands here, but the [ of line 1 is not closed; write ]"], {"a": [1, 2], "b": 3}),
        ('{"a": {"x": [1}, "b": 3}', ["1:15 } stands here"], {"a": {"x": [1]}, "b": 3}),
        ('{"a": [1]], "b": 3}', ["1:10 a closing bracket too many"], {"a": [1], "b": 3}),
        ('{"a": {}}, "b": 3}', ["1:9 this bracket closes the value of the file"], {"a": {}, "b": 3}),
        ('{"a": 1}}', ["1:9 a closing bracket too many"], {"a": 1}),
        ('{"a": 1} x', ["1:10 the value of the file ends"], {"a": 1}),
        ('{"a": "\\q \\\'"}', ["1:8 this escape is unknown", "1:11 a single quote"], {"a": "\\q  '"}),
        ('{\n  "a": {\n    "x": [\n      1\n    ,\n    "y": 2\n  },\n  "b": 3\n}', ["4:8 the [ of line 3"], {"a": {"x": [1], "y": 2}, "b": 3}),
        ('{\n  "a": {\n    "x": {\n      "z": 1\n    },\n  "b": 3\n}', ["5:6 the { of line 2"], {"a": {"x": {"z": 1}}, "b": 3}),
        ('{\n  "a": {\n    "x": 1\n    }\n  },\n  "b": 3\n}', ["4:5 a closing bracket too many: it is indented"], {"a": {"x": 1}, "b": 3}),
        ('{"a":\n  "x": 1\n}, "b": 3}', ["1:6 { is missing"], {"a": {"x": 1}, "b": 3}),
    ],
)  # fmt: skip
def test_slips_that_are_mended(text: str, slips: list[str], data: Any) -> None:
    document, found = read(text)
    assert len(found) == len(slips)
    for one, expected in zip(found, slips, strict=True):
        assert one.startswith(expected)
    assert document is not None
    assert document.data == data
    assert list(document.data) == list(data)
    assert not document.partial


def test_comments_in_json_are_told_once_with_the_remedy() -> None:
    document, found = read('{ // one "\n"a": "// no", /* two\n */ "b": 1}')
    assert found == [
        "1:3 JSON has no comments (2 stand in this file); remove it, or rename the file to .jsonc"
    ]
    assert document is not None
    assert document.data == {"a": "// no", "b": 1}
    place = document.place(("b",))
    assert (place.line, place.column) == (3, 10)


@pytest.mark.parametrize(
    ("text", "data", "lines"),
    [
        ('{"1": {"x": 1}, "2": {"x" "y": 1}, "3": {"x": 1}}', {"1": {"x": 1}}, [1, 1]),
        ('{\n "1": {"x": 1},\n "2": {"x" "y": 1},\n "3": {"x": 1}\n}', {"1": {"x": 1}, "3": {"x": 1}}, [3, 3]),
        ('{"a": {"x": 1, "b": 2}', {"a": {"x": 1, "b": 2}}, [1]),
        ('{"a": 1,\n"b": "c": 2,\n"d" [3, "}]},\n:f": "g"}', {"a": 1}, [2]),  # a key over two lines
        ('{"a": 1,\n"b": \\ "c": 2}', {"a": 1}, [2]),
        ('{"a": 1,\n/* open', None, [2]),
        ('["a": 1]', None, [1]),
        ("<?php $game_options = [];", None, [1]),
        ("", None, [1]),
    ],
)  # fmt: skip
def test_where_the_meaning_is_open_whole_entries_are_kept(text: str, data: Any, lines: list[int]) -> None:
    document, found = read(text)
    assert [int(one.partition(":")[0]) for one in found] == lines
    assert (document.data if document else None) == data
    assert document is None or document.partial


def test_nothing_is_said_of_a_value_that_nobody_knows() -> None:
    report = Report()
    text = '{"100": {"name": , "default": tru, "values": {"1": {"name": "a", "beta": 5}}}, "101": {"nme": 1}}'
    document = parse_json(text, "f.json", report)
    assert document is not None
    read_options(Reading(document, report))
    assert [(one.code, one.path) for one in report] == [
        ("json.syntax", ""),
        ("json.syntax", ""),
        ("option.value.type", "$['100'].values['1'].beta"),
        ("option.key.missing", "$['101']"),
        ("option.key.missing", "$['101']"),
    ]


def test_a_partial_file_is_not_said_to_lack_what_it_may_have() -> None:
    report = Report()
    document = parse_json('["players": [2]]', "f.json", report)
    assert document is None
    document = parse_json('{"bgg_id": 1, "x" "players": [2]}', "f.json", report)
    assert document is not None
    Reading(document, report).add("gameinfos.key.missing", "gameinfos has no players")
    assert [one.code for one in report] == ["json.syntax"] * 3


def test_there_is_an_end_to_telling() -> None:
    _, found = read("[" + "x, " * (2 * MAX_SLIPS) + "1]")
    assert len(found) == MAX_SLIPS


@pytest.mark.parametrize(
    "text",
    [
        '{"a": "' + " " * 200_000 + "\n}",
        '{"' + "a " * 100_000 + ": 1}",
        "[" + "tru" + " " * 200_000 + "x, 1]",
        '{"a": "b' + '" "' * 60_000 + "}",
        "{" + "'a' 1 " * 40_000 + "}",
        '{"a" "b": ' * 5 + "\n" * 200_000,
        "{\n" * 30 + ' "a": 1,\n' * 30_000,
        "[1" + "]" * 100_000,
        '{"a": 1} ' + '"b": ' * 50_000,
        "[" * 50 + "}" * 50_000,
    ],
    ids=range(10),
)
def test_long_texts_take_no_long_time(text: str) -> None:
    began = time.process_time()
    _, found = read(text)
    assert found
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{\"$a\" 2, '$b': [tru,],}\n", '{"$a": 2, "$b": [tru]}\n'),
        ("{$a: True}\n", '{"$a": true}\n'),
        ('{"a": "x"", "b": Off"}', '{"a": "x", "b": "Off"}'),
        ('{"é": 1,}\r\n', '{"é": 1}\r\n'),
        ('{"a": "x\\q"}', '{"a": "x\\q"}'),
    ],
)
def test_plain_slips_have_fixes(before: str, after: str) -> None:
    report = Report()
    document = parse_json(before, "gameoptions.json", report)
    assert document is not None
    fixed = fixed_files(report, {"gameoptions.json": document.source})
    assert [one.after for one in fixed] == ([after] if after != before else [])
    assert not any(one.refused for one in fixed)


def options(count: int) -> dict[str, Any]:
    return {
        str(100 + nth): {
            "name": f"Option {nth}",
            "values": {"1": {"name": "off"}, "2": {"name": "on", "tmdisplay": f"Ø {nth}", "beta": True}},
            "default": 1,
            "displaycondition": [{"type": "otheroption", "id": 201, "value": [0, 1]}],
        }
        for nth in range(count)
    }


@pytest.mark.parametrize("seed", range(4))
def test_what_one_lost_mark_breaks_its_fix_makes_whole(seed: int) -> None:
    text = json.dumps(options(2), indent=1, ensure_ascii=False)
    rng = random.Random(seed)
    fixed = 0
    while fixed < 60:
        at = rng.choice([at for at, char in enumerate(text) if char in ',:"'])
        changed = text[:at] + rng.choice(("", text[at] * 2)) + text[at + 1 :]
        report = Report()
        document = parse_json(changed, "gameoptions.json", report)
        if document is not None and report.problems and all(one.fix for one in report):
            (mended,) = fixed_files(report, {"gameoptions.json": document.source})
            assert not mended.refused
            assert json.loads(mended.after) == json.loads(text), changed
            fixed += 1


@pytest.mark.parametrize("seed", range(4))
def test_a_file_with_one_mark_lost_or_wrong(seed: int) -> None:
    """The slip is told on its line or the next, and most of the file is still checked."""
    whole = options(8)
    text = json.dumps(whole, indent=2, ensure_ascii=False)
    rng = random.Random(seed)
    marks = [at for at, char in enumerate(text) if char in '{}[],:"']
    damaged = near = kept = 0
    while damaged < 150:
        at = rng.choice(marks)
        instead = rng.choice(("", text[at] * 2, rng.choice("{}[],:\"';")))
        changed = text[:at] + instead + text[at + 1 :]
        document, found = read(changed)
        if not found:
            continue
        damaged += 1
        line = text.count("\n", 0, at) + 1
        near += any(abs(int(one.partition(":")[0]) - line) <= 1 for one in found)
        kept += 0 if document is None else sum(document.data.get(key) == whole[key] for key in whole)
    assert near >= 140
    assert kept >= damaged * 6
