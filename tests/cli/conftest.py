"""Runs the command line: in this process for the many, as a program of its own for whole games."""

import io
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from aurum_states.cli.main import main
from aurum_states.definitions import registry

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "aurum_states" / "cli" / "template"


class Ran(NamedTuple):
    """How a command ended and what it said."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to be in, with no game folder above it, whatever lies about on this machine."""
    is_game_folder = registry.is_game_folder
    monkeypatch.setattr(
        registry,
        "is_game_folder",
        lambda path: path.resolve() not in tmp_path.parents and is_game_folder(path),
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process, without a terminal; ``answers`` are the lines of its input."""

    def run(*arguments: object, answers: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
        capsys.readouterr()
        code = main([str(one) for one in arguments])
        return Ran(code, *capsys.readouterr())

    return run


@pytest.fixture
def program(here: Path) -> Run:
    """Run the program itself."""

    def run(*arguments: object, answers: str = "", **environment: str) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "aurum_states", *map(str, arguments)],
            input=answers,
            capture_output=True,
            encoding="utf-8",
            cwd=here,
            env=program_environment() | environment,
            timeout=60,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return run


def program_environment() -> dict[str, str]:
    """The environment of a program that this checkout's package runs in."""
    return os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"}


@pytest.fixture
def stones(here: Path) -> Path:
    """A game folder: the template under the name of its folder."""
    assert main(["new", "stones", "-q"]) == 0
    return here / "stones"


@pytest.fixture
def recording(run: Run, here: Path) -> Path:
    """A whole game of Aurum."""
    path = here / "game.replay.jsonl"
    assert run("play", "aurum", "--bots", "all", "--seed", "S", "--replay", path).code == 0
    return path


def change(path: Path, old: str, new: str) -> None:
    """Replace a text that stands once in a file."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def copied(path: Path, name: str) -> Path:
    """Return a copy of a file beside it."""
    return Path(shutil.copy(path, path.with_name(name)))
