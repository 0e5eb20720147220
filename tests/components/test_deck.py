"""BGA's Deck methods, one by one (framework facts: positions, top, reform, extreme positions, errors)."""

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aurum_states.components import Card, CardNotFoundError, Deck, DeckError, Services, UnboundPartError

SUITS = [{"type": suit, "type_arg": number} for suit in "BCP" for number in range(1, 5)]


@pytest.fixture
def deck(services: Services) -> Deck:
    deck = Deck()
    deck.bind(services)
    deck.create_cards(SUITS)
    return deck


def faces(deck: Deck, ids):
    return [(deck.card_type[card_id], deck.card_type_arg[card_id]) for card_id in ids]


# -- create_cards


def test_fresh_deck_gets_positions_from_1_in_list_order(deck):
    by_position = deck.by_arg("deck")
    assert sorted(by_position) == list(range(1, 13))
    assert faces(deck, [by_position[n][0] for n in range(1, 13)]) == [
        (s["type"], s["type_arg"]) for s in SUITS
    ]


def test_ids_tell_nothing_about_the_face(deck):
    assert sorted(deck.ids("deck", None)) == list(range(1, 13))
    assert faces(deck, range(1, 13)) != [(line["type"], line["type_arg"]) for line in SUITS]


def test_positions_continue_from_deck_whatever_the_location(deck):
    deck.create_cards([{"type": "G", "type_arg": 0, "nbr": 3}], "supply")
    assert sorted(deck.by_arg("supply")) == [13, 14, 15]
    deck.create_cards([{"type": "G", "type_arg": 1, "nbr": 1}], "supply")
    assert sorted(deck.by_arg("supply")) == [13, 14, 15] and deck.count_cards_in_location("supply", 13) == 2


def test_given_location_arg_holds_for_all(deck):
    deck.create_cards([{"type": "G", "type_arg": n, "nbr": 2} for n in range(3)], "supply", 0)
    assert list(deck.by_arg("supply")) == [0] and len(deck.ids("supply")) == 6


def test_no_cards_no_change(deck):
    before = msgspec.msgpack.encode(deck)
    deck.create_cards([])
    deck.create_cards([{"type": "G", "type_arg": 0, "nbr": 0}])
    assert msgspec.msgpack.encode(deck) == before


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ({"type": "a name of 17 char", "type_arg": 1}, "17 characters"),
        ({"type": 3, "type_arg": 1}, "is a text, not 3"),
        ({"type": ["x"], "type_arg": 1}, r"is a text, not \['x'\]"),
        ({"type": "B"}, "lacks type or type_arg"),
        ({"type": "B", "type_arg": "1"}, "whole numbers"),
        ({"type": "B", "type_arg": 1, "nbr": -1}, "not below 0"),
    ],
)
def test_malformed_line_is_refused_before_anything_is_made(deck, line, told):
    with pytest.raises(DeckError, match=told):
        deck.create_cards([{"type": "B", "type_arg": 1}, line])
    assert deck.size == len(deck.card_type) - 1 == 12


def test_long_location_is_refused_before_the_card_moves(deck):
    with pytest.raises(DeckError, match="location 'a place without end' has 19 characters"):
        deck.move_card(1, "a place without end")
    with pytest.raises(DeckError, match="characters"):
        deck.create_cards([{"type": "B", "type_arg": 1}], "a place without end")
    assert deck.location_of(1)[0] == "deck"


def test_deck_without_a_table_says_so():
    with pytest.raises(UnboundPartError, match="this Deck belongs to no table yet"):
        Deck().create_cards(SUITS)


# -- top, pick, reshuffle


def test_top_is_the_highest_position(deck):
    assert [card.location_arg for card in deck.get_cards_on_top(3, "deck")] == [12, 11, 10]
    assert deck.get_card_on_top("deck") == deck.get_cards_on_top(1, "deck")[0]
    assert deck.get_card_on_top("nowhere") is None and deck.get_cards_on_top(2, "nowhere") == []


