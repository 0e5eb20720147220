"""Aurum's pure rules but scoring, one test or more a rule; names carry the numbers of docs/aurum-rules.md."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aurum_states.games.aurum import material, rules
from aurum_states.games.aurum.material import GOLD

PLAYERS_3, PLAYERS_4 = [11, 12, 13], [21, 22, 23, 24]

# Every card of four players, in an order in which ids tell nothing about faces.
FACES = sorted(
    material.base_metal_cards(4) + material.gold_cards(4), key=lambda face: (face[1] * 7 % 11, face)
)
SUITS, NUMBERS = [suit for suit, _ in FACES], [number for _, number in FACES]
BASE = [card for card, suit in enumerate(SUITS) if suit != GOLD]
ALL_GOLD = [card for card, suit in enumerate(SUITS) if suit == GOLD]

hands = st.lists(st.sampled_from(BASE), max_size=12, unique=True)
collections = st.lists(st.sampled_from(ALL_GOLD), max_size=6, unique=True)
closed_texts = st.sampled_from(["", "S", "BZ", "PCS", "BCPSZ"])


@st.composite
def tricks(draw: st.DrawFn, seats: int) -> list[int]:
    """A full trick: base metal first, no suit twice, gold anywhere after."""
    cards = [draw(st.sampled_from(BASE))]
    while len(cards) < seats:
        closed = rules.closed_suits(cards, SUITS)
        fits = [card for card in BASE + ALL_GOLD if card not in cards and SUITS[card] not in closed]
        cards.append(draw(st.sampled_from(fits)))
    return cards


# -- cards


@pytest.mark.parametrize(("players", "suits", "top", "size"), [(3, "BCPS", 9, 36), (4, "BCPSZ", 10, 50)])
def test_R04_R05_base_metal(players: int, suits: str, top: int, size: int) -> None:
    cards = material.base_metal_cards(players)
    assert len(cards) == size
    assert set(cards) == set(product(suits, range(1, top + 1)))


@pytest.mark.parametrize("dropped", material.SUITS)
def test_A30_any_suit_can_be_left_out_with_three(dropped: str) -> None:
    assert material.suits_in_play(3, dropped) == material.SUITS.replace(dropped, "")
    assert material.suits_in_play(4, dropped) == material.SUITS


@pytest.mark.parametrize(("players", "base", "expert"), [(3, 13, 10), (4, 15, 11)])
def test_R06_R07_R08_R15_A39_gold(players: int, base: int, expert: int) -> None:
    cards = material.gold_cards(players)
    assert len(cards) == base
    assert cards.count((GOLD, 0)) == players
    assert len(material.gold_cards(players, expert=True)) == expert
    assert (GOLD, 0) not in material.gold_cards(players, expert=True)
    assert ((GOLD, 8) in cards) == (players == 4)


def test_R09_points_of_gold() -> None:
    assert dict(enumerate(material.GOLD_POINTS)) == {0: 0, 1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3, 8: 3}


@pytest.mark.parametrize(("players", "points"), [(3, 15), (4, 18)])
def test_I22_points_of_all_gold(players: int, points: int) -> None:
    assert sum(material.GOLD_POINTS[number] for _, number in material.gold_cards(players)) == points


@pytest.mark.parametrize("face", sorted(set(FACES)))
def test_a_label_is_read_back(face: tuple[str, int]) -> None:
    label = material.card_label(*face)
    assert material.parse_card(label) == face
    assert material.parse_card(f" {label.lower()} ") == face


@pytest.mark.parametrize(
    "text", ["", "S", "7", "S0", "S11", "S07", "G9", "G10", "X3", "S7 S8", "pass", "S-1"]
)
def test_what_is_no_card_is_not_read(text: str) -> None:
    assert material.parse_card(text) is None


def test_a_suit_has_a_name() -> None:
    assert set(material.NAMES) == {*material.SUITS, GOLD}


# -- players and sides


def test_R02_R03_sides() -> None:
    assert rules.sides(PLAYERS_3) == [(11,), (12,), (13,)]
    assert rules.sides(PLAYERS_4) == [(21, 23), (22, 24)]


def test_R24_R25_whose_bids_a_player_can_change() -> None:
    assert [rules.own_side(PLAYERS_3, player) for player in PLAYERS_3] == [(11,), (12,), (13,)]
    assert [rules.own_side(PLAYERS_4, player)[1] for player in PLAYERS_4] == [23, 24, 21, 22]
    for player in PLAYERS_4:
        own = rules.own_side(PLAYERS_4, player)
        assert own[0] == player
        assert tuple(sorted(own)) in rules.sides(PLAYERS_4)


def test_R18_R27_R29_clockwise() -> None:
    assert rules.clockwise(PLAYERS_3, 12) == [12, 13, 11]
    assert rules.clockwise(PLAYERS_4, 24) == [24, 21, 22, 23]


@pytest.mark.parametrize("players", [PLAYERS_3, PLAYERS_4])
def test_R62_A38_I18_the_marker_goes_round(players: list[int]) -> None:
    assert [rules.next_marker(players, player) for player in players] == [*players[1:], players[0]]


# -- deal and bid


@pytest.mark.parametrize("players", [3, 4])
def test_R14_supply_and_zeros(players: int, cards: Any) -> None:
    gold = cards([material.card_label(*face) for face in material.gold_cards(players)])
    supply, zeros = rules.gold_at_start(reversed(gold), cards.numbers)
    assert sorted(cards.numbers[card] for card in supply) == [*material.SUPPLY[players]]
    assert cards.labels(zeros) == " ".join(["G0"] * players)


def test_R17_R18_A28_who_bids_when() -> None:
    assert rules.bids_together(3)
    assert not rules.bids_together(4)
    assert rules.bids_together(4, bid4="simultaneous")


# -- change a bid


def test_R25_A13_who_can_change() -> None:
    assert rules.can_change_bid([1], [2])
    assert not rules.can_change_bid([], [2])
    assert not rules.can_change_bid([1], [])


@pytest.mark.parametrize(("limit", "allowed"), [(0, 0), (1, 1), (3, 3), (None, 5)])
def test_R27_A08_how_often(limit: int | None, allowed: int) -> None:
    able = [rules.can_change_bid([1], [2], swaps, swaps_per_trick=limit) for swaps in range(5)]
    assert able == [swaps < allowed for swaps in range(5)]
    assert [rules.can_change_bid([1], [2], swaps) for swaps in range(3)] == [True, False, False]


def test_R21_A12_before_a_trick_that_cannot_be_started() -> None:
    assert rules.changing_allowed([])
    assert rules.changing_allowed([1], no_change_if_starter_empty=True)
    assert not rules.changing_allowed([], no_change_if_starter_empty=True)


def test_R22_R23_R24_changes(cards: Any) -> None:
    hand, gold = cards("S4 B7"), cards("G2 G0 G2")
    changes = rules.bid_changes(hand, gold, cards.numbers, (21, 23))
    told = [(cards.label(paid), cards.label(card), bidder) for paid, card, bidder in changes]
    assert sorted(told) == sorted(product(["G0", "G2"], ["S4", "B7"], [21, 23]))
    assert gold[2] not in {paid for paid, *_ in changes}


@given(hands, collections)
def test_changes_are_distinct_choices(hand: list[int], gold: list[int]) -> None:
    changes = rules.bid_changes(hand, gold, NUMBERS, (1, 3))
    assert len(changes) == len(set(changes)) == len({NUMBERS[card] for card in gold}) * len(hand) * 2
    assert bool(changes) == rules.can_change_bid(hand, gold)


# -- play to a trick


def test_R33_R35_closed_suits(cards: Any) -> None:
    assert rules.closed_suits(cards("S4 G1 B2"), cards.suits) == "SB"
    assert rules.closed_suits([], cards.suits) == ""


@pytest.mark.parametrize(
    ("hand", "gold", "trick", "plays", "may_pass"),
    [
        pytest.param("B3 S7", "", "", "B3 S7", False, id="R31 any base metal"),
        pytest.param("B3 S7", "G5", "", "B3 S7", False, id="R32 no gold to start with"),
        pytest.param("B3 S7 C1", "", "S1 C9", "B3", False, id="R33 every suit in the trick is closed"),
        pytest.param("B3 S7", "G5", "S1", "B3 G5", False, id="R34 A5 gold beside base metal"),
        pytest.param("S7", "G5", "S1 G7", "G5", True, id="R34 gold after higher gold"),
        pytest.param("B3", "", "S1 G7 G2", "B3", False, id="R35 gold closes no suit"),
        pytest.param("B3", "", "S1", "B3", False, id="R36 A4 no pass with base metal"),
        pytest.param("S7", "", "S1", "", True, id="R37 must pass"),
        pytest.param("S7", "G0", "S1", "G0", True, id="R38 A6 gold or pass"),
        pytest.param("", "G4", "S1", "G4", True, id="R39 empty hand, gold"),
        pytest.param("", "", "S1", "", True, id="R39 empty hand, nothing"),
        pytest.param("", "G4", "", "", True, id="R40 A2 starter without base metal"),
        pytest.param("S7", "G3 G1 G3", "S1", "G3 G1", True, id="twins are one choice"),
    ],
)
def test_legal_plays(cards: Any, hand: str, gold: str, trick: str, plays: str, may_pass: bool) -> None:
    held, collection = cards(hand), cards(gold)
    closed = rules.closed_suits(cards(trick), cards.suits)
    legal, passing = rules.legal_plays(held, collection, cards.suits, cards.numbers, closed)
    assert (cards.labels(legal), passing) == (plays, may_pass)
    assert rules.must_pass(held, collection, cards.suits, closed) == (not plays)


@given(hands, collections, closed_texts)
def test_I10_I11_legal_plays_are_complete_and_distinct(hand: list[int], gold: list[int], closed: str) -> None:
    before = [*hand], [*gold]
    plays, may_pass = rules.legal_plays(hand, gold, SUITS, NUMBERS, closed)
    base = [card for card in plays if SUITS[card] != GOLD]
    assert base == [card for card in hand if SUITS[card] not in closed]
    assert may_pass == (not base) == (not rules.has_base_play(hand, SUITS, closed))
    assert rules.must_pass(hand, gold, SUITS, closed) == (may_pass and not plays)
    numbers = [NUMBERS[card] for card in plays if SUITS[card] == GOLD]
    assert sorted(numbers) == (sorted({NUMBERS[card] for card in gold}) if closed else [])
    assert (hand, gold) == before
    plays.clear()
    assert (hand, gold) == before, "a caller may change what it was given"


@given(collections, st.randoms())
def test_R34_the_lowest_id_stands_for_a_number_of_gold(gold: list[int], random: Any) -> None:
    plays = rules.gold_plays(gold, NUMBERS)
    assert sorted(plays) == sorted(
        min(card for card in gold if NUMBERS[card] == number) for number in {NUMBERS[card] for card in gold}
    )
    shuffled = [*gold]
    random.shuffle(shuffled)
    assert rules.gold_plays(shuffled, NUMBERS) == plays


# -- the end of a trick


@pytest.mark.parametrize(
    ("trick", "winner", "low"),
    [
        pytest.param("S4 B9 C2", "B9", "C2", id="R42 R44 numbers count"),
        pytest.param("S4 G1 C9", "G1", "S4", id="R41 gold beats base metal"),
        pytest.param("S4 G7 G2", "G7", "S4", id="R41 highest gold"),
        pytest.param("S9 B1 G0", "G0", "B1", id="A24 R44 a 0 wins and is never the lowest"),
        pytest.param("S9 B9 C3", "B9", "C3", id="R43 latest of equal highest"),
        pytest.param("S9 G2 G2", "last G2", "S9", id="R43 latest of equal gold"),
        pytest.param("S2 B8 C2", "B8", "C2", id="R45 latest of equal lowest"),
        pytest.param("S5 B5 C5 P5", "P5", "P5", id="R43 R45 all equal"),
        pytest.param("Z10 G0 G7 G3", "G7", "Z10", id="A23 the only base metal card is the lowest"),
    ],
)
def test_who_wins_and_who_is_lowest(cards: Any, trick: str, winner: str, low: str) -> None:
    ids = cards(trick)
    result = rules.trick_result(dict(enumerate(ids)), cards.suits, cards.numbers, [])
    assert result.winner == (len(ids) - 1 if winner.startswith("last") else trick.split().index(winner))
    assert result.low_player == trick.split().index(low)
    assert result.low_number == int(low[1:])


@pytest.mark.parametrize(
    ("trick", "supply", "won"),
    [
        pytest.param("S4 B9 C2", "G1 G2 G4", "G2", id="R44 R46 the same number"),
        pytest.param("S4 B9 C2", "G1 G4", None, id="R46 A32 none in the supply"),
        pytest.param("S4 G4 B8", "G5", None, id="R46 R47 I16 played gold comes back later"),
        pytest.param("S2 G2 B7", "G2", "G2", id="R46 I16 the twin can be earned"),
        pytest.param("S9 B9 C9", "G7 G0", None, id="A25 no such gold"),
        pytest.param("S9 G0 G0", "G0 G0", None, id="A25 a 0 is never earned"),
    ],
)
def test_R46_gold_earned(cards: Any, trick: str, supply: str, won: str | None) -> None:
    ids, middle = cards(trick), cards(supply)
    result = rules.trick_result(dict(enumerate(ids)), cards.suits, cards.numbers, middle)
    assert result.gold_won in (middle if won else [None])
    assert result.gold_won is None or cards.label(result.gold_won) == won


def test_R46_one_gold_card_the_lowest_id_of_two(cards: Any) -> None:
    trick, supply = cards("S1 B8 C5"), cards("G1 G1")
    faces = cards.suits, cards.numbers
    assert rules.trick_result(dict(enumerate(trick)), *faces, supply[::-1]).gold_won == supply[0]


def test_R47_R51_A14_gold_goes_back(cards: Any) -> None:
    trick = cards("S4 G1 B2 G0")
    assert cards.labels(rules.gold_among(trick, cards.suits)) == "G1 G0"


@given(st.sampled_from([3, 4]).flatmap(tricks), st.permutations(ALL_GOLD))
def test_I15_I23_I24_a_trick_against_its_definition(trick: list[int], gold: list[int]) -> None:
    supply = [card for card in gold if card not in trick][:8]
    result = rules.trick_result(
        {100 - place: card for place, card in enumerate(trick)}, SUITS, NUMBERS, supply
    )
    ranked = [(SUITS[card] == GOLD, NUMBERS[card], place) for place, card in enumerate(trick)]
    low_number, low_place = min((number, -place) for is_gold, number, place in ranked if not is_gold)
    assert result.winner == 100 - max(ranked)[2]
    assert (result.low_player, result.low_number) == (100 + low_place, low_number)
    earned = [card for card in supply if NUMBERS[card] == low_number]
    assert result.gold_won == min(earned, default=None)


@given(st.sampled_from([3, 4]).flatmap(tricks), st.permutations(material.SUITS))
def test_I29_names_of_suits_do_not_matter(trick: list[int], names: list[str]) -> None:
    renamed = dict(zip(material.SUITS + GOLD, [*names, GOLD], strict=True))
    other = [renamed[suit] for suit in SUITS]
    plays = dict(enumerate(trick))
    supply = [card for card in ALL_GOLD if card not in trick]
    assert rules.trick_result(plays, SUITS, NUMBERS, supply) == rules.trick_result(
        plays, other, NUMBERS, supply
    )


# -- preferences


def test_R66_R67_R69_values_at_the_start_of_a_round() -> None:
    assert rules.preference_at_round_start(None, rules.AUTO_SKIP_DEFAULT) is False
    assert rules.preference_at_round_start(None, rules.AUTO_CONFIRM_DEFAULT) is True
    for default, remembered in product([False, True], repeat=2):
        assert rules.preference_at_round_start(remembered, default) is remembered


def test_R68_confirm_button() -> None:
    assert rules.confirm_button(False)
    assert not rules.confirm_button(False, can_take_back=True)
    assert not rules.confirm_button(True)
    assert not rules.confirm_button(True, can_take_back=True)
