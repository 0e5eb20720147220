"""Persons at a table whose answers come line by line: what is understood, refused, taken back, stopped."""

import json
from pathlib import Path

import pytest

from .conftest import Run

STOPPED = "the input has ended before the game: it stops here"


def test_a_whole_game_of_persons(run: Run) -> None:
    """The first of the moves offered is always legal."""
    ran = run(
        "play",
        "aurum",
        "--players",
        4,
        "--bots",
        "none",
        "--seed",
        "S",
        "--replay",
        "a.jsonl",
        answers="1\n" * 900,
    )
    assert ran.code == 0
    assert "Dan> 1" in ran.out
    assert "Winner" in ran.out
    assert run("replay", "a.jsonl").code == 0


@pytest.mark.parametrize("answer", ["B4", "b4", " 2 ", "actBid cardId=14"])
def test_the_ways_to_answer(run: Run, here: Path, answer: str) -> None:
    ran = run("play", "aurum", "--bots", "2,3", "--seed", "S", "--replay", "a.jsonl", answers=f"{answer}\n")
    move = json.loads((here / "a.jsonl").read_text(encoding="utf-8").splitlines()[1])
    assert (move["action"], move["args"]) == ("actBid", {"cardId": 14})
    assert "Ada has bid" in ran.out


def test_moves_are_offered_in_order(run: Run) -> None:
    ran = run("play", "aurum", "--bots", "2,3", "--seed", "S")
    assert "   1) B1   2) B4   3) B5   4) B7   5) C1   6) C4   7) C5   8) C7   9) C8  10) P9" in ran.out
    assert "You must choose a card to bid" in ran.out


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("S9", "'S9' is no move here: answer with a number from 1 to 12, a move (B1, B4, "),
        ("actBid cardId=29", "actBid(cardId=29)) is not a legal move of Ada in state 'bidding'; legal: "),
        ("13", "'13' is no move here: "),
        ("B44", "'B44' is no move here (did you mean 'B4'?): "),
        ("pass", "actPass does not belong to state 'bidding'"),
        ("actBid", "actBid: argument 'cardId' is missing"),
        ("actBid cardId=x", "actBid: argument 'cardId' must be a whole number, not 'x'"),
        ("actBidd cardId=1", "there is no action 'actBidd' (did you mean 'actBid'?)"),
        ("3: B4", "no person sits at seat 3; persons are at 1, 2"),
        ("2: cancel", "is not a legal move of Ben"),
    ],
)
def test_a_wrong_answer_is_explained_and_asked_again(run: Run, here: Path, answer: str, told: str) -> None:
    ran = run("play", "aurum", "--bots", 3, "--seed", "S", "--replay", "a.jsonl", answers=f"{answer}\nB4\n")
    assert told in ran.err
    assert "Ada has bid" in ran.out
    assert len((here / "a.jsonl").read_bytes().splitlines()) == 2


def test_an_empty_answer_is_not_quoted(run: Run) -> None:
    ran = run("play", "aurum", "--bots", "2,3", "--seed", "S", answers="\nB4\n")
    assert ran.err.startswith("answer with a number from 1 to 12, a move (B1, B4, ")
    assert "Ada has bid" in ran.out


@pytest.mark.parametrize(("bots", "again"), [("3", " --bots 3"), ("none", " --bots none"), ("2,3", "")])
def test_the_seats_are_in_the_advice_how_to_go_on(run: Run, bots: str, again: str) -> None:
    ran = run("play", "aurum", "--bots", bots, "--seed", "S", "--replay", "a b.jsonl", answers="B4\n")
    assert ran.err.endswith(f"(go on with: aurum-states play --resume 'a b.jsonl'{again})\n")


def test_the_folder_is_in_the_advice_how_to_go_on(run: Run, stones: Path) -> None:
    ran = run("play", stones.name, "--bots", "none", "--replay", "a.jsonl", answers="1\n")
    assert "go on with: aurum-states play stones --resume a.jsonl --bots none)" in ran.err
    ran = run("play", "stones", "--resume", "a.jsonl", "--bots", "none", answers="1\n")
    assert "a.jsonl: going on after move 1\n" in ran.err


def test_advice_names_what_the_user_has_started(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AURUM_STATES_RUN_AS", "python3 tools/dev.py run")
    assert run("new", "nim").out == "nim: made. Play it with: python3 tools/dev.py run play nim\n"
    ran = run("play", "aurum", "--bots", "2,3", "--replay", "a.jsonl")
    assert "(go on with: python3 tools/dev.py run play --resume a.jsonl)" in ran.err


def test_a_bid_taken_back_from_the_next_prompt(run: Run, here: Path) -> None:
    answers = "B4\n1: cancel\nB5\nP1\n"
    ran = run("play", "aurum", "--bots", 3, "--seed", "S", "--replay", "a.jsonl", answers=answers)
    moves = [json.loads(line) for line in (here / "a.jsonl").read_text(encoding="utf-8").splitlines()[1:]]
    assert [(move["player"] - 2300000, move["action"]) for move in moves] == [
        (1, "actBid"), (1, "actCancelBid"), (1, "actBid"), (2, "actBid"), (3, "actBid"),
    ]  # fmt: skip
    assert "Ada takes the bid back" in ran.out
    assert "Ada bids B5" in ran.out


@pytest.mark.parametrize(("answers", "told"), [("B4\n", STOPPED), ("B4\nquit\n", "the game stops here")])
def test_input_that_ends_is_like_an_interruption(run: Run, answers: str, told: str) -> None:
    ran = run("play", "aurum", "--bots", 3, "--seed", "S", "--replay", "a.jsonl", answers=answers)
    assert ran.code == 130
    assert told in ran.err
    assert "go on with: aurum-states play --resume a.jsonl" in ran.err
    replayed = run("replay", "a.jsonl")
    assert replayed.code == 0
    assert replayed.out == "a.jsonl: 1 moves, the same as far as it goes, in state bidding\n"
    assert replayed.err == "a.jsonl: the recording stops after move 1, before the game's end\n"


def test_help_and_table_at_the_prompt(run: Run) -> None:
    ran = run("play", "aurum", "--bots", 3, "--seed", "S", answers="?\ntable\n")
    assert "a move in the game's notation: B1" in ran.out
    assert "an action in BGA's form: actBid cardId=2" in ran.out
    assert ran.out.count("Supply") == 2


def test_hands_of_others_are_not_shown(run: Run) -> None:
    ran = run("play", "aurum", "--bots", "2,3", "--seed", "S", answers="B4\n")
    table = ran.out[: ran.out.index("Ada>")]
    assert "Hand    B1 B4 B5 B7   C1 C4 C5 C7 C8   P9   S2 S6" in table
    assert "P7" not in table  # Ben's


def test_a_game_without_a_look_of_its_own(run: Run, stones: Path) -> None:
    ran = run("play", "stones", "--bots", "2", "--seed", "S", answers="take 1\n2\n")
    assert "  Ada: score 0\n  Ben: score 0\n  left: 1" in ran.out
    assert "  1) take 1  2) take 2  3) take 3" in ran.out
    assert "Ada takes 1: " in ran.out
    assert "Ada takes 2: " in ran.out
