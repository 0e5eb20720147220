"""Recording: the same game gives the same bytes, and what is written is whole whatever happens."""

import io
import json
import os
import signal
import subprocess
import sys

import pytest

from aurum_states import Replay, Table, load_game
from aurum_states.errors import RecordingError
from aurum_states.replay.recorder import Recorder, end_of, recorded
from aurum_states.replay.runner import run
from tests.engine.small_games import ADA, BEN, TALLY_CODE, TALLY_STATES
from tests.replay.conftest import REQUESTS, lines_of, play


def test_the_same_game_recorded_twice_is_the_same_bytes(tally):
    assert recorded(play(tally)) == recorded(play(tally))
    assert recorded(play(tally, seed="T")) != recorded(play(tally))


def test_bytes_do_not_depend_on_the_process(tally, recording):
    script = (
        "import sys; from tests.replay.conftest import play; from aurum_states import load_game;"
        "from aurum_states.replay.recorder import recorded;"
        "sys.stdout.buffer.write(recorded(play(load_game(sys.argv[1]))))"
    )
    for hashing in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", script, str(tally.folder)],
            check=True, capture_output=True, env={"PYTHONPATH": ".", "PYTHONHASHSEED": hashing},
        )  # fmt: skip
        assert done.stdout == recording


@pytest.mark.parametrize("mode", ["full", "paranoid"])
def test_recording_a_replay_again_gives_the_same_bytes(tally, recording, mode):
    stream = io.BytesIO()
    recorder = Recorder(stream)
    result = run(Replay.parse(recording), tally, recorder=recorder, mode=mode)
    assert stream.getvalue() == b"".join(line + b"\n" for line in lines_of(recording)[1:-1])
    recorder.end(result.table)
    assert recorder.lines == 6


def test_a_recorder_writes_and_flushes_each_line_as_the_game_goes(tally, recording, tmp_path):
    path, lines = tmp_path / "a.replay.jsonl", lines_of(recording)
    with Recorder(path.open("wb")) as recorder:
        table = Table.create(tally, 2, seed="S", recorder=recorder)
        recorder.start(table)
        for count, request in enumerate(REQUESTS, 1):
            assert lines_of(path.read_bytes()) == lines[:count]
            table.act(*request)
        recorder.end(table)
    assert path.read_bytes() == recording
    assert recorder.lines == 7


def test_an_option_of_a_bot_is_recorded_as_the_request_it_stands_for(tally, recording):
    lines = []
    from aurum_states.engine.record import encode_line

    table = Table.create(tally, 2, seed="S", recorder=lambda *made: lines.extend(map(encode_line, made)))
    for player, action, args in REQUESTS:
        table.apply(player, action, args["number"] if args else ())
    assert lines == lines_of(recording)[1:-1]


def test_a_refused_request_is_no_line(tally):
    lines = []
    table = Table.create(tally, 2, seed="S", recorder=lines.append)
    for request in ((BEN, "actRoll"), (ADA, "actNo"), (ADA, "actTake", {"number": 99}), (ADA, "actTake")):
        with pytest.raises(Exception, match="turn|no action|legal|missing"):
            table.act(*request)
    assert lines == []


def test_arguments_are_recorded_as_they_were_sent(games):
    """A handler that keeps or changes its argument must not change the record."""
    code = TALLY_CODE.replace(
        "def act_roll(self, active_player_id: PlayerId) -> None:",
        "def act_roll(self, dice: list[int], active_player_id: PlayerId) -> None:\n"
        "        dice.append(99); self.state.rolls = dice; dice.sort(); self.state.rolls.pop()",
    ).replace('"actRoll": [()]', '"actRoll": [[3, 1], [2]]')
    definition = games.load(TALLY_STATES, code, name="tally", game_class="Tally")
    requests = [(ADA, "actRoll", {"dice": [3, 1]}), (ADA, "actRoll", {"dice": [2]})]
    recording = recorded(play(definition, requests))
    assert [json.loads(line)["args"] for line in lines_of(recording)[1:]] == [{"dice": [3, 1]}, {"dice": [2]}]
    assert run(Replay.parse(recording), definition).mismatch is None

    def by_bots(recorder) -> Table:
        table = Table.create(definition, 2, seed="S", recorder=recorder)
        for index in (0, 1):
            table.apply(ADA, "actRoll", table.legal_moves(ADA)["actRoll"][index])
        return table

    assert recorded(by_bots) == recording


def test_a_game_that_did_not_end_has_no_end_line(tally, recording):
    assert recorded(play(tally, REQUESTS[:-1])) == b"\n".join([*lines_of(recording)[:-2], b""])


