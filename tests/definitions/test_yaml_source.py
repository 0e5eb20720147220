"""YAML: which values there are, where they stand, and what each slip is called. With both parsers."""

import time
from typing import Any

import pytest
import yaml

from aurum_states.definitions import yaml_source
from aurum_states.definitions.document import Document
from aurum_states.definitions.yaml_source import parse_yaml
from aurum_states.problems import Report

LOADERS = [pytest.param(yaml.BaseLoader, id="python")]
if yaml.__with_libyaml__:
    LOADERS.append(pytest.param(yaml.CBaseLoader, id="libyaml"))


@pytest.fixture(params=LOADERS, autouse=True)
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_source, "LOADER", request.param)


def parse(text: str) -> Document:
    report = Report()
    document = parse_yaml(text, "f.yaml", report)
    assert document is not None
    assert str(report) == ""
    return document


def problems(text: str) -> list[str]:
    report = Report()
    parse_yaml(text, "f.yaml", report)
    return [f"{one.place.line}:{one.place.column} {one.code} {one.message}" for one in report]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("true", True),
        ("True", True),
        ("FALSE", False),
        ("yes", "yes"),
        ("on", "on"),
        ("Off", "Off"),
        ("tRue", "tRue"),
        ("null", None),
        ("~", None),
        ("", None),
        ("NULL", None),
        ("0", 0),
        ("-12", -12),
        ("+3", 3),
        ("010", "010"),
        ("0x1f", "0x1f"),
        ("0o17", "0o17"),
        ("1_000", "1_000"),
        ("12:30", "12:30"),
        ("2026-01-01", "2026-01-01"),
        ("1.5", 1.5),
        ("1.", 1.0),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("-2.5e-1", -0.25),
        ("1e999", "1e999"),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("9" * 5000, "9" * 5000),
        ("008000", "008000"),
        ("'true'", "true"),
        ('"12"', "12"),
        ("'~'", "~"),
        ("!!str 12", "12"),
        ("!!int 12", 12),
        ("!!float 12", 12.0),
        ("! 12", "12"),
    ],
)
def test_scalars(written: str, value: Any) -> None:
    data = parse(f"a: {written}").data
    assert data == {"a": value}
    assert type(data["a"]) is type(value)


def test_keys_are_text_as_written() -> None:
    assert parse("10: a\ntrue: b\n~: c\n'': d\n010: e\n-1: f").data == {
        "10": "a",
        "true": "b",
        "~": "c",
        "": "d",
        "010": "e",
        "-1": "f",
    }


def test_places_of_keys_and_values() -> None:
    document = parse("# ü\na: 1\nstates:\n  'x y': [p, {q: räd}]\n  z: |\n    text\n\nend: 2\n")

    def place(*path: str | int, key: bool = False) -> tuple[int | None, ...]:
        found = document.place(path, key=key)
        return found.line, found.column, found.end_line, found.end_column

    assert place("a") == (2, 4, 2, 5)
    assert place("a", key=True) == (2, 1, 2, 2)
    assert place("states", "x y", key=True) == (4, 3, 4, 8)
    assert place("states", "x y") == (4, 10, 4, 23)
    assert place("states", "x y", 0) == (4, 11, 4, 12)
    assert place("states", "x y", 1, "q") == (4, 18, 4, 21)
    assert place("states", "z") == (5, 6, 6, 9)
    assert place("states", "missing", "deeper") == place("states", key=True)
    assert place("states", "x y", 7) == place("states", "x y", key=True)
    assert place()[:2] == (2, 1)


def test_a_key_is_found_in_either_capitals() -> None:
    assert parse("a: {possibleactions: [x]}").place(("a", "possibleActions", 0)).column == 23


def test_aliases_and_merges_are_followed_to_where_they_are_written() -> None:
    document = parse(
        "base: &base {type: game, action: stX}\n"
        "more: &more {action: stY, args: argY}\n"
        "a:\n  <<: *base\n  id: 3\n"
        "b:\n  <<: [*base, *more]\n  type: private\n"
        "c: *base\n"
        "'<<': plain\n"
    )
    assert document.data["a"] == {"type": "game", "action": "stX", "id": 3}
    assert document.data["b"] == {"type": "private", "action": "stX", "args": "argY"}
    assert document.data["c"] == document.data["base"]
    assert document.data["<<"] == "plain"
    assert (document.place(("a", "action")).line, document.place(("b", "args")).line) == (1, 2)
    assert document.place(("b", "type")).line == 8
    assert document.place(("c", "type"), key=True).line == 1


