"""``aurum-states check --fix``: what is fixed, how it is written, and what is left alone."""

import stat
import subprocess
from pathlib import Path

import pytest

from tests.checks.conftest import STATES

MISSPELT = STATES.replace("possibleActions", "possibleActons")

SLIPS = """\
# a game
states:
  play:   # the only state
    typ: activeplayer
    "description": ${actplayer} must take   # a title
    possibleActons: actTake
    id: "10"
    updateGameProgression: on
    transitions: {next: "10",  over: gameEnd}
    descriptionMyTurn: ${you} must take
"""
FIXED = """\
# a game
states:
  play:   # the only state
    type: activeplayer
    "description": ${actplayer} must take   # a title
    possibleActions: [actTake]
    id: 10
    updateGameProgression: true
    transitions: {next: 10,  over: gameEnd}
    descriptionMyTurn: ${you} must take
"""


def test_fixes_keep_comments_order_and_form(run, write):
    path = write(SLIPS)
    code, out, err = run("check", "states.yaml", "--fix")
    assert (code, out) == (0, "")
    assert path.read_text() == FIXED
    assert "states.yaml: fixed 5 problems" in err


def test_line_ends_mark_and_rights_stay(run, write):
    path = write("\ufeff" + SLIPS.replace("\n", "\r\n"))
    path.chmod(0o640)
    run("check", "states.yaml", "--fix")
    assert path.read_bytes() == ("\ufeff" + FIXED.replace("\n", "\r\n")).encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [one.name for one in Path().iterdir()] == ["states.yaml"]


def test_a_link_stays_a_link(run, write):
    write(SLIPS, "real.yaml")
    Path("states.yaml").symlink_to("real.yaml")
    run("check", "states.yaml", "--fix")
    assert Path("states.yaml").is_symlink()
    assert Path("real.yaml").read_text() == FIXED


def test_diff_writes_nothing(run, write):
    path = write(MISSPELT)
    code, out, _ = run("check", "states.yaml", "--fix", "--diff")
    assert code == 1
    assert path.read_text() == MISSPELT
    assert out.splitlines()[:2] == ["--- a/states.yaml", "+++ b/states.yaml"]
    assert [line for line in out.splitlines()[2:] if line[0] in "+-"] == [
        "-    possibleActons: [actTake]",
        "+    possibleActions: [actTake]",
    ]
    subprocess.run(["git", "apply", "-"], input=out, text=True, check=True)
    assert path.read_text() == STATES


def test_a_diff_of_a_file_without_a_last_line_end_applies(run, write):
    text = MISSPELT.rstrip("\n")
    path = write(text.replace("transitions: {next: play, over: gameEnd}", "transitons: {over: gameEnd}"))
    _, out, _ = run("check", "states.yaml", "--diff")
    subprocess.run(["git", "apply", "-"], input=out, text=True, check=True)
    assert path.read_text().endswith("    transitions: {over: gameEnd}")


def test_a_key_that_is_there_already_is_not_written_twice(run, write):
    text = STATES.replace("    possibleActions", "    possibleActons: [actPass]\n    possibleActions")
    path = write(text)
    code, out, _ = run("check", "states.yaml", "--fix")
    assert code == 1
    assert "state.key.misspelt" in out
    assert path.read_text() == text


def test_a_fix_that_would_not_load_leaves_the_file_alone(run, write, monkeypatch):
    from aurum_states.definitions import graph_reader

    def broken(document, path, meant):
        return document.rewrite("break it", f"{meant}: [", path, key=True)

    monkeypatch.setattr(graph_reader, "renamed", broken)
    path = write(MISSPELT)
    code, _, err = run("check", "states.yaml", "--fix")
    assert code == 1
    assert "not fixed: the fixed text would not load" in err
    assert path.read_text() == MISSPELT


def test_a_fix_that_is_wrong_itself_leaves_the_file_alone(run, write, monkeypatch):
    from aurum_states.definitions import shapes

    monkeypatch.setattr(shapes, "of_word", lambda document, at, value, choices: document.rewrite("", "7", at))
    text = STATES.replace("type: activeplayer", "type: activplayer")
    path = write(text)
    _, _, err = run("check", "states.yaml", "--fix")
    assert "not fixed: it would still be wrong: states.yaml:3:11" in err
    assert path.read_text() == text


def test_a_file_that_cannot_be_replaced_is_told(run, write, monkeypatch):
    path = write(MISSPELT)

    def refuse(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", refuse)
    code, _, err = run("check", "states.yaml", "--fix")
    assert code == 2
    assert "No space left on device" in err
    assert path.read_text() == MISSPELT
    assert [one.name for one in Path().iterdir()] == ["states.yaml"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("id: 010", None),
        ("id: '10'", "id: 10"),
        ("updateGameProgression: 'off'", "updateGameProgression: false"),
        ("updateGameProgression: 1", None),
        ("name: 12", 'name: "12"'),
        ("possibleActions: 'act Take'", None),
        ("descripton: x", "description: x"),
        ("foo: x", None),
    ],
)
def test_only_what_can_mean_one_thing_is_fixed(run, write, before, after):
    text = f"states:\n  play:\n    type: activeplayer\n    {before}\n"
    path = write(text)
    run("check", "states.yaml", "--fix")
    assert path.read_text() == text.replace(before, after or before)
