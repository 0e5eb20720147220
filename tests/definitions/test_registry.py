"""Which game a name, a folder or nothing means."""

import importlib.metadata
from pathlib import Path

import pytest

from aurum_states.definitions import registry
from aurum_states.definitions.registry import find_game, folder_of, registered_names
from aurum_states.errors import GameNotFoundError

REPOSITORY = Path(__file__).parents[2]


def make_game(folder: Path, *, nested: bool = True) -> Path:
    config = folder / "config" if nested else folder
    config.mkdir(parents=True, exist_ok=True)
    (config / "states.yaml").write_text("states: {}")
    return folder


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def test_aurum_in_a_checkout_is_the_repository(here: Path) -> None:
    game = find_game("aurum")
    assert (game.name, game.folder.resolve(), game.config.resolve()) == (
        "aurum",
        REPOSITORY,
        REPOSITORY / "config",
    )
    assert find_game() == game
    assert find_game(REPOSITORY) == game
    assert find_game(REPOSITORY / "config") == game
    assert "aurum" in registered_names()


def test_the_current_folder_comes_first(here: Path) -> None:
    make_game(here)
    game = find_game()
    assert (game.name, game.config.resolve()) == ("here", here / "config")
    assert find_game("aurum").name == "aurum"


def test_folders(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_game(here / "my-game")
    make_game(here / "flat", nested=False)
    make_game(here / "aurum")
    assert find_game("my-game").config == Path("my-game/config")
    assert find_game("flat").config == Path("flat")
    assert find_game(here / "flat").name == "flat"
    assert find_game("./my-game/").name == "my-game"
    assert find_game("my-game/config").folder == here / "my-game"
    assert find_game("aurum").folder.resolve() == REPOSITORY
    assert find_game("./aurum").folder == Path("aurum")
    assert find_game(Path("aurum")).folder == Path("aurum")
    monkeypatch.chdir(here / "my-game" / "config")
    assert find_game().name == "my-game"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("aurun", "no game 'aurun' is registered (did you mean 'aurum'?) and no folder of that name is here"),
        ("chess", "registered: aurum"),
        ("", "a file or folder is needed"),
        ("./nothing", "there is no folder nothing"),
        ("empty", "empty is no game folder: it has neither states.yaml nor config/states.yaml"),
        ("file.txt", "file.txt is a file; a game is a registered name or a folder with states.yaml"),
        ("x" * 300, "no game"),
        ("a\0b", "no game"),
    ],
)
def test_what_is_no_game(here: Path, name: str, message: str) -> None:
    (here / "empty").mkdir()
    (here / "file.txt").write_text("")
    with pytest.raises(GameNotFoundError) as caught:
        find_game(name)
    if name:
        assert message in str(caught.value)
    assert "aurum" in str(caught.value)


def test_games_of_other_packages(here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packages = tmp_path / "site"
    make_game(packages / "other_game")
    (packages / "other_game" / "__init__.py").write_text("raise RuntimeError('never imported to be found')")
    checkout = tmp_path / "checkout"
    (checkout / "edited" / "inner").mkdir(parents=True)
    (checkout / "edited" / "__init__.py").touch()
    (checkout / "edited" / "inner" / "__init__.py").touch()
    make_game(checkout)
    points = [
        importlib.metadata.EntryPoint("other", "other_game", registry.ENTRY_POINT_GROUP),
        importlib.metadata.EntryPoint("edited", "edited.inner", registry.ENTRY_POINT_GROUP),
        importlib.metadata.EntryPoint("gone", "no_such_package.game", registry.ENTRY_POINT_GROUP),
        importlib.metadata.EntryPoint("hollow", "hollow", registry.ENTRY_POINT_GROUP),
        importlib.metadata.EntryPoint("aurum", "other_game", registry.ENTRY_POINT_GROUP),
    ]
    (packages / "hollow").mkdir()
    (packages / "hollow" / "__init__.py").touch()
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: points)
    monkeypatch.syspath_prepend(str(packages))
    monkeypatch.syspath_prepend(str(checkout))
    assert registered_names() == ("aurum", "edited", "gone", "hollow", "other")
    assert find_game("other").folder == packages / "other_game"
    assert find_game("edited").folder == checkout
    assert find_game("aurum").folder.resolve() == REPOSITORY
    assert folder_of(packages / "other_game").name == "other"
    with pytest.raises(GameNotFoundError, match=r"the package no_such_package\.game, which cannot be found"):
        find_game("gone")
    with pytest.raises(GameNotFoundError, match=r"package hollow, which has no states\.yaml"):
        find_game("hollow")


def test_a_folder_inside_the_package_wins_as_in_a_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "wheel_game"
    make_game(package)
    (package / "__init__.py").touch()
    make_game(tmp_path)
    monkeypatch.setattr(registry, "BUILT_IN", {"wheel": "wheel_game"})
    monkeypatch.syspath_prepend(str(tmp_path))
    assert find_game("wheel").folder == package
