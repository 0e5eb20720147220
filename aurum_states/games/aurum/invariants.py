"""What must hold of a table of Aurum whenever a player is asked (I1-I3, I6-I9 of docs/aurum-rules.md)."""

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
    suits, gold = cards.card_type, material.GOLD
    found: list[str] = []
    everywhere: list[int] = []
    for location, by_arg in cards.places.items():
        there = [card for ids in by_arg.values() for card in ids]
        everywhere += there
        if location not in _GOLD:
            found += [
                f"{game.label(card)} lies in {location!r} (I3)" for card in there if suits[card] == gold
            ]
        if location not in _BASE:
            found += [
                f"{game.label(card)} lies in {location!r} (I1)" for card in there if suits[card] != gold
            ]
    if len(everywhere) != cards.size or len(set(everywhere)) != cards.size:
        found.append("a card is missing, or lies in two places (I1, I2)")
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
