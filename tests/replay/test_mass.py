"""Many recordings at once: the same outcomes for any number of processes, grouped by what differs."""

import json
import os
import shutil
from pathlib import Path

import pytest

from aurum_states.errors import LostWorkersError
from aurum_states.replay import mass
from aurum_states.replay.mass import KEPT, Summary, judge, judge_all
from aurum_states.replay.replay import files_in

from .dying import dying_on_one, dying_once

GOLDENS = Path(__file__).parents[1] / "data" / "replays"
NAME = "3-base.replay.jsonl"


def edit(file: Path, line: int, **changes: object) -> None:
    lines = file.read_text().splitlines()
    lines[line - 1] = json.dumps({**json.loads(lines[line - 1]), **changes}, separators=(",", ":"))
    file.write_text("\n".join(lines) + "\n")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """45 recordings, of which three have another digest, one an illegal move, and one is no replay."""
    for number in range(45):
        inside = tmp_path / f"{number % 3}"
        inside.mkdir(exist_ok=True)
        shutil.copy(GOLDENS / NAME, inside / f"{number:02}.replay.jsonl")
    for number in (3, 6, 9):
        edit(tmp_path / "0" / f"{number:02}.replay.jsonl", 30, digest="0" * 16)
    edit(tmp_path / "1" / "10.replay.jsonl", 30, args={"cardId": 1})
    (tmp_path / "2" / "11.replay.jsonl").write_text("no\n")
    return tmp_path


def test_every_file_has_its_outcome(folder):
    outcomes = list(judge_all(files_in(folder)))
    assert [Path(one.file) for one in outcomes] == files_in(folder)
    wrong = {Path(one.file).name: one for one in outcomes if one.verdict != "same"}
    assert sorted(wrong) == [f"{number:02}.replay.jsonl" for number in (3, 6, 9, 10, 11)]
    assert wrong["03.replay.jsonl"].reason == "actPlayCard in state playerTurn: another digest"
    assert wrong["03.replay.jsonl"].line == 30
    assert wrong["10.replay.jsonl"].reason == "actPlayCard in state playerTurn: refused with action.illegal"
    assert wrong["11.replay.jsonl"].verdict == "unreadable"


def test_processes_change_nothing(folder):
    files = files_in(folder)
    assert list(judge_all(files, jobs=2)) == list(judge_all(files))


def test_the_recordings_of_a_killed_process_are_run_again(folder, tmp_path, monkeypatch):
    files = files_in(folder)
    monkeypatch.setenv("DIED", str(tmp_path / "died"))
    monkeypatch.setattr(mass, "CHUNK", 5)
    monkeypatch.setattr(mass, "_judge_chunk", dying_once)
    assert list(judge_all(files, jobs=2)) == list(judge_all(files))
    assert (tmp_path / "died").exists()


def test_processes_that_are_killed_again_and_again_end_the_run(folder, monkeypatch):
    monkeypatch.setattr(mass, "CHUNK", 5)
    monkeypatch.setattr(mass, "_judge_chunk", dying_on_one)
    files = files_in(folder)
    judged = []
    with pytest.raises(LostWorkersError, match=r"3 times on the recordings from .* to .*; is there"):
        judged.extend(judge_all(files, jobs=2))
    at = next(place for place, file in enumerate(files) if file.name.startswith("31"))
    assert [Path(one.file) for one in judged] == files[: at - at % 5]


