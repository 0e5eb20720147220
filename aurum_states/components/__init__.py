"""What a game is made of: cards, counters, globals, statistics. Each is a field of the game's state."""

from aurum_states.components.cards import Card, CardNotFoundError, CardSpec, DeckError
from aurum_states.components.deck import Deck
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

__all__ = [
    "Card",
    "CardNotFoundError",
    "CardSpec",
    "ComponentError",
    "Deck",
    "DeckError",
    "Notifier",
    "Part",
    "RandomSource",
    "Services",
    "StatDeclaration",
    "StatsDeclaration",
    "UnboundPartError",
]
