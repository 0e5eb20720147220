"""Every golden case at a real table, in paranoid mode.

A forced pass among a case's moves is skipped: the game makes it (A3). What a case expects at a round's end,
or before a forced pass, is read from what that move told, since the table has dealt a new round since.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from aurum_states.games.aurum import rules

from .golden_table import Case, GoldenTable, is_expert, position_of, rest_of_gold, spare_cards

GOLDEN = json.loads((Path(__file__).parents[2] / "data" / "aurum_golden.json").read_text(encoding="utf-8"))


def cases(kind: str) -> pytest.MarkDecorator:
    """Parametrize over the golden cases of a kind."""
    found = [case for case in GOLDEN["cases"] if case["kind"] == kind]
    return pytest.mark.parametrize("case", found, ids=[case["id"] for case in found])


def assert_expected(found: Case, expect: Case, case: Case) -> None:
    """Compare all that a case expects."""
    assert {key: found[key] for key in expect} == expect, case["why"]


@cases("deal")
def test_golden_deal(case: Case) -> None:
    given = case["given"]
    golden = GoldenTable(given["players"], rules=given.get("rules"), expert=given["expert"])
    view = golden.table.view_for(golden.ids[0])
    cards = golden.game.state.cards
    base = [golden.game.label(card) for card in range(1, cards.size + 1) if cards.card_type[card] != "G"]
    numbers = [int(card[1:]) for card in base]
    found = {
        "deck_size": len(set(base)),
        "suit_count": len({card[0] for card in base}),
        "top_rank": max(numbers),
        "hand_size": len(view["hand"]),
        "extra_count": len(view["extra"]),
        "supply": sorted(view["supply"].values()),
        "supply_points": sum(rules.GOLD_POINTS[int(card[1:])] for card in view["supply"].values()),
        "gold_each": list(view["players"][golden.ids[0]]["gold"].values()),
        "lowest_bid": min(numbers),
        "highest_bid": max(numbers),
    }
    assert {len(hand) for hand in golden.by_seat("hand")} == {found["hand_size"]}
    assert golden.move(["bid", golden.asked[0], golden.by_seat("hand")[golden.asked[0]][0]])
    found["hand_after_bid"] = min(map(len, golden.by_seat("hand")))
    assert_expected(found, case["expect"], case)


@cases("bidding")
def test_golden_bidding(case: Case) -> None:
    given, expect = case["given"], dict(case["expect"])
    golden = GoldenTable(given["players"], {"hands": given["hands"], "marker": given["first"]})
    results = [golden.move(move) for move in given["moves"]]
    assert all(results[:-1])
    assert results[-1] == (expect.pop("last") == "legal"), case["why"]
    assert_expected(golden.facts(), expect, case)


@cases("change")
def test_golden_change(case: Case) -> None:
    given, expect = case["given"], dict(case["expect"])
    golden = GoldenTable(given["players"], position_of(given), given.get("rules"))
    assert golden.asked == expect.pop("asked", golden.asked), case["why"]
    if "move" in given:
        assert golden.move(given["move"]) == expect.pop("legal"), case["why"]
    found = golden.facts()
    found.update(asked_after=found["asked"], phase_after=found["phase"])
    assert_expected(found, expect, case)


@cases("legal")
def test_golden_legal(case: Case) -> None:
    """The seat after the trick is asked; one that can only pass has passed in the opening already."""
    given = case["given"]
    seat = len(given["table"])
    place = {
        "hands": [given["hand"] if one == seat else [] for one in range(4)],
        "gold": [given["gold"] if one == seat else [] for one in range(4)],
        "bids": spare_cards([*given["hand"], *given["table"]], 4, players=4),
        "trick": list(enumerate(given["table"])),
        "leader": 0,
    }
    golden = GoldenTable(4, place)
    if golden.table.state == "changeBid":
        assert golden.asked == [seat] == [0]
        assert golden.move(["keep", seat])
    passed = golden.told("pass")
    if passed:
        assert (passed[0]["seat"], passed[0]["forced"]) == (seat, True)
        found = {"PASS"}
    else:
        assert golden.asked == [seat]
        found = golden.legal(seat)
        for label in [*given["hand"], *given["gold"]]:
            if label not in found:
                assert not golden.move(["play", seat, label])
    assert_expected({"legal": sorted(found)}, {"legal": sorted(case["expect"]["legal"])}, case)


@cases("trick")
def test_golden_trick(case: Case) -> None:
    """The last card is played at a table; the next starter holds one card more, so that the round goes on."""
    given, expect = case["given"], dict(case["expect"])
    plays, players = given["plays"], len(given["plays"])
    last, card = plays[-1]
    played = [label for _, label in plays]
    bids = spare_cards(played, players + 1, players)
    hands: list[list[str]] = [[] for _ in range(players)]
    gold: list[list[str]] = [[] for _ in range(players)]
    hands[expect["next_starter"]].append(bids.pop())
    gold[last] = rest_of_gold([*given["supply"], *played], players, expert=False)
    (gold if card.startswith("G") else hands)[last].append(card)
    place = {"hands": hands, "gold": gold, "supply": given["supply"], "bids": bids, "trick": plays[:-1]}
    golden = GoldenTable(players, {**place, "leader": plays[0][0]}, expert=False)
    assert golden.asked == [last]
    assert golden.move(["play", last, card])
    found = golden.facts()
    assert found["trick_counts"] == [int(seat == expect["winner"]) for seat in range(players)]
    found.update(found["tricks"][0], next_starter=found["leader"], supply_after=found["supply"])
    assert_expected(found, expect, case)


@cases("score")
def test_golden_score(case: Case) -> None:
    """Nobody holds a card, so the round is over at once; the first partner holds the tricks and the gold."""
    sides = case["given"]["sides"]
    players = 3 if len(sides) == 3 else 4
    second = [seat // len(sides) for seat in range(players)]
    place: Case = {
        "hands": [[] for _ in range(players)],
        "bids": [sides[seat % len(sides)]["bids"][second[seat]] for seat in range(players)],
        "tricks": [0 if second[seat] else sides[seat % len(sides)]["tricks"] for seat in range(players)],
        "gold": [[] if second[seat] else sides[seat % len(sides)]["kept"] for seat in range(players)],
    }
    golden = GoldenTable(players, place, case["given"].get("rules"))
    assert golden.told("pass")[0]["forced"]
    assert_expected(golden.told("round_end")[0], case["expect"], case)


@cases("sequence")
def test_golden_sequence(case: Case) -> None:
    given, expect = case["given"], dict(case["expect"])
    golden = GoldenTable(given["players"], position_of(given), given.get("rules"))
    for move in given["moves"]:
        if move[0] == "pass" and golden.told("pass"):
            assert golden.told("pass")[-1]["seat"] == move[1]
        else:
            assert golden.move(move), move
    found = golden.facts()
    if golden.told("pass") and not expect["round_over"]:
        found |= before_the_forced_pass(golden, expect)
    assert_expected(found, expect, case)


def before_the_forced_pass(golden: GoldenTable, expect: Case) -> Case:
    """What stood on the table when the game passed, from what was told: nobody had a card left to start with.

    Since the pass itself takes nothing but the trick under way, of which there is none, bids, gold and
    tricks are those of the round's end.
    """
    passed, scored = golden.told("pass")[-1], golden.told("round_end")[-1]
    assert passed["forced"]
    assert passed["leads"]
    arranged = golden.table.setup.position
    assert arranged is not None
    players = len(golden.ids)
    hands, bids = [list(hand) for hand in arranged["hands"]], list(arranged["bids"])
    for event in golden.listener.events:
        if event["event"] == "swap":
            hands[event["seat"]].remove(event["card"])
            hands[event["seat"]].append(event["old"])
            bids[event["target"]] = event["card"]
        elif event["event"] == "play" and not event["card"].startswith("G"):
            hands[event["seat"]].remove(event["card"])
        elif event["event"] == "pass":
            break
    assert hands[passed["seat"]] == []
    assert players == 3, "with three players gold kept by side is gold kept by seat"
    held = [card for cards in scored["kept"] for card in cards]
    return {
        "round_over": False,
        "phase": "play",
        "asked": [passed["seat"]],
        "leader": passed["seat"],
        "bids": bids,
        "hands": hands,
        "gold": scored["kept"],
        "supply": sorted(rest_of_gold(held, players, expert=is_expert(arranged))),
        "trick_counts": scored["trick_counts"],
    }


@cases("game_end")
def test_golden_game_end(case: Case) -> None:
    """Exactly the sides that shall get a nugget bid 1 and made it."""
    given, expect = case["given"], dict(case["expect"])
    players, sides = given["players"], len(given["nuggets_before"])
    gets = [seat % sides in given["nugget_to"] for seat in range(players)]
    place = {
        "hands": [[] for _ in range(players)],
        "bids": [f"{suit}{1 if good else 2}" for suit, good in zip("BCPS", gets, strict=False)],
        "tricks": [int(good and seat < sides) for seat, good in enumerate(gets)],
        "gold": [[] for _ in range(players)],
        "marker": given["marker"],
        "nuggets": given["nuggets_before"],
    }
    golden = GoldenTable(players, place)
    assert golden.told("round_end")[0]["nugget_to"] == given["nugget_to"]
    found = golden.facts()
    found.update(nuggets_after=found["nuggets"], over=found["game_over"], next_marker=found["marker"])
    if found["over"]:
        best = [one.id for one in golden.table.ranking() if one.rank == 1]
        assert sorted(map(golden.ids.index, best)) == found["winning_seats"]
    found["winning_seats"] = set(found["winning_seats"])
    if "winning_seats" in expect:
        expect["winning_seats"] = set(expect["winning_seats"])
    assert_expected(found, expect, case)


@cases("preference")
def test_golden_preference(case: Case) -> None:
    given, expect = case["given"], case["expect"]
    skip = given["preference"] == "auto_skip"
    remembered = given["remembered"]
    chosen = {} if remembered is None else {2300001: {100 if skip else 101: 2 if remembered else 1}}
    golden = GoldenTable(3, preferences=chosen)
    player = golden.ids[0]
    found: Case = {"remembered": remembered}
    if skip:
        found["flag"] = [flag_after(golden, event, nth) for nth, event in enumerate(given["events"])]
        assert golden.table.preferences == chosen
    else:
        found["flag"] = [golden.game.preference(player, 101) == 2]
        four = GoldenTable(4, preferences=chosen)
        take_back = {"bid_3p": golden, "bid_4p": four}
        buttons = {
            name: rules.confirm_button(
                found["flag"][0], can_take_back=table.table.args_for(player)["canCancel"]
            )
            for name, table in take_back.items()
        }
        found["confirm_button"] = {**buttons, "play": rules.confirm_button(found["flag"][0])}
    assert_expected(found, expect, case)


def flag_after(golden: GoldenTable, event: Any, nth: int) -> bool:
    """Let an event happen to the first player's auto-skip; return what the game uses after it."""
    player = golden.ids[0]
    if event != "round_start":
        golden.table.act(player, "actSetAutoSkip", {"autoSkip": event[1]})
        return bool(golden.game.state.auto_skip[player])
    ended = len(golden.told("round_end"))
    while nth and len(golden.told("round_end")) == ended:
        asked = golden.table.active_players[0]
        action, options = next(iter(golden.table.legal_moves(asked).items()))
        golden.listener.hear(golden.table.apply(asked, action, options[0]).notifications)
    return bool(golden.table.view_for(player)["players"][player]["autoSkip"])


def test_every_golden_case_is_run() -> None:
    there = Counter(case["kind"] for case in GOLDEN["cases"])
    assert sum(there.values()) == 106
    tests = [test for name, test in globals().items() if name.startswith("test_golden_")]
    marks = [mark for test in tests for mark in test.pytestmark if mark.name == "parametrize"]
    assert Counter(case["kind"] for mark in marks for case in mark.args[1]) == there
