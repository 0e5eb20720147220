"""Arranged positions: what may be left out, where the game then stands, and what cannot be."""

from typing import Any

import pytest

from aurum_states import Table, load_game
from aurum_states.errors import SetupError
from aurum_states.testing import Tabletop
from tests.model.plain_rules import base_deck

HANDS3 = [["S4", "B7"], ["C1", "C2"], ["P3", "P9"]]
BIDS3 = ["S2", "B5", "C6"]
HANDS4 = [["S4"], ["C1"], ["P3"], ["Z9"]]
BIDS4 = ["S2", "B5", "C6", "P7"]
EXPERT = {100: 2}


def arranged(position: dict[str, Any], players: int = 3, **more: Any) -> Tabletop:
    return Tabletop.create("aurum", players, **more).arrange(position)


def cards_at(top: Tabletop, location: str) -> list[str]:
    game = top.table._game
    return sorted(map(game.label, game.state.cards.ids(location, None)))


def tricks(top: Tabletop) -> list[int]:
    return [top.table._game.state.tricks.get(player.id) for player in top.table.players]


def reason(position: dict[str, Any], players: int = 3, **more: Any) -> str:
    table = Table.create(load_game("aurum"), players, seed="S", mode="paranoid", **more)
    before = table.snapshot()
    with pytest.raises(SetupError) as caught:
        table.arrange(position)
    assert table.snapshot() == before
    return str(caught.value).removeprefix("position: ")


# -- what is left out


def test_base_metal_that_is_not_named_lies_in_the_discard():
    top = arranged({"hands": HANDS3, "bids": BIDS3})
    named = {card for hand in HANDS3 for card in hand} | set(BIDS3)
    assert cards_at(top, "discard") == sorted(set(base_deck(3, "Z")) - named)
    assert cards_at(top, "extra") == []
    top.expects_sound()


def test_with_four_players_two_of_them_are_the_left_over_pair():
    top = arranged({"hands": HANDS4, "bids": BIDS4}, 4)
    named = {card for hand in HANDS4 for card in hand} | set(BIDS4)
    assert len(cards_at(top, "extra")) == 2
    rest = sorted([*cards_at(top, "discard"), *cards_at(top, "extra")])
    assert rest == sorted(set(base_deck(4, "Z")) - named)
    named_pair = arranged({"hands": HANDS4, "bids": BIDS4, "extra": ["B1", "B10"]}, 4)
    assert cards_at(named_pair, "extra") == ["B1", "B10"]


def test_gold_that_is_not_named_is_as_at_the_start_of_a_round():
    top = arranged({"hands": HANDS3, "bids": BIDS3})
    assert cards_at(top, "gold") == ["G0", "G0", "G0"]
    assert "G0" not in cards_at(top, "supply") and len(cards_at(top, "supply")) == 10
    expert = arranged({"hands": HANDS3, "bids": BIDS3}, options=EXPERT)
    assert cards_at(expert, "gold") == [] and cards_at(expert, "supply") == cards_at(top, "supply")
    some = arranged({"hands": HANDS3, "bids": BIDS3, "gold": [["G7"], [], []]})
    assert cards_at(some, "gold") == ["G7"]
    assert cards_at(some, "supply").count("G0") == 3


def test_what_else_is_not_named_is_as_at_the_start_of_a_round():
    top = arranged({"hands": HANDS3, "bids": BIDS3})
    state = top.table._game.state
    assert tricks(top) == [0, 0, 0]
    assert (state.round.get(), state.marker, state.starter) == (1, 2300001, 2300001)
    top.expects_scores(0, 0, 0)
    assert tricks(arranged({"hands": HANDS3, "bids": BIDS3, "tricks": [1, 0, 2]})) == [1, 0, 2]


def test_the_leader_is_who_started_the_trick():
    trick = {"hands": HANDS3, "bids": BIDS3, "trick": [[1, "C9"], [2, "P1"]]}
    arranged(trick).expects_state("playerTurn").expects_active("Ada")
    said = reason({**trick, "leader": 0})
    assert "the trick's players do not follow clockwise from the starter (I9)" in said


# -- a position without any 0


def test_a_position_without_any_0_is_one_of_the_expert_variant():
    supply = ["G1", "G1", "G2", "G2", "G3", "G3", "G4", "G5", "G6", "G7"]
    position = {"hands": HANDS3, "bids": BIDS3, "gold": [[], [], []], "supply": supply}
    top = arranged(position, options=EXPERT)
    assert cards_at(top, "supply") == sorted(supply)
    assert reason(position) == "no G0 is named: that is a table of the expert variant, option 100 = 2"
    with_0 = {**position, "gold": [["G0"], [], []]}
    assert reason(with_0, options=EXPERT) == (
        "gold of seat 0: 'G0' is no card of this table; the expert variant has no G0"
    )


# -- states


STATES = {
    "no bids: bidding": ({"hands": HANDS3}, "bidding"),
    "gold and cards: a change": ({"hands": HANDS3, "bids": BIDS3}, "changeBid"),
    "nobody can change": ({"hands": HANDS3, "bids": BIDS3, "gold": [[], [], []]}, "playerTurn"),
    "a trick under way": ({"hands": HANDS3, "bids": BIDS3, "trick": [[0, "S9"]]}, "playerTurn"),
    "bidding, named": ({"hands": HANDS3, "state": "bidding"}, "bidding"),
    "the change, named": ({"hands": HANDS3, "bids": BIDS3, "state": "changeBid"}, "changeBid"),
    "the turn, named": ({"hands": HANDS3, "bids": BIDS3, "state": "playerTurn"}, "playerTurn"),
    "scoring, named": ({"hands": HANDS3, "bids": BIDS3, "state": "roundScore"}, "bidding"),
}


