"""V19: the deck's oddities."""

import pytest

from aurum_states.components import Deck, DeckError
from tests.components.conftest import notify, services  # noqa: F401 - fixtures
from tests.engine.small_games import ADA

RED = [{"type": "red", "type_arg": number} for number in range(1, 9)]


@pytest.fixture
def deck(services) -> Deck:  # noqa: F811
    deck = Deck()
    deck.bind(services)
    deck.create_cards(RED)
    return deck


def test_v19_create_cards_gives_positions_1_to_n_by_list_order_and_shuffled_ids(deck):
    cards = deck.get_cards_in_location("deck", order_by="location_arg")
    assert [card.location_arg for card in cards] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [card.type_arg for card in cards] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [card.id for card in cards] != sorted(card.id for card in cards)


def test_v19_positions_go_on_from_deck_wherever_the_cards_are_put(deck):
    deck.create_cards([{"type": "blue", "type_arg": 1, "nbr": 2}], "box")
    assert sorted(card.location_arg for card in deck.get_cards_in_location("box").values()) == [9, 10]
    deck.create_cards([], "box")
    assert deck.count_cards_in_location("box") == 2


def test_v19_shuffle_gives_positions_from_0(deck):
    deck.shuffle("deck")
    assert [
        card.location_arg for card in deck.get_cards_in_location("deck", order_by="location_arg")
    ] == list(range(8))


@pytest.mark.parametrize(("pile", "reforms"), [("deck", True), ("market", False), ("events", True)])
def test_v19_auto_reshuffle_only_for_deck_and_custom_piles(deck, pile, reforms):
    deck.autoreshuffle = True
    deck.autoreshuffle_custom = {"events": "old"}
    deck.move_all_cards_in_location("deck", "old" if pile == "events" else "discard")
    assert (deck.pick_card(pile, 11) is not None) is reforms


def test_v19_several_are_picked_take_what_is_there_reform_once_and_take_the_rest(deck):
    deck.autoreshuffle = True
    deck.pick_cards_for_location(6, "deck", "discard")
    assert [len(deck.pick_cards(5, "deck", 11)), len(deck.pick_cards(5, "deck", 11))] == [5, 3]
    deck.move_all_cards_in_location("hand", "discard")
    assert deck.pick_cards_for_location(2, "deck", "table", no_deck_reform=True) == []
    assert deck.get_card_on_top("deck") is None, "looking never reforms"


def test_v19_a_single_pick_reforms_only_when_there_is_no_top_card(deck):
    deck.autoreshuffle = True
    deck.pick_cards_for_location(7, "deck", "discard")
    last = deck.pick_card_for_location("deck", "table", 4)
    assert (last.location, last.location_arg, deck.count_cards_in_location("discard")) == ("table", 4, 7)
    assert deck.pick_card_for_location("deck", "table") is not None
    assert deck.count_cards_in_locations() == {"deck": 6, "table": 2}


def test_v19_inserting_below_moves_the_others_up(deck):
    deck.shuffle("deck")
    lowest = deck.get_cards_in_location("deck", order_by="location_arg")[0].id
    other = deck.get_card_on_top("deck").id
    deck.insert_card_on_extreme_position(other, "deck", False)
    assert deck.location_of(other) == ("deck", -1) and deck.location_of(lowest) == ("deck", 1)


TRIGGER = """
class SmallState(State):
    cards: Deck
    reformed: list[str]

class Small(Game[SmallState]):
    def setup_new_game(self, options: Options) -> SmallState:
        cards = self.create_deck()
        cards.create_cards([{"type": "red", "type_arg": 1, "nbr": 3}], "discard")
        cards.autoreshuffle = True
        cards.autoreshuffle_trigger = "when_reformed"
        return SmallState(cards, [])

    def when_reformed(self, pile: str) -> None:
        self.state.reformed.append(pile)

    def moves_turn(self, player) -> Moves:
        return {"actDraw": [()], "actBreak": [()]}


    def first_state(self):
        self.gamestate.active_next_player()
        return "turn"

    def act_draw(self, active_player_id: PlayerId) -> None:
        self.state.cards.pick_card("deck", active_player_id)

    def act_break(self) -> None:
        self.state.cards.autoreshuffle_trigger = "when_reformd"
        self.state.cards.reform_deck_from_discard()
"""
STATES = """
states:
  turn: {type: activeplayer, description: "", possibleActions: [actDraw, actBreak]}
"""


def test_v19_the_trigger_is_a_method_of_the_game_by_name_and_survives_a_restore(games):
    table = games.table(STATES, TRIGGER, mode="paranoid")
    again = type(table).restore(table.definition, table.snapshot())
    for one in (table, again):
        one.act(ADA, "actDraw")
        one.act(ADA, "actDraw")
        assert one._game.state.reformed == ["deck"]
    assert table.digest == again.digest
    with pytest.raises(Exception, match=r"no method 'when_reformd' \(did you mean 'when_reformed'\?\)"):
        table.act(ADA, "actBreak")


def test_a_deck_of_no_game_has_nothing_to_trigger(deck):
    deck.autoreshuffle_trigger = "anything"
    with pytest.raises(DeckError, match="NoneType has no method 'anything'"):
        deck.reform_deck_from_discard()
