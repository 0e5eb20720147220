"""The names in states.yaml bound to the methods of the author's class: complete, or not loadable.

BGA's names stay in the file (``actPlayCard``, ``argPlayerTurn``, ``stNextPlayer``); Python carries
``act_play_card`` and so on. ``moves_<state>`` belongs to a state by its label. Methods are looked up by
these names alone; nothing in a file can name anything else.
"""

import inspect
import typing
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec

from aurum_states.definitions import handler_words as words
from aurum_states.definitions.definition import GameDefinition
from aurum_states.definitions.document import DataPath
from aurum_states.definitions.states import GameState, StateType
from aurum_states.engine.arguments import Arguments
from aurum_states.engine.calls import ActionPlan, magic_caller, private_caller
from aurum_states.names import camel, snake
from aurum_states.problems import Place, Report

_F = TypeVar("_F", bound=Callable[..., Any])
_MANY = (StateType.MULTIPLE_ACTIVE_PLAYER, StateType.PRIVATE)
_UNCHECKED = "__aurum_out_of_turn__"
_UNLISTED = "__aurum_unlisted__"
_INVARIANT = "__aurum_invariant__"


def action(*, check_active: bool = True, listed: bool = True) -> Callable[[_F], _F]:
    """Mark an ``act_`` method. ``check_active=False`` lets players act out of turn (BGA: CheckAction(false)).

    The action must still be possible in the current state and among the player's legal moves. With
    ``listed=False`` it is no choice of the game but a setting of a seat, such as a switch in the score panel:
    ``moves_`` does not list it, so no bot takes it; all that its types allow is legal.
    """

    def mark(function: _F) -> _F:
        setattr(function, _UNCHECKED, not check_active)
        setattr(function, _UNLISTED, not listed)
        return function

    return mark


def invariant(function: _F) -> _F:
    """Mark a method of a game that must hold whenever a player is asked.

    It returns what is broken: a text, a list of texts, or nothing. Arranged positions and paranoid
    tables are checked against every invariant.
    """
    setattr(function, _INVARIANT, True)
    return function


