"""Where the cards of a deck lie: the quick half of ``Deck``, which deals in ids.

A game in play wants ids, not records: these methods cost a fraction of a microsecond. ``Deck`` adds BGA's
own methods on top of them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

import msgspec

from aurum_states.components.cards import CardNotFoundError, DeckError, Faces, check_name, fingerprint
from aurum_states.components.part import Part, Unsaved

_NO_PILES: dict[int, list[int]] = {}
"""What lies in a location where nothing lies."""


class AnyDeal:
    """The ``draw`` of somebody who imagines what is hidden: what comes must not hang on what is true.

    ``Game.redeal`` is asked with it for any way that things could be, all equally likely.
    """

    __slots__ = ("_draw",)

    def __init__(self, draw: Callable[[int], int]) -> None:
        self._draw = draw

    def __call__(self, n: int) -> int:
        """Return a random integer below n."""
        return self._draw(n)

    def shuffle(self, items: list[Any]) -> None:
        """Put a list into random order, in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self._draw(last + 1)
            items[last], items[other] = items[other], items[last]


class _Faces(Unsaved):
    """The faces of the cards, and where each lies."""

    __slots__ = ("_found", "card_type", "card_type_arg")

    card_type: list[str]
    card_type_arg: list[int]
    _found: dict[int, tuple[str, int]] | None
    """Each card's place, as far as it has been asked for."""


