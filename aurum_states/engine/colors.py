"""Colours given out by what players like, as BGA does (``reattributeColorsBasedOnPreferences``).

The player who opened the table comes first, then the others who have preferences in random order; the rest
gets what is left, in the order of the list. How near two colours are, and how much a later preference counts
less than an earlier one, is this package's own choice: BGA's figures are not known.
"""

from collections.abc import Callable, Mapping, Sequence
from math import dist

from aurum_states.engine.players import Player, PlayerId

NO_COLOR = "000000"
"""What is given out when the game's colours are used up."""
LATER = 60.0
"""How much farther away each later preference counts; black and white are 442 apart."""


def by_preference(
    players: Sequence[Player],
    colors: Sequence[str],
    pairings: Mapping[str, str],
    shuffle: Callable[[list[Player]], None],
) -> dict[PlayerId, str]:
    """Return every player's colour. ``pairings`` says which of the game's colours stands for one of BGA's.

    ``players`` are in seating order, the first one opened the table; ``shuffle`` is the table's chance.
    """
    left = list(colors)
    opener, others = players[:1], [player for player in players[1:] if player.color_preferences]
    shuffle(others)
    given: dict[PlayerId, str] = {}
    for player in [*(one for one in opener if one.color_preferences), *others]:
        if left:
            given[player.id] = _nearest(player.color_preferences, left, pairings)
            left.remove(given[player.id])
    for player in players:
        if player.id not in given:
            given[player.id] = left.pop(0) if left else NO_COLOR
    return {player.id: given[player.id] for player in players}


def _nearest(preferences: Sequence[str], colors: Sequence[str], pairings: Mapping[str, str]) -> str:
    for wanted in preferences:
        if pairings.get(wanted) in colors:
            return pairings[wanted]
    return min(
        colors,
        key=lambda color: min(
            dist(_rgb(color), _rgb(wanted)) + LATER * place for place, wanted in enumerate(preferences)
        ),
    )


def _rgb(color: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(color))
