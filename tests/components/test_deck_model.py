"""The deck against a plain model: rows of a table, searched from end to end, as BGA's database would.

BGA promises nothing about the order of equal rows, so where several cards share the top location_arg the
model accepts any of them. Everything else must be equal, after every step.
"""

import hashlib
from types import SimpleNamespace

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from aurum_states.components import Card, Deck, Services

LOCATIONS = st.sampled_from(["deck", "discard", "hand", "trick"])
ARGS = st.integers(-2, 5)
NUMBERS = st.integers(0, 7)
CARD = st.integers(1, 40)


class Shuffler:
    """Brings items into an order that only their values decide, so that model and deck shuffle alike."""

    def draw(self, n):
        return n - 1

    def shuffle(self, items):
        items.sort(key=lambda item: hashlib.blake2b(repr(item).encode()).digest())


class Rows:
    """BGA's table of cards: a list of [id, type, type_arg, location, location_arg]."""

    def __init__(self):
        self.rows = []
        self.reformed = []

    def where(self, location=None, arg=None):
        return [r for r in self.rows if location in (None, r[3]) and arg in (None, r[4])]

    def extreme(self, which, location):
        args = [r[4] for r in self.where(location)]
        return which(args) if args else None

    def create(self, deck_rows, faces, location, arg):
        """Take the new ids from the deck, and check faces and positions: which id is which is chance."""
        first = (self.extreme(max, "deck") or 0) + 1
        expected = sorted(
            (*face, location, first + n if arg is None else arg) for n, face in enumerate(faces)
        )
        assert sorted(row[1:] for row in deck_rows) == expected
        self.rows += [list(row) for row in deck_rows]

    def update(self, rows, location, arg):
        for row in rows:
            row[3:] = [location, row[4] if arg is None else arg]

    def move(self, card_id, location, arg):
        self.update([self.rows[card_id - 1]], location, arg)

    def insert(self, card_id, location, arg):
        for row in self.where(location):
            row[4] += row[4] >= arg
        self.move(card_id, location, arg)

    def insert_extreme(self, card_id, location, on_top):
        extreme = self.extreme(max if on_top else min, location) or 0
        if on_top:
            self.move(card_id, location, extreme + 1)
        else:
            self.insert(card_id, location, extreme - 1)

    def shuffle(self, location):
        rows = self.where(location)
        ids = [row[0] for row in rows]
        Shuffler().shuffle(ids)
        for position, card_id in enumerate(ids):
            self.move(card_id, location, position)

    def pick(self, nbr, from_location, to_location, arg, reform, picked):
        """``picked`` is the deck's choice: right as long as each is among the highest left."""
        missing = nbr
        while missing and (there := self.where(from_location)):
            card = self.rows[picked.pop(0) - 1]
            assert card in there and card[4] == max(r[4] for r in there)
            missing -= 1
            card[3:] = ["(picked)", 0]
        self.update(self.where("(picked)"), to_location, arg)
        if missing and reform and from_location == "deck":
            self.update(self.where("discard"), "deck", 0)
            self.shuffle("deck")
            self.pick(missing, from_location, to_location, arg, False, picked)


