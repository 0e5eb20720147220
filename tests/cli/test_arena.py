"""``arena``: ratings of bots, and what cannot be played."""

import json

from .conftest import Run


def test_a_round_robin(run: Run) -> None:
    ran = run("arena", "aurum", "--bots", "random,plain,random:swap=0.1", "--games", 13, "--jobs", 1)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "39 games came to their end, 0 did not"
    assert lines[3].startswith("plain ")
    assert any(line.startswith("plain against random  ") for line in lines)
    assert any(line.startswith("random:swap=0.1 against random ") for line in lines)


def test_the_same_for_any_number_of_processes(run: Run) -> None:
    words = ("arena", "aurum", "--bots", "random,plain", "--players", 4, "--games", 11, "--json")
    one, two = (json.loads(run(*words, "--jobs", jobs).out) for jobs in (1, 2))
    assert one.pop("timing")
    assert two.pop("timing")
    assert one == two
    assert one["games"] == 11
    assert one["setup"]["bots"] == ["plain", "random"]
    plain, random = one["ratings"]
    assert plain["bot"] == "plain"
    assert plain["elo"] + random["elo"] == 3000
    assert plain["interval"][0] < plain["elo"] < plain["interval"][1]
    duel = next(each for each in one["duels"] if each["bot"] == "plain")
    assert (duel["against"], duel["games"], duel["fair"]) == ("random", 11, 0.5)
    assert duel["share"] > 0.8


def test_every_problem_is_named(run: Run) -> None:
    ran = run("arena", "aurum", "--bots", "plane,random,random", "--players", 7)
    assert ran.code == 2
    assert "there is no bot 'plane' (did you mean 'plain'?)" in ran.err
    assert "'random' is named twice" in ran.err
    assert "7" in ran.err
    ran = run("arena", "aurum", "--bots", "random")
    assert ran.code == 2
    assert "name two bots at least" in ran.err


def test_quiet_prints_the_ratings_only(run: Run) -> None:
    ran = run("arena", "aurum", "--bots", "random,plain", "--games", 6, "--jobs", 1, "-q")
    assert [line.split()[0] for line in ran.out.splitlines()] == ["bot", "plain", "random"]
