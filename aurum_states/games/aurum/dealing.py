"""The cards of a table, and the start of a round (R11-R15)."""

from functools import cache
from typing import TYPE_CHECKING

from aurum_states import clienttranslate
from aurum_states.games.aurum import material, rules
from aurum_states.games.aurum.constants import AutoSkipChangeBid, Preference

if TYPE_CHECKING:
    from aurum_states.components import CardSpec
    from aurum_states.games.aurum.game import AurumGame


@cache
def faces(players: int, *, expert: bool, drop_suit_3p: str) -> "tuple[CardSpec, ...]":
    """Return every card of a table as the deck is told of it."""
    cards = material.base_metal_cards(players, drop_suit_3p) + material.gold_cards(players, expert)
    return tuple({"type": suit, "type_arg": number} for suit, number in cards)


def begin_round(game: "AurumGame") -> None:
    """Set everything that lasts for one round (R62, R67)."""
    s = game.state
    s.round.inc(1, None)
    s.tricks.set_all(0, None)
    s.starter = s.marker
    s.last_trick = {}
    s.collected = {}
    s.closed = ""
    s.asked = s.swaps = 0
    for player in game.players:
        chosen = (game.user_preferences.set_by(player) or {}).get(Preference.AUTO_SKIP_CHANGE_BID)
        remembered = None if chosen is None else chosen == AutoSkipChangeBid.ON
        s.auto_skip[player] = rules.preference_at_round_start(remembered, rules.AUTO_SKIP_DEFAULT)


def deal(game: "AurumGame") -> None:
    """Put the gold back, give a 0 and twelve cards to each, lay the rest face up, and tell them (R11-R15)."""
    s = game.state
    cards = s.cards
    gold = [card for card in range(1, cards.size + 1) if cards.card_type[card] == material.GOLD]
    supply, zeros = rules.gold_at_start(gold, cards.card_type_arg)
    cards.move_all_cards_in_location(None, "deck")
    cards.move_cards(supply + zeros, "supply")
    for player, zero in zip(game.players, zeros, strict=False):
        cards.move_card(zero, "gold", player)
    cards.shuffle_and_deal(material.HAND_SIZE, "deck", "hand", game.players)
    cards.move_all_cards_in_location("deck", "extra")
    if game.notify.heard:
        _tell(game)


def _tell(game: "AurumGame") -> None:
    s = game.state
    cards = s.cards
    game.notify.all(
        "newRound",
        clienttranslate("Round ${round}: ${player_name} holds the Round First Player Marker"),
        round=s.round.get(),
        player_id=s.marker,
        extra=[game.label(card) for card in sorted(cards.ids("extra"))],  # sorted, as the page shows it
        auto_skip=s.auto_skip,
    )
    for player in game.players:
        hand = sorted(cards.ids("hand", player))
        game.notify.player(player, "newHand", "", cards={card: game.label(card) for card in hand})
