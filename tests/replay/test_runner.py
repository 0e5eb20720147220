"""Running a replay: the first difference, with move, state, expected and got."""

import json

import pytest

from aurum_states import Replay, Table, load_game
from aurum_states.errors import GameError, ReplayError, ReplayMismatchError, SetupError
from aurum_states.replay.recorder import recorded
from aurum_states.replay.runner import ReplayResult, run
from tests.engine.small_games import ADA, BEN, CLEO, TALLY_CODE, TALLY_STATES, write_tally
from tests.replay.conftest import REQUESTS, joined, lines_of, play


def changed(recording: bytes, number: int, **changes) -> Replay:
    lines = lines_of(recording)
    lines[number - 1] = json.dumps({**json.loads(lines[number - 1]), **changes}).encode()
    return Replay.parse(joined(lines))


def inserted(recording: bytes, number: int, *entries: dict) -> Replay:
    lines = lines_of(recording)
    return Replay.parse(
        joined([*lines[: number - 1], *(json.dumps(one).encode() for one in entries), *lines[number - 1 :]])
    )


def mismatch(replay: Replay, definition) -> tuple[ReplayMismatchError, ReplayResult]:
    result = run(replay, definition)
    assert result.mismatch is not None
    assert not result.ended
    assert result.moves == result.table.moves_made
    return result.mismatch, result


def test_a_replay_that_is_right(tally, recording):
    seen = []
    result = run(
        Replay.parse(recording), tally, watch=lambda table, entry, done: seen.append((entry, done.move))
    )
    assert (result.moves, result.ended, result.mismatch) == (5, True, None)
    assert result.table.is_over
    assert [move for _, move in seen] == [0, 1, 2, 3, 4, 5]
    assert seen[0][0] is None
    assert [entry.action for entry, _ in seen[1:]] == [action for _, action, _ in REQUESTS]


def test_a_replay_that_stops_early_is_right_as_far_as_it_goes(tally, recording):
    result = run(Replay.parse(joined(lines_of(recording)[:3])), tally)
    assert (result.moves, result.ended, result.mismatch) == (2, False, None)
    assert result.table.digest == json.loads(lines_of(recording)[2])["digest"]


def test_another_action_goes_another_way(tally, recording):
    error, result = mismatch(changed(recording, 3, action="actDraw"), tally)
    assert str(error) == (
        "move 2 in state turn: expected the transitions (none); got turn -next-> next -turn-> turn"
    )
    assert (error.move, error.line, error.expected) == (2, 3, [])
    assert [tuple(one) for one in error.actual] == [("turn", "next", "next"), ("next", "turn", "turn")]
    assert result.moves == 2


def test_expected_transitions_that_are_not_taken(tally, recording):
    error, _ = mismatch(changed(recording, 2, transitions=[["turn", None, "gameEnd"]]), tally)
    assert str(error) == (
        "move 1 in state turn: expected the transitions turn -jump-> gameEnd; got turn -next-> next -turn-> turn"
    )


def test_a_difference_in_the_digest_alone_shows_what_the_move_changed(tally, recording):
    error, _ = mismatch(changed(recording, 2, args={"number": 6}), tally)
    head, *fields = str(error).split("\n")
    was, now = json.loads(lines_of(recording)[1])["digest"], error.actual
    assert head == (
        f"move 1 in state turn: same transitions, but another table: expected the digest {was}, got {now}; "
        "this move changed"
    )
    assert (error.move, error.line, error.expected) == (1, 2, was)
    assert sorted(line.strip().split(":")[0] for line in fields) == sorted([
        "core.active", "core.move", f"core.score.{ADA}", "state.pile", f"state.hands.{ADA}", "state.total",
        f"state.taken.{ADA}", "state.last", "state.rows",
    ]) or fields  # fmt: skip
    assert f"  core.active: {ADA} -> {BEN}" in fields
    assert "  core.move: 0 -> 1" in fields
    assert f"  state.hands.{ADA}: [] -> [6]" in fields
    assert any(line.startswith("  state.pile: [") for line in fields)
    assert any("score" in line and "0 -> 6" in line for line in fields)
    assert not any(line.startswith("  state.note") for line in fields)


