"""``simulate`` and ``merge``: what is printed and written, exit codes, parts that add up, Ctrl-C."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.engine.small_games import GameMaker
from tests.simulate.simple_game import dice_folder
from tests.testing.card_game import write_grab

from .conftest import Run, program_environment


@pytest.fixture
def dice(here: Path) -> Path:
    return dice_folder(here)


def data(run: Run, *arguments: object, code: int = 0) -> dict:
    ran = run("simulate", *arguments, "--json")
    assert ran.code == code, ran.err
    return json.loads(ran.out)


def test_a_summary_for_people(run: Run) -> None:
    ran = run("simulate", "aurum", "--games", 20, "--players", 4, "--bots", "random:swap=0.1", "--jobs", 1)
    assert ran.code == 0
    assert ran.out.startswith("aurum, 4 players, bots: random:swap=0.1; games 0 to 19 of seed 'simulate'\n")
    for text in (
        "20 games came to their end, 0 did not",
        "  moves ",
        "  seats 1 and 3 ",
        "  a bid: missed ",
        "  changeBid: actKeepBid ",
        "  nextPlayer: trickFull -> trickEnd ",
        " games a second",
    ):
        assert text in ran.out
    assert ran.err == ""


def test_jobs_change_nothing_but_the_time(run: Run, dice: Path) -> None:
    one, two = (data(run, dice, "--games", 30, "--jobs", jobs) for jobs in (1, 2))
    assert one.pop("timing").keys() == two.pop("timing").keys()
    assert one == two


def test_shards_add_up_to_the_whole(run: Run, dice: Path, here: Path) -> None:
    whole = data(run, dice, "--games", 31, "--seed", "T", "--jobs", 1)
    files = []
    for shard in (3, 1, 2):
        part = data(run, dice, "--games", 31, "--seed", "T", "--jobs", 1, "--shard", f"{shard}/3")
        files.append(here / f"{shard}.json")
        files[-1].write_text(json.dumps(part))
    merged = json.loads(run("merge", *files, "--json").out)
    assert merged["cases"] == whole["cases"]
    assert merged["cases"][0]["games"] == [[0, 31]]
    twice = run("merge", *files, files[0])
    assert (twice.code, twice.out) == (2, "")
    assert "3.json: error: games 20 to 30 of seed 'T' would be counted twice" in twice.err
    assert run("merge", *files).out.startswith("dice, 1 players")


def test_results_of_two_games_are_not_added_up(run: Run, dice: Path, here: Path) -> None:
    (here / "a.json").write_text(json.dumps(data(run, dice, "--games", 2)))
    (here / "b.json").write_text(json.dumps(data(run, "aurum", "--games", 2)))
    ran = run("merge", here / "a.json", here / "b.json")
    assert ran.code == 2 and "aurum (rules 1) cannot be added to dice (rules 1)" in ran.err


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "aurum-states-simulation", "version": 2}'])
def test_what_is_no_result_is_refused(run: Run, here: Path, text: str) -> None:
    (here / "bad.json").write_text(text)
    ran = run("merge", "bad.json")
    assert ran.code == 2 and ran.err.startswith("bad.json: error: it ") and len(ran.err.splitlines()) == 1


def test_a_broken_result_is_refused(run: Run, dice: Path, here: Path) -> None:
    whole = data(run, dice, "--games", 2)
    for break_it in (
        lambda case: case.pop("games"),
        lambda case: case["summary"].pop("moves"),
        lambda case: case["summary"].update(entered=[1]),
        lambda case: case["setup"].update(options=None),
    ):
        broken = json.loads(json.dumps(whole))
        break_it(broken["cases"][0])
        (here / "bad.json").write_text(json.dumps(broken))
        assert run("merge", "bad.json").code == 2


def test_failed_games_are_recorded(run: Run, dice: Path, here: Path) -> None:
    ran = run("simulate", dice, "--players", 2, "--games", 40, "--setting", "stuck=30", "--jobs", 1)
    assert ran.code == 1
    assert "games stuck (state turn): state 'turn' asks a player who has no legal move" in ran.err
    kept = sorted((here / "failed-games").iterdir())
    assert 0 < len(kept) <= 5
    assert run("replay", kept[0], "--game", dice).code == 0
    well = run("simulate", dice, "--games", 3, "--record-failures", "none", "-q")
    assert well == (0, "", "") and not (here / "none").exists()


@pytest.mark.parametrize("backend", ["processes", "loky"])
def test_leaks_are_failures(run: Run, here: Path, backend: str) -> None:
    told = 'self.notify.all("passed", "${player_name} passes", player_id=active_player_id'
    leaky = write_grab(GameMaker(here / "leaky"), (told, f"{told}, left=sum(map(self.number, cards))"))
    words = ("--games", 12, "--check-leaks", "--jobs", 2, "--backend", backend)
    ran = run("simulate", leaky, *words, "--html", "page.html")
    assert ran.code == 1
    assert " games leaked (state turn: a spectator is told passed.args.left): what a spectator " in ran.err
    assert " leaked, state turn: a spectator is told passed.args.left: what a spectator " in ran.out
    assert "\nleaks: " in ran.out and " redeals for a spectator, " in ran.out
    assert " leaked (state turn: a spectator is told passed.args.left)" in (here / "page.html").read_text()
    kept = sorted((here / "failed-games").iterdir())
    assert kept and run("replay", kept[0], "--game", leaky).code == 0
    failures = data(run, leaky, *words, code=1)["cases"][0]["summary"]["failures"]
    assert {one["kind"] for one in failures} == {"leaked"}
    assert run("simulate", leaky, "--games", 12).code == 0


def test_leaks_cannot_be_looked_for_without_a_redeal(run: Run, dice: Path) -> None:
    ran = run("simulate", dice, "--check-leaks")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(
        "error: --check-leaks: dice has no redeal(self, player_id, draw), which deals anew"
    )
    assert len(ran.err.splitlines()) == 1


def test_a_redeal_that_never_does_anything_proves_nothing(run: Run, here: Path) -> None:
    idle = write_grab(GameMaker(here / "idle"), ("return cards.redeal(hidden, draw)", "return 0"))
    ran = run("simulate", idle, "--check-leaks", "--games", 2, "-q")
    assert ran.code == 1
    assert "error: --check-leaks: redeal has never dealt anything anew: that proves nothing" in ran.err


def test_every_game_can_be_recorded(run: Run, dice: Path, here: Path) -> None:
    assert run("simulate", dice, "--games", 7, "--first", 5, "--record", "all", "-q").code == 0
    names = sorted(path.name for path in (here / "all").iterdir())
    assert names == [f"{number:06}.replay.jsonl" for number in range(5, 12)]
    assert "7 of 7 recordings go the same way" in run("replay", "--all", "all", "--game", dice).out
    again = run("simulate", dice, "--games", 2, "--first", 11, "--record", "all")
    assert again.code == 2 and "000011.replay.jsonl exists" in again.err


def test_every_option_sweep_and_pairwise(run: Run, dice: Path) -> None:
    cases = data(run, dice, "--games", 2, "--every-option")["cases"]
    assert [case["setup"]["changed"] for case in cases] == [
        {"100": "1", "101": "1"},
        {"100": "2"},
        {"101": "2"},
    ]
    assert [case["games"] for case in cases] == [[[0, 2]], [[2, 4]], [[4, 6]]]
    swept = data(run, dice, "--games", 2, "--sweep", "100=1,2", "--sweep", "stuck=0,1")["cases"]
    assert [case["setup"]["changed"] for case in swept] == [
        {"100": option, "stuck": stuck} for option in "12" for stuck in "01"
    ]
    assert [case["setup"]["settings"] for case in swept] == [{}, {"stuck": 1}] * 2
    pairs = data(run, dice, "--games", 2, "--pairwise")["cases"]
    assert {tuple(case["setup"]["options"].values()) for case in pairs} == {(1, 1), (1, 2), (2, 1), (2, 2)}


def test_the_effects_of_a_study(run: Run, dice: Path) -> None:
    ran = run("simulate", dice, "--games", 150, "--players", 1, "--sweep", "100=1,2", "--sweep", "101=1,2")
    assert ran.code == 0
    steps, colour = ran.out.split("effect of ")[1:]
    assert "observed: set up with" in steps and "options to choose from: turn" in steps
    assert "set up with" not in colour and "*" not in colour.split("  * differs")[0]


def test_two_results_are_compared(run: Run, dice: Path, here: Path) -> None:
    for name, option in (("a", 1), ("b", 2), ("c", 1)):
        seed = ("--seed", "other") if name == "c" else ()
        part = data(run, dice, "--games", 200, "--set", f"100={option}", *seed)
        (here / f"{name}.json").write_text(json.dumps(part))
    ran = run("simulate", "--compare", "a.json", "b.json")
    assert ran.code == 1
    assert "  options to choose from: turn " in ran.out
    same = run("simulate", "--compare", "a.json", "c.json")
    assert same.code == 0 and same.out.startswith("0 of ")
    rows = json.loads(run("simulate", "--compare", "a.json", "b.json", "--json").out)["measures"]
    assert {"real", "none"} <= {row["verdict"] for row in rows}


def test_csv(run: Run, dice: Path) -> None:
    ran = run("simulate", dice, "--games", 5, "--csv")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    moves = next(row for row in rows if row["measure"] == "moves")
    assert float(moves["low"]) <= float(moves["value"]) <= float(moves["high"])
    assert moves["group"] == "length" and int(moves["games"]) == 5


class Page(HTMLParser):
    """Collects what a page would load, and its pictures."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.loads += [
            value for name, value in attrs if name in ("src", "href") and not value.startswith("#")
        ]


