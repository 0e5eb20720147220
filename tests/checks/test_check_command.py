"""``aurum-states check``: paths, choices, exit codes. Fixes are in ``test_check_fixes.py``."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from aurum_states.checks.applying import apply_rules
from aurum_states.checks.run import check
from aurum_states.checks.subject import Subject
from tests.checks.conftest import ROOT, STATES

BAD = STATES.replace("next: play", "next: plya")


# -- paths ---------------------------------------------------------------------------------------------


def test_without_a_path_it_is_aurum(run):
    assert run("check") == (0, "", "no problems in 5 files\n")


def test_the_games_of_the_project_have_no_finding_and_silence_none(run, monkeypatch):
    monkeypatch.chdir(ROOT)
    found = [path.parent for path in Path().glob("*/**/states.yaml")]
    games = [path for path in found if "data" not in path.parts and path.parts[0][0] != "."]
    assert len(games) >= 2  # Aurum and the game that `new` makes
    assert run("check", "-q", *games) == (0, "", "")
    assert not [
        game for game in games for file in game.iterdir() if "aurum-states: ignore" in file.read_text()
    ]


def test_a_states_file_by_itself_is_checked_without_its_class(run, write):
    write()
    code, out, err = run("check", "states.yaml")
    assert (code, out) == (0, "")
    assert "states.yaml: nothing is said about methods" in err
    assert err.endswith("no problems in 1 file\n")


def test_problems_are_lines_and_a_summary(run, write):
    write(BAD)
    code, out, err = run("check", "states.yaml")
    assert code == 1
    assert out == (
        "states.yaml:8:25: error state.target.unknown state 'play': transition 'next' leads to 'plya', "
        "which is no state; did you mean 'play'?\n"
    )
    assert err.endswith("1 error in 1 file\n")
    assert run("check", "-q", "states.yaml") == (1, out, "")


def test_all_problems_of_all_files_in_file_order(run, write):
    write(BAD.replace("type: activeplayer", "type: activplayer"), "game/states.yaml")
    write("player: [2]\ngameClass: game.py:Nothing\n", "game/gameinfos.yaml")
    write('{"100": {"name": 1}, "7": {}}', "game/gameoptions.json")
    write('{"player": {},}', "game/stats.json")
    _, out, _ = run("check", "game")
    places = [line.split(": ")[0] for line in out.splitlines()]
    names = [place.split(":")[0] for place in places]
    order = ["gameinfos.yaml", "states.yaml", "gameoptions.json", "stats.json"]
    assert list(dict.fromkeys(names)) == [str(Path("game") / name) for name in order]
    for name in set(names):
        lines = [tuple(map(int, place.split(":")[1:])) for place in places if place.startswith(name)]
        assert lines == sorted(lines)


def test_a_missing_path_is_told_beside_the_findings_of_the_others(run, write):
    write(BAD)
    code, out, err = run("check", "nowhere", "states.yaml", "also/nowhere.yaml")
    assert code == 2
    assert "state.target.unknown" in out
    assert err.count("there is no such file or folder") == 2


@pytest.mark.parametrize("name", ["notes.txt", "other.json"])
def test_a_file_of_no_known_kind_cannot_be_checked(run, write, name):
    write("{}", name)
    code, out, err = run("check", name)
    assert (code, out) == (2, "")
    assert "cannot be told from its name" in err


def test_a_folder_without_a_game(run, here):
    (here / "empty").mkdir()
    code, _, err = run("check", "empty")
    assert code == 2
    assert "is no game folder" in err


def test_a_studio_project_has_its_json_files_checked(run, write):
    write(
        '{"200": {"name": "Speed", "default": 0, "values": [{"name": "x"}, {"name": "y"}]}}',
        "project/gameoptions.json",
    )
    write("[]", "project/stats.json")
    code, out, err = run("check", "project")
    assert code == 1
    assert "option.id.framework" in out
    assert err.endswith("1 error in 2 files\n")


@pytest.mark.parametrize("text", ["", "# nothing\n", "states: [", "states:\n\tplay: 1\n", "\0"])
def test_a_syntax_error_and_an_empty_file_are_findings(run, write, text):
    write(text)
    code, out, _ = run("check", "states.yaml")
    assert code == 1
    assert out.count("\n") == 1


@pytest.mark.parametrize("name", ["old.states.yaml", "graph.yml", "states.yml"])
def test_other_names_of_a_state_graph(run, write, name):
    write(BAD, name)
    assert run("check", name)[0] == 1


def test_a_file_of_a_game_is_checked_as_a_part_of_it(run, aurum):
    options = aurum / "config" / "gameoptions.json"
    options.write_text("{")
    states = aurum / "config" / "states.yaml"
    states.write_text(states.read_text().replace("deal: bidding", "deal: bid"))
    code, out, err = run("check", states)
    assert code == 1
    assert {line.split(":")[0] for line in out.splitlines()} == {str(states)}
    assert "nothing is said" not in err
    code, out, _ = run("check", states, options)
    assert {line.split(":")[0] for line in out.splitlines()} == {str(states), str(options)}


def test_a_path_named_twice_is_checked_once(run, write):
    write(BAD)
    assert run("check", "states.yaml", "./states.yaml")[1].count("\n") == 1


def test_nothing_of_a_game_is_run(run, write, here):
    write(STATES, "game/states.yaml")
    write("players: [2]\ngameClass: game.py:G\n", "game/gameinfos.yaml")
    write("open('ran', 'w')\nclass G: pass\n", "game/game.py")
    run("check", "game")
    assert not (here / "ran").exists()
    assert not (here / "game" / "__pycache__").exists()


# -- choices -------------------------------------------------------------------------------------------

WARNS = STATES.replace("    description: ${actplayer} must take\n", "")


def test_warnings_fail_only_where_they_are_strict(run, write):
    write(WARNS)
    code, out, _ = run("check", "states.yaml")
    assert code == 0
    assert "warning state.description.missing" in out
    assert run("check", "states.yaml", "--strict")[0] == 1


@pytest.mark.parametrize(
    ("chosen", "shown"),
    [
        (["--ignore", "state.description"], {"state.target.unknown"}),
        (["--ignore", "state.description,state.target"], set()),
        (["--ignore", "state.description", "--ignore", "state"], set()),
        (["--select", "state.target"], {"state.target.unknown"}),
        (["--select", "state.target", "--ignore", "state"], {"state.target.unknown"}),
        (["--select", "state", "--ignore", "state.target"], {"state.description.missing"}),
        (["--select", "stats"], set()),
    ],
)
def test_select_and_ignore(run, write, chosen, shown):
    write(WARNS.replace("next: play", "next: plya"))
    code, out, _ = run("check", "states.yaml", *chosen)
    assert {line.split()[2] for line in out.splitlines()} == shown
    assert code == ("state.target.unknown" in shown)


def test_a_misspelt_code_is_told(run, write):
    write()
    code, _, err = run("check", "states.yaml", "--ignore", "state.target.unknwon")
    assert code == 2
    assert "did you mean 'state.target.unknown'?" in err


def test_what_cannot_be_read_is_told_whatever_is_selected(run, write):
    write("states: [")
    assert run("check", "states.yaml", "--select", "stats")[0] == 1


def test_pyproject_is_found_upwards(run, write):
    write('[tool.aurum-states]\nignore = ["state.target"]\nstrict = true\n', "pyproject.toml")
    write("[tool.other]\n", "games/pyproject.toml")
    write(WARNS.replace("next: play", "next: plya"), "games/one/states.yaml")
    code, out, _ = run("check", "games/one/states.yaml")
    assert code == 1
    assert [line.split()[2] for line in out.splitlines()] == ["state.description.missing"]
    assert run("check", "games/one/states.yaml", "--ignore", "state.description")[0] == 0
    assert run("check", "games/one/states.yaml", "--select", "state.target.unknown")[0] == 1


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("selct = []", "did you mean 'select'?"),
        ("select = 'state'", "must be a list"),
        ("ignore = ['stat.x']", "there is no problem 'stat.x'"),
        ("strict = 1", "true or false"),
        ("= 1", "this is no TOML"),
    ],
)
def test_a_wrong_table_is_told(run, write, table, said):
    write(f"[tool.aurum-states]\n{table}\n", "pyproject.toml")
    write()
    code, _, err = run("check", "states.yaml")
    assert code == 2
    assert "pyproject.toml" in err
    assert said in err


# -- the rest ------------------------------------------------------------------------------------------


def test_formats_are_whole_documents(run, write):
    write(BAD)
    for name in ("json", "sarif"):
        code, out, err = run("check", "states.yaml", "--format", name)
        assert code == 1
        json.loads(out)
        assert "error in" not in err


def test_a_rule_that_fails_is_a_finding_and_stops_no_other():
    def fails(subject):
        raise RuntimeError("oops")

    def finds(subject):
        yield from ["found"]

    first, second = apply_rules(Subject(), [fails, finds])
    assert first.code == "internal.error"
    assert "RuntimeError: oops" in first.message
    assert second == "found"


def test_reading_that_fails_is_a_finding(write, monkeypatch):
    from aurum_states.checks import run as module

    def fails(path, report):
        raise RuntimeError("oops")

    monkeypatch.setattr(module, "read_document", fails)
    found = check([write()]).problems
    assert [problem.code for problem in found] == ["internal.error"]


def test_as_a_program(write):
    write(BAD)
    done = subprocess.run(
        [sys.executable, "-m", "aurum_states", "check", "states.yaml"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 1
    assert "state.target.unknown" in done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="needs names that are no text")
def test_a_name_that_is_no_text(run, here):
    name = os.fsdecode(b"caf\xe9.yaml")
    (here / name).write_text(BAD)
    for form in ("text", "json", "github", "sarif", "junit"):
        code, out, _ = run("check", name, "--format", form)
        assert code == 1
        assert out
