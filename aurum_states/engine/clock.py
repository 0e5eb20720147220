"""How much time players have to think: a clock that runs only where a program says so.

No table reads the time of day. What a game gives (BGA: ``giveExtraTime``) and what a server takes stands in
the snapshot, is rolled back with a move that fails, and never counts for the digest.
"""

from typing import TYPE_CHECKING

import msgspec

from aurum_states.engine.players import PlayerId
from aurum_states.errors import GameError
from aurum_states.names import listed

if TYPE_CHECKING:
    from aurum_states.engine.setup import Setup

INITIAL_TIME = 180
"""What every player has at the start, in seconds, and at most later. BGA's figure depends on the table."""
_UNLIMITED = 9
"""BGA's real-time speed (option 200) without a clock: among friends."""
_USUAL = {"fast_additional_time": 30, "medium_additional_time": 40, "slow_additional_time": 50}
_INCREMENTS = {0: "fast_additional_time", 2: "slow_additional_time"}
"""By speed; every other has the medium one."""


class Clocks(msgspec.Struct, frozen=True):
    """What the clocks show, by seat: seconds left, and how often extra time was given.

    ``bonuses`` is BGA's statistic ``time_bonus_nbr``.
    """

    left: tuple[int, ...]
    bonuses: tuple[int, ...]


class Clock:
    """The clocks of a table. ``shown`` is replaced at each change, never changed itself."""

    __slots__ = ("_increment", "_players", "shown")

    def __init__(self, setup: "Setup") -> None:
        self._players, speed = setup.players, setup.options.speed
        timed = setup.options.is_real_time() and speed != _UNLIMITED
        self._increment = _increment(setup, speed) if timed else None
        self.shown = self.start

    @property
    def start(self) -> Clocks:
        """What the clocks show at the start of the game."""
        count = len(self._players)
        return Clocks((INITIAL_TIME,) * count, (0,) * count)

    def left(self, player_id: PlayerId) -> int:
        """Return the seconds that a player has left.

        Raises:
            GameError: there is no such player.
        """
        return self.shown.left[self._seat(player_id)]

    def give(self, player_id: PlayerId, seconds: int | None = None) -> None:
        """Give extra time: what the table's speed says, twice that to a beginner, or a specific number.

        At most up to what everybody has at the start. Turn-based tables have no such clock.

        Raises:
            GameError: there is no such player.
        """
        seat = self._seat(player_id)
        if self._increment is None:
            return
        if seconds is None:
            seconds = self._increment * (2 if self._players[seat].beginner else 1)
        self._show(seat, min(max(INITIAL_TIME, self.shown.left[seat]), self.shown.left[seat] + seconds), 1)

    def take(self, player_id: PlayerId, seconds: int) -> None:
        """Take time that a player has used; what is left may go below zero."""
        seat = self._seat(player_id)
        self._show(seat, self.shown.left[seat] - seconds, 0)

    def _show(self, seat: int, left: int, bonus: int) -> None:
        lefts, bonuses = list(self.shown.left), list(self.shown.bonuses)
        lefts[seat] = left
        bonuses[seat] += bonus
        self.shown = Clocks(tuple(lefts), tuple(bonuses))

    def _seat(self, player_id: PlayerId) -> int:
        for seat, player in enumerate(self._players):
            if player.id == player_id:
                return seat
        raise GameError(
            f"no player {player_id!r} at this table has a clock (players: "
            f"{listed(player.id for player in self._players)})"
        )


def _increment(setup: "Setup", speed: int) -> int:
    key = _INCREMENTS.get(speed, "medium_additional_time")
    declared = getattr(setup.definition.infos, key)
    return declared if type(declared) is int else _USUAL[key]
