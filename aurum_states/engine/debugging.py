"""A game's ``debug_`` methods, as BGA Studio's debug menu calls them: they may change anything."""

import inspect
import typing
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from aurum_states.engine.record import ActionResult
from aurum_states.errors import ActionArgumentError, UnknownActionError
from aurum_states.names import did_you_mean, listed, snake

if TYPE_CHECKING:
    from aurum_states.engine.table import Table

PREFIX = "debug_"


def debug_methods(game_class: type) -> Mapping[str, inspect.Signature]:
    """Return the debug methods of a class by name, with their parameters (``self`` left out)."""
    found = {}
    for name in sorted(dir(game_class)):
        function = getattr(game_class, name)
        if name.startswith(PREFIX) and inspect.isfunction(function):
            signature = inspect.signature(function)
            found[name] = signature.replace(parameters=list(signature.parameters.values())[1:])
    return found


def run_debug(table: "Table", name: str, words: Sequence[str]) -> ActionResult:
    """Call a debug method with arguments given as text; all of it happens, or nothing.

    Its return is a handler's outcome. It is no move: the number of moves stays, nothing is recorded, and a
    replay of this table cannot know of it.

    Raises:
        ActionError: there is no such method, an argument does not fit, or the method refuses.
        GameError: the game's own code failed.
    """
    game = table._game
    methods = debug_methods(type(game))
    method = name if name in methods else PREFIX + snake(name.removeprefix(PREFIX))  # Studio's spelling
    if method not in methods:
        raise UnknownActionError(
            f"there is no debug method {name!r}{did_you_mean(name, methods)}; the game has {listed(methods)}"
        )
    arguments = _arguments(getattr(type(game), method), method, methods[method], words)
    return table._run(method, lambda: getattr(game, method)(*arguments), 0)


def written(name: str, signature: inspect.Signature) -> str:
    """Return how a debug method is called in the menu: ``debug_give player_id:int number:int=1``."""
    return " ".join([name, *(str(one).replace(" ", "") for one in signature.parameters.values())])


def _arguments(function: Any, name: str, signature: inspect.Signature, words: Sequence[str]) -> list[Any]:
    parameters = list(signature.parameters.values())
    needed = [one for one in parameters if one.default is one.empty]
    if not len(needed) <= len(words) <= len(parameters):
        raise ActionArgumentError(
            f"{name} takes {len(parameters)} arguments, not {len(words)}: {written(name, signature)}"
        )
    hints = typing.get_type_hints(function)
    values = []
    for parameter, word in zip(parameters, words, strict=False):
        try:
            values.append(msgspec.convert(word, hints.get(parameter.name, str), strict=False))
        except msgspec.ValidationError as error:
            raise ActionArgumentError(f"{name}: argument {parameter.name!r}: {error}") from None
    return values
