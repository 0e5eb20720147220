"""Each format says the same, in the form that its readers demand."""

import json
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest

from aurum_states.checks.reporters import FORMATS, render, summary
from aurum_states.checks.reporters.text import render as render_text
from aurum_states.checks.run import Checked, check
from aurum_states.problems import Edit, Fix, Place, Problem

DATA = Path(__file__).parents[1] / "data"
SCHEMA = json.loads((DATA / "sarif" / "sarif-schema-2.1.0.json").read_text("utf-8"))
"""The schema of the standard: see README.md beside it."""

PLACE = Place("my games/ü.yaml", 3, 5, 3, 9)
PROBLEMS = [
    Problem("file.missing", "there is no such file", Place("stats.json")),
    Problem("state.key.misspelt", "a, b: 100%\nnext\x1b[31m", PLACE, help="did you mean x?", fix=None),
    Problem("state.name.repeated", "twice", Place("a.yaml", 1, 2, 4, 1), "warning", "likely", "$.states.a"),
    Problem(
        "state.actions.prefix",
        "<&>",
        Place("a.yaml", 2, 1, 2, 4),
        "info",
        fix=Fix("write x", (Edit(Place("a.yaml", 2, 1, 2, 4), "x"),)),
    ),
    Problem("no.page", "nowhere"),
]


@pytest.fixture
def checked():
    return Checked(problems=PROBLEMS, files=["my games/ü.yaml", "a.yaml", "clean.yaml"])


@pytest.fixture(params=sorted(path.name for path in (DATA / "problems").iterdir()))
def example(request):
    folder = DATA / "problems" / request.param / "bad"
    files = [path for path in folder.iterdir() if path.name != "keep"]
    return check([files[0] if len(files) == 1 else folder])


def validate(log):
    jsonschema.Draft4Validator(SCHEMA).validate(log)


def test_sarif_is_valid(checked):
    log = json.loads(render("sarif", checked))
    validate(log)
    results = log["runs"][0]["results"]
    assert [result["level"] for result in results] == ["error", "error", "warning", "note", "error"]
    physical = results[1]["locations"][0]["physicalLocation"]
    assert physical["artifactLocation"]["uri"] == "my%20games/%C3%BC.yaml"
    assert physical["region"] == {"startLine": 3, "startColumn": 5, "endLine": 3, "endColumn": 9}
    assert results[3]["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"] == "x"
    assert "locations" not in results[4]
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in results)


def test_sarif_of_nothing_is_valid():
    validate(json.loads(render("sarif", Checked())))


def test_sarif_of_every_example_is_valid_and_starts_at_one(example):
    log = json.loads(render("sarif", example))
    validate(log)
    for result in log["runs"][0]["results"]:
        region = result["locations"][0]["physicalLocation"].get("region", {"startLine": 1, "startColumn": 1})
        assert region["startLine"] >= 1
        assert region["startColumn"] >= 1


def test_the_schema_refuses_what_is_wrong(checked):
    log = json.loads(render("sarif", checked))
    log["runs"][0]["results"][1]["locations"][0]["physicalLocation"]["region"]["startColumn"] = 0
    with pytest.raises(jsonschema.ValidationError):
        validate(log)


def test_json(checked):
    document = json.loads(render("json", checked))
    assert list(document) == ["version", "problems", "summary"]
    assert document["version"] == 1
    assert document["summary"] == {"files": 3, "errors": 3, "warnings": 1, "infos": 1}
    assert document["problems"][2] == {
        "code": "state.name.repeated",
        "severity": "warning",
        "certainty": "likely",
        "message": "twice",
        "file": "a.yaml",
        "line": 1,
        "column": 2,
        "endLine": 4,
        "endColumn": 1,
        "path": "$.states.a",
        "help": None,
        "fix": None,
    }
    assert document["problems"][3]["fix"] == {
        "title": "write x",
        "edits": [{"file": "a.yaml", "line": 2, "column": 1, "endLine": 2, "endColumn": 4, "text": "x"}],
    }


def test_github(checked):
    lines = render("github", checked).splitlines()
    assert lines == [
        "::error file=stats.json,title=file.missing::there is no such file",
        "::error file=my games/ü.yaml,line=3,endLine=3,col=5,endColumn=9,title=state.key.misspelt"
        "::a, b: 100%25%0Anext\x1b[31m; did you mean x?",
        "::warning file=a.yaml,line=1,endLine=4,title=state.name.repeated::twice",
        "::notice file=a.yaml,line=2,endLine=2,col=1,endColumn=4,title=state.actions.prefix::<&>",
        "::error title=no.page::nowhere",
    ]


def test_github_escapes_properties():
    found = Checked(problems=[Problem("a.b", "x", Place("a,b:c%.yaml", 1, 1, 1, 2))])
    assert "file=a%2Cb%3Ac%25.yaml,line=1" in render("github", found)


def test_junit(checked):
    root = ElementTree.fromstring(render("junit", checked))
    assert root.attrib == {"name": "aurum-states", "tests": "6", "failures": "3", "errors": "0"}
    suites = {suite.get("name"): suite for suite in root}
    assert suites["clean.yaml"].find("testcase").get("name") == "no problems"
    assert suites["a.yaml"].get("failures") == "0"
    assert "\ufffd[31m" in suites["my games/ü.yaml"].find("testcase/failure").get("message")


def test_junit_fails_for_warnings_where_those_are_strict(checked):
    checked.strict = {"a.yaml"}
    assert ElementTree.fromstring(render("junit", checked)).get("failures") == "4"


def test_text_is_one_line_a_problem(checked):
    assert render_text(checked).splitlines() == [
        "stats.json: error file.missing there is no such file",
        "my games/ü.yaml:3:5: error state.key.misspelt a, b: 100%\\nnext\\x1b[31m; did you mean x?",
        "a.yaml:1:2: warning state.name.repeated twice (likely)",
        "a.yaml:2:1: info state.actions.prefix <&>",
        ": error no.page nowhere",
    ]


@pytest.mark.parametrize(
    ("line", "column", "length", "width", "shown"),
    [
        ("  typ: game", 3, 3, 80, ["    2 |   typ: game", "      |   ^^^"]),
        ("  '世界': x", 9, 1, 80, ["    2 |   '世界': x", "      |           ^"]),
        ("\ta: \x1b b", 5, 1, 80, ["    2 |  a: ? b", "      |     ^"]),
        ("x" * 50 + "here" + "x" * 50, 51, 4, 40, ["    2 | " + "x" * 16 + "here" + "x" * 12, "      | " + " " * 16 + "^^^^"]),
    ],
)  # fmt: skip
def test_snippets(tmp_path, line, column, length, width, shown):
    file = tmp_path / "a.yaml"
    file.write_text(f"x: 1\n{line}\n", "utf-8")
    found = Checked(problems=[Problem("a.b", "m", Place(str(file), 2, column, 2, column + length))])
    assert render_text(found, width=width).splitlines()[1:] == shown


def test_colours():
    text = render_text(Checked(problems=[Problem("a.b", "m", Place("f", 1, 1))]), colours=True)
    assert text == "f:1:1: \x1b[1;31merror\x1b[0m a.b m\n"


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_shows_every_example(example, name):
    shown = render(name, example)
    assert all(problem.code in shown for problem in example.problems)


def test_summary(checked):
    assert summary(checked) == "3 errors, 1 warning, 1 info in 3 files"
    assert summary(Checked(files=["a"])) == "no problems in 1 file"
