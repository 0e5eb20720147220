"""The long runs start, say what they did, and end at the first difference."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.two_cores import two_cores

LONG = Path(__file__).parents[2] / "tools" / "long.py"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(LONG), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=LONG.anchor)


def test_same_games() -> None:
    done = run("same-games", "--games", "2", "--jobs", "1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("2 games agree") == 4


def test_hearts() -> None:
    done = run("hearts", "--games", "2", "--jobs", "1")
    assert done.returncode == 0, done.stderr
    assert "2 games agree with OpenSpiel: 2 hands" in done.stdout


def test_random_play() -> None:
    done = run("random-play", "--games", "20", "--jobs", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("20 games, 0 failed") == 4
    assert "moves a nugget, %" in done.stdout


def test_faults_say_what_they_have_not_hit() -> None:
    done = run("faults", "--faults", "60", "--jobs", "1")
    assert "0 tables changed" in done.stdout, done.stderr
    assert "NEVER HIT: " in done.stdout  # so few cannot do
    assert done.returncode == 1


def test_an_unknown_run_is_refused() -> None:
    done = run("same-game")
    assert done.returncode == 2
    assert "same-games" in done.stderr


def test_growth() -> None:
    done = run("growth", "--games", "40")
    assert done.stdout.count("objects") >= 10, done.stderr
    assert "40 games: " in done.stdout


def test_two_cores_compares_what_one_and_two_processes_have_played(
    capsys: pytest.CaptureFixture[str],
) -> None:
    two_cores(30, 1, rounds=1)
    told = capsys.readouterr().out
    assert "round 1 of 1" in told
    assert "times as fast, 1.8 wanted" in told
