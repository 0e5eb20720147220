"""What the players are told: notifications with BGA's type, log text and arguments.

A notification is frozen when it is raised: its arguments are encoded at the author's line, so nothing
that happens later changes what was said, and a value that cannot be sent fails where it was written.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec

from aurum_states.definitions.notification_types import FRAMEWORK_TYPES
from aurum_states.definitions.shapes import short_repr
from aurum_states.engine.messages import (
    PRIVATE,
    NotificationMessage,
    fill,
    known_placeholders,
    own_name,
    placeholders,
)
from aurum_states.engine.players import PlayerId
from aurum_states.errors import NotificationArgsError, StateError
from aurum_states.names import listed

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode

Decorator = Callable[[str, dict[str, Any]], dict[str, Any]]
"""Is given a notification's text and arguments, and returns the arguments to send."""


class Notification(msgspec.Struct, frozen=True, gc=False):
    """One message: to ``audience`` (a player's id, None for everybody), frozen as JSON ``payload``.

    ``own`` holds what some players get in place of the public one: their log and payload, by id. Whoever
    shows a notification to a seat asks for ``seen_by`` first.
    """

    audience: PlayerId | None
    type: str
    log: str
    payload: bytes
    own: Mapping[PlayerId, tuple[str, bytes]] | None = None

    @property
    def args(self) -> dict[str, Any]:
        """The arguments that the whole audience gets, decoded anew: changing them changes nothing else."""
        decoded: dict[str, Any] = _decode(self.payload)
        return decoded

    @property
    def text(self) -> str:
        """The log text with its placeholders filled; empty for a silent notification."""
        return fill(self.log, self.args) if self.log else ""

    @property
    def history(self) -> dict[str, Any]:
        """What BGA's game log keeps of the arguments, for pages that are loaded later.

        Those named in the log text, in ``preserve`` and in ``i18n``, these two, and ``player_id``.
        """
        args = self.args
        kept = {*placeholders(self.log), "i18n", "preserve", "player_id"}
        for listing in ("preserve", "i18n"):
            kept.update(args.get(listing) or ())
        return {name: value for name, value in args.items() if name in kept}

    def seen_by(self, player_id: PlayerId | None) -> "Notification | None":
        """Return the notification as a player gets it, None where they do not; None asks for a spectator."""
        if self.audience is not None:
            return self if self.audience == player_id else None
        if self.own is None:
            return self
        public = (self.log, self.payload)
        return Notification(
            None, self.type, *(public if player_id is None else self.own.get(player_id, public))
        )

    def by_audience(self) -> "list[Notification]":
        """Return one for each audience: the public one, and what some players get in its place."""
        if self.own is None:
            return [self]
        own = [Notification(player_id, self.type, *parts) for player_id, parts in self.own.items()]
        return [Notification(None, self.type, self.log, self.payload), *own]


