"""The author's class read from its source: what is followed, what is not, and that nothing runs."""

import sys
from pathlib import Path

import pytest

from aurum_states.checks.class_source import ClassReading, ClassSource, read_class
from aurum_states.checks.source_files import find_module
from aurum_states.definitions.loader import read_definition
from aurum_states.definitions.registry import find_game
from aurum_states.names import snake
from tests.checks.small import CODE, changed, codes, with_method


def reading(folder: Path, game_class: str | None = None) -> ClassReading:
    if game_class is not None:
        infos = f"players: [2]\ngameClass: {game_class}\n"
        (folder / "gameinfos.yaml").write_text(infos, encoding="utf-8")
    definition, report = read_definition(folder)
    assert definition is not None, str(report)
    return read_class(definition)


def source(folder: Path, game_class: str | None = None) -> ClassSource:
    found = reading(folder, game_class)
    assert found.source is not None, found.note
    return found.source


@pytest.fixture(scope="module")
def aurum() -> ClassSource:
    definition, _ = read_definition(find_game("aurum"))
    assert definition is not None
    found = read_class(definition).source
    assert found is not None
    return found


# -- Aurum ---------------------------------------------------------------------------------------------


def test_aurum_can_be_read_whole(aurum):
    assert (aurum.name, aurum.complete, aurum.names_state) == ("AurumGame", True, True)
    for name in aurum.named("act_", "st_", "zombie_"):
        effects = aurum.effects(name)
        assert effects is not None
        assert effects.complete
        assert not effects.unknown
        assert not effects.jumps_unknown


def test_what_aurums_handlers_take_is_what_the_graph_declares(aurum):
    definition, _ = read_definition(find_game("aurum"))
    for state in definition.graph:
        if state.type == "manager":
            continue
        effects = [
            aurum.effects(snake(name)) for name in filter(None, (state.action, *state.possible_actions))
        ]
        taken = [outcome for one in effects for outcome in one.taken]
        assert {outcome.value for outcome in taken} >= set(state.transitions), state.label
        returned = {outcome.value for outcome in taken if outcome.by == "return"}
        assert returned <= set(state.transitions), state.label


def test_a_function_outside_the_class_is_followed(aurum):
    changes = {change.what for change in aurum.effects("st_round_score").changes}
    assert "changes self.player_score" in changes
    assert {Path(file).name for file in aurum.sources} >= {"game.py", "scoring.py"}


def test_places_are_those_of_the_names(aurum):
    method = aurum.methods["act_play_card"]
    text = aurum.sources[method.place.file]
    line = text.line(method.place.line)
    assert line[method.place.column - 1 : method.place.end_column - 1] == "act_play_card"


# -- nothing runs --------------------------------------------------------------------------------------


def test_reading_runs_nothing(small, tmp_path):
    trap = f"open({str(tmp_path / 'trap')!r}, 'w').close()\nraise SystemExit\n"
    folder = small.write(code=trap + CODE)
    (folder / "__init__.py").write_text(trap, encoding="utf-8")
    assert source(folder).complete
    assert not (tmp_path / "trap").exists()


def test_a_module_is_found_without_its_packages(tmp_path, monkeypatch, small):
    package = tmp_path / "site" / "stones_package" / "inner"
    package.mkdir(parents=True)
    for folder in (package, package.parent):
        (folder / "__init__.py").write_text("raise SystemExit\n", encoding="utf-8")
    (package / "game.py").write_text(
        "from ..base import Base\n\nclass Stones(Base):\n    pass\n", encoding="utf-8"
    )
    (package.parent / "base.py").write_text(changed(CODE, ("class Stones(", "class Base(")), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path / "site")
    found = source(small.write(code=None), "stones_package.inner.game:Stones")
    assert found.complete
    assert found.has("act_take")
    assert not [name for name in sys.modules if name.startswith("stones_package")]


@pytest.mark.parametrize(
    "name", ["no_such_module", "no_such.module", "sys", "json.nothing", "json.decoder.x", "a..b"]
)
def test_modules_that_are_no_files(name):
    assert find_module(name) is None


def test_a_module_that_is_not_installed_is_no_error(small):
    found = reading(small.write(code=None), "no_such_module.game:Stones")
    assert found.source is None
    assert found.note == "the module no_such_module.game cannot be found from here"
    assert not list(found.problems)


# -- what is followed -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "base"),
    [
        ("from .base import Base", "Base"),
        ("from . import base", "base.Base"),
        ("from .parts.base import Base", "Base"),
        ("from .parts import Base as Root", "Root"),
        ("from . import parts", "parts.base.Base"),
    ],
)
def test_bases_in_the_folder(small, head, base):
    code = f"{head}\n\nclass Stones({base}):\n    pass\n"
    text = changed(CODE, ("class Stones(", "class Base("))
    folder = small.write(code=code, base=text, parts____init__="from .base import Base\n", parts__base=text)
    found = source(folder)
    assert found.complete
    assert found.effects("act_take").returned


