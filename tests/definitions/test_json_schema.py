"""The published schemas are the models', and say of a value what the readers say of it."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from aurum_states.checks.run import check
from aurum_states.definitions.document import Document, Reading
from aurum_states.definitions.gameinfos import read_gameinfos
from aurum_states.definitions.json_schema import FOLDER, SCHEMAS, published
from aurum_states.definitions.json_source import parse_json
from aurum_states.definitions.loader import FILES
from aurum_states.definitions.options import read_options
from aurum_states.definitions.preferences import read_preferences
from aurum_states.definitions.sources import read_document
from aurum_states.definitions.stats import read_stats
from aurum_states.problems import Report
from tools.make_schemas import text_of

ROOT = Path(__file__).parents[2]
GOOD = ROOT / "tests" / "data" / "schemas" / "good"
BAD = ROOT / "tests" / "data" / "schemas" / "bad"


class Kind(NamedTuple):
    """How a kind of file is read, and which of the errors are about a value by itself."""

    read: Callable[[Reading], Any]
    said_by_both: frozenset[str]


def codes(kind: str, *more: str) -> frozenset[str]:
    usual = ("shape", "key.missing", "value.type", "value.unknown", "value.invalid", "id", "values.none")
    return frozenset(f"{kind}.{name}" for name in (*usual, *more))


KINDS = {
    "gameoptions": Kind(read_options, codes("option", "id.range", "id.framework")),
    "gamepreferences": Kind(read_preferences, codes("preference")),
    "stats": Kind(read_stats, codes("stats", "id.range")),
    "gameinfos": Kind(read_gameinfos, codes("gameinfos") | {"setting.name", "setting.key.missing"}),
}
VALIDATORS = {kind: Draft202012Validator(SCHEMAS[kind]()) for kind in KINDS}


def kind_of(file: Path) -> str | None:
    return next((kind for kind in KINDS if file.stem == kind or file.stem.endswith(f".{kind}")), None)


FILES_HERE = [
    file
    for file in [*sorted((ROOT / "config").iterdir()), *sorted((ROOT / "tests" / "data").rglob("*"))]
    if file.suffix in {".json", ".jsonc", ".yaml"} and kind_of(file) and file.is_file()
]


def agrees(kind: str, document: Document, report: Report, file: Path | None = None) -> None:
    """Compare the reader's and the schema's word, unless a slip of a key decides it.

    What only the schema refuses in a ``file`` must be an error for a rule of ``check``.
    """
    KINDS[kind].read(Reading(document, report))
    said = {problem.code for problem in report.errors}
    valid = VALIDATORS[kind].is_valid(document.data)
    if not valid:
        if file is not None and not said:
            said = {one.code for one in check([file]).problems if one.severity == "error"}
        assert said, f"only the schema refuses:\n{document.source.text}"
    elif not any(code.endswith("misspelt") for code in said):
        assert not said & KINDS[kind].said_by_both, (
            f"only the reader refuses:\n{document.source.text}\n{report}"
        )


@pytest.mark.parametrize("kind", SCHEMAS)
def test_the_published_schema_is_up_to_date(kind: str) -> None:
    assert published(kind) == text_of(kind), "run tools/make_schemas.py"
    Draft202012Validator.check_schema(json.loads(published(kind)))
    assert "tools/make_schemas.py" in json.loads(published(kind))["$comment"]


def test_every_schema_has_a_file_and_every_file_a_schema() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {f"{kind}.schema.json" for kind in SCHEMAS}
    assert set(SCHEMAS) == set(FILES)


def test_every_key_is_explained() -> None:
    for kind in SCHEMAS:
        for said in _properties(SCHEMAS[kind]()):
            assert said.get("description")


def _properties(schema: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    if isinstance(schema, dict):
        if schema.get("type") == "object" and "properties" in schema and "description" not in schema:
            found += schema["properties"].values()
        for value in schema.values():
            found += _properties(value)
    return found


@pytest.mark.parametrize("file", FILES_HERE, ids=lambda file: str(file.relative_to(ROOT)))
def test_our_files(file: Path) -> None:
    report = Report()
    document = read_document(file, report)
    kind = kind_of(file)
    if document is not None and report.ok and kind is not None:
        agrees(kind, document, report, file)


def fixtures(folder: Path, kind: str) -> list[str]:
    """Return fixtures, each of them with the schema it is for in its name."""
    found = [str(file) for file in sorted(folder.iterdir()) if kind_of(file) == kind]
    assert len(found) >= 3
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_another_validator_accepts_the_good_and_refuses_each_of_the_bad(kind: str) -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--schemafile", str(FOLDER / f"{kind}.schema.json")]
    good = [*fixtures(GOOD, kind), *map(str, (ROOT / "config").glob(f"{kind}.*"))]
    done = subprocess.run([*command, *good], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    bad = fixtures(BAD, kind)
    done = subprocess.run([*command, "-o", "json", *bad], capture_output=True, text=True)
    assert done.returncode == 1
    assert {error["filename"] for error in json.loads(done.stdout)["errors"]} == set(bad)


@pytest.mark.parametrize(
    "file", [file for file in sorted(GOOD.iterdir()) if kind_of(file)], ids=lambda file: file.name
)
def test_the_good_are_read_without_a_word(file: Path) -> None:
    report = Report()
    document = read_document(file, report)
    assert document is not None
    KINDS[kind_of(file) or ""].read(Reading(document, report))
    assert str(report) == ""


@pytest.mark.parametrize(
    "file", [file for file in sorted(BAD.iterdir()) if kind_of(file)], ids=lambda file: file.name
)
def test_the_bad_are_refused(file: Path) -> None:
    report = Report()
    document = read_document(file, report)
    assert document is not None
    agrees(kind_of(file) or "", document, report)
    assert not VALIDATORS[kind_of(file) or ""].is_valid(document.data)


texts = st.sampled_from(["", "a", "1", "10", "200", "on", "int", "$x", "ff0000", "game.py:A", "é"])
scalars = st.none() | st.booleans() | st.integers(-1, 120) | st.just(1.5) | texts
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(texts, inner, max_size=2),
    max_leaves=4,
)
flags = st.booleans() | st.sampled_from([0, 1, "true", None])
numbers = st.integers(0, 4) | scalars
counted = st.lists(st.integers(0, 4), max_size=2) | numbers


def objects(**likely: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Objects with some of the likely keys, mostly with likely values."""
    chosen = {key: strategy | strategy | strategy | values for key, strategy in likely.items()}
    required = {key: chosen[key] for key in ("name", "values", "type", "value", "id") if key in chosen}
    optional = {key: value for key, value in chosen.items() if key not in required} | {"$x": values}
    whole = st.fixed_dictionaries(required, optional=optional)
    return whole | whole | whole | st.fixed_dictionaries({}, optional=chosen) | values


