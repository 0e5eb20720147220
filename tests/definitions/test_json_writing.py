"""What was read is written back: the same data, the same order, strict JSON; comments survive fixes."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aurum_states.checks.fixing import fixed_files
from aurum_states.checks.run import check
from aurum_states.definitions.document import Reading
from aurum_states.definitions.json_source import parse_json
from aurum_states.definitions.json_writing import declared_data, json_text, stats_data
from aurum_states.definitions.options import read_options
from aurum_states.definitions.preferences import read_preferences
from aurum_states.definitions.stats import read_stats
from aurum_states.problems import Report

ROOT = Path(__file__).parents[2]
Reader = Callable[[Reading], Any]
GOOD = ROOT / "tests" / "data" / "schemas" / "good"


def read(text: str, reader: Reader) -> tuple[Any, Any]:
    """Return the data and the models of a text in which nothing is wrong."""
    report = Report()
    document = parse_json(text, "f.json", report)
    assert document is not None
    models = reader(Reading(document, report))
    assert str(report) == ""
    return document.data, models


def in_order(data: Any) -> Any:
    """Return data in which the order of keys counts."""
    if isinstance(data, Mapping):
        return [(key, in_order(value)) for key, value in data.items()]
    return [in_order(item) for item in data] if isinstance(data, list) else data


numbers = st.integers(0, 10**6).map(str)
names = st.text(max_size=4)
flags = st.fixed_dictionaries({"name": names}, optional={"beta": st.booleans(), "$x": names, "odd": names})
entries = st.dictionaries(
    st.integers(100, 199).map(str),
    st.fixed_dictionaries(
        {"name": names, "values": st.dictionaries(numbers, flags, min_size=1, max_size=3)},
        optional={"level": st.just("additional"), "$comment": names, "unknown": st.lists(st.integers())},
    ),
    max_size=4,
)


@settings(max_examples=60, deadline=None)
@given(entries)
def test_data_and_models_survive(data: dict[str, Any]) -> None:
    text = json_text(data)
    again, options = read(text, read_options)
    assert in_order(again) == in_order(data)
    written = declared_data(options)
    assert list(written) == list(data)
    assert [list(option["values"]) for option in written.values()] == [
        list(one["values"]) for one in data.values()
    ]
    assert in_order(read(json_text(written), read_options)[1]) == in_order(options)


@pytest.mark.parametrize(
    ("name", "reader", "writer"),
    [
        ("traits.gameoptions.json", read_options, declared_data),
        ("traits.gamepreferences.json", read_preferences, declared_data),
        ("traits.stats.json", read_stats, stats_data),
        ("empty.gameoptions.json", read_options, declared_data),
    ],
)
def test_every_trait_survives(name: str, reader: Reader, writer: Callable[[Any], Any]) -> None:
    _, models = read((GOOD / name).read_text("utf-8"), reader)
    assert read(json_text(writer(models)), reader)[1] == models


def test_strict_json_only() -> None:
    assert json_text({"2": "é", "1": []}) == '{\n  "2": "é",\n  "1": []\n}\n'
    with pytest.raises(ValueError, match="Out of range"):
        json_text({"a": float("nan")})
    assert json.loads(json_text({"a": 1.5, "b": None})) == {"a": 1.5, "b": None}


COMMENTED = """\
// Variants of the game
{
  /* the first, and only one */
  "100": {
    'name': "Draft", // what it is
    "level": "majr", // a slip
    "values": {
      "1": {"name": "off"},
      "2": {"name": "on",} // trailing comma, may be
    },
  },
}
"""


def test_a_fix_keeps_the_comments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path("gameoptions.jsonc")
    path.write_text(COMMENTED, "utf-8")
    found = check([path])
    sources = {file: document.source for file, document in found.documents.items()}
    (fixed,) = fixed_files(found.problems, sources)
    assert not fixed.refused
    fixed.write()
    assert path.read_text("utf-8") == COMMENTED.replace("'name'", '"name"').replace("majr", "major")
    assert [one for one in check([path]).problems if one.severity == "error"] == []
