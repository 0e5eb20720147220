"""Files and classes that ``check`` and its like are given by hostile and clumsy users."""

import os
from pathlib import Path
from textwrap import dedent, indent

import pytest

from aurum_states.charts import svg

from .conftest import Run


@pytest.fixture
def stones(run: Run, tmp_path: Path) -> Path:
    """Make a game folder in which nothing is wrong."""
    assert run("new", "stones", "-q").code == 0
    return tmp_path / "stones"


@pytest.mark.parametrize("name", ["x.yaml", "gameoptions.json"])
def test_a_pipe_by_itself_does_not_hang(run: Run, tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    ran = run("check", name)
    assert (ran.code, ran.out.count("this is a pipe")) == (1, 1)


def test_a_pipe_for_the_project_does_not_hang(run: Run, stones: Path) -> None:
    os.mkfifo(stones / "pyproject.toml")
    assert run("check", "stones").code == 0


def test_a_class_in_a_file_whose_name_is_too_long(run: Run, stones: Path) -> None:
    infos = stones / "config" / "gameinfos.yaml"
    infos.write_text(
        infos.read_text(encoding="utf-8").replace("game.py", "x" * 5000 + ".py"), encoding="utf-8"
    )
    ran = run("check", "stones")
    assert ran.code == 1
    assert "gameinfos.class.missing" in ran.out
    assert "internal.error" not in ran.out


def test_a_long_chain_of_methods(run: Run, stones: Path) -> None:
    code = (stones / "game.py").read_text(encoding="utf-8")
    chain = "".join(f"\n    def m{i}(self):\n        return self.m{i + 1}()\n" for i in range(2000))
    (stones / "game.py").write_text(
        code.replace('return "taken"\n', "return self.m0()\n" + chain), encoding="utf-8"
    )
    ran = run("check", "stones")
    assert (ran.code, ran.out) == (0, "")


TAKE = """
    def act_take(self, count: int, active_player_id: PlayerId) -> Literal["taken"]:
        self.state.left -= count
        return "taken"
"""
OUTSIDE = dedent(TAKE)


@pytest.mark.parametrize(
    ("outside", "inside", "behind"),
    [
        ("", "    for _ in (1,):" + indent(TAKE, "    "), ""),
        ("", "    while True:" + indent(TAKE, "    ") + "        break\n", ""),
        ("", "    with suppress(Exception):" + indent(TAKE, "    "), ""),
        ("", "    match 1:\n        case _:" + indent(TAKE, "        "), ""),
        ("", "    try:\n        pass\n    finally:" + indent(TAKE, "    "), ""),
        ("", "    try:" + indent(TAKE, "    ") + "    except* ValueError:\n        pass\n", ""),
        ("", TAKE.replace("act_take", "_take") + "    act_take, other = _take, 1\n", ""),
        ("", TAKE.replace("act_take", "_take") + "    locals()['act_take'] = _take\n", ""),
        ("", TAKE + "    act_take = override(act_take)\n", ""),
        ("", "    from .taking import act_take\n", ""),
        ("", "", OUTSIDE + "\nStonesGame.act_take = act_take\n"),
        ("", "", OUTSIDE + "\nsetattr(StonesGame, 'act_take', act_take)\n"),
        ("", "", OUTSIDE + "\nfor one in (act_take,):\n    setattr(StonesGame, one.__name__, one)\n"),
        ("", "    def __getattr__(self, name):\n        return take\n", ""),
        (
            OUTSIDE + "\nclass Base(Game[StonesState]):\n"
            "    def __init_subclass__(cls):\n        cls.act_take = act_take\n",
            "",
            "",
        ),
        (
            "if STONES > 3:\n    class Base(Game[StonesState]):" + indent(TAKE, "    ") + "\n"
            "else:\n    class Base(Game[StonesState]):\n        pass\n",
            "",
            "",
        ),
    ],
)
def test_a_method_that_comes_in_an_odd_way_is_no_error(
    run: Run, stones: Path, outside: str, inside: str, behind: str
) -> None:
    code = (stones / "game.py").read_text(encoding="utf-8")
    start, end = code.index("    def act_take"), code.index("    # -- nextPlayer")
    head = "class StonesGame(Game[StonesState]):"
    own = head.replace("Game[StonesState]", "Base") if "class Base" in outside else head
    text = (code[:start] + inside + "\n" + code[end:] + behind).replace(head, f"{outside}\n\n{own}")
    (stones / "game.py").write_text(text, encoding="utf-8")
    ran = run("check", "stones")
    assert (ran.code, ": error" in ran.out) == (0, False), ran.out


RESULT = {
    "straight": 'result = "nothing"\nresult = "turn"\n',
    "if": 'result = ""\nif a:\n    result = "turn"\nelif b:\n    return "over"\nelse:\n    result = "over"\n',
    "match": 'result = "?"\nmatch a:\n    case 1:\n        result = "turn"\n    case _:\n        result = "over"\n',
    "annotated": 'result: str = "?"\nwhile a:\n    a -= 1\nresult = "turn"\n',
}
READ = {
    "one way": 'result = "?"\nif a:\n    result = "turn"\n',
    "loop": 'result = "?"\nfor one in a:\n    result = "turn"\n',
    "try": 'try:\n    result = "?"\n    result = a()\nexcept ValueError:\n    pass\n',
    "left": 'while True:\n    result = "?"\n    if a:\n        break\n    result = "turn"\n',
    "cases": 'result = "?"\nmatch a:\n    case 1:\n        result = "turn"\n',
}


@pytest.mark.parametrize("body", [*RESULT, *READ])
def test_what_a_variable_held_before(run: Run, stones: Path, body: str) -> None:
    code = (stones / "game.py").read_text(encoding="utf-8")
    start, end = code.index("    def st_next_player"), code.index("    # -- what is shown")
    text = RESULT.get(body) or READ[body]
    method = "    def st_next_player(self, a, b):\n" + indent(text + "return result\n", " " * 8)
    (stones / "game.py").write_text(code[:start] + method + "\n" + code[end:], encoding="utf-8")
    assert ("handler.transition.unknown" in run("check", "stones").out) == (body in READ)


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("[[tool.aurum-states]]\nstrict = true\n", "must be a table"),
        ("[tool]\naurum-states = 5\n", "must be a table"),
        ("[tool]\naurum-states = {selct = []}\n", "unknown key selct"),
        ('[tool . "aurum-states"]\nselect = ["nope"]\n', "no problem 'nope'"),
        ("[tool.aurum-states]\nselect = " + "[" * 3000, "nested too deeply"),
    ],
)
def test_a_table_that_is_wrong(run: Run, stones: Path, table: str, told: str) -> None:
    (stones / "pyproject.toml").write_text(table, encoding="utf-8")
    assert told in run("check", "stones").refusal