def test_last_to_come_is_on_top_of_its_equals(deck):
    deck.move_cards([5, 2, 9], "pile")
    assert [card.id for card in deck.get_cards_on_top(2, "pile")] == [9, 2]
    assert [card.id for card in deck.pick_cards_for_location(2, "pile", "table")] == [9, 2]
    assert deck.ids("pile") == [5]


def test_shuffle_gives_positions_from_0(deck):
    deck.shuffle("deck")
    assert sorted(deck.by_arg("deck")) == list(range(12))
    deck.shuffle("nowhere")
    assert deck.count_cards_in_locations() == {"deck": 12}


def test_pick_card_puts_the_top_into_the_hand(deck):
    top = deck.get_card_on_top("deck")
    card = deck.pick_card("deck", 11)
    assert card == Card(top.id, top.type, top.type_arg, "hand", 11)
    assert deck.get_player_hand(11) == {card.id: card}


def test_pick_of_nothing(deck):
    assert deck.pick_card("nowhere", 11) is None
    assert deck.pick_cards(3, "nowhere", 11) == []
    assert deck.pick_cards(0, "deck", 11) == []
    with pytest.raises(DeckError, match="-1 cards"):
        deck.pick_cards(-1, "deck", 11)


def test_pick_may_bring_fewer(deck):
    assert len(deck.pick_cards(20, "deck", 11)) == 12
    assert deck.get_extreme_position(True, "deck") is None


def test_reshuffle_takes_what_is_there_then_reforms_once(deck):
    deck.autoreshuffle = True
    deck.move_all_cards_in_location("deck", "discard")
    deck.move_cards([1, 2], "deck")
    assert [card.id for card in deck.pick_cards(5, "deck", 11)][:2] == [2, 1]
    assert deck.count_cards_in_locations() == {"deck": 7, "hand": 5}
    assert len(deck.pick_cards(50, "deck", 11)) == 7


def test_no_reshuffle_when_not_wanted_or_not_known(deck):
    deck.move_all_cards_in_location("deck", "discard")
    assert deck.pick_card("deck", 11) is None
    deck.autoreshuffle = True
    assert deck.pick_cards_for_location(1, "deck", "hand", 11, no_deck_reform=True) == []
    assert deck.pick_card("other", 11) is None
    with pytest.raises(DeckError, match="'other' has no discard"):
        deck.reform_deck_from_discard("other")
    assert deck.pick_card("deck", 11) is not None


def test_custom_pairs_reform_too(deck):
    deck.autoreshuffle, deck.autoreshuffle_custom = True, {"other": "used", "deck": "bin"}
    deck.move_cards([1, 2, 3], "used")
    deck.move_all_cards_in_location("deck", "discard")
    assert deck.pick_card("other", 11).id in (1, 2, 3)
    assert deck.pick_card("deck", 11) is None, "its discard is now 'bin'"


def test_hook_after_a_reform_is_part_of_the_class(services, notify):
    class Loud(Deck, dict=True, omit_defaults=True):
        def after_reshuffle(self, location):
            self.services.notify.all("reshuffled", "The ${pile} is shuffled", pile=location)

    deck = Loud(autoreshuffle=True)
    deck.bind(services)
    deck.create_cards(SUITS, "discard", 0)
    deck.pick_card("deck", 11)
    assert notify.sent == [(None, "reshuffled", "The ${pile} is shuffled", {"pile": "deck"})]


# -- moving


def test_insert_card_moves_the_others_up(deck):
    card_id = deck.by_arg("deck")[12][0]
    third = deck.by_arg("deck")[3][0]
    deck.insert_card(card_id, "deck", 3)
    assert deck.location_of(card_id) == ("deck", 3) and deck.location_of(third) == ("deck", 4)
    assert sorted(deck.by_arg("deck")) == list(range(1, 13))


