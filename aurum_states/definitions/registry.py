"""Find games: registered by packages, or folders with a ``states.yaml``. Their class: ``game_class``."""

import importlib.metadata
import importlib.util
import os
from dataclasses import dataclass
from pathlib import Path

from aurum_states.errors import GameNotFoundError
from aurum_states.names import did_you_mean, listed

ENTRY_POINT_GROUP = "aurum_states.games"
"""Entry points that register games: the game's name = the package that holds it."""

STATES = "states.yaml"
DEFAULT_GAME = "aurum"
BUILT_IN = {DEFAULT_GAME: "aurum_states.games.aurum"}
"""Games of this package itself, found without being installed."""


@dataclass(frozen=True, slots=True)
class GameFolder:
    """A game's name and its folder, which has ``states.yaml`` or ``config/states.yaml`` in it."""

    name: str
    folder: Path
    registered: bool = False
    """Whether the name is the one the game is installed under."""

    @property
    def config(self) -> Path:
        """The folder that the game's files lie in."""
        nested = self.folder / "config"
        return nested if not _is_there(self.folder / STATES) and _is_there(nested / STATES) else self.folder


def find_game(name_or_path: str | Path | None = None) -> GameFolder:
    """Return the game of a registered name or a folder; by default the current folder's, else Aurum.

    Raises:
        GameNotFoundError: there is no such game; names the registered ones.
    """
    if name_or_path is None:
        here = Path()
        return folder_of(here) if is_game_folder(here) else registered_game(DEFAULT_GAME)
    name = str(name_or_path)
    if isinstance(name_or_path, str) and _looks_like_name(name):
        if name in BUILT_IN or name in registered_names():
            return registered_game(name)
        if not _exists(Path(name)):
            raise GameNotFoundError(
                f"no game {name!r} is registered{did_you_mean(name, registered_names())} and no folder of "
                f"that name is here; registered: {listed(registered_names())}"
            )
    folder = Path(name_or_path)
    if is_game_folder(folder):
        return folder_of(folder)
    raise GameNotFoundError(f"{_what_is(folder)}; registered games: {listed(registered_names())}")


def registered_names() -> tuple[str, ...]:
    """Return the names of all registered games, sorted."""
    return tuple(sorted(_packages()))


def registered_game(name: str) -> GameFolder:
    """Return the folder of a registered game.

    Raises:
        GameNotFoundError: the package that registers it is broken.
    """
    package = BUILT_IN.get(name) or _packages()[name]
    try:
        spec = importlib.util.find_spec(package)
    except Exception as error:  # a parent package is imported, which may do anything
        raise GameNotFoundError(
            f"the game {name!r} is registered by the package {package}, which cannot be found: {error}"
        ) from error
    places = list(spec.submodule_search_locations or ()) if spec else []
    for place in places:
        inside = Path(place)
        beside = inside.parents[package.count(".")]  # the folder that a checkout keeps its packages in
        for folder in (inside, beside):
            if is_game_folder(folder):
                return GameFolder(name, folder, registered=True)
    raise GameNotFoundError(
        f"the game {name!r} is registered by the package {package}, which has no states.yaml "
        "and no config/states.yaml"
    )


def is_game_folder(folder: Path) -> bool:
    """Whether a folder has ``states.yaml`` or ``config/states.yaml``."""
    return _is_there(folder / STATES) or _is_there(folder / "config" / STATES)


def folder_of(folder: Path) -> GameFolder:
    """Return a folder as a game: under its registered name if it is a registered game's, else its own name.

    The ``config`` folder of a game stands for the game.
    """
    resolved = folder.resolve()
    if resolved.name == "config" and _is_there(resolved / STATES):
        folder, resolved = resolved.parent, resolved.parent
    for name in _packages():
        try:
            known = registered_game(name)
        except GameNotFoundError:
            continue
        if known.folder.resolve() == resolved:
            return known
    return GameFolder(resolved.name or "game", folder)


def _packages() -> dict[str, str]:
    """Return name -> package of every registered game; a name of our own cannot be taken over."""
    found = {point.name: point.value for point in importlib.metadata.entry_points(group=ENTRY_POINT_GROUP)}
    return found | BUILT_IN


def _is_there(path: Path) -> bool:
    """Whether there is something of that name: what is no file is told when it is read."""
    try:
        return path.exists() or path.is_symlink()
    except OSError:  # a name too long, a folder that may not be read
        return False


def _looks_like_name(text: str) -> bool:
    return bool(text) and not text.startswith(".") and not any(sep in text for sep in ("/", os.sep))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False


def _what_is(path: Path) -> str:
    if _exists(path) and path.is_dir():
        return f"{path} is no game folder: it has neither states.yaml nor config/states.yaml"
    if _exists(path):
        return f"{path} is a file; a game is a registered name or a folder with states.yaml"
    return f"there is no folder {path}"
