"""Everything wrong: one message for each problem, all at once, exit 2, no traceback, nothing written."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from .conftest import Ran, Run, change, copied


@pytest.fixture(autouse=True)
def nothing_is_written(here: Path) -> Iterator[None]:
    """No command of these tests may leave a recording."""
    yield
    assert not list(here.rglob("out.jsonl"))


def refused(ran: Ran, code: int = 2) -> list[str]:
    """Return the messages of a command that has shown and done nothing else."""
    assert (ran.code, ran.out) == (code, "")
    assert "Traceback" not in ran.err
    return ran.err.splitlines()


def test_all_problems_of_a_table_at_once(run: Run) -> None:
    options = "--players 5 --set 100=7 --set 300=1 --set x --set 101=1 --set 101=2 --setting tiebreak=wide "
    options += "--setting nope=1 --pref 100=9 --pref x --bots 1,7 --replay no/out.jsonl"
    lines = refused(run("play", "aurum", *options.split(), "--seed", ""))
    for told in (
        "error: the seed is empty; any text of 1 to 80 characters will do",
        "error: --set 'x': write ID=VALUE, such as 100=2",
        "error: --set 101 is given twice",
        "error: --pref 'x': write [SEAT:]ID=VALUE, such as 100=2 or 1:100=2",
        "error: --replay: there is no folder no",
        "error: aurum is played by 3 or 4 players, not 5",
        "error: option 100 (Expert variant) has no value 7; its values: 1 (Off), 2 (On)",
        "error: there is no option 300; the game has: 100 (Expert variant), 101 (Overtricks)",
        "error: preference 100 (Auto-skip change bid) has no value 9; its values: 1 (Off), 2 (On)",
    ):
        assert lines.count(told) == 1, told
    assert any("'nope'" in line and "swaps_per_trick" in line for line in lines)
    assert any("tiebreak may be narrow, strict" in line for line in lines)
    assert len(lines) == 11


@pytest.mark.parametrize("players", [2, 5])
def test_the_number_of_players(run: Run, players: int) -> None:
    lines = refused(
        run("play", "aurum", "--players", players, "--seed", "S", "--pref", "100=2", "--replay", "out.jsonl")
    )
    assert lines == [f"error: aurum is played by 3 or 4 players, not {players}"]


@pytest.mark.parametrize(
    "command", ["play", "simulate", "reach gameEnd", "lobby", "arena --bots random,plain"]
)
def test_more_players_than_there_are_seats_for(run: Run, command: str) -> None:
    lines = refused(run(*command.split(), "aurum", "--players", 10**22))
    assert lines == [f"error: aurum is played by 3 or 4 players, not {10**22}"]


@pytest.mark.parametrize(
    ("seed", "told"),
    [
        ("", "the seed is empty; any text of 1 to 80 characters will do"),
        ("x" * 81, "the seed has 81 characters; at most 80 are allowed"),
        ("a\nb", "the seed 'a\\nb' has characters that cannot be printed"),
    ],
)
def test_the_seed(run: Run, seed: str, told: str) -> None:
    assert refused(run("play", "aurum", "--seed", seed, "--replay", "out.jsonl")) == [f"error: {told}"]


@pytest.mark.parametrize("bots", ["some", "1-2", "0", "4", ""])
def test_the_seats_of_bots(run: Run, bots: str) -> None:
    [line] = refused(run("play", "aurum", "--seed", "S", "--bots", bots, "--replay", "out.jsonl"))
    assert line.startswith("error: --bots")


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("aurumm", "no game 'aurumm' is registered (did you mean 'aurum'?)"),
        ("./nowhere", "there is no folder nowhere"),
        ("empty", "empty is no game folder: it has neither states.yaml nor config/states.yaml"),
        ("file", "file is a file; a game is a registered name or a folder with states.yaml"),
    ],
)
def test_no_such_game(run: Run, here: Path, game: str, told: str) -> None:
    (here / "empty").mkdir()
    (here / "file").touch()
    lines = refused(run("play", game, "--seed", "", "--replay", "out.jsonl"))
    assert told in lines[0]
    assert lines[1:] == ["error: the seed is empty; any text of 1 to 80 characters will do"]


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("states.yaml", b"", "stones/config/states.yaml: error file.empty"),
        ("states.yaml", b"\x00\x01\x02", "stones/config/states.yaml: error file.binary"),
        ("states.yaml", b"states:\n\tx: 1\n", "stones/config/states.yaml:2:1: error yaml.tab"),
        ("states.yaml", b"states: [a, b", "stones/config/states.yaml:1"),
        ("states.yaml", b"- a\n- b\n", "stones/config/states.yaml"),
        ("gameinfos.yaml", None, "stones/config/gameinfos.yaml: error file.missing"),
        ("gameinfos.yaml", b"players: two\n", "stones/config/gameinfos.yaml:1:10: error"),
        ("gameoptions.json", b"{", "stones/config/gameoptions.json:1"),
        ("gameoptions.json", b"", "stones/config/gameoptions.json: error file.empty"),
        ("stats.json", b"\xff\xfe\xfa", "stones/config/stats.json"),
    ],
)
def test_a_wrong_file(run: Run, stones: Path, name: str, content: bytes | None, told: str) -> None:
    path = stones / "config" / name
    if content is None:
        path.unlink()
    else:
        path.write_bytes(content)
    lines = refused(run("play", "stones", "--seed", "S", "--replay", "out.jsonl"))
    assert lines[0].startswith(told)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="who may read everything")
def test_a_file_that_may_not_be_read(run: Run, stones: Path) -> None:
    (stones / "config" / "states.yaml").chmod(0)
    [line] = refused(run("play", "stones", "--seed", "S"))
    assert "states.yaml" in line


def test_all_problems_of_the_files_at_once(run: Run, stones: Path) -> None:
    states = stones / "config" / "states.yaml"
    change(states, "updateGameProgression: true", "updateGameProgression: on")
    states.write_text(states.read_text(encoding="utf-8") + "\n  playerTurn: {}\n", encoding="utf-8")
    change(stones / "config" / "gameinfos.yaml", 'rules: "1"', "rules: 1")
    lines = refused(run("play", "stones", "--seed", "", "--replay", "no/out.jsonl"))
    starts = [
        "stones/config/gameinfos.yaml:9:8: error gameinfos.value.type",
        "stones/config/states.yaml:17:28: error state.value.type state 'nextPlayer': updateGameProgression",
        "stones/config/states.yaml:20:3: error yaml.key.duplicate",
        "error: the seed is empty",
        "error: --replay: there is no folder no",
    ]
    assert len(lines) == len(starts)
    assert all(line.startswith(start) for line, start in zip(lines, starts, strict=True)), lines


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"aurum-states-replay"', '"chess"', "no replay: the first line must have"),
        ('"version":1', '"version":2', "replay version 2 is not 1"),
        ('"game":"aurum"', '"game":"chess"', "the replay is of the game 'chess', which is not registered"),
        (
            '"rules":"1"',
            '"rules":"7"',
            "the replay is of rules '7'; aurum runs 1 (replay --update takes it over)",
        ),
        ('"seed":"S"', '"seed":""', "the seed is empty"),
        ('"options":{"100":1', '"options":{"100":9', "option 100 (Expert variant) has no value 9"),
        ('"settings"', '"setings"', "unknown key 'setings' in the header (did you mean 'settings'?)"),
    ],
)
def test_a_replay_of_another_kind(run: Run, recording: Path, old: str, new: str, told: str) -> None:
    change(recording, old, new)
    [line] = refused(run("replay", recording.name))
    assert line.startswith("game.replay.jsonl:1: error: ")
    assert told in line


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('{"move":7,', '{"moove":7,', "'moove'"),
        ('{"move":7,', '{"move":"7",', "move line: "),
        ('{"move":7,', '{"move":7,"extra":1,', "unknown key 'extra'"),
        ('{"move":7,', '"move":7,', "not a line of JSON"),
    ],
)
def test_a_replay_with_a_broken_line(run: Run, recording: Path, old: str, new: str, told: str) -> None:
    change(recording, old, new)
    [line] = refused(run("replay", recording.name))
    assert line.startswith("game.replay.jsonl:8: error: ")
    assert told in line


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xff\xfe\x00", b"[]\n", b"hello\n"])
def test_what_is_no_replay(run: Run, here: Path, content: bytes) -> None:
    (here / "x.jsonl").write_bytes(content)
    [line] = refused(run("replay", "x.jsonl"))
    assert line.startswith("x.jsonl")


def test_a_replay_that_is_a_folder(run: Run, here: Path) -> None:
    assert refused(run("replay", ".")) == [".: error: cannot be read: Is a directory"]


def test_where_a_recording_cannot_be(run: Run, here: Path, recording: Path) -> None:
    before = recording.read_bytes()
    copied(recording, "b.jsonl")
    [line] = refused(run("play", "aurum", "--seed", "T", "--replay", recording.name))
    assert line.startswith("error: --replay: game.replay.jsonl exists; name another file, --force")
    [line] = refused(run("play", "aurum", "--seed", "T", "--replay", here))
    assert line.endswith("is a folder; name a file")
    assert recording.read_bytes() == before
    assert run("play", "aurum", "--seed", "T", "--force", "--replay", "b.jsonl").code == 0
    assert run("replay", "b.jsonl").code == 0


def test_the_games_own_failure(run: Run, stones: Path, here: Path) -> None:
    change(
        stones / "game.py",
        "self.state.left -= count\n",
        "self.state.left -= count if count < 3 else [1][count]\n",
    )
    ran = run("play", "stones", "--seed", "S", "--bots", "none", "--replay", "a.jsonl", answers="1\n3\n")
    assert ran.code == 3
    lines = ran.err.splitlines()
    assert lines[0].startswith("error: StonesGame.act_take (line ")
    assert lines[0].endswith(") failed in state 'playerTurn': IndexError: list index out of range")
    assert lines[1].startswith("  state playerTurn, handler act_take, player 230000")
    assert lines[2].startswith("  it was ")
    assert "Traceback (most recent call last):" in lines
    assert not any("aurum_states/engine" in line for line in lines)
    replayed = run("replay", "--game", "stones", "a.jsonl")
    assert replayed.out == "a.jsonl: 1 moves, the same as far as it goes, in state playerTurn\n"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            '"actTake": list',
            '"actTakee": list',
            "moves_player_turn offers 'actTakee', which is none of its possibleActions: actTake",
        ),
        (
            '"actTake": list',
            '"actTake": [] and list',
            "state 'playerTurn' asks a player who has no legal move",
        ),
        (
            "range(1, min(3, self.state.left) + 1)",
            "[(1, 2)]",
            "an option of actTake must be a value for count of the handler's types, not (1, 2)",
        ),
        ("move.args['count']", "move.arg", "StonesGame.label_move (line "),
        ("self.gamestate.change_active_player(self.players[first])", "pass", "but nobody is active"),
        (
            '        return "turn"',
            '        return ["turn"][0].upper()',
            "This transition (TURN) is impossible",
        ),
    ],
)
@pytest.mark.parametrize("bots", ["all", "none"])
def test_a_game_that_is_not_right(run: Run, stones: Path, old: str, new: str, told: str, bots: str) -> None:
    change(stones / "game.py", old, new)
    ran = run("play", "stones", "--seed", "S", "--bots", bots, answers="1\n" * 20)
    if "label_move" in told and bots == "all":
        assert ran.code == 0  # bots need no notation
        return
    assert ran.code == 3
    assert told in ran.err
    assert "  state playerTurn" in ran.err or "  state nextPlayer" in ran.err
    assert "aurum_states" not in ran.err.replace(str(stones), "")


def test_what_an_author_raises_on_purpose(run: Run, stones: Path) -> None:
    change(stones / "game.py", "import Args", "import Args, UserException, VisibleSystemException")
    change(
        stones / "game.py",
        "        self.state.left -= count\n",
        "        if count == 2:\n            raise UserException('not two')\n"
        "        if count == 3:\n            raise VisibleSystemException('three!')\n"
        "        self.state.left -= count\n",
    )
    ran = run("play", "stones", "--seed", "S", "--bots", "none", answers="2\n1\n3\n")
    assert ran.code == 3
    lines = ran.err.splitlines()
    assert lines[0] == "not two"
    assert lines[1] == "error: three!"
    assert lines[2].startswith("  it was ")
    assert lines[3] == "Traceback (most recent call last):"
    assert lines[4].endswith("in act_take")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("return TemplateState()", "return 1 / 0", "setup_new_game"),
        ("from typing import Any, Literal", "from typing import Nothing", "cannot import name 'Nothing'"),
        ("from typing import Any, Literal", "from typing import", "SyntaxError"),
    ],
)
def test_code_that_fails_before_the_game(run: Run, stones: Path, old: str, new: str, told: str) -> None:
    change(stones / "game.py", old.replace("Template", "Stones"), new)
    ran = run("play", "stones", "--seed", "S", "--replay", "out.jsonl")
    assert (ran.code, ran.out) == (3, "")
    assert told in ran.err
    assert "importlib" not in ran.err


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("replay --all . --seat 1", "--seat goes with --at, --diff or --step"),
        ("replay --all . --continue", "--continue goes with --at"),
        ("replay x.replay.jsonl --diff 1 2 --jobs 2", "--jobs goes with --all"),
        ("replay x.replay.jsonl --at 1 --replay out.jsonl", "--replay goes with --continue"),
        ("replay x.replay.jsonl --at 1 --pin 1", "--pin goes with --all"),
        ("simulate --compare a a --games 3", "--compare plays nothing; it does not go with --games"),
        (
            "simulate aurum --compare a a --set 100=2",
            "--compare plays nothing; it does not go with --set, GAME",
        ),
        ("describe --games 3", "--games goes with --notifications"),
        ("graph --depth 2", "--depth goes with --focus"),
    ],
)
def test_an_option_that_would_mean_nothing(run: Run, here: Path, line: str, told: str) -> None:
    (here / "a").touch()
    assert refused(run(*line.split()))[-1] == f"error: {told}"


def test_a_folder_without_recordings_covers_nothing(run: Run, here: Path) -> None:
    (here / "empty").mkdir()
    assert refused(run("graph", "--coverage", "empty")) == [
        "error: --coverage: there is no recording (*.replay.jsonl) in empty"
    ]


@pytest.mark.parametrize("kind", ["folder", "pipe", "link"])
def test_a_graph_that_is_no_file(run: Run, here: Path, kind: str) -> None:
    assert run("new", "stones", "-q").code == 0
    stones = here / "stones"
    states = next(stones.rglob("states.yaml"))
    states.unlink()
    {"folder": states.mkdir, "pipe": lambda: os.mkfifo(states), "link": lambda: states.symlink_to("none")}[
        kind
    ]()
    ran = run("check", stones)
    assert (ran.code, "states.yaml: error file." in ran.out) == (1, True)
    assert "states.yaml: error file." in refused(run("play", stones, "--bots", "all"))[0]


@pytest.mark.parametrize("command", ["simulate", "arena --bots random,plain", "replay --all ."])
def test_more_processes_than_any_machine_has_use_for(run: Run, command: str) -> None:
    assert refused(run(*command.split(), "--jobs", 10**6))[-1] == (
        "error: invalid value for '--jobs': 1000000 is not in the range 1<=x<=1024"
    )
