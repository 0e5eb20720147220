"""Preferences at the terminal: what a person can choose, and how the choice is typed."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aurum_states.engine.players import PlayerId
    from aurum_states.engine.table import Table

CHANGE = re.compile(r"pref(?:erence)?s?\s+(\d{1,9})\s*=\s*(-?\d{1,9})", re.ASCII | re.IGNORECASE)
"""What sets a preference: ``pref 100=2``."""
LIST = ("pref", "prefs", "preferences")
"""What lists them."""


def listed(table: "Table", player: "PlayerId") -> Iterator[str]:
    """Yield each preference with its values, a ``*`` at the player's own."""
    declared = table.definition.preferences
    if not declared:
        yield "this game has no preferences"
    for number, preference in declared.items():
        own = table.preferences.get(player, {}).get(number, preference.default)
        values = ", ".join(
            f"{value} {entry.name}{'*' if value == own else ''}" for value, entry in preference.values.items()
        )
        yield f"  pref {number}=VALUE  {preference.name}: {values}"
