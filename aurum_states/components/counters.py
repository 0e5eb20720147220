"""BGA's counters: a whole number for each player or for the table, that tells the players when it changes.

The ``message`` of a write is the log text of its notification, or a pair (text, arguments). It is empty by
default: the pages update silently. With None nothing is sent.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, Self, get_args

import msgspec

from aurum_states.components.part import ComponentError, Part, Unsaved
from aurum_states.names import listed

Message = str | tuple[str, Mapping[str, Any]] | None
"""A log text, a pair of it and its arguments, or None for no notification at all."""


Visibility = Literal["visible", "self", "hidden"]
"""Who is told a player's value: everybody, that player, nobody (BGA's ``VISIBLE``, ``SELF``, ``HIDDEN``)."""

_VISIBILITIES: tuple[Visibility, ...] = get_args(Visibility)


class OutOfRangeCounterException(ComponentError):  # noqa: N818 - BGA's name
    """A counter would go below its minimum or above its maximum."""


class UnknownPlayerException(ComponentError):  # noqa: N818 - BGA's name
    """A player counter has no such player."""


class _Limits(msgspec.Struct):
    """What ``fixed`` gives of a counter."""

    name: str
    min: int | None
    max: int | None
    visibility: Visibility = "visible"


class _Named(Unsaved):
    """What never changes of a counter."""

    __slots__ = ("max", "min", "name")

    name: str
    min: int | None
    max: int | None


class Counter(_Named, Part, dict=True, omit_defaults=True):
    """What both kinds share: ``name``, what the page knows it by, and the limits ``min`` and ``max``.

    None is no limit. All three are fixed data.
    """

    def __post_init__(self) -> None:
        self.name = ""
        self.min = 0
        self.max = None
        super().__post_init__()

    def _named(self, name: str, min: int | None, max: int | None) -> Self:  # noqa: A002
        self.name, self.min, self.max = name, min, max
        return self

    def fixed(self) -> dict[str, Any]:
        """Return the name and the limits."""
        return {"name": self.name, "min": self.min, "max": self.max}

    def set_fixed(self, data: Any) -> None:
        """Take the name and the limits back.

        Raises:
            ComponentError: they are none.
        """
        try:
            limits = msgspec.convert(data, _Limits)
        except msgspec.ValidationError as error:
            raise ComponentError(
                f"{type(self).__name__}: no name and limits of a counter: {error}"
            ) from error
        self._named(limits.name, limits.min, limits.max)
        self._seen_by(limits.visibility)

    def _seen_by(self, visibility: Visibility) -> None:
        """Take over who sees the values; a counter of the table is seen by all."""

    def as_data(self) -> dict[str, Any]:
        """Return the name and the value."""
        return {"name": self.name, **super().as_data()}

    def _check(self, value: int) -> None:
        """Refuse a value out of range.

        Raises:
            OutOfRangeCounterException: it is below the minimum or above the maximum.
            ComponentError: it is no whole number.
        """
        if type(value) is not int:
            raise ComponentError(f"counter {self.name!r} holds whole numbers, not {value!r}")
        if self.min is not None and value < self.min:
            raise OutOfRangeCounterException(
                f"counter {self.name!r}: {value} is below its minimum {self.min}"
            )
        if self.max is not None and value > self.max:
            raise OutOfRangeCounterException(
                f"counter {self.name!r}: {value} is above its maximum {self.max}"
            )

    def _tell(self, type: str, message: str | tuple[str, Mapping[str, Any]], args: dict[str, Any]) -> None:  # noqa: A002
        """Send the notification; what it says of the counter outranks the message's own arguments."""
        if isinstance(message, str):
            self.services.notify.all(type, message, **args)
        else:
            self.services.notify.all(type, message[0], **{**message[1], **args})

    def _change(self, old: int, value: int) -> dict[str, Any]:
        inc = value - old
        return {"name": self.name, "value": value, "oldValue": old, "inc": inc, "absInc": abs(inc)}


class TableCounter(Counter, dict=True, omit_defaults=True):
    """One number for the whole table, such as the round (BGA: ``createTableCounter`` and its ``initDb``)."""

    value: int = 0

    @classmethod
    def create(cls, name: str, initial: int = 0, *, min: int | None = 0, max: int | None = None) -> Self:  # noqa: A002
        """Return a counter at its initial value.

        Raises:
            OutOfRangeCounterException: the initial value is out of range.
        """
        counter = cls(initial)._named(name, min, max)
        counter._check(initial)
        return counter

    def get(self) -> int:
        """Return the value."""
        return self.value

    def set(self, value: int, message: Message = "") -> int:
        """Set the value, tell the players (``setTableCounter``) and return it.

        Raises:
            OutOfRangeCounterException: the value is out of range; nothing has changed.
        """
        self._check(value)
        old, self.value = self.value, value
        if message is not None:
            self._tell("setTableCounter", message, self._change(old, value))
        return value

    def inc(self, inc: int, message: Message = "") -> int:
        """Add to the value as ``set`` does and return the new one; adding 0 tells nobody."""
        return self.set(self.value + inc, message if inc else None)

    def fill_result(self, result: dict[str, Any], field_name: str | None = None) -> None:
        """Write the value into what ``get_all_datas`` returns, under the counter's name or another."""
        result[field_name or self.name] = self.value