def test_a_digest_that_was_changed_by_hand_is_shown_too(tally, recording):
    error, _ = mismatch(changed(recording, 3, digest="0" * 16), tally)
    assert "expected the digest 0000000000000000, got " in str(error)
    assert "core.drawn: " in str(error)
    assert "state.rolls: [] -> [" in str(error)


@pytest.mark.parametrize(
    ("changes", "code", "message"),
    [
        (
            {"player": ADA},
            "action.not_your_turn",
            "expected actRoll by Ada to be accepted; got action.not_your_turn: This",
        ),
        (
            {"player": CLEO},
            "action.not_your_turn",
            f"expected actRoll by {CLEO} to be accepted; got action.not_your_turn",
        ),
        (
            {"action": "actRol"},
            "action.unknown",
            "got action.unknown: there is no action 'actRol' (did you mean 'actRoll'?)",
        ),
        ({"args": {"x": 1}}, "action.argument", "got action.argument: actRoll: unknown argument 'x'"),
        (
            {"action": "actTake", "args": {"number": 5}},
            "action.illegal",
            "got action.illegal: actTake(number=5) is not",
        ),
        ({"action": "actBreak", "args": {"how": "user"}}, "action.rule", "got action.rule: not so"),
    ],
)
def test_a_move_that_is_refused(tally, recording, changes, code, message):
    error, result = mismatch(changed(recording, 3, **changes), tally)
    assert str(error).startswith("move 2 in state turn: expected ")
    assert message in str(error)
    assert (error.move, error.line, error.expected, error.actual) == (2, 3, "accepted", code)
    assert result.moves == 1


@pytest.mark.parametrize("number", [1, 3, 7])
def test_a_move_out_of_count(tally, recording, number):
    error, result = mismatch(changed(recording, 3, move=number), tally)
    assert str(error) == f"move 2 in state turn: expected its line, got that of move {number}"
    assert error.line == 3
    assert result.moves == 1


def test_a_line_that_is_missing_or_doubled(tally, recording):
    lines = lines_of(recording)
    assert mismatch(Replay.parse(joined([*lines[:2], *lines[3:]])), tally)[0].line == 3
    assert mismatch(Replay.parse(joined([*lines[:3], *lines[2:]])), tally)[0].line == 4


@pytest.mark.parametrize(
    "end",
    [
        {"state": "turn", "ranking": []},
        {"state": "gameEnd", "ranking": []},
        {"state": "gameEnd", "ranking": [{"id": ADA, "score": 6, "aux": 0, "rank": 1}]},
    ],
)
def test_another_end(tally, recording, end):
    error, _ = mismatch(changed(recording, 7, end=end), tally)
    assert str(error).startswith("at the end, after move 5: expected ")
    assert "gameEnd" in str(error)
    assert (error.move, error.line) == (5, 7)


def test_an_end_before_the_end(tally, recording):
    lines = lines_of(recording)
    error, _ = mismatch(Replay.parse(joined([*lines[:3], lines[-1]])), tally)
    assert str(error).startswith("at the end, after move 2: expected ")
    assert error.line == 4


def test_a_move_after_the_end(tally, recording):
    lines = lines_of(recording)
    more = json.dumps({**json.loads(lines[2]), "move": 6}).encode()
    error, _ = mismatch(Replay.parse(joined([*lines, more])), tally)
    assert error.actual == "table.over"


# -- refused lines ----------------------------------------------------------------------------------------


def refused(player: int, action: str, args: dict, code: str) -> dict:
    return {"refused": {"player": player, "action": action, "args": args, "code": code}}


