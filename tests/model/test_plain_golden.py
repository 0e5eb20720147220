"""The plain model meets every golden case of the rules."""

import json
from collections import Counter
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from . import plain_rules
from .arranged import arranged
from .driver import random_deal, told
from .plain_aurum import Move, PlainAurum

GOLDEN = Path(__file__).parent.parent / "data" / "aurum_golden.json"
Case = dict[str, Any]
POSITION_KEYS = {"hands", "bids", "gold", "supply", "tricks", "leader", "marker", "nuggets"}


def cases(kind: str, **given: Any) -> pytest.MarkDecorator:
    """Parametrize over the golden cases of a kind, or those of them that are given something."""
    everything = json.loads(GOLDEN.read_text("utf-8"))["cases"]
    found = [case for case in everything if case["kind"] == kind and given.items() <= case["given"].items()]
    assert found
    return pytest.mark.parametrize("case", found, ids=[case["id"] for case in found])


def position(given: Case) -> Case:
    return {key: value for key, value in given.items() if key in POSITION_KEYS}


def split(golden_move: list[Any]) -> tuple[int, Move]:
    """Turn ["swap", seat, ...] into (seat, ("swap", ...))."""
    return golden_move[1], (golden_move[0], *golden_move[2:])


def try_move(game: PlainAurum, golden_move: list[Any]) -> bool:
    """Make a move; False if it was refused, which must have changed nothing (I27)."""
    before = deepcopy(vars(game))
    seat, move = split(golden_move)
    try:
        game.move(seat, move)
    except ValueError:
        assert vars(game) == before
        return False
    return True


def sorted_all(by_seat: list[list[str]]) -> list[list[str]]:
    return [sorted(cards) for cards in by_seat]


def facts(game: PlainAurum) -> dict[str, Any]:
    """What the golden cases may expect of a table, under their names."""
    found: dict[str, Any] = {
        "phase": game.phase,
        "asked": game.asked(),
        "leader": game.leader,
        "bids": game.bids,
        "team_bids": [game.team_bid(side) for side in range(game.sides)],
        "hands": sorted_all(game.hands),
        "gold": sorted_all(game.gold),
        "supply": sorted(game.supply),
        "tricks": facts_of_tricks(game),
        "trick_counts": game.trick_counts,
        "round_over": bool(game.results),
        "marker": game.marker,
        "nuggets": game.nuggets,
        "winners": game.winners,
        "game_over": game.phase == "over",
    }
    if game.results:
        found.update(game.results[-1])
        found["tricks"] = facts_of_tricks(game)
        passed = told(game, "pass")[-1]
        found["passer"] = passed["seat"]
        found["aborted"] = [list(play) for play in passed["aborted"]]
    return found


def facts_of_tricks(game: PlainAurum) -> list[dict[str, Any]]:
    keys = ("winner", "low_player", "gold_won")
    return [{key: event[key] for key in keys} for event in told(game, "trick")]


def assert_expected(found: dict[str, Any], expect: Case) -> None:
    assert {key: found[key] for key in expect} == expect


@cases("deal")
def test_golden_deal(case: Case) -> None:
    given = case["given"]
    players, settings = given["players"], given.get("rules", {})
    game = PlainAurum(players, given["expert"], settings=settings)
    game.deal(*random_deal(game, Random(1)))
    deck = plain_rules.base_deck(players, game.house.drop_suit_3p)
    numbers = [plain_rules.number(card) for card in deck]
    found = {
        "deck_size": len(deck),
        "suit_count": len({plain_rules.suit(card) for card in deck}),
        "top_rank": max(numbers),
        "hand_size": len(game.hands[0]),
        "extra_count": len(game.extra),
        "supply": game.supply,
        "supply_points": sum(plain_rules.gold_points(card) for card in game.supply),
        "gold_each": game.gold[0],
        "lowest_bid": min(numbers),
        "highest_bid": max(numbers),
    }
    assert game.invariants() == []
    game.move(0, ("bid", game.hands[0][0]))
    found["hand_after_bid"] = len(game.hands[0])
    assert_expected(found, case["expect"])


@cases("bidding")
def test_golden_bidding(case: Case) -> None:
    given, expect = case["given"], dict(case["expect"])
    game = arranged(given["players"], {"hands": given["hands"], "marker": given["first"]})
    results = [try_move(game, move) for move in given["moves"]]
    assert all(results[:-1])
    assert results[-1] == (expect.pop("last") == "legal")
    assert_expected(facts(game), expect)
    assert game.invariants() == []


@cases("change")
def test_golden_change(case: Case) -> None:
    given, expect = case["given"], dict(case["expect"])
    game = arranged(given["players"], position(given), given.get("rules"), forced_passes=False)
    assert game.asked() == expect.pop("asked", game.asked())
    if "move" in given:
        assert try_move(game, given["move"]) == expect.pop("legal")
    found = facts(game)
    found.update(asked_after=found["asked"], phase_after=found["phase"])
    assert_expected(found, expect)
    assert game.invariants() == []