def numbered(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.dictionaries(st.sampled_from(["0", "1", "2", "$x", "a", "01"]), inner, max_size=2) | st.lists(
        inner, max_size=2
    )


names = texts
types = st.sampled_from(["minplayers", "maxplayers"])
conditions = st.lists(objects(type=types, value=counted, message=texts, gamestartonly=flags), max_size=2)
option_values = objects(name=names, description=texts, tmdisplay=texts, beta=flags, is_coop=flags)
options = objects(
    name=names,
    values=numbered(option_values),
    default=st.sampled_from([0, 1, "1", "x"]),
    displaycondition=conditions,
    displayconditionoperand=st.sampled_from(["and", "or", "OR"]),
    startcondition=numbered(st.lists(objects(type=types, value=st.integers(0, 3)), max_size=2)),
    notdisplayedmessage=texts,
    level=st.sampled_from(["base", "major", "additional", "global"]),
)
preferences = objects(
    name=names,
    values=numbered(objects(name=names, cssPref=texts, description=texts)),
    default=st.sampled_from([0, "2"]),
    needReload=flags,
    attribute=values,
)
statistics = objects(
    name=names,
    id=st.integers(8, 12),
    type=st.sampled_from(["int", "float", "bool", "boolean", "text"]),
    display=texts,
)
infos = objects(
    players=st.lists(st.integers(0, 3), max_size=2),
    player_colors=st.lists(st.sampled_from(["ff0000", "FF00aa", "red", 112233]), max_size=2) | values,
    is_coop=flags,
    framework=st.sampled_from([2024, 2025, 2026]),
    rules=texts,
    gameClass=texts,
    tie_breaker_split=counted,
    suggest_player_number=numbers,
    settings=st.dictionaries(
        texts, objects(type=st.sampled_from(["int", "bool?"]), default=values, values=values), max_size=2
    ),
)
DATA = {
    "gameoptions": st.dictionaries(
        st.sampled_from(["100", "199", "99", "a", "$x", "200"]), options, max_size=2
    ),
    "gamepreferences": st.dictionaries(
        st.sampled_from(["0", "100", "07", "$x", "200"]), preferences, max_size=2
    ),
    "stats": st.fixed_dictionaries(
        {},
        optional={
            "table": st.dictionaries(texts, statistics, max_size=2) | values,
            "player": st.dictionaries(texts, statistics, max_size=2),
            "value_labels": numbered(numbered(texts)) | values,
        },
    ),
    "gameinfos": infos,
}


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_any_data(kind: str, data: st.DataObject) -> None:
    made = data.draw(DATA[kind] | values)
    report = Report()
    document = parse_json(json.dumps(made, ensure_ascii=False), f"{kind}.json", report)
    assert document is not None
    agrees(kind, document, report)