def test_extreme_positions(deck):
    deck.insert_card_on_extreme_position(1, "new", on_top=True)
    assert deck.location_of(1) == ("new", 1), "BGA's null counts as 0"
    deck.insert_card_on_extreme_position(2, "new", on_top=True)
    assert deck.location_of(2) == ("new", 2)
    deck.insert_card_on_extreme_position(3, "new", on_top=False)
    assert {card_id: deck.location_of(card_id)[1] for card_id in (1, 2, 3)} == {1: 2, 2: 3, 3: 0}
    deck.insert_card_on_extreme_position(4, "empty", on_top=False)
    assert deck.location_of(4) == ("empty", -1)


def test_play_card_comes_on_top_of_the_discard(deck):
    for card_id in (4, 9, 2):
        deck.play_card(card_id)
    assert deck.by_arg("discard") == {1: [4], 2: [9], 3: [2]}


def test_move_all_from_everywhere_ignores_the_arg(deck):
    deck.pick_cards(3, "deck", 11)
    deck.move_all_cards_in_location(None, "box", 11, 7)
    assert deck.count_cards_by_location_args("box") == {7: 12}


def test_move_all_from_one_arg(deck):
    deck.pick_cards(3, "deck", 11)
    deck.pick_cards(3, "deck", 12)
    deck.move_all_cards_in_location("hand", "discard", 12)
    assert deck.count_cards_by_location_args("hand") == {11: 3}
    assert deck.count_cards_by_location_args("discard") == {0: 3}


def test_move_all_keep_order(deck):
    deck.pick_cards(3, "deck", 12)
    deck.move_all_cards_in_location_keep_order("hand", "table")
    deck.move_all_cards_in_location_keep_order("nowhere", "table")
    assert deck.count_cards_by_location_args("table") == {12: 3}


def test_trick_keeps_the_order_of_play(deck):
    deck.shuffle_and_deal(4, "deck", "hand", (11, 12, 13))
    played = {player: deck.peek("hand", player)[0] for player in (12, 13, 11)}
    for player, card_id in played.items():
        deck.move_card(card_id, "trick", player)
    assert list(deck.by_arg("trick").items()) == [(player, [card_id]) for player, card_id in played.items()]
    deck.move_all_cards_in_location("trick", "discard")
    assert deck.ids("discard") == list(played.values()) and "trick" not in deck.places


def test_shuffle_and_deal_runs_short_like_picks(deck):
    assert [len(ids) for ids in deck.shuffle_and_deal(5, "deck", "hand", (11, 12, 13)).values()] == [5, 5, 2]


MANY = st.lists(
    st.tuples(
        st.lists(st.integers(1, 8), max_size=8), st.sampled_from(["deck", "hand", "pile"]), st.integers(0, 1)
    ),
    max_size=12,
)


@given(MANY)
def test_many_cards_move_as_one_after_the_other(moves):
    decks = [Deck(), Deck()]
    for deck in decks:
        deck.bind(Services(Random(5), None, ()))  # type: ignore[arg-type]
        deck.create_cards([{"type": "a", "type_arg": 1, "nbr": 8}], "deck", 0)
    for ids, location, arg in moves:
        decks[0].move_cards(ids, location, arg)
        for card_id in ids:
            decks[1].move_card(card_id, location, arg)
        assert msgspec.msgpack.encode(decks[0]) == msgspec.msgpack.encode(decks[1])
        assert [decks[0].location_of(one) for one in range(1, 9)] == [
            decks[1].location_of(one) for one in range(1, 9)
        ]


def test_many_cards_to_a_place_that_cannot_be_stay(deck):
    before = msgspec.msgpack.encode(deck)
    with pytest.raises(DeckError, match="17 characters"):
        deck.move_cards([1, 2], "a" * 17)
    with pytest.raises(CardNotFoundError, match="99"):
        deck.move_cards([99, 1], "pile")
    assert msgspec.msgpack.encode(deck) == before


@pytest.mark.parametrize("card_id", [0, -1, 13, None])
def test_unknown_card(deck, card_id):
    into_hand, into_deck = lambda n: deck.move_card(n, "hand"), lambda n: deck.insert_card(n, "deck", 1)
    for ask in (deck.location_of, deck.play_card, into_hand, into_deck):
        before = msgspec.msgpack.encode(deck)
        with pytest.raises(CardNotFoundError, match=f"no card has id {card_id}; its ids run from 1 to 12"):
            ask(card_id)
        assert msgspec.msgpack.encode(deck) == before