@cases("legal")
def test_golden_legal(case: Case) -> None:
    given, expect = case["given"], set(case["expect"]["legal"])
    table = given["table"]
    assert plain_rules.legal_plays(given["hand"], given["gold"], table) == expect
    seat = len(table)
    game = arranged(
        4,
        {
            "hands": [given["hand"] if s == seat else [] for s in range(4)],
            "gold": [given["gold"] if s == seat else [] for s in range(4)],
            "bids": spare_bids([*given["hand"], *table], 4),
            "trick": list(enumerate(table)),
            "leader": 0,
            "phase": "play",
        },
        expert="G0" not in given["gold"] + table,
        forced_passes=False,
    )
    assert game.asked() == [seat]
    assert {move[1] if move[0] == "play" else "PASS" for move in game.legal(seat)} == expect
    assert game.invariants() == []


def spare_bids(used: list[str], players: int) -> list[str]:
    """Bid cards for a position whose bids do not matter."""
    return [card for card in plain_rules.base_deck(players, "Z") if card not in used][:players]


@cases("trick")
def test_golden_trick(case: Case) -> None:
    given, expect = case["given"], dict(case["expect"])
    plays = [(seat, card) for seat, card in given["plays"]]
    outcome = plain_rules.trick_outcome(plays, given["supply"])
    assert_expected(outcome._asdict(), {key: expect[key] for key in ("winner", "low_player", "gold_won")})

    players, (last, card) = len(plays), plays[-1]
    hand = [] if plain_rules.is_gold(card) else [card]
    rest = Counter(plain_rules.round_gold(players, expert=False))
    rest -= Counter([*given["supply"], *(played for _, played in plays)])
    gold: list[list[str]] = [[] for _ in range(players)]
    gold[last] = sorted(rest.elements()) + ([card] if plain_rules.is_gold(card) else [])
    place = {
        "hands": [hand if seat == last else [] for seat in range(players)],
        "gold": gold,
        "supply": given["supply"],
        "bids": spare_bids([played for _, played in plays], players),
        "trick": plays[:-1],
    }
    game = arranged(players, place, expert=False, forced_passes=False)
    game.move(last, ("play", card))
    assert facts_of_tricks(game) == [outcome._asdict()]
    assert game.leader == expect["next_starter"]
    assert sorted(game.supply) == expect["supply_after"]
    assert game.trick_counts == [int(seat == expect["winner"]) for seat in range(players)]
    assert game.invariants() == []


@cases("score")
def test_golden_score(case: Case) -> None:
    sides = case["given"]["sides"]
    players = 3 if len(sides) == 3 else 4
    seats = range(players)
    partners = [seat // len(sides) for seat in seats]
    kept = [[] if partners[seat] else sides[seat % len(sides)]["kept"] for seat in seats]
    place: dict[str, Any] = {
        "bids": [sides[seat % len(sides)]["bids"][partners[seat]] for seat in seats],
        "tricks": [0 if partners[seat] else sides[seat % len(sides)]["tricks"] for seat in seats],
        "gold": kept,
    }
    if "ever" in sides[0]:
        place["ever"] = [sides[seat]["ever"] for seat in seats]
    game = arranged(players, place, case["given"].get("rules"), expert="G0" not in str(kept))
    assert_expected(facts(game), case["expect"])
    assert game.invariants() == []


@cases("sequence")
@pytest.mark.parametrize("forced_passes", [False, True])
def test_golden_sequence(case: Case, forced_passes: bool) -> None:
    given, expect = case["given"], dict(case["expect"])
    game = arranged(given["players"], position(given), given.get("rules"), forced_passes=forced_passes)
    for move in given["moves"]:
        if forced_passes and move[0] == "pass":
            assert told(game, "pass")[-1]["seat"] == move[1]
        else:
            assert try_move(game, move)
        assert game.invariants() == []
    if forced_passes and not expect["round_over"] and game.results:
        assert told(game, "pass")[-1]["seat"] == expect["asked"][0]
        return
    assert_expected(facts(game), expect)


@cases("game_end")
def test_golden_game_end(case: Case) -> None:
    given, expect = case["given"], dict(case["expect"])
    players, sides = given["players"], len(given["nuggets_before"])
    gets = [seat % sides in given["nugget_to"] for seat in range(players)]
    place = {
        "bids": [f"{suit}{1 if good else 2}" for suit, good in zip("BCPS", gets, strict=False)],
        "tricks": [int(good and seat < sides) for seat, good in enumerate(gets)],
        "gold": [[] for _ in range(players)],
        "marker": given["marker"],
        "nuggets": given["nuggets_before"],
    }
    game = arranged(players, place, expert=True)
    assert told(game, "round_end")[0]["nugget_to"] == given["nugget_to"]
    assert game.nuggets == expect["nuggets_after"]
    assert (game.phase == "over") == expect["over"]
    assert game.winners == expect["winners"]
    if "winning_seats" in expect:
        assert set(told(game, "game_end")[0]["winning_seats"]) == set(expect["winning_seats"])
    if "next_marker" in expect:
        assert game.marker == expect["next_marker"]


@cases("preference", preference="auto_skip")
def test_golden_preference(case: Case) -> None:
    given, expect = case["given"], case["expect"]
    game = PlainAurum(3, auto_skip=[bool(given["remembered"]), False, False])
    flags = []
    for event in given["events"]:
        if event == "round_start":
            while game.phase != "deal":
                game.move(seat := game.asked()[0], min(game.legal(seat)))
            game.deal(*random_deal(game, Random(1)))
        else:
            game.set_auto_skip(0, event[1])
        flags.append(game.auto_skip[0])
    assert flags == expect["flag"]
    assert game.remembered_auto_skip[0] == expect["remembered"]
