"""What is demanded of every example: no problems, tests of its own that pass, games that come to their end."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from aurum_states import Table, load_game
from aurum_states.cli.main import main
from aurum_states.simulate.agents import RandomAgent, play_out

ROOT = Path(__file__).parents[2]
FOLDERS = sorted(file.parent.parent for file in (ROOT / "examples").glob("*/config/states.yaml"))

every_example = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


@every_example
def test_it_checks_clean_without_suppressing_anything(folder, capsys):
    assert main(["check", str(folder)]) == 0
    assert "no problems" in "".join(capsys.readouterr())
    sources = [
        file.read_text(encoding="utf-8") for file in folder.rglob("*") if file.suffix in (".py", ".yaml")
    ]
    assert sources and not any("aurum-states: ignore" in source for source in sources)


@every_example
def test_its_recordings_and_tests_pass(folder):
    """In a pytest of their own, as somebody runs them who has copied the folder; ``check_game`` is among them."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "aurum_states.testing.plugin", str(folder)]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(ROOT)}
    environment.pop("PYTEST_XDIST_WORKER", None)
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "passed" in done.stdout, done.stdout + done.stderr
    assert any("check_game(" in file.read_text(encoding="utf-8") for file in folder.rglob("test_*.py"))


@every_example
def test_whole_games_come_to_their_end(folder):
    game = load_game(folder)
    for players in game.infos.players:
        for seed in range(4):
            table = Table.create(game, players, seed=f"{folder.name} {seed}", mode="paranoid")
            play_out(table, {player.id: RandomAgent(f"{player.id} {seed}") for player in table.players}, 1000)
            assert table.ranking()[0].rank == 1


@every_example
def test_it_is_listed_and_says_how_it_is_run(folder):
    assert f"`{folder.name}`" in (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
    assert f"examples/{folder.name}" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"aurum-states play examples/{folder.name}" in (folder / "README.md").read_text(encoding="utf-8")
