"""Any move of a recorded game, and a game of its own from there."""

import json

import pytest

from aurum_states import Replay
from aurum_states.errors import ReplayError, ReplayMismatchError
from aurum_states.replay.runner import run
from aurum_states.replay.timeline import Timeline
from tests.replay.conftest import joined, lines_of


@pytest.fixture
def timeline(tally, recording) -> Timeline:
    return Timeline(Replay.parse(recording, source="some/where/first.replay.jsonl"), tally)


@pytest.mark.parametrize("move", range(6))
def test_every_move_is_the_table_of_that_move(timeline, recording, move):
    table = timeline.at(move)
    assert table.moves_made == move
    if move:
        assert table.digest == json.loads(lines_of(recording)[move])["digest"]


@pytest.mark.parametrize("move", [-1, 6])
def test_there_is_no_such_move(timeline, move):
    with pytest.raises(ReplayError, match=f"there is no move {move}; the recording has the moves 0 to 5"):
        timeline.at(move)


def test_steps_have_tables_of_their_own(timeline):
    steps = list(timeline.steps())
    assert [step.table.moves_made for step in steps] == list(range(6))
    assert steps[0].entry is None
    assert [step.table.digest for step in steps[1:]] == [step.entry.digest for step in steps[1:]]


def test_a_game_that_goes_another_way_is_shown_up_to_there(tally, recording):
    lines = lines_of(recording)
    lines[3] = json.dumps({**json.loads(lines[3]), "digest": "0" * 16}).encode()
    timeline = Timeline(Replay.parse(joined(lines)), tally)
    assert timeline.at(2).moves_made == 2
    with pytest.raises(ReplayMismatchError):
        timeline.at(3)


def test_a_branch_names_its_parent_and_replays(timeline, tally, recording):
    text = timeline.branch(2, recording)
    header = json.loads(lines_of(text)[0])
    assert header.pop("parent") == {"replay": "first.replay.jsonl", "move": 2}
    assert header == json.loads(lines_of(recording)[0])
    assert lines_of(text)[1:] == lines_of(recording)[1:3]
    result = run(Replay.parse(text), tally)
    assert (result.moves, result.mismatch) == (2, None)


def test_a_branch_from_the_start_has_a_header_only(timeline, recording):
    assert len(lines_of(timeline.branch(0, recording))) == 1
