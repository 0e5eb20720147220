"""A page of any game as numbers: each fact on it has a place, found by a hash, which is 1 while it holds.

A fact is a path on the page with what stands there, such as ``players.seat0.score=3``. Players are counted
from the seat itself, so that everybody learns from everybody's games. Ids of other things, which are keys of
the page, are left out, since they mean something else in every game. Facts may share a place: this encoding
is for a start, ``encode_view`` for more.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any
from zlib import crc32

SIZE = 1024
"""How many numbers there are."""

_TOLD_ELSEWHERE = ("playerorder",)
_OF_A_PERSON = ("id", "no", "name", "color")


def hashed(view: Mapping[str, Any]) -> list[float]:
    """Return a page (``Table.view_for``) as ``SIZE`` zeros and ones."""
    numbers = [0.0] * SIZE
    seats = {player: f"seat{place}" for place, player in enumerate(view["playerorder"])}
    players = {
        player: {key: value for key, value in seat.items() if key not in _OF_A_PERSON}
        for player, seat in view["players"].items()
    }
    page = {key: value for key, value in view.items() if key not in _TOLD_ELSEWHERE}
    times: Counter[str] = Counter()
    for fact in _facts({**page, "players": players}, "", seats):
        times[fact] += 1
        numbers[crc32(f"{fact}#{times[fact]}".encode()) % SIZE] = 1.0
    return numbers


def _facts(value: Any, path: str, seats: Mapping[int, str]) -> Iterator[str]:
    """Yield every path with what stands there."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            seat = _seat(key, seats)
            is_id = seat is None and str(key).isdecimal()
            yield from _facts(one, path if is_id else f"{path}.{seat or key}", seats)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _facts(one, path, seats)
    elif value is not None:
        yield f"{path}={_seat(value, seats) or value}"


def _seat(value: Any, seats: Mapping[int, str]) -> str | None:
    """Return the seat that a key or value means, None for anything else."""
    if isinstance(value, str) and value.isdecimal() and value.isascii():
        value = int(value)
    return seats.get(value) if type(value) is int else None