def test_the_page_needs_no_other_file(run: Run, dice: Path, here: Path) -> None:
    ran = run("simulate", dice, "--games", 20, "--players", 2, "--html", "page.html", "-q")
    assert ran == (0, "", "")
    text = (here / "page.html").read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    assert page.loads == []
    plots = text.split('<svg class="plot"')[1:]
    assert len(plots) > 3
    for plot in plots:
        ElementTree.fromstring('<svg class="plot"' + plot.split("</svg>")[0] + "</svg>")
    assert "Traffic" in text and "seat 2" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--bots", "rndom"), "error: --bots: there is no bot 'rndom'"),
        (("--bots", "random,random"), "error: --bots: 2 bots for 3 seats"),
        (("--shard", "4/3"), "error: --shard '4/3': write I/N"),
        (("--sweep", "101"), "error: --sweep '101': write ID=VALUE"),
        (("--sweep", "109=1"), "error: --sweep: there is no option 109"),
        (("--sweep", "101=1,7"), "error: --sweep: option 101 (Overtricks) has no value '7'"),
        (("--sweep", "swap=1"), "error: --sweep: no setting 'swap'"),
        (("--sweep", "tiebreak=narrow,wide"), "error: --sweep: setting tiebreak may be narrow"),
        (("--sweep", "101=1,1"), "error: --sweep 101: a value is given twice"),
        (("--seed", "x" * 65), "error: --seed: a simulation's seed has at most 64"),
        (("--players", "7"), "is played by 3 or 4 players, not 7"),
        (("--set", "100=9"), "has no value 9"),
    ],
)
def test_bad_words_are_refused(run: Run, arguments: tuple[str, ...], message: str) -> None:
    ran = run("simulate", "aurum", "--games", 1, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err and "Traceback" not in ran.err


@pytest.mark.parametrize(
    "arguments", [("--every-option", "--pairwise"), ("--address", "x"), ("--games", "0"), ("--backend", "x")]
)
def test_bad_usage(run: Run, arguments: tuple[str, ...]) -> None:
    assert run("simulate", "aurum", *arguments).code == 2


def test_a_missing_extra_is_named(run: Run, dice: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "joblib", None)
    ran = run("simulate", dice, "--games", 1, "--backend", "loky")
    assert (ran.code, ran.out) == (2, "")
    assert "joblib, which runs games with --backend loky, is not installed" in ran.err
    assert "pip install 'aurum-states[scale]'" in ran.err


def interrupted(
    here: Path, arguments: list[str], begun: Callable[[], bool], within: float = 30
) -> tuple[int, str, str]:
    """Run a command, interrupt it with all its processes once it has begun; return its code and all it said."""
    process = subprocess.Popen(
        [sys.executable, "-m", "aurum_states", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=here,
        env=program_environment(),
        start_new_session=True,
    )
    until = time.monotonic() + 60
    while not begun() and time.monotonic() < until:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    try:
        out, err = process.communicate(timeout=within)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    return process.returncode, out.decode(), err.decode()


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_gives_the_summary_so_far(here: Path, jobs: int) -> None:
    arguments = ["simulate", "aurum", "--games", "1000000", "--json", "--jobs", str(jobs), "--record", "all"]
    code, out, err = interrupted(here, arguments, lambda: len(list(here.glob("all/*"))) >= 8, within=60)
    assert code == 130, err
    result = json.loads(out)["cases"][0]
    played = sum(stop - start for start, stop in result["games"])
    assert 0 < played == result["summary"]["games"]
    assert err.startswith(f"interrupted after {played} of 1000000 games")
    assert "Traceback" not in err


def test_failures_that_cannot_be_recorded_lose_no_result(run: Run, here: Path, dice: Path) -> None:
    (here / "file").touch()
    arguments = ("--games", 4, "--jobs", 1, "--max-moves", 1, "--record-failures", here / "file" / "x")
    ran = run("simulate", dice, *arguments)
    assert (ran.code, "0 games came to their end, 4 did not" in ran.out) == (2, True)
    assert "error: --record-failures: " in ran.err


def test_a_page_that_cannot_be_written_is_told_before_anything_is_played(run: Run, dice: Path) -> None:
    ran = run("simulate", dice, "--games", 4, "--html", "none/page.html")
    assert (ran.code, ran.out, ran.err) == (2, "", "error: --html: there is no folder none\n")


SLOW_BOT = """\
import time

class Slow:
    def __init__(self, seed): pass
    def choose(self, table, player_id):
        open("asked", "w").close()
        time.sleep(600)

BOTS = {"slow": Slow}
"""


@pytest.mark.parametrize("command", ["simulate --bots slow", "arena --bots slow,random"])
def test_ctrl_c_does_not_wait_for_a_slow_bot(here: Path, dice: Path, command: str) -> None:
    (dice / "bots.py").write_text(SLOW_BOT, encoding="utf-8")
    name, *rest = command.split()
    arguments = [name, str(dice), *rest, "--games", "8", "--jobs", "2"]
    code, _, err = interrupted(here, arguments, (here / "asked").exists)
    assert (code, err.startswith("interrupted after 0 ")) == (130, True), err


def test_ctrl_c_with_workers_of_dask(here: Path) -> None:
    pytest.importorskip("distributed")
    arguments = [
        "simulate",
        "aurum",
        "--games",
        "1000000",
        "--backend",
        "dask",
        "--jobs",
        "2",
        "--record",
        "all",
    ]
    code, _, err = interrupted(here, arguments, lambda: any(here.glob("all/*")))
    assert code == 130, err
    assert "interrupted after " in err
    assert "Traceback" not in err