def test_requests_that_are_still_refused_for_the_same_reason(tally, recording):
    replay = inserted(
        recording, 3,
        refused(ADA, "actRoll", {}, "action.not_your_turn"),
        refused(BEN, "actNone", {}, "action.unknown"),
        refused(BEN, "actTake", {"number": "x"}, "action.argument"),
        refused(BEN, "actTake", {"number": 5}, "action.illegal"),
        refused(BEN, "actBreak", {"how": "user"}, "action.rule"),
    )  # fmt: skip
    result = run(replay, tally)
    assert (result.moves, result.ended, result.mismatch) == (5, True, None)
    after = inserted(recording, 8, refused(ADA, "actRoll", {}, "table.over"))
    assert run(after, tally).mismatch is None


def test_a_request_that_is_refused_for_another_reason(tally, recording):
    error, _ = mismatch(inserted(recording, 3, refused(ADA, "actRoll", {}, "action.illegal")), tally)
    assert str(error).startswith(
        "after move 1 in state turn: expected actRoll by Ada to be refused with action.illegal; "
        "got action.not_your_turn: This is not your turn"
    )
    assert (error.move, error.line, error.expected, error.actual) == (
        1, 3, "action.illegal", "action.not_your_turn",
    )  # fmt: skip


def test_a_request_that_is_not_refused_any_more(tally, recording):
    error, _ = mismatch(inserted(recording, 3, refused(BEN, "actRoll", {}, "action.illegal")), tally)
    assert str(error).endswith("expected actRoll by Ben to be refused with action.illegal; got accepted")
    assert (error.move, error.actual) == (1, "accepted")


# -- zombies ----------------------------------------------------------------------------------------------


def test_a_zombies_turn_that_differs(tally):
    recording = recorded(play(tally, (ADA, BEN)))
    assert run(Replay.parse(recording), tally).mismatch is None
    error, _ = mismatch(changed(recording, 2, digest="0" * 16), tally)
    assert "expected the digest 0000000000000000" in str(error)
    error, _ = mismatch(changed(recording, 3, transitions=[]), tally)
    assert "expected the transitions (none)" in str(error)


def test_a_difference_after_a_zombies_turn_shows_what_the_move_alone_changed(tally):
    recording = recorded(play(tally, (ADA, REQUESTS[1])))
    error, _ = mismatch(changed(recording, 3, digest="0" * 16), tally)
    assert "state.rolls: [] -> [" in str(error)
    assert "state.pile" not in str(error)


def test_a_zombie_who_is_not_active(tally):
    recording = recorded(play(tally, (ADA, BEN)))
    error, _ = mismatch(changed(recording, 3, zombie={"player": ADA}), tally)
    assert "expected zombieTurn by Ada to be accepted; got action.not_your_turn" in str(error)
    assert error.line == 3


# -- other games, other rules -----------------------------------------------------------------------------


def test_a_replay_of_another_game_or_rules(tally, recording):
    with pytest.raises(ReplayError, match="^the replay is of the game 'aurum', not 'tally'$") as caught:
        run(changed(recording, 1, game="aurum"), tally)
    assert caught.value.line == 1
    with pytest.raises(ReplayError, match="^the replay is of rules '7'; tally runs 1 "):
        run(changed(recording, 1, rules="7"), tally)


def test_a_replay_of_older_rules_that_the_game_still_runs(games, recording):
    newer = load_game(write_tally(games, rules="3", runs_rules=["1", "2"]))
    assert run(Replay.parse(recording), newer).mismatch is None
    with pytest.raises(ReplayError, match="of rules '4'; tally runs 3, 1, 2"):
        run(changed(recording, 1, rules="4"), newer)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"players": []}, "tally is played by 2 or 3 players, not 0"),
        ({"players": 2}, "a value has the wrong type"),
        ({"options": {"100": 9}}, "option 100 .Variant. has no value 9"),
        ({"options": {"100": "x"}}, "a value has the wrong type"),
        ({"preferences": {"7": {"100": 1}}}, "no player 7 at this table"),
        ({"settings": {"sped": 1}}, "no setting 'sped' .did you mean 'speed'"),
        ({"seed": 5}, "the seed must be a text"),
        ({"position": 5}, "the position must be an object"),
    ],
)
def test_a_header_that_does_not_fit_the_game(tally, recording, changes, reason):
    with pytest.raises(SetupError, match=reason):
        run(changed(recording, 1, **changes), tally)


