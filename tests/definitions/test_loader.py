"""A whole folder: all files, all problems, in order."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from aurum_states.definitions.loader import load_definition, read_definition
from aurum_states.errors import DefinitionError

GOOD = {
    "config/gameinfos.yaml": "players: [2]\ngameClass: game.py:Mine\n",
    "config/states.yaml": "states:\n  a: {type: game, action: stA, transitions: {'': 99}}\n",
    "game.py": "raise RuntimeError('reading never imports')\n",
}

Folder = Callable[..., Path]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    monkeypatch.chdir(tmp_path)

    def make(files: dict[str, str | None]) -> Path:
        for name, content in (GOOD | files).items():
            if content is not None:
                path = tmp_path / "mine" / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(content)
        return Path("mine")

    return make


def findings(path: Path) -> list[str]:
    _, report = read_definition(path)
    return [f"{problem.place}: {problem.severity} {problem.code}" for problem in report]


def test_a_folder_with_only_what_it_needs(folder: Folder) -> None:
    definition = load_definition(folder({}))
    assert (definition.name, definition.folder, definition.game_class) == ("mine", Path("mine"), None)
    assert (dict(definition.options), dict(definition.preferences), dict(definition.settings)) == ({}, {}, {})
    assert (dict(definition.stats.table), dict(definition.stats.player)) == ({}, {})
    assert list(definition.documents) == ["gameinfos", "states"]
    assert definition.documents["states"].file == str(Path("mine/config/states.yaml"))


def test_options_as_jsonc_or_yaml(folder: Folder) -> None:
    option = {"100": {"name": "n", "values": {"1": {"name": "a"}}}}
    definition = load_definition(
        folder(
            {
                "config/gameoptions.jsonc": f"// c\n{json.dumps(option)}",
                "config/gamepreferences.yaml": "100: {name: n, values: {1: {name: a}, 2: {name: b}}}\n",
            }
        )
    )
    assert definition.options[100].default == 1
    assert list(definition.preferences[100].values) == [1, 2]


def test_all_problems_of_all_files_in_order(folder: Folder) -> None:
    path = folder(
        {
            "config/gameinfos.yaml": "players: 2\nrules: 1\ngameClass: gone.py:Mine\n",
            "config/states.yaml": "states:\n  a: {type: game, transitions: {'': b}}\n  a: {}\n",
            "config/gameoptions.json": '{"100": {"name": "n",\n "values": [{"name": "a"}], "default": 2}}',
            "config/gamepreferences.json": "{,}",
            "config/stats.json": "",
        }
    )
    assert findings(path) == [
        "mine/config/gameinfos.yaml:1:10: error gameinfos.value.type",
        "mine/config/gameinfos.yaml:2:8: error gameinfos.value.type",
        "mine/config/states.yaml:2:3: error state.action.missing",
        "mine/config/states.yaml:2:37: error state.target.unknown",
        "mine/config/states.yaml:3:3: error yaml.key.duplicate",
        "mine/config/gameoptions.json:2:40: error option.default.unknown",
        "mine/config/gamepreferences.json:1:2: error json.syntax",
        "mine/config/stats.json: error file.empty",
    ]
    with pytest.raises(DefinitionError) as caught:
        load_definition(path)
    assert len(caught.value.report) == 8
    assert "mine/config/states.yaml:3:3: error yaml.key.duplicate the key 'a'" in str(caught.value)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"config/gameinfos.yaml": None}, ["mine/config/gameinfos.yaml: error file.missing"]),
        ({"config/states.yaml": None}, ["mine/states.yaml: error file.missing"]),
        ({"game.py": None}, ["mine/config/gameinfos.yaml:2:12: error gameinfos.class.missing"]),
        (
            {"config/stats.json": "{}", "config/stats.jsonc": "{}"},
            ["mine/config/stats.json: warning file.twice"],
        ),
    ],
)
def test_files_that_are_missing_or_twice(
    folder: Folder, files: dict[str, str | None], expected: list[str]
) -> None:
    assert expected[0] in findings(folder(files))


def test_a_folder_with_an_error_still_gives_what_could_be_read(folder: Folder) -> None:
    definition, report = read_definition(
        folder({"config/states.yaml": "states:\n  a: {type: game, action: stA, transitions: {x: b}}\n"})
    )
    assert definition is not None
    assert definition.graph.partial
    assert not report.ok
