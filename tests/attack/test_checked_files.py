"""Files and classes that ``check`` and its like are given by hostile and clumsy users."""

import os
from pathlib import Path

import pytest

from .conftest import Run


@pytest.fixture
def stones(run: Run, tmp_path: Path) -> Path:
    """Make a game folder in which nothing is wrong."""
    assert run("new", "stones", "-q").code == 0
    return tmp_path / "stones"


@pytest.mark.parametrize("name", ["x.yaml", "gameoptions.json"])
def test_a_pipe_by_itself_does_not_hang(run: Run, tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    ran = run("check", name)
    assert (ran.code, ran.out.count("this is a pipe")) == (1, 1)


def test_a_pipe_for_the_project_does_not_hang(run: Run, stones: Path) -> None:
    os.mkfifo(stones / "pyproject.toml")
    assert run("check", "stones").code == 0


def test_a_class_in_a_file_whose_name_is_too_long(run: Run, stones: Path) -> None:
    infos = stones / "config" / "gameinfos.yaml"
    infos.write_text(
        infos.read_text(encoding="utf-8").replace("game.py", "x" * 5000 + ".py"), encoding="utf-8"
    )
    ran = run("check", "stones")
    assert ran.code == 1
    assert "gameinfos.class.missing" in ran.out
    assert "internal.error" not in ran.out


def test_a_long_chain_of_methods(run: Run, stones: Path) -> None:
    code = (stones / "game.py").read_text(encoding="utf-8")
    chain = "".join(f"\n    def m{i}(self):\n        return self.m{i + 1}()\n" for i in range(2000))
    (stones / "game.py").write_text(
        code.replace('return "taken"\n', "return self.m0()\n" + chain), encoding="utf-8"
    )
    ran = run("check", "stones")
    assert (ran.code, ran.out) == (0, "")
