"""The plain model keeps the invariants of the rules and has their symmetries."""

import re
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from itertools import permutations
from random import Random
from typing import Any

import pytest

from . import plain_rules
from .arranged import arranged
from .driver import Record, play_again, play_randomly, play_step, random_deal, told
from .plain_aurum import Move, PlainAurum

KINDS = [(3, False), (3, True), (4, False), (4, True)]
HOUSE_RULES: list[dict[str, Any]] = [
    {},
    {"overtrick": "bid", "tiebreak": "strict", "gold_tie": "collected", "zero_beats_none": False},
    {"swaps_per_trick": 2, "no_change_if_starter_empty": True, "drop_suit_3p": "B"},
    {"swaps_per_trick": None, "bid4": "simultaneous"},
    {"swaps_per_trick": 0},
]


@pytest.mark.parametrize("settings", HOUSE_RULES, ids=str)
@pytest.mark.parametrize(("players", "expert"), KINDS)
def test_random_games_keep_the_invariants(players: int, expert: bool, settings: dict[str, Any]) -> None:
    for seed in range(8):
        rng = Random(seed)
        game = PlainAurum(players, expert, rng.randrange(players), settings, forced_passes=seed % 2 == 0)
        record = Record([], [])
        while game.phase != "over":
            before = [len(hand) for hand in game.hands], game.trick_counts[:], len(game.supply), game.phase
            bids = game.bids[:]
            play_step(game, rng, record, swap=0.3)
            assert game.invariants() == []
            if record.moves and record.moves[-1][1][0] == "swap" and before[3] == "change":
                changed = [seat for seat in game.seats if bids[seat] != game.bids[seat]]
                assert changed == [record.moves[-1][1][3]]
                assert ([len(hand) for hand in game.hands], game.trick_counts) == before[:2]
                assert len(game.supply) == before[2] + 1


@pytest.mark.parametrize(("players", "expert"), KINDS)
def test_illegal_moves_change_nothing(players: int, expert: bool) -> None:
    rng = Random(7)
    game = PlainAurum(players, expert)
    record = Record([], [])
    parts: list[Any] = ["G0", "G9", "S1", "B9", "X1", None, []]
    while game.phase != "over":
        play_step(game, rng, record)
        before = deepcopy(vars(game))
        for seat in (*game.seats, players, -1):
            card, gold = rng.choice(parts), rng.choice(parts)
            wild = [
                ("play", card),
                ("bid", card),
                ("swap", gold, card, 1),
                ("pass",),
                ("keep",),
                (),
                ("play",),
            ]
            for move in wild:
                hashable = all(not isinstance(part, list) for part in move)
                if seat in game.seats and hashable and move in game.legal(seat):
                    continue
                with pytest.raises(ValueError, match="asked are"):
                    game.move(seat, move)
        assert vars(game) == before


@pytest.mark.parametrize(("players", "expert"), KINDS)
def test_forced_passes_make_no_difference(players: int, expert: bool) -> None:
    for seed in range(20):
        asking = PlainAurum(players, expert, forced_passes=False)
        record = play_randomly(asking, Random(seed))
        doing = PlainAurum(players, expert)
        forced = iter([event["forced"] for event in told(asking, "pass")])
        moves = [entry for entry in record.moves if entry[1] != ("pass",) or not next(forced)]
        play_again(doing, record.deals, moves)
        assert doing.events == asking.events


@pytest.mark.parametrize("players", [3, 4])
def test_auto_skip_equals_keeping(players: int) -> None:
    for seed in range(20):
        asked = PlainAurum(players)
        record = play_randomly(asked, Random(seed), swap=0.0)
        for quiet in ([True] * players, [seat == 1 for seat in range(players)]):
            skipped = PlainAurum(players, auto_skip=quiet)
            moves = [(seat, move) for seat, move in record.moves if not (quiet[seat] and move == ("keep",))]
            play_again(skipped, record.deals, moves)
            expected = [e for e in asked.events if not (e["event"] == "keep" and quiet[e["seat"]])]
            assert skipped.events == expected


@pytest.mark.parametrize("players", [3, 4])
def test_bids_made_together_arrive_in_any_order(players: int) -> None:
    settings = {"bid4": "simultaneous"}
    first = PlainAurum(players, settings=settings)
    deal = random_deal(first, Random(3))
    tables = []
    for order in permutations(range(players)):
        game = PlainAurum(players, settings=settings)
        game.deal(*deal)
        for seat in order:
            assert seat in game.asked()
            game.move(seat, ("bid", deal[0][seat][0]))
            if seat != order[-1]:
                assert game.legal(seat) == {("unbid",)}
                game.move(seat, ("unbid",))
                game.move(seat, ("bid", deal[0][seat][0]))
        tables.append({key: value for key, value in vars(game).items() if key != "events"})
    assert all(table == tables[0] for table in tables)


