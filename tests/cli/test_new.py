"""``new``: a folder that plays and tests green as it is, and what it is not made from."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from aurum_states.cli.new import class_prefix
from aurum_states.engine.loading import load_game
from aurum_states.replay.replay import Replay
from aurum_states.replay.runner import run as run_again

from .conftest import TEMPLATE, Run, change, program_environment


@pytest.mark.parametrize("name", ["stones", "my-game", "2048", "Käse & Brot"])
def test_a_new_game_plays_and_replays(run: Run, here: Path, name: str) -> None:
    assert run("new", name).out == f"{name}: made. Play it with: aurum-states play {shlex.quote(name)}\n"
    ran = run("play", here / name, "--seed", "S", "--replay", "a.jsonl")
    assert ran.code == 0
    assert ran.out.startswith(f"{name}: Ada (bot), Ben (bot)\n")
    assert run("replay", "--game", f"./{name}", "a.jsonl").code == 0
    assert run("replay", *(here / name).glob("tests/*.replay.jsonl")).code == 0


def pytest_of(stones: Path) -> "subprocess.CompletedProcess[str]":
    """Run the game's tests, with this checkout's plugin whatever is installed."""
    plugins = ["-p", "no:cacheprovider", "-p", "aurum_states.testing.plugin"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *plugins, "stones"],
        capture_output=True,
        text=True,
        cwd=stones.parent,
        env=program_environment() | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        check=False,
    )


def test_its_tests_are_green(stones: Path) -> None:
    done = pytest_of(stones)
    assert done.returncode == 0, done.stdout
    assert "4 passed" in done.stdout


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("min(3,", "min(4,", "assert [1, 2, 3, 4] == [1, 2, 3]"),
        (
            "STONES = 15",
            "STONES = 16",
            "move 1 in state playerTurn: same transitions, but another table",
        ),
        ("set(active_player_id, 1)", "set(active_player_id, -1)", "test_the_last_stone_wins"),
    ],
)
def test_its_tests_fail_when_a_rule_changes(stones: Path, old: str, new: str, told: str) -> None:
    change(stones / "game.py", old, new)
    done = pytest_of(stones)
    assert done.returncode == 1
    assert told in done.stdout


def test_what_it_consists_of(stones: Path) -> None:
    files = {path.relative_to(stones).as_posix() for path in stones.rglob("*") if path.is_file()}
    assert files == {
        "README.md", "config/gameinfos.yaml", "config/states.yaml", "game.py",
        "tests/first.replay.jsonl", "tests/test_game.py",
    }  # fmt: skip
    assert "emplate" not in "".join((stones / name).read_text(encoding="utf-8") for name in files)
    code = (stones / "game.py").read_text(encoding="utf-8")
    assert "class StonesGame(Game[StonesState]):" in code


@pytest.mark.parametrize(
    ("name", "prefix"),
    [
        ("stones", "Stones"),
        ("take-two", "TakeTwo"),
        ("my_game", "My"),
        ("mygame", "My"),
        ("2048", "My2048"),
        ("game", "My"),
    ],
)
def test_the_name_of_the_class(name: str, prefix: str) -> None:
    assert class_prefix(name) == prefix


def test_its_numbers_of_players_are_listed(run: Run, stones: Path) -> None:
    ran = run("play", stones.name, "--players", 7)
    assert ran.err == "error: stones is played by 2, 3 or 4 players, not 7\n"


def test_an_empty_folder_will_do(run: Run, here: Path) -> None:
    (here / "empty").mkdir()
    assert run("new", "empty", "-q") == (0, "", "")


@pytest.mark.parametrize(
    ("folder", "told"),
    [
        ("stones", "stones is not empty; name a new folder"),
        ("file", "file is there already and is no folder"),
        ("no/where", "there is no folder no to make where in"),
        (
            "aurum",
            "aurum is a registered game, which recordings of that name are taken for; use another name",
        ),
        ("--", None),
    ],
)
def test_where_none_is_made(run: Run, here: Path, stones: Path, folder: str, told: str | None) -> None:
    (here / "file").touch()
    before = sorted(here.rglob("*"))
    ran = run("new", folder)
    assert (ran.code, ran.out) == (2, "")
    assert told is None or ran.err == f"error: {told}\n"
    assert sorted(here.rglob("*")) == before


def test_the_template_is_a_game_itself() -> None:
    definition = load_game(TEMPLATE)
    [recording] = TEMPLATE.glob("tests/*.replay.jsonl")
    result = run_again(Replay.read(recording), definition, mode="paranoid")
    assert result.mismatch is None
    assert result.ended
