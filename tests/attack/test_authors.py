"""Games whose code does everything wrong: exit 3, the author's lines, and a recording that can be replayed."""

from pathlib import Path

import pytest

from aurum_states.simulate import agents

from .conftest import Ran, Run

HOOKS = {
    "moves_player_turn": '        return {"actTake": list(',
    "label_move": '        return f"take',
    "arg_player_turn": '        return {"left": self.state.left}\n\n    def moves',
    "get_all_datas": '        return {"left": self.state.left}\n\n    def get_game',
    "get_game_progression": "        return 100 * (STONES",
    "act_take": "        self.state.left -= count\n",
    "st_next_player": "        if self.state.left == 0:\n",
}


def with_line(stones: Path, hook: str, line: str) -> None:
    """Put a line at the beginning of a hook's body."""
    path = stones / "game.py"
    text = path.read_text(encoding="utf-8")
    assert text.count(HOOKS[hook]) == 1
    path.write_text(text.replace(HOOKS[hook], f"        {line}\n{HOOKS[hook]}"), encoding="utf-8")


def add(stones: Path, text: str) -> None:
    path = stones / "game.py"
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


def played(run: Run, bots: str = "all") -> Ran:
    ran = run("play", "stones", "--seed", "S", "--bots", bots, "--replay", "x.jsonl", answers="take 1\n" * 30)
    if Path("x.jsonl").exists():
        assert run("replay", "--game", "stones", "x.jsonl").code in (0, 3)
    assert "aurum_states/cli" not in ran.err
    return ran


NONSENSE = (
    "None",
    "0",
    '"x"',
    "[1]",
    "object()",
    "10**5000",
    '{"actTake": None}',
    '{"actTake": {1, 2}}',
    "{1: [1]}",
)


@pytest.mark.parametrize("value", NONSENSE)
@pytest.mark.parametrize("bots", ["all", "none"])
def test_moves_that_are_none(run: Run, stones: Path, value: str, bots: str) -> None:
    with_line(stones, "moves_player_turn", f"return {value}")
    ran = played(run, bots)
    if bots == "none" and "{1, 2}" in value:
        return  # a set will do for those who answer
    assert ran.code == 3
    assert "moves_" in ran.err or bots == "none"


@pytest.mark.parametrize("value", [one for one in NONSENSE if one != '"x"'])
def test_labels_that_are_none(run: Run, stones: Path, value: str) -> None:
    with_line(stones, "label_move", f"return {value}")
    ran = played(run, "none")
    assert ran.code == 3
    assert "label_move must return a text, not " in ran.err


@pytest.mark.parametrize("value", ["0", '"x"', "[1]", "object()"])
def test_parsed_moves_that_are_none(run: Run, stones: Path, value: str) -> None:
    add(stones, f"\n    def parse_move(self, player_id, text):\n        return {value}\n")
    ran = run("play", "stones", "--seed", "S", "--bots", "none", answers="what?\n")
    assert ran.code == 3
    assert "parse_move must return a Move or None, not " in ran.err


@pytest.mark.parametrize("value", ["[0]", "10**5000", "type('X', (), {'__str__': lambda self: 1 / 0})()"])
@pytest.mark.parametrize("hook", ["draw_table", "draw_notification"])
def test_drawings(run: Run, stones: Path, hook: str, value: str) -> None:
    add(stones, f"\n    def {hook}(self, shown):\n        return {value}\n")
    ran = played(run, "none")
    assert ran.code == 0 if value == "[0]" else ran.code == 3
    assert value == "[0]" or ran.err.startswith("error: what the game draws cannot be shown: ")


@pytest.mark.parametrize("value", ["5", "10**5000", "{'[': 'red'}", "{1: 'red'}", "{'x': 1}"])
def test_highlights(run: Run, stones: Path, value: str) -> None:
    add(stones, f"\n    highlights = {value}\n")
    ran = run("play", "stones", "--seed", "S", "--bots", "all")
    assert ran.code == 3
    assert ran.err.startswith("error: highlights must be a dict of a rich style for each regular expression")


@pytest.mark.parametrize(
    "line",
    [
        "raise SystemExit",
        "raise SystemExit(0)",
        "raise GeneratorExit",
        "raise type('Own', (BaseException,), {})()",
        "raise type('Own', (Exception,), {'__str__': lambda self: 1 / 0})()",
        "raise MemoryError",
        "raise BrokenPipeError(32, 'pipe')",
        "import click; raise click.exceptions.Exit(0)",
    ],
)
@pytest.mark.parametrize("hook", ["act_take", "moves_player_turn", "arg_player_turn"])
def test_ends_that_are_none(run: Run, stones: Path, hook: str, line: str) -> None:
    """A game that exits has failed, and says where; its program's exit code is not the game's to choose."""
    with_line(stones, hook, line)
    ran = played(run)
    assert ran.code == 3
    assert ran.err.startswith("error: ")
    assert "stones/game.py" in ran.err


@pytest.mark.parametrize("default", ["int = 10**30", "int = -(2**70)"])
def test_a_default_that_cannot_be_saved(run: Run, stones: Path, default: str) -> None:
    path = stones / "game.py"
    text = path.read_text(encoding="utf-8")
    path.write_text(
        text.replace("left: int = STONES", f"left: int = STONES\n    more: {default}"), encoding="utf-8"
    )
    assert "StonesState.more: its default cannot be saved" in run("play", "stones", "--seed", "S").refusal


def test_bots_that_never_end(run: Run, stones: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert agents.MOVE_LIMIT == 100_000
    monkeypatch.setattr(agents, "MOVE_LIMIT", 200)
    with_line(stones, "act_take", "count = 0")
    ran = played(run)
    assert ran.code == 3
    assert (
        ran.err.splitlines()[0]
        == "error: the game has not ended after 200 moves of bots: it must come to an end"
    )
    assert len(Path("x.jsonl").read_bytes().splitlines()) == 201


def test_names_are_compared_as_python_reads_them(run: Run, stones: Path) -> None:
    """A decomposed umlaut in the YAML is the composed one in the class."""
    states, code = stones / "config" / "states.yaml", stones / "game.py"
    text = states.read_text(encoding="utf-8").replace("playerTurn", "zu\u0308ge")
    states.write_text(text, encoding="utf-8")
    text = code.read_text(encoding="utf-8").replace("moves_player_turn", "moves_z\u00fcge")
    code.write_text(text, encoding="utf-8")
    assert run("play", "stones", "--seed", "S", "--bots", "all", "-q").code == 0