def test_settings_preferences_and_position_stand_in_the_header(tally):
    recording = recorded(
        play(tally, (), settings={"speed": 2, "kind": None}, preferences={BEN: {100: 2}}, options={100: 2},
             position={"pile": [7]})
    )  # fmt: skip
    head = json.loads(lines_of(recording)[0])
    assert head["settings"] == {"speed": 2}
    assert head["preferences"] == {str(BEN): {"100": 2}}
    assert head["options"] == {"100": 2}
    assert list(head)[-2:] == ["seed", "position"]
    result = run(Replay.parse(recording), tally)
    assert result.table.legal_moves(ADA)["actTake"] == [7]
    assert result.table.setup.settings["speed"] == 2


def test_a_zombies_turn_is_a_line_of_its_own(tally):
    recording = recorded(play(tally, (ADA, REQUESTS[1], BEN)))
    first, second, third = (json.loads(line) for line in lines_of(recording)[1:])
    assert list(first) == ["zombie", "transitions", "digest"]
    assert (first["zombie"], second["move"], third["zombie"]) == ({"player": ADA}, 1, {"player": BEN})
    result = run(Replay.parse(recording), tally)
    assert (result.mismatch, result.moves) == (None, 1)


# -- when writing fails -----------------------------------------------------------------------------------


def test_a_closed_pipe_is_a_recording_error_and_the_table_stays_right(tally):
    read, write = os.pipe()
    stream = os.fdopen(write, "wb", buffering=0)
    recorder = Recorder(stream)
    table, twin = Table.create(tally, 2, seed="S", recorder=recorder), Table.create(tally, 2, seed="S")
    recorder.start(table)
    for one in (table, twin):
        one.act(*REQUESTS[0])
    os.close(read)
    with pytest.raises(
        RecordingError, match=r"^the recording could not be written further: .*Broken pipe"
    ) as failed:
        table.act(*REQUESTS[1])
    assert isinstance(failed.value.__cause__, OSError)
    assert table.snapshot() == twin.snapshot()
    stream.close()
    with pytest.raises(RecordingError, match="Broken pipe"):
        table.act(*REQUESTS[1])
    with pytest.raises(RecordingError, match="Broken pipe"):
        recorder.end(table)
    assert table.snapshot() == twin.snapshot()
    assert recorder.lines == 2


def test_a_file_that_cannot_be_closed_is_a_recording_error(tally):
    class Full(io.BytesIO):
        def close(self) -> None:
            raise OSError(28, "No space left on device")

    with pytest.raises(RecordingError, match="No space left"), Recorder(Full()):
        pass
    with pytest.raises(KeyError), Recorder(Full()):  # the first error is the one to tell
        raise KeyError


def test_a_killed_process_leaves_a_file_that_can_be_replayed(tally, tmp_path, recording):
    path = tmp_path / "killed.replay.jsonl"
    script = (
        "import os, signal, sys; from aurum_states import Table, load_game;"
        "from aurum_states.replay.recorder import Recorder; from tests.replay.conftest import REQUESTS;"
        "recorder = Recorder(open(sys.argv[2], 'wb'));"
        "table = Table.create(load_game(sys.argv[1]), 2, seed='S', recorder=recorder); recorder.start(table);"
        "[table.act(*request) for request in REQUESTS[:3]]; os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tally.folder), str(path)], env={"PYTHONPATH": "."}, check=False
    )
    assert done.returncode == -signal.SIGKILL
    assert path.read_bytes() == b"".join(line + b"\n" for line in lines_of(recording)[:4])
    for cut in (0, 1, 20):
        text = path.read_bytes()
        replay = Replay.parse(text[: len(text) - cut])
        result = run(replay, tally)
        assert result.mismatch is None
        assert result.moves == (2 if cut == 20 else 3)
        for request in REQUESTS[result.moves :]:
            result.table.act(*request)
        assert end_of(result.table) == end_of(play(tally)(None))


def test_a_recording_of_aurum_can_be_replayed_by_its_name():
    from aurum_states.simulate.agents import RandomAgent, play_out

    def whole(recorder) -> Table:
        table = Table.create(load_game("aurum"), 3, seed="S", recorder=recorder)
        return play_out(table, {player.id: RandomAgent(str(player.id)) for player in table.players})

    replay = Replay.parse(recorded(whole))
    result = run(replay, load_game(replay.game))
    assert (result.mismatch, result.ended, result.moves) == (None, True, len(replay.moves))
