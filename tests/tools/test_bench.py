"""The benchmark measures what it says: the same games, the same transitions, verdicts that fit."""

import pytest

from tools.benchmarks import dispatch, figures
from tools.benchmarks.figures import Figure, Goal
from tools.benchmarks.games import check_same, played, played_bare, seats
from tools.benchmarks.measure import Ratio, ratio_of, run_rounds, timed
from tools.benchmarks.report import as_json, as_page, as_text


@pytest.mark.parametrize("name", figures.kinds())
def test_every_kind_of_table_plays_the_bare_rules_games(name):
    assert check_same(figures.kinds()[name], 1) > 200


@pytest.mark.parametrize("name", figures.ablated(figures.kinds()["all"]))
def test_a_table_without_a_service_plays_the_same_games(name):
    assert check_same(figures.ablated(figures.kinds()["all"])[name], 1) > 200


def test_all_candidates_make_the_same_number_of_moves():
    moves = {played(kind, seats(3), 2)() for kind in figures.kinds().values()}
    assert moves == {played_bare(seats(3), 2)()}


def test_dispatch_is_compared_on_all_pairs_and_walks_the_whole_ring():
    timings, pairs = dispatch.candidates()
    assert pairs == 2 * 14 * 3  # two rings of 12 states, gameSetup and gameEnd; '', next and a name unknown
    assert all(timing() > 0 for timing in timings.values())


def test_ratios_are_taken_within_rounds():
    ticks = {"slow": iter([9.0, 2.0, 40.0, 6.0]), "base": iter([9.0, 1.0, 20.0, 3.0])}
    measured = run_rounds({name: lambda name=name: next(ticks[name]) for name in ticks}, 3)
    assert measured.ratio("slow", "base") == Ratio(2, 2, 2)


def test_a_single_round_has_no_spread():
    assert ratio_of([3.0]) == Ratio(3.0, 3.0, 3.0)


def test_timed_divides_by_the_units_done():
    assert 0 < timed(lambda: sum(range(100_000)) and 10_000_000)() < 1e-6


@pytest.mark.parametrize(
    ("bound", "value", "verdict"),
    [("<=", 5, "stretch"), ("<=", 6, "met"), ("<=", 6.1, "missed"), (">=", 6, "met"), (">=", 5.9, "missed")],
)
def test_verdict(bound, value, verdict):
    figure = Figure(Goal("a", bound, 6, 5.5 if bound == "<=" else 7), Ratio(value, value, value))
    assert figure.verdict == verdict
    assert (figure.misses_by() > 0) == (verdict == "missed")


def test_reports_show_every_figure_and_service():
    shown = [
        Figure(Goal("quick", "<=", 2, 1), Ratio(1.5, 1.25, 1.75), "3 us"),
        Figure(Goal("slow", ">=", 9), Ratio(3, 3, 3)),
        Figure(Goal("absent", "<=", 6), None, "no such command"),
    ]
    services = {"plain lists": [figures.Service("digest", 0.5, 3.5)]}
    text, page, data = as_text(shown, services), as_page("run", shown, services), as_json(shown, services)
    for part in ("1.50x", "1.25-1.75", "<= 2x", "missed", "not measured", "no such command", "digest"):
        assert part in text
        assert part in page
    assert "Missed: slow." in page
    assert [figure["verdict"] for figure in data["figures"]] == ["met", "missed", "not measured"]