# Symmetries. Which facts of an event are seats, lists by seat, sides and lists by side:
SEATS = {"seat", "marker", "target", "winner", "low_player"}
BY_SEAT = {"bids", "trick_counts"}
SIDES = {"nugget_to", "winners"}
BY_SIDE = {"team_bids", "bid", "tricks", "kept", "trick_points", "gold_points", "points", "exact", "nuggets"}
SEAT_SETS = {"winning_seats"}
PLAYS = {"plays", "aborted"}


def turned(event: dict[str, Any], players: int, step: int) -> dict[str, Any]:
    """The same event with every seat moved on."""
    sides = 3 if players == 3 else 2

    def turn(key: str, value: Any) -> Any:
        if key in SEATS:
            return (value + step) % players
        if key in BY_SEAT | BY_SIDE:
            return [value[(place - step) % len(value)] for place in range(len(value))]
        if key in SIDES | SEAT_SETS:
            return sorted((place + step) % (sides if key in SIDES else players) for place in value)
        if key in PLAYS:
            return [((seat + step) % players, card) for seat, card in value]
        return value

    return {key: turn(key, value) for key, value in event.items()}


def turned_move(move: Move, players: int, step: int) -> Move:
    return (*move[:3], (move[3] + step) % players) if move[0] == "swap" else move


@pytest.mark.parametrize(("players", "expert"), KINDS)
def test_turning_the_seats_turns_the_result(players: int, expert: bool) -> None:
    for seed in range(20):
        game = PlainAurum(players, expert)
        record = play_randomly(game, Random(seed), swap=0.3)
        for step in range(1, players):
            other = PlainAurum(players, expert, marker=step)
            deals = [(hands[-step:] + hands[:-step], extra) for hands, extra in record.deals]
            moves = [
                ((seat + step) % players, turned_move(move, players, step)) for seat, move in record.moves
            ]
            play_again(other, deals, moves)
            assert other.events == [turned(event, players, step) for event in game.events]