class HandlerTable:
    """All methods a definition names, found on its class."""

    def __init__(self, definition: GameDefinition, game_class: type, report: Report) -> None:
        self._definition = definition
        self._class = game_class
        self._report = report
        self.actions: dict[str, ActionPlan] = {}
        self.invariants = sorted(
            name for name in dir(game_class) if hasattr(getattr(game_class, name), _INVARIANT)
        )
        self._named = {name for state in definition.graph for name in words.named_methods(state)}
        for state in definition.graph:
            self._bind_state(state)
        self._check_first_state()

    def moves(self, state: GameState) -> Callable[..., Any] | None:
        """Return the ``moves_<state>`` method."""
        return self._method(words.moves_method(state))

    def zombie(self, state: GameState) -> Callable[..., Any] | None:
        """Return the ``zombie_<state>`` method, a function of (game, player's id)."""
        name = words.zombie_method(state)
        return self._method(name) if name != words.ZOMBIE else None

    def args(self, state: GameState) -> Callable[..., Any] | None:
        """Return the args provider as a function of (game, player's id, args).

        The player is the active one; in a private state the one who is in it.
        """
        function = self._method(snake(state.args)) if state.args else None
        return _caller(state)(function) if function else None

    def entry(self, state: GameState) -> tuple[Callable[..., Any] | None, bool]:
        """Return the entry action as a function of the game alone, or of (game, player's id, args).

        The second value tells which: True for the game alone.
        """
        function = self._method(snake(state.action)) if state.action else None
        if function is None:
            return None, True
        plain = len(inspect.signature(function).parameters) == 1
        return (function, True) if plain else (_caller(state)(function), False)

    def _method(self, name: str) -> Callable[..., Any] | None:
        function = getattr(self._class, name, None)
        return function if inspect.isfunction(function) else None

    def _bind_state(self, state: GameState) -> None:
        where = ("states", state.label)
        for key, name in (("action", state.action), ("args", state.args)):
            if name and not state.reserved:
                function = self._demand(name, (*where, key), state, key)
                if function is not None:
                    self._check_magic(function, name, (*where, key), state, key)
                    if key == "action":
                        self._check_returns(function, (state,), (*where, key))
        if not state.type.has_players:
            return
        if state.possible_actions and self.moves(state) is None:
            self._say(words.moves_missing(state, self._class.__name__, self._free()), where, key=True)
        for index, name in enumerate(state.possible_actions):
            path = (*where, "possibleActions", index)
            function = self._demand(name, path, state, "action")
            if function is None:
                continue
            if name not in self.actions:
                struct = self._arguments(name, function, path)
                if struct is None:
                    continue
                self.actions[name] = ActionPlan(
                    name,
                    function,
                    struct,
                    check_active=not getattr(function, _UNCHECKED, False),
                    listed=not getattr(function, _UNLISTED, False),
                )
            askers = [one for one in self._definition.graph if name in one.possible_actions]
            self._check_active_parameter(function, name, path, state)
            self._check_returns(function, askers, path)

    def _demand(self, name: str, path: DataPath, state: GameState, kind: str) -> Callable[..., Any] | None:
        function = self._method(snake(name))
        if function is None:
            self._say(words.method_missing(state, name, kind, self._class.__name__, self._free()), path)
        return function

    def _free(self) -> list[str]:
        """Return the methods that a name may be a slip of: those that no state names."""
        return [name for name in dir(self._class) if name not in self._named]

    def _arguments(self, name: str, function: Callable[..., Any], path: DataPath) -> type[Arguments] | None:
        try:
            hints = typing.get_type_hints(function, include_extras=True)
        except Exception as error:
            self._say(words.annotation_unreadable(function.__name__, str(error)), path)
            return None
        fields: list[Any] = []
        for parameter in list(inspect.signature(function).parameters.values())[1:]:
            if parameter.name in words.MAGIC:
                continue
            if (
                parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
                or parameter.name not in hints
            ):
                self._say(words.parameter_untyped(function.__name__, parameter.name, name), path)
                return None
            field: tuple[Any, ...] = (parameter.name, hints[parameter.name])
            fields.append(field if parameter.default is parameter.empty else (*field, parameter.default))
        wire = {field[0]: camel(field[0]) for field in fields}
        try:
            struct = msgspec.defstruct(name, fields, bases=(Arguments,), rename=wire, gc=False)
            msgspec.json.Decoder(struct)
        except (TypeError, ValueError) as error:
            self._say(words.Words("handler.parameter.type", f"{function.__name__}: {error}", ""), path)
            return None
        return typing.cast(type[Arguments], struct)

    def _check_magic(
        self, function: Callable[..., Any], name: str, path: DataPath, state: GameState, key: str
    ) -> None:
        framework = self._definition.framework
        late = state.type is StateType.PRIVATE and key == "action" and not framework.private_args_come_first
        for parameter in list(inspect.signature(function).parameters.values())[1:]:
            if parameter.name not in words.provided(state) and parameter.default is parameter.empty:
                self._say(words.parameter_unknown(function.__name__, parameter.name, name, state), path)
            elif late and parameter.name == "args":
                self._say(words.args_too_early(function.__name__, name, framework.year), path)
        if state.type is not StateType.PRIVATE:  # there it is unknown
            self._check_active_parameter(function, name, path, state)

    def _check_active_parameter(
        self, function: Callable[..., Any], name: str, path: DataPath, state: GameState
    ) -> None:
        parameters = inspect.signature(function).parameters
        if state.type in _MANY and any(one in parameters for one in words.ACTIVE):
            self._say(words.active_player(function.__name__, name, state), path)

    def _check_first_state(self) -> None:
        framework = self._definition.framework
        first = self._method("first_state")
        own = first is not None and first.__module__ != f"{__package__}.game"
        if own and not framework.first_state_is_returned:
            self._say(words.first_state_ignored(self._class.__name__, framework.year), ("states",), key=True)

    def _check_returns(
        self, function: Callable[..., Any], states: Iterable[GameState], path: DataPath
    ) -> None:
        """Compare a ``Literal`` return type with the transitions of every state that takes it."""
        try:
            returned = typing.get_type_hints(function).get("return")
        except Exception:
            return
        if self._definition.graph.partial:
            return  # a transition that could not be read is reported already
        for state in states:
            for name in _literals(returned):
                if isinstance(name, str) and not words.has_transition(state, name):
                    self._say(words.transition_unknown(function.__name__, name, state), path)

    def _say(self, said: words.Words, path: DataPath, *, key: bool = False) -> None:
        document = self._definition.documents.get("states")
        place = document.place(path, key=key) if document is not None else Place()
        self._report.add(said.code, said.message, place, help=said.help)


def _caller(state: GameState) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return private_caller if state.type is StateType.PRIVATE else magic_caller


def _literals(hint: Any) -> list[Any]:
    if typing.get_origin(hint) is typing.Literal:
        return list(typing.get_args(hint))
    return [value for part in typing.get_args(hint) for value in _literals(part)]
