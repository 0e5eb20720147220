"""Which game a recording is of."""

from pathlib import Path
from typing import TYPE_CHECKING

from aurum_states.cli.output import CannotError

if TYPE_CHECKING:
    from aurum_states.definitions.definition import GameDefinition
    from aurum_states.replay.replay import Replay


def game_of(replay: "Replay", game: str | None) -> "GameDefinition":
    """Load the game that is named, else the registered one of the header, else the nearest folder's above.

    Raises as ``load_game`` does, and CannotError when no game is found.
    """
    from aurum_states.definitions.registry import is_game_folder, registered_names
    from aurum_states.engine.loading import load_game
    from aurum_states.names import listed

    if game is not None:
        return load_game(game)
    if replay.game in registered_names():
        return load_game(replay.game)
    for folder in Path(replay.source).resolve().parents:
        if is_game_folder(folder):
            return load_game(folder)
    reason = (
        f"the replay is of the game {replay.game!r}, which is not registered ({listed(registered_names())}), "
        "and it lies in no game folder; name the game with --game"
    )
    raise CannotError([f"{replay.source}:1: error: {reason}"])
