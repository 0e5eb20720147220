"""``replay --at``, ``--diff``, ``--step`` and ``--continue``."""

import json
from pathlib import Path

import pytest

from .conftest import ROOT, Run

GOLDEN = ROOT / "tests" / "data" / "replays" / "3-base.replay.jsonl"


def test_a_move_as_a_seat_sees_it(run: Run) -> None:
    ran = run("replay", GOLDEN, "--at", 12, "--seat", 1)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("after move 12, in state playerTurn: Cleo to move\n")
    assert "Hand    B3 B5 B6 B8   C2   P1 P5 P8   S4 S9" in ran.out
    assert "Hand" not in run("replay", GOLDEN, "--at", 12).out


def test_the_end_shows_the_ranking(run: Run) -> None:
    ran = run("replay", GOLDEN, "--at", 111)
    assert "Final result" in ran.out


def test_what_changed_between_two_moves_for_a_seat(run: Run) -> None:
    ran = run("replay", GOLDEN, "--diff", 12, 13, "--seat", 2)
    assert ran.code == 0
    assert "players.2300003.handCount: 10 -> 9" in ran.out.splitlines()
    assert run("replay", GOLDEN, "--diff", 12, 12).out == ""


def test_steps_tell_a_seat_what_it_heard_and_nothing_else(run: Run, stones: Path) -> None:
    out = run("replay", GOLDEN, "--step", "--seat", 1).out
    assert out.count("after move ") == 112
    assert "  Cleo has bid\n" in out


def test_playing_on_is_a_recording_of_its_own(run: Run, here: Path) -> None:
    before = GOLDEN.read_bytes()
    ran = run("replay", GOLDEN, "--at", 12, "--continue", "--replay", "other.replay.jsonl", "--bots", "all")
    assert ran.code == 0
    assert "Final result" in ran.out
    header = json.loads((here / "other.replay.jsonl").read_text().splitlines()[0])
    assert header["parent"] == {"replay": GOLDEN.name, "move": 12}
    assert run("replay", "other.replay.jsonl").code == 0
    assert GOLDEN.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--at", 999), "there is no move 999; the recording has the moves 0 to 111"),
        (("--at", -1), "there is no move -1"),
        (("--at", 3, "--seat", 4), "there is no seat 4 at a table of 3; 0 is a spectator"),
        (("--at", 3, "--trace"), "--trace and --at exclude each other"),
        (("--at", 3, GOLDEN), "--at takes one file"),
        (("--continue",), "--continue goes with --at"),
        (("--seat", 1), "--seat goes with --at, --diff or --step"),
        (("--at", 111, "--continue"), "is over"),
    ],
)
def test_what_cannot_be_is_told(run: Run, arguments: tuple[object, ...], said: str) -> None:
    ran = run("replay", GOLDEN, *arguments)
    assert ran.code == 2
    assert said in ran.err


def test_where_nothing_changed_that_is_said(run: Run) -> None:
    ran = run("replay", GOLDEN, "--diff", "3", "3")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err == "the seat sees no change between the moves 3 and 3\n"