def test_unknown_card_of_an_empty_deck():
    with pytest.raises(CardNotFoundError, match="it has no cards yet"):
        Deck().move_card(1, "hand")


# -- looking


def test_lists_handed_out_are_copies(deck):
    deck.ids("deck", None).clear()
    deck.ids("deck", 3).clear()
    deck.by_arg("deck")[1].clear()
    assert deck.count_cards_in_location("deck") == 12


def test_peeks_are_live_and_empty_where_nothing_lies(deck):
    assert deck.peek("hand", 11) == [] and deck.peek_by_arg("hand") == {}
    deck.move_card(3, "hand", 11)
    assert deck.peek("hand", 11) is deck.peek_by_arg("hand")[11] == [3]
    assert deck.ids("hand", 12) == deck.ids("nowhere", None) == []


def test_get_card_and_cards(deck):
    assert deck.get_card(99) is None
    assert deck.get_cards([]) == {}
    assert list(deck.get_cards([7, 3])) == [3, 7] and deck.get_cards([7])[7] == deck.get_card(7)
    with pytest.raises(CardNotFoundError, match=r"getCards: Some cards have not been found ! \(missing 99\)"):
        deck.get_cards([1, 99])
    with pytest.raises(CardNotFoundError, match="named twice"):
        deck.get_cards([1, 1])


def test_get_cards_from_location(deck):
    deck.move_cards([1, 2], "hand", 11)
    assert list(deck.get_cards_from_location([2, 1], "hand")) == [1, 2]
    assert deck.get_cards_from_location([], "hand") == {}
    for ids, arg in (([1, 3], None), ([1, 2], 12), ([1, 1], None)):
        with pytest.raises(
            CardNotFoundError, match="getCardsFromLocation: Some cards have not been found in this"
        ):
            deck.get_cards_from_location(ids, "hand", arg)


def test_cards_in_location_by_id_or_in_an_order(deck):
    deck.move_cards([9, 2], "hand", 11)
    deck.move_cards([5], "hand", 12)
    assert list(deck.get_cards_in_location("hand")) == [2, 5, 9]
    assert list(deck.get_cards_in_location("hand", 11)) == [2, 9]
    assert len(deck.get_cards_in_location(["hand", "deck", "hand"])) == 12
    ordered = deck.get_cards_in_location("hand", None, "location_arg")
    assert [card.id for card in ordered] == [2, 9, 5]
    by_type = deck.get_cards_in_location("deck", order_by="card_type")
    assert [card.type for card in by_type] == sorted(card.type for card in by_type)
    with pytest.raises(DeckError, match="order_by 'colour' is no column"):
        deck.get_cards_in_location("hand", order_by="colour")


def test_cards_of_a_type(deck):
    assert {card.type_arg for card in deck.get_cards_of_type("B").values()} == {1, 2, 3, 4}
    (card_id,) = deck.get_cards_of_type("C", 2)
    assert deck.get_cards_of_type("", None) == {}
    deck.move_card(card_id, "hand", 11)
    assert list(deck.get_cards_of_type_in_location("C", None, "hand")) == [card_id]
    assert list(deck.get_cards_of_type_in_location("C", 2, "hand", 11)) == [card_id]
    assert deck.get_cards_of_type_in_location("C", 2, "hand", 12) == {}


def test_counts(deck):
    deck.move_cards([9, 2], "hand", 12)
    deck.move_cards([5], "hand", 11)
    assert deck.count_cards_in_location("hand") == deck.count_card_in_location("hand") == 3
    assert deck.count_cards_in_location("hand", 12) == 2 and deck.count_cards_in_location("hand", 13) == 0
    assert deck.count_cards_in_locations() == {"deck": 9, "hand": 3}
    assert deck.count_cards_by_location_args("hand") == {11: 1, 12: 2}
    assert deck.count_cards_by_location_args("nowhere") == {} and deck.count_cards_in_location("nowhere") == 0