class PlayerCounter(Counter, dict=True, omit_defaults=True):
    """A number for each player, such as money (BGA: ``createPlayerCounter`` and its ``initDb``).

    ``visibility`` says who is told a value, by notifications and by ``fill_result``; fixed data.
    """

    values: dict[int, int]

    def __post_init__(self) -> None:
        self.visibility: Visibility = "visible"
        super().__post_init__()

    def fixed(self) -> dict[str, Any]:
        """Return the name, the limits, and who sees the values unless everybody does."""
        seen = {} if self.visibility == "visible" else {"visibility": self.visibility}
        return {**super().fixed(), **seen}

    def _seen_by(self, visibility: Visibility) -> None:
        self.visibility = visibility

    @classmethod
    def create(
        cls,
        name: str,
        player_ids: Iterable[int],
        initial: int = 0,
        *,
        min: int | None = 0,  # noqa: A002
        max: int | None = None,  # noqa: A002
        visibility: Visibility = "visible",
    ) -> Self:
        """Return a counter for these players (BGA allows others too, such as 0 for an automaton).

        Raises:
            OutOfRangeCounterException: the initial value is out of range.
            ComponentError: there is no such visibility.
        """
        if visibility not in _VISIBILITIES:
            raise ComponentError(
                f"counter {name!r}: visibility is one of {listed(_VISIBILITIES)}, not {visibility!r}"
            )
        counter = cls(dict.fromkeys(player_ids, initial))._named(name, min, max)
        counter.visibility = visibility
        counter._check(initial)
        return counter

    def get(self, player_id: int) -> int:
        """Return a player's value.

        Raises:
            UnknownPlayerException: the counter has no such player.
        """
        try:
            return self.values[player_id]
        except KeyError:
            raise UnknownPlayerException(
                f"counter {self.name!r} has no player {player_id!r}; it has {listed(self.values)}"
            ) from None

    def get_all(self) -> dict[int, int]:
        """Return every player's value, by id."""
        return self.values.copy()

    def get_min(self) -> int:
        """Return the lowest value any player has (not the limit)."""
        return min(self.values.values())

    def get_max(self) -> int:
        """Return the highest value any player has (not the limit)."""
        return max(self.values.values())

    def set(self, player_id: int, value: int, message: Message = "") -> int:
        """Set a player's value, tell who may see it (``setPlayerCounter``) and return it.

        Raises:
            UnknownPlayerException: the counter has no such player.
            OutOfRangeCounterException: the value is out of range; nothing has changed.
        """
        return self._change_to(player_id, self.get(player_id), value, message)

    def _change_to(self, player_id: int, old: int, value: int, message: Message) -> int:
        self._check(value)
        self.values[player_id] = value
        if message is not None:
            args = self._change(old, value)
            args["playerId"] = args["player_id"] = player_id
            if self.visibility == "visible":
                self._tell("setPlayerCounter", message, args)
            else:
                self._tell_owner(player_id, "setPlayerCounter", message, args)
        return value

    def _tell_owner(
        self,
        player_id: int,
        type: str,  # noqa: A002
        message: str | tuple[str, Mapping[str, Any]],
        args: dict[str, Any],
    ) -> None:
        """Tell a value that not everybody may see to whom it belongs, or to nobody."""
        if self.visibility == "self" and player_id in self.services.players:
            log, more = (message, {}) if isinstance(message, str) else message
            self.services.notify.player(player_id, type, log, **{**more, **args})

    def inc(self, player_id: int, inc: int, message: Message = "") -> int:
        """Add to a player's value as ``set`` does and return the new one; adding 0 tells nobody."""
        old = self.get(player_id)
        return self._change_to(player_id, old, old + inc, message if inc else None)

    def set_all(self, value: int, message: Message = "") -> int:
        """Set the value of every player, tell who may see it (``setPlayerCounterAll``) and return it.

        Raises:
            OutOfRangeCounterException: the value is out of range; nothing has changed.
        """
        self._check(value)
        for player_id in self.values:
            self.values[player_id] = value
        if message is not None:
            args = {"name": self.name, "value": value}
            if self.visibility == "visible":
                self._tell("setPlayerCounterAll", message, args)
            else:
                for player_id in self.values:
                    self._tell_owner(player_id, "setPlayerCounterAll", message, args)
        return value

    def fill_result(
        self, result: dict[str, Any], field_name: str | None = None, current_player_id: int | None = None
    ) -> None:
        """Write each value into ``result["players"][id]``, under the counter's name or another.

        A value that ``current_player_id`` (None for a spectator) may not see is left out.
        """
        players = result.setdefault("players", {})
        for player_id, value in self.values.items():
            if self.visibility != "visible" and (
                self.visibility == "hidden" or player_id != current_player_id
            ):
                continue
            players.setdefault(player_id, {})[field_name or self.name] = value
