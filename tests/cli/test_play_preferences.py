"""Preferences at the terminal: listed, changed, recorded, and there again when the game goes on."""

import json
from pathlib import Path

import pytest

from .conftest import Run


def lines_of(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_they_are_listed_with_one_s_own(run: Run) -> None:
    ran = run("play", "aurum", "--bots", "2,3", "--seed", "S", "--pref", "1:100=2", answers="pref\n")
    assert "  pref 100=VALUE  Auto-skip change bid: 1 Off, 2 On*" in ran.out
    assert "  pref 101=VALUE  Auto-confirm bid and played cards: 1 Off, 2 On*" in ran.out


@pytest.mark.parametrize("answer", ["pref 100=2", "Preference  100 = 2"])
def test_a_change_is_recorded_and_goes_on(run: Run, here: Path, answer: str) -> None:
    ran = run(
        "play", "aurum", "--bots", "2,3", "--seed", "S", "--replay", "a.jsonl", answers=f"{answer}\npref\n"
    )
    assert "Auto-skip change bid: 1 Off, 2 On*" in ran.out
    (head, line) = lines_of(here / "a.jsonl")
    assert head["preferences"] == {}
    assert line["preference"] == {"player": 2300001, "id": 100, "value": 2}
    assert run("replay", "a.jsonl").code == 0
    again = run("play", "--resume", "a.jsonl", "--bots", "2,3", answers="pref\n")
    assert "Auto-skip change bid: 1 Off, 2 On*" in again.out


def test_for_another_seat(run: Run, here: Path) -> None:
    run("play", "aurum", "--bots", "3", "--seed", "S", "--replay", "a.jsonl", answers="2: pref 101=1\n")
    assert lines_of(here / "a.jsonl")[1]["preference"] == {"player": 2300002, "id": 101, "value": 1}


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("pref 100=9", "preference 100 (Auto-skip change bid) has no value 9; its values: 1 (Off), 2 (On)"),
        ("pref 7=1", "there is no preference 7; the game has: 100 (Auto-skip change bid), "),
        ("pref 100", "is no move here"),
    ],
)
def test_a_slip_is_explained(run: Run, here: Path, answer: str, told: str) -> None:
    ran = run("play", "aurum", "--bots", "2,3", "--seed", "S", "--replay", "a.jsonl", answers=f"{answer}\n")
    assert told in " ".join(ran.err.split())
    assert len(lines_of(here / "a.jsonl")) == 1


def test_a_game_without_any(run: Run, stones: Path) -> None:
    (stones / "config" / "gamepreferences.json").unlink(missing_ok=True)
    ran = run("play", stones, "--bots", "2", "--seed", "S", answers="pref\n?\n")
    assert "this game has no preferences" in ran.out
    assert "pref ID=VALUE" not in ran.out


def test_the_switch_of_the_score_panel_is_in_the_help(run: Run, here: Path) -> None:
    ran = run("play", "aurum", "--bots", "2,3", "--seed", "S", "--replay", "a.jsonl", answers="?\nskip on\n")
    assert "  actSetAutoSkip autoSkip=..." in ran.out
    assert "  pref to see your preferences, pref ID=VALUE to change one" in ran.out
    assert "You are not asked about changes of the bid until the next round" in ran.out
    line = lines_of(here / "a.jsonl")[1]
    assert (line["action"], line["args"]) == ("actSetAutoSkip", {"autoSkip": True})
    assert run("replay", "a.jsonl").code == 0


def test_the_trace_tells_of_it(run: Run, here: Path) -> None:
    run("play", "aurum", "--bots", "2,3", "--seed", "S", "--replay", "a.jsonl", answers="pref 100=2\n")
    opening, step = (json.loads(line) for line in run("replay", "a.jsonl", "--trace").out.splitlines())
    assert (opening["move"], step["move"]) == (0, 0)
    assert step["notifications"] == [
        {"to": None, "type": "autoSkip", "log": "", "args": {"player_id": 2300001, "auto_skip": True}}
    ]


def test_a_start_condition_is_told_as_players_read_it(run: Run, stones: Path) -> None:
    option = {"name": "Big", "values": {"1": {"name": "No"}, "2": {"name": "Yes"}}}
    option["startcondition"] = {"2": [{"type": "minplayers", "value": 9, "message": "Big tables need nine."}]}
    (stones / "config" / "gameoptions.json").write_text(json.dumps({"100": option}), encoding="utf-8")
    ran = run("play", stones, "--set", "100=2", "--replay", "a.jsonl")
    assert (ran.code, ran.out, ran.err) == (2, "", "error: Big tables need nine.\n")


def test_an_option_that_is_not_shown_does_not_count(run: Run, stones: Path) -> None:
    option = {"name": "Big", "default": 1, "values": {"1": {"name": "No"}, "2": {"name": "Yes"}}}
    option["displaycondition"] = [{"type": "otheroption", "id": 201, "value": 1}]
    (stones / "config" / "gameoptions.json").write_text(json.dumps({"100": option}), encoding="utf-8")
    said = "option 100 (Big) is not shown at this table, so it has its default 1 (No), not 2\n"
    assert run("play", stones, "--bots", "all", "--seed", "S", "--set", "100=2").err == said
    assert run("play", stones, "--bots", "all", "--seed", "S", "--set", "100=2", "--set", "201=1").err == ""
