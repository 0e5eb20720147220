"""What is different between two graphs, and what follows."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aurum_states.changes.comparison import Change, Kind, compare
from aurum_states.changes.consequences import consequences
from aurum_states.changes.reports import data, markdown, text
from aurum_states.definitions.document import Reading
from aurum_states.definitions.graph import StateGraph
from aurum_states.definitions.graph_reader import read_graph
from aurum_states.definitions.yaml_source import parse_yaml
from aurum_states.problems import Report

ADDED, REMOVED, CHANGED, RENAMED = Kind.ADDED, Kind.REMOVED, Kind.CHANGED, Kind.RENAMED

BASE: dict[str, dict[str, Any]] = {
    "deal": {"id": 10, "type": "game", "action": "stDeal", "transitions": {"": "turn"}},
    "turn": {
        "id": 20,
        "type": "activeplayer",
        "description": "${actplayer} must play",
        "args": "argTurn",
        "possibleActions": ["actPlay", "actPass"],
        "transitions": {"played": "next", "pass": "score"},
    },
    "next": {"id": 30, "type": "game", "action": "stNext", "transitions": {"turn": "turn", "full": "trick"}},
    "trick": {
        "id": 40,
        "type": "game",
        "action": "stTrick",
        "updateGameProgression": True,
        "transitions": {"next": "next"},
    },
    "score": {"id": 50, "type": "game", "action": "stScore", "transitions": {"deal": "deal", "over": 99}},
}


def graph_of(states: dict[str, dict[str, Any]], **top: Any) -> StateGraph:
    import json

    report = Report()
    document = parse_yaml(json.dumps({"states": states, **top}), "states.yaml", report)
    assert document is not None
    graph = read_graph(Reading(document, report))
    assert report.ok, str(report)
    assert graph is not None
    return graph


def edited(**states: Any) -> dict[str, dict[str, Any]]:
    """Return the base with keys of states replaced; None takes a key or a state away."""
    made = {label: dict(state) for label, state in BASE.items()}
    for label, keys in states.items():
        if keys is None:
            del made[label]
            continue
        state = made.setdefault(label, {})
        state.update({key: value for key, value in keys.items() if value is not None})
        for key in [key for key, value in keys.items() if value is None]:
            del state[key]
    return made


def renamed(states: dict[str, dict[str, Any]], old: str, new: str) -> dict[str, dict[str, Any]]:
    """Return the states with one label replaced everywhere, in its place."""
    made = {}
    for label, state in states.items():
        ways = {name: new if goal == old else goal for name, goal in state["transitions"].items()}
        made[new if label == old else label] = {**state, "transitions": ways}
    return made


def changes_of(states: dict[str, dict[str, Any]], **top: Any) -> list[Change]:
    return list(compare(graph_of(BASE), graph_of(states, **top)).changes)


def follows(states: dict[str, dict[str, Any]], **top: Any) -> list[str]:
    return [one.message for one in consequences(compare(graph_of(BASE), graph_of(states, **top)))]


def test_nothing() -> None:
    assert changes_of(BASE) == []
    assert follows(BASE) == []
    comparison = compare(graph_of(BASE), graph_of(BASE))
    assert text(comparison) == "no difference\n"
    assert markdown(comparison) == "**State graph:** no difference\n"


def test_order_and_spelling_make_no_difference() -> None:
    turned = {label: dict(reversed(state.items())) for label, state in reversed(BASE.items())}
    turned["turn"]["possibleactions"] = turned["turn"].pop("possibleActions")[::-1]
    turned["turn"]["transitions"] = {"pass": 50, "played": 30}
    assert changes_of(turned, initialState="deal") == []


@pytest.mark.parametrize(
    ("keys", "change"),
    [
        ({"id": 21}, Change(CHANGED, "id", "turn", "", "20", "21")),
        ({"name": "playTurn"}, Change(CHANGED, "name", "turn", "", "turn", "playTurn")),
        ({"type": "multipleactiveplayer"}, Change(CHANGED, "type", "turn", "", "activeplayer", "multipleactiveplayer")),
        ({"description": "Go"}, Change(CHANGED, "description", "turn", "", "${actplayer} must play", "Go")),
        ({"description": None}, Change(REMOVED, "description", "turn", "", "${actplayer} must play", "")),
        ({"descriptionMyTurn": "Go"}, Change(ADDED, "descriptionMyTurn", "turn", "", "", "Go")),
        ({"args": "argGo"}, Change(CHANGED, "args", "turn", "", "argTurn", "argGo")),
        ({"args": None}, Change(REMOVED, "args", "turn", "", "argTurn", "")),
        ({"action": "stTurn"}, Change(ADDED, "action", "turn", "", "", "stTurn")),
        ({"updateGameProgression": True}, Change(ADDED, "updateGameProgression", "turn", "", "", "true")),
        ({"possibleActions": ["actPlay"]}, Change(REMOVED, "possibleActions", "turn", "actPass")),
        ({"possibleActions": ["actPlay", "actPass", "actUndo"]}, Change(ADDED, "possibleActions", "turn", "actUndo")),
        ({"descriptionIdle": "x"}, Change(ADDED, "key", "turn", "descriptionIdle", "", "'x'")),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)  # fmt: skip
def test_a_key(keys: dict[str, Any], change: Change) -> None:
    assert changes_of(edited(turn=keys)) == [change]


@pytest.mark.parametrize(
    ("ways", "change"),
    [
        ({"played": "next"}, Change(REMOVED, "transition", "turn", "pass", "score", "")),
        (
            {"played": "next", "pass": "score", "": "next"},
            Change(ADDED, "transition", "turn", "", "", "next"),
        ),
        (
            {"played": "next", "pass": "trick"},
            Change(CHANGED, "transition", "turn", "pass", "score", "trick"),
        ),
        ({"played": "next", "fold": "score"}, Change(RENAMED, "transition", "turn", "fold", "pass", "fold")),
    ],
)
def test_a_transition(ways: dict[str, str], change: Change) -> None:
    assert changes_of(edited(turn={"transitions": ways})) == [change]


def test_a_first_state() -> None:
    assert changes_of(BASE, initialState="turn") == [Change(CHANGED, "initialState", "", "", "deal", "turn")]


def test_a_state_that_came_and_one_that_went() -> None:
    pause = {
        "type": "activeplayer",
        "description": "",
        "possibleActions": ["actGo"],
        "transitions": {"go": 30},
    }
    changes = changes_of(
        edited(next={"transitions": {"turn": "turn"}}, trick=None, pause={"id": 70, **pause})
    )
    assert changes == [
        Change(REMOVED, "transition", "next", "full", "trick", ""),
        Change(ADDED, "state", "pause", "", "", "activeplayer"),
        Change(ADDED, "transition", "pause", "go", "", "next"),
        Change(ADDED, "possibleActions", "pause", "actGo"),
        Change(REMOVED, "state", "trick", "", "game", ""),
        Change(REMOVED, "transition", "trick", "next", "next", ""),
    ]


@pytest.mark.parametrize("label", BASE)
def test_a_renamed_state_is_known_by_its_id(label: str) -> None:
    states = renamed(BASE, label, "somethingElse")
    action = states["somethingElse"].get("action")
    if action:
        states["somethingElse"]["action"] = "stSomethingElse"
    changes = changes_of(states)
    meant = [Change(RENAMED, "state", "somethingElse", "", label, "somethingElse")]
    if action:
        meant.append(Change(CHANGED, "action", "somethingElse", "", action, "stSomethingElse"))
    assert changes == meant


@pytest.mark.parametrize("label", BASE)
def test_a_renamed_state_is_known_by_its_shape(label: str) -> None:
    states = renamed(BASE, label, "somethingElse")
    states["somethingElse"]["id"] = 77
    kinds = [(change.kind, change.subject) for change in changes_of(states)]
    assert kinds == [(RENAMED, "state"), (CHANGED, "id")]


def test_all_states_renamed_at_once() -> None:
    states = BASE
    for label in BASE:
        states = renamed(states, label, f"{label}New")
    assert [change.kind for change in changes_of(states)] == [RENAMED] * len(BASE)


def test_another_state_in_its_place_is_not_renamed() -> None:
    other = {"id": 41, "type": "game", "action": "stWash", "transitions": {"done": "deal"}}
    changes = changes_of(
        edited(next={"transitions": {"turn": "turn", "full": "wash"}}, trick=None, wash=other)
    )
    kinds = [(change.kind, change.state) for change in changes if change.subject == "state"]
    assert kinds == [(ADDED, "wash"), (REMOVED, "trick")]


def test_ids_that_no_file_has_are_not_compared() -> None:
    plain = {
        label: {key: value for key, value in state.items() if key != "id"} for label, state in BASE.items()
    }
    for state in plain.values():
        state["transitions"] = {
            name: {99: "gameEnd"}.get(goal, goal) for name, goal in state["transitions"].items()
        }
    more = {"first": {"type": "game", "action": "stFirst", "transitions": {"": "deal"}}, **plain}
    old, new = graph_of(plain, initialState="deal"), graph_of(more, initialState="deal")
    assert [one.subject for one in compare(old, new, frozenset()).changes] == ["state", "transition"]
    assert "id" in [one.subject for one in compare(old, new).changes]


@pytest.mark.parametrize(
    ("states", "messages"),
    [
        (edited(turn={"transitions": {"played": "next"}}), [
            "score became unreachable",
            "gameEnd became unreachable",
            "the game can no longer end",
            "an old replay that takes 'pass' from turn cannot run",
        ]),
        (edited(next={"transitions": {"turn": "turn", "full": "turn"}}), [
            "trick became unreachable",
            "an old replay that takes 'full' from next cannot run: it leads to turn now",
        ]),
        (edited(trick={"transitions": None}), [
            "trick can no longer be left",
            "the game can no longer end from trick",
            "an old replay that takes 'next' from trick cannot run",
        ]),
        (edited(turn={"transitions": {"played": "next", "fold": "score"}}), [
            "an old replay that takes 'pass' from turn cannot run: it is 'fold' now",
        ]),
        (edited(turn={"possibleActions": ["actPlay", "actFold"]}), [
            "an old replay with actPass in turn cannot run",
            "the class needs a method act_fold (actFold of turn)",
            "no state needs the method act_pass any more (actPass)",
        ]),
        (edited(turn={"type": "multipleactiveplayer"}), [
            "an old replay that enters turn may not run: others act in it now",
        ]),
        (edited(turn={"id": 21}), ["a table that BGA keeps in state 20 is not found in turn any more"]),
        (renamed(BASE, "turn", "playerTurn"), [
            "an old replay that enters turn cannot run: it is playerTurn now",
            "the class needs a method moves_player_turn (the legal moves of playerTurn)",
            "no state needs the method moves_turn any more (the legal moves)",
        ]),
        (edited(next={"transitions": {"turn": "turn"}}, trick=None), [
            "an old replay that enters trick cannot run",
            "no state needs the method st_trick any more (stTrick)",
            "a table that BGA keeps in trick cannot go on",
        ]),
        (edited(lost={"type": "game", "action": "stNext", "transitions": {"": "deal"}}), [
            "nothing leads to the new state lost",
        ]),
        (edited(turn={"description": "Play"}), []),
    ],
)  # fmt: skip
def test_what_follows(states: dict[str, dict[str, Any]], messages: list[str]) -> None:
    assert follows(states) == messages


def test_another_beginning() -> None:
    assert follows(BASE, initialState="turn") == ["no old replay can run: they begin in deal"]


def test_what_was_cut_off_and_is_found_again() -> None:
    old = graph_of(edited(next={"transitions": {"turn": "turn"}}))
    found = consequences(compare(old, graph_of(BASE)))
    assert [one.message for one in found] == ["trick became reachable"]


def test_the_reports() -> None:
    states = renamed(BASE, "trick", "trickEnd")
    states["turn"]["transitions"] = {"played": "next", "pass": "trickEnd", "": "score"}
    states["turn"]["description"] = "${actplayer} may | play"
    states["extra"] = {"type": "game", "action": "stExtra", "transitions": {"a b": "deal"}}
    comparison = compare(graph_of(BASE), graph_of(states))
    assert (
        text(comparison)
        == """\
