"""Hostile and clumsy users: whatever they do, one message a problem, the documented exit code, no traceback."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from aurum_states.cli.main import main
from aurum_states.definitions import registry
from aurum_states.engine import loading

ROOT = Path(__file__).parents[2]
REPLAYS = ROOT / "tests" / "data" / "replays"


class Ran(NamedTuple):
    """How a command ended and what it said."""

    code: int
    out: str
    err: str

    @property
    def refusal(self) -> str:
        """The one message of a command that could not do what it was asked, and has done nothing."""
        assert (self.code, self.out) == (2, ""), self
        assert "Traceback" not in self.err
        [line] = self.err.splitlines()
        assert "error" in line
        return line


Run = Callable[..., Ran]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process, in an empty folder, without a terminal."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(loading, "_loaded", {})
    is_game_folder = registry.is_game_folder
    monkeypatch.setattr(  # whatever lies about above the folder
        registry,
        "is_game_folder",
        lambda path: path.resolve() not in tmp_path.parents and is_game_folder(path),
    )

    def run(*arguments: object, answers: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
        capsys.readouterr()
        code = main([str(one) for one in arguments])
        return Ran(code, *capsys.readouterr())

    return run


@pytest.fixture
def stones(run: Run, tmp_path: Path) -> Path:
    """A small game folder."""
    assert run("new", "stones", "-q").code == 0
    return tmp_path / "stones"


@pytest.fixture
def shell(tmp_path: Path) -> Callable[[str], Ran]:
    """Run a shell's line, in which ``$A`` is the program."""

    def shell(line: str) -> Ran:
        environment = os.environ | {
            "A": f"{sys.executable} -m aurum_states",
            "PYTHONPATH": str(ROOT),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        done = subprocess.run(
            ["bash", "-c", line],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            cwd=tmp_path,
            env=environment,
            timeout=60,
            check=False,
        )
        return Ran(
            done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
        )

    return shell
