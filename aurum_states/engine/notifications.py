"""What the players are told: notifications with BGA's type, log text and arguments.

A notification is frozen when it is raised: its arguments are encoded at the author's line, so nothing
that happens later changes what was said, and a value that cannot be sent fails where it was written.
"""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from aurum_states.engine.players import PlayerId
from aurum_states.errors import NotificationArgsError, StateError
from aurum_states.names import listed

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode
_PLACEHOLDER = re.compile(r"\$\{([^}]*)\}")
_placeholders: dict[str, tuple[str, ...]] = {}


def placeholders(log: str) -> tuple[str, ...]:
    """Return the names in a text's ``${name}`` places, in order."""
    names = _placeholders.get(log)
    if names is None:
        names = tuple(_PLACEHOLDER.findall(log))
        if len(_placeholders) < 10_000:
            _placeholders[log] = names
    return names


def fill(log: str, args: Mapping[str, Any]) -> str:
    """Return the text with its ``${name}`` places filled from args; unknown ones stay."""
    return _PLACEHOLDER.sub(lambda place: _shown(args.get(place[1], place[0])), log)


def _shown(value: Any) -> str:
    if isinstance(value, Mapping) and "log" in value:
        return fill(str(value["log"]), value.get("args", {}))
    return str(value)


class Notification(msgspec.Struct, frozen=True, gc=False):
    """One message: to ``audience`` (a player's id, None for everybody), frozen as JSON ``payload``."""

    audience: PlayerId | None
    type: str
    log: str
    payload: bytes

    @property
    def args(self) -> dict[str, Any]:
        """The arguments, decoded anew: changing them changes nothing else."""
        decoded: dict[str, Any] = _decode(self.payload)
        return decoded

    @property
    def text(self) -> str:
        """The log text with its placeholders filled; empty for a silent notification."""
        return fill(self.log, self.args) if self.log else ""


class Notify:
    """``self.notify`` of a game: collects notifications until the move is committed.

    ``${player_name}`` is filled from ``player_id`` where the arguments do not give it.
    """

    __slots__ = ("_names", "pending")

    def __init__(self, names: Mapping[PlayerId, str]) -> None:
        self._names = names
        self.pending: list[Notification] = []

    def all(self, type: str, log: str = "", /, **args: Any) -> None:  # noqa: A002
        """Tell everybody (BGA: ``notify->all``).

        Raises:
            NotificationArgsError: the text has a placeholder that args lack.
            StateError: an argument cannot be sent as JSON.
        """
        self._raise(None, type, log, args)

    def player(self, player_id: PlayerId, type: str, log: str = "", /, **args: Any) -> None:  # noqa: A002
        """Tell one player (BGA: ``notify->player``). Raises as ``all`` does."""
        if player_id not in self._names:
            raise StateError(f"notify.player({player_id}, {type!r}): no such player at this table")
        self._raise(player_id, type, log, args)

    def _raise(self, audience: PlayerId | None, type: str, log: str, args: dict[str, Any]) -> None:  # noqa: A002
        names = _placeholders.get(log)
        for name in placeholders(log) if names is None else names:
            if name not in args:
                if name == "player_name" and args.get("player_id") in self._names:
                    args[name] = self._names[args["player_id"]]
                    continue
                raise NotificationArgsError(
                    f"notification {type!r}: the text {log!r} has the placeholder ${{{name}}}, "
                    f"but the arguments have no {name!r} (given: {listed(sorted(args))})",
                    type=type,
                    missing=name,
                )
        try:
            payload = _encode(args)
        except (TypeError, ValueError, OverflowError) as error:
            raise StateError(f"notification {type!r}: an argument cannot be sent as JSON: {error}") from error
        self.pending.append(Notification(audience, type, log, payload))


class SilentNotify(Notify):
    """Says nothing: simulations have nobody to tell."""

    __slots__ = ()

    def all(self, type: str, log: str = "", /, **args: Any) -> None:  # noqa: A002
        """Drop the notification."""

    def player(self, player_id: PlayerId, type: str, log: str = "", /, **args: Any) -> None:  # noqa: A002
        """Drop the notification."""
