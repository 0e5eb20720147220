"""Who sits at a table. The order of players is the seating order (BGA: player_no)."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

PlayerId: TypeAlias = int
"""A player's id, as BGA's: a number like 2300001, never a seat."""

FIRST_ID = 2300001
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jun", "Kim", "Lea")


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player: id, name and colour (six hex digits, as in gameinfos).

    ``color_preferences`` are the colours they would like, the best first; a game that gives out colours by
    preference looks at them. A beginner gets twice the extra time.
    """

    id: PlayerId
    name: str
    color: str
    color_preferences: tuple[str, ...] = ()
    beginner: bool = False


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


def next_player_table(
    player_ids: Sequence[PlayerId], *, loop: bool = True
) -> dict[PlayerId, PlayerId | None]:
    """Return who follows whom in the order given; without ``loop`` nobody (None) follows the last."""
    if not player_ids:
        return {}
    following: list[PlayerId | None] = [*player_ids[1:], player_ids[0] if loop else None]
    return dict(zip(player_ids, following, strict=True))


def basic_infos(
    player: Player, number: int, *, zombie: bool, eliminated: bool, concede: bool
) -> Mapping[str, int | str]:
    """Return a player's row of BGA's player table, as ``loadPlayersBasicInfos`` has it: there is no score."""
    return {
        "player_id": player.id,
        "player_name": player.name,
        "player_no": number,
        "player_avatar": "",
        "player_color": player.color,
        "player_canal": "",
        "player_is_admin": int(number == 1),
        "player_zombie": int(zombie),
        "player_eliminated": int(eliminated),
        "player_next_notif_no": 1,
        "player_enter_game": 1,
        "player_ai": 0,
        "player_beginner": int(player.beginner),
        "concede": int(concede),
    }
