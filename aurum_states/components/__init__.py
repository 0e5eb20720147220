"""What a game is made of: cards, counters, globals, statistics. Each is a field of the game's state."""

from aurum_states.components.cards import Card, CardNotFoundError, CardSpec, DeckError
from aurum_states.components.counters import (
    Message,
    OutOfRangeCounterException,
    PlayerCounter,
    TableCounter,
    UnknownPlayerException,
)
from aurum_states.components.database import Database, DatabaseError, DbKey, DbRow
from aurum_states.components.deck import Deck
from aurum_states.components.globals import Globals, GlobalsError
from aurum_states.components.legacy import LegacyData, LegacyError
from aurum_states.components.part import (
    ComponentError,
    Notifier,
    Part,
    RandomSource,
    Services,
    StatDeclaration,
    StatsDeclaration,
    UnboundPartError,
)
from aurum_states.components.state_labels import GameStateLabelError, GameStateLabels
from aurum_states.components.statistics import StatisticError, Statistics

__all__ = [
    "Card",
    "CardNotFoundError",
    "CardSpec",
    "ComponentError",
    "Database",
    "DatabaseError",
    "DbKey",
    "DbRow",
    "Deck",
    "DeckError",
    "GameStateLabelError",
    "GameStateLabels",
    "Globals",
    "GlobalsError",
    "LegacyData",
    "LegacyError",
    "Message",
    "Notifier",
    "OutOfRangeCounterException",
    "Part",
    "PlayerCounter",
    "RandomSource",
    "Services",
    "StatDeclaration",
    "StatisticError",
    "Statistics",
    "StatsDeclaration",
    "TableCounter",
    "UnboundPartError",
    "UnknownPlayerException",
]
