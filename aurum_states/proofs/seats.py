"""What one seat gets of a table, in JSON's types, and where two such things differ."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import ActionResult
from aurum_states.engine.table import Table

encode = msgspec.json.encode
_decode = msgspec.json.decode

SPECTATOR = "a spectator"
_SHOWN = 70
"""How much of a value is shown."""


def seats_of(table: Table) -> list[PlayerId | None]:
    """Return who looks at a table: a spectator, and each player."""
    return [None, *(player.id for player in table.players)]


def name_of(table: Table, seat: PlayerId | None) -> str:
    """Return a seat's name for a message."""
    return SPECTATOR if seat is None else table.setup.names.get(seat, str(seat))


def seen(table: Table, seat: PlayerId | None) -> dict[str, Any]:
    """Return everything that a seat can look at: its page, args, title, moves and how they are written."""
    moves = [] if seat is None else table.possible_moves(seat)
    return {
        "view": table.view_for(seat),
        "args": table.args_for(seat),
        "title": table.title_for(seat),
        "moves": moves,
        "labels": [] if seat is None else [table.label_move(seat, move) for move in moves],
    }


def told(result: ActionResult, seat: PlayerId | None) -> list[dict[str, Any]]:
    """Return the notifications that a seat gets of a move, in order."""
    return [
        {"type": one.type, "log": one.log, "args": one.args, "text": one.text}
        for sent in result.notifications
        if (one := sent.seen_by(seat)) is not None
    ]


def everything(table: Table) -> dict[str, Any]:
    """Return what all seats can look at, with the table's state, digest and result."""
    return {
        "state": table.state,
        "active": table.active_players,
        "digest": table.digest,
        "ranking": table.ranking(),
        "seats": {str(seat or 0): seen(table, seat) for seat in seats_of(table)},
    }


def differences(before: Any, after: Any) -> list[str]:
    """Return where two things differ, one line each: ``view.hand.12: 'S7' -> 'G3'``.

    Compared as JSON, the order of keys included.
    """
    old, new = encode(before), encode(after)
    if old == new:
        return []
    return list(_walk(_decode(old), _decode(new), "")) or ["the same, but the keys stand in another order"]


def _walk(old: Any, new: Any, path: str) -> Iterator[str]:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in {**old, **new}:
            inner = f"{path}.{key}" if path else str(key)
            if key not in new:
                yield f"{inner}: {_shown(old[key])} -> nothing"
            elif key not in old:
                yield f"{inner}: nothing -> {_shown(new[key])}"
            else:
                yield from _walk(old[key], new[key], inner)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for place, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from _walk(one, other, f"{path}[{place}]")
    elif old != new or type(old) is not type(new):
        yield f"{path or 'all of it'}: {_shown(old)} -> {_shown(new)}"


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
