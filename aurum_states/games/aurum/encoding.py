"""A seat's page of Aurum as numbers from 0 to 1: the players from one's own seat on, every card a place."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from aurum_states.games.aurum import material, rules
from aurum_states.games.aurum.constants import StateId

_DECISIONS = (StateId.BIDDING, StateId.CHANGE_BID, StateId.PLAYER_TURN)
_MOST_TRICKS = 20
"""More than there are in any round (docs/aurum-rules.md, Arithmetic)."""


def encode(view: Mapping[str, Any], dropped: str) -> list[float]:
    """Return the page as numbers; ``dropped`` is the suit that is left out with three players.

    In order: round, decision, hand, cards left over, supply; then each player: whether they are active, hold
    the marker, start the trick, have bid, are not asked about changes; cards in hand, tricks, nuggets, gold,
    the bid, the card in this trick and in the last one.
    """
    order: list[int] = view["playerorder"]
    cards, golds, faces = _places(len(order), dropped)
    state = view["gamestate"]
    active = state.get("multiactive", [state["active_player"]])
    tricks = [{player: card for player, _, card in view[name]} for name in ("trick", "lastTrick")]

    numbers = [view["round"] / rules.MOST_ROUNDS[len(order)]]
    numbers += [float(state["id"] == one) for one in _DECISIONS]
    numbers += _marked(view["hand"].values(), cards) + _marked(view["extra"].values(), cards)
    numbers += _counted(view["supply"].values(), golds)
    for player in order:
        seat = view["players"][player]
        facts = (player in active, player == view["marker"], player == view["starter"])
        numbers += map(float, (*facts, seat["hasBid"], seat["autoSkip"]))
        numbers += [seat["handCount"] / material.HAND_SIZE, seat["tricks"] / _MOST_TRICKS]
        numbers.append(min(1.0, seat["nuggets"] / rules.NUGGETS_TO_WIN))
        numbers += _counted(seat["gold"].values(), golds)
        numbers += _marked(seat["bid"].values(), cards)
        for trick in tricks:
            numbers += _marked([trick[player]] if player in trick else [], faces)
    return numbers


class _Places(NamedTuple):
    """The places of base metal cards and of all kinds of cards; how many copies of a gold card there are."""

    cards: Mapping[str, int]
    golds: Mapping[str, int]
    faces: Mapping[str, int]


@cache
def _places(players: int, dropped: str) -> _Places:
    cards = [material.card_label(*face) for face in material.base_metal_cards(players, dropped)]
    golds = [material.card_label(*face) for face in material.gold_cards(players)]
    copies = {gold: golds.count(gold) for gold in golds}
    placed = {face: place for place, face in enumerate([*cards, *copies])}
    return _Places({card: placed[card] for card in cards}, copies, placed)


def _marked(held: Iterable[str], places: Mapping[str, int]) -> list[float]:
    """Return a 1 in the place of each card that is held."""
    numbers = [0.0] * len(places)
    for card in held:
        numbers[places[card]] = 1.0
    return numbers


def _counted(held: Iterable[str], copies: Mapping[str, int]) -> list[float]:
    """Return what part of the copies of each gold card is held."""
    there = [*held]
    return [there.count(face) / most for face, most in copies.items()]
