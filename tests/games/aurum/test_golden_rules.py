"""The golden cases that pure functions answer: each case's whole expectation is computed and compared.

The other kinds (bidding, sequence, and what a change leaves behind) need a table.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aurum_states.games.aurum import material, rules

GOLDEN = json.loads((Path(__file__).parents[2] / "data" / "aurum_golden.json").read_text(encoding="utf-8"))
Given = dict[str, Any]


def numbers_of(labels: list[str]) -> list[int]:
    return [int(label[1:]) for label in labels]


def deal(given: Given, cards: Any) -> Given:
    players, expert = given["players"], given["expert"]
    base = material.base_metal_cards(players, **given.get("rules", {}))
    bids = [number for _, number in base]
    gold = cards([material.card_label(*card) for card in material.gold_cards(players, expert)])
    supply, zeros = rules.gold_at_start(gold, cards.numbers)
    return {
        "deck_size": len(set(base)),
        "suit_count": len({suit for suit, _ in base}),
        "top_rank": material.TOP_NUMBER[players],
        "hand_size": material.HAND_SIZE,
        "extra_count": len(base) - players * material.HAND_SIZE,
        "supply": sorted(map(cards.label, supply)),
        "supply_points": sum(material.GOLD_POINTS[cards.numbers[card]] for card in supply),
        "gold_each": ["G0"] * (len(zeros) // players),
        "hand_after_bid": material.HAND_SIZE - 1,
        "lowest_bid": min(bids),
        "highest_bid": max(bids),
    }


def legal(given: Given, cards: Any) -> Given:
    hand, gold, table = cards(given["hand"]), cards(given["gold"]), cards(given["table"])
    closed = rules.closed_suits(table, cards.suits)
    plays, may_pass = rules.legal_plays(hand, gold, cards.suits, cards.numbers, closed)
    moves = sorted([*map(cards.label, plays), *["PASS"] * may_pass])
    assert rules.must_pass(hand, gold, cards.suits, closed) == (moves == ["PASS"])
    return {"legal": moves}


def trick(given: Given, cards: Any) -> Given:
    plays = {seat: cards([label])[0] for seat, label in given["plays"]}
    supply = cards(given["supply"])
    result = rules.trick_result(plays, cards.suits, cards.numbers, supply)
    left = [card for card in supply if card != result.gold_won]
    return {
        "winner": result.winner,
        "low_player": result.low_player,
        "next_starter": result.low_player,
        "gold_won": None if result.gold_won is None else cards.label(result.gold_won),
        "supply_after": sorted(map(cards.label, left + rules.gold_among(plays.values(), cards.suits))),
    }


def score(given: Given, cards: Any) -> Given:
    house = given.get("rules", {})
    scoring = {name: house[name] for name in ("overtrick", "gold_tie", "zero_beats_none") if name in house}
    scores = [
        rules.score_side(
            numbers_of(side["bids"]),
            side["tricks"],
            numbers_of(side["kept"]),
            numbers_of(side.get("ever", [])),
            **scoring,
        )
        for side in given["sides"]
    ]
    return {
        "bid": [side.bid for side in scores],
        "trick_points": [side.trick_points for side in scores],
        "gold_points": [side.gold_points for side in scores],
        "points": [side.points for side in scores],
        "exact": [side.exact for side in scores],
        "nugget_to": rules.nuggets_won(scores, tiebreak=house.get("tiebreak", "narrow")),
    }


def game_end(given: Given, cards: Any) -> Given:
    seats = range(given["players"])
    after = [count + (side in given["nugget_to"]) for side, count in enumerate(given["nuggets_before"])]
    winners = rules.winners(after)
    return {
        "nuggets_after": after,
        "over": bool(winners),
        "winners": winners,
        "winning_seats": [seat for side in winners for seat in rules.sides(seats)[side]],
        "next_marker": rules.next_marker(seats, given["marker"]),
    }


def preference(given: Given, cards: Any) -> Given:
    default = getattr(rules, f"{given['preference']}_default".upper())
    flags = [
        rules.preference_at_round_start(given["remembered"], default) if event == "round_start" else event[1]
        for event in given["events"]
    ]
    take_back = {"bid_3p": rules.bids_together(3), "bid_4p": rules.bids_together(4), "play": False}
    return {
        "flag": flags,
        "remembered": given["remembered"],
        "confirm_button": {
            situation: rules.confirm_button(flags[-1], can_take_back=revocable)
            for situation, revocable in take_back.items()
        },
    }


ANSWERS: dict[str, Callable[[Given, Any], Given]] = {
    answer.__name__: answer for answer in (deal, legal, trick, score, game_end, preference)
}
PURE = [case for case in GOLDEN["cases"] if case["kind"] in ANSWERS]
CHANGES = [case for case in GOLDEN["cases"] if case["kind"] == "change"]


@pytest.mark.parametrize("case", PURE, ids=lambda case: case["id"])
def test_golden_case(case: Given, cards: Any) -> None:
    actual = ANSWERS[case["kind"]](case["given"], cards)
    expected = {
        key: sorted(value) if key in ("legal", "supply", "supply_after") else value
        for key, value in case["expect"].items()
    }
    assert {key: actual[key] for key in expected} == expected, case["why"]


@pytest.mark.parametrize("case", CHANGES, ids=lambda case: case["id"])
def test_golden_change_is_offered_or_not(case: Given, cards: Any) -> None:
    """Who is asked, and whether the swap is among that player's moves; its effects need a table."""
    given, expected = case["given"], case["expect"]
    seats = range(given["players"])
    hands, gold = [cards(hand) for hand in given["hands"]], [cards(held) for held in given["gold"]]
    asked = [
        seat
        for seat in rules.clockwise(seats, given["leader"])
        if rules.can_change_bid(hands[seat], gold[seat], **given.get("rules", {}))
    ]
    asked = asked[:1] or [given["leader"]]
    assert expected.get("asked", asked) == asked, case["why"]
    move = given.get("move", ["keep"])
    if move[0] == "swap":
        _, mover, *choice = move
        offered = [
            [cards.label(paid), cards.label(card), bidder]
            for paid, card, bidder in rules.bid_changes(
                hands[mover], gold[mover], cards.numbers, rules.own_side(seats, mover)
            )
        ]
        assert (mover in asked and choice in offered) == expected["legal"], case["why"]


def test_no_golden_case_is_forgotten() -> None:
    ids = [case["id"] for case in GOLDEN["cases"]]
    assert len(ids) == len(set(ids)) == 106
    assert len(PURE) == 70
    assert {case["kind"] for case in GOLDEN["cases"]} == {*ANSWERS, "bidding", "change", "sequence"}
    assert set(GOLDEN["kinds"]) == {*ANSWERS, "bidding", "change", "sequence"}
