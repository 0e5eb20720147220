"""BGA's legacy data: what a game remembers of a player from one table to the next.

There are no other tables here: what is set stays with this one, is saved and restored with it, and an author
sees at the desk what BGA would refuse.
"""

import re
from collections.abc import Iterable
from hashlib import blake2b
from typing import Any

import msgspec

from aurum_states.components.globals import copied, plain
from aurum_states.components.part import ComponentError, Part
from aurum_states.names import listed

SIZE_LIMIT = 64 * 1024
"""The most bytes of JSON that one player may have in a game."""
LONGEST_TTL = 365
"""The most days that data may be kept."""


class LegacyError(ComponentError):
    """Data that BGA would not keep: a wrong key, too much of it, or too early."""


class LegacyData(Part, dict=True, omit_defaults=True):
    """Values in JSON's types by key, for each player, for the game (player 0) and for the team at the table.

    BGA wants them written in the last action of a game only; here they may be written after the set-up.

    Args:
        values: owner -> key -> value; the owner is a player's id, 0, or the team's.
        days: owner -> key -> how many days it is to be kept, where that is not the longest time.
    """

    values: dict[str, dict[str, Any]] = msgspec.field(default_factory=dict)
    days: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)

    def set(self, key: str, player_id: int, value: Any, ttl: int = LONGEST_TTL) -> None:
        """Keep a value for a player, or with id 0 for the game, for ``ttl`` days.

        Raises:
            LegacyError: the key, the value, its size or the time is not allowed, the id is nobody's, or the
                game is still being set up.
        """
        self._set(key, self._owner(player_id), value, ttl)

    def get(self, key: str, player_id: int, default: Any = None) -> Any:
        """Return a copy of a player's value, or the default.

        Raises:
            LegacyError: the key is not allowed, or the id is nobody's.
        """
        return self._get(key, self._owner(player_id), default)

    def delete(self, key: str, player_id: int) -> None:
        """Forget a player's value, if there is one. Raises as ``get``."""
        self._delete(key, self._owner(player_id))

    def set_team(self, key: str, value: Any, ttl: int = LONGEST_TTL) -> None:
        """Keep a value for exactly these players together. Raises as ``set``."""
        self._set(key, self._team(), value, ttl)

    def get_team(self, key: str, default: Any = None) -> Any:
        """Return a copy of the team's value, or the default. Raises as ``get``."""
        return self._get(key, self._team(), default)

    def delete_team(self, key: str) -> None:
        """Forget the team's value, if there is one. Raises as ``get``."""
        self._delete(key, self._team())

    def as_data(self) -> dict[str, dict[str, Any]]:
        """Return owner -> key -> value."""
        return {owner: copied(values) for owner, values in self.values.items()}

    # -- keeping ------------------------------------------------------------------------------------

    def _set(self, key: str, owner: str, value: Any, ttl: int) -> None:
        _check_key(key)
        if self.services.setting_up:
            raise LegacyError("storeLegacyData: it cannot be written in setup_new_game, only at the end")
        if type(ttl) is not int or not 0 < ttl <= LONGEST_TTL:
            raise LegacyError(f"storeLegacyData: data is kept for 1 to {LONGEST_TTL} days, not {ttl!r}")
        kept = plain(value, key, LegacyError)
        held = {**self.values.get(owner, {}), key: kept}
        size = len(msgspec.json.encode(held))
        if size > SIZE_LIMIT:
            raise LegacyError(
                f"storeLegacyData: FEX_legacy_size_exceeded: with {key!r} there would be {size} bytes for "
                f"one owner; at most {SIZE_LIMIT} are allowed"
            )
        self.values[owner] = held
        self.days.setdefault(owner, {}).pop(key, None)
        if ttl != LONGEST_TTL:
            self.days[owner][key] = ttl
        if not self.days[owner]:
            del self.days[owner]

    def _get(self, key: str, owner: str, default: Any) -> Any:
        _check_key(key)
        values = self.values.get(owner, {})
        return copied(values[key]) if key in values else default

    def _delete(self, key: str, owner: str) -> None:
        _check_key(key)
        for kept in (self.values, self.days):
            if owner in kept:
                kept[owner].pop(key, None)
                if not kept[owner]:
                    del kept[owner]

    def _owner(self, player_id: int) -> str:
        if player_id != 0 and player_id not in self.services.players:
            raise LegacyError(
                f"legacy data: no player {player_id!r} (at the table: {listed(self.services.players)})"
            )
        return str(player_id)

    def _team(self) -> str:
        return f"team {_digest(sorted(self.services.players))}"


def _digest(ids: Iterable[int]) -> str:
    return blake2b(",".join(map(str, ids)).encode(), digest_size=4).hexdigest()


def _check_key(key: str) -> None:
    if not isinstance(key, str) or not 0 < len(key) <= 16:
        raise LegacyError(f"storeLegacyData: Key must be between 1 and 16 characters: {key!r}")
    if not re.fullmatch("[A-Za-z0-9]+", key):
        raise LegacyError(f"storeLegacyData: Key must only contain a-z, A-Z or 0-9: {key!r}")
