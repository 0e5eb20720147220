"""Estimates: intervals and tests against values from tables, and how often they hold on made-up games."""

import math
import random
import statistics

import pytest

from aurum_states.simulate.estimates import (
    Estimate,
    difference,
    holm,
    share_of,
    student,
    student_quantile,
    wilson,
)
from aurum_states.simulate.tallies import Distribution, Shares, rounded


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)]
)
def test_students_quantiles_are_those_of_the_tables(freedom, quantile):
    assert student_quantile(freedom) == pytest.approx(quantile, abs=6e-4)
    assert student(quantile, freedom) == pytest.approx(0.05, abs=1e-4)


def test_wilsons_interval_is_that_of_the_textbook():
    """Newcombe (1998): 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    found = [wilson(part / whole, whole) for part, whole in ((81, 263), (15, 148), (0, 20), (1, 29))]
    expected = [(0.2553, 0.3662), (0.0624, 0.1605), (0, 0.1611), (0.0061, 0.1718)]
    for interval, right in zip(found, expected, strict=True):
        assert interval == pytest.approx(right, abs=5e-5)
    assert wilson(0, 0) == (0, 1)


def outside(t: float, freedom: float) -> float:
    """How much of Student's distribution lies outside -t to t, by adding up its density."""
    scale = math.gamma((freedom + 1) / 2) / math.sqrt(freedom * math.pi) / math.gamma(freedom / 2)
    steps = 20_000
    middles = ((step + 0.5) * t / steps for step in range(steps))
    inside = 2 * t / steps * sum(scale * (1 + x * x / freedom) ** (-(freedom + 1) / 2) for x in middles)
    return 1 - inside


def test_welchs_test_is_that_of_its_formula():
    one = [27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6]
    other = [27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8]
    means = []
    for sample in (one, other):
        spread = Distribution()
        for value in sample:
            spread.add(value)
        means.append(spread.mean())
    parts = [statistics.variance(sample) / len(sample) for sample in (one, other)]
    t = (statistics.mean(other) - statistics.mean(one)) / math.sqrt(sum(parts))
    freedom = sum(parts) ** 2 / (parts[0] ** 2 / (len(one) - 1) + parts[1] ** 2 / (len(other) - 1))
    assert difference(*means) == pytest.approx(outside(t, freedom), rel=1e-5)
    assert 0.001 < difference(*means) < 0.05


def test_two_proportions_are_compared_with_a_pooled_variance():
    assert difference(share_of(60, 100), share_of(45, 100)) == pytest.approx(0.0337, abs=5e-4)
    assert difference(share_of(0, 50), share_of(0, 70)) == 1
    assert difference(share_of(0, 50), share_of(50, 50)) < 1e-12


def test_what_cannot_be_compared_does_not_differ():
    assert difference(Estimate(1, 0, 1), Estimate(9, 0, 1)) == 1
    assert difference(Estimate(2, 0, 9), Estimate(2, 0, 9)) == 1
    assert difference(Estimate(2, 0, 9), Estimate(3, 0, 9)) == 0


def test_holms_adjustment():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


def clustered(rng: random.Random, games: int) -> Shares:
    """Games that differ in their share: what is counted in one game is alike."""
    shares = Shares()
    for _ in range(games):
        part = rng.choice([0.1, 0.5])
        hits = sum(rng.random() < part for _ in range(20))
        shares.add_game({"yes": hits, "no": 20 - hits})
    return shares


def test_intervals_of_what_comes_in_clusters_hold_the_truth_as_often_as_they_say():
    """Twenty cases a game that are alike: an interval that took them for independent would be far too narrow."""
    rng = random.Random("clusters")
    held = naive = 0
    for _ in range(400):
        shares = clustered(rng, 60)
        low, high = shares.share("yes").interval
        held += low <= 0.3 <= high
        low, high = wilson(shares.share("yes").value, shares.whole)
        naive += low <= 0.3 <= high
    assert 0.92 <= held / 400 <= 0.98
    assert naive / 400 < 0.75


def test_numbers_are_counted_with_four_digits():
    assert [rounded(one) for one in (7, 12345, 0.1234567, -2.0, 99.994)] == [7, 12340, 0.1235, -2, 99.99]
    spread = Distribution()
    spread.add(float("nan"))
    spread.add(float("inf"))
    assert spread.counts == {}


def test_quantiles_and_spread():
    spread = Distribution({1: 2, 2: 1, 10: 1})
    assert [spread.quantile(share) for share in (0, 0.5, 0.75, 1)] == [1, 1, 2, 10]
    assert (spread.lowest, spread.highest, spread.mean().value) == (1, 10, 3.5)
    assert spread.deviation() == pytest.approx(4.3589, abs=1e-4)
    assert Distribution().mean() == (0, 0, 0, False, 0)
