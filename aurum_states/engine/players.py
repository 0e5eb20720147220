"""Who sits at a table. The order of players is the seating order (BGA: player_no)."""

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

PlayerId: TypeAlias = int
"""A player's id, as BGA's: a number like 2300001, never a seat."""

FIRST_ID = 2300001
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jun", "Kim", "Lea")


class Player(msgspec.Struct, frozen=True):
    """One player: id, name and colour (six hex digits, as in gameinfos)."""

    id: PlayerId
    name: str
    color: str


def seat_players(count: int, colors: Sequence[str]) -> tuple[Player, ...]:
    """Return ``count`` players with the ids, names and colours used where none are given."""
    return tuple(
        Player(
            FIRST_ID + seat,
            NAMES[seat] if seat < len(NAMES) else f"Player {seat + 1}",
            colors[seat] if seat < len(colors) else "000000",
        )
        for seat in range(count)
    )
