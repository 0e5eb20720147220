"""``load_game``: a game found, read, its class imported and bound to its state graph."""

from dataclasses import replace
from pathlib import Path

from aurum_states.definitions.definition import GameDefinition
from aurum_states.definitions.game_class import import_game_class
from aurum_states.definitions.loader import read_definition, sort_problems
from aurum_states.definitions.registry import find_game
from aurum_states.engine.plan import bound, plan_of
from aurum_states.errors import DefinitionError, GameError
from aurum_states.problems import Report

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
        declared, report = read_definition(folder)
        if declared is None:
            raise DefinitionError(report)
        definition = _with_class(declared, report)
        plan_of(definition)
        _loaded[key] = definition
    return definition


def _with_class(declared: GameDefinition, report: Report) -> GameDefinition:
    """Return the definition with its class; what is wrong with the class is told with the files' problems.

    Raises:
        DefinitionError: anything is wrong.
        GameError: the files are right, and the module failed while it was imported.
    """
    game_class: type | None = None
    try:
        game_class = import_game_class(declared)
    except DefinitionError as error:
        report.extend(error.report)
    except GameError:
        if report.ok:
            raise
    if game_class is not None:
        report.extend(bound(declared, game_class)[1])
    if not report.ok:
        sort_problems(report, [document.file for document in declared.documents.values()])
        raise DefinitionError(report)
    return replace(declared, game_class=game_class)
