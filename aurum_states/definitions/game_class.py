"""Import the author's class of a game.

A game in a folder is imported as a package under a name of its own, made from the folder's path: relative
imports work, two games never meet, and any process that calls this for the same folder can unpickle the
game's objects.
"""

import hashlib
import importlib
import importlib.util
import re
import sys
import traceback
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from aurum_states.definitions.definition import GameDefinition
from aurum_states.definitions.sources import shown
from aurum_states.errors import DefinitionError, GameError
from aurum_states.names import did_you_mean, listed
from aurum_states.problems import Report


def import_game_class(definition: GameDefinition) -> type:
    """Import and return the class that ``gameClass`` in gameinfos names.

    Raises DefinitionError when it names no class, GameError (chained from the author's exception, with
    its file and line) when importing fails.
    """
    text = definition.infos.game_class
    if text is None:
        raise _definition_error(
            definition, "gameinfos.class.none", "gameinfos has no gameClass", right=_EXAMPLE
        )
    location, _, name = text.rpartition(":")
    module = _import(definition, location)
    found = getattr(module, name, None)
    if isinstance(found, type):
        return found
    classes = [
        key
        for key, value in vars(module).items()
        if isinstance(value, type) and value.__module__ == module.__name__
    ]
    message = f"{location} has no class {name}{did_you_mean(name, classes)}"
    raise _definition_error(
        definition, "gameinfos.class.unknown", message, right=f"its classes are {listed(classes)}"
    )


_EXAMPLE = "write gameClass: game.py:MyGame"


def package_name(folder: Path) -> str:
    """Return the name of the package that a game folder is imported as."""
    path = str(folder.resolve())
    readable = re.sub(r"\W", "_", folder.resolve().name)
    return f"aurum_states_game_{readable}_{hashlib.blake2b(path.encode(), digest_size=6).hexdigest()}"


def _import(definition: GameDefinition, location: str) -> ModuleType:
    if location.endswith(".py"):
        path = definition.folder / location
        if not path.is_file():
            message = f"gameClass names {location}, which is not in {shown(definition.folder)}"
            raise _definition_error(definition, "gameinfos.class.missing", message)
        name = f"{package_name(definition.folder)}.{location[:-3].replace('/', '.')}"
        own = package_name(definition.folder)
    else:
        path, name, own = None, location, None
    before = set(sys.modules)
    try:
        if own is not None:
            _make_package(own, definition.folder)
        return importlib.import_module(name)
    except (Exception, SystemExit) as error:
        _forget(name, own, before)
        if (
            isinstance(error, ModuleNotFoundError)
            and error.name
            and path is None
            and f"{name}.".startswith(f"{error.name}.")
        ):
            message = f"gameClass names the module {name}, and there is no module {error.name}"
            right = f"for a file in the game folder write {name.rpartition('.')[2]}.py:..."
            raise _definition_error(definition, "gameinfos.class.missing", message, right=right) from error
        where, what = _origin(error, definition.folder), traceback.format_exception_only(error)[-1].strip()
        raise GameError(f"{where}: the game's class cannot be imported: {what}") from error


def _make_package(name: str, folder: Path) -> None:
    """Make the package of a game folder, by its ``__init__.py`` if it has one."""
    if name in sys.modules:
        return
    init = folder / "__init__.py"
    spec: ModuleSpec | None
    if init.is_file():
        spec = importlib.util.spec_from_file_location(name, init, submodule_search_locations=[str(folder)])
    else:
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(folder.resolve())]
    assert spec is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules[name] = package
    if spec.loader is not None:
        spec.loader.exec_module(package)


def _forget(name: str, own: str | None, before: set[str]) -> None:
    """Remove what a failed import left half done, so that it can be tried again."""
    root = own or name
    for module in [key for key in sys.modules if key == root or key.startswith(f"{root}.")]:
        if module not in before:
            del sys.modules[module]


def _origin(error: BaseException, folder: Path) -> str:
    """Return file:line of the author's code that an exception comes from."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{shown(Path(error.filename))}:{error.lineno or 1}"
    frames = traceback.extract_tb(error.__traceback__)
    inside = [frame for frame in frames if Path(frame.filename).is_relative_to(folder.resolve())]
    frame = (inside or frames)[-1]
    return f"{shown(Path(frame.filename))}:{frame.lineno}"


def _definition_error(
    definition: GameDefinition, code: str, message: str, *, right: str = ""
) -> DefinitionError:
    document = definition.documents["gameinfos"]
    path = ("gameClass",) if definition.infos.game_class is not None else ()
    return DefinitionError(Report([document.problem(code, message, path, help=right)]))
