"""What happened: moves, their results, and the lines that recordings are made of."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import msgspec

from aurum_states.definitions.states import Transition
from aurum_states.engine.notifications import Notification
from aurum_states.engine.packets import Packet, packets, too_large
from aurum_states.engine.players import PlayerId


class Move(msgspec.Struct, frozen=True):
    """A decision that a player can take: BGA's action name and its wire arguments."""

    action: str
    args: dict[str, Any] = {}

    def __str__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.args.items())
        return f"{self.action}({given})"


class MoveLine(msgspec.Struct, gc=False):
    """One accepted move as a replay holds it."""

    move: int
    player: PlayerId
    action: str
    args: Any
    transitions: Sequence[Transition]
    digest: str


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Whom a line is about that is no move."""

    player: PlayerId


class ZombieLine(msgspec.Struct, gc=False):
    """One turn that the game played for a player who has left."""

    zombie: Seat
    transitions: Sequence[Transition]
    digest: str


class QuitLine(msgspec.Struct, gc=False):
    """A player has left the table; the game plays for them from here on."""

    quit: Seat


class BackLine(msgspec.Struct, gc=False):
    """A player who had left has come back."""

    back: Seat


class ConcedeLine(msgspec.Struct, gc=False):
    """A player has given up."""

    concede: Seat
    transitions: Sequence[Transition]
    digest: str


class PreferenceChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Which player gave which preference (``id``) which value."""

    player: PlayerId
    id: int
    value: int


class PreferenceLine(msgspec.Struct, gc=False):
    """A player's change of a preference, and what the game made of it."""

    preference: PreferenceChange
    transitions: Sequence[Transition]
    digest: str


class UndoneTo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Who took back a move, and after which move the table stands again."""

    player: PlayerId
    to: int


class UndoLine(msgspec.Struct, gc=False):
    """A player has taken back their last move."""

    undo: UndoneTo
    digest: str


Line: TypeAlias = MoveLine | ZombieLine | QuitLine | BackLine | ConcedeLine | PreferenceLine | UndoLine

Recorder: TypeAlias = Callable[..., None]
"""Is given the lines of a request just before that is committed; where it fails nothing has happened.

It is called once, with a line as each argument: mostly one, more where the game then plays for players who
have left. So no recording can hold half of what happened.
"""

encode_line = msgspec.json.Encoder().encode
"""Encode a line as one JSON object, keys in the order of the fields."""


class ActionResult(msgspec.Struct, frozen=True, gc=False):
    """What an accepted move did: the transitions taken, in order, and who was told what.

    ``notifications`` are in the order in which they were raised. ``move`` is the number of moves so far,
    ``digest`` the hash of the whole table after this one (16 hex digits; empty in simulation mode). What was
    then played for players who have left is part of it, turn by turn in ``zombie_turns``.
    """

    transitions: tuple[Transition, ...]
    notifications: tuple[Notification, ...]
    digest: str
    move: int
    zombie_turns: tuple[ZombieLine, ...] = ()

    @property
    def packets(self) -> list[Packet]:
        """The notifications as BGA sends them: those of single players first, then the public ones."""
        return packets(self.notifications)

    @property
    def is_public(self) -> bool:
        """Whether everybody is told something; only then BGA's move number goes up."""
        return any(one.audience is None for one in self.notifications)

    @property
    def warnings(self) -> list[str]:
        """What BGA would refuse though this table lets it pass: a packet that is too large."""
        return list(too_large(self.notifications))


class Ranked(msgspec.Struct, frozen=True):
    """One player's final place. Equal scores share a rank and the next rank skips: 1, 1, 3."""

    id: PlayerId
    score: int
    aux: int
    rank: int
