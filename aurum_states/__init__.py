"""aurum-states: prototype a Board Game Arena game in Python, play it, simulate it, keep it tested.

Everything public is listed in ``__all__`` and loaded at its first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aurum_states.definitions.definition import GameDefinition
    from aurum_states.definitions.graph import StateGraph
    from aurum_states.definitions.states import GameState, StateType, Transition
    from aurum_states.engine.game import ANY, Args, Game, Moves, clienttranslate
    from aurum_states.engine.game_numbers import MoveSpace
    from aurum_states.engine.handlers import action, invariant
    from aurum_states.engine.loading import load_game
    from aurum_states.engine.messages import NotificationMessage
    from aurum_states.engine.notifications import Notification
    from aurum_states.engine.options import Options
    from aurum_states.engine.players import Player, PlayerId
    from aurum_states.engine.record import ActionResult, Move
    from aurum_states.engine.results import GameResult, ResultPlayer
    from aurum_states.engine.state import State
    from aurum_states.engine.table import Table
    from aurum_states.errors import (
        ActionError,
        DefinitionError,
        SystemException,
        UserException,
        VisibleSystemException,
    )
    from aurum_states.problems import Problem, Report
    from aurum_states.replay.replay import Replay
    from aurum_states.replay.timeline import Timeline
    from aurum_states.simulate.agents import Agent

_HOME = {
    "ANY": "engine.game",
    "ActionError": "errors",
    "ActionResult": "engine.record",
    "Agent": "simulate.agents",
    "Args": "engine.game",
    "DefinitionError": "errors",
    "Game": "engine.game",
    "GameDefinition": "definitions.definition",
    "GameResult": "engine.results",
    "GameState": "definitions.states",
    "Move": "engine.record",
    "MoveSpace": "engine.game_numbers",
    "Moves": "engine.game",
    "Notification": "engine.notifications",
    "NotificationMessage": "engine.messages",
    "Options": "engine.options",
    "Player": "engine.players",
    "PlayerId": "engine.players",
    "Problem": "problems",
    "Replay": "replay.replay",
    "Report": "problems",
    "ResultPlayer": "engine.results",
    "State": "engine.state",
    "StateGraph": "definitions.graph",
    "StateType": "definitions.states",
    "SystemException": "errors",
    "Table": "engine.table",
    "Timeline": "replay.timeline",
    "Transition": "definitions.states",
    "UserException": "errors",
    "VisibleSystemException": "errors",
    "action": "engine.handlers",
    "clienttranslate": "engine.game",
    "invariant": "engine.handlers",
    "load_game": "engine.loading",
}

__all__ = [
    "ANY",
    "ActionError",
    "ActionResult",
    "Agent",
    "Args",
    "DefinitionError",
    "Game",
    "GameDefinition",
    "GameResult",
    "GameState",
    "Move",
    "MoveSpace",
    "Moves",
    "Notification",
    "NotificationMessage",
    "Options",
    "Player",
    "PlayerId",
    "Problem",
    "Replay",
    "Report",
    "ResultPlayer",
    "State",
    "StateGraph",
    "StateType",
    "SystemException",
    "Table",
    "Timeline",
    "Transition",
    "UserException",
    "VisibleSystemException",
    "action",
    "clienttranslate",
    "invariant",
    "load_game",
]


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'aurum_states' has no attribute {name!r}")
    value = getattr(import_module(f"aurum_states.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
