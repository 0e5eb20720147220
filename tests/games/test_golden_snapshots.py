"""Snapshots that lie with the golden games: they are restored and go on to the recorded digests."""

import json

import pytest

from aurum_states import Replay, Table
from aurum_states.errors import SetupError
from aurum_states.replay.format import BackEntry, EndEntry, QuitEntry, RunEntry
from aurum_states.replay.runner import take
from tools.golden_games import GoldenGame, golden_games

GAMES = list(golden_games())
FILES = [pytest.param(game, name, id=f"{game.name} {name}") for game in GAMES for name in game.goldens]


def saved(game: GoldenGame, name: str) -> dict[str, object]:
    snapshot: dict[str, object] = json.loads(game.snapshot(name).read_text(encoding="utf-8"))
    return snapshot


@pytest.mark.parametrize("mode", ["full", "paranoid"])
@pytest.mark.parametrize(("game", "name"), FILES)
def test_a_committed_snapshot_goes_on_as_recorded(game: GoldenGame, name: str, mode: str) -> None:
    snapshot = saved(game, name)
    table = Table.restore(game.load(), snapshot, mode=mode)
    table.zombies_play = False
    replay = Replay.read(game.file(name))
    assert 0 < table.moves_made < len(replay.entries)
    assert table.digest == snapshot["digest"]
    entries = [entry for _, entry in replay.entries]
    made = [i for i, one in enumerate(entries) if getattr(one, "digest", None) == table.digest]
    rest = [entry for entry in entries[made[-1] + 1 :] if isinstance(entry, RunEntry)]
    assert rest
    for entry in rest:
        result = take(table, entry)
        if not isinstance(entry, QuitEntry | BackEntry):
            assert (result.digest, list(result.transitions)) == (entry.digest, entry.transitions)
    [end] = [entry.end for _, entry in replay.entries if isinstance(entry, EndEntry)]
    assert (table.state, table.ranking()) == (end.state, end.ranking)


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
        Table.restore(GAMES[0].load(), saved(GAMES[0], "3-base") | change)
    assert len(raised.value.reasons) == 1
    assert said in str(raised.value)


def test_the_files_are_small() -> None:
    assert all(game.snapshot(name).stat().st_size < 60_000 for game in GAMES for name in game.goldens)
