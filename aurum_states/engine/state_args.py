"""What an args provider returned, frozen as JSON: the public part, and what each player alone may see."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from aurum_states.definitions.states import GameState
from aurum_states.engine.activity import Activity
from aurum_states.engine.players import PlayerId
from aurum_states.errors import GameError
from aurum_states.names import snake

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode

EMPTY = b"{}"
"""Public args of a state that has none; compared by identity."""


class StateArgs(msgspec.Struct, frozen=True, gc=False):
    """The args of the current state. ``private`` is by player; ``merged`` puts it among the public ones."""

    public: bytes
    private: Mapping[PlayerId, bytes]
    merged: bool = False

    def seen_by(self, player_id: PlayerId | None) -> dict[str, Any]:
        """Return the args as a player gets them: ``_private`` holds only their own part."""
        made: dict[str, Any] = _decode(self.public)
        if self.merged:
            del made[MERGE]
        if player_id is not None and player_id in self.private:
            own = _decode(self.private[player_id])
            made |= own if self.merged else {"_private": own}
        return made

    def raw(self) -> Any:
        """Return the args as a handler's ``args`` parameter gets them, with everybody's ``_private``."""
        made = _decode(self.public)
        if self.private:
            made["_private"] = {player_id: _decode(own) for player_id, own in self.private.items()}
        return made


NO_ARGS = StateArgs(EMPTY, {})
BEING_MADE = StateArgs(b"null", {})
"""The args while their provider runs: who reads them then, gets None (V4)."""

MERGE = "_merge_private"
"""The key of args that asks for each player's private part among the public ones."""


def freeze(made: Any, state: GameState, players: Iterable[PlayerId], table: Activity) -> StateArgs:
    """Freeze what the args provider of ``state`` returned.

    Raises:
        GameError: it is no dict, cannot be sent as JSON, or its ``_private`` is for nobody at the table.
    """
    if not isinstance(made, dict):
        raise _wrong(state, f"must return a dict, not {type(made).__name__}")
    private = made.get("_private")
    try:
        if private is None and MERGE not in made:
            return StateArgs(_encode(made), {})
        if private is not None and table.merges_private:
            made = {MERGE: True, **made}
        own = {} if private is None else _own(private, state, players, table)
        if len(made) == 1 and own:
            return StateArgs(EMPTY, own)
        public = {key: value for key, value in made.items() if key != "_private"}
        merged = table.framework.private_can_merge and bool(public.get(MERGE))
        for player_id, part in own.items() if merged else ():
            if not part.startswith(b"{"):
                raise _wrong(state, f"asks to merge {player_id}'s part of _private, which must be a dict")
        return StateArgs(_encode(public), own, merged)
    except (TypeError, ValueError, OverflowError) as error:
        raise _wrong(state, f"returned what cannot be sent as JSON: {error}") from error


def freeze_private(made: Any, state: GameState) -> bytes:
    """Freeze what the args provider of a private state returned: all of it is for one player.

    Raises:
        GameError: it is no dict, or cannot be sent as JSON.
    """
    if not isinstance(made, dict):
        raise _wrong(state, f"must return a dict, not {type(made).__name__}")
    try:
        return _encode(made)
    except (TypeError, ValueError, OverflowError) as error:
        raise _wrong(state, f"returned what cannot be sent as JSON: {error}") from error


def _own(
    private: Any, state: GameState, players: Iterable[PlayerId], table: Activity
) -> dict[PlayerId, bytes]:
    if not isinstance(private, dict):
        raise _wrong(state, f"returned a _private that must be a dict, not {type(private).__name__}")
    own: dict[PlayerId, bytes] = {}
    for key, value in private.items():
        if key != "active" and key not in players:
            raise _wrong(
                state, f"returned a _private with the key {key!r}; its keys are 'active' and players' ids"
            )
        for player_id in table.active_players if key == "active" else (key,):
            own[player_id] = _encode(value)
    return own


def _wrong(state: GameState, what: str) -> GameError:
    return GameError(
        f"Invalid 'args' of state {state.label!r}: {state.args} {what}",
        state=state.label,
        handler=snake(state.args or ""),
    )
