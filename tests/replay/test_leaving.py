"""Recordings of games that players leave: every turn played for them is a line, and replays exactly."""

import json

import pytest

from aurum_states import Replay, Table, load_game
from aurum_states.engine.record import encode_line
from aurum_states.errors import GameError
from aurum_states.replay.recorder import recorded
from aurum_states.replay.runner import run
from aurum_states.simulate.agents import RandomAgent
from tests.engine.small_games import BEN, CLEO, facts
from tests.replay.conftest import joined, lines_of


def leaving_game(recorder, stop: int = 10_000, **more) -> Table:
    """Play Aurum: two players leave, one of them comes back and concedes."""
    table = Table.create(load_game("aurum"), 3, seed="leaving", recorder=recorder, **more)
    agent = RandomAgent("moves")
    things = {2: lambda: table.quit(BEN), 9: lambda: table.quit(CLEO), 15: lambda: table.back(BEN),
              22: lambda: table.concede(BEN)}  # fmt: skip
    for number in range(stop):
        if table.is_over:
            break
        if number in things:
            things[number]()
        else:
            player = table.active_players[0]
            action, option = agent.choose(table, player)
            table.apply(player, action, option)
    return table


@pytest.fixture(scope="module")
def recording() -> bytes:
    return recorded(leaving_game)


def kinds(recording: bytes) -> list[str]:
    return [next(iter(json.loads(line))) for line in lines_of(recording)[1:]]


@pytest.mark.parametrize("mode", ["full", "paranoid"])
def test_a_game_that_players_left_replays_line_by_line(recording, mode):
    assert set(kinds(recording)) == {"move", "quit", "back", "concede", "zombie", "end"}
    seen = []
    result = run(
        Replay.parse(recording),
        load_game("aurum"),
        mode=mode,
        watch=lambda table, entry, step: seen.append((entry, table.digest, step)),
    )
    assert result.mismatch is None
    assert result.ended
    for entry, digest, step in seen[1:]:
        assert step.zombie_turns == ()
        assert getattr(entry, "digest", digest) == digest


def test_recording_a_replay_gives_the_same_bytes(recording):
    lines = []
    run(
        Replay.parse(recording),
        load_game("aurum"),
        recorder=lambda *made: lines.extend(map(encode_line, made)),
    )
    assert lines == lines_of(recording)[1:-1]


@pytest.mark.parametrize("cut", range(1, 80, 3))
def test_a_recording_that_stops_anywhere_goes_on_as_if_it_had_not(recording, cut):
    lines = lines_of(recording)
    result = run(Replay.parse(joined(lines[: 1 + cut])), load_game("aurum"))
    assert result.mismatch is None
    table = result.table
    assert table.zombies_play
    table.play_zombies()
    gone = {*table.zombies, *table.eliminated}
    assert not gone.intersection(table.active_players)
    further = []
    table._recorder = lambda *made: further.extend(map(encode_line, made))
    rest = lines[1 + cut :]
    while rest and rest[0].startswith(b'{"zombie"'):
        rest.pop(0)  # these were just played
    if rest and rest[0].startswith(b'{"move"'):
        move = json.loads(rest[0])
        table.act(move["player"], move["action"], move["args"])
        assert further == rest[: len(further)]


def mismatch(lines: list[bytes]):
    return run(Replay.parse(joined(lines)), load_game("aurum")).mismatch


def test_a_zombies_line_that_is_missing_is_told(recording):
    lines = lines_of(recording)
    first = next(number for number, line in enumerate(lines) if line.startswith(b'{"zombie"'))
    error = mismatch([*lines[:first], *lines[first + 1 :]])
    assert "expected a zombie line for Ben, who is gone and active; got " in str(error)
    assert (error.expected, error.line) == ("zombie", first + 1)


def test_a_quit_that_is_missing_is_told(recording):
    lines = lines_of(recording)
    first = next(number for number, line in enumerate(lines) if line.startswith(b'{"quit"'))
    assert "another table: expected the digest" in str(mismatch([*lines[:first], *lines[first + 1 :]]))


@pytest.mark.parametrize("kind", ["quit", "back", "concede"])
def test_leaving_twice_is_told(recording, kind):
    lines = lines_of(recording)
    first = next(number for number, line in enumerate(lines) if line.startswith(b'{"%b"' % kind.encode()))
    error = mismatch([*lines[: first + 1], lines[first], *lines[first + 1 :]])
    asked = "zombie" if kind == "concede" else kind
    assert f"expected {kind} by " in str(error) or f"expected a {asked} line" in str(error)


def test_a_conceding_with_another_digest_is_told(recording):
    lines = lines_of(recording)
    first = next(number for number, line in enumerate(lines) if line.startswith(b'{"concede"'))
    line = json.loads(lines[first])
    lines[first] = json.dumps({**line, "digest": "0" * 16}).encode()
    error = mismatch(lines)
    assert "another table: expected the digest 0000000000000000" in str(error)
    assert "core.standing.conceded" in str(error)


def test_a_game_is_abandoned_in_the_recording_too():
    def play(recorder) -> Table:
        table = Table.create(load_game("aurum"), 3, seed="S", recorder=recorder)
        for player in table.players:
            table.quit(player.id)
        return table

    recording = recorded(play)
    assert b'"ranking":[{"id":2300001,"score":0,"aux":-4242,"rank":1}' in recording
    assert kinds(recording)[0] == "quit"
    assert run(Replay.parse(recording), load_game("aurum")).mismatch is None


def test_a_header_holds_what_players_like_and_who_is_new():
    from aurum_states import Player

    players = [
        Player(1, "A", "ff0000", ("0000ff",)),
        Player(2, "B", "008000", (), True),
        Player(3, "C", "0000ff"),
    ]
    recording = recorded(
        lambda recorder: Table.create(load_game("aurum"), players, seed="S", recorder=recorder)
    )
    header = json.loads(lines_of(recording)[0])
    assert header["players"] == [
        {"id": 1, "name": "A", "color": "ff0000", "color_preferences": ["0000ff"]},
        {"id": 2, "name": "B", "color": "008000", "beginner": True},
        {"id": 3, "name": "C", "color": "0000ff"},
    ]
    assert list(run(Replay.parse(recording), load_game("aurum")).table.players) == players


def test_zombies_that_fail_are_not_recorded():
    lines = []
    table = leaving_game(lambda *made: lines.extend(map(encode_line, made)), stop=5)
    known, before = list(lines), facts(table)
    table._recorder = lambda *lines: (_ for _ in ()).throw(OSError("full"))
    with pytest.raises(GameError, match="full"):
        table.quit(CLEO)
    assert (lines, facts(table)) == (known, before)
