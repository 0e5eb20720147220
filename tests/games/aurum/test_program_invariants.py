"""I26-I31, I33 and I37: two ways to the same game, compared."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from aurum_states import ActionError, Move, Table, load_game
from tests.model import plain_rules
from tests.model.in_step import Chosen, choose
from tests.model.plain_aurum import Event
from tests.model.table_events import Listener
from tests.model.test_plain_aurum import renamed, turned
from tools.record_goldens import requests

from .histories import KINDS, Camera, pick, random_chooser
from .restore_worker import seen, told

ROOT = Path(__file__).parents[3]
LabelMove = tuple[Any, ...]
"""A seat, an action, and labels; a seat for whose bid is changed."""


@pytest.mark.parametrize("players", [3, 4])
def test_I26_bids_arrive_in_any_order(players: int) -> None:
    house = {"bid4": "simultaneous"}
    for seed in range(3):
        tables = []
        for order in permutations(range(players)):
            table = Chosen(players, False, f"I26 {seed}", settings=house).table(
                load_game("aurum"), mode="paranoid"
            )
            for seat in order:
                player_id = table.players[seat].id
                assert player_id in table.active_players
                table.act(player_id, "actBid", {"cardId": min(table.legal_moves(player_id)["actBid"])})
            tables.append((table.digest, seen(table)))
        assert all(one == tables[0] for one in tables)


@pytest.mark.parametrize("kind", KINDS)
def test_I27_an_illegal_move_changes_nothing(kind: str) -> None:
    chosen = choose(kind, 2)
    bothered, quiet = chosen.table(load_game("aurum")), chosen.table(load_game("aurum"))
    chooser, codes = random_chooser(chosen.seed), set()
    while True:
        before = json.dumps(bothered.snapshot())
        everything = seen(bothered)
        for player_id, action, args in requests(bothered):
            with pytest.raises(ActionError) as refused:
                bothered.act(player_id, action, args)
            codes.add(refused.value.code)
            assert json.dumps(bothered.snapshot()) == before
        assert seen(bothered) == everything
        if quiet.is_over:
            break
        player_id, move = chooser(quiet)
        assert bothered.act(player_id, move.action, move.args) == quiet.act(player_id, move.action, move.args)
    assert len(codes) == 6


@pytest.mark.parametrize("kind", KINDS)
def test_I28_same_deals_and_moves_same_events(kind: str) -> None:
    for number in range(3):
        chosen = choose(kind, number)
        first, second = (
            Camera(chosen, mode).play(random_chooser(chosen.seed)) for mode in ("full", "paranoid")
        )
        assert first.pictures == second.pictures
        assert first.steps == second.steps
        assert first.events == second.events


# -- arranged rounds: the same deal with other names or other seats


def deal(players: int, rng: Random) -> tuple[list[list[str]], list[str]]:
    deck = plain_rules.base_deck(players, "Z")
    rng.shuffle(deck)
    return [deck[12 * seat : 12 * seat + 12] for seat in range(players)], deck[12 * players :]


def start(players: int, expert: bool, place: dict[str, Any], drop: str = "Z") -> Camera:
    chosen = Chosen(players, expert, "arranged", settings={"drop_suit_3p": drop})
    return Camera(chosen, position=place)


def play_round(camera: Camera, moves: Iterator[LabelMove] | None, rng: Random) -> list[LabelMove]:
    """Play until the round is scored: the moves given, else random ones; return the moves made."""
    made: list[LabelMove] = []
    while not any(event["event"] == "round_end" for event in camera.listener.events):
        if moves is None:
            player_id, move = pick(camera.table, rng.choice, change=rng.random() < 0.3)
            nth = camera.table.possible_moves(player_id).index(move)
            made.append((camera.ids.index(player_id), *camera.legal(player_id)[nth]))
        else:
            seat, *labels = next(moves)
            player_id = camera.ids[seat]
            nth = camera.legal(player_id).index(tuple(labels))
            move = camera.table.possible_moves(player_id)[nth]
        camera.listener.hear(camera.table.act(player_id, move.action, move.args).notifications)
    return made


def one_round(events: list[Event]) -> list[Event]:
    """The events up to the score, and the end of the game if it came."""
    kept = [event for event in events if event["event"] != "deal"]
    place = next(nth for nth, event in enumerate(kept) if event["event"] == "round_end")
    return kept[: place + 1] + [event for event in kept if event["event"] == "game_end"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("suits", ["CPSZB", "ZSPCB"])
def test_I29_renaming_suits_renames_the_result(kind: str, suits: str) -> None:
    names = dict(zip(plain_rules.SUITS, suits, strict=True))

    def rename(card: str) -> str:
        return names[card[0]] + card[1:]

    players, expert = int(kind[0]), "expert" in kind
    for seed in range(4):
        rng = Random(f"I29 {kind} {seed}")
        hands, extra = deal(players, rng)
        place = {"hands": hands, "extra": extra, "marker": rng.randrange(players)}
        first = start(players, expert, place)
        moves = play_round(first, None, rng)
        second = start(players, expert, renamed(place, rename), names["Z"])
        play_round(second, iter(renamed(moves, rename)), rng)
        assert one_round(second.listener.events) == renamed(one_round(first.listener.events), rename)


@pytest.mark.parametrize("drop", "CPS")
def test_I29_the_suit_left_out_does_not_matter_in_whole_games(drop: str) -> None:
    """The same seed with another suit in the box deals the same cards under other names."""
    there, here = (plain_rules.SUITS.replace(out, "") for out in ("Z", drop))
    names = dict(zip(there, here, strict=True))
    first = Camera(Chosen(3, False, "I29")).play(random_chooser("I29"))
    second = Camera(Chosen(3, False, "I29", settings={"drop_suit_3p": drop})).play(random_chooser("I29"))
    assert second.events == renamed(first.events, lambda card: names[card[0]] + card[1:])


@pytest.mark.parametrize("kind", KINDS)
def test_I30_turning_the_seats_turns_the_result(kind: str) -> None:
    players, expert = int(kind[0]), "expert" in kind
    sides = 3 if players == 3 else 2
    for seed in range(4):
        rng = Random(f"I30 {kind} {seed}")
        hands, extra = deal(players, rng)
        marker, nuggets = rng.randrange(players), [rng.randrange(2) for _ in range(sides)]
        first = start(players, expert, {"hands": hands, "extra": extra, "marker": marker, "nuggets": nuggets})
        moves = play_round(first, None, rng)
        for step in range(1, players):
            place = {
                "hands": hands[-step:] + hands[:-step],
                "extra": extra,
                "marker": (marker + step) % players,
                "nuggets": [nuggets[(side - step) % sides] for side in range(sides)],
            }
            second = start(players, expert, place)
            play_round(second, iter([turned_move(move, players, step) for move in moves]), rng)
            expected = [turned(event, players, step) for event in one_round(first.listener.events)]
            assert one_round(second.listener.events) == expected


def turned_move(move: LabelMove, players: int, step: int) -> LabelMove:
    seat, action, *labels = move
    if action == "actChangeBid":
        labels[2] = (labels[2] + step) % players
    return ((seat + step) % players, action, *labels)


# -- restored tables


@pytest.fixture(scope="module")
def worker() -> Iterator[Any]:
    """One other process for all tests, with another order of sets."""
    environment = {**os.environ, "PYTHONHASHSEED": "12345", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.games.aurum.restore_worker"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment
    ) as process:

        def ask(table: Table, player_id: int, move: Move) -> Any:
            assert process.stdin is not None
            assert process.stdout is not None
            question = {"snapshot": table.snapshot(), "move": [player_id, move.action, move.args]}
            process.stdin.write(json.dumps(question) + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        yield ask
        assert process.stdin is not None
        process.stdin.close()


@pytest.mark.parametrize("kind", KINDS)
def test_I31_a_restored_table_goes_on_the_same(kind: str, worker: Any) -> None:
    chosen = choose(kind, 2)
    table, chooser = chosen.table(load_game("aurum")), random_chooser(chosen.seed)
    while not table.is_over:
        here = Table.restore(load_game("aurum"), json.loads(json.dumps(table.snapshot())), mode="paranoid")
        assert seen(here) == seen(table)
        player_id, move = chooser(table)
        there = worker(table, player_id, move)
        assert there["before"] == seen(table)
        result = table.act(player_id, move.action, move.args)
        assert here.act(player_id, move.action, move.args) == result
        assert there["told"] == json.loads(json.dumps(told(result)))
        assert there["after"] == seen(here) == seen(table)
        assert here.snapshot() == table.snapshot()


# -- what the log tells


@pytest.mark.parametrize("kind", KINDS)
def test_I33_the_score_follows_from_the_public_log(kind: str) -> None:
    rounds = 0
    for number in range(9):
        chosen = choose(kind, number)
        table, chooser = chosen.table(load_game("aurum")), random_chooser(chosen.seed)
        public = Listener([player.id for player in table.players], together=True)
        public.hear(one for one in table.opening.notifications if one.audience is None)
        while not table.is_over:
            player_id, move = chooser(table)
            result = table.act(player_id, move.action, move.args)
            public.hear(one for one in result.notifications if one.audience is None)
        events: list[Event] = []
        for event in public.events:
            if event["event"] == "round_end":
                told_score = {
                    key: event[key] for key in ("bid", "tricks", "points", "exact", "nugget_to", "kept")
                }
                assert recomputed(events, chosen) == told_score
                rounds += 1
            events = [] if event["event"] == "deal" else [*events, event]
    assert rounds >= 18


def recomputed(events: list[Event], chosen: Chosen) -> dict[str, Any]:
    """Score a round from what everybody heard, by the plain rules."""
    house = plain_rules.HouseRules(**chosen.settings, overtrick=chosen.overtrick)
    bids: list[str] = []
    gold: list[list[str]] = [[] if chosen.expert else ["G0"] for _ in range(chosen.players)]
    ever = [list(cards) for cards in gold]
    won = [0] * chosen.players
    for event in events:
        if event["event"] == "reveal":
            bids = list(event["bids"])
        elif event["event"] == "swap":
            bids[event["target"]] = event["card"]
            gold[event["seat"]].remove(event["gold"])
        elif event["event"] == "play" and plain_rules.is_gold(event["card"]):
            gold[event["seat"]].remove(event["card"])
        elif event["event"] == "trick":
            won[event["winner"]] += 1
            if event["gold_won"]:
                gold[event["low_player"]].append(event["gold_won"])
                ever[event["low_player"]].append(event["gold_won"])
    sides = range(3 if chosen.players == 3 else 2)

    def of(cards: list[list[str]], side: int) -> list[str]:
        return sorted(card for held in cards[side :: len(sides)] for card in held)

    bid = [max(plain_rules.number(card) for card in bids[side :: len(sides)]) for side in sides]
    tricks = [sum(won[side :: len(sides)]) for side in sides]
    points = [
        plain_rules.trick_points(bid[side], tricks[side], house.overtrick)
        + sum(map(plain_rules.gold_points, of(gold, side)))
        for side in sides
    ]
    exact = [tricks[side] == bid[side] for side in sides]
    compared = gold if house.gold_tie == "kept" else ever
    best = [plain_rules.best_gold(of(compared, side), house.zero_beats_none) for side in sides]
    nugget_to = plain_rules.nugget_winners(points, exact, best, house.tiebreak)
    kept = [of(gold, side) for side in sides]
    return {
        "bid": bid,
        "tricks": tricks,
        "points": points,
        "exact": exact,
        "nugget_to": nugget_to,
        "kept": kept,
    }


@pytest.mark.parametrize("kind", KINDS)
def test_I37_auto_skip_equals_keeping(kind: str) -> None:
    players, expert = int(kind[0]), "expert" in kind
    for quiet in ([True] * players, [seat == 1 for seat in range(players)]):
        asked = Camera(Chosen(players, expert, f"I37 {kind}"))
        ids = asked.ids
        rng = Random(kind)
        moves: list[tuple[int, Move]] = []

        def chooser(
            table: Table, ids: Any = ids, quiet: Any = quiet, rng: Any = rng, moves: Any = moves
        ) -> tuple[int, Move]:
            active = table.active_players[0]
            if table.state == "changeBid" and quiet[ids.index(active)]:
                return active, Move("actKeepBid")
            moves.append(pick(table, rng.choice, change=rng.random() < 0.3))
            return moves[-1]

        first = asked.play(chooser)
        skipped = Camera(Chosen(players, expert, f"I37 {kind}", auto_skip=quiet))
        waiting = iter(moves)
        second = skipped.play(lambda table, waiting=waiting: next(waiting))
        kept = [e for e in first.events if not (e["event"] == "keep" and quiet[e["seat"]])]
        assert second.events == kept
        assert len(kept) < len(first.events)
        views = [camera.table.view_for(None) for camera in (asked, skipped)]
        for view in views:
            for player in view["players"].values():
                del player["autoSkip"]
        assert views[0] == views[1]
        assert asked.table.ranking() == skipped.table.ranking()
        assert asked.table._game.state.stats == skipped.table._game.state.stats
