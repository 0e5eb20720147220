"""JSON: strict, with the slip named, and places that a clean file does not pay for."""

import subprocess
import sys

import pytest

from aurum_states.definitions.document import Document, Reading
from aurum_states.definitions.json_source import parse_json
from aurum_states.definitions.options import read_options
from aurum_states.problems import Report


def parse(text: str, *, comments: bool = False) -> Document:
    report = Report()
    document = parse_json(text, "f.json", report, comments=comments)
    assert document is not None
    assert str(report) == ""
    return document


def problems(text: str, *, comments: bool = False) -> list[str]:
    report = Report()
    parse_json(text, "f.json", report, comments=comments)
    return [f"{one.place.line}:{one.place.column} {one}" for one in report]


def test_order_and_places() -> None:
    document = parse('{"b": 1,\r\n "ä": [1, {"c": "é", "\\u0064": 2}]}')
    assert list(document.data) == ["b", "ä"]
    place = document.place(("ä", 1, "c"))
    assert (place.line, place.column, place.end_column) == (2, 17, 20)
    assert document.place(("ä", 1, "d"), key=True).column == 22
    assert document.place(("ä", "0")).column == 8
    assert document.place(("ä", 1, "missing", "x")).column == 11
    assert document.place(("nothing",)).line == 1


def test_comments_and_trailing_commas_where_allowed() -> None:
    text = '// über\n{"a": /* , ] */ [1, "// no, ]",],\n  "b": {"c": 1,}, // end\n}\n'
    document = parse(text, comments=True)
    assert document.data == {"a": [1, "// no, ]"], "b": {"c": 1}}
    place = document.place(("b", "c"))
    assert (place.line, place.column) == (3, 14)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            '{"a": 1,}',
            "1:8 f.json:1:8: error json.syntax a comma stands before the closing bracket; remove it",
        ),
        ('{"a": [1, 2,\n]}', "1:12 f.json:1:12: error json.syntax a comma stands before the closing bracket"),
        ('{"a" 1}', "1:5 f.json:1:5: error json.syntax a colon is missing after a key"),
        ('{"a": 1 "b": 2}', "1:8 f.json:1:8: error json.syntax a comma is missing"),
        ("{'a': 1}", "1:2 f.json:1:2: error json.syntax a text in single quotes; use double quotes"),
        ("// x\n{}", "JSON has no comments; remove it, or rename the file to .jsonc"),
        ('{"a": 1 /* x */}', "JSON has no comments"),
        ("# x\n{}", "JSON has no comments; remove it"),
        ("{a: 1}", "a key is missing or not in double quotes"),
        ('{"a": tru}', "1:7 f.json:1:7: error json.syntax tru is no JSON value"),
        ('{"a": 010}', "1:8 f.json:1:8: error json.syntax a number starts with 0"),
        ('{"a": "x', "a text is not closed"),
        ('{"a": "x\ny"}', "a line break or tab stands in a text"),
        ('{"a": "\\q"}', "this escape is unknown"),
        ('{"a": 1', "the file ends too early"),
        ("{} {}", "the value of the file ends before this"),
        ('{"a": NaN, "b": -Infinity}', "1:7 f.json:1:7: error json.constant NaN is no JSON value"),
        ("[" * 100_000, "json.limit"),
        ("[" * 100 + "]" * 100, "json.limit"),
        ('{"a": ' + "9" * 5000 + "}", "json.number"),
        ('{"a": "\\ud800"}', "json.character"),
        ('{"a": 1, "b": {"c": 2, "c": 3}}', "1:24 f.json:1:24: error json.key.duplicate the key 'c'"),
        ('{"é": 1,\n"\\u00e9": 2}', "first at line 1, column 2"),
    ],
)
def test_slips(text: str, expected: str) -> None:
    found = problems(text)
    assert found
    assert expected in found[0]


def test_each_slip_of_content_is_reported() -> None:
    assert len(problems('{"a": NaN, "b": Infinity, "a": 1, "a": 2, "c": "NaN"}')) == 4


def test_a_clean_file_needs_no_tree() -> None:
    code = (
        "import sys\n"
        "from aurum_states.definitions.json_source import parse_json\n"
        "from aurum_states.problems import Report\n"
        "document = parse_json('{\"a\": [1]}', 'f', Report())\n"
        "assert 'tree_sitter' not in sys.modules\n"
        "assert document.place(('a', 0)).column == 8\n"
        "assert 'tree_sitter' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_nothing_more_is_said_of_a_value_that_json_does_not_have() -> None:
    report = Report()
    text = '{"100": NaN, "101": {"name": "A", "default": -Infinity, "values": {"1": {"name": 5}}}}'
    document = parse_json(text, "gameoptions.json", report)
    assert document is not None
    read_options(Reading(document, report))
    assert [(one.code, one.place.column) for one in report] == [
        ("json.constant", 9),
        ("json.constant", 46),
        ("option.value.type", 82),
    ]


def test_advice_is_of_the_format() -> None:
    report = Report()
    text = '{"100": {"name": "A", "values": {"1": {"name": "B", "beta": "yes"}}}}'
    document = parse_json(text, "gameoptions.json", report)
    assert document is not None
    read_options(Reading(document, report))
    assert [one.help for one in report] == ["write true or false without quotes"]
