"""What a person reads of a recording that went another way."""

import json

import pytest

from aurum_states import Replay, load_game
from aurum_states.replay.difference import difference
from aurum_states.replay.runner import run
from aurum_states.replay.trail import Trail
from tests.engine.small_games import ADA, TALLY_CODE, write_tally
from tests.replay.conftest import joined, lines_of


@pytest.fixture
def trail(tally, recording) -> Trail:
    kept = Trail()
    run(Replay.parse(recording), tally, watch=kept.watch)
    return kept


@pytest.fixture
def other(games):
    """The same game with another rule: who takes gets one more."""
    rule = "self.player_score.inc(active_player_id, number)"
    assert rule in TALLY_CODE
    code = TALLY_CODE.replace(rule, rule.replace("number)", "number + 1)"))
    return load_game(write_tally(games, code))


def shown(recording: bytes, definition, trail=None) -> list[str]:
    replay = Replay.parse(recording)
    result = run(replay, definition)
    assert result.mismatch is not None
    return difference(replay, definition, result.mismatch, trail)


def test_a_trail_survives_packing(trail):
    unpacked = Trail.unpack(trail.pack())
    assert unpacked is not None
    assert unpacked.saved == trail.saved
    assert len(trail.saved) == 6


def test_bytes_that_are_no_trail_are_none():
    assert Trail.unpack(b"") is None
    assert Trail.unpack(b"not packed") is None


def test_the_moves_before_and_the_move_itself_are_shown(tally, recording):
    lines = lines_of(recording)
    lines[3] = json.dumps({**json.loads(lines[3]), "digest": "0" * 16}).encode()
    said = "\n".join(shown(joined(lines), tally))
    assert "move 1  Ada: actTake(number=5)" in said
    assert "move 2  Ben: actRoll()" in said
    assert "then the table was in state turn, Ben to move" in said
    assert "move 3  Ben: actTake(number=2)  <- here" in said


def test_with_a_trail_the_two_tables_are_compared(recording, trail, other):
    said = shown(recording, other, trail)
    at = said.index("the tables differ (the run that passed -> this run):")
    assert said[at + 1] == "  core.score.values.2300001: 5 -> 6"


def test_a_move_that_is_refused_is_shown_too(tally, recording):
    lines = lines_of(recording)
    lines[2] = json.dumps({**json.loads(lines[2]), "player": ADA}).encode()
    said = shown(joined(lines), tally)
    assert "got action.not_your_turn" in said[0]
    assert said[-1] == "  move 2  Ada: actRoll()  <- here"
