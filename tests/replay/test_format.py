"""Replay files are read strictly: what is wrong is refused with its line; a cut-off end is no error."""

import json

import pytest

from aurum_states import Player, Replay
from aurum_states.errors import ReplayError
from aurum_states.replay.format import EndEntry, MoveEntry
from tests.engine.small_games import ADA, BEN
from tests.replay.conftest import joined, lines_of


def refusal(text: bytes) -> tuple[str, int | None]:
    with pytest.raises(ReplayError) as caught:
        Replay.parse(text)
    return str(caught.value), caught.value.line


def with_line(recording: bytes, number: int, **changes) -> bytes:
    """Change keys of a line (1-based); a value of ``...`` takes the key away."""
    lines = lines_of(recording)
    data = {**json.loads(lines[number - 1]), **changes}
    data = {key: value for key, value in data.items() if value is not ...}
    lines[number - 1] = json.dumps(data, separators=(",", ":")).encode()
    return joined(lines)


def test_a_recording_is_one_object_a_line_with_keys_in_a_fixed_order(recording):
    head, *moves, end = (json.loads(line) for line in lines_of(recording))
    assert list(head) == [
        "format", "version", "game", "rules", "players", "options", "preferences", "settings", "seed",
    ]  # fmt: skip
    assert head == {
        "format": "aurum-states-replay", "version": 1, "game": "tally", "rules": "1",
        "players": [
            {"id": ADA, "name": "Ada", "color": "ff0000"}, {"id": BEN, "name": "Ben", "color": "008000"},
        ],
        "options": {"100": 1}, "preferences": {}, "settings": {}, "seed": "S",
    }  # fmt: skip
    for number, move in enumerate(moves, 1):
        assert list(move) == ["move", "player", "action", "args", "transitions", "digest"]
        assert move["move"] == number
        assert len(move["digest"]) == 16
    assert moves[0]["transitions"] == [["turn", "next", "next"], ["next", "turn", "turn"]]
    assert moves[1]["transitions"] == []
    assert end == {
        "end": {
            "state": "gameEnd",
            "ranking": [
                {"id": ADA, "score": 5, "aux": 0, "rank": 1},
                {"id": BEN, "score": 2, "aux": 0, "rank": 2},
            ],
        }
    }
    assert recording.endswith(b"}\n")
    assert b": " not in recording


def test_a_recording_is_read_back(recording):
    replay = Replay.parse(recording, source="x.replay.jsonl")
    assert (replay.game, replay.ended, replay.cut_off, replay.whole) == ("tally", True, None, len(recording))
    assert replay.players == [Player(ADA, "Ada", "ff0000"), Player(BEN, "Ben", "008000")]
    assert [number for number, _ in replay.entries] == [2, 3, 4, 5, 6, 7]
    assert [type(entry) for _, entry in replay.entries] == [MoveEntry] * 5 + [EndEntry]
    assert [move.action for move in replay.moves] == ["actTake", "actRoll", "actTake", "actDraw", "actStop"]
    assert replay.moves[0].transitions[0].name == "next"


def test_a_file_is_read(recording, tmp_path):
    path = tmp_path / "Spiel 好.replay.jsonl"
    path.write_bytes(recording.replace(b"\n", b"\r\n"))
    replay = Replay.read(path)
    assert (replay.source, len(replay.moves), replay.ended) == (str(path), 5, True)
    for nothing in (tmp_path / "nothing", tmp_path):
        with pytest.raises(ReplayError, match=r"^cannot be read: (No such file|Is a directory)") as caught:
            Replay.read(nothing)
        assert caught.value.line is None


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        (b"", "the file is empty", None),
        (b" \n\t\n", "the file is empty", None),
        (b"hello\n", "not a line of JSON", 1),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not a line of JSON", 1),
        (b"\xff\xfe{\x00}\x00", "not a line of JSON", 1),
        (b"\xef\xbb\xbf{}", "not a line of JSON", 1),
        (b"[1, 2]\n", "a line must be a JSON object", 1),
        (b"{}\n", 'no replay: the first line must have "format": "aurum-states-replay", it has None', 1),
        (b'{"format": "chess"}\n', "it has 'chess'", 1),
        (
            b'{"format": "aurum-states-replay"}\n',
            "replay version None is not 1, the one this program reads",
            1,
        ),
        (b'{"format": "aurum-states-replay", "version": 2}\n', "replay version 2 is not 1", 1),
        (b'{"format": "aurum-states-replay", "version": true}\n', "replay version True is not 1", 1),
        (b'{"format": "aurum-states-replay", "version": 1, "ga', "not a line of JSON", 1),
        (b'{"format": "aurum-states-replay", "version": 1}\n', "the header has no 'game'", 1),
    ],
)
def test_what_is_no_replay_is_refused(text, message, line):
    found, where = refusal(text)
    assert message in found
    assert where == line


