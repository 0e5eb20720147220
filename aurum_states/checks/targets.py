"""What a path on the command line means: a game folder, a file of one, or a file by itself."""

import stat
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from aurum_states.definitions.loader import FILES, REQUIRED, files_in
from aurum_states.definitions.registry import GameFolder, find_game, folder_of, is_game_folder
from aurum_states.errors import AurumStatesError
from aurum_states.names import listed

SUFFIXES = frozenset({".yaml", ".yml", ".json", ".jsonc"})


class PathError(AurumStatesError):
    """There is nothing at a path, or nothing that could be checked."""


@dataclass(frozen=True, slots=True)
class Target:
    """Something to check: a game, or files by themselves (what they declare -> path).

    ``only`` names the files of the game that were asked for; None stands for all of them.
    """

    game: GameFolder | None = None
    files: tuple[tuple[str, Path], ...] = ()
    only: frozenset[Path] | None = None

    @property
    def path(self) -> Path:
        """Where the target lies, to look for its configuration from there."""
        return self.game.folder if self.game else self.files[0][1]


def targets_of(paths: Sequence[Path]) -> tuple[list[Target], list[PathError]]:
    """Return what is to be checked, each thing once, and what is wrong with the paths that mean nothing.

    Without a path it is the current folder if that is a game folder, else Aurum.
    """
    if not paths:
        return [Target(find_game())], []
    found: dict[Path, Target] = {}
    errors = []
    for path in paths:
        try:
            target = _target(path)
        except PathError as error:
            errors.append(error)
            continue
        key = target.path.resolve()
        found[key] = _both(found[key], target) if key in found else target
    return list(found.values()), errors


def kind_of(path: Path) -> str | None:
    """Return what a file declares, by its name (also ``old.states.yaml``); any other YAML file is a graph."""
    if path.suffix.lower() not in SUFFIXES:
        return None
    stem = path.stem.lower()
    for kind in FILES:
        if stem == kind or stem.endswith((f".{kind}", f"-{kind}", f"_{kind}")):
            return kind
    return "states" if path.suffix.lower() in {".yaml", ".yml"} else None


def _target(path: Path) -> Target:
    try:
        if path.is_dir():
            return _folder(path)
        if not stat.S_ISFIFO(path.stat().st_mode):  # opening a pipe waits for somebody who writes
            with path.open("rb"):
                pass
    except FileNotFoundError:
        raise PathError(f"{path}: there is no such file or folder") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise PathError(f"{path}: it cannot be read: {reason}") from None
    kind = kind_of(path)
    if kind is None:
        names = listed(name for names in FILES.values() for name in names)
        raise PathError(f"{path}: what is in it cannot be told from its name; names are {names}")
    if path.name not in FILES[kind]:
        return Target(files=((kind, path),))
    only = frozenset({path.resolve()})
    if _belongs_to_game(path.parent):
        return Target(folder_of(path.parent), only=only)
    beside = [one for one in files_in(path.parent) if one[0] != kind]
    return Target(files=((kind, path), *beside), only=only)


def _folder(path: Path) -> Target:
    """Return a game folder, or a folder with some of BGA's files in it (a Studio project)."""
    if is_game_folder(path):
        return Target(folder_of(path))
    for folder in (path, path / "config"):
        files = files_in(folder)
        if files:
            return Target(files=tuple(files))
    raise PathError(f"{path}: it is no game folder: it has neither states.yaml nor config/states.yaml")


def _belongs_to_game(config: Path) -> bool:
    """Whether all files that a game must have lie in a folder."""
    return all(any((config / name).is_file() for name in FILES[kind]) for kind in REQUIRED)


def _both(one: Target, other: Target) -> Target:
    """Return one target for two paths that lead to the same game."""
    if one.only is None or other.only is None:
        whole = one if one.only is None else other
        return Target(whole.game, whole.files)
    return Target(one.game, one.files, one.only | other.only)


def in_file_order(files: Iterable[str]) -> list[str]:
    """Return files as a game lists them: gameinfos, states, options, preferences, statistics, then others."""
    order = list(FILES)

    def place(file: str) -> int:
        kind = kind_of(Path(file))
        return order.index(kind) if kind else len(order)

    return sorted(files, key=place)
