"""The module of names for what a game declares by number."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from aurum_states.charts.constants import Enumeration, as_module, as_stub, enumerations
from aurum_states.charts.identifiers import LONGEST, Names, words
from aurum_states.definitions.loader import load_definition
from aurum_states.definitions.registry import find_game

ROOT = Path(__file__).parents[2]

AWKWARD = [
    "Größe",
    "grosse",
    "GROESSE",
    "2 players",
    "2nd  player's <b>choice</b>",
    "",
    "???",
    "日本",
    "class",
    "None",
    "Option",
    "IntEnum",
    "mro",
    "name",
    "value",
    "_",
    "__init__",
    "naïve café",
    "a" * 200,
    "x " * 100,
    'say "hi" \\ \'bye\' """',
    "line\nbreak\u2028\u202e",
    "# noqa",
    "type: ignore",
    "😀 'single' and \\",
    "Off",
    "off",
    "OFF",
]
"""Names that options have, or could have."""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game whose options and preferences have awkward names, values too."""
    values = {str(number): {"name": name} for number, name in enumerate(AWKWARD)}
    options = {str(100 + number): {"name": name, "values": values} for number, name in enumerate(AWKWARD)}
    stats = {
        f"stat {n} {name[:40]}": {"id": 10 + n, "name": name, "type": "int"} for n, name in enumerate(AWKWARD)
    }
    (tmp_path / "gameinfos.yaml").write_text("players: [2]\n")
    (tmp_path / "states.yaml").write_text(
        "states:\n  größe: {type: activeplayer, possibleActions: [actA], transitions: {next: gameEnd}}\n"
        "  grOesse: {type: game, action: stA, transitions: {next: größe}}\n",
        encoding="utf-8",
    )
    for kind, data in {
        "gameoptions": options,
        "gamepreferences": options,
        "stats": {"table": stats, "player": stats},
    }.items():
        (tmp_path / f"{kind}.json").write_text(json.dumps(data), encoding="utf-8")
    return tmp_path


def loaded(text: str) -> Any:
    """Return what the text of a module defines."""
    names: dict[str, Any] = {}
    exec(compile(text, "constants", "exec"), names)
    return SimpleNamespace(**names)


def found_in(folder: Path) -> list[Enumeration]:
    return enumerations(load_definition(folder))


def test_aurum_has_the_module_that_its_files_make():
    made = as_module(enumerations(load_definition(find_game("aurum"))))
    kept = ROOT / "aurum_states" / "games" / "aurum" / "constants.py"
    assert kept.read_text("utf-8") == made, "run: aurum-states constants aurum > " + str(kept)


def test_every_name_stands_for_what_the_file_declares(game: Path):
    definition = load_definition(game)
    found = found_in(game)
    module = loaded(as_module(found))
    assert [*map(int, module.Option)] == list(definition.options)
    assert [*map(int, module.Preference)] == list(definition.preferences)
    assert [*map(str, module.TableStatistic)] == list(definition.stats.table)
    assert [*map(str, module.PlayerStatistic)] == list(definition.stats.player)
    assert [*map(int, module.StateId)] == [state.id for state in definition.graph]
    choices = [one for one in found if one.about.startswith("Values of")]
    assert len(choices) == 2 * len(AWKWARD)
    for one in choices:
        assert [*map(int, getattr(module, one.name))] == list(range(len(AWKWARD)))
    assert len({one.name for one in found}) == len(found)


def test_an_awkward_module_is_formatted_and_right_for_ruff(game: Path):
    found = found_in(game)
    files = [game / "constants.py", game / "constants.pyi"]
    for file, text in zip(files, (as_module(found), as_stub(found)), strict=True):
        file.write_text(text, encoding="utf-8")
    ruff = [sys.executable, "-m", "ruff"]
    config = ["--config", str(ROOT / "pyproject.toml")]
    ran = subprocess.run([*ruff, "format", "--diff", *config, *files], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout
    ran = subprocess.run([*ruff, "check", *config, *files], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout


def test_the_stub_names_the_same(game: Path):
    found = found_in(game)
    module, stub = loaded(as_module(found)), loaded(as_stub(found))
    for one in found:
        members = getattr(module, one.name).__members__
        assert {name: member.value for name, member in members.items()} == {
            name: member.value for name, member in getattr(stub, one.name).__members__.items()
        }


def test_a_game_without_choices_has_its_states(tmp_path: Path):
    shutil.copy(ROOT / "config" / "states.yaml", tmp_path)
    (tmp_path / "gameinfos.yaml").write_text("players: [2]\n")
    assert [one.name for one in found_in(tmp_path)] == ["StateId"]


def test_words():
    assert words("Künstler's <b>2nd</b> move") == ["Kuenstlers", "2nd", "move"]
    assert words("Łódź œuvre Ærø") == ["Lodz", "oeuvre", "Aero"]
    assert len("_".join(words("word " * 50))) <= LONGEST


def test_names_are_given_out_once():
    names = Names("TAKEN")
    given = [
        names.constant(text, "OPTION", number)
        for text, number in (
            ("Taken", 1),
            ("On", 2),
            ("on", 3),
            ("on", 3),
            ("2 on", 4),
            ("", 5),
            ("goldWon", 6),
        )
    ]
    assert given == ["TAKEN_1", "ON", "ON_3", "ON_3_2", "OPTION_2_ON", "OPTION_5", "GOLD_WON"]
    classes = Names("Option")
    given = [
        classes.class_name(text, "Option", 100) for text in ("option", "option", "a b", "None", "2 ends")
    ]
    assert given == ["OptionOption", "OptionOption100", "AB", "OptionNone", "Option2Ends"]


def test_the_command_prints_the_module(tmp_path: Path):
    made = as_module(enumerations(load_definition(find_game("aurum"))))
    command = [sys.executable, "-m", "aurum_states", "constants", "aurum"]
    assert subprocess.run(command, capture_output=True, check=True, cwd=ROOT).stdout == made.encode()
    stub = subprocess.run([*command, "--stub"], capture_output=True, check=True, cwd=ROOT).stdout.decode()
    assert stub.startswith("from enum import IntEnum, StrEnum\n")
    assert '"""' not in stub