def renamed(value: Any, rename: Callable[[str], str]) -> Any:
    """The same value with every suit renamed."""
    if isinstance(value, str):
        return rename(value) if re.fullmatch(r"[BCPSZ]\d+", value) else value
    if isinstance(value, dict):
        return {key: renamed(part, rename) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(renamed(part, rename) for part in value)
    return value


@pytest.mark.parametrize(("players", "expert"), KINDS)
@pytest.mark.parametrize("suits", ["CPSZB", "ZSPCB", "BSCPZ"])
def test_renaming_the_suits_renames_the_result(players: int, expert: bool, suits: str) -> None:
    new_names = dict(zip(plain_rules.SUITS, suits, strict=True))

    def rename(card: str) -> str:
        return new_names[card[0]] + card[1:]

    for seed in range(10):
        game = PlainAurum(players, expert)
        record = play_randomly(game, Random(seed), swap=0.3)
        other = PlainAurum(players, expert, settings={"drop_suit_3p": new_names["Z"]})
        play_again(other, renamed(record.deals, rename), renamed(record.moves, rename))
        assert other.events == renamed(game.events, rename)


@pytest.mark.parametrize(("players", "expert"), KINDS)
def test_scores_follow_from_the_public_events(players: int, expert: bool) -> None:
    """I33: bids, swaps, plays and trick results are enough to recompute what a round brought."""
    sides = 3 if players == 3 else 2
    for seed in range(20):
        game = PlainAurum(players, expert)
        play_randomly(game, Random(seed), swap=0.3)
        for event in game.events:
            match event:
                case {"event": "deal"}:
                    tricks = [0] * sides
                    gold = [Counter[str](G0=0 if expert else players // sides) for _ in range(sides)]
                case {"event": "reveal", "bids": bids}:
                    bids = list(bids)
                case {"event": "swap", "seat": seat, "gold": spent, "card": card, "target": target}:
                    gold[seat % sides][spent] -= 1
                    bids[target] = card
                case {"event": "play", "seat": seat, "card": card} if card[0] == "G":
                    gold[seat % sides][card] -= 1
                case {"event": "trick", "winner": winner, "low_player": low, "gold_won": won}:
                    tricks[winner % sides] += 1
                    gold[low % sides].update([won] if won else [])
                case {"event": "round_end"}:
                    assert event["tricks"] == tricks
                    assert event["kept"] == [sorted(counter.elements()) for counter in gold]
                    announced = [max(int(card[1:]) for card in bids[side::sides]) for side in range(sides)]
                    assert event["bid"] == announced
                    assert event["points"] == score_of(announced, tricks, gold)
                case _:
                    pass


def score_of(bids: list[int], tricks: list[int], gold: list[Counter[str]]) -> list[int]:
    worth = {"G0": 0, "G1": 1, "G2": 1, "G3": 1, "G4": 2, "G5": 2, "G6": 2, "G7": 3, "G8": 3}
    made = [0 if t < bid else t * (1 + (t == bid)) for bid, t in zip(bids, tricks, strict=True)]
    return [m + sum(worth[card] for card in held.elements()) for m, held in zip(made, gold, strict=True)]


def test_a_copied_game_goes_on_alike() -> None:
    rng = Random(5)
    game = PlainAurum(4)
    record = Record([], [])
    while game.phase != "over":
        play_step(game, rng, record)
        copy = deepcopy(game)
        assert (copy.asked(), [copy.legal(s) for s in copy.seats]) == (
            game.asked(),
            [game.legal(s) for s in game.seats],
        )


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ({"hands": [["S1", "S1"], [], []]}, "I1: twice"),
        ({"hands": [["Z1"], [], []]}, "foreign"),
        ({"gold": [["G7"], ["G7"], []]}, "I2: gold too much"),
        ({"trick": [[0, "S1"], [1, "S2"]]}, "I7"),
        ({"trick": [[0, "G1"]]}, "I8"),
        ({"trick": [[0, "S1"], [2, "B1"]]}, "I9"),
        ({"marks": 1}, "unknown keys"),
    ],
)
def test_a_wrong_position_is_refused(place: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        arranged(3, place)


def test_wrong_settings_and_deals_are_refused() -> None:
    with pytest.raises(ValueError, match="overtrick"):
        PlainAurum(3, settings={"overtrick": "none"})
    with pytest.raises(ValueError, match="3 or 4"):
        PlainAurum(5)
    game = PlainAurum(3)
    hands, extra = random_deal(game, Random(1))
    with pytest.raises(ValueError, match="12 each"):
        game.deal([hands[0][:-1], hands[1], [*hands[2], hands[0][-1]]], extra)
    game.deal(hands, extra)
    with pytest.raises(ValueError, match="phase bid"):
        game.deal(hands, extra)


@pytest.mark.parametrize(("forbidden", "phase", "asked"), [(False, "change", [1]), (True, "play", [0])])
def test_no_change_when_the_starter_has_no_cards(forbidden: bool, phase: str, asked: list[int]) -> None:
    """A12: who can change is asked though the leader must pass, unless the house setting forbids it."""
    place = {"hands": [[], ["C1"], ["P3"]], "bids": ["S2", "B5", "C6"], "gold": [["G4"], ["G0"], []]}
    game = arranged(3, place, {"no_change_if_starter_empty": forbidden}, forced_passes=False)
    assert (game.phase, game.asked()) == (phase, asked)


@pytest.mark.parametrize(("limit", "asked"), [(1, [1]), (2, [0]), (3, [0]), (None, [0])])
def test_the_limit_of_swaps(limit: int | None, asked: list[int]) -> None:
    """A8: after one swap the same seat is asked again while the limit, its gold and its hand allow it."""
    place = {
        "hands": [["S4"], ["C1"], ["P3"]],
        "bids": ["S2", "B5", "C6"],
        "gold": [["G0", "G5"], ["G0"], []],
    }
    game = arranged(3, place, {"swaps_per_trick": limit})
    game.move(0, ("swap", "G0", "S4", 0))
    assert game.asked() == asked
    if limit != 1:
        game.move(0, ("swap", "G5", "S2", 0))
        assert game.asked() == [1]


@pytest.mark.parametrize(("gold_tie", "nugget_to"), [("kept", [2]), ("collected", [0])])
def test_gold_that_was_won_and_spent(gold_tie: str, nugget_to: list[int]) -> None:
    """A15: seats 0 and 2 tie on points; seat 2 keeps the better gold, seat 0 held the best of all."""
    place = {
        "hands": [["S3", "C9"], ["B9"], ["C8"]],
        "bids": ["P8", "S9", "P7"],
        "gold": [["G1"], [], ["G2"]],
        "phase": "play",
    }
    game = arranged(3, place, {"gold_tie": gold_tie})
    for seat, card in [(0, "S3"), (1, "B9"), (2, "C8")]:
        game.move(seat, ("play", card))
    game.move(0, ("swap", "G3", "C9", 0))
    game.move(0, ("play", "P8"))
    assert told(game, "pass")[0]["aborted"] == [(0, "P8")]
    assert game.results[0]["points"] == [1, 0, 1]
    assert game.results[0]["nugget_to"] == nugget_to
