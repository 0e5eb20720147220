"""Games for the engine's tests."""

import pytest

from aurum_states import GameDefinition, Table, load_game
from tests.engine.small_games import GameMaker, write_tally


@pytest.fixture
def games(tmp_path) -> GameMaker:
    """Writes and loads games of the test's own."""
    return GameMaker(tmp_path)


@pytest.fixture(scope="session")
def tally(tmp_path_factory: pytest.TempPathFactory) -> GameDefinition:
    """The game that most tests play; see ``small_games``."""
    return load_game(write_tally(GameMaker(tmp_path_factory.mktemp("tally"))))


@pytest.fixture
def table(tally: GameDefinition) -> Table:
    """A new table of two at that game."""
    return Table.create(tally, 2, seed="S")
