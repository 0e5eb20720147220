"""Every name is listed with the method it stands for and the line that method is on."""

import functools
from pathlib import Path

import pytest

from aurum_states.charts.description import describe, place_of
from aurum_states.definitions.definition import GameDefinition
from aurum_states.engine.loading import load_game
from aurum_states.names import snake

from .conftest import ROOT


@pytest.fixture(scope="module")
def aurum() -> GameDefinition:
    return load_game("aurum")


def line(file: str, number: int | None) -> str:
    assert number is not None
    return (ROOT / file).read_text(encoding="utf-8").splitlines()[number - 1]


def test_every_place_is_the_one_of_the_name(aurum: GameDefinition, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    described = describe(aurum)
    assert described.class_name == "AurumGame"
    assert line(described.class_place.file, described.class_place.line).startswith("class AurumGame(")
    methods = [method for one in described.states for method in one.methods]
    assert len({method.method for method in methods if method.place.line}) > 12
    for method in methods:
        if method.place.line is not None:
            text = line(method.place.file, method.place.line)
            assert text.startswith(f"    def {method.method}(")
            assert method.role == "moves" or method.method == snake(method.name)
    for one in described.states:
        if one.place.line is not None:
            assert line(one.place.file, one.place.line).startswith(f"  {one.state.label}:")
    for choice in described.choices:
        assert choice.key in line(choice.place.file, choice.place.line)


def test_everything_is_listed(aurum: GameDefinition) -> None:
    described = describe(aurum)
    assert [one.state.label for one in described.states] == list(aurum.graph.labels)
    names = {method.name for one in described.states for method in one.methods}
    declared = {
        name
        for state in aurum.graph
        for name in (state.action, state.args, *state.possible_actions)
        if name is not None
    }
    assert names - {""} == declared
    kinds = {"option": aurum.options, "preference": aurum.preferences, "setting": aurum.settings}
    kinds |= {"table statistic": aurum.stats.table, "player statistic": aurum.stats.player}
    for kind, things in kinds.items():
        listed = [choice.key for choice in described.choices if choice.kind == kind]
        assert listed == [str(key) for key in things]


def test_what_the_framework_does_has_no_place(aurum: GameDefinition) -> None:
    setup, *_, end = describe(aurum).states
    assert setup.place.line is None
    assert [method.method for method in (*setup.methods, *end.methods)] == ["", "", ""]


def test_a_decorated_method_is_where_its_def_is() -> None:
    def decorated(function: object, *_: object) -> object:
        @functools.wraps(function)  # type: ignore[arg-type]
        def inner() -> None: ...

        return inner

    keep = functools.partial(decorated)

    @keep
    @functools.lru_cache(
        maxsize=8,
    )
    def wanted() -> None: ...

    place = place_of(wanted)  # type: ignore[arg-type]
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    assert lines[(place.line or 0) - 1].strip() == "def wanted() -> None: ..."
