"""Slips in Aurum's states.yaml are found: by a check, or by a recorded game that goes another way."""

import shutil
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from aurum_states.checks.run import check
from aurum_states.definitions.game_class import import_game_class
from aurum_states.definitions.loader import load_definition
from aurum_states.engine.plan import plan_of
from aurum_states.errors import AurumStatesError
from aurum_states.replay.replay import Replay
from aurum_states.replay.runner import run
from tests.checks.conftest import ROOT
from tests.checks.mutants import FOUND, PLAYED, Mutant, of_aurum

SEED = "1"
MUTANTS = {FOUND: 200, PLAYED: 100}
"""How many of each sort; together 300."""
PORTIONS = 10
"""Cases that one test runs, so that several cores share them."""

EQUIVALENT: dict[str, str] = {}
"""Mutants that change nothing, with the proof: what was done -> why no game can tell."""


@pytest.fixture(scope="session")
def replays():
    """The recorded games, the short ones first."""
    files = sorted(
        (ROOT / "tests" / "data" / "replays").glob("*.jsonl"), key=lambda path: path.stat().st_size
    )
    return [Replay.read(file) for file in files]


@pytest.fixture
def game(tmp_path):
    """A copy of Aurum's files; its class is the package's."""
    shutil.copytree(ROOT / "config", tmp_path / "game" / "config")
    return tmp_path / "game"


def portions(kinds: tuple[str, ...]) -> list[list[Mutant]]:
    made = list(islice(of_aurum(SEED, kinds), MUTANTS[kinds]))
    assert len(made) == MUTANTS[kinds]
    return [made[start::PORTIONS] for start in range(PORTIONS)]


def write(game: Path, mutant: Mutant) -> None:
    (game / "config" / "states.yaml").write_text(mutant.text, "utf-8")


def test_aurum_itself_has_no_finding(game):
    assert check([game]).problems == []


@pytest.mark.parametrize("mutants", portions(FOUND), ids=range(PORTIONS))
def test_a_check_finds_the_slip_and_says_where(game, mutants):
    silent, elsewhere = [], []
    for mutant in mutants:
        write(game, mutant)
        problems = check([game]).problems
        assert not [problem for problem in problems if problem.code == "internal.error"]
        if not problems:
            silent.append(f"{mutant.kind}: {mutant.what}")
        elif not any(map(mutant.is_told_by, problems)):
            elsewhere.append((f"{mutant.kind}: {mutant.what}", list(map(str, problems))))
    assert silent == []
    assert elsewhere == []


@pytest.mark.parametrize("mutants", portions(PLAYED), ids=range(PORTIONS))
def test_a_check_or_a_recorded_game_finds_the_slip(game, replays, mutants):
    alive = []
    for mutant in mutants:
        write(game, mutant)
        if not check([game]).problems and not differs(game, replays) and mutant.what not in EQUIVALENT:
            alive.append(f"{mutant.kind}: {mutant.what}")
    assert alive == []


def differs(game: Path, replays: list[Replay]) -> bool:
    """Whether the game cannot be loaded any more, or one of its recorded games goes another way."""
    try:
        declared = load_definition(game)
        definition = replace(declared, game_class=import_game_class(declared))
        plan_of(definition)
        return any(run(replay, definition).mismatch is not None for replay in replays)
    except AurumStatesError:
        return True