def test_tools_that_are_no_table_are_no_matter_of_ours(run: Run, stones: Path) -> None:
    (stones / "pyproject.toml").write_text("tool = 5 # aurum-states\n", encoding="utf-8")
    assert run("check", "stones").code == 0


def test_a_write_protected_file_is_not_fixed(run: Run, stones: Path) -> None:
    states = stones / "config" / "states.yaml"
    text = states.read_text(encoding="utf-8").replace("possibleActions", "possibleActons")
    states.write_text(text, encoding="utf-8")
    states.chmod(0o444)
    assert "not fixed: it is write-protected" in run("check", "stones", "--fix").refusal
    assert states.read_text(encoding="utf-8") == text


def test_a_drawing_that_takes_too_long(run: Run, stones: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = stones / "dot"
    program.write_text("#!/bin/sh\nexec sleep 30\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(stones), prepend=os.pathsep)
    monkeypatch.setattr(svg, "SECONDS", 0.2)
    assert "--focus" in run("graph", "stones", "--format", "svg").refusal


def test_a_drawing_program_that_is_none(run: Run, stones: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = stones / "dot"
    program.write_bytes(b"\0\0no program")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(stones), prepend=os.pathsep)
    assert "cannot be started" in run("graph", "stones", "--format", "svg").refusal


@pytest.mark.parametrize(
    "constant",
    [
        'TURN = "x"\nTURN = "turn"\n',
        'if STONES > 3:\n    TURN = "turn"\nelse:\n    TURN = "x"\n',
        'TURN = "x"\ndef change():\n    global TURN\n    TURN = "turn"\nchange()\n',
        'TURN, OVER = "turn", "over"\n',
        'for TURN in ("turn",):\n    pass\n',
    ],
)
def test_a_constant_that_is_none(run: Run, stones: Path, constant: str) -> None:
    code = (stones / "game.py").read_text(encoding="utf-8")
    code = code.replace("STONES = 15\n", "STONES = 15\n" + constant).replace('return "turn"', "return TURN")
    code = code.replace('Literal["turn", "over"]', "str")
    (stones / "game.py").write_text(code, encoding="utf-8")
    assert (run("check", "stones").code, run("check", "stones").out.count("error")) == (0, 0)
