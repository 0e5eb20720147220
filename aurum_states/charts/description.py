"""A game's names in one list: what the files call a thing, which Python method it is, where that stands."""

import inspect
import linecache
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aurum_states.definitions.definition import GameDefinition
from aurum_states.definitions.sources import shown
from aurum_states.definitions.states import GameState
from aurum_states.names import snake
from aurum_states.problems import Place


@dataclass(frozen=True, slots=True)
class MethodLine:
    """A method of the class that a state names: its role, BGA's name, Python's, and where it is.

    ``role`` is ``args``, ``action``, ``moves`` or ``possible action``. ``method`` is empty where the
    framework needs none (``stGameEnd``), and ``place`` is empty where the method is the framework's.
    """

    role: str
    name: str
    method: str
    place: Place


@dataclass(frozen=True, slots=True)
class StateLine:
    """A state, where it is declared, and its methods."""

    state: GameState
    place: Place
    methods: tuple[MethodLine, ...]


@dataclass(frozen=True, slots=True)
class ChoiceLine:
    """An option, preference, setting or statistic: what tells it apart, its name, its facts, its place."""

    kind: str
    key: str
    name: str
    facts: Mapping[str, Any]
    place: Place


@dataclass(frozen=True, slots=True)
class Description:
    """A game as its files and its class have it, all in file order."""

    game: str
    class_name: str
    class_place: Place
    states: tuple[StateLine, ...]
    choices: tuple[ChoiceLine, ...]


def describe(definition: GameDefinition) -> Description:
    """Return the description of a loaded game, its class included."""
    game_class = definition.game_class
    assert game_class is not None, "the game is loaded with its class"
    declared = definition.documents["states"]
    states = tuple(
        StateLine(
            state,
            declared.place(("states", state.label), key=True)
            if state.label in declared.data["states"]
            else Place(),
            tuple(_methods(game_class, state)),
        )
        for state in definition.graph
    )
    return Description(
        definition.name,
        game_class.__qualname__,
        _class_place(game_class),
        states,
        tuple(_choices(definition)),
    )


def _methods(game_class: type, state: GameState) -> Iterator[MethodLine]:
    named = [("args", state.args), ("action", state.action)]
    named += [("possible action", name) for name in state.possible_actions]
    if state.type.has_players and state.possible_actions:
        yield _method(game_class, "moves", "", f"moves_{snake(state.label)}")
    for role, name in named:
        if name:
            yield _method(game_class, role, name, snake(name))


def _method(game_class: type, role: str, name: str, method: str) -> MethodLine:
    function = getattr(game_class, method, None)
    if not inspect.isfunction(function):
        return MethodLine(role, name, "", Place())
    return MethodLine(role, name, method, place_of(function))


def place_of(function: Callable[..., Any]) -> Place:
    """Return where a function is defined: the line with its ``def``. Empty for the framework's own."""
    inner = inspect.unwrap(function)
    if inner.__module__.startswith("aurum_states.engine"):
        return Place()
    file, first = inner.__code__.co_filename, inner.__code__.co_firstlineno
    lines = enumerate(linecache.getlines(file)[first - 1 :], first)
    line = next((at for at, text in lines if text.lstrip().startswith(("def ", "async def "))), first)
    return Place(shown(Path(file)), line)  # its own first line is that of a decorator


def _class_place(game_class: type) -> Place:
    file = inspect.getsourcefile(game_class) or ""
    return Place(shown(Path(file)), inspect.getsourcelines(game_class)[1] or 1)


def _choices(definition: GameDefinition) -> Iterator[ChoiceLine]:
    documents = definition.documents
    for kind, file, chosen in (
        ("option", "gameoptions", definition.options),
        ("preference", "gamepreferences", definition.preferences),
    ):
        for number, choice in chosen.items():
            values = {str(value): named.name for value, named in choice.values.items()}
            facts = {"default": choice.default, "values": values}
            place = documents[file].place((str(number),), key=True)
            yield ChoiceLine(kind, str(number), choice.name, facts, place)
    for name, setting in definition.settings.items():
        facts = {"type": setting.type, "default": setting.default, "values": setting.values}
        place = documents["gameinfos"].place(("settings", name), key=True)
        yield ChoiceLine("setting", name, setting.description, facts, place)
    for scope in ("table", "player"):
        for key, statistic in getattr(definition.stats, scope).items():
            facts = {"id": statistic.id, "type": statistic.type}
            place = documents["stats"].place((scope, key), key=True)
            yield ChoiceLine(f"{scope} statistic", key, statistic.name, facts, place)