class Notify:
    """``self.notify`` of a game: collects notifications until the move is committed.

    ``${player_name}`` is filled from ``player_id`` where the arguments do not give it, ``${player_name2}``
    from ``player_id2``.
    """

    __slots__ = ("_by_no", "_decorators", "_names", "merges_private", "pending")

    heard: ClassVar[bool] = True
    """Whether anybody is told anything, False in simulations and at quiet tables.

    A guard for what takes long to put together.
    """

    def __init__(self, names: Mapping[PlayerId, str]) -> None:
        self._names = names
        self._by_no: Mapping[int, PlayerId] | None = None
        self._decorators: list[Decorator] = []
        self.merges_private = False
        """Whether private args of states stand among the public ones; see ``always_merge_private``."""
        self.pending: list[Notification] = []

    # -- telling ----------------------------------------------------------------------------------

    def all(self, type: str, log: str | NotificationMessage = "", /, **args: Any) -> None:  # noqa: A002
        """Tell everybody (BGA: ``notify->all``).

        ``_private`` maps players' ids to what only they get: arguments, which the text may use as
        ``${_private.x}``, or a ``NotificationMessage``, which stands in place of the text.

        Raises:
            NotificationArgsError: the text has a placeholder that args lack.
            StateError: an argument cannot be sent as JSON, the log is no text, or the type is BGA's own.
        """
        if type in FRAMEWORK_TYPES:
            raise _reserved(type)
        if self._decorators or log.__class__ is not str:
            log = self._prepared(type, log, args)
        self._send(None, type, log, args)

    def player(
        self,
        player_id: PlayerId,
        type: str,  # noqa: A002
        log: str | NotificationMessage = "",
        /,
        **args: Any,
    ) -> None:
        """Tell one player (BGA: ``notify->player``). Raises as ``all`` does."""
        if type in FRAMEWORK_TYPES:
            raise _reserved(type)
        if self._by_no is not None:
            player_id = self._by_no.get(player_id, 0)
        if player_id not in self._names:
            raise StateError(f"notify.player({player_id}, {type!r}): no such player at this table")
        if self._decorators or log.__class__ is not str:
            log = self._prepared(type, log, args)
        self._send(player_id, type, log, args)

    def announce(self, audience: PlayerId | None, type: str, log: str = "", /, **args: Any) -> None:  # noqa: A002
        """Tell what only the framework tells; decorators do not see it."""
        self._send(audience, type, log, args)

    # -- how things are told: for ``init_table`` --------------------------------------------------------

    def add_decorator(self, decorator: Decorator) -> None:
        """Let a function complete the arguments of every notification of the game (BGA: ``addDecorator``).

        It is given the text and the arguments, and returns the arguments to send. Several run in the order
        in which they were added. It may only look at the table.
        """
        self._decorators.append(decorator)

    def set_use_no(self, use_no: bool = True) -> None:
        """Speak of players by their number in seating order, from 1, not by their id (BGA: ``setUseNo``).

        Then ``player`` and the keys of ``_private`` take numbers, and ``${player_name}`` is filled from
        ``player_no``.
        """
        self._by_no = dict(enumerate(self._names, 1)) if use_no else None

    def always_merge_private(self) -> None:
        """Put what is private in states' args among the public ones (BGA: ``alwaysMergePrivate``)."""
        self.merges_private = True

    # -- inside -----------------------------------------------------------------------------------

    def _prepared(self, type: str, log: object, args: dict[str, Any]) -> str:  # noqa: A002
        """Return the text, and complete ``args``, where there is a message, a decorator or a mistake."""
        if isinstance(log, NotificationMessage):
            args.update({**log.args, **args})
            log = log.message
        if log is None:
            raise StateError(
                f"notification {type!r}: Can't notify with null notification log message - please use an "
                "empty string instead"
            )
        if not isinstance(log, str):
            raise StateError(f"notification {type!r}: the log must be a text, not {short_repr(log)}")
        for decorator in self._decorators:
            made = decorator(log, dict(args))
            if not isinstance(made, dict):
                name = getattr(decorator, "__name__", "a decorator")
                raise StateError(
                    f"notification {type!r}: {name} must return the arguments as a dict, "
                    f"not {short_repr(made)}"
                )
            args.clear()
            args.update(made)
        return log

    def _send(self, audience: PlayerId | None, type: str, log: str, args: dict[str, Any]) -> None:  # noqa: A002
        if PRIVATE in args:
            self._send_own(audience, type, log, args)
            return
        names = known_placeholders.get(log)
        for name in placeholders(log) if names is None else names:
            if name not in args:
                if name == "player_name" and "player_id" in args and self._by_no is None:  # the usual one
                    found = self._names.get(args["player_id"])
                    if found is not None:
                        args[name] = found
                        continue
                self._complete(type, log, args, name)
        try:
            payload = _encode(args)
        except (TypeError, ValueError, OverflowError) as error:
            raise _unsendable(type, error) from error
        self.pending.append(Notification(audience, type, log, payload))

    def _complete(self, type: str, log: str, args: dict[str, Any], name: str) -> None:  # noqa: A002
        """Fill in a player's name that a text asks for; anything else that is missing is an error."""
        if name.startswith("player_name"):
            key = name.replace("name", "id" if self._by_no is None else "no", 1)
            given: Any = args.get(key, 0)
            found = self._names.get(given if self._by_no is None else self._by_no.get(given, 0))
            if found is not None:
                args[name] = found
                return
        raise NotificationArgsError(
            f"notification {type!r}: the text {log!r} has the placeholder ${{{name}}}, "
            f"but the arguments have no {name!r} (given: {listed(sorted(args))})",
            type=type,
            missing=name,
        )

    def _send_own(self, audience: PlayerId | None, type: str, log: str, args: dict[str, Any]) -> None:  # noqa: A002
        """Send what everybody gets together with what some players get in its place."""
        private = args.pop(PRIVATE)
        if audience is not None or not isinstance(private, Mapping):
            right = "a dict by players' ids" if audience is None else "for notify.all only"
            raise StateError(f"notification {type!r}: {PRIVATE} must be {right}, not {short_repr(private)}")
        for name in placeholders(log):
            if name not in args and own_name(name) is None:
                self._complete(type, log, args, name)
        own: dict[PlayerId, tuple[str, bytes]] = {}
        try:
            for key, given in private.items():
                player_id = key if self._by_no is None else self._by_no.get(key, 0)
                if player_id not in self._names:
                    raise StateError(f"notification {type!r}: {PRIVATE} has {key!r}, no player at this table")
                own[player_id] = self._own(type, log, args, given)
            self.pending.append(Notification(None, type, log, _encode(args), own))
        except (TypeError, ValueError, OverflowError) as error:
            raise _unsendable(type, error) from error

    def _own(self, type: str, log: str, args: dict[str, Any], given: object) -> tuple[str, bytes]:  # noqa: A002
        """Return log and payload of what one player gets."""
        if isinstance(given, NotificationMessage):
            log, made = given.message, {**args, **given.args}
        elif isinstance(given, Mapping):
            made = {**args, PRIVATE: given}
        else:
            raise StateError(
                f"notification {type!r}: {PRIVATE} holds arguments or a NotificationMessage for each player, "
                f"not {short_repr(given)}"
            )
        for name in placeholders(log):
            if name not in made and own_name(name) not in made.get(PRIVATE, ()):
                self._complete(type, log, made, name)
        return log, _encode(made)


class SilentNotify(Notify):
    """Says nothing: simulations and quiet tables have nobody to tell."""

    __slots__ = ()
    heard = False

    def all(self, type: str, log: str | NotificationMessage = "", /, **args: Any) -> None:  # noqa: A002
        """Drop the notification."""

    def player(
        self,
        player_id: PlayerId,
        type: str,  # noqa: A002
        log: str | NotificationMessage = "",
        /,
        **args: Any,
    ) -> None:
        """Drop the notification."""

    def announce(self, audience: PlayerId | None, type: str, log: str = "", /, **args: Any) -> None:  # noqa: A002
        """Drop the notification."""


def _reserved(type: str) -> StateError:  # noqa: A002
    return StateError(
        f"notification {type!r}: this type is BGA's own, and its page would take the notification for the "
        "framework's; choose another name"
    )


def _unsendable(type: str, error: Exception) -> StateError:  # noqa: A002
    return StateError(f"notification {type!r}: an argument cannot be sent as JSON: {error}")
