"""Recorded games: they replay, together they take every transition, and recording them anew changes nothing.

They prove that nothing has changed, not that it is right: that is what the golden cases and the plain model
are for. ``tools/record_goldens.py`` records them anew.
"""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from aurum_states import ActionResult, Replay, load_game
from aurum_states.replay.format import EndEntry, MoveEntry, PreferenceEntry, RefusedEntry, ZombieEntry
from aurum_states.replay.runner import run
from tools.record_goldens import FOLDER, GOLDENS, SUFFIX, record

ROOT = Path(__file__).parents[3]
CODES = {
    "table.over",
    "action.unknown",
    "action.not_now",
    "action.not_your_turn",
    "action.argument",
    "action.illegal",
}
"""Every reason to refuse but ``action.rule``: Aurum's moves say all there is, so no handler refuses."""


def read(name: str) -> Replay:
    return Replay.read(FOLDER / f"{name}{SUFFIX}")


@pytest.mark.parametrize("mode", ["full", "paranoid"])
@pytest.mark.parametrize("name", GOLDENS)
def test_a_golden_game_replays(name: str, mode: Any) -> None:
    result = run(read(name), load_game("aurum"), mode=mode)
    assert result.mismatch is None
    assert result.ended
    assert result.table.is_over


@pytest.mark.parametrize("name", GOLDENS)
def test_recording_again_gives_the_same_bytes(name: str) -> None:
    assert record(GOLDENS[name]) == (FOLDER / f"{name}{SUFFIX}").read_bytes()


def test_recording_again_in_another_process_changes_nothing() -> None:
    command = [sys.executable, str(ROOT / "tools" / "record_goldens.py"), "--check"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={"PYTHONHASHSEED": "7"}, cwd=ROOT.anchor
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_every_file_is_one_of_the_goldens() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}{SUFFIX}" for name in GOLDENS}


def test_together_they_take_every_transition() -> None:
    definition = load_game("aurum")
    taken = set()

    def watch(table: Any, entry: Any, result: ActionResult | None) -> None:
        taken.update(result.transitions if result is not None else ())

    for name in GOLDENS:
        run(read(name), definition, watch=watch)
    missing = set(definition.graph.transitions()) - taken
    assert not missing, f"no golden game takes {sorted(map(tuple, missing))}"


def test_every_kind_and_both_overtrick_rules_are_there() -> None:
    headers = [read(name).header for name in GOLDENS]
    kinds = {(len(head["players"]), head["options"]["100"]) for head in headers}
    assert kinds == {(3, 1), (3, 2), (4, 1), (4, 2)}
    assert {(len(head["players"]), head["options"]["101"]) for head in headers} >= {
        (3, 1),
        (3, 2),
        (4, 1),
        (4, 2),
    }


def test_every_kind_of_line_and_refusal_is_there() -> None:
    entries = [entry for name in GOLDENS for _, entry in read(name).entries]
    assert {type(entry) for entry in entries} == {
        MoveEntry,
        ZombieEntry,
        PreferenceEntry,
        RefusedEntry,
        EndEntry,
    }
    for name in GOLDENS:
        codes = {one.refused.code for _, one in read(name).entries if isinstance(one, RefusedEntry)}
        assert codes == CODES, name
    actions = {entry.action for entry in entries if isinstance(entry, MoveEntry)}
    possible = {name for state in load_game("aurum").graph for name in state.possible_actions}
    assert actions == possible