@pytest.mark.parametrize(
    ("number", "changes", "message"),
    [
        (1, {"seeds": "x"}, "unknown key 'seeds' in the header (did you mean 'seed'?)"),
        (1, {"draws": []}, "unknown key 'draws' in the header"),
        (1, {"seed": ...}, "the header has no 'seed'"),
        (1, {"players": ...}, "the header has no 'players'"),
        (
            3,
            {"moves": 5},
            "unknown key 'moves' (did you mean 'move'?); a move line has move, player, action, args",
        ),
        (
            3,
            {"comment": "x"},
            "unknown key 'comment'; a move line has move, player, action, args, transitions, digest",
        ),
        (3, {"digest": ...}, "move line: Object missing required field `digest`"),
        (3, {"player": "Ada"}, "move line: Expected `int`, got `str` - at `$.player`"),
        (3, {"player": None}, "move line: Expected `int`, got `null` - at `$.player`"),
        (3, {"args": []}, "move line: Expected `object`, got `array` - at `$.args`"),
        (3, {"transitions": [["a", "b"]]}, "move line: Expected `array` of length 3"),
        (
            3,
            {"transitions": [[1, "b", "c"]]},
            "move line: Expected `str`, got `int` - at `$.transitions[0][0]`",
        ),
        (3, {"move": True}, "move line: Expected `int`, got `bool` - at `$.move`"),
        (
            3,
            {"move": ...},
            "a line has one of the keys 'move', 'zombie', 'quit', 'back', 'concede', 'preference', 'undo', 'refused', 'end'; this one has",
        ),
        (
            3,
            {"preference": {"player": 1, "id": 2}, "move": ..., "player": ..., "action": ..., "args": ...},
            "preference line: Object missing required field `value` - at `$.preference`",
        ),
        (
            3,
            {"preference": {"player": 1, "id": 2, "value": 3}, "move": ...},
            "unknown key 'player'; a preference line has preference, transitions, digest",
        ),
        (7, {"end": {"state": "x"}}, "end line: Object missing required field `ranking` - at `$.end`"),
        (
            7,
            {"end": {"state": "x", "ranking": [], "who": 1}},
            "end line: Object contains unknown field `who`",
        ),
        (7, {"end": 5}, "end line: Expected `object`, got `int` - at `$.end`"),
    ],
)
def test_a_wrong_line_is_refused_with_its_number(recording, number, changes, message):
    found, where = refusal(with_line(recording, number, **changes))
    assert found.startswith(message)
    assert where == number


def test_a_line_that_is_no_json_in_the_middle_is_refused(recording):
    lines = lines_of(recording)
    for broken in (b"", b"{", b'{"move": 3,', b"null", b"\x00", b'{"a": "\xff"}'):
        found, where = refusal(joined([*lines[:3], broken, *lines[3:]]))
        assert where == 4
        assert "JSON" in found


def test_the_order_of_keys_does_not_matter_to_the_reader(recording):
    lines = lines_of(recording)
    shuffled = [json.dumps(dict(reversed(json.loads(line).items()))).encode() for line in lines]
    replay = Replay.parse(joined(shuffled))
    assert replay.entries == Replay.parse(recording).entries


# -- cut off ----------------------------------------------------------------------------------------------


def test_a_file_cut_off_anywhere_is_read_up_to_its_last_whole_line(recording):
    """A killed process leaves such a file; only the header must be whole."""
    head = len(lines_of(recording)[0])
    whole = Replay.parse(recording)
    for length in range(head + 1, len(recording) + 1):
        replay = Replay.parse(recording[:length])
        kept = recording[:length].count(b"\n") - 1
        on_the_edge = recording[length : length + 1] == b"\n"  # the whole line, without its end
        assert replay.entries == whole.entries[: kept + on_the_edge]
        if recording[:length].endswith(b"\n") or on_the_edge:
            assert replay.cut_off is None
        else:
            assert replay.cut_off.startswith(f"line {kept + 2} is cut off (not a line of JSON: ")
            assert replay.cut_off.endswith("; everything before it is whole")
        assert Replay.parse(recording[: replay.whole]).entries == replay.entries
        assert not replay.ended or length >= len(recording) - 1


def test_a_cut_off_header_is_no_replay(recording):
    head = len(lines_of(recording)[0])
    for length in (1, head // 2, head - 1):
        assert refusal(recording[:length])[1] == 1
    assert Replay.parse(recording[:head]).entries == ()


def test_a_broken_last_line_that_is_ended_is_an_error(recording):
    assert refusal(recording + b'{"move": 6\n')[1] == 8
    assert Replay.parse(recording + b'{"move": 6').cut_off
    assert refusal(recording + b"\n")[1] == 8
