"""``lobby``: the page on which a table is made."""

import json
from pathlib import Path
from typing import Any

import pytest

from aurum_states.cli.lobby_table import known_choices
from aurum_states.space import solver

from .conftest import Run

FILE = """\
{
  // a game with everything that the page shows
  "103": {"name": "Fog", "level": "additional", "values": {"1": {"name": "no"}, "2": {"name": "Yes"}}},
  "100": {
    "name": "Draft", "default": 1,
    "values": {
      "1": {"name": "No draft", "description": "Everybody is dealt a hand"},
      "2": {"name": "Draft", "tmdisplay": "Draft", "premium": true, "nobeginner": true, "beta": true,
            "description": "Hands are drafted"},
      "3": {"name": "Long draft", "alpha": true, "firstgameonly": true}
    },
    "startcondition": {
      "2": [{"type": "maxplayers", "value": 3, "message": "Draft is for 3 at most"}],
      "3": {"type": "minplayers", "value": 4, "message": "Too few for a long draft", "gamestartonly": true}
    }
  },
  "101": {
    "name": "Teams", "values": {"1": {"name": "Off", "tmdisplay": ""}, "2": {"name": "On", "tmdisplay": "Teams"}},
    "displaycondition": [{"type": "minplayers", "value": [4]}],
    "notdisplayedmessage": "Teams need 4 players"
  },
  "102": {
    "name": "Scoring", "level": "major", "values": [{"name": "Short", "tmdisplay": "Short"}, {"name": "Long"}],
    "displaycondition": [{"type": "otheroption", "id": 201, "value": 1}, {"type": "otheroption", "id": 207, "value": 3}],
    "displayconditionoperand": "or"
  }
}
"""


@pytest.fixture
def file(here: Path) -> str:
    (here / "gameoptions.jsonc").write_text(FILE, encoding="utf-8")
    return "gameoptions.jsonc"


def test_the_page(run: Run, file: str) -> None:
    ran = run("lobby", file, "--players", 4, "--mode", "training", "--set", "100=2", "--set", "101=2")
    assert ran.code == 1
    assert (
        ran.out
        == """\
gameoptions.jsonc: 4 players, training mode, real time

102 Scoring  [major]
  > 0 Short  (default)
    1 Long

100 Draft
    1 No draft  (default)
  > 2 Draft  (beta, premium members only, not for beginners)
        Hands are drafted
    3 Long draft  (alpha: training mode only, for the first game)

101 Teams  [x]
    1 Off  (default)
  > 2 On

Additional options (103 Fog: no)

In the lobby: Draft, Teams, Short
Start: refused
  Draft is for 3 at most
"""
    )


def test_what_is_not_shown(run: Run, file: str) -> None:
    ran = run("lobby", file, "--players", 3, "--all")
    assert ran.code == 0
    assert "101 Teams: Teams need 4 players\n" in ran.out
    assert "102 Scoring  [major]: not shown, needs: 201 (game mode) is 1 (training) or 207 is 3\n" in ran.out
    assert "103 Fog  [additional]  [ ]\n  > 1 no  (default)\n    2 Yes\n" in ran.out
    assert "  > 1 No draft  (default)\n        Everybody is dealt a hand\n" in ran.out
    assert ran.out.endswith("In the lobby: (nothing said)\nStart: allowed\n")
    quiet = run("lobby", file, "--players", 3, "-q").out
    assert "Teams" not in quiet
    assert "dealt a hand" not in quiet


def test_a_value_that_the_page_would_not_take(run: Run, file: str) -> None:
    out = run("lobby", file, "--players", 4).out
    assert "2 Draft  (beta, premium members only, not for beginners)  refused: Draft is for 3 at most" in out
    ran = run("lobby", file, "--players", 3, "--set", "100=3")
    assert ran.code == 1
    assert "Too few for a long draft  (told at the start only: gamestartonly)" in ran.out


def test_bgas_own_options(run: Run, file: str) -> None:
    for words in (["--mode", "1"], ["--set", "201=1"], ["--set", "207=3"]):
        assert "> 0 Short" in run("lobby", file, "--players", 2, *words).out
    assert (
        "2 players, normal mode, turn based"
        in run("lobby", file, "--players", 2, "--speed", "turn-based").out
    )
    assert "turn based" in run("lobby", file, "--players", 2, "--set", "200=12").out


def test_json(run: Run, file: str) -> None:
    ran = run("lobby", file, "--players", 4, "--set", "100=2", "--json")
    data: dict[str, Any] = json.loads(ran.out)
    assert ran.code == 1
    assert {key: data[key] for key in ("version", "players", "mode", "speed", "line", "start")} == {
        "version": 1,
        "players": 4,
        "mode": 0,
        "speed": 0,
        "line": ["Draft"],
        "start": False,
    }
    assert data["refusals"] == [
        {"option": 100, "value": 2, "message": "Draft is for 3 at most", "gamestartonly": False}
    ]
    scoring, draft, teams, fog = data["options"]
    assert (scoring["id"], scoring["shown"], scoring["level"]) == (102, False, "major")
    assert draft["values"][1]["marks"] == ["beta", "premium", "nobeginner"]
    assert (teams["shown"], teams["checkbox"], teams["value"]) == (True, True, 1)
    assert fog["level"] == "additional"


