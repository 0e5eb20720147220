"""What must hold of a table of Aurum whenever a player is asked (I1-I3, I6-I9 of docs/aurum-rules.md)."""

from collections import Counter
from typing import TYPE_CHECKING

from aurum_states.games.aurum import material, rules

if TYPE_CHECKING:
    from aurum_states.games.aurum.game import AurumGame

_BASE = {"deck", "hand", "bid", "trick", "discard", "extra"}
_GOLD = {"supply", "gold", "trick"}


def broken(game: "AurumGame") -> list[str]:
    """Return every broken invariant, in words."""
    return [*_places(game), *_bids(game), *_trick(game)]


def _places(game: "AurumGame") -> list[str]:
    """I1-I3: each card once, base metal and gold where they may lie, and all of them there."""
    cards = game.state.cards
    found: list[str] = []
    for card in range(1, cards.size + 1):
        location, _ = cards.location_of(card)
        allowed = _GOLD if cards.card_type[card] == material.GOLD else _BASE
        if location not in allowed:
            found.append(f"{game.label(card)} lies in {location!r} (I1-I3)")
    faces = Counter(zip(cards.card_type[1:], cards.card_type_arg[1:], strict=True))
    count, expert = len(game.players), game.options[100] == 2
    wanted = Counter(
        material.base_metal_cards(count, game.settings["drop_suit_3p"]) + material.gold_cards(count, expert)
    )
    if faces != wanted:
        found.append("the cards are not those of this table (I1-I3)")
    return found


def _bids(game: "AurumGame") -> list[str]:
    """I6: once bidding is over, everybody has exactly one bid card."""
    bids = game.state.cards.peek_by_arg("bid")
    if any(len(ids) != 1 for ids in bids.values()):
        return ["a player has two bid cards (I6)"]
    if len(bids) != len(game.players) and game.state.cards.peek_by_arg("trick"):
        return ["a trick is played, but not everybody has bid (I6)"]
    return []


def _trick(game: "AurumGame") -> list[str]:
    """I7-I9: different suits, base metal first, players consecutive from the starter."""
    cards = game.state.cards
    trick = cards.peek_by_arg("trick")
    suits = [cards.card_type[ids[0]] for ids in trick.values()]
    base = [suit for suit in suits if suit != material.GOLD]
    found: list[str] = []
    if len(set(base)) != len(base):
        found.append(f"a suit is twice in the trick: {', '.join(base)} (I7)")
    if suits and suits[0] == material.GOLD:
        found.append("the trick starts with gold (I8)")
    if "".join(base) != game.state.closed:
        found.append(f"closed suits are {game.state.closed!r}, but the trick holds {base} (R33)")
    order = rules.clockwise(game.players, game.state.starter)
    if list(trick) != order[: len(trick)]:
        found.append("the trick's players do not follow clockwise from the starter (I9)")
    return found
