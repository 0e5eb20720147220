"""Games that bots play: the account of them, their recordings, and that both are the same every time."""

import json
import re
from pathlib import Path

import pytest

from .conftest import Run

KINDS = [(players, expert) for players in (3, 4) for expert in (1, 2)]


@pytest.mark.parametrize(("players", "expert"), KINDS)
def test_a_whole_game_recorded_twice_and_replayed(
    program: Run, here: Path, players: int, expert: int
) -> None:
    kind = ["--players", players, "--set", f"100={expert}", "--set", "101=2", "--seed", "end to end"]
    first = program("play", "aurum", *kind, "--replay", "a.jsonl")
    second = program("play", "aurum", *kind, "--bots", "all", "--replay", "b.jsonl", PYTHONHASHSEED="7")
    assert (first.code, first.err) == (0, "")
    assert second == first
    recorded = (here / "a.jsonl").read_bytes()
    assert (here / "b.jsonl").read_bytes() == recorded
    lines = [json.loads(line) for line in recorded.splitlines()]
    assert lines[0]["options"] == {"100": expert, "101": 2}
    assert len(lines[0]["players"]) == players
    assert [line["move"] for line in lines[1:-1]] == list(range(1, len(lines) - 1))
    assert lines[-1]["end"]["state"] == "gameEnd"
    again = program("replay", "a.jsonl", "b.jsonl")
    moves = len(lines) - 2
    assert again.out == "".join(
        f"{name}: {moves} moves, the same to the end of the game\n" for name in ("a.jsonl", "b.jsonl")
    )
    assert (again.code, again.err) == (0, "")


def test_the_account(run: Run) -> None:
    ran = run("play", "aurum", "--seed", "S")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0] == "Aurum: Ada (bot), Ben (bot), Cleo (bot)"
    rounds = [int(number) for number in re.findall(r"^Round (\d+):", ran.out, re.M)]
    assert rounds == list(range(1, len(rounds) + 1))
    assert re.findall(r"^Scores of round (\d+)", ran.out, re.M) == list(map(str, rounds))
    assert "Ada plays " in ran.out
    assert lines[-1].startswith("Winner")
    assert "\x1b" not in ran.out
    assert [line for line in lines if line != line.rstrip()] == []


def test_quiet_shows_the_scores_and_the_result_only(run: Run) -> None:
    ran = run("play", "aurum", "--seed", "S", "-q")
    assert "Scores of round 1" in ran.out
    assert "Winner" in ran.out
    assert " plays " not in ran.out


def test_a_seed_is_made_and_shown(run: Run, here: Path) -> None:
    ran = run("play", "aurum", "--replay", "a.jsonl")
    seed = re.match(r"seed (\w+) \(the same game again: --seed \1\)", ran.err)
    assert seed is not None
    again = run("play", "aurum", "--seed", seed[1], "--replay", "b.jsonl")
    assert again.out == ran.out
    assert (here / "a.jsonl").read_bytes() == (here / "b.jsonl").read_bytes()


def test_what_was_chosen_is_in_the_heading_and_the_header(run: Run, here: Path) -> None:
    ran = run(
        "play", "aurum", "--seed", "S", "--set", "100=2", "--setting", "swaps_per_trick=null",
        "--setting", "zero_beats_none=true", "--pref", "100=1", "--pref", "2:100=2", "-q",
        "--replay", "a.jsonl",
    )  # fmt: skip
    assert ran.code == 0
    header = json.loads((here / "a.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert header["options"] == {"100": 2, "101": 1}
    assert header["settings"] == {"swaps_per_trick": None}
    assert header["preferences"] == {"2300001": {"100": 1}, "2300002": {"100": 2}, "2300003": {"100": 1}}
    loud = run("play", "aurum", "--seed", "S", "--set", "100=2", "--setting", "bid4=simultaneous")
    assert loud.out.splitlines()[1] == "  Expert variant: On, bid4: simultaneous"


def test_the_game_is_the_folder_where_one_is(run: Run, stones: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("play", "stones", "--seed", "S").out.startswith("stones: Ada (bot), Ben (bot)\n")
    assert run("play", "--seed", "S").out.startswith("Aurum: ")
    monkeypatch.chdir(stones)
    assert run("play", "--seed", "S").out.startswith("stones: ")


def test_old_terminals_get_what_they_know(program: Run) -> None:
    ran = program("play", "aurum", "--seed", "S", "-q", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert ran.code == 0
    assert "Scores of round 1" in ran.out


def test_named_bots_sit_at_the_table(run: Run, here: Path) -> None:
    words = ["play", "aurum", "--seed", "S", "--bots", "1=plain,2=aurum,3"]
    ran = run(*words, "--replay", "a.jsonl")
    assert ran.code == 0
    assert ran.out.startswith("Aurum: Ada (bot: plain), Ben (bot: aurum), Cleo (bot)\n")
    assert run(*words, "--replay", "b.jsonl").code == 0
    assert (here / "a.jsonl").read_bytes() == (here / "b.jsonl").read_bytes()
    assert run("replay", "a.jsonl").code == 0
    assert "Ada (bot: greedy:1), Ben (bot: greedy:1)" in run("play", "aurum", "--bots", "all=greedy:1").out


def test_bots_that_there_are_not(run: Run) -> None:
    ran = run("play", "aurum", "--bots", "2=gredy,9=plain")
    assert ran.code == 2
    assert "error: --bots: there is no bot 'gredy' (did you mean 'greedy'?)" in ran.err
    assert "error: --bots: there is no seat 9 at a table of 3" in ran.err
    assert "such as 2,3 or 2=greedy,3=random" in run("play", "aurum", "--bots", "two").err
