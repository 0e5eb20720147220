"""``load_game``: a game found, read, its class imported and bound to its state graph."""

from dataclasses import replace
from pathlib import Path

from aurum_states.definitions.definition import GameDefinition
from aurum_states.definitions.game_class import import_game_class
from aurum_states.definitions.loader import load_definition
from aurum_states.definitions.registry import find_game
from aurum_states.engine.plan import plan_of

_loaded: dict[Path, GameDefinition] = {}


def load_game(game: str | Path | None = None) -> GameDefinition:
    """Return a game ready to be played, with its class.

    ``game`` is a registered name or a game folder; without it the current folder if it is one, else
    ``aurum``. A game is loaded once a process.

    Raises:
        GameNotFoundError: there is no such game.
        DefinitionError: its files or class are wrong; carries every problem with its place.
        GameError: its module failed while it was imported.
    """
    folder = find_game(game)
    key = folder.folder.resolve()
    definition = _loaded.get(key)
    if definition is None:
        declared = load_definition(folder)
        definition = replace(declared, game_class=import_game_class(declared))
        plan_of(definition)
        _loaded[key] = definition
    return definition
