"""Aurum's cards: suits, numbers, gold, and how a card is written.

What may be done with them stands in ``rules``. R.. and A.. are the numbers of docs/aurum-rules.md.
"""

import re

GOLD = "G"
SUITS = "BCPSZ"
NAMES = {
    "B": "bismuth",
    "C": "copper",
    "P": "phosphorus",
    "S": "silver",
    "Z": "zinc",
    GOLD: "gold",
}

HAND_SIZE = 12
"""Base metal cards dealt to each player, the later bid included (R12)."""

TOP_NUMBER = {3: 9, 4: 10}
"""Highest base metal number by number of players; the lowest is always 1 (R4, R5)."""

SUPPLY = {3: (1, 1, 2, 2, 3, 3, 4, 5, 6, 7), 4: (1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8)}
"""Gold in the middle when a round starts, by number of players; a 0 is never part of it (R6-R8)."""

GOLD_POINTS = (0, 1, 1, 1, 2, 2, 2, 3, 3)
"""Points of a gold card kept to the end of a round, indexed by its number (R9)."""

_LABEL = re.compile(r"([BCPSZ])([1-9]|10)|(G)([0-8])")


def suits_in_play(players: int, drop_suit_3p: str = "Z") -> str:
    """Return the suit letters of a table: all five, or four when three play (R4, R5, A30)."""
    return SUITS.replace(drop_suit_3p, "") if players == 3 else SUITS


def base_metal_cards(players: int, drop_suit_3p: str = "Z") -> list[tuple[str, int]]:
    """Return (suit, number) of every base metal card: 36 for three players, 50 for four (R4, R5)."""
    numbers = range(1, TOP_NUMBER[players] + 1)
    return [(suit, number) for suit in suits_in_play(players, drop_suit_3p) for number in numbers]


def gold_cards(players: int, expert: bool = False) -> list[tuple[str, int]]:
    """Return (``GOLD``, number) of every gold card: a 0 for each player and the supply (R6-R8, A39).

    The expert variant has no 0 at all (R15).
    """
    zeros = 0 if expert else players
    return [(GOLD, number) for number in (0,) * zeros + SUPPLY[players]]


LABELS = {
    suit: tuple(f"{suit}{number}" for number in range(max(TOP_NUMBER.values()) + 1)) for suit in SUITS + GOLD
}
"""The short form of every card, by suit and number: ``S7``, ``G3``."""


def card_label(suit: str, number: int) -> str:
    """Return the short form of a card: ``S7``, ``G3``."""
    return LABELS[suit][number]


def parse_card(text: str) -> tuple[str, int] | None:
    """Return (suit, number) of a label in either case, or None when it names no card of the game."""
    found = _LABEL.fullmatch(text.strip().upper())
    if found is None:
        return None
    return found[1] or found[3], int(found[2] or found[4])
