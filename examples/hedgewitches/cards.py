"""The dozen cards: four powers, three cards of each. A card costs 1 to 3 herbs and scores one point less."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aurum_states.components import CardSpec

GATHER, BREW, HEX, WARD = POWERS = ("gather", "brew", "hex", "ward")
COSTS = (1, 2, 3)
NAMES = {
    GATHER: ("Nettle", "Hive", "Orchard"),
    BREW: ("Kettle", "Still", "Cauldron"),
    HEX: ("Toad", "Raven", "Owl"),
    WARD: ("Salt", "Rowan", "Cat"),
}


def every_card() -> "list[CardSpec]":
    """Return all cards as a deck is told of them: the power is the type, the cost the type_arg."""
    return [{"type": power, "type_arg": cost, "nbr": 1} for power in POWERS for cost in COSTS]


def name_of(power: str, cost: int) -> str:
    """Return a card's name, by which everybody knows what it does."""
    return NAMES[power][cost - 1]


def face_of(power: str, cost: int) -> str:
    """Return what stands on a card: ``Owl (hex 3)``."""
    return f"{name_of(power, cost)} ({power} {cost})"
