"""How methods of the author's class are called: functions generated from their signatures, once a game."""

import inspect
import types
import typing
from collections.abc import Callable, Mapping
from copy import deepcopy
from enum import Enum
from operator import attrgetter
from typing import Any

import msgspec

from aurum_states.engine.arguments import Arguments


class ActionPlan:
    """One ``act_`` method: its arguments' type, how to call it, whether turns and moves are checked."""

    __slots__ = ("call", "check_active", "listed", "method", "name", "number", "parameters", "pick", "struct")

    def __init__(
        self,
        name: str,
        function: Callable[..., Any],
        struct: type[Arguments],
        *,
        check_active: bool,
        listed: bool = True,
    ) -> None:
        self.name = name
        self.method = function.__name__
        self.check_active = check_active
        self.listed = listed
        self.struct = struct
        self.parameters = struct.__struct_fields__
        fields = msgspec.structs.fields(struct)
        plain = len(fields) == 1 and fields[0].type is int
        self.number: Any = fields[0].encode_name if plain else _NO_NUMBER
        """The wire name of an only argument that is a whole number: such a one needs no conversion."""
        self.pick: Callable[[Any], Any] = attrgetter(*self.parameters) if self.parameters else _nothing
        self.call = _caller(function, struct)

    def arguments(self, option: Any) -> dict[str, Any]:
        """Return the wire arguments of an option from ``moves_``: a value, or a tuple of values."""
        values = (option,) if len(self.parameters) == 1 else option
        wire = msgspec.to_builtins(values)
        return dict(zip(self.struct.__struct_encode_fields__, wire, strict=True))


_NO_NUMBER = object()


def _nothing(_: Any) -> tuple[()]:
    """Return the option of an action without arguments."""
    return ()


def _caller(function: Callable[..., Any], struct: type[Arguments]) -> Callable[..., Any]:
    """Return ``call(game, option, current player, active player, args())`` for an ``act_`` method.

    A list or other changeable argument is passed as a copy: what the handler does to it changes neither the
    record of the move nor the legal moves.
    """
    values = {
        "active_player_id": "active",
        "active_player_no": "number(game, active)",
        "current_player_id": "current",
        "current_player_no": "number(game, current)",
        "args": "args()",
    }
    fields = msgspec.structs.fields(struct)
    for i, field in enumerate(fields):
        value = "option" if len(fields) == 1 else f"option[{i}]"
        values[field.name] = f"copied({value})" if _changeable(field.type) else value
    return _generated(
        f"lambda game, option, current, active, args: method(game, {_passed(function, values)})",
        {"method": function, "copied": deepcopy, "number": _number},
    )


def _changeable(hint: Any) -> bool:
    """Whether a value of this type may be changed in place."""
    if typing.get_origin(hint) is typing.Annotated:
        return _changeable(typing.get_args(hint)[0])
    if typing.get_origin(hint) in (typing.Union, types.UnionType, tuple):
        return any(map(_changeable, typing.get_args(hint)))
    scalar = hint is ... or hint in (int, float, bool, str, bytes, types.NoneType)
    scalar = scalar or typing.get_origin(hint) is typing.Literal
    return not (scalar or (isinstance(hint, type) and issubclass(hint, Enum)))


def magic_caller(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return ``call(game, active player, args())`` for an args provider or entry action."""
    values = {"active_player_id": "active", "active_player_no": "number(game, active)", "args": "args()"}
    return _generated(
        f"lambda game, active, args: method(game, {_passed(function, values)})",
        {"method": function, "number": _number},
    )


def private_caller(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return ``call(game, player, args())`` for an args provider or entry action of a private state."""
    values = {
        "player_id": "player",
        "player_no": "number(game, player)",
        "current_player_id": "player",
        "current_player_no": "number(game, player)",
        "args": "args()",
    }
    return _generated(
        f"lambda game, player, args: method(game, {_passed(function, values)})",
        {"method": function, "number": _number},
    )


def _number(game: Any, player_id: Any) -> int:
    """Return a player's number, 0 for nobody."""
    number: int = game.player_no(player_id) if player_id else 0
    return number


def _passed(function: Callable[..., Any], values: Mapping[str, str]) -> str:
    """Return what stands between a call's brackets: by position as far as that goes, which is quicker."""
    passed, by_position = [], True
    for name, parameter in list(inspect.signature(function).parameters.items())[1:]:
        by_position = by_position and name in values and parameter.kind is not parameter.KEYWORD_ONLY
        if name in values:
            passed.append(values[name] if by_position else f"{name}={values[name]}")
    return ", ".join(passed)


def _generated(source: str, names: dict[str, Any]) -> Callable[..., Any]:
    made: Callable[..., Any] = eval(source, names)  # noqa: S307 - built from parameter names of loaded code
    return made