def test_windows_line_ends_and_wide_characters_count_right() -> None:
    document = parse("a: 1\r\n🎲: [ü, x]\r\n")
    place = document.place(("🎲", 1))
    assert (place.line, place.column) == (2, 8)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "a: 1\nb: 2\na: 3\n",
            "3:1 yaml.key.duplicate the key 'a' stands here a second time, first at line 1",
        ),
        ("1: a\n'1': b\n", "2:1 yaml.key.duplicate the key '1'"),
        ("a:\n\tb: 1\n", "2:1 yaml.tab a tab stands in the indentation, which YAML forbids"),
        ("a:\n  b: 1\n \tc: 2\n", "3:2 yaml.tab"),
        ("a: [1, 2\nb: 3\n", "2:2 yaml.syntax a list in [ ] is not closed (it began at line 1)"),
        ("a: {x: 1, y\n", "yaml.syntax a mapping in { } is not closed"),
        ("a: b: c\n", "1:5 yaml.syntax a second `: ` stands on this line"),
        ("key\nb: 2\n", "2:2 yaml.syntax a `key: value` cannot stand here: the line above is no key"),
        ("a: 'x\n", "yaml.syntax a quoted text is not closed"),
        ("- 1\nb: 2\n", "2:1 yaml.syntax this line does not fit the list around it"),
        ("a: 'b' c\n", "1:8 yaml.syntax this does not belong to the value before it"),
        ("a: @x\n", "1:4 yaml.syntax a value cannot start with this character"),
        ("a: 1\n---\nb: 2\n", "2:1 yaml.syntax a second document starts here"),
        ('a: "\\q"\n', "yaml.syntax this escape is unknown"),
        ('a: "\\xZZ"\n', "yaml.syntax this escape needs hexadecimal digits"),
        ('a: "\\ud800"\n', "names no character"),
        ('a: "\\U99999999"\n', "names no character"),
        ("a: *here\n", "1:4 yaml.alias the alias *here names no anchor"),
        ("a: &x 1\nb: &x 2\n", "2:4 yaml.anchor the anchor &x is defined twice"),
        ("a: &x [*x]\n", "1:8 yaml.limit the alias *x stands inside its own anchor"),
        ("a: &x\n  <<: *x\n", "2:7 yaml.limit the alias *x stands inside its own anchor"),
        ("a: {<<: 5}\n", "1:9 yaml.merge << takes a mapping or a list of mappings"),
        ("a: {<<: [{b: 1}, 5]}\n", "1:18 yaml.merge"),
        ("a: !!int x\n", "1:4 yaml.tag 'x' cannot be read as !!int"),
        (
            "a: !!python/object/apply:os.system [echo]\n",
            "1:4 yaml.tag the tag !!python/object/apply:os.system",
        ),
        ("a: !!timestamp 2026-01-01\n", "1:4 yaml.tag the tag !!timestamp is not supported"),
        ("? [a]\n: b\n", "1:3 yaml.key.type a key must be a text"),
        ("a: 1\x07\n", "1:5 yaml.character the control character U+0007"),
        ("# only this\n", "1:1 file.empty"),
    ],
)
def test_slips(text: str, expected: str) -> None:
    found = problems(text)
    assert len(found) == 1, found
    assert expected in found[0]


def test_all_content_slips_are_reported_at_once() -> None:
    assert len(problems("a: 1\na: 2\nb: *c\nd: !!int x\nd: 3\n")) == 4


@pytest.mark.parametrize("text", ["[" * 20_000, "{a: " * 20_000, "- " * 2000, "&a [" * 5000])
def test_deep_nesting_is_refused(text: str) -> None:
    found = problems(text)[-1]
    assert "yaml.limit lists and mappings are nested" in found


def bomb(width: int, levels: int) -> str:
    lines = ["a0: &a0 [" + ", ".join("x" * width) + "]"]
    for level in range(1, levels):
        aliases = ", ".join([f"*a{level - 1}"] * width)
        lines.append(f"a{level}: &a{level} [{aliases}]")
    return "\n".join(lines)


@pytest.mark.parametrize(
    "text",
    [
        bomb(9, 20),
        bomb(1, 100),
        "a: &a {" + ", ".join(f"k{i}" for i in range(2000)) + "}\nb:\n  <<: [" + "*a, " * 2000 + "]\n",
        "s: &s [" + "{}, " * 2000 + "]\n" + "".join(f"m{i}: {{<<: *s}}\n" for i in range(2000)),
    ],
    ids=["wide", "deep", "merged keys", "merged lists"],
)
def test_alias_bombs_are_refused_at_once(text: str) -> None:
    started = time.perf_counter()
    (found,) = problems(text)
    assert "yaml.limit" in found
    assert time.perf_counter() - started < 10
