"""A move that cannot be recorded is not made."""

from typing import Any

import pytest

from aurum_states import Table, load_game
from aurum_states.errors import RecordingError
from aurum_states.replay.recorder import Recorder


class FullDisk:
    """A stream that takes so many lines and no more."""

    def __init__(self, lines: int) -> None:
        self.left = lines
        self.written: list[bytes] = []

    def write(self, line: bytes) -> None:
        if not self.left:
            raise OSError(28, "No space left on device")
        self.left -= 1
        self.written.append(line)

    def flush(self) -> None:
        pass


def test_a_move_that_cannot_be_recorded_is_not_made() -> None:
    stream: Any = FullDisk(3)
    table = Table.create(load_game("aurum"), 3, seed="S", recorder=Recorder(stream))
    for _ in range(3):
        act(table)
    before = table.snapshot(), table.view_for(table.active_players[0])
    for _ in range(2):
        with pytest.raises(RecordingError, match="No space left"):
            act(table)
        assert (table.snapshot(), table.view_for(table.active_players[0])) == before
    with pytest.raises(RecordingError):
        table.zombie_turn(table.active_players[0])
    assert table.snapshot() == before[0]
    stream.left = 1
    with pytest.raises(RecordingError, match="No space left"):
        act(table)  # a line may be there in part: nothing may follow it
    assert table.snapshot() == before[0]
    assert len(stream.written) == 3


def act(table: Table) -> int:
    player = table.active_players[0]
    move = table.possible_moves(player)[0]
    return table.act(player, move.action, move.args).move