def test_what_is_rewritten_is_not_run_twice(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("DIED", str(tmp_path / "died"))
    monkeypatch.setattr(mass, "_judge_chunk", dying_once)
    with pytest.raises(LostWorkersError, match="workers were killed on the recordings from"):
        list(judge_all(files_in(folder), jobs=2, pin="0"))


def test_a_summary_groups_what_goes_wrong_in_the_same_way(folder):
    summary = Summary()
    for outcome in judge_all([*files_in(folder), *files_in(folder)]):
        summary.add(outcome)
    assert (summary.files, summary.same) == (90, 80)
    differs = summary.of("differs")
    assert [(group.count, len(group.first)) for group in differs] == [(6, KEPT), (2, 2)]
    assert [group.count for group in summary.of("unreadable")] == [2]


def test_transitions_that_differ_are_named(folder):
    file = folder / "0" / "00.replay.jsonl"
    edit(file, 30, transitions=[["playerTurn", "pass", "roundScore"]])
    assert judge(file).reason == (
        "actPlayCard in state playerTurn: played+trickFull+next+ask in place of pass"
    )


def test_a_games_own_failure_is_no_difference(tmp_path):
    shutil.copytree(Path(__file__).parents[2] / "aurum_states" / "cli" / "template", tmp_path / "stones")
    code = tmp_path / "stones" / "game.py"
    code.write_text(code.read_text().replace("self.state.left -= count\n", "self.state.left -= count // 0\n"))
    outcome = judge(tmp_path / "stones" / "tests" / "first.replay.jsonl")
    assert (outcome.verdict, outcome.reason) == ("failed", "act_take in state playerTurn: GameError")


RULES = "        self.state.left -= count\n"


@pytest.fixture
def stones(tmp_path: Path) -> Path:
    """A game whose rules have changed since its games were recorded: who takes gets a point."""
    folder = tmp_path / "stones"
    shutil.copytree(Path(__file__).parents[2] / "aurum_states" / "cli" / "template", folder)
    infos = folder / "config" / "gameinfos.yaml"
    infos.write_text(infos.read_text().replace('rules: "1"', 'rules: "2"\nruns_rules: ["1"]'))
    code = folder / "game.py"
    assert RULES in code.read_text()
    points = '        if self.rules == "2":\n            self.player_score_aux.inc(active_player_id, 1)\n'
    code.write_text(code.read_text().replace(RULES, RULES + points))
    recording = folder / "tests" / "first.replay.jsonl"
    for number in range(3):
        shutil.copy(recording, folder / f"{number}.replay.jsonl")
    edit(folder / "1.replay.jsonl", 1, rules="2")
    return folder


def verdicts(folder: Path, **how: object) -> dict[str, str]:
    return {Path(one.file).name: one.verdict for one in judge_all(files_in(folder), **how)}


def test_a_recording_is_played_by_the_rules_it_names(stones):
    assert verdicts(stones) == {
        "0.replay.jsonl": "same",
        "1.replay.jsonl": "differs",
        "2.replay.jsonl": "same",
        "first.replay.jsonl": "same",
    }


def test_differences_are_told_apart_by_rules(stones):
    edit(stones / "2.replay.jsonl", 2, digest="0" * 16)
    reasons = {Path(one.file).name: one.reason for one in judge_all(files_in(stones))}
    assert reasons["1.replay.jsonl"] == "actTake in state playerTurn: another digest (rules 2)"
    assert reasons["2.replay.jsonl"] == "actTake in state playerTurn: another digest (rules 1)"


def test_pinning_marks_what_goes_the_same_way_by_older_rules(stones):
    assert verdicts(stones, pin="1")["1.replay.jsonl"] == "pinned"
    assert json.loads((stones / "1.replay.jsonl").read_text().splitlines()[0])["rules"] == "1"
    assert (stones / "1.replay.jsonl").read_bytes() == (stones / "0.replay.jsonl").read_bytes()
    assert set(verdicts(stones).values()) == {"same"}


def test_pinning_to_rules_that_do_not_fit_marks_nothing(stones):
    before = (stones / "1.replay.jsonl").read_bytes()
    edit(stones / "1.replay.jsonl", 3, digest="0" * 16)
    changed = (stones / "1.replay.jsonl").read_bytes()
    assert before != changed
    assert verdicts(stones, pin="1")["1.replay.jsonl"] == "differs"
    unknown = judge(stones / "1.replay.jsonl", pin="7")
    assert unknown.reason == "it differs and cannot be pinned to the rules '7': Template runs 2, 1"
    assert (stones / "1.replay.jsonl").read_bytes() == changed


MIGRATE = """
def migrate(header, lines):
    if header["rules"] == "2":
        return None
    return {**header, "rules": "2"}, lines
"""


def test_migrating_rewrites_and_keeps_the_originals(stones, tmp_path):
    script = tmp_path / "to_2.py"
    script.write_text(MIGRATE)
    original = (stones / "0.replay.jsonl").read_bytes()
    assert verdicts(stones, migrate=script)["0.replay.jsonl"] == "migrated"
    assert (stones / "0.replay.jsonl.orig").read_bytes() == original
    header = json.loads((stones / "0.replay.jsonl").read_text().splitlines()[0])
    assert header["rules"] == "2"
    assert verdicts(stones)["0.replay.jsonl"] == "same"


def test_what_cannot_be_migrated_is_left_alone(stones, tmp_path):
    script = tmp_path / "wrong.py"
    script.write_text(
        "def migrate(header, lines):\n    lines[0]['args'] = {'count': 9}\n    return header, lines\n"
    )
    original = (stones / "0.replay.jsonl").read_bytes()
    assert verdicts(stones, migrate=script)["0.replay.jsonl"] in ("differs", "unreadable")
    assert (stones / "0.replay.jsonl").read_bytes() == original
    assert not (stones / "0.replay.jsonl.orig").exists()


@pytest.mark.parametrize(
    ("text", "verdict"),
    [("x = 1\n", "unreadable"), ("def migrate(header, lines):\n    1 / 0\n", "failed"), ("(", "unreadable")],
)
def test_a_script_that_is_wrong_is_told(stones, tmp_path, text, verdict):
    script = tmp_path / "wrong.py"
    script.write_text(text)
    assert verdicts(stones, migrate=script)["0.replay.jsonl"] == verdict


def test_where_a_script_fails_is_told(stones, tmp_path):
    script = tmp_path / "wrong.py"
    script.write_text("def migrate(header, lines):\n    return one(lines)\n\ndef one(lines):\n    1 / 0\n")
    outcome = judge(stones / "0.replay.jsonl", migrate=script)
    assert (outcome.reason, outcome.message) == ("migrate, wrong.py:5: ZeroDivisionError", "division by zero")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the file is empty"),
        ("\n\n", "the file is empty"),
        ("no\n", "not a line of JSON: "),
        ("[]\n", "migrate, migrate.py:3: TypeError"),
        ('{"rules":"2"}\n', "no replay: "),
        ('{"format":"aurum-st', "not a line of JSON: "),
    ],
)
def test_what_is_no_recording_is_not_migrated(stones, text, reason):
    (stones / "migrate.py").write_text(MIGRATE)
    (stones / "1.replay.jsonl").write_text(text)
    outcome = judge(stones / "1.replay.jsonl", migrate=stones / "migrate.py")
    assert outcome.verdict in ("unreadable", "failed")
    assert outcome.reason.startswith(reason), outcome.reason
    assert (stones / "1.replay.jsonl").read_text() == text
    assert not (stones / "1.replay.jsonl.orig").exists()