class CardPlaces(_Faces, Part, dict=True, omit_defaults=True):
    """Cards by location and location_arg, in the order they came there.

    Args:
        places: location -> location_arg -> ids, oldest first. Nothing empty is kept, so that the order of a
            trick's dict is the order of play.
        size: number of cards; ids run from 1 to ``size`` and every card lies somewhere.
        faces: fingerprint of all faces, so that a digest covers them.

    Not saved with the moves: ``card_type`` and ``card_type_arg``, the faces by id (index 0 is unused).
    """

    places: dict[str, dict[int, list[int]]] = msgspec.field(default_factory=dict)
    size: int = 0
    faces: str = ""

    def __post_init__(self) -> None:
        self.card_type = [""]
        self.card_type_arg = [0]
        super().__post_init__()

    # -- the part

    def rebuild(self) -> None:
        """Forget where each card lies, to be found again when it is asked for, and faces of cards no more."""
        self._found = None
        del self.card_type[self.size + 1 :]
        del self.card_type_arg[self.size + 1 :]

    @property
    def _at(self) -> dict[int, tuple[str, int]]:
        """Each card's place. A method that moves cards asks for it before it touches the piles."""
        at = self._found
        if at is None:
            at = self._found = self._find()
        return at

    def _find(self) -> dict[int, tuple[str, int]]:
        at: dict[int, tuple[str, int]] = {}
        lying = 0
        for location, by_arg in self.places.items():
            for location_arg, ids in by_arg.items():
                at.update(dict.fromkeys(ids, (location, location_arg)))
                lying += len(ids)
        if not lying == len(at) == self.size:
            raise DeckError(f"{type(self).__name__}: its {self.size} cards do not lie in one place each")
        return at

    def fixed(self) -> dict[str, list[Any]]:
        """Return the faces of ids 1, 2, 3, ..."""
        return {"type": self.card_type[1:], "type_arg": self.card_type_arg[1:]}

    def set_fixed(self, data: Any) -> None:
        """Take the faces back, and look whether every card lies in one place.

        Raises:
            DeckError: they are not the faces of these cards, or a card is lost or lies twice.
        """
        at = self._at
        if at and (min(at), max(at)) != (1, self.size):
            raise DeckError(
                f"{type(self).__name__}: its ids must run from 1 to {self.size}; they are {sorted(at)}"
            )
        try:
            faces = msgspec.convert(data, Faces)
        except msgspec.ValidationError as error:
            raise DeckError(f"{type(self).__name__}: no list of faces: {error}") from error
        right = len(faces.type) == len(faces.type_arg) == self.size
        if not right or fingerprint(faces.type, faces.type_arg) != self.faces:
            raise DeckError(f"{type(self).__name__}: these are not the faces of its {self.size} cards")
        self.card_type[1:] = faces.type
        self.card_type_arg[1:] = faces.type_arg

    def as_data(self) -> dict[str, dict[str, list[str]]]:
        """Return location -> location_arg -> cards as ``"type type_arg #id"``, in the order they came."""
        return {
            location: {str(arg): [self._label(card_id) for card_id in ids] for arg, ids in by_arg.items()}
            for location, by_arg in self.places.items()
        }

    def _label(self, card_id: int) -> str:
        if card_id < len(self.card_type):
            return f"{self.card_type[card_id]} {self.card_type_arg[card_id]} #{card_id}"
        return f"#{card_id}"

    # -- reading

    def ids(self, location: str, location_arg: int | None = 0) -> list[int]:
        """Return the ids there in the order they came; with None those of every location_arg."""
        by_arg = self.places.get(location)
        if by_arg is None:
            return []
        if location_arg is None:
            return list(chain.from_iterable(by_arg.values()))
        return by_arg.get(location_arg, [])[:]

    def peek(self, location: str, location_arg: int = 0) -> Sequence[int]:
        """Return the deck's own list of the ids there: for reading only, and only until the next move."""
        return self.places.get(location, _NO_PILES).get(location_arg) or []

    def by_arg(self, location: str) -> dict[int, list[int]]:
        """Return location_arg -> ids, location_args in the order in which their first card came."""
        return {arg: ids[:] for arg, ids in self.places.get(location, {}).items()}

    def peek_by_arg(self, location: str) -> Mapping[int, Sequence[int]]:
        """Return the deck's own mapping location_arg -> ids: for reading only, until the next move."""
        return self.places.get(location, _NO_PILES)

    def location_of(self, card_id: int) -> tuple[str, int]:
        """Return a card's location and location_arg.

        Raises:
            CardNotFoundError: the deck has no such card.
        """
        try:
            return self._at[card_id]
        except KeyError:
            raise self._unknown(card_id) from None

    def _unknown(self, card_id: object) -> CardNotFoundError:
        has = f"its ids run from 1 to {self.size}" if self.size else "it has no cards yet (see create_cards)"
        return CardNotFoundError(f"{type(self).__name__}: no card has id {card_id!r}; {has}")

    # -- moving

    def move_card(self, card_id: int, location: str, location_arg: int = 0) -> None:
        """Move one card; it comes last among those there.

        Raises:
            CardNotFoundError: the deck has no such card.
            DeckError: the location's name is longer than 16 characters.
        """
        at = self._found or self._at
        try:
            here, arg = at[card_id]
        except KeyError:
            raise self._unknown(card_id) from None
        places = self.places
        target = places.get(location)
        if target is None:
            target = self._open(location)
        source = places[here]
        ids = source[arg]
        if len(ids) > 1:
            ids.remove(card_id)
        else:
            del source[arg]
            if not source and source is not target:
                del places[here]
        if location_arg in target:
            target[location_arg].append(card_id)
        else:
            target[location_arg] = [card_id]
        at[card_id] = location, location_arg

    def move_cards(self, card_ids: Iterable[int], location: str, location_arg: int = 0) -> None:
        """Move several cards, one after the other.

        Raises:
            CardNotFoundError: the deck has no such card.
            DeckError: the location's name is longer than 16 characters.
        """
        at, places, ids = self._found or self._at, self.places, list(card_ids)
        moved = set(ids)
        piles = dict.fromkeys([at[card_id] for card_id in ids if card_id in at])
        if len(moved) < len(ids) or not moved <= at.keys() or location in [place[0] for place in piles]:
            for card_id in ids:
                self.move_card(card_id, location, location_arg)
            return
        check_name(location, "location")
        for here, arg in piles:
            left = [card_id for card_id in places[here][arg] if card_id not in moved]
            if left:
                places[here][arg][:] = left
            else:
                del places[here][arg]
                if not places[here]:
                    del places[here]
        self._put(ids, location, location_arg, at)

    def move_all_cards_in_location(
        self,
        from_location: str | None,
        to_location: str,
        from_location_arg: int | None = None,
        to_location_arg: int = 0,
    ) -> None:
        """Move all cards of a location, or of one location_arg there; from None: every card of the deck.

        They keep the order in which they lay. Where ``from_location`` is None, ``from_location_arg`` is not
        looked at.
        """
        places, at = self.places, self._found or self._at
        if from_location is None:
            moved = [card_id for by_arg in places.values() for ids in by_arg.values() for card_id in ids]
            places.clear()
        elif from_location not in places:
            return
        elif from_location_arg is None:
            moved = list(chain.from_iterable(places.pop(from_location).values()))
        else:
            by_arg = places[from_location]
            moved = by_arg.pop(from_location_arg, [])
            if not by_arg:
                del places[from_location]
        self._put(moved, to_location, to_location_arg, at)

    def move_all_cards_in_location_keep_order(self, from_location: str, to_location: str) -> None:
        """Move all cards of a location; each keeps its location_arg."""
        at = self._at
        for location_arg, ids in self.places.pop(from_location, {}).items():
            self._put(ids, to_location, location_arg, at)

    def redeal(self, card_ids: Iterable[int], draw: Callable[[int], int]) -> int:
        """Let these cards change places among themselves; return how many lie elsewhere now.

        For a game's ``redeal``, with its ``draw``. Every place keeps its number of cards. Half the time only
        two cards change places: what a move reveals is then mostly as it was, and the rest can be compared.
        With a ``draw`` that is an ``AnyDeal`` every deal is equally likely.
        """
        if isinstance(draw, AnyDeal):
            return self._deal_anew(sorted(set(card_ids)), draw)
        ids = list(dict.fromkeys(card_ids))
        if len(ids) < 2:
            return 0
        order = ids[:]
        if draw(2):
            for last in range(len(order) - 1, 0, -1):
                other = draw(last + 1)
                order[last], order[other] = order[other], order[last]
        if order == ids:
            one = draw(len(ids))
            other = (one + 1 + draw(len(ids) - 1)) % len(ids)
            order[one], order[other] = order[other], order[one]
        now = dict(zip(ids, order, strict=True))
        for by_arg in self.places.values():
            for pile in by_arg.values():
                pile[:] = [now.get(card_id, card_id) for card_id in pile]
        self.rebuild()
        return sum(card_id != other for card_id, other in now.items())

    def _deal_anew(self, ids: list[int], draw: AnyDeal) -> int:
        """Lay cards where any of them lies, in an order that hangs on chance alone; count those elsewhere."""
        hidden, different = set(ids), 0
        draw.shuffle(ids)
        for by_arg in self.places.values():
            for pile in by_arg.values():
                for place, card_id in enumerate(pile):
                    if card_id in hidden:
                        pile[place] = ids.pop()
                        different += pile[place] != card_id
        self.rebuild()
        return different

    def _put(self, ids: list[int], location: str, location_arg: int, at: dict[int, tuple[str, int]]) -> None:
        """Lay down cards that lie nowhere at the moment; the list becomes the deck's own."""
        if not ids:
            return
        by_arg = self.places.get(location)
        if by_arg is None:
            by_arg = self._open(location)
        if location_arg in by_arg:
            by_arg[location_arg] += ids
        else:
            by_arg[location_arg] = ids
        place = location, location_arg
        for card_id in ids:
            at[card_id] = place

    def _open(self, location: str) -> dict[int, list[int]]:
        check_name(location, "location")
        by_arg: dict[int, list[int]] = {}
        self.places[location] = by_arg
        return by_arg

    def _stack(self, ids: list[int], location: str) -> None:
        """Give the positions 0, 1, 2, ... to cards, which become all that lies in a location."""
        at = self._at
        self.places[location] = {position: [card_id] for position, card_id in enumerate(ids)}
        at.update(zip(ids, _spots(location, len(ids)), strict=True))

    def _take(self, nbr: int, location: str) -> list[int]:
        """Take up to ``nbr`` cards from the top, the topmost first; they lie nowhere until ``_put``."""
        by_arg = self.places.get(location)
        if by_arg is None:
            return []
        args = sorted(by_arg, reverse=True)[:nbr]
        taken = list(chain.from_iterable(map(by_arg.__getitem__, args)))
        if len(taken) > len(args):  # several cards at one location_arg: the last came last, and is on top
            taken = list(chain.from_iterable([by_arg[arg][::-1] for arg in args]))[:nbr]
            for card_id in taken:
                ids = by_arg[self._at[card_id][1]]
                ids.remove(card_id)
            args = [arg for arg in args if not by_arg[arg]]
        for arg in args:
            del by_arg[arg]
        if not by_arg:
            del self.places[location]
        return taken


@lru_cache(maxsize=64)
def _spots(location: str, nbr: int) -> tuple[tuple[str, int], ...]:
    """Return the places at positions 0 to ``nbr`` - 1: shared, for making them is dear."""
    return tuple((location, position) for position in range(nbr))
