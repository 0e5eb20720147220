"""``replay``: what goes the same way, the first difference, traces, and which game a file is of."""

import json
import shutil
from pathlib import Path

from .conftest import Run, change, copied


def test_a_trace_has_a_step_a_line(run: Run, recording: Path) -> None:
    ran = run("replay", "--trace", recording)
    steps = [json.loads(line) for line in ran.out.splitlines()]
    moves = len(recording.read_bytes().splitlines()) - 2
    assert [step["move"] for step in steps] == list(range(moves + 1))
    assert {tuple(step) for step in steps} == {
        ("move", "state", "active", "args", "notifications", "snapshot")
    }
    first = steps[0]
    assert first["state"] == "bidding"
    assert first["active"] == [2300001, 2300002, 2300003]
    hands = [told for told in first["notifications"] if told["type"] == "newHand"]
    assert [told["to"] for told in hands] == [2300001, 2300002, 2300003]
    assert set(first["notifications"][0]) == {"to", "type", "log", "args"}
    assert set(first["snapshot"]) == {"core", "state"}
    asked = next(step for step in steps if step["state"] == "changeBid")
    assert list(asked["args"]["_private"]) == [str(asked["active"][0])]
    assert steps[-1]["state"] == "gameEnd"


def test_quiet_says_nothing_of_what_is_right(run: Run, recording: Path) -> None:
    assert run("replay", "-q", recording) == (0, "", "")


def test_a_changed_digest(run: Run, recording: Path) -> None:
    lines = recording.read_text(encoding="utf-8").splitlines(keepends=True)
    digest = json.loads(lines[4])["digest"]
    change(recording, digest, "0" * 16)
    ran = run("replay", recording.name)
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.startswith(
        f"{recording.name}:5: error: move 4 in state changeBid: same transitions, but another table: "
        f"expected the digest {'0' * 16}, got {digest}; this move changed\n"
        "  core.active: 2300001 -> 2300002\n"
    )


def test_a_changed_move(run: Run, recording: Path) -> None:
    lines = recording.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[1] = lines[1].replace(f'"cardId":{json.loads(lines[1])["args"]["cardId"]}', '"cardId":1')
    recording.write_text("".join(lines), encoding="utf-8")
    ran = run("replay", recording.name)
    assert ran.code == 1
    assert (
        "game.replay.jsonl:2: error: move 1 in state bidding: expected actBid by Ada to be accepted"
        in ran.out
    )
    assert "actBid(cardId=1)) is not a legal move of Ada in state 'bidding'" in ran.out


def test_a_missing_move(run: Run, recording: Path) -> None:
    lines = recording.read_text(encoding="utf-8").splitlines(keepends=True)
    recording.write_text("".join(lines[:3] + lines[4:]), encoding="utf-8")
    ran = run("replay", recording.name)
    assert ran.code == 1
    assert (
        ran.out
        == f"{recording.name}:4: error: move 3 in state bidding: expected its line, got that of move 4\n"
    )


def test_of_several_files_the_worst_counts(run: Run, recording: Path) -> None:
    good = copied(recording, "good.jsonl")
    change(recording, '"seed":"S"', '"seed":"T"')
    ran = run("replay", recording.name, "no.jsonl", good.name)
    assert ran.code == 2
    assert f"{recording.name}:2: error: move 1" in ran.out
    assert "good.jsonl: 138 moves, the same to the end of the game" in ran.out
    assert ran.err == "no.jsonl: error: cannot be read: No such file or directory\n"
    assert run("replay", recording.name, good.name).code == 1


def test_a_file_that_is_cut_off(run: Run, recording: Path) -> None:
    recording.write_bytes(recording.read_bytes()[:5000])
    ran = run("replay", recording.name)
    assert ran.code == 0
    assert ran.out == f"{recording.name}: 22 moves, the same as far as it goes, in state playerTurn\n"
    assert ran.err.startswith(f"{recording.name}: line 24 is cut off")


def test_which_game_a_file_is_of(run: Run, here: Path, stones: Path) -> None:
    run("play", "stones", "--seed", "S", "--replay", "away.jsonl")
    ran = run("replay", "away.jsonl")
    assert ran.code == 2
    assert (
        "away.jsonl:1: error: the replay is of the game 'stones', which is not registered (aurum)" in ran.err
    )
    assert run("replay", "away.jsonl", "--game", "stones").code == 0
    assert run("replay", stones / "tests" / "first.replay.jsonl").code == 0


def test_the_games_own_failure(run: Run, stones: Path) -> None:
    change(stones / "game.py", "self.state.left -= count\n", "self.state.left -= count // 0\n")
    ran = run("replay", "stones/tests/first.replay.jsonl")
    assert (ran.code, ran.out) == (3, "")
    lines = ran.err.splitlines()
    assert lines[0] == "stones/tests/first.replay.jsonl: the game failed while it was run again"
    assert "StonesGame.act_take" in lines[1]
    assert lines[2] == "  state playerTurn, handler act_take, player 2300002"
    assert lines[3] == "Traceback (most recent call last):"
    assert lines[4].endswith("in act_take")
    assert lines[-1].startswith("ZeroDivisionError")


