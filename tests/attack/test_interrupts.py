"""Ctrl-C at any moment: exit 130, no traceback, and what was recorded can be replayed."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from aurum_states import load_game
from aurum_states.replay.replay import Replay
from aurum_states.replay.runner import run

from .conftest import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")


def interrupted(folder: Path, *arguments: str, after: float) -> tuple[int, str]:
    program = subprocess.Popen(
        [sys.executable, "-m", "aurum_states", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
    )
    time.sleep(after)
    program.send_signal(signal.SIGINT)
    told = program.communicate(timeout=30)[1].decode()
    if program.returncode not in (0, 130) and "aurum_states" not in told:
        pytest.skip("Python itself had not started yet")
    return program.returncode, told


@pytest.mark.parametrize("number", range(8))
def test_play(tmp_path: Path, number: int) -> None:
    after = random.Random(number).uniform(0.15, 1.2)
    code, told = interrupted(
        tmp_path, "play", "aurum", "--seed", str(number), "--bots", "all", "--replay", "x.jsonl", after=after
    )
    assert code in (0, 130)
    assert "Traceback" not in told
    path = tmp_path / "x.jsonl"
    if path.exists() and path.read_bytes():
        replay = Replay.read(path)
        assert replay.cut_off is None
        assert run(replay, load_game("aurum")).mismatch is None


@pytest.mark.parametrize("number", range(3))
def test_new(tmp_path: Path, number: int) -> None:
    """All of a game is there, or nothing."""
    code, told = interrupted(tmp_path, "new", "game", after=random.Random(number).uniform(0.12, 0.3))
    assert code in (0, 130)
    assert "Traceback" not in told
    assert sum(path.is_file() for path in tmp_path.rglob("*")) in (0, 6)


def test_an_interrupt_of_the_copy_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from aurum_states.cli import new
    from aurum_states.cli.main import main

    renamed, calls = new._renamed, 0

    def renames(text: str, name: str) -> str:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise KeyboardInterrupt
        return renamed(text, name)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(new, "_renamed", renames)
    assert main(["new", "game"]) == 130
    assert not list(tmp_path.iterdir())
    calls = 0
    (tmp_path / "empty").mkdir()
    assert main(["new", "empty"]) == 130
    assert not list((tmp_path / "empty").iterdir())