# -- the deck as a part of the state


def saved(deck: Deck) -> Deck:
    return msgspec.msgpack.decode(msgspec.msgpack.encode(deck), type=Deck)


def test_empty_deck_costs_nothing():
    assert msgspec.msgpack.encode(Deck()) == b"\x80"


def test_decoded_deck_with_its_faces_is_the_same(deck, services):
    deck.shuffle_and_deal(3, "deck", "hand", (11, 12))
    twin = saved(deck)
    twin.set_fixed(msgspec.json.decode(msgspec.json.encode(deck.fixed())))
    twin.bind(services)
    assert twin.get_cards_in_location(["deck", "hand"]) == deck.get_cards_in_location(["deck", "hand"])
    assert twin.as_data() == deck.as_data() and msgspec.msgpack.encode(twin) == msgspec.msgpack.encode(deck)


def test_refill_forgets_moves_and_cards_made_since(deck, services):
    before, moves = msgspec.msgpack.encode(deck), deck.as_data()
    deck.create_cards([{"type": "G", "type_arg": 1, "nbr": 4}], "supply", 0)
    deck.shuffle("deck")
    deck.autoreshuffle = True
    deck.refill(msgspec.msgpack.decode(before, type=Deck))
    assert msgspec.msgpack.encode(deck) == before and deck.as_data() == moves
    assert len(deck.card_type) == len(deck.card_type_arg) == 13 and deck.services is services
    deck.create_cards([{"type": "H", "type_arg": 2}])
    assert deck.get_card(13) == Card(13, "H", 2, "deck", 13)


def test_faces_are_covered_by_the_bytes(services):
    def made(line):
        deck = Deck()
        deck.bind(services)
        deck.create_cards([line])
        return msgspec.msgpack.encode(deck)

    assert made({"type": "B", "type_arg": 1}) == made({"type": "B", "type_arg": 1})
    assert made({"type": "B", "type_arg": 1}) != made({"type": "B", "type_arg": 2})
    assert made({"type": "B", "type_arg": 1}) != made({"type": "C", "type_arg": 1})


@pytest.mark.parametrize(
    "change",
    [
        lambda data: None,
        lambda data: {"type": data["type"]},
        lambda data: {**data, "type": data["type"][:-1]},
        lambda data: {**data, "type_arg": data["type_arg"][::-1]},
        lambda data: {"type": [*data["type"], "B"], "type_arg": [*data["type_arg"], 1]},
    ],
)
def test_faces_of_another_deck_are_refused(deck, change):
    twin = saved(deck)
    with pytest.raises(DeckError, match="faces"):
        twin.set_fixed(change(deck.fixed()))


@pytest.mark.parametrize("change", [{99: [1]}, {99: [99]}, {12: []}, {12: [0]}, {12: [13]}])
def test_bytes_with_a_card_lost_or_twice_are_refused(deck, change):
    deck.places["deck"].update(change)
    with pytest.raises(DeckError, match=r"do not lie in one place each|must run from 1 to 12"):
        saved(deck).set_fixed(deck.fixed())


def test_as_data_is_for_reading(services):
    deck = Deck()
    deck.bind(services)
    deck.create_cards([{"type": "B", "type_arg": 7}], "hand", 11)
    assert deck.as_data() == {"hand": {"11": ["B 7 #1"]}}
    assert saved(deck).as_data() == {"hand": {"11": ["#1"]}}, "before its faces are known"


def test_the_last_pile_that_moves_leaves_no_empty_location(deck):
    for player in (5, 6):
        deck.pick_cards(2, "deck", player)
    for player in (5, 6):
        deck.move_all_cards_in_location("hand", "discard", player)
    assert "hand" not in deck.places
    assert deck.count_cards_in_location("discard") == 4
    deck.move_all_cards_in_location("hand", "discard", 5)
    deck.move_all_cards_in_location("discard", "deck", 77)
    assert deck.count_cards_in_locations() == {"deck": 8, "discard": 4}
