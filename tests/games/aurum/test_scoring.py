"""Scoring a round of Aurum: points, ties, nuggets, winners (R53-R65)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aurum_states.games.aurum import rules

side_scores = st.builds(
    rules.score_side,
    st.lists(st.integers(1, 10), min_size=1, max_size=2),
    st.integers(0, 6),
    st.lists(st.integers(0, 3), max_size=2),
)


@pytest.mark.parametrize(
    ("bid", "tricks", "points", "by_bid"),
    [
        pytest.param(3, 2, 0, 0, id="R54 below"),
        pytest.param(1, 0, 0, 0, id="R54 none"),
        pytest.param(3, 3, 6, 6, id="R55 exact"),
        pytest.param(3, 5, 5, 3, id="R56 A26 above"),
    ],
)
def test_points_for_tricks(bid: int, tricks: int, points: int, by_bid: int) -> None:
    assert rules.trick_points(bid, tricks) == points
    assert rules.trick_points(bid, tricks, overtrick="bid") == by_bid


def test_R19_R53_R57_A40_a_team() -> None:
    score = rules.score_side([3, 7], 7, [1, 4, 8])
    assert score == (7, 7, 14, 6, 8)
    assert (score.points, score.exact) == (20, True)


def test_R57_gold_counts_without_tricks() -> None:
    assert rules.score_side([9], 2, [7]).points == 3


def test_A15_gold_kept_or_collected() -> None:
    assert rules.score_side([1], 1, [2], [0, 2, 7]).best_gold == 2
    collected = rules.score_side([1], 1, [2], [0, 2, 7], gold_tie="collected")
    assert (collected.best_gold, collected.gold_points) == (7, 1)


def test_A17_zero_and_none() -> None:
    zero, none = rules.score_side([1], 0, [0]), rules.score_side([1], 0, [])
    assert (zero.best_gold, none.best_gold) == (0, -1)
    zero, none = (rules.score_side([1], 0, kept, zero_beats_none=False) for kept in ([0], []))
    assert zero.best_gold == none.best_gold < rules.score_side([1], 0, [1]).best_gold


def score(points: int, exact: bool, best: int) -> rules.SideScore:
    return rules.SideScore(2, 2 if exact else 3, points, 0, best)


@pytest.mark.parametrize(
    ("sides", "narrow", "strict"),
    [
        pytest.param([(5, False, 0), (4, True, 8)], [0], [0], id="R58 most points"),
        pytest.param([(4, False, 8), (4, True, 0)], [1], [1], id="R59 the only exact one"),
        pytest.param([(4, False, 2), (4, False, 3)], [1], [1], id="R60 best gold, nobody exact"),
        pytest.param([(4, True, 2), (4, True, 3)], [1], [1], id="R60 best gold, both exact"),
        pytest.param([(4, True, 3), (4, True, 3)], [0, 1], [0, 1], id="R61 A18 still tied"),
        pytest.param([(2, True, 8), (4, False, 1), (4, False, 1)], [1, 2], [1, 2], id="A16 only tied sides"),
        pytest.param([(4, True, -1), (4, True, 0), (4, False, 1)], [1], [2], id="A16 R59 two exact"),
        pytest.param([(4, False, 2), (4, False, 2), (4, False, 1)], [0, 1], [0, 1, 2], id="A16 R60 two best"),
        pytest.param([(0, False, 0)] * 3, [0, 1, 2], [0, 1, 2], id="A20 A42 three nuggets"),
    ],
)
def test_who_gets_a_nugget(sides: list[tuple[int, bool, int]], narrow: list[int], strict: list[int]) -> None:
    scores = [score(*side) for side in sides]
    assert rules.nuggets_won(scores) == narrow
    assert rules.nuggets_won(scores, tiebreak="strict") == strict


@given(st.lists(side_scores, min_size=2, max_size=3), st.sampled_from(["narrow", "strict"]))
def test_I23_nuggets_go_to_sides_with_most_points(scores: list[rules.SideScore], tiebreak: Any) -> None:
    given_to = rules.nuggets_won(scores, tiebreak=tiebreak)
    most = max(score.points for score in scores)
    assert given_to
    assert given_to == sorted(set(given_to))
    assert all(scores[side].points == most for side in given_to)


@given(st.lists(side_scores, min_size=2, max_size=2))
def test_A16_two_sides_know_no_difference(scores: list[rules.SideScore]) -> None:
    assert rules.nuggets_won(scores) == rules.nuggets_won(scores, tiebreak="strict")


@given(st.lists(side_scores, min_size=3, max_size=3))
def test_I30_nuggets_do_not_depend_on_seats(scores: list[rules.SideScore]) -> None:
    turned = rules.nuggets_won(scores[1:] + scores[:1])
    assert sorted((side + 1) % 3 for side in turned) == rules.nuggets_won(scores)


@given(side_scores)
def test_I21_points_for_tricks(score: rules.SideScore) -> None:
    assert score.trick_points in (0, score.tricks, 2 * score.tricks)
    if score.tricks == 0:
        assert (score.trick_points, score.exact) == (0, False)


@pytest.mark.parametrize(
    ("nuggets", "won"),
    [
        ([1, 1, 1], []),
        ([0, 0], []),
        ([2, 1, 0], [0]),
        ([1, 2], [1]),
        ([2, 2, 1], [0, 1]),
        ([2, 2, 2], [0, 1, 2]),
    ],
)
def test_R01_R63_R64_A21_winners(nuggets: list[int], won: list[int]) -> None:
    assert rules.winners(nuggets) == won


@pytest.mark.parametrize("players", [3, 4])
def test_R65_A20_a_round_gives_a_nugget_at_least(players: int) -> None:
    sides = len(rules.sides(range(players)))
    assert rules.MOST_ROUNDS[players] == sides * (rules.NUGGETS_TO_WIN - 1) + 1
