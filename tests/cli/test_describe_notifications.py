"""``describe --notifications``: what a game tells, read off its source and by playing."""

import json
from pathlib import Path

from .conftest import Run, change


def test_every_type_with_its_text_and_arguments(run: Run) -> None:
    ran = run("describe", "aurum", "--notifications", "--games", 4)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    played = next(place for place, line in enumerate(lines) if line.startswith("cardPlayed: sent "))
    assert ", to all  " in lines[played]
    assert "game.py:" in lines[played]
    assert lines[played + 1 : played + 5] == [
        "    ${player_name} plays ${card}",
        "      player_id: number",
        "      card: string",
        "      card_id: number",
    ]
    assert [line.split(":")[0] for line in lines if "not sent in 4 games" in line] == ["message"]


def test_json_says_the_same_each_time(run: Run) -> None:
    first, second = (
        run("describe", "aurum", "--notifications", "--games", 3, "--format", "json") for _ in "ab"
    )
    assert first == second
    found = json.loads(first.out)
    assert (found["version"], found["game"], found["games"], found["problems"]) == (1, "aurum", 3, [])
    told = {one["type"]: one for one in found["notifications"]}
    assert told["newHand"]["to"] == ["player"]
    assert told["newHand"]["args"] == {"cards": {"types": ["object"], "always": True}}
    assert told["autoSkip"]["places"][0]["file"].endswith("game.py")


def test_without_games_the_source_tells(run: Run) -> None:
    found = json.loads(run("describe", "aurum", "--notifications", "--games", 0, "--format", "json").out)
    assert {one["sent"] for one in found["notifications"]} == {0}
    told = {one["type"]: one["logs"] for one in found["notifications"]}
    assert told["cardPlayed"] == ["${player_name} plays ${card}"]
    assert len(told["passed"]) == 2


def test_a_placeholder_that_only_playing_finds(run: Run, stones: Path) -> None:
    text = (stones / "game.py").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if "self.notify.all(" in line)
    indent = line[: len(line) - len(line.lstrip())]
    more = f'{indent}self.notify.all("odd", "${{what}}", what={{"log": "${{lost}}", "args": {{}}}})\n'
    more += f'{indent}self.notify.all("mixed", "", **({{"a": 1}} if self.bga_rand(0, 1) else {{"a": None, "b": []}}))\n'
    change(stones / "game.py", line + "\n", more + line + "\n")
    ran = run("describe", stones, "--notifications", "--games", 3)
    assert ran.code == 1
    assert ran.err == (
        "warning: notification 'odd': nothing fills the placeholder ${lost}, in the text '${what}' or in one of its "
        "arguments\n"
    )
    lines = ran.out.splitlines()
    place = next(place for place, one in enumerate(lines) if one.startswith("mixed: sent "))
    assert lines[place + 1 : place + 3] == ["      a: null or number", "      b: array (not always)"]


def test_a_game_that_fails_is_blamed(run: Run, stones: Path) -> None:
    text = (stones / "game.py").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if "self.notify.all(" in line)
    indent = line[: len(line) - len(line.lstrip())]
    change(stones / "game.py", line + "\n", f'{indent}self.notify.all("yourturnack", "")\n' + line + "\n")
    ran = run("describe", stones, "--notifications")
    assert ran.code == 3
    assert "notification 'yourturnack': this type is BGA's own" in ran.err
