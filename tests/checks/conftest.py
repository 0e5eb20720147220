"""Games and files to check."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from aurum_states.checks.class_source import read_class
from aurum_states.checks.flow import Flow
from aurum_states.cli.main import main
from aurum_states.definitions.loader import load_definition
from aurum_states.definitions.registry import find_game
from tests.checks.small import Small

ROOT = Path(__file__).parents[2]

STATES = """\
states:
  play:
    type: activeplayer
    description: ${actplayer} must take
    descriptionMyTurn: ${you} must take
    possibleActions: [actTake]
    updateGameProgression: true
    transitions: {next: play, over: gameEnd}
"""
"""A graph in which nothing is wrong."""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to be in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def write(here: Path) -> Callable[..., Path]:
    """Write a file; by default the states.yaml in which nothing is wrong."""

    def write(text: str = STATES, name: str = "states.yaml") -> Path:
        path = here / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        return Path(name)

    return write


@pytest.fixture
def aurum(here: Path) -> Path:
    """A copy of Aurum's folder: its config and its class."""
    shutil.copytree(ROOT / "config", here / "aurum" / "config")
    return Path("aurum")


@pytest.fixture
def run(here: Path, capfd: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run a command; return its exit code, its result and what it said."""

    def run(*arguments: object) -> tuple[int, str, str]:
        capfd.readouterr()
        code = main([str(one) for one in arguments])
        return (code, *capfd.readouterr())

    return run


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """Small games in a folder of their own."""
    return Small(tmp_path)


@pytest.fixture(scope="session")
def aurum_flow() -> Flow:
    """All ways between Aurum's states."""
    definition = load_definition(find_game("aurum"))
    return Flow(definition.graph, read_class(definition).source)
