"""Games for the vectors of BGA's behaviour."""

import pytest

from tests.bga.scripted_game import Scripted
from tests.engine.small_games import GameMaker


@pytest.fixture
def games(tmp_path) -> GameMaker:
    """Writes and loads games of the test's own."""
    return GameMaker(tmp_path)


@pytest.fixture(params=["full", "paranoid"])
def scripted(games, request) -> Scripted:
    """A table of three at the scripted game, on the framework of 2026."""
    return Scripted(games, mode=request.param)