class DeckAgainstRows(RuleBasedStateMachine):
    @initialize(autoreshuffle=st.booleans(), forgetful=st.booleans())
    def fresh(self, autoreshuffle, forgetful):
        self.forgetful = forgetful
        self.model = Rows()
        self.deck = Deck(autoreshuffle=autoreshuffle)
        self.services = Services(Shuffler(), SimpleNamespace(), (1, 2))
        self.deck.bind(self.services)

    def existing(self, card_id):
        return (card_id - 1) % len(self.model.rows) + 1

    @rule(
        faces=st.lists(st.tuples(st.sampled_from("BG"), NUMBERS, st.integers(0, 3)), max_size=5),
        location=LOCATIONS,
        arg=st.none() | ARGS,
    )
    def create(self, faces, location, arg):
        before = self.deck.size
        lines = [{"type": kind, "type_arg": number, "nbr": nbr} for kind, number, nbr in faces]
        self.deck.create_cards(lines, location, arg)
        made = [msgspec.structs.astuple(self.deck.get_card(n)) for n in range(before + 1, self.deck.size + 1)]
        flat = [face[:2] for face in faces for _ in range(face[2])]
        self.model.create(made, flat, location, arg)

    @precondition(lambda self: self.model.rows)
    @rule(ids=st.lists(CARD, max_size=4), location=LOCATIONS, arg=ARGS)
    def move_cards(self, ids, location, arg):
        ids = [self.existing(card_id) for card_id in ids]
        self.deck.move_cards(ids, location, arg)
        for card_id in ids:
            self.model.move(card_id, location, arg)

    @rule(source=st.none() | LOCATIONS, goal=LOCATIONS, source_arg=st.none() | ARGS, arg=ARGS)
    def move_all(self, source, goal, source_arg, arg):
        self.deck.move_all_cards_in_location(source, goal, source_arg, arg)
        self.model.update(self.model.where(source, source_arg if source else None), goal, arg)

    @rule(source=LOCATIONS, goal=LOCATIONS)
    def move_all_keep_order(self, source, goal):
        self.deck.move_all_cards_in_location_keep_order(source, goal)
        self.model.update(self.model.where(source), goal, None)

    @precondition(lambda self: self.model.rows)
    @rule(card_id=CARD, location=LOCATIONS, arg=ARGS)
    def insert(self, card_id, location, arg):
        self.deck.insert_card(self.existing(card_id), location, arg)
        self.model.insert(self.existing(card_id), location, arg)

    @precondition(lambda self: self.model.rows)
    @rule(card_id=CARD, location=LOCATIONS, on_top=st.booleans())
    def insert_extreme(self, card_id, location, on_top):
        self.deck.insert_card_on_extreme_position(self.existing(card_id), location, on_top)
        self.model.insert_extreme(self.existing(card_id), location, on_top)

    @precondition(lambda self: self.model.rows)
    @rule(card_id=CARD)
    def play(self, card_id):
        self.deck.play_card(self.existing(card_id))
        self.model.insert_extreme(self.existing(card_id), "discard", True)

    @rule(location=LOCATIONS)
    def shuffle(self, location):
        self.deck.shuffle(location)
        self.model.shuffle(location)

    @rule(nbr=NUMBERS, source=LOCATIONS, goal=LOCATIONS, arg=ARGS, no_reform=st.booleans())
    def pick(self, nbr, source, goal, arg, no_reform):
        tops = self.deck.get_cards_on_top(nbr, source)
        self.forget()
        cards = self.deck.pick_cards_for_location(nbr, source, goal, arg, no_reform)
        ids = [card.id for card in cards]
        assert ids[: len(tops)] == [card.id for card in tops]
        assert cards == [self.deck.get_card(card_id) for card_id in ids]
        self.model.pick(nbr, source, goal, arg, self.deck.autoreshuffle and not no_reform, ids)
        assert not ids

    @rule(nbr=st.integers(0, 4), source=LOCATIONS, goal=LOCATIONS, args=st.lists(ARGS, max_size=3))
    def shuffle_and_deal(self, nbr, source, goal, args):
        slow = self.twin()
        slow.shuffle(source)
        expected = {arg: slow.pick_ids(nbr, source, goal, arg) for arg in dict.fromkeys(args)}
        assert self.deck.shuffle_and_deal(nbr, source, goal, args) == expected
        assert msgspec.msgpack.encode(self.deck) == msgspec.msgpack.encode(slow), "in the order of dicts too"
        for card_id in range(1, self.deck.size + 1):
            self.model.move(card_id, *slow.location_of(card_id))

    @rule()
    def save_and_restore(self):
        twin = self.twin()
        assert twin.as_data() == self.deck.as_data()
        self.deck.shuffle("hand")
        self.deck.create_cards([{"type": "X", "type_arg": 1, "nbr": 2}], "hand")
        self.deck.refill(twin)

    def twin(self):
        twin = msgspec.msgpack.decode(msgspec.msgpack.encode(self.deck), type=Deck)
        twin.set_fixed(self.deck.fixed())
        twin.bind(self.services)
        return twin

    @invariant()
    def same_rows(self):
        if not hasattr(self, "deck"):
            return
        deck, model = self.deck, self.model
        assert {n: deck.get_card(n) for n in range(1, deck.size + 1)} == {r[0]: Card(*r) for r in model.rows}
        for location in ("deck", "discard", "hand", "trick"):
            there = model.where(location)
            assert list(deck.get_cards_in_location(location)) == sorted(r[0] for r in there)
            assert deck.count_cards_in_location(location) == len(there)
            assert deck.get_extreme_position(True, location) == model.extreme(max, location)
            assert deck.get_extreme_position(False, location) == model.extreme(min, location)
            assert sorted(deck.ids(location, 2)) == sorted(r[0] for r in model.where(location, 2))
            tops = [card.location_arg for card in deck.get_cards_on_top(4, location)]
            assert tops == sorted((r[4] for r in there), reverse=True)[:4]
            ordered = deck.get_cards_in_location(location, None, "location_arg")
            assert [card.id for card in ordered] == [r[0] for r in sorted(there, key=lambda r: (r[4], r[0]))]

        self.forget()

    def forget(self):
        """Leave the deck as a rollback does: the next step must find the cards first."""
        if self.forgetful:
            self.deck.rebuild()

    @invariant()
    def nothing_empty_is_kept(self):
        if hasattr(self, "deck"):
            assert all(by_arg and all(by_arg.values()) for by_arg in self.deck.places.values())


TestDeckAgainstRows = DeckAgainstRows.TestCase
TestDeckAgainstRows.settings = settings(max_examples=100, stateful_step_count=25, deadline=None)
