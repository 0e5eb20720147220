"""Snapshots that lie with the golden games: they are restored and go on to the recorded digests."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from aurum_states import Replay, Table
from aurum_states.errors import SetupError
from aurum_states.replay.format import BackEntry, EndEntry, QuitEntry, RunEntry
from aurum_states.replay.runner import setup_of, take
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
            assert (result.digest, list(result.transitions)) == (entry.digest, list(entry.transitions))
    [end] = [entry.end for _, entry in replay.entries if isinstance(entry, EndEntry)]
    assert (table.state, table.ranking()) == (end.state, end.ranking)


TO_THE_END = 10
"""From one step in so many the other process goes on to the end, from the others up to the next step."""


@pytest.fixture(scope="module")
def abroad() -> Iterator[subprocess.Popen[str]]:
    """A process that restores snapshots and goes on with them."""
    worker = subprocess.Popen(
        [sys.executable, "-m", "tests.games.restore_golden"],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with worker:
        yield worker


@pytest.mark.parametrize(("game", "name"), FILES)
def test_from_every_step_another_process_goes_on_as_recorded(
    game: GoldenGame, name: str, abroad: subprocess.Popen[str]
) -> None:
    assert abroad.stdin is not None and abroad.stdout is not None
    lines = game.file(name).read_text(encoding="utf-8").splitlines()
    replay = Replay.read(game.file(name))
    steps = [(lines[line - 1], entry) for line, entry in replay.entries if isinstance(entry, RunEntry)]
    table = Table.seated(setup_of(replay, game.load()))
    table.zombies_play = False
    taken: list[tuple[str, dict[str, object]]] = []
    for _, entry in steps:
        before = table.snapshot()
        taken.append((take(table, entry).digest, before))
    digests, ranking = [digest for digest, _ in taken], [[one.id, one.rank] for one in table.ranking()]
    for number, (_, before) in enumerate(taken):
        until = len(steps) if number % TO_THE_END == 0 else number + 1
        told = {"game": game.source, "snapshot": before, "lines": [line for line, _ in steps[number:until]]}
        abroad.stdin.write(json.dumps(told) + "\n")
        abroad.stdin.flush()
        went, ranked = json.loads(abroad.stdout.readline())
        assert went == digests[number:until], number
        assert until < len(steps) or ranked == ranking


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
