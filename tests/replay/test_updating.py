"""Rewriting a recording: the same moves, what they lead to now; what cannot be made right is refused."""

import json

import pytest

from aurum_states import Replay
from aurum_states.errors import ReplayMismatchError
from aurum_states.replay.runner import run
from aurum_states.replay.updating import updated
from tests.engine.small_games import ADA
from tests.replay.conftest import joined, lines_of


def edited(recording: bytes, number: int, **changes) -> Replay:
    lines = lines_of(recording)
    lines[number - 1] = json.dumps({**json.loads(lines[number - 1]), **changes}).encode()
    return Replay.parse(joined(lines))


def refused(player: int, action: str, code: str) -> bytes:
    return json.dumps(
        {"refused": {"player": player, "action": action, "args": {}, "code": code}}, separators=(",", ":")
    ).encode()


def test_a_recording_that_is_right_comes_back_byte_for_byte(tally, recording):
    update = updated(Replay.parse(recording), tally)
    assert (update.text, update.changes) == (recording, ())


def test_rules_that_the_game_does_not_run_any_more_become_those_of_today(tally, recording):
    update = updated(edited(recording, 1, rules="0"), tally)
    assert (update.text, update.changes) == (recording, ("line 1: rules '0' -> '1'",))


@pytest.mark.parametrize("wrong", [{"digest": "0" * 16}, {"transitions": [["turn", "stop", "gameEnd"]]}])
def test_what_a_move_leads_to_is_written_anew(tally, recording, wrong):
    update = updated(edited(recording, 3, **wrong), tally)
    assert update.text == recording
    assert len(update.changes) == 1
    assert update.changes[0].startswith("line 3: move 2 in state turn: ")


def test_several_changes_are_told_line_by_line(tally, recording):
    lines = lines_of(recording)
    for number in (2, 4):
        lines[number] = json.dumps({**json.loads(lines[number]), "digest": "f" * 16}).encode()
    update = updated(Replay.parse(joined(lines)), tally)
    assert update.text == recording
    assert [change.split(":")[0] for change in update.changes] == ["line 3", "line 5"]


def test_the_end_is_written_anew(tally, recording):
    end = json.loads(lines_of(recording)[-1])
    end["end"]["ranking"][0]["score"] += 1
    update = updated(Replay.parse(joined([*lines_of(recording)[:-1], json.dumps(end).encode()])), tally)
    assert update.text == recording


def test_a_refusal_gets_the_reason_of_today(tally, recording):
    lines = lines_of(recording)
    right = [*lines[:2], refused(ADA, "actFly", "action.unknown"), *lines[2:]]
    wrong = [*lines[:2], refused(ADA, "actFly", "action.illegal"), *lines[2:]]
    assert updated(Replay.parse(joined(wrong)), tally).text == joined(right)


def test_a_move_that_is_refused_now_cannot_be_made_right(tally, recording):
    with pytest.raises(ReplayMismatchError) as raised:
        updated(edited(recording, 3, action="actStop", player=ADA), tally)
    assert raised.value.kind == "accepted"


def test_a_request_that_is_accepted_now_cannot_be_made_right(tally, recording):
    lines = lines_of(recording)
    first = json.loads(lines[1])
    accepted = {key: first[key] for key in ("player", "action", "args")}
    line = json.dumps({"refused": {**accepted, "code": "action.illegal"}}).encode()
    with pytest.raises(ReplayMismatchError) as raised:
        updated(Replay.parse(joined([lines[0], line, *lines[1:]])), tally)
    assert raised.value.actual == "accepted"


def test_what_was_written_goes_the_same_way(tally, recording, tmp_path):
    update = updated(edited(recording, 3, digest="0" * 16), tally)
    file = tmp_path / "game.replay.jsonl"
    update.write(file)
    result = run(Replay.read(file), tally)
    assert result.ended
    assert list(tmp_path.iterdir()) == [file]
