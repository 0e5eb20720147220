"""Changes Aurum's rules in every small way that mutmut knows, and runs the tests that should notice.

``tools/long.py mutants`` runs it, on a copy of the checkout.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
RULES = "aurum_states/games/aurum/rules.py"
TESTS = (
    "tests/games/aurum/test_rules.py",
    "tests/games/aurum/test_scoring.py",
    "tests/games/aurum/test_golden_rules.py",
    "tests/games/aurum/test_golden_table.py",
    "tests/games/test_golden_replays.py",
    "tests/model/test_same_games.py",
)
"""What is run against a mutant: only those of its tests that reach the function, quick ones first."""
NEEDED = ("aurum_states", "config", "docs", "examples", "tests", "tools", "README.md")
LEFT_OUT = "test_recording_again_in_another_process_changes_nothing"
"""A test that another process does the work of: no mutant is there."""

CONFIG = f"""
[tool.mutmut]
source_paths = ["aurum_states"]
only_mutate = ["{RULES}"]
also_copy = {[name for name in NEEDED if name not in ("aurum_states", "tests")]}
pytest_add_cli_args = ["-p", "no:cacheprovider", "--import-mode=importlib", "--deselect",
  "tests/games/test_golden_replays.py::{LEFT_OUT}"]
pytest_add_cli_args_test_selection = %s
use_git_change_detection = false

[tool.pytest.ini_options]
pythonpath = ["."]
"""

NO_CARD_YET = "the first card of a trick is base metal: it is the highest and the lowest so far in any case"
EQUIVALENT = {
    ("winner = low_player = 0", "winner = low_player = None"): NO_CARD_YET,
    ("winner = low_player = 0", "winner = low_player = 1"): NO_CARD_YET,
    ("highest, lowest = -1, _TRUMP", "highest, lowest = +1, _TRUMP"): f"{NO_CARD_YET}, with 1 or more",
    ("highest, lowest = -1, _TRUMP", "highest, lowest = -2, _TRUMP"): NO_CARD_YET,
}
"""Mutants that change nothing, and why: the line and what mutmut makes of it."""


class Mutant(NamedTuple):
    """A mutant that no test has noticed: its name, how it ended, the line, and what it was made."""

    name: str
    ending: str
    line: str
    made: str


class NotRunError(Exception):
    """mutmut has not come to its end; the message is what it said."""


def prepare(folder: Path, tests: Sequence[str] = TESTS) -> None:
    """Copy what the tests need, with mutmut's configuration."""
    for name in NEEDED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder)
    (folder / "pyproject.toml").write_text(CONFIG % [*tests], encoding="utf-8")


def run(folder: Path, games: int, jobs: int, only: Sequence[str] = ()) -> tuple[int, list[Mutant]]:
    """Run the tests against all mutants (or those named); return how many, and those that are not caught.

    Raises:
        NotRunError: the tests fail without a mutant, or there is no mutmut.
    """
    done = _mutmut(folder, "run", "--max-children", str(jobs), *only, AURUM_GAMES=str(games))
    if done.returncode != 0:
        raise NotRunError(f"{done.stdout[-3000:]}{done.stderr[-2000:]}")
    endings: dict[str, str] = {}
    for line in _mutmut(folder, "results", "--all", "true").stdout.splitlines():
        name, _, ending = line.strip().rpartition(": ")
        endings[name] = ending
    tried = {name: ending for name, ending in endings.items() if ending not in ("", "not checked")}
    left = [name for name, ending in tried.items() if ending not in ("killed", "timeout")]
    return len(tried), [Mutant(name, tried[name], *_change(folder, name)) for name in left]


def _change(folder: Path, name: str) -> tuple[str, str]:
    """Return the line that a mutant changes, and what it makes of it."""
    shown = _mutmut(folder, "show", name).stdout.splitlines()
    lines = [line for line in shown if line[:1] in ("-", "+") and line[:3] not in ("---", "+++")]
    sides: dict[str, list[str]] = {"-": [], "+": []}
    for line in lines:
        sides[line[0]].append(line[1:].strip())
    return " ".join(sides["-"]), " ".join(sides["+"])


def _mutmut(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mutmut", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": "", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def report(count: int, left: list[Mutant]) -> Iterator[str]:
    """Yield what came of it, line by line."""
    unknown = [mutant for mutant in left if (mutant.line, mutant.made) not in EQUIVALENT]
    caught, same = count - len(left), len(left) - len(unknown)
    yield f"{count} mutants, {caught} caught, {same} that change nothing, {len(unknown)} not caught"
    for mutant in unknown:
        yield f"  {mutant.name} ({mutant.ending})"
        yield f"    - {mutant.line}"
        yield f"    + {mutant.made}"
