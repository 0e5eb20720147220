"""Recordings with something wrong in every place of them."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from aurum_states.replay.format import read_entry, read_header

from .conftest import REPLAYS, Run

LINES = (REPLAYS / "3-base.replay.jsonl").read_bytes().splitlines()
WRONG = (None, True, -1, 2**63, 10**30, 1.5, "", "x", "\ud800", [], [[]], {}, {"1": None}, [{"id": 1}])


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    return [path, *(inner for key in keys for inner in places(data[key], (*path, key)))]


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    made = dict(data) if isinstance(data, dict) else list(data)
    made[path[0]] = changed(data[path[0]], path[1:], value)
    return made


@pytest.mark.parametrize("place", places(json.loads(LINES[0])), ids=str)
def test_a_header_with_a_wrong_value(run: Run, place: tuple[Any, ...]) -> None:
    head = json.loads(LINES[0])
    for value in random.Random(str(place)).sample(WRONG, 3):
        Path("x.jsonl").write_bytes(b"\n".join([json.dumps(changed(head, place, value)).encode(), LINES[1]]))
        for command in (["replay"], ["play", "--bots", "all", "-q", "--resume"]):
            ran = run(*command, "x.jsonl")
            assert ran.code in (0, 1, 2)
            assert "Traceback" not in ran.err
            assert ran.code != 2 or all(line.startswith("x.jsonl") for line in ran.err.splitlines())


@pytest.mark.parametrize("number", [1, len(LINES) - 1])
def test_a_line_with_a_wrong_value(run: Run, number: int) -> None:
    entry = json.loads(LINES[number])
    for place in places(entry):
        value = random.Random(str(place)).choice(WRONG)
        line = json.dumps(changed(entry, place, value)).encode()
        Path("x.jsonl").write_bytes(b"\n".join([*LINES[:number], line, *LINES[number + 1 :], b""]))
        ran = run("replay", "x.jsonl")
        assert ran.code in (0, 1, 2)
        assert (ran.out + ran.err).startswith("x.jsonl")
        assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    "line",
    [
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"move":' + b"[" * 100_000,
        b'{"move":1,"player":1,"action":"x","args":{"a":' + b"[" * 500 + b"]" * 500 + b"}}",
        b'"' * 1_000_000 + b"[" * 200,
        b'"\\' * 1_000_000 + b"[" * 200,
        b'{"move":1,"player":1,"action":"' + b"x" * 5_000_000 + b'","args":{},"transitions":[],"digest":""}',
        b"\xef\xbb\xbf{}",
        b"\xff\xfe{\x00}\x00",
        b"",
        b"\x00",
        b'{"move":NaN}',
        b'{"move":' + b"9" * 100_000 + b"}",
    ],
    ids=lambda line: repr(line[:20]),
)
@pytest.mark.parametrize("number", [0, 1])
def test_a_line_of_rubbish(run: Run, line: bytes, number: int) -> None:
    Path("x.jsonl").write_bytes(b"\n".join([*LINES[:number], line, *LINES[number + 1 :], b""]))
    ran = run("replay", "x.jsonl")
    assert ran.code in (1, 2)
    told = ran.out + ran.err
    assert told.startswith(f"x.jsonl:{number + 1}: error: ") or told == "x.jsonl: error: the file is empty\n"
    assert len(told) < 1000


def test_every_cut_is_read_up_to_the_last_whole_line(run: Run) -> None:
    """Each byte of the first lines, and some of the others."""
    text = b"\n".join(LINES) + b"\n"
    start, few = len(LINES[0]), sum(len(line) + 1 for line in LINES[:4])
    cuts = {
        *range(start, few, 7),
        *range(start, start + 3),
        *random.Random(1).sample(range(few, len(text)), 15),
    }
    for cut in sorted(cuts):
        Path("x.jsonl").write_bytes(text[:cut])
        ran = run("replay", "x.jsonl")
        assert ran.code == 0, (cut, ran)
        moves = sum(line.startswith(b'{"move"') for line in (text[:cut] + b"\n").splitlines()[:-1])
        assert f"x.jsonl: {moves} moves" in ran.out or f"x.jsonl: {moves + 1} moves" in ran.out
    for cut in range(0, start, 11):
        Path("x.jsonl").write_bytes(text[:cut])
        assert run("replay", "x.jsonl").refusal.startswith("x.jsonl")


def test_changed_bytes(run: Run) -> None:
    chance = random.Random(7)
    for _ in range(30):
        text = bytearray(b"\n".join(LINES) + b"\n")
        text[chance.randrange(len(text))] = chance.randrange(256)
        Path("x.jsonl").write_bytes(text)
        ran = run("replay", "x.jsonl")
        assert ran.code in (0, 1, 2)
        assert "Traceback" not in ran.err


def test_deep_but_allowed_nesting_is_read() -> None:
    deep: Any = 1
    for _ in range(95):
        deep = [deep]
    args = json.dumps({"a": deep})
    line = f'{{"move":1,"player":1,"action":"x","args":{args},"transitions":[],"digest":""}}'
    assert read_entry(line.encode(), 2)
    assert read_header(LINES[0])["game"] == "aurum"
