"""Moves as people write them: ``S7``, ``pass``, ``keep``, ``cancel``, ``G0 B7`` (a swap), ``G0 B7 Ben``.

And ``skip on``, ``skip off`` for auto-skip in the score panel.
"""

from typing import TYPE_CHECKING

from aurum_states import Move
from aurum_states.games.aurum import material, visible

if TYPE_CHECKING:
    from aurum_states import PlayerId
    from aurum_states.games.aurum.game import AurumGame

WORDS = {"actPass": "pass", "actKeepBid": "keep", "actCancelBid": "cancel"}
ACTION_WORDS = {
    "bid": "actBid",
    "cancel": "actCancelBid",
    "swap": "actChangeBid",
    "keep": "actKeepBid",
    "play": "actPlayCard",
    "pass": "actPass",
}
SKIP = {"skip on": True, "skip off": False}


def label(game: "AurumGame", player: "PlayerId", move: Move) -> str:
    """Return a move in notation; the bid of another player is named at the end of a swap.

    A card that the player may not see is ``card 12``, by its id, as in a refusal of a move with it.
    """

    def shown(card: int) -> str:
        return game.label(card) if visible.may_see(game, player, card) else f"card {card}"

    args = move.args
    if move.action in WORDS:
        return WORDS[move.action]
    if move.action == "actSetAutoSkip":
        return "skip on" if args["autoSkip"] else "skip off"
    if move.action == "actChangeBid":
        text = f"{shown(args['goldCardId'])} {shown(args['cardId'])}"
        bidder = args["bidPlayerId"]
        return text if bidder == player else f"{text} {game.player_name(bidder)}"
    return shown(args["cardId"])


def parse(game: "AurumGame", player: "PlayerId", text: str) -> Move | None:
    """Return the move a text means for this player now, or None when it is no notation of a move."""
    parts = text.split()
    if not parts:
        return None
    for action, word in WORDS.items():
        if text.strip().lower() == word:
            return Move(action)
    if " ".join(parts).lower() in SKIP:
        return Move("actSetAutoSkip", {"autoSkip": SKIP[" ".join(parts).lower()]})
    legal = game.legal_moves(player)
    if "actChangeBid" in legal:
        return _swap(game, player, parts)
    card = _card(game, player, parts[0]) if len(parts) == 1 else None
    if card is None:
        return None
    return Move("actBid" if "actBid" in legal else "actPlayCard", {"cardId": card})


def _swap(game: "AurumGame", player: "PlayerId", parts: list[str]) -> Move | None:
    if len(parts) < 2:
        return None
    gold, card = _card(game, player, parts[0]), _card(game, player, parts[1])
    bidder = player
    if len(parts) > 2:
        named = " ".join(parts[2:]).lower()
        found = [one for one in game.players if game.player_name(one).lower() == named]
        if not found:
            return None
        bidder = found[0]
    if gold is None or card is None:
        return None
    return Move("actChangeBid", {"goldCardId": gold, "cardId": card, "bidPlayerId": bidder})


def _card(game: "AurumGame", player: "PlayerId", text: str) -> int | None:
    """Return the id of a card: the player's own where they have it, else any card of that face."""
    face = material.parse_card(text)
    if face is None:
        return None
    cards = game.state.cards
    same = [
        card
        for card in range(1, cards.size + 1)
        if (cards.card_type[card], cards.card_type_arg[card]) == face and visible.may_see(game, player, card)
    ]
    own = [card for card in same if card in cards.peek("hand", player) or card in cards.peek("gold", player)]
    return own[0] if own else same[0] if same else None