FIRST = "stones/tests/first.replay.jsonl"


def test_update_rewrites_what_goes_another_way(run: Run, stones: Path) -> None:
    file = stones / "tests" / "first.replay.jsonl"
    before = file.read_bytes()
    assert run("replay", "--update", FIRST).out == f"{FIRST}: the same, left as it is\n"
    spoil(file)
    ran = run("replay", "--update", FIRST)
    assert ran.code == 0
    assert ran.out.splitlines()[0] == f"{FIRST} was rewritten:"
    assert "line 2: move 1 in state playerTurn: same transitions" in ran.out
    assert file.read_bytes() == before


def test_what_cannot_be_rewritten_is_left_alone(run: Run, stones: Path) -> None:
    file = stones / "tests" / "first.replay.jsonl"
    lines = file.read_text().splitlines()
    lines[1] = lines[1].replace('"count":', '"count":9')
    file.write_text("\n".join(lines))
    before = file.read_bytes()
    ran = run("replay", "--update", FIRST)
    assert ran.code == 1
    assert "to be accepted; got action.illegal" in ran.out + ran.err
    assert file.read_bytes() == before


def test_coverage_of_all_files_together(run: Run, stones: Path) -> None:
    ran = run("replay", "--coverage", "text", FIRST)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[0].startswith("stones: 100.0 % (1 runs, ")
    games = json.loads(run("replay", "--coverage", "json", FIRST).out)["games"]
    assert [game["percent"] for game in games] == [100.0]
    page = run("replay", "--coverage", "html", FIRST).out
    assert page.startswith("<!doctype html>")
    assert "http" not in page.replace("http://www.w3.org", "")


def test_coverage_and_trace_exclude_each_other(run: Run, stones: Path) -> None:
    assert run("replay", "--coverage", "text", "--trace", FIRST).code == 2


def spoil(file: Path) -> None:
    """Change the first move's digest."""
    lines = file.read_text().splitlines()
    lines[1] = json.dumps({**json.loads(lines[1]), "digest": "0" * 16}, separators=(",", ":"))
    file.write_text("\n".join(lines) + "\n")


def test_all_recordings_of_a_folder(run: Run, stones: Path) -> None:
    for number in range(3):
        shutil.copy(stones / "tests" / "first.replay.jsonl", stones / f"{number}.replay.jsonl")
    ran = run("replay", "--all", "stones")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("4 of 4 recordings go the same way (")
    assert run("replay", "--all", "stones", "-q").out == ""
    spoil(stones / "1.replay.jsonl")
    ran = run("replay", "--all", "stones", "--jobs", 2)
    assert ran.code == 1
    assert ran.out.splitlines()[1:] == [
        "1 differ",
        "      1  actTake in state playerTurn: another digest",
        "         stones/1.replay.jsonl:2 (after move 1)",
    ]


DIES = """\
        import os, pathlib, signal
        if not pathlib.Path("died").exists():
            pathlib.Path("died").touch()
            os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_worker_costs_no_recording(run: Run, stones: Path, here: Path) -> None:
    for number in range(60):
        shutil.copy(stones / "tests" / "first.replay.jsonl", stones / f"{number:02}.replay.jsonl")
    change(
        stones / "game.py", "        self.state.left -= count\n", DIES + "        self.state.left -= count\n"
    )
    ran = run("replay", "--all", "stones", "--jobs", 2)
    assert (here / "died").exists()
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("61 of 61 recordings go the same way (")
    (here / "died").unlink()
    change(stones / "game.py", 'pathlib.Path("died").touch()', "pass")
    ran = run("replay", "--all", "stones", "--jobs", 2)
    assert ran.code == 2
    assert ran.err == (
        "error: workers are killed again and again, 3 times on the recordings from stones/00.replay.jsonl to "
        "19.replay.jsonl; is there enough memory?\nwhat follows is of the 0 recordings run before\n"
    )
    assert ran.out == "0 of 0 recordings go the same way (0 moves)\n"


def test_a_folder_without_recordings_is_no_silent_pass(run: Run, here: Path) -> None:
    (here / "empty").mkdir()
    ran = run("replay", "--all", "empty")
    assert (ran.code, ran.err) == (2, "error: --all: there is no recording (*.replay.jsonl) in empty\n")


def test_files_or_a_folder(run: Run, stones: Path) -> None:
    assert run("replay").code == 2
    assert run("replay", FIRST, "--all", "stones").code == 2
    assert run("replay", FIRST, "--jobs", 2).code == 2


def test_pin_and_migrate_go_with_all_and_exclude_each_other(run: Run, stones: Path) -> None:
    (stones / "script.py").write_text("def migrate(header, lines):\n    return None\n")
    script = stones / "script.py"
    assert run("replay", FIRST, "--pin", "1").code == 2
    assert run("replay", "--all", "stones", "--pin", "1", "--migrate", script).code == 2
    assert run("replay", "--all", "stones", "--migrate", "no.py").code == 2
    ran = run("replay", "--all", "stones", "--migrate", script)
    assert (ran.code, ran.out) == (0, run("replay", "--all", "stones").out)
