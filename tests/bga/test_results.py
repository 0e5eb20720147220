"""The end of a game: ranking (V21), a result that a state returns (V22), ties, cooperation, messages."""

import pytest

from aurum_states import Replay, Table
from aurum_states.engine.results import split_aux
from aurum_states.errors import GameError
from aurum_states.replay.recorder import recorded
from aurum_states.replay.runner import run
from tests.bga.scripted import CODE, STATES, do, script
from tests.engine.small_games import ADA, BEN, CLEO, facts


def scored(table: Table, *scores: int, aux: tuple[int, ...] = (0, 0, 0)) -> Table:
    """Set the scores and end the game."""
    for player, score, second in zip(table.players, scores, aux, strict=False):
        do(
            table,
            f"self.player_score.set({player.id}, {score}); self.player_score_aux.set({player.id}, {second}); None",
        )
    do(table, "'over'")
    return table


def places(table: Table) -> list[tuple[int, int, bool]]:
    return [(one.id, one.rank, one.tie) for one in table.results()]


# -- V21 ------------------------------------------------------------------------------------------------------


def test_v21_equals_share_a_rank_and_the_next_one_skips(games):
    table = scored(games.table(STATES, CODE, 3), 5, 9, 9)
    assert places(table) == [(BEN, 1, True), (CLEO, 1, True), (ADA, 3, False)]
    assert [one.victory for one in table.results()] == [True, True, False]


def test_v21_the_tie_breaker_decides_between_equal_scores(games):
    table = scored(games.table(STATES, CODE, 3), 9, 9, 9, aux=(1, 2, 1))
    assert places(table) == [(BEN, 1, False), (ADA, 2, True), (CLEO, 2, True)]


def test_v21_who_conceded_comes_last_whatever_the_score(games):
    table = games.table(STATES, CODE, 3)
    do(table, f"self.player_score.set({BEN}, 99); None")
    table.concede(BEN)
    scored(table, 1, 99, 0)
    assert places(table) == [(ADA, 1, False), (CLEO, 2, False), (BEN, 3, False)]
    assert [one.concede for one in table.results()] == [False, False, True]


# -- V22: GameResult ------------------------------------------------------------------------------------------


def test_v22_a_game_result_returned_by_a_state_ends_the_game(games):
    table = games.table(STATES, CODE, 3)
    script(table, auto="GameResult.individual_ranking()")
    do(table, f"self.player_score.set({BEN}, 4); None")
    result = do(table, "'scores'")
    assert table.is_over
    assert [tuple(one) for one in result.transitions][1:] == [("scores", None, "gameEnd")]
    assert places(table)[0] == (BEN, 1, False)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("reverse_score=True", [(CLEO, 1), (ADA, 2), (BEN, 3)]),
        ("reverse_score=True, reverse_score_aux=True", [(CLEO, 1), (BEN, 2), (ADA, 3)]),
        ("reverse_score_aux=True", [(BEN, 1), (ADA, 2), (CLEO, 3)]),
        ("[ResultPlayer(2300003, 50, 1)]", [(CLEO, 1), (ADA, 2), (BEN, 3)]),
        ("[ResultPlayer(2300003, 5, 3), ResultPlayer(2300001, 5, 3)]", [(ADA, 1), (CLEO, 1), (BEN, 3)]),
    ],
)
def test_v22_reversed_and_stated_scores(games, given, expected):
    table = games.table(STATES, CODE, 3)
    script(table, auto=f"GameResult.individual_ranking({given})")
    for player, score, aux in ((ADA, 5, 2), (BEN, 5, 1), (CLEO, 2, 9)):
        do(
            table,
            f"self.player_score.set({player}, {score}); self.player_score_aux.set({player}, {aux}); None",
        )
    do(table, "'scores'")
    assert [(one.id, one.rank) for one in table.ranking()] == expected
    again = Table.restore(table.definition, table.snapshot())
    assert facts(again) == facts(table)


def test_v22_only_the_action_of_a_state_may_return_a_result(games):
    table = games.table(STATES, CODE, 3)
    before = facts(table)
    with pytest.raises(GameError, match="a handler returned GameResult"):
        do(table, "GameResult.individual_ranking()")
    assert facts(table) == before


