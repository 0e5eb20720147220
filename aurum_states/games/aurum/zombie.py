"""How Aurum plays for somebody who has left (A34)."""

from typing import TYPE_CHECKING

from aurum_states.games.aurum import material

if TYPE_CHECKING:
    from aurum_states import PlayerId
    from aurum_states.games.aurum.game import AurumGame


def turn(game: "AurumGame", state: str, player: "PlayerId") -> str | None:
    """Bid the lowest card, keep bids, play the lowest legal base metal card, else pass."""
    cards = game.state.cards
    legal = game.legal_moves(player)
    if state == "bidding":
        game.act_bid(min(legal["actBid"], key=cards.card_type_arg.__getitem__), player)
        return None
    if state == "changeBid":
        return game.act_keep_bid(player)
    if "actPass" in legal:
        return game.act_pass(player)
    base = [card for card in legal["actPlayCard"] if cards.card_type[card] != material.GOLD]
    return game.act_play_card(min(base, key=cards.card_type_arg.__getitem__), player)
