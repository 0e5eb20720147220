"""Games for the tests of what tests games."""

from pathlib import Path

import pytest

from tests.engine.small_games import GameMaker


@pytest.fixture
def games(tmp_path: Path) -> GameMaker:
    """Writes and loads games of the test's own."""
    return GameMaker(tmp_path)
