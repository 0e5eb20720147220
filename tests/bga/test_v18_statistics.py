"""V18: a statistic that was never initialised; BGA's two styles of names and its error texts."""

import pytest

from aurum_states.components import StatisticError, Statistics
from tests.components.conftest import notify, services  # noqa: F401 - fixtures


@pytest.fixture
def stats(services) -> Statistics:  # noqa: F811
    stats = Statistics()
    stats.bind(services)
    return stats


def test_v18_inc_stat_on_an_uninitialised_player_stat_creates_it_for_all_players(stats):
    stats.inc_stat(2, "tricks", 12)
    assert stats.player_stats.get_all("tricks") == {11: 0, 12: 2, 13: 0}


def test_v18_inc_stat_0_does_nothing(stats):
    stats.inc_stat(0, "tricks", 12)
    stats.inc_stat(0, "rounds")
    assert stats.as_data() == {"table": {}, "player": {}}


def test_v18_set_stat_on_an_uninitialised_player_stat_gives_all_players_the_value(stats):
    stats.set_stat(3, "tricks", 12)
    assert stats.player_stats.get_all("tricks") == {11: 3, 12: 3, 13: 3}


def test_v18_get_stat_of_an_uninitialised_stat_is_0(stats):
    assert stats.get_stat("rounds") == 0 and stats.get_stat("tricks", 11) == 0


@pytest.mark.parametrize("nobody", [None, 0])
def test_v18_without_a_player_or_with_0_it_is_the_tables(stats, nobody):
    stats.init_stat("table", "rounds", 1)
    stats.inc_stat(2, "rounds", nobody)
    assert stats.get_stat("rounds", nobody) == 3
    stats.set_stat(9, "rounds", nobody)
    assert stats.table_stats.get("rounds") == 9


def test_both_styles_are_one_store(stats):
    stats.table_stats.init(["rounds", "length"], 0)
    stats.table_stats.set("rounds", 4)
    stats.table_stats.inc("rounds", 1)
    stats.init_stat("player", "tricks", 1)
    stats.player_stats.init("average", 0)
    stats.player_stats.set("tricks", 5, 12)
    stats.player_stats.inc("tricks", 1, 11)
    stats.player_stats.inc_all("tricks", 1)
    stats.player_stats.set_all("average", 2.5)
    assert stats.get_stat("rounds") == 5 and stats.player_stats.get("average", 13) == 2.5
    assert stats.player_stats.get_all("tricks") == {11: 3, 12: 6, 13: 2}


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda s: s.init_stat("table", "no", 0), r"\(table\) statistic does not exists: no"),
        (lambda s: s.init_stat("player", "no", 0), r"\(player\) statistic does not exists: no"),
        (lambda s: s.set_stat(1, "no"), "Unknown table statistic: no"),
        (lambda s: s.inc_stat(1, "no", 11), "Unknown player statistic: no"),
        (lambda s: s.inc_stat(1, "tricks", 99), "incStat: Unknown player id: 99"),
        (lambda s: s.table_stats.inc("nuggets", 1), "is a bool: it can be set, not incremented"),
        (lambda s: s.init_stat("all", "tricks", 0), "'table' or 'player', not 'all'"),
        (lambda s: s.init_stat("player", "tricks", 0, 11), "for all players at once"),
        (
            lambda s: [s.init_stat("player", "tricks", 0), s.init_stat("player", "tricks", 0)],
            "initialised already",
        ),
    ],
)
def test_errors(stats, ask, said):
    with pytest.raises(StatisticError, match=said):
        ask(stats)
