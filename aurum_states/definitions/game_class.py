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
import unicodedata
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from aurum_states.definitions.definition import GameDefinition
from aurum_states.definitions.sources import is_file, shown
from aurum_states.errors import DefinitionError, GameError
from aurum_states.names import did_you_mean, listed
from aurum_states.problems import Report


def import_game_class(definition: GameDefinition) -> type:
    """Import and return the class that ``gameClass`` in gameinfos names.

    Raises:
        DefinitionError: it names no class.
        GameError: importing fails; chained from the author's exception, with its file and line.
    """
    text = definition.infos.game_class
    if text is None:
        right = "write gameClass: game.py:MyGame"
        raise _definition_error(definition, "gameinfos.class.none", "gameinfos has no gameClass", right)
    location, _, name = text.rpartition(":")
    in_folder = location.endswith(".py")
    module = _import_file(definition, location) if in_folder else _import_module(definition, location)
    name = unicodedata.normalize("NFKC", name)  # as Python reads identifiers
    found = getattr(module, name, None)
    if isinstance(found, type):
        return found
    own = [key for key, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__]
    classes = [key for key in own if isinstance(getattr(module, key), type)]
    message = f"{location} has no class {name}{did_you_mean(name, classes)}"
    right = f"its classes: {listed(classes)}"
    raise _definition_error(definition, "gameinfos.class.unknown", message, right)


def package_name(folder: Path) -> str:
    """Return the name of the package that a game folder is imported as."""
    resolved = folder.resolve()
    readable = re.sub(r"\W", "_", resolved.name, flags=re.ASCII)
    digest = hashlib.blake2b(str(resolved).encode(errors="surrogateescape"), digest_size=6).hexdigest()
    return f"aurum_states_game_{readable}_{digest}"


def _import_file(definition: GameDefinition, location: str) -> ModuleType:
    """Import a file of the game folder as a module of the folder's package."""
    if not is_file(definition.folder / location):
        message = f"gameClass names {location}, which is not in {shown(definition.folder)}"
        raise _definition_error(definition, "gameinfos.class.missing", message)
    package = package_name(definition.folder)
    before = set(sys.modules)
    importlib.invalidate_caches()  # the file may be a moment old
    try:
        _make_package(package, definition.folder.resolve())
        return importlib.import_module(f"{package}.{location[:-3].replace('/', '.')}")
    except (Exception, SystemExit) as error:
        _forget(package, before)
        raise _import_error(definition, location, error) from error


def _import_module(definition: GameDefinition, name: str) -> ModuleType:
    """Import an installed module."""
    before = set(sys.modules)
    try:
        return importlib.import_module(name)
    except (Exception, SystemExit) as error:
        _forget(name, before)
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing and f"{name}.".startswith(f"{missing}."):
            message = f"gameClass names the module {name}, and there is no module {missing}"
            right = f"for a file in the game folder write {name.rpartition('.')[2]}.py:ClassName"
            raise _definition_error(definition, "gameinfos.class.missing", message, right) from error
        raise _import_error(definition, name, error) from error


def _make_package(name: str, folder: Path) -> None:
    """Make the package of a game folder, by its ``__init__.py`` if it has one."""
    if name in sys.modules:
        return
    init = folder / "__init__.py"
    spec: ModuleSpec | None = None
    if init.is_file():
        spec = importlib.util.spec_from_file_location(name, init, submodule_search_locations=[str(folder)])
    if spec is None:
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(folder)]
    package = importlib.util.module_from_spec(spec)
    sys.modules[name] = package
    if spec.loader is not None:
        spec.loader.exec_module(package)


def _forget(root: str, before: set[str]) -> None:
    """Remove what a failed import left half done, so that it can be tried again."""
    for module in sys.modules.keys() - before:
        if module == root or module.startswith(f"{root}."):
            del sys.modules[module]


def _import_error(definition: GameDefinition, location: str, error: BaseException) -> GameError:
    what = traceback.format_exception_only(error)[-1].strip()
    where = _origin(error, definition.folder) or location
    hint = _relative_hint(error, definition.folder)
    return GameError(f"{where}: the game's class cannot be imported: {what}{hint}")


def _origin(error: BaseException, folder: Path) -> str:
    """Return file:line of the author's code that an exception comes from, or an empty text."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{shown(Path(error.filename))}:{error.lineno or 1}"
    not_theirs = {__file__, importlib.__file__}
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename not in not_theirs and not frame.filename.startswith("<")
    ]
    inside = [frame for frame in frames if Path(frame.filename).is_relative_to(folder.resolve())]
    last = next(reversed(inside or frames), None)
    return f"{shown(Path(last.filename))}:{last.lineno}" if last else ""


def _relative_hint(error: BaseException, folder: Path) -> str:
    """Return what would be right when a file of the game folder is imported by its bare name."""
    name = error.name if isinstance(error, ModuleNotFoundError) and error.name else ""
    if name and "." not in name and ((folder / f"{name}.py").is_file() or (folder / name).is_dir()):
        return f"; {name} lies in the game folder: write `from . import {name}` or `from .{name} import ...`"
    return ""


def _definition_error(
    definition: GameDefinition, code: str, message: str, right: str = ""
) -> DefinitionError:
    path = ("gameClass",) if definition.infos.game_class is not None else ()
    problem = definition.documents["gameinfos"].problem(code, message, path, help=right)
    return DefinitionError(Report([problem]))
