"""Games for the adapters, and OpenSpiel's own tests made ready to be called."""

from pathlib import Path

import pytest
from absl import flags

from tests.engine.small_games import GameMaker


@pytest.fixture
def games(tmp_path: Path) -> GameMaker:
    """Writes and loads games of the test's own."""
    return GameMaker(tmp_path)


@pytest.fixture(scope="session", autouse=True)
def parsed_flags() -> None:
    """OpenSpiel's tests and generator are programs with flags, which have to be read before they are used."""
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["tests"])


@pytest.fixture(scope="session")
def registered_aurum() -> None:
    """Have Aurum among OpenSpiel's games."""
    from aurum_states.adapters.openspiel import register

    register("aurum")
