"""``play --resume`` goes on where a recording stops, and comes to the same end as if it had never stopped."""

import json
from pathlib import Path

import pytest

from .conftest import Run, change, copied


@pytest.mark.parametrize(("size", "said"), [(5000, "line 24 is cut off"), (None, ""), (-1, "")])
def test_the_same_file_to_the_same_end(run: Run, recording: Path, size: int | None, said: str) -> None:
    """Cut inside a line, at a line's end, and before a line's end."""
    whole = recording.read_bytes()
    lines = whole.splitlines(keepends=True)
    cut = whole[:size] if size == 5000 else b"".join(lines[:30])[:size]
    recording.write_bytes(cut)
    ran = run("play", "--resume", recording)
    assert ran.code == 0
    assert said in ran.err
    assert "going on after move" in ran.err
    assert "Winner" in ran.out
    assert recording.read_bytes() == whole


def test_another_file(run: Run, here: Path, recording: Path) -> None:
    whole = recording.read_bytes()
    recording.write_bytes(whole[:5000])
    ran = run("play", "--resume", recording, "--replay", "b.jsonl")
    assert ran.code == 0
    assert recording.read_bytes() == whole[:5000]
    assert (here / "b.jsonl").read_bytes() == whole


def test_persons_go_on(run: Run, here: Path) -> None:
    run("play", "aurum", "--bots", "2,3", "--seed", "S", "--replay", "a.jsonl", answers="B4\n")
    ran = run("play", "--resume", "a.jsonl", "--bots", "2,3", answers="keep\n")
    assert ran.code == 130
    assert "Round 1:" not in ran.out
    moves = [json.loads(line) for line in (here / "a.jsonl").read_text(encoding="utf-8").splitlines()[1:]]
    assert [move["action"] for move in moves[:4]] == ["actBid", "actBid", "actBid", "actKeepBid"]
    assert run("replay", "a.jsonl").code == 0


def test_nothing_is_written_where_it_cannot_go_on(run: Run, recording: Path) -> None:
    ended = recording.read_bytes()
    ran = run(
        "play", "--resume", recording.name, "--seed", "S", "--players", 3, "--bots", "4", "--replay", "no/x"
    )
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines() == [
        "error: --players is for a new game; --resume has it from game.replay.jsonl",
        "error: --seed is for a new game; --resume has it from game.replay.jsonl",
        "error: --replay: there is no folder no",
        "error: the game in game.replay.jsonl is over: there is nothing to go on with",
        "error: --bots: there is no seat 4 at a table of 3; seats are 1 to 3",
    ]
    different = copied(recording, "b.jsonl")
    lines = ended.splitlines(keepends=True)[:20]
    different.write_bytes(b"".join(lines).replace(b'"seed":"S"', b'"seed":"T"'))
    before = different.read_bytes()
    ran = run("play", "--resume", different.name)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("b.jsonl:2: error: move 1 in state bidding")
    assert (recording.read_bytes(), different.read_bytes()) == (ended, before)


def test_a_wrong_file(run: Run, recording: Path) -> None:
    change(recording, '"format":"aurum-states-replay"', '"format":"something"')
    ran = run("play", "--resume", recording.name)
    assert ran.code == 2
    assert ran.err.startswith("game.replay.jsonl:1: error: no replay")
