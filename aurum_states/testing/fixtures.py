"""What the fixtures of the pytest plugin do."""

from pathlib import Path
from typing import Any

import pytest

from aurum_states.definitions.definition import GameDefinition
from aurum_states.definitions.registry import is_game_folder
from aurum_states.engine.loading import load_game
from aurum_states.errors import AurumStatesError, GameError
from aurum_states.replay.difference import difference
from aurum_states.replay.loading import game_of
from aurum_states.replay.replay import Replay
from aurum_states.replay.runner import ReplayResult, run
from aurum_states.testing.state_coverage import watch_for


def game_of_test(request: pytest.FixtureRequest) -> GameDefinition:
    """Return the game that a test names with the marker ``bga_game``, else the nearest folder's above it.

    Above pytest's root folder nothing is looked for.
    """
    marker = request.node.get_closest_marker("bga_game")
    if marker is not None:
        return load_game(*marker.args)
    for folder in request.path.parents:
        if is_game_folder(folder):
            return load_game(folder)
        if folder == request.config.rootpath:
            break
    raise pytest.UsageError(
        f"{request.node.nodeid}: which game? Mark the test with @pytest.mark.bga_game('NAME or folder'), "
        "or put it below a game folder (one with states.yaml or config/states.yaml)"
    )


def replay_beside(folder: Path, file: str | Path, game: str | None = None, **how: Any) -> ReplayResult:
    """Run a recording and fail where it goes another way; ``how`` goes to ``run``."""
    try:
        recording = Replay.read(folder / file)
        definition = game_of(recording, game)
        result = run(recording, definition, **{"watch": watch_for(definition), **how})
    except GameError:
        raise
    except AurumStatesError as error:
        pytest.fail(f"{folder / file}: {error}", pytrace=False)
    if result.mismatch is not None:
        lines = [f"{file}:{result.mismatch.line}", *difference(recording, definition, result.mismatch)]
        pytest.fail("\n".join(lines), pytrace=False)
    return result
