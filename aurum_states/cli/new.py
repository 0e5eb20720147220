"""``aurum-states new``: a game folder to start from."""

import json
import os
import re
import shutil
import unicodedata
from pathlib import Path

import click

from aurum_states.cli.arguments import quiet_option
from aurum_states.cli.interrupts import leave_in_order
from aurum_states.cli.output import CannotError, advised

TEMPLATE = Path(__file__).parent / "template"
"""A game like any other; a new folder is a copy of it with its own names.

Its recording is made in that folder by ``aurum-states play . --seed first --bots all --force
--replay tests/first.replay.jsonl``.
"""

EPILOG = """\b
Example:
  aurum-states new stones
  aurum-states play stones
  pytest stones
"""


@click.command(epilog=EPILOG)
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@quiet_option("Do not say what to do next.")
def command(folder: Path, quiet: bool) -> int:
    """Make a game folder DIR that plays and tests green.

    It has two states, a class, a recorded game and a test. The class is named after the folder. A folder that
    is there already must be empty.
    """
    name = Path(os.path.realpath(folder)).name  # which also bears links that go round
    reason = _refusal(folder, name)
    if reason is not None:
        raise CannotError([f"error: {reason}"])
    leave_in_order()
    _copy(folder, name)
    if not quiet:
        click.echo(f"{folder}: made. Play it with: {advised('play', folder)}")
    return 0


def class_prefix(name: str) -> str:
    """Return a folder's name as the beginning of a class's: ``take-two`` -> ``TakeTwo`` (``TakeTwoGame``)."""
    usual = unicodedata.normalize("NFKC", name)  # as Python reads identifiers
    words = re.findall(r"[^\W_]+", "".join(one if f"a{one}".isidentifier() else " " for one in usual))
    made = re.sub("[Gg]ame$", "", "".join(word[:1].upper() + word[1:] for word in words))
    return made if made.isidentifier() else f"My{made}"


def _refusal(folder: Path, name: str) -> str | None:
    """Say why no game can be made there; nothing is touched."""
    from aurum_states.definitions.registry import registered_names

    if not name.isprintable():  # nor is half a character, which no file of text could hold
        return f"the name {name!r} has characters that cannot be printed"
    if not re.search(r"\w", name):
        return f"{folder} has no name that a game could have; use letters, digits, - and _"
    if name in registered_names():
        return f"{name} is a registered game, which recordings of that name are taken for; use another name"
    if folder.is_dir():
        return f"{folder} is not empty; name a new folder" if any(folder.iterdir()) else None
    if folder.exists() or folder.is_symlink():
        return f"{folder} is there already and is no folder"
    if not folder.parent.is_dir():
        return f"there is no folder {folder.parent} to make {folder.name} in"
    return None


def _copy(folder: Path, name: str) -> None:
    """Copy the template with the new names in it; a copy that fails leaves nothing behind."""
    made = not folder.exists()
    try:
        for source in sorted(path for path in TEMPLATE.rglob("*") if _is_part(path)):
            target = folder / source.relative_to(TEMPLATE)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(
                _renamed(source.read_text(encoding="utf-8"), name), encoding="utf-8", newline="\n"
            )
    except BaseException as error:  # an interrupt leaves no half game either
        _remove(folder, itself=made)
        if not isinstance(error, OSError):
            raise
        raise CannotError([f"error: {error.filename}: cannot be written: {error.strerror}"]) from error


def _remove(folder: Path, *, itself: bool) -> None:
    """Remove what lies in a folder that was empty, and the folder where it is new."""
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    if itself and folder.is_dir():
        folder.rmdir()


def _is_part(path: Path) -> bool:
    return path.is_file() and "__pycache__" not in path.parts


def _renamed(text: str, name: str) -> str:
    """Put the new name in place of the template's: in its classes, its facts, its recording."""
    quoted = json.dumps(name, ensure_ascii=False)
    text = re.sub(r"\bTemplate(?=Game|State)", class_prefix(name), text)
    text = text.replace('"game":"Template"', f'"game":{quoted}')
    text = text.replace("game_name: Template", f"game_name: {quoted}")
    return text.replace("# Template", f"# {name}")
