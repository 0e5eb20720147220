"""Persons who leave the table, come back and concede at the terminal."""

import json
from pathlib import Path

import pytest

from .conftest import Run


def kinds(path: Path) -> list[str]:
    return [next(iter(json.loads(line))) for line in path.read_text(encoding="utf-8").splitlines()[1:]]


def test_who_leaves_is_played_for_to_the_end(run: Run, here: Path) -> None:
    ran = run("play", "aurum", "--bots", "2,3", "--seed", "S", "--replay", "a.jsonl", answers="leave\n")
    assert ran.code == 0
    assert "Ada has left" in ran.out
    assert "(has left)" in ran.out
    assert "Winners: Ben, Cleo" in ran.out
    lines = kinds(here / "a.jsonl")
    assert lines[:2] == ["quit", "zombie"]
    assert lines[-1] == "end"
    assert run("replay", "a.jsonl").code == 0


def test_another_seat_leaves_and_comes_back(run: Run, here: Path) -> None:
    answers = "leave 2\ntable\nback 2\nB4\n"
    ran = run("play", "aurum", "--bots", "3", "--seed", "S", "--replay", "a.jsonl", answers=answers)
    assert "Ben has left" in ran.out
    assert "Ben  has left" in ran.out  # the drawn table
    assert "Ben is back" in ran.out
    assert kinds(here / "a.jsonl")[:4] == ["quit", "zombie", "back", "move"]


def test_conceding_and_what_cannot_be(run: Run, here: Path) -> None:
    answers = "concede 3\nconcede 3\nback 3\nback\nleave 9\n"
    ran = run("play", "aurum", "--bots", "3", "--seed", "S", "--replay", "a.jsonl", answers=answers)
    assert "Cleo concedes the game" in ran.out
    for told in (
        "Cleo cannot concede: Cleo is no longer in the game",
        "Cleo cannot come back: Cleo has conceded",
        "Ada cannot come back: Ada has not left the table",
        "there is no seat 9: they are 1 to 3",
    ):
        assert told in ran.err
    assert kinds(here / "a.jsonl") == ["concede", "zombie"]


def test_help_tells_how(run: Run) -> None:
    ran = run("play", "aurum", "--bots", "2,3", "--seed", "S", answers="?\n")
    assert "leave, or leave 2 for seat 2: the game plays for who has left" in ran.out


@pytest.mark.parametrize("cut", [1, 2])
def test_a_resumed_game_plays_the_turns_that_were_cut_off(run: Run, here: Path, cut: int) -> None:
    run("play", "aurum", "--bots", "2", "--seed", "S", "--replay", "a.jsonl", answers="leave 3\nB4\n")
    lines = (here / "a.jsonl").read_bytes().splitlines(keepends=True)
    assert kinds(here / "a.jsonl")[:2] == ["quit", "zombie"]
    (here / "b.jsonl").write_bytes(b"".join(lines[: 1 + cut]))
    run("play", "--resume", "b.jsonl", "--bots", "2", answers="B4\n")
    assert (here / "b.jsonl").read_bytes() == (here / "a.jsonl").read_bytes()