def test_v22_a_result_speaks_of_players_of_the_table(games):
    table = games.table(STATES, CODE, 3)
    script(table, auto="GameResult.individual_ranking([ResultPlayer(7, 1)])")
    with pytest.raises(GameError, match="^GameResult: 7 are no players of this table"):
        do(table, "'scores'")
    assert not table.is_over


def test_a_game_that_ended_with_a_result_replays(games):
    definition = games.load(STATES, CODE)

    def play(recorder):
        table = Table.create(definition, 3, seed="S", recorder=recorder)
        script(table, auto="GameResult.individual_ranking([ResultPlayer(2300002, 3)], True)")
        do(table, "'scores'")
        return table

    recording = recorded(play)
    assert b'"ranking":[{"id":2300001,"score":0,"aux":0,"rank":1}' in recording
    assert run(Replay.parse(recording), definition).mismatch is None


# -- solo, cooperative, losers not ranked ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "score", "victory", "message"),
    [
        ("'over'", 3, True, "Victory!"),
        ("'over'", 0, False, "Defeat"),
        ("'over'", -2, False, "Defeat"),
        ("GameResult.solo(2300001, 7)", 7, True, "Victory!"),
        ("GameResult.solo(2300001, 7, False)", 7, False, "Defeat"),
        ("GameResult.solo(2300001, victory=False)", 3, False, "Defeat"),
        ("GameResult.solo(2300001, 0, True)", 0, True, "Victory!"),
    ],
)
def test_alone_one_wins_by_points_or_as_the_game_says(games, code, score, victory, message):
    table = games.table(STATES, CODE, 1)
    script(table, auto=code)
    points = 3 if "GameResult" in code else score
    do(table, f"self.player_score.set({ADA}, {points}); None")
    do(table, "'scores'")
    [one] = table.results()
    assert (one.score, one.rank, one.victory, one.tie) == (score, 1, victory, False)
    assert table.end_message(ADA) == table.end_message(None) == message


@pytest.mark.parametrize(("score", "victory"), [(0, False), (-1, False), (4, True)])
def test_together_all_win_or_lose(games, score, victory):
    table = scored(games.table(STATES, CODE, 3, is_coop=1), score, score, score)
    assert [(one.rank, one.victory) for one in table.results()] == [(1, victory)] * 3
    assert table.end_message(BEN) == ("Victory!" if victory else "Defeat")


def test_losers_need_not_be_ranked(games):
    table = scored(games.table(STATES, CODE, 3, losers_not_ranked=True), 1, 9, 5)
    assert places(table) == [(BEN, 1, False), (CLEO, 2, True), (ADA, 2, True)]
    two = scored(games.table(STATES, CODE, 2, losers_not_ranked=True), 1, 9)
    assert places(two) == [(BEN, 1, False), (ADA, 2, False)]


# -- what is shown --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "messages"),
    [
        ((1, 9, 5), {ADA: "Defeat", BEN: "Victory!", None: "Ben wins"}),
        ((9, 9, 5), {ADA: "Tie", BEN: "Tie", CLEO: "Defeat", None: "Tie"}),
    ],
)
def test_what_is_read_at_the_end_goes_by_the_number_of_winners(games, scores, messages):
    table = scored(games.table(STATES, CODE, 3), *scores)
    assert {seat: table.end_message(seat) for seat in messages} == messages


@pytest.mark.parametrize(
    ("aux", "split", "parts"),
    [
        (30402, [10000, 100, 1], (3, 4, 2)),
        (7, [10000, 100, 1], (0, 0, 7)),
        (-30402, [10000, 100, 1], (-3, -4, -2)),
        (5, [], (5,)),
        (12345, [1000], (12,)),
    ],
)
def test_a_packed_tie_breaker_is_taken_apart(aux, split, parts):
    assert split_aux(aux, split) == parts


def test_the_parts_of_the_tie_breaker_are_in_the_result(games):
    table = scored(games.table(STATES, CODE, 2, tie_breaker_split=[100, 1]), 1, 1, aux=(305, 304))
    assert [one.parts for one in table.results()] == [(3, 5), (3, 4)]
    assert [one.name for one in table.results()] == ["Ada", "Ben"]
