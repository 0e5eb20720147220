"""A small game, and a recording of it."""

from pathlib import Path

import pytest

from aurum_states import GameDefinition, Table, load_game
from aurum_states.replay.recorder import recorded
from tests.engine.small_games import ADA, BEN, GameMaker, write_tally

REQUESTS = (
    (ADA, "actTake", {"number": 5}),
    (BEN, "actRoll", {}),
    (BEN, "actTake", {"number": 2}),
    (ADA, "actDraw", {}),
    (BEN, "actStop", {}),
)


@pytest.fixture
def games(tmp_path: Path) -> GameMaker:
    return GameMaker(tmp_path)


@pytest.fixture(scope="session")
def tally(tmp_path_factory: pytest.TempPathFactory) -> GameDefinition:
    return load_game(write_tally(GameMaker(tmp_path_factory.mktemp("tally"))))


def play(definition: GameDefinition, requests=REQUESTS, **more):
    """Return a function that plays these requests at a new table with a recorder."""

    def played(recorder) -> Table:
        table = Table.create(definition, 2, **{"seed": "S", **more}, recorder=recorder)
        for request in requests:
            table.zombie_turn(request) if isinstance(request, int) else table.act(*request)
        return table

    return played


@pytest.fixture
def recording(tally: GameDefinition) -> bytes:
    """A whole game of five moves: header, moves, end."""
    return recorded(play(tally))


def lines_of(recording: bytes) -> list[bytes]:
    return recording.splitlines()


def joined(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)
