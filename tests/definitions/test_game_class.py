"""Importing the author's class: by folder, by module, and every way that can fail."""

import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from aurum_states.definitions.game_class import import_game_class, package_name
from aurum_states.definitions.loader import load_definition
from aurum_states.errors import DefinitionError, GameError

MakeGame = Callable[..., Path]


@pytest.fixture
def make_game(tmp_path: Path) -> MakeGame:
    def make(name: str, game_class: str = "game.py:Mine", **files: str) -> Path:
        folder = tmp_path / name
        (folder / "config").mkdir(parents=True)
        line = f"gameClass: {game_class}\n" if game_class else ""
        (folder / "config" / "gameinfos.yaml").write_text(f"players: [2]\n{line}")
        (folder / "config" / "states.yaml").write_text("states:\n  a: {type: game, action: stA}\n")
        for file, content in files.items():
            path = folder / (file.replace("__in__", "/") + ".py")
            path.parent.mkdir(exist_ok=True)
            path.write_text(content)
        return folder

    return make


def game_class(folder: Path) -> type:
    return import_game_class(load_definition(folder))


def test_relative_imports_and_two_games_with_the_same_names(make_game: MakeGame) -> None:
    source = "from .rules import NAME\nclass Mine:\n    name = NAME\n"
    one = game_class(make_game("one", game=source, rules="NAME = 'one'"))
    two = game_class(make_game("two", game=source, rules="from . import game\nNAME = 'two'"))
    assert (getattr(one, "name", ""), getattr(two, "name", "")) == ("one", "two")
    assert one.__module__ != two.__module__


def test_the_class_is_imported_once(make_game: MakeGame) -> None:
    folder = make_game("one", game="class Mine: ...")
    assert game_class(folder) is game_class(folder)


def test_package_with_init_and_subfolder(make_game: MakeGame) -> None:
    folder = make_game(
        "deep",
        "src/game.py:Mine",
        __init__="SHARED = 7",
        src__in__game="from .. import SHARED\nfrom .other import X\nclass Mine:\n    value = SHARED + X\n",
        src__in__other="X = 1",
    )
    assert getattr(game_class(folder), "value", 0) == 8


def test_another_process_unpickles_after_importing_the_same_folder(make_game: MakeGame) -> None:
    folder = make_game("pickled", game="class Mine:\n    def __init__(self): self.x = 5\n")
    data = pickle.dumps(game_class(folder)())
    code = (
        "import pickle, sys\n"
        "from aurum_states.definitions.game_class import import_game_class\n"
        "from aurum_states.definitions.loader import load_definition\n"
        f"import_game_class(load_definition({str(folder)!r}))\n"
        "assert pickle.loads(sys.stdin.buffer.read()).x == 5\n"
    )
    subprocess.run([sys.executable, "-c", code], input=data, check=True)


def test_installed_module(make_game: MakeGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a_module_of_tests.py").write_text("class Mine: ...")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert game_class(make_game("one", "a_module_of_tests:Mine")).__module__ == "a_module_of_tests"


@pytest.mark.parametrize(
    ("gameclass", "code", "message"),
    [
        ("", "gameinfos.class.none", "gameinfos has no gameClass; write gameClass: game.py:MyGame"),
        ("gane.py:Mine", "gameinfos.class.missing", "gameClass names gane.py, which is not in"),
        ("game.py:Main", "gameinfos.class.unknown", "game.py has no class Main (did you mean 'Mine'?)"),
        ("game.py:value", "gameinfos.class.unknown", "its classes: Mine"),
        (
            "game:Mine",
            "gameinfos.class.missing",
            "there is no module game; for a file in the game folder write",
        ),
        ("no.such:Mine", "gameinfos.class.missing", "there is no module no"),
    ],
)
def test_wrong_names(make_game: MakeGame, gameclass: str, code: str, message: str) -> None:
    folder = make_game("one", gameclass, game="from pathlib import Path\nclass Mine: ...\nvalue = 3\n")
    with pytest.raises(DefinitionError) as caught:
        game_class(folder)
    (problem,) = caught.value.report
    assert problem.code == code
    assert message in str(problem)
    assert problem.place.line == (2 if gameclass else 1)


@pytest.mark.parametrize(
    ("source", "where", "message", "cause"),
    [
        ("x = 1\ny = nope\n", "game.py:2", "NameError: name 'nope' is not defined", NameError),
        ("class Mine:\n", "game.py:1", "IndentationError", SyntaxError),
        ("from .rules import y\n", "rules.py:2", "ZeroDivisionError", ZeroDivisionError),
        (
            "import rules\n",
            "game.py:1",
            "rules lies in the game folder: write `from . import rules`",
            ImportError,
        ),
        ("from .nowhere import x\n", "game.py:1", "ModuleNotFoundError", ImportError),
        ("import json.nowhere\n", "game.py:1", "ModuleNotFoundError", ImportError),
        ("raise SystemExit(3)\n", "game.py:1", "SystemExit: 3", SystemExit),
    ],
)
def test_the_authors_errors(
    make_game: MakeGame, source: str, where: str, message: str, cause: type[BaseException]
) -> None:
    folder = make_game("one", game=source, rules="x = 1\ny = 1 / 0\n")
    for _ in range(2):
        with pytest.raises(GameError) as caught:
            game_class(folder)
        assert f"{folder / where}: the game's class cannot be imported" in str(caught.value)
        assert message in str(caught.value)
        assert isinstance(caught.value.__cause__, cause)
    assert not [name for name in sys.modules if name.startswith(package_name(folder))]
    (folder / "game.py").write_text("class Mine: ...  # put right, and longer than before\n" * 2)
    assert game_class(folder).__name__ == "Mine"


def test_an_installed_module_that_fails(
    make_game: MakeGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a_failing_module.py").write_text("import a_missing_one\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    folder = make_game("one", "a_failing_module:Mine")
    with pytest.raises(GameError, match=r"a_failing_module\.py:1: .*No module named 'a_missing_one'"):
        game_class(folder)
