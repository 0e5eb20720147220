"""Snapshots that lie with the golden games: they are restored and go on to the recorded digests."""

import json
from pathlib import Path

import pytest

from aurum_states import Replay, Table, load_game
from aurum_states.errors import SetupError
from aurum_states.replay.format import EndEntry, RunEntry
from aurum_states.replay.runner import take
from tools.record_goldens import FOLDER, GOLDENS, SNAPSHOTS, SUFFIX


def saved(name: str) -> dict[str, object]:
    snapshot: dict[str, object] = json.loads((SNAPSHOTS / f"{name}.json").read_text())
    return snapshot


@pytest.mark.parametrize("mode", ["full", "paranoid"])
@pytest.mark.parametrize("name", GOLDENS)
def test_a_committed_snapshot_goes_on_as_recorded(name: str, mode: str) -> None:
    table = Table.restore(load_game("aurum"), saved(name), mode=mode)
    replay = Replay.read(FOLDER / f"{name}{SUFFIX}")
    assert table.moves_made == len(replay.moves) // 2
    assert table.digest == saved(name)["digest"]
    entries = [entry for _, entry in replay.entries]
    after = next(i for i, one in enumerate(entries) if getattr(one, "move", 0) > table.moves_made)
    rest = [entry for entry in entries[after:] if isinstance(entry, RunEntry)]
    assert rest
    for entry in rest:
        result = take(table, entry)
        assert (result.digest, list(result.transitions)) == (entry.digest, entry.transitions)
    [end] = [entry.end for _, entry in replay.entries if isinstance(entry, EndEntry)]
    assert (table.state, table.ranking()) == (end.state, end.ranking)


def test_every_golden_has_one() -> None:
    assert {path.name for path in SNAPSHOTS.iterdir()} == {f"{name}.json" for name in GOLDENS}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": 2}, "snapshot version 2 is not 1, the one this program reads"),
        ({"format": "other"}, "this is no snapshot: its format is 'other'"),
        ({"digest": "0" * 16}, "the snapshot has been changed"),
        ({"core": {}}, "the snapshot's state cannot be read"),
    ],
)
def test_one_that_is_damaged_is_one_message(change: dict[str, object], said: str) -> None:
    with pytest.raises(SetupError) as raised:
        Table.restore(load_game("aurum"), saved("3-base") | change)
    assert len(raised.value.reasons) == 1
    assert said in str(raised.value)


def test_the_files_are_small() -> None:
    assert all(path.stat().st_size < 60_000 for path in Path(SNAPSHOTS).iterdir())
