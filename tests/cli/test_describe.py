"""``describe`` and ``schema``: lists for people and programs."""

import json
from pathlib import Path

from aurum_states.definitions.json_schema import SCHEMAS, published

from .conftest import Run


def test_a_game_is_listed(run: Run, stones: Path) -> None:
    ran = run("describe", stones)
    assert (ran.code, ran.err) == (0, "")
    first, blank, head, *rest = ran.out.splitlines()
    assert (first.split()[:2], blank) == (["stones:", "StonesGame"], "")
    assert head.split() == ["state", "id", "type", "BGA", "name", "Python", "method", "place"]
    method = next(line for line in rest if "act_take" in line)
    assert method.split()[:4] == ["possible", "action", "actTake", "act_take"]
    assert method.split()[4].startswith("stones/game.py:")


def test_json(run: Run) -> None:
    found = json.loads(run("describe", "--format", "json").out)
    assert (found["version"], found["game"], found["class"]["name"]) == (1, "aurum", "AurumGame")
    turn = next(state for state in found["states"] if state["label"] == "playerTurn")
    assert (turn["id"], turn["type"], turn["name"]) == (40, "activeplayer", "playerTurn")
    assert [(one["role"], one["name"], one["method"]) for one in turn["methods"]] == [
        ("moves", None, "moves_player_turn"),
        ("args", "argPlayerTurn", "arg_player_turn"),
        ("possible action", "actPlayCard", "act_play_card"),
        ("possible action", "actPass", "act_pass"),
        ("possible action", "actSetAutoSkip", "act_set_auto_skip"),
    ]
    assert all(isinstance(one["line"], int) for one in turn["methods"])
    expert = next(one for one in found["choices"] if one["kind"] == "option" and one["key"] == "100")
    assert (expert["name"], expert["default"], expert["values"]) == (
        "Expert variant",
        1,
        {"1": "Off", "2": "On"},
    )


def test_without_headings(run: Run, stones: Path) -> None:
    assert run("describe", stones, "-q").out.startswith("gameSetup ")


def test_a_game_that_does_not_load(run: Run, stones: Path) -> None:
    (stones / "game.py").write_text("raise ValueError('no')", encoding="utf-8")
    assert run("describe", stones).code == 3
    (stones / "config" / "states.yaml").write_text("states: 1", encoding="utf-8")
    ran = run("describe", stones)
    assert (ran.code, ran.out) == (2, "")
    assert "states.shape" in ran.err


def test_schemas(run: Run) -> None:
    assert [line.split()[0] for line in run("schema").out.splitlines()] == list(SCHEMAS)
    for kind in SCHEMAS:
        assert run("schema", kind).out == published(kind)
    assert run("schema", "replay").code == 2