@pytest.mark.parametrize("name", STATES)
def test_the_game_begins_where_the_cards_or_the_state_say(name):
    position, state = STATES[name]
    arranged(position).expects_state(state).expects_sound()


def test_a_round_is_scored_at_once():
    position = {"hands": [[], [], []], "bids": BIDS3, "tricks": [2, 5, 0], "gold": [[], [], []]}
    top = arranged({**position, "nuggets": [1, 1, 0], "state": "roundScore"})
    top.expects_over("Ben").expects_transitions(None, "over")


WRONG_STATES = {
    "an unknown one": (
        {"state": "trickEnd"},
        "'state' must be one of bidding, changeBid, playerTurn, roundScore, not",
    ),
    "none at all": ({"state": ["bidding"]}, "'state' must be one of bidding"),
    "bidding with bids": ({"bids": BIDS3, "state": "bidding"}, "'state': bidding comes before the bids"),
    "a turn without bids": ({"state": "playerTurn"}, "'state': playerTurn comes after the bids"),
    "a change within a trick": (
        {"bids": BIDS3, "trick": [[0, "S9"]], "state": "changeBid"},
        "'state': changeBid is not within a trick",
    ),
    "a change that nobody can make": (
        {"bids": BIDS3, "gold": [[], [], []], "state": "changeBid"},
        "'state': nobody can be asked about a change",
    ),
    "a turn of who can only pass": (
        {"bids": BIDS3, "hands": [[], ["C1"], ["P3"]], "state": "playerTurn"},
        "'state': whose turn it is can only pass",
    ),
    "a turn after a full trick": (
        {"bids": BIDS3, "trick": [[0, "S9"], [1, "C9"], [2, "P8"]], "state": "playerTurn"},
        "or the trick is full",
    ),
}


@pytest.mark.parametrize("name", WRONG_STATES)
def test_a_state_that_cannot_be_is_refused(name):
    more, said = WRONG_STATES[name]
    assert said in reason({"hands": HANDS3, **more})


# -- cards


TWICE = {
    "in two hands": (
        {"hands": [["S4"], ["S4"], []]},
        "S4 is in the hand of seat 1, but also in the hand of seat 0",
    ),
    "in one hand": (
        {"hands": [["S4", "S4"], [], []]},
        "S4 is in the hand of seat 0, but also in the hand of seat 0",
    ),
    "in hand and bid": (
        {"hands": HANDS3, "bids": ["S2", "S4", "C6"]},
        "S4 is in the bid of seat 1, but also in the hand of seat 0",
    ),
    "in hand and trick": (
        {"hands": HANDS3, "bids": BIDS3, "trick": [[0, "S4"]]},
        "S4 is in the trick, but also in the hand of seat 0",
    ),
    "gold once more than there is": (
        {"hands": HANDS3, "gold": [["G4"], ["G4"], []]},
        "G4 is in the gold of seat 1, but also in the gold of seat 0",
    ),
    "gold in collection and supply": (
        {"hands": HANDS3, "gold": [["G0", "G7"], ["G0"], ["G0"]], "supply": ["G7"]},
        "G7 is in the supply, but also in the gold of seat 0",
    ),
}


@pytest.mark.parametrize("name", TWICE)
def test_a_card_that_is_twice_is_named_with_its_places(name):
    position, said = TWICE[name]
    assert said in reason(position)


WRONG = {
    "no card": ({"hands": [["Q4"], [], []]}, "hand of seat 0: 'Q4' is no card of this table"),
    "a card of more players": (
        {"hands": [["S10"], [], []]},
        "hand of seat 0: 'S10' is no card of this table",
    ),
    "gold in hand": ({"hands": [["G3"], [], []]}, "G3 lies in 'hand' (I3)"),
    "base metal as gold": ({"hands": HANDS3, "gold": [["S9"], [], []]}, "S9 lies in 'gold' (I1)"),
    "a suit twice in the trick": (
        {"hands": HANDS3, "bids": BIDS3, "trick": [[0, "S9"], [1, "S8"]]},
        "a suit is twice in the trick: S, S (I7)",
    ),
    "a trick that starts with gold": (
        {"hands": HANDS3, "bids": BIDS3, "trick": [[0, "G7"]]},
        "the trick starts with gold (I8)",
    ),
    "a pair at a table without": (
        {"hands": HANDS3, "extra": ["S9", "B9"]},
        "'extra' must be no cards with 3 players",
    ),
    "a seat too many": ({"hands": HANDS4}, "'hands' must be a list with an entry for each of the 3 seats"),
    "an unknown key": ({"hands": HANDS3, "hand": []}, "unknown key 'hand'; a position has hands, bids,"),
    "no hands": ({"bids": BIDS3}, "a position needs 'hands'"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_position_that_cannot_be_is_refused_and_changes_nothing(name):
    position, said = WRONG[name]
    assert said in reason(position)


def test_half_a_pair_is_none():
    position = {"hands": HANDS4, "extra": ["B1"]}
    assert reason(position, players=4) == "'extra' must be 2 cards with 4 players, not 1"
