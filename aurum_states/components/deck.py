"""BGA's Deck component: cards with an id, a face (type, type_arg) and a place (location, location_arg)."""

from collections.abc import Iterable
from itertools import islice
from typing import overload

import msgspec

from aurum_states.components.cards import (
    Card,
    CardNotFoundError,
    CardSpec,
    DeckError,
    faces_of,
    fingerprint,
    in_order,
)
from aurum_states.components.places import CardPlaces
from aurum_states.names import did_you_mean

DECK, DISCARD, HAND = "deck", "discard", "hand"


class Deck(CardPlaces, dict=True, omit_defaults=True):
    """BGA's Deck with its methods in Python's spelling, and quick methods that deal in ids (``CardPlaces``).

    *On top* is the highest location_arg; among equal ones (where BGA promises nothing) the card that came
    last. What BGA returns as a collection is a dict by id in order of the ids. Numbers are ints, not texts.

    Args:
        autoreshuffle: when ``deck`` runs out in a pick, the discard is shuffled into it.
        autoreshuffle_custom: further pairs, pile -> its discard; ``deck`` has ``discard`` unless named here.
        autoreshuffle_trigger: name of the game's method that is then called with the pile's name. It is a
            name and no function, so that a restored table behaves as the one that was saved.
    """

    autoreshuffle: bool = False
    autoreshuffle_custom: dict[str, str] = msgspec.field(default_factory=dict)
    autoreshuffle_trigger: str = ""

    def after_reshuffle(self, location: str) -> None:
        """Call the game's ``autoreshuffle_trigger``; a subclass may do something else.

        Raises:
            DeckError: the game has no such method.
        """
        name = self.autoreshuffle_trigger
        if not name:
            return
        game = self.services.game() if self.services.game is not None else None
        trigger = getattr(game, name, None)
        if not callable(trigger):
            near = did_you_mean(name, dir(game))
            raise DeckError(f"autoreshuffle_trigger: {type(game).__name__} has no method {name!r}{near}")
        trigger(location)

    # -- making cards

    def create_cards(
        self, cards: Iterable[CardSpec], location: str = DECK, location_arg: int | None = None
    ) -> None:
        """Create cards. Ids are given in random order, so that they tell nothing about the faces.

        Args:
            cards: lines of type, type_arg and nbr (how many).
            location: where they are put.
            location_arg: one for all; None gives positions in list order, from the highest position in
                ``deck`` (always ``deck``, whatever the location) plus 1: a fresh deck gets 1 to N.

        Raises:
            DeckError: a line is malformed, or a type or location is longer than 16 characters.
        """
        faces = faces_of(cards)
        order = list(range(len(faces)))
        self.services.random.shuffle(order)
        at = self._at
        ids = range(self.size + 1, self.size + 1 + len(order))
        self.card_type += [faces[nth][0] for nth in order]
        self.card_type_arg += [faces[nth][1] for nth in order]
        if location_arg is None:
            first = (self.get_extreme_position(True, DECK) or 0) + 1
            for card_id, nth in zip(ids, order, strict=True):
                self._put([card_id], location, first + nth, at)
        else:
            self._put(list(ids), location, location_arg, at)
        self.size += len(order)
        self.faces = fingerprint(self.card_type[1:], self.card_type_arg[1:])

    # -- picking from the top

    def pick_ids(
        self,
        nbr: int,
        from_location: str,
        to_location: str,
        location_arg: int = 0,
        no_deck_reform: bool = False,
    ) -> list[int]:
        """Pick as ``pick_cards_for_location`` does and return the ids, the topmost first: the quick way.

        Raises:
            DeckError: ``nbr`` is negative.
        """
        if nbr < 0:
            raise DeckError(f"{nbr} cards cannot be picked")
        at = self._at
        ids = self._take(nbr, from_location)
        self._put(ids[:], to_location, location_arg, at)
        if len(ids) < nbr and not no_deck_reform and self.autoreshuffle and self._discard_of(from_location):
            self.reform_deck_from_discard(from_location)
            more = self._take(nbr - len(ids), from_location)
            ids += more
            self._put(more, to_location, location_arg, at)
        return ids

    def pick_card(self, location: str, player_id: int) -> Card | None:
        """Move the top card to a player's hand and return it; None when there is none."""
        return self.pick_card_for_location(location, HAND, player_id)

    def pick_cards(self, nbr: int, location: str, player_id: int) -> list[Card]:
        """Move up to ``nbr`` cards from the top to a player's hand and return them, the topmost first."""
        return self.pick_cards_for_location(nbr, location, HAND, player_id)

    def pick_card_for_location(
        self, from_location: str, to_location: str, location_arg: int = 0
    ) -> Card | None:
        """Move the top card elsewhere and return it as it lies now; None when there is none.

        With ``autoreshuffle`` an empty pile is reformed from its discard first.
        """
        cards = self.pick_cards_for_location(1, from_location, to_location, location_arg)
        return cards[0] if cards else None

    def pick_cards_for_location(
        self,
        nbr: int,
        from_location: str,
        to_location: str,
        location_arg: int = 0,
        no_deck_reform: bool = False,
    ) -> list[Card]:
        """Move up to ``nbr`` cards from the top elsewhere and return them, the topmost first.

        With ``autoreshuffle`` it takes what is there, reforms the pile once and takes the rest; fewer cards
        may come all the same.
        """
        ids = self.pick_ids(nbr, from_location, to_location, location_arg, no_deck_reform)
        return [self._card(card_id) for card_id in ids]

    def get_card_on_top(self, location: str) -> Card | None:
        """Return the card on top without moving it; never reshuffles."""
        cards = self.get_cards_on_top(1, location)
        return cards[0] if cards else None

    def get_cards_on_top(self, nbr: int, location: str) -> list[Card]:
        """Return up to ``nbr`` cards from the top without moving them, the topmost first."""
        by_arg = self.places.get(location, {})
        ids = (card_id for arg in sorted(by_arg, reverse=True) for card_id in reversed(by_arg[arg]))
        return [self._card(card_id) for card_id in islice(ids, nbr)]

    def shuffle(self, location: str) -> None:
        """Give the cards of a location the positions 0 to N - 1 at random."""
        ids = self.ids(location, None)
        if ids:
            self.services.random.shuffle(ids)
            self._stack(ids, location)

    def shuffle_and_deal(
        self, nbr: int, from_location: str, to_location: str, location_args: Iterable[int]
    ) -> dict[int, list[int]]:
        """Shuffle a location, then pick ``nbr`` cards for each location_arg in turn, and return their ids.

        The same as ``shuffle`` and then ``pick_ids`` for each, in half the time: cards that are dealt need no
        position first.
        """
        targets = tuple(dict.fromkeys(location_args))
        ids = self.ids(from_location, None)
        rest = len(ids) - nbr * len(targets)
        if nbr < 1 or not targets or rest < 0 or from_location == to_location:
            self.shuffle(from_location)
            return {arg: self.pick_ids(nbr, from_location, to_location, arg) for arg in targets}
        self.services.random.shuffle(ids)
        at = self._at
        if rest:
            self._stack(ids[:rest], from_location)
        else:
            del self.places[from_location]
        ids.reverse()
        dealt = {arg: ids[nth * nbr : (nth + 1) * nbr] for nth, arg in enumerate(targets)}
        for arg, hand in dealt.items():
            self._put(hand[:], to_location, arg, at)
        return dealt

    def reform_deck_from_discard(self, from_location: str = DECK) -> None:
        """Move the discard of a pile into it and shuffle all of it.

        Raises:
            DeckError: the pile has no discard.
        """
        discard = self._discard_of(from_location)
        if discard is None:
            raise DeckError(
                f"reform_deck_from_discard: {from_location!r} has no discard; name it in autoreshuffle_custom"
            )
        self.move_all_cards_in_location(discard, from_location)
        self.shuffle(from_location)
        self.after_reshuffle(from_location)

    def _discard_of(self, location: str) -> str | None:
        return self.autoreshuffle_custom.get(location, DISCARD if location == DECK else None)

    # -- putting into an order

    def insert_card(self, card_id: int, location: str, location_arg: int) -> None:
        """Put a card at a position; every card from there on moves up by one first."""
        self.location_of(card_id)
        by_arg = self.places.get(location)
        if by_arg is not None and max(by_arg) >= location_arg:
            shifted = {arg + 1 if arg >= location_arg else arg: ids for arg, ids in by_arg.items()}
            self.places[location] = shifted
            for arg, ids in shifted.items():
                self._at.update(dict.fromkeys(ids, (location, arg)))
        self.move_card(card_id, location, location_arg)

    def insert_card_on_extreme_position(self, card_id: int, location: str, on_top: bool) -> None:
        """Put a card above all others (highest position + 1) or below them.

        Below is BGA's ``insertCard`` at the lowest position - 1, which moves the others up by one.
        """
        extreme = self.get_extreme_position(on_top, location) or 0
        if on_top:
            self.move_card(card_id, location, extreme + 1)
        else:
            self.insert_card(card_id, location, extreme - 1)

    def play_card(self, card_id: int) -> None:
        """Put a card on top of the discard."""
        self.insert_card_on_extreme_position(card_id, DISCARD, True)

    def get_extreme_position(self, get_max: bool, location: str) -> int | None:
        """Return the highest or lowest location_arg in use there, None for an empty location."""
        by_arg = self.places.get(location)
        if by_arg is None:
            return None
        return max(by_arg) if get_max else min(by_arg)

    # -- looking at cards

    def get_card(self, card_id: int) -> Card | None:
        """Return a card, None when there is none of that id."""
        return self._card(card_id) if card_id in self._at else None

    def get_cards(self, card_ids: Iterable[int]) -> dict[int, Card]:
        """Return cards by id.

        Raises:
            CardNotFoundError: an id is unknown or comes twice.
        """
        wanted = list(card_ids)
        found = sorted({card_id for card_id in wanted if card_id in self._at})
        if len(found) != len(wanted):
            raise CardNotFoundError(
                f"getCards: Some cards have not been found ! ({self._missing(wanted, found)})"
            )
        return {card_id: self._card(card_id) for card_id in found}

    def get_cards_from_location(
        self, card_ids: Iterable[int], location: str, location_arg: int | None = None
    ) -> dict[int, Card]:
        """Return cards by id, all of which must lie there.

        Raises:
            CardNotFoundError: an id is unknown, lies elsewhere or comes twice.
        """
        wanted = list(card_ids)
        there = set(self.ids(location, location_arg))
        found = sorted(there.intersection(wanted))
        if len(found) != len(wanted):
            raise CardNotFoundError(
                "getCardsFromLocation: Some cards have not been found in this location!"
                f" ({location!r}: {self._missing(wanted, found)})"
            )
        return {card_id: self._card(card_id) for card_id in found}

    @staticmethod
    def _missing(wanted: list[int], found: list[int]) -> str:
        missing = [str(card_id) for card_id in wanted if card_id not in found]
        return f"missing {', '.join(missing)}" if missing else f"named twice in {wanted}"

    @overload
    def get_cards_in_location(
        self, location: str | Iterable[str], location_arg: int | None = None, order_by: None = None
    ) -> dict[int, Card]: ...

    @overload
    def get_cards_in_location(
        self, location: str | Iterable[str], location_arg: int | None = None, *, order_by: str
    ) -> list[Card]: ...

    @overload
    def get_cards_in_location(
        self, location: str | Iterable[str], location_arg: int | None, order_by: str
    ) -> list[Card]: ...

    def get_cards_in_location(
        self, location: str | Iterable[str], location_arg: int | None = None, order_by: str | None = None
    ) -> dict[int, Card] | list[Card]:
        """Return the cards of a location, or of several: by id, or as a list in order of a column.

        Cards that are equal in the column come in order of their ids.

        Raises:
            DeckError: ``order_by`` is no column of a card.
        """
        locations = [location] if isinstance(location, str) else location
        ids = sorted({card_id for name in locations for card_id in self.ids(name, location_arg)})
        cards = {card_id: self._card(card_id) for card_id in ids}
        return cards if order_by is None else in_order(list(cards.values()), order_by)

    def get_player_hand(self, player_id: int) -> dict[int, Card]:
        """Return the cards in a player's hand by id."""
        return self.get_cards_in_location(HAND, player_id)

    def get_cards_of_type(self, type: str, type_arg: int | None = None) -> dict[int, Card]:  # noqa: A002
        """Return the cards of a type by id, wherever they lie."""
        return {
            card_id: self._card(card_id)
            for card_id, face in enumerate(self.card_type)
            if card_id and face == type and (type_arg is None or self.card_type_arg[card_id] == type_arg)
        }

    def get_cards_of_type_in_location(
        self,
        type: str,  # noqa: A002
        type_arg: int | None,
        location: str,
        location_arg: int | None = None,
    ) -> dict[int, Card]:
        """Return the cards of a type that lie there, by id."""
        there = set(self.ids(location, location_arg))
        found = self.get_cards_of_type(type, type_arg)
        return {card_id: card for card_id, card in found.items() if card_id in there}

    def _card(self, card_id: int) -> Card:
        return Card(card_id, self.card_type[card_id], self.card_type_arg[card_id], *self._at[card_id])

    # -- counting

    def count_cards_in_location(self, location: str, location_arg: int | None = None) -> int:
        """Return how many cards lie there (BGA also calls it ``countCardInLocation``)."""
        by_arg = self.places.get(location, {})
        return sum(map(len, by_arg.values())) if location_arg is None else len(by_arg.get(location_arg, ()))

    count_card_in_location = count_cards_in_location

    def count_cards_in_locations(self) -> dict[str, int]:
        """Return how many cards lie in each location that has any."""
        return {location: self.count_cards_in_location(location) for location in sorted(self.places)}

    def count_cards_by_location_args(self, location: str) -> dict[int, int]:
        """Return how many cards lie there at each location_arg that has any."""
        by_arg = self.places.get(location, {})
        return {arg: len(by_arg[arg]) for arg in sorted(by_arg)}
