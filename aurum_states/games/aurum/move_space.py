"""Every move of Aurum by what its cards are, for programs that learn: ``play S7``, ``swap G0 B7 partner``.

A swap names the gold card that is paid, the hand card, and whose bid it replaces. Two gold cards of one
number are one card, as among the legal moves.
"""

from functools import cache
from typing import TYPE_CHECKING, Any

from aurum_states import MoveSpace
from aurum_states.games.aurum import material

if TYPE_CHECKING:
    from aurum_states import PlayerId
    from aurum_states.games.aurum.game import AurumGame

PLAIN = {"actPass": "pass", "actKeepBid": "keep", "actCancelBid": "cancel"}
PARTNER = " partner"


def move_space(game: "AurumGame") -> MoveSpace:
    """Return the moves of a table: 371 with three players, 1012 with four."""
    label = game.label

    def name_of(player: "PlayerId", action: str, option: Any) -> str:
        if action in PLAIN:
            return PLAIN[action]
        if action == "actChangeBid":
            gold, card, bidder = option
            return f"swap {label(gold)} {label(card)}{'' if bidder == player else PARTNER}"
        return f"{'bid' if action == 'actBid' else 'play'} {label(option)}"

    return MoveSpace(_names(len(game.players), game.settings["drop_suit_3p"]), name_of)


@cache
def _names(players: int, dropped: str) -> tuple[str, ...]:
    """Return the names of all moves; those of the expert variant are the same."""
    cards = [material.card_label(*face) for face in material.base_metal_cards(players, dropped)]
    golds = [material.card_label(*face) for face in dict.fromkeys(material.gold_cards(players))]
    whose = ("", PARTNER) if players == 4 else ("",)
    return (
        *PLAIN.values(),
        *(f"bid {card}" for card in cards),
        *(f"play {card}" for card in cards + golds),
        *(f"swap {gold} {card}{one}" for one in whose for gold in golds for card in cards),
    )
