"""Positions and snapshots with something wrong in every place of them."""

import copy
import json
import random
from typing import Any

import pytest

from aurum_states import Table, load_game
from aurum_states.errors import SetupError

from .conftest import REPLAYS

POSITION = json.loads((REPLAYS / "4-position.replay.jsonl").read_bytes().splitlines()[0])["position"]
WRONG = (
    *(None, True, 0, -1, 5, 99, 2**63, 2**64, 10**30, 1.5, float("inf"), float("nan"), "", "x", "\ud800"),
    *([], [[]], [1], [None] * 60, {}, {"a": 1}, {"1": 1}, b"x", object(), {1, 2}),
)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    return [path, *(inner for key in keys for inner in places(data[key], (*path, key)))]


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    made = copy.copy(data)
    made[path[0]] = changed(data[path[0]], path[1:], value)
    return made


@pytest.mark.parametrize("place", places(POSITION), ids=str)
def test_a_position(place: tuple[Any, ...]) -> None:
    """It is refused with reasons, or it can be."""
    game = load_game("aurum")
    for value in WRONG:
        try:
            Table.create(game, 4, seed="S", position=changed(POSITION, place, value))
        except SetupError as refused:
            assert refused.reasons


@pytest.mark.parametrize(
    "key", ["supply", "extra", "trick", "round", "tricks", "nuggets", "marker", "leader"]
)
def test_a_loose_value_of_a_position(key: str) -> None:
    game = load_game("aurum")
    for value in WRONG:
        try:
            Table.create(game, 4, seed="S", position={**POSITION, key: value})
        except SetupError as refused:
            assert refused.reasons


def test_a_position_that_is_nested_too_deep() -> None:
    deep: Any = []
    for _ in range(900):
        deep = [deep]
    with pytest.raises(SetupError, match="nested deeper than 100 levels"):
        Table.create(load_game("aurum"), 3, seed="S", position={"hands": deep})


def test_a_snapshot() -> None:
    game = load_game("aurum")
    table = Table.create(game, 3, seed="S")
    snapshot = json.loads(json.dumps(table.snapshot()))
    chance = random.Random(5)
    outer = [place for place in places(snapshot) if len(place) <= 2]
    inner = chance.sample([place for place in places(snapshot) if len(place) > 2], 60)
    refused = 0
    for place in outer + inner:
        for value in chance.sample(WRONG, 4):
            try:
                Table.restore(game, changed(snapshot, place, value))
            except SetupError:
                refused += 1
    assert refused > 300