def test_a_function_that_leaves_the_program_stops_nothing(stones):
    (stones / "migrate.py").write_text("def migrate(header, lines):\n    raise SystemExit(3)\n")
    outcome = judge(stones / "1.replay.jsonl", migrate=stones / "migrate.py")
    assert (outcome.verdict, outcome.reason) == ("failed", "migrate, migrate.py:2: SystemExit")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders")
def test_a_pipe_in_the_folder_is_not_waited_for(folder):
    before = files_in(folder)
    os.mkfifo(folder / "pipe.replay.jsonl")
    assert files_in(folder) == before


def test_a_script_that_leaves_the_program_stops_nothing(stones):
    (stones / "migrate.py").write_text("raise SystemExit(3)\n")
    outcome = judge(stones / "1.replay.jsonl", migrate=stones / "migrate.py")
    assert (outcome.verdict, outcome.reason) == (
        "unreadable",
        f"{stones / 'migrate.py'} cannot be run: SystemExit: 3",
    )


def test_a_file_that_cannot_be_written_is_one_outcome(stones, monkeypatch):
    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    (stones / "migrate.py").write_text(MIGRATE)
    before = {path: path.read_bytes() for path in stones.iterdir() if path.is_file()}
    monkeypatch.setattr(Path, "replace", full)
    for outcome in (
        judge(stones / "1.replay.jsonl", pin="1"),
        judge(stones / "0.replay.jsonl", migrate=stones / "migrate.py"),
    ):
        assert outcome.reason == "it cannot be written: No space left on device"
    assert {path: path.read_bytes() for path in stones.iterdir() if path.is_file()} == before
