"""The schema of states.yaml says of a value what the loader says of it."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from aurum_states.definitions.document import Reading
from aurum_states.definitions.graph_reader import read_graph
from aurum_states.definitions.states import STATE_KEYS, StateType
from aurum_states.definitions.states_schema import states_schema
from aurum_states.definitions.yaml_source import parse_yaml
from aurum_states.problems import Report

ROOT = Path(__file__).parents[2]
VALIDATOR = Draft202012Validator(states_schema())

SAID_BY_BOTH = {
    "states.shape",
    "state.label",
    "state.value.type",
    "state.value.unknown",
    "state.value.invalid",
    "state.key.missing",
    "state.key.twice",
    "state.action.missing",
    "state.actions.name",
    "state.handler.name",
    "state.private.master",
}
"""Errors about a value by itself. Others speak of what a name refers to, which no schema can know."""

FILES = [
    ROOT / "config" / "states.yaml",
    *sorted((ROOT / "aurum_states").rglob("states.yaml")),
    *sorted((ROOT / "tests" / "data").rglob("states.yaml")),
]


def verdicts(text: str) -> tuple[set[str], bool] | None:
    """Return the codes of the loader's errors, and whether the schema holds; None for text that is no YAML."""
    report = Report()
    document = parse_yaml(text, "states.yaml", report)
    if document is None:
        return None
    read_graph(Reading(document, report))
    return {problem.code for problem in report.errors}, VALIDATOR.is_valid(document.data)


def agrees(text: str) -> None:
    found = verdicts(text)
    if found is None:
        return
    codes, valid = found
    if not valid:
        assert codes, f"only the schema refuses:\n{text}"
    elif "state.key.misspelt" not in codes and "states.key.misspelt" not in codes:
        said = codes & SAID_BY_BOTH
        if "manager" in text:  # whether such a state needs an action hangs on its id
            said -= {"state.action.missing"}
        assert not said, f"only the loader refuses ({codes}):\n{text}"


def test_every_key_is_explained() -> None:
    properties = states_schema()["$defs"]["state"]["properties"]
    assert set(properties) == set(STATE_KEYS)
    assert all(said["description"] for said in properties.values())


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_our_files(file: Path) -> None:
    agrees(file.read_text(encoding="utf-8", errors="replace"))


def test_aurum_is_valid() -> None:
    assert verdicts(FILES[0].read_text(encoding="utf-8")) == (set(), True)


GOOD = """
initialState: deal
states:
  deal: {id: 10, type: game, action: stDeal, transitions: {"": turn, 3: 99}, color: red, $note: x}
  turn:
    type: multipleactiveplayer
    description: ${actplayer} must
    descriptionmyturn: ${you} must
    descriptionIdle: nothing to do
    possibleactions: [actPlay]
    initialPrivate: pick
    transitions: []
    updateGameProgression: false
    args: ''
  pick: {type: private, possibleActions: [actPick], transitions: {next: pick}, name: null, id: null}
"""


def test_a_good_file() -> None:
    assert verdicts(GOOD) == (set(), True)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("initialState: deal", "initialState: [deal]"),
        ("id: 10", "id: 0"),
        ("id: 10", "id: '10'"),
        ("id: 10", "id: 1.5"),
        ("id: 10", "id: true"),
        ("type: game", "type: gam"),
        ("type: game", "type: [game]"),
        ("type: game, ", ""),
        ("action: stDeal, ", ""),
        ("action: stDeal", "action: ''"),
        ("action: stDeal", "action: 12"),
        ("action: stDeal", "action: st-deal"),
        ("args: ''", "args: two words"),
        ("possibleactions: [actPlay]", "possibleactions: actPlay"),
        ("possibleactions: [actPlay]", "possibleactions: [1]"),
        ("possibleactions: [actPlay]", "possibleactions: ['']"),
        ("possibleactions: [actPlay]", "possibleactions: [act.play]"),
        ("[actPick]", "[actPick], possibleactions: [actPick]"),
        ("transitions: []", "transitions: [turn]"),
        ("transitions: []", "transitions: turn"),
        ("{next: pick}", "{next: [pick]}"),
        ("{next: pick}", "{next: null}"),
        ("{next: pick}", "{next: true}"),
        ("updateGameProgression: false", "updateGameProgression: no"),
        ("updateGameProgression: false", "updateGameProgression: 1"),
        ("initialPrivate: pick", "initialPrivate: [pick]"),
        ("type: multipleactiveplayer", "type: activeplayer"),
        ("type: private", "type: private, initialprivate: pick"),
        ("description: ${actplayer} must", "description: 5"),
        ("descriptionmyturn: ${you} must", "descriptionmyturn: [a]"),
        ("name: null", "name: 7"),
        ("  turn:\n", "  turn: 5\n  other:\n"),
        ("  turn:\n", "  ' ': {type: private}\n  turn:\n"),
        ("states:", "states: {}\nmore:"),
        ("states:", "states: [a]\nmore:"),
        ("states:", "more:"),
    ],
)
def test_both_refuse(right: str, wrong: str) -> None:
    assert right in GOOD
    found = verdicts(GOOD.replace(right, wrong, 1))
    assert found is not None
    codes, valid = found
    assert codes & SAID_BY_BOTH
    assert not valid


def test_a_list_or_a_text_is_no_graph() -> None:
    assert verdicts("[a]") == ({"states.shape"}, False)
    assert verdicts("text") == ({"states.shape"}, False)


texts = st.sampled_from(["", "a", "b", "stA", "no name", "99", " ", "type", "ä"])
scalars = st.none() | st.booleans() | st.integers(-2, 120) | st.just(1.5) | texts
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(texts, inner, max_size=2),
    max_leaves=4,
)
keys = st.sampled_from(
    [
        *STATE_KEYS,
        "possibleactions",
        "descriptionmyturn",
        "initialprivate",
        "descriptionX",
        "descriptionIdle",
        "$x",
    ]
)
types = st.sampled_from([str(kind) for kind in StateType])
likely = {
    "id": st.integers(0, 100),
    "type": types,
    "possibleActions": st.lists(st.sampled_from(["actA", "act b", ""]), max_size=2),
    "transitions": st.dictionaries(texts, st.sampled_from(["a", "b", 99, "z"]), max_size=2),
    "action": st.sampled_from(["stA", "", "st a"]),
}


@st.composite
def states(draw: st.DrawFn) -> Any:
    if draw(st.integers(0, 9)) == 0:
        return draw(values)
    chosen = draw(st.lists(keys, max_size=5, unique=True))
    state = {"type": draw(types)} if draw(st.integers(0, 9)) else {}
    return state | {key: draw(likely.get(key, values) if draw(st.booleans()) else values) for key in chosen}


@given(
    data=st.fixed_dictionaries(
        {"states": st.dictionaries(texts, states(), max_size=3) | values}, optional={"initialState": values}
    )
    | values
)
@settings(max_examples=300, deadline=None)
def test_any_data(data: Any) -> None:
    agrees(json.dumps(data, ensure_ascii=False))