~ state turn
    ~ description '${actplayer} may | play', was '${actplayer} must play'
    ~ transition pass -> trickEnd, was -> score
    + transition '' -> score
~ state trickEnd, was trick
+ state extra (game)
    + transition a b -> deal

what follows
    nothing leads to the new state extra
    an old replay that takes 'pass' from turn cannot run: it leads to trickEnd now
    an old replay that enters trick cannot run: it is trickEnd now
    the class needs a method st_extra (stExtra of extra)
"""
    )
    shown = markdown(comparison)
    assert shown.startswith(
        "**State graph:** states: 1 added, 1 changed, 1 renamed\n\n| state | change |\n|---|---|\n"
    )
    assert "may &#124; play" in shown
    assert "- nothing leads to the new state extra\n" in shown
    found = data(comparison, "old", "new")
    assert found["summary"] == {"changes": 6, "consequences": 4}
    assert found["changes"][0] == {
        "kind": "changed",
        "subject": "description",
        "state": "turn",
        "name": "",
        "old": "${actplayer} must play",
        "new": "${actplayer} may | play",
    }
    assert found["consequences"][0]["code"] == "state.unreachable"


@given(seed=st.integers(0, 10**9))
@settings(max_examples=80, deadline=None)
def test_any_edit_is_found_and_any_two_graphs_can_be_compared(seed: int) -> None:
    rng = random.Random(seed)
    states = {label: {**state, "transitions": dict(state["transitions"])} for label, state in BASE.items()}
    for _ in range(rng.randint(1, 6)):
        label = rng.choice(list(states))
        ways = states[label]["transitions"]
        what = rng.randrange(4)
        if what == 0 and len(states) > 2:
            states = {one: state for one, state in states.items() if one != label}
            for state in states.values():
                state["transitions"] = {
                    name: goal for name, goal in state["transitions"].items() if goal != label
                }
        elif what == 1:
            states = renamed(states, label, f"{label}X")
        elif what == 2:
            ways[f"way{rng.randrange(99)}"] = rng.choice(list(states))
        elif ways:
            del ways[rng.choice(list(ways))]
    old, new = graph_of(BASE), graph_of(states)
    for one, other in ((old, new), (new, old)):
        comparison = compare(one, other)
        same = {state.label: state for state in one} == {state.label: state for state in other}
        assert (not comparison.changes) == same
        assert len(set(comparison.became.values())) == len(comparison.became)
        known = {(change.kind, change.state) for change in comparison.changes if change.subject == "state"}
        assert {label for kind, label in known if kind is ADDED} == set(other.labels) - set(
            comparison.became.values()
        )
        assert {label for kind, label in known if kind is REMOVED} == set(one.labels) - set(comparison.became)
        assert text(comparison)
        assert markdown(comparison)