@pytest.mark.parametrize(
    ("head", "base"),
    [
        ("from elsewhere import Base", "Base"),
        ("from ..base import Base", "Base"),
        ("from .none import Base", "Base"),
        ("", "Base"),
        ("", "make()"),
        ("import json", "json.JSONDecoder"),
    ],
)
def test_bases_elsewhere_make_it_incomplete(small, head, base):
    folder = small.write(code=f"{head}\n\nclass Stones({base}):\n    pass\n")
    (folder.parent / "base.py").write_text("class Base: pass\n", encoding="utf-8")
    found = source(folder)
    assert not found.complete
    assert len(found.notes) == 1


def test_a_link_out_of_the_folder_is_not_followed(small, tmp_path):
    (tmp_path / "outside.py").write_text("class Base: pass\n", encoding="utf-8")
    folder = small.write(code="from .base import Base\n\nclass Stones(Base):\n    pass\n")
    (folder / "base.py").symlink_to(tmp_path / "outside.py")
    assert not source(folder).complete


def test_a_metaclass_or_decorator_may_add_methods(small):
    assert not small.source(
        changed(CODE, ("(Game[StonesState])", "(Game[StonesState], metaclass=M)"))
    ).complete
    assert not small.source(changed(CODE, ("class Stones(", "@deco\nclass Stones("))).complete


def test_super_goes_to_the_base(small):
    base = changed(CODE, ("class Stones(", "class Base("))
    code = 'from .base import Base\n\nclass Stones(Base):\n    def st_deal(self):\n        return super().st_deal() or "x"\n'
    values = [outcome.value for outcome in small.source(code, base=base).effects("st_deal").returned]
    assert values == ["again", "x"]


def test_methods_that_call_each_other(small):
    code = with_method(
        CODE,
        """
        def st_ping(self):
            return "ping" if self.state.left else self.st_pong()

        def st_pong(self):
            return self.st_ping() or "pong"
        """,
    )
    assert {one.value for one in small.source(code).effects("st_ping").returned} == {"ping", "pong"}


def test_bases_in_a_circle(small):
    code = "from .base import Base\n\nclass Stones(Base):\n    pass\n"
    found = small.source(code, base="from .game import Stones\n\nclass Base(Stones):\n    pass\n")
    assert found.methods == {}


def test_names_of_types_in_a_circle(small):
    code = changed(CODE, ('Literal["again"]', "Way")) + "\nWay = Other | None\nOther = Way\n"
    assert small.source(code).effects("st_deal").declared is None


@pytest.mark.parametrize(
    "annotation",
    [
        "Literal['a', 'b']",
        '\'Literal["a", "b"]\'',
        "Literal['a'] | Literal['b'] | None",
        "Way",
        "typing.Literal['a', B]",
    ],
)
def test_return_types(small, annotation):
    head = "import typing\n\nWay = Literal['a', 'b'] | None\nB = 'b'\n\n"
    code = changed(CODE, ('Literal["again"]', annotation), ("class StonesState", head + "class StonesState"))
    assert {one.value for one in small.source(code).effects("st_deal").declared} == {"a", "b"}


@pytest.mark.parametrize(
    "annotation", ["str", "Any", "int | Literal['a']", "Literal['a'] | Thing", "list[Literal['a']]"]
)
def test_return_types_that_leave_it_open(small, annotation):
    code = changed(CODE, ('Literal["again"]', annotation))
    assert small.source(code).effects("st_deal").declared is None


# -- hostile files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code",
    [
        "class Stones(\n",
        "x = " + "(" * 500 + ")" * 500,
        "x = " + "-" * 20_000 + "1",
        "\N{BYTE ORDER MARK}\N{BYTE ORDER MARK}class Stones: pass",
        "\x00",
        "\x0c\r\r\nclass",
        "",
        "class Stones:\n" + "".join(f"{' ' * (4 * n)}if x:\n" for n in range(1, 120)),
    ],
)
def test_files_that_python_refuses_end_in_a_report(small, code):
    folder = small.write(code=code)
    found = reading(folder)
    assert found.source is None
    assert codes(list(found.problems))


def test_deep_code_is_read(small):
    deep = " + ".join(["1"] * 800)
    code = with_method(CODE, f"def st_deep(self):\n    x = {deep}\n    return 'a' if x else 'b'")
    assert len(small.source(code).effects("st_deep").returned) == 2


def test_many_names_for_each_other_end(small):
    lines = ["x0 = 'a'", *(f"x{n} = x{n - 1} or x{n - 1} or x{n - 1}" for n in range(1, 60))]
    body = "".join(f"    {line}\n" for line in lines)
    code = with_method(CODE, f"def st_deep(self):\n{body}    return x59")
    effects = small.source(code).effects("st_deep")
    assert effects.returns_unknown or [one.value for one in effects.returned] == ["a"]


def test_columns_count_characters(small):
    code = changed(CODE, ('        return "again"', '        ä = "ü"; return "öther"'))
    [outcome] = small.source(code).effects("st_deal").returned
    assert (outcome.place.column, outcome.place.end_column) == (25, 32)
