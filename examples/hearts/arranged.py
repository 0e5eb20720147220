"""Positions for tests, by seat: ``hands`` and ``taken`` name cards (``"QS 2H"``), ``lead`` a seat from 1 on.

Without ``lead`` the hand begins; cards are given first if ``giving`` says how many seats to the left.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from aurum_states import UserException

if TYPE_CHECKING:
    from .game import Hearts


def arrange(game: "Hearts", position: Mapping[str, Any]) -> str:
    """Put a new game into its first hand.

    Raises:
        UserException: there is no such card, or it is named twice.
    """
    s = game.state
    s.hands = 1
    s.stats.inc_table("hands", 1)
    s.giving = position.get("giving", 0)
    left = {label: card_id for card_id, label in game.shown(s.cards.ids("deck", None)).items()}
    for key, location in (("hands", "hand"), ("taken", "taken")):
        for player, labels in zip(game.players, position.get(key, ()), strict=False):
            for label in labels.split():
                if label not in left:
                    raise UserException(f"there is no card {label!r} left for {key}: {' '.join(left)}")
                s.cards.move_card(left.pop(label), location, player)
    if "lead" in position:
        game.gamestate.change_active_player(game.players[position["lead"] - 1])
        return "playerTurn"
    return "giveCards" if s.giving and game.house.give_cards else "firstLead"
