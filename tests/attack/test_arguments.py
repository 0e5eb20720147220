"""Command lines and answers that nobody sane would write."""

from pathlib import Path

import pytest

from .conftest import Run

HUGE = "9" * 5000


@pytest.mark.parametrize(
    "option",
    [
        ["--set", f"{HUGE}=1"],
        ["--set", f"100={HUGE}"],
        ["--set", "100=\u0662"],
        ["--pref", f"{HUGE}:100=2"],
        ["--pref", f"1:{HUGE}=2"],
        ["--pref", f"1:100={HUGE}"],
        ["--bots", HUGE],
        ["--bots", "\u0662"],
        ["--setting", f"swaps_per_trick={HUGE}"],
        ["--setting", "tiebreak=\udcff"],
        ["--replay", "x" * 300],
        ["--replay", "x/" * 3000],
        ["--resume", "x" * 300],
        ["--resume", "."],
    ],
    ids=lambda option: " ".join(option)[:30].encode(errors="replace").decode(),
)
def test_an_option(run: Run, option: list[str]) -> None:
    seed = [] if "--resume" in option else ["--seed", "S"]
    assert len(run("play", "aurum", *seed, *option).refusal) < 20_000


def test_what_is_for_a_new_game_only_is_told_even_where_it_is_empty(run: Run) -> None:
    ran = run("play", "--resume", "no", "--seed", "", "--players", "0")
    assert ran.code == 2
    told = [line.split(" is for a new game")[0] for line in ran.err.splitlines()[1:]]
    assert told == ["error: --players", "error: --seed"]


@pytest.mark.parametrize(
    "answer",
    [
        HUGE,
        f"{HUGE}: 1",
        "\u0661",
        f"actBid cardId={HUGE}",
        "actBid cardId=NaN",
        'actBid cardId="\\ud800"',
        "actBid cardId=" + "[" * 100_000,
        "\ud800",
    ],
    ids=lambda answer: answer[:20].encode(errors="replace").decode(),
)
def test_an_answer(run: Run, answer: str) -> None:
    ran = run("play", "aurum", "--seed", "S", "--bots", "none", answers=f"{answer}\n")
    assert ran.code == 130
    assert "Traceback" not in ran.err


def test_a_pipe_for_a_file_does_not_hang(run: Run, stones: Path) -> None:
    import os

    os.mkfifo(stones / "config" / "gameoptions.json")
    assert "this is a pipe" in run("play", "stones", "--seed", "S").refusal


@pytest.mark.parametrize(
    "name", ["\u01c5", "x\u00b2", "\u00bd", "\u2167", "e\u0301t\u00e9", "class", "1x", "a'b", "a: b"]
)
def test_a_name_that_python_reads_in_its_own_way(run: Run, name: str) -> None:
    assert run("new", name, "-q").code == 0
    assert run("replay", f"{name}/tests/first.replay.jsonl").code == 0
    assert run("play", f"./{name}", "--seed", "S", "--bots", "all", "-q").code == 0


@pytest.mark.parametrize(
    "name", ["x\udcff", "a\nb", "a\x7fb", "\u202e", "~", "x" * 256, "aurum", "nowhere/x"]
)
def test_a_name_that_no_game_can_have(run: Run, tmp_path: Path, name: str) -> None:
    assert run("new", name).refusal
    assert not list(tmp_path.iterdir())


def test_links_that_go_round(run: Run, tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    assert "is there already" in run("new", "loop").refusal
    assert "there is no folder loop" in run("new", "loop/x").refusal
    assert run("replay", "loop").refusal
    assert run("play", "loop", "--seed", "S").refusal
    assert run("play", "--resume", "loop", "--replay", "loop").code == 2
