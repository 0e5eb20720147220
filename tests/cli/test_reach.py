"""``reach``: moves on standard output, how good they are on standard error; a recording where one is wanted."""

from pathlib import Path

from .conftest import Run


def test_a_state_of_a_game_folder(run: Run, stones: Path) -> None:
    ran = run("reach", "gameEnd", stones, "--seed", "S", "--players", 2)
    assert ran.code == 0
    assert ran.out.splitlines()[0].endswith(": take 3")
    assert "gameEnd: reached with 5 moves (no game is shorter from this set-up; " in ran.err


def test_the_game_is_recorded(run: Run, here: Path) -> None:
    ran = run("reach", "trickEnd:next", "aurum", "--budget", 500, "--replay", "trick.replay.jsonl")
    assert ran.code == 0
    again = run("replay", "--coverage", "text", "trick.replay.jsonl").out
    assert "never: trickEnd" not in again
    assert run("reach", "bidding", "aurum", "--replay", "trick.replay.jsonl").code == 2


def test_nothing_found_is_exit_1(run: Run, here: Path) -> None:
    ran = run("reach", "gameEnd", "aurum", "--budget", 10)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("gameEnd: not found with 10 moves (every game up to move 0, and ")


def test_a_transition_without_its_state_is_told_how_it_is_written(run: Run) -> None:
    ran = run("reach", "forcedPass", "aurum")
    told = "error: there is no state 'forcedPass'; the transition is written nextPlayer:forcedPass; states: "
    assert (ran.code, ran.err.startswith(told)) == (2, True)


def test_every_mistake_is_told_at_once(run: Run, here: Path) -> None:
    ran = run("reach", "trickEn", "aurum", "--set", "100=7", "--players", 9)
    assert (ran.code, ran.out) == (2, "")
    assert "there is no state 'trickEn' (did you mean 'trickEnd'?)" in ran.err
    assert "aurum is played by 3 or 4 players, not 9" in ran.err
    assert "has no value 7" in ran.err
