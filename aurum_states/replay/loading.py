"""Which game a replay is of."""

from pathlib import Path

from aurum_states.definitions import registry
from aurum_states.definitions.definition import GameDefinition
from aurum_states.engine.loading import load_game
from aurum_states.errors import ReplayError
from aurum_states.names import listed
from aurum_states.replay.replay import Replay


def game_of(replay: Replay, game: str | Path | None = None) -> GameDefinition:
    """Load the game that is named, else the registered one of the header, else the nearest folder's above.

    Raises:
        ReplayError: no game is found.
        GameNotFoundError, DefinitionError: as ``load_game`` does.
    """
    if game is not None:
        return load_game(game)
    if replay.game in registry.registered_names():
        return load_game(replay.game)
    for folder in Path(replay.source).resolve().parents:
        if registry.is_game_folder(folder):
            return load_game(folder)
    raise ReplayError(
        f"the replay is of the game {replay.game!r}, which is not registered "
        f"({listed(registry.registered_names())}), and it lies in no game folder; name the game with --game",
        1,
    )
