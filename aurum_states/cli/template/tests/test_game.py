"""The game plays, and its recorded games go the same way as when they were recorded."""

from pathlib import Path

import pytest

from aurum_states import Replay, Table, load_game
from aurum_states.replay.runner import run

FOLDER = Path(__file__).parent.parent


@pytest.mark.parametrize("recording", sorted(FOLDER.glob("tests/*.replay.jsonl")), ids=lambda path: path.name)
def test_recorded_games_go_the_same_way(recording: Path) -> None:
    """Record one more with ``aurum-states play --bots all --replay tests/NAME.replay.jsonl``."""
    result = run(Replay.read(recording), load_game(FOLDER))
    if result.mismatch is not None:
        pytest.fail(f"{recording.name}: {result.mismatch}", pytrace=False)
    assert result.ended


def test_up_to_three_stones_can_be_taken() -> None:
    """A recording holds what was played, not what else was legal: that needs a test of its own."""
    table = Table.create(load_game(FOLDER), players=2, seed="test", mode="paranoid")
    moves = table.possible_moves(table.active_players[0])
    assert [move.args["count"] for move in moves] == [1, 2, 3]


def test_the_last_stone_wins() -> None:
    """Arrange, act, look: tables are cheap, so a test can play."""
    table = Table.create(load_game(FOLDER), players=2, seed="test", mode="paranoid")
    first = table.active_players[0]
    while not table.is_over:
        player = table.active_players[0]
        left = table.view_for(player)["left"]
        # who leaves a multiple of four cannot lose
        table.act(player, "actTake", {"count": left % 4 or 1})
    assert [place.id for place in table.ranking() if place.rank == 1] == [first]