def test_aurum(run: Run) -> None:
    ran = run("lobby", "aurum", "--players", 4, "--set", "100=2")
    assert ran.code == 0
    assert ran.out.startswith("aurum: 4 players, normal mode, real time\n")
    assert "In the lobby: Expert variant\n" in ran.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["aurum", "--players", "2"], "aurum is played by 3 or 4 players, not 2"),
        (["aurum", "--set", "100"], "--set '100': write ID=VALUE, such as 100=2"),
        (["aurum", "--set", "100=1", "--set", "100=2"], "--set 100 is given twice"),
        (
            ["aurum", "--set", "100=3"],
            "option 100 (Expert variant) has no value 3; its values: 1 (Off), 2 (On)",
        ),
        (
            ["aurum", "--set", "102=3"],
            "there is no option 102; aurum has: 100 (Expert variant), 101 (Overtricks)",
        ),
        (["aurum", "--set", "201=3"], "option 201 has no value 3; it has 0, 1, 2"),
        (["aurum", "--mode", "trainig"], "there is no mode 'trainig' (did you mean 'training'?)"),
        (
            ["aurum", "--speed", "fast"],
            "there is no speed 'fast'; speeds are real-time, turn-based, or BGA's number",
        ),
        (["gameoptions.jsonc"], "gameoptions.jsonc says nothing of the number of players; say --players N"),
        (["gameoptions.jsonc", "--players", "0"], "a table has at least one player, not 0"),
        (["nothing.json", "--players", "2"], "there is no file nothing.json"),
        (["nothing"], "no game 'nothing' is registered"),
        (["aurum", "--pairwise", "x"], "--pairwise 'x': write the number of players, or all"),
        (
            ["aurum", "--pairwise", "3", "--players", "4"],
            "--pairwise '3': write the number of players, or all",
        ),
    ],
)
def test_tables_that_there_are_not(run: Run, file: str, words: list[str], message: str) -> None:
    ran = run("lobby", *words)
    assert ran.code == 2
    assert message in ran.err
    assert ran.out == ""


def test_a_file_with_an_error(run: Run, here: Path) -> None:
    (here / "gameoptions.json").write_text('{"100": {"name": "x", "values": {}}}', encoding="utf-8")
    ran = run("lobby", "gameoptions.json", "--players", "2")
    assert ran.code == 2
    assert "option.values.none" in ran.err


def test_completion_of_ids_and_values() -> None:
    assert list(known_choices("aurum", whole=False)) == [("100=", "Expert variant"), ("101=", "Overtricks")]
    assert list(known_choices("aurum", whole=True))[:2] == [("100=1", "Off"), ("100=2", "On")]
    assert list(known_choices("nothing", whole=True)) == []


def test_pairwise(run: Run) -> None:
    ran = run("lobby", "aurum", "--pairwise", "3")
    assert ran.code == 0
    assert len(ran.out.splitlines()) == 4
    assert ran.out.splitlines()[0] == "--players 3 --set 100=1 --set 101=1"
    assert ran.err == "4 tables with all 4 pairs of values that can start\n"
    data = json.loads(run("lobby", "aurum", "--pairwise", "all", "--json").out)
    assert (data["version"], data["pairs"], data["impossible"]) == (1, 12, [])
    assert {table["players"] for table in data["tables"]} == {3, 4}


def test_pairwise_with_pairs_that_cannot_start(run: Run, file: str) -> None:
    ran = run("lobby", file, "--pairwise", "4", "--json")
    data = json.loads(ran.out)
    assert [{"option": 100, "value": 2}, {"option": 101, "value": 1}] in data["impossible"]
    assert all(table["options"]["100"] != 2 for table in data["tables"])


def test_pairwise_without_the_extra(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pysat.solvers", None)
    ran = run("lobby", "aurum", "--pairwise", "3")
    assert ran.code == 2
    assert solver.MISSING in ran.err


def test_a_folder_of_the_studio(run: Run, here: Path) -> None:
    """A project as it lies on the Studio has no states.yaml: its gameinfos say how many play."""
    folder = here / "studio"
    folder.mkdir()
    (folder / "gameoptions.jsonc").write_text(FILE, encoding="utf-8")
    (folder / "gameinfos.jsonc").write_text('{"players": [4, 5], "suggest_player_number": 5, // five\n}')
    for source in ("studio", "studio/gameoptions.jsonc"):
        ran = run("lobby", source)
        assert (ran.code, ran.out.partition("\n")[0]) == (
            0,
            "studio/gameoptions.jsonc: 5 players, normal mode, real time",
        )
        assert "is played by 4 or 5 players, not 3" in run("lobby", source, "--players", 3).err
    assert run("lobby", "studio", "--pairwise", "all").code == 0
    (folder / "gameinfos.jsonc").write_text('{"players": [4, "5"]}')
    ran = run("lobby", "studio")
    assert (ran.code, "gameinfos.jsonc:1:17: error" in ran.err) == (2, True)