def test_another_seed_makes_another_game(tally, recording):
    error, _ = mismatch(changed(recording, 1, seed="T"), tally)
    assert error.move == 1


def test_names_and_colours_make_no_difference(tally, recording):
    players = [{"id": ADA, "name": "Zoe", "color": "000000"}, {"id": BEN, "name": "Yan", "color": "ffffff"}]
    assert run(changed(recording, 1, players=players), tally).mismatch is None


# -- games that fail or are not deterministic -------------------------------------------------------------


def test_a_game_whose_code_fails_is_told_as_such(games, recording):
    code = TALLY_CODE.replace('self.state.cards.pick_card("deck", active_player_id)', "raise ValueError(5)")
    definition = games.load(TALLY_STATES, code, name="tally", game_class="Tally", players=[2, 3])
    replay = changed(recording, 1, options={})
    with pytest.raises(GameError, match="act_draw.*ValueError: 5"):
        run(replay, definition)


def test_a_game_that_is_not_deterministic_is_said_to_be(games):
    code = "import random as chance\n\n" + TALLY_CODE.replace(
        "self.bga_rand(1, 6)", "chance.randint(1, 10**9)"
    )
    definition = games.load(TALLY_STATES, code, name="tally", game_class="Tally", players=[2, 3])
    recording = recorded(play(definition, REQUESTS[:2]))
    error, _ = mismatch(Replay.parse(recording), definition)
    assert "another table" in str(error)


def test_a_game_that_goes_another_way_each_time_is_said_to_be(games):
    """To show what changed the game is run once more, and even that comes out differently."""
    code = "runs = []\n\n" + TALLY_CODE.replace(
        "self.shuffle(pile)", "runs.append(0); pile = pile if len(runs) < 3 else [8]"
    ).replace("rolled = self.bga_rand(1, 6)", "rolled = len(runs)")
    definition = games.load(TALLY_STATES, code, name="tally", game_class="Tally", players=[2, 3])
    recording = recorded(play(definition, REQUESTS[:2]))
    error, _ = mismatch(Replay.parse(recording), definition)
    assert "(running it again went another way: " in str(error)


def test_a_simulation_cannot_be_compared_by_digest_but_plays_the_same(tally, recording):
    result = run(Replay.parse(recording), tally, mode="paranoid")
    assert result.mismatch is None
    assert isinstance(result.table, Table)


def with_preference(tally) -> bytes:
    def play_so(recorder) -> Table:
        table = Table.create(tally, 2, seed="S", recorder=recorder)
        table.act(ADA, "actTake", {"number": 5})
        table.set_preference(ADA, 100, 2)
        table.act(BEN, "actStop")
        return table

    return recorded(play_so)


def test_changes_of_preferences_are_recorded_and_run_again(tally):
    recording = with_preference(tally)
    head, _, line, *_ = (json.loads(one) for one in lines_of(recording))
    assert head["preferences"] == {}
    assert line == {
        "preference": {"player": ADA, "id": 100, "value": 2}, "transitions": [], "digest": line["digest"],
    }  # fmt: skip
    result = run(Replay.parse(recording), tally, mode="paranoid")
    assert (result.mismatch, result.moves, result.table.preferences) == (None, 2, {ADA: {100: 2}})


def test_a_recorded_change_that_cannot_be_is_a_difference(tally):
    recording = with_preference(tally)
    wrong = changed(recording, 3, preference={"player": ADA, "id": 100, "value": 9})
    error, _ = mismatch(wrong, tally)
    assert str(error).startswith(
        "move 2 in state turn: expected preference 100 = 9 by Ada to be accepted; got action.argument: preference 100"
    )
    error, _ = mismatch(changed(recording, 3, digest="0" * 16), tally)
    assert "expected the digest 0000000000000000" in str(error)
    assert "this move changed\n  nothing that can be shown" in str(error)
    error, _ = mismatch(changed(recording, 4, digest="0" * 16), tally)
    assert "core.state: 'turn' -> 'gameEnd'" in str(error), (
        "what went before is run again, the change included"
    )
