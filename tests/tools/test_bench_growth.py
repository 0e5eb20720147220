"""What could grow is measured: live tables, their memory, and a game that does not end."""

import pytest

from aurum_states import load_game
from tools.benchmarks import growth
from tools.benchmarks.command import main
from tools.benchmarks.games import Kind, seats


def test_every_figure_is_measured_and_the_state_of_a_table_does_not_grow():
    told: list[str] = []
    figures = growth.measure_growth(1, told.append, growth.Extent((1, 2, 40), 80, 3_000))
    assert len(figures) == 5
    assert all(figure.measured for figure in figures)
    assert figures[0].aim.name == "a move at one of 2 live tables against one of 1"
    [kept] = [figure for figure in figures if figure.aim.unit == " bytes"]
    assert kept.measured is not None
    assert kept.measured.median < 40  # a table that kept its moves would keep thousands
    assert len(told) == 3


def test_a_table_that_keeps_its_moves_is_seen():
    kept = []
    kind = growth.endless()
    held = growth.held_by_tenths(kind, seats(3), 1_000)
    growing = growth.held_by_tenths(kind, seats(3), 1_000, recorder=kept.append)
    assert (growing[-1] - growing[0]) / 900 > 100 + (held[-1] - held[0]) / 900


def test_the_endless_game_goes_on_and_stays_small():
    found = [*growth.tenths(growth.endless(), seats(4), 5_000)]
    assert len(found) == 10
    assert found[-1].state < 1.2 * found[0].state


def test_finished_games_are_replaced():
    assert growth.beside_each_other(Kind(load_game("aurum")), seats(3), 2, 400)() > 0


@pytest.mark.parametrize("flag", ["--ci", "--write"])
def test_growth_alone_is_no_whole_run(flag):
    with pytest.raises(SystemExit) as refused:
        main(["--growth", flag])
    assert refused.value.code == 2
