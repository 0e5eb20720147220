"""The rules of Hearts as pure functions. A card is its label: rank and suit, as in ``QS``, ``2C``, ``TH``."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

CLUBS, DIAMONDS, HEARTS, SPADES = SUITS = "CDHS"
RANKS = "23456789TJQKA"
TWO, JACK, QUEEN = "2C", "JD", "QS"

HAND = 13
GIVEN = 3

ALL_POINTS = 26
QUEEN_POINTS = 13
JACK_BONUS = 10
NO_TRICK_BONUS = 5

Player = TypeVar("Player")


class House(NamedTuple):
    """What is played at a table: the options 101 to 108, in their order."""

    give_cards: bool = True
    no_points_in_first_trick: bool = True
    any_club_may_lead: bool = False
    jack_bonus: bool = False
    no_trick_bonus: bool = False
    hearts_must_be_broken: bool = True
    queen_breaks_hearts: bool = True
    hearts_instead_of_queen: bool = False


def suit(card: str) -> str:
    """Return a card's suit."""
    return card[1]


def rank(card: str) -> int:
    """Return a card's rank: 0 for a two, 12 for an ace."""
    return RANKS.index(card[0])


def points(card: str) -> int:
    """Return what a card costs who takes it: a heart 1, the queen of spades 13."""
    return QUEEN_POINTS if card == QUEEN else int(suit(card) == HEARTS)


def legal_plays(hand: Sequence[str], trick: Sequence[str], taken: Sequence[str], house: House) -> list[str]:
    """Return what may be played from a hand to the trick; ``taken`` are the cards of all tricks before."""
    if not trick:
        return _leads(hand, taken, house)
    following = [card for card in hand if suit(card) == suit(trick[0])]
    if following:
        return following
    if house.no_points_in_first_trick and not taken:
        return [card for card in hand if not points(card)] or [*hand]
    return [*hand]


def _leads(hand: Sequence[str], taken: Sequence[str], house: House) -> list[str]:
    """Return what may lead: clubs at first, hearts only when they are broken or nothing else is there."""
    if not taken:
        return [card for card in hand if card == TWO or (house.any_club_may_lead and suit(card) == CLUBS)]
    if not house.hearts_must_be_broken or hearts_broken(taken, house):
        return [*hand]
    others = [card for card in hand if suit(card) != HEARTS]
    if others == [QUEEN] and house.hearts_instead_of_queen:
        return [*hand]
    return others or [*hand]


def hearts_broken(taken: Sequence[str], house: House) -> bool:
    """Whether a heart was played, or the queen where she counts as one."""
    return any(suit(card) == HEARTS or (card == QUEEN and house.queen_breaks_hearts) for card in taken)


def winner(trick: Mapping[Player, str]) -> Player:
    """Return who takes a trick, given in the order of play: the highest card of the suit that was led."""
    led = suit(next(iter(trick.values())))
    return max(trick, key=lambda player: rank(trick[player]) if suit(trick[player]) == led else -1)


def is_moon(cards: Sequence[str]) -> bool:
    """Whether somebody who has taken these has taken all points."""
    return sum(map(points, cards)) == ALL_POINTS


def count(taken: Mapping[Player, Sequence[str]], house: House) -> dict[Player, int]:
    """Return everybody's points for a hand, from what each has taken; fewer are better.

    Who takes all of them has none, and everybody else has them all; then there is no bonus for no tricks.
    """
    scored = {player: sum(map(points, cards)) for player, cards in taken.items()}
    if any(map(is_moon, taken.values())):
        scored = {player: ALL_POINTS - own for player, own in scored.items()}
    elif house.no_trick_bonus:
        scored = {player: own if taken[player] else -NO_TRICK_BONUS for player, own in scored.items()}
    if house.jack_bonus:
        scored = {player: own - JACK_BONUS * (JACK in taken[player]) for player, own in scored.items()}
    return scored
