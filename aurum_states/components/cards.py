"""Cards as a deck shows them and as a game orders them."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import NotRequired, TypedDict

import msgspec

from aurum_states.components.part import ComponentError

NAME_LIMIT = 16
"""Longest name of a card type or location, in characters: BGA's columns are varchar(16)."""

COLUMNS = ("id", "type", "type_arg", "location", "location_arg")


class DeckError(ComponentError):
    """A deck cannot do that: a name too long, a bad number, an unknown column."""


class CardNotFoundError(DeckError, LookupError):
    """No such card in the deck, or not where it was looked for."""


class Card(msgspec.Struct, frozen=True, gc=False):
    """One card as it lies now; a value, no live view.

    Args:
        id: the deck's id, from 1; it tells nothing about the face.
        type: the first half of the face, such as a suit.
        type_arg: the second half, such as a number.
        location: where the card lies.
        location_arg: whose it is, or its position: the highest is on top.
    """

    id: int
    type: str
    type_arg: int
    location: str
    location_arg: int


class CardSpec(TypedDict):
    """A line of ``Deck.create_cards``: ``nbr`` cards (1 if absent) of one face."""

    type: str
    type_arg: int
    nbr: NotRequired[int]


class Faces(msgspec.Struct):
    """The faces of ids 1, 2, 3, ... as a deck saves them once."""

    type: list[str]
    type_arg: list[int]


def check_name(name: str, kind: str) -> None:
    """Refuse a card type or location that BGA would cut.

    Raises:
        DeckError: it is no text of at most 16 characters.
    """
    if not isinstance(name, str):
        raise DeckError(f"a card's {kind} is a text, not {name!r}")
    if len(name) > NAME_LIMIT:
        raise DeckError(
            f"card {kind} {name!r} has {len(name)} characters; BGA silently cuts it after {NAME_LIMIT}"
        )


def faces_of(cards: Iterable[CardSpec]) -> list[tuple[str, int]]:
    """Return the (type, type_arg) of every card wanted, in list order.

    Raises:
        DeckError: a line lacks a key or holds a value of the wrong kind.
    """
    faces: list[tuple[str, int]] = []
    for line in cards:
        try:
            name, number = face = line["type"], line["type_arg"]
        except (KeyError, TypeError) as error:
            raise DeckError(f"create_cards: {line!r} lacks type or type_arg") from error
        if name.__class__ is not str or len(name) > NAME_LIMIT:
            check_name(name, "type")
        nbr = line["nbr"] if "nbr" in line else 1  # noqa: SIM401 - half the cost
        if number.__class__ is not int or nbr.__class__ is not int or nbr < 0:
            raise DeckError(f"create_cards: type_arg and nbr are whole numbers, nbr not below 0, in {line!r}")
        if nbr == 1:
            faces.append(face)
        else:
            faces += [face] * nbr
    return faces


def fingerprint(types: Sequence[str], type_args: Sequence[int]) -> str:
    """Return 16 hex digits that stand for all faces in order of their ids; empty for no cards."""
    if not types:
        return ""
    return hashlib.blake2b(msgspec.json.encode((types, type_args)), digest_size=8).hexdigest()


def in_order(cards: list[Card], column: str) -> list[Card]:
    """Sort cards by a column, equal ones by id; BGA's ``card_`` before a column's name is understood.

    Raises:
        DeckError: there is no such column.
    """
    name = column.removeprefix("card_")
    if name not in COLUMNS:
        raise DeckError(f"order_by {column!r} is no column of a card; there are {', '.join(COLUMNS)}")
    return sorted(cards, key=lambda card: (getattr(card, name), card.id))
