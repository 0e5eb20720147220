"""BGA's table and player statistics (V18: what happens to one that was never initialised)."""

import msgspec
import pytest

from aurum_states.components import Services, StatisticError, Statistics


@pytest.fixture
def stats(services):
    stats = Statistics()
    stats.bind(services)
    return stats


def saved(stats: Statistics) -> Statistics:
    return msgspec.msgpack.decode(msgspec.msgpack.encode(stats), type=Statistics)


def test_table(stats):
    stats.init_table("rounds", 0)
    stats.set_table("rounds", 4)
    stats.inc_table("rounds", 2)
    assert stats.get_table("rounds") == 6 and stats.table_values() == {"rounds": 6}


def test_player(stats):
    stats.init_player("tricks", 1)
    stats.set_player("tricks", 4, 12)
    stats.inc_player("tricks", 2, 12)
    assert stats.get_player("tricks", 12) == 6
    assert stats.get_all_players("tricks") == {11: 1, 12: 6, 13: 1}
    stats.inc_all_players("tricks", 1)
    assert stats.get_all_players("tricks") == {11: 2, 12: 7, 13: 2}
    stats.set_all_players("tricks", 0)
    assert stats.player_values(12) == {"tricks": 0} and stats.player_values(99) == {}


def test_several_at_once(stats):
    stats.init_table(["rounds", "length"], 0)
    stats.init_player(("tricks", "average"), 0)
    assert stats.as_data() == {
        "table": {"rounds": 0, "length": 0.0},
        "player": {str(n): {"tricks": 0, "average": 0.0} for n in (11, 12, 13)},
    }
    assert type(stats.get_table("length")) is float


def test_never_initialised_reads_0_and_is_left_out(stats):
    assert stats.get_table("rounds") == 0 and stats.get_player("tricks", 11) == 0
    assert stats.as_data() == {"table": {}, "player": {}} and msgspec.msgpack.encode(stats) == b"\x80"


def test_v18_inc_of_0_does_nothing(stats):
    stats.inc_table("rounds", 0)
    stats.inc_player("tricks", 0, 11)
    assert stats.as_data() == {"table": {}, "player": {}}


def test_v18_inc_initialises_for_all(stats):
    stats.inc_player("tricks", 2, 12)
    assert stats.get_all_players("tricks") == {11: 0, 12: 2, 13: 0}
    stats.inc_table("length", 1.5)
    assert stats.table_values() == {"length": 1.5}


def test_v18_set_gives_all_the_value(stats):
    stats.set_player("tricks", 2, 12)
    assert stats.get_all_players("tricks") == {11: 2, 12: 2, 13: 2}
    stats.set_table("nuggets", True)
    assert stats.table_values() == {"nuggets": True}


def test_update_table_stat(services):
    services = Services(services.random, services.notify, services.players, services.stats)
    services.stats.table["tricks"] = services.stats.player["tricks"]
    stats = Statistics()
    stats.bind(services)
    stats.init_player("tricks", 0, update_table_stat=True)
    stats.inc_player("tricks", 2, 11, update_table_stat=True)
    stats.inc_player("tricks", 3, 12, update_table_stat=True)
    assert stats.get_table("tricks") == 5 and stats.get_all_players("tricks") == {11: 2, 12: 3, 13: 0}


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (
            lambda s: s.init_table("round", 0),
            r"\(table\) statistic does not exists: round \(did you mean 'rounds'",
        ),
        (
            lambda s: s.init_player("zzz", 0),
            r"\(player\) statistic does not exists: zzz \(stats.json declares: ",
        ),
        (lambda s: s.set_table("zzz", 0), "Unknown table statistic: zzz"),
        (lambda s: s.inc_table("zzz", 0), "Unknown table statistic: zzz"),
        (lambda s: s.get_table("tricks"), "Unknown table statistic: tricks"),
        (lambda s: s.set_player("zzz", 0, 11), "Unknown player statistic: zzz"),
        (lambda s: s.inc_player("zzz", 0, 11), "Unknown player statistic: zzz"),
        (lambda s: s.get_player("rounds", 11), "Unknown player statistic: rounds"),
        (lambda s: s.set_player("tricks", 0, 99), "setStat: Unknown player id: 99"),
        (lambda s: s.inc_player("tricks", 0, 99), "incStat: Unknown player id: 99"),
        (lambda s: s.get_player("tricks", 99), "getStat: Unknown player id: 99"),
        (lambda s: s.set_table("rounds", 1.5), "declared as int; 1.5 is none"),
        (lambda s: s.set_table("rounds", True), "declared as int; True is none"),
        (lambda s: s.set_table("length", "1"), "declared as float; '1' is none"),
        (lambda s: s.set_table("nuggets", 1), "declared as bool; 1 is none"),
        (lambda s: s.inc_table("nuggets", 1), "is a bool: it can be set, not incremented"),
        (lambda s: s.inc_player("passed", 1, 11), "is a bool"),
        (lambda s: s.inc_table("rounds", 1.5), "holds int: 1.5 cannot be added"),
        (lambda s: s.inc_player("tricks", True, 11), "holds int: True cannot be added"),
    ],
)
@pytest.mark.parametrize("initialised", [False, True])
def test_refusals(stats, ask, told, initialised):
    if initialised:
        stats.init_table("rounds", 0)
        stats.init_table("length", 0)
        stats.init_table("nuggets", False)
        stats.init_player("tricks", 0)
        stats.init_player("passed", False)
    with pytest.raises(StatisticError, match=told):
        ask(stats)


def test_second_init_is_refused(stats):
    stats.init_table("rounds", 0)
    stats.init_player("tricks", 0)
    with pytest.raises(StatisticError, match="'rounds' is initialised already"):
        stats.init_table("rounds", 0)
    with pytest.raises(StatisticError, match="'tricks' is initialised already"):
        stats.init_player("tricks", 0)


def test_game_without_declared_statistics(notify, services):
    stats = Statistics()
    stats.bind(Services(services.random, notify, services.players))
    with pytest.raises(
        StatisticError, match=r"Unknown table statistic: rounds \(stats.json declares: none\)"
    ):
        stats.inc_table("rounds", 1)


def test_saving_keeps_values_and_fixed_data_the_names(stats, services):
    stats.init_table("rounds", 3)
    stats.init_player("average", 1)
    twin = saved(stats)
    twin.set_fixed(msgspec.json.decode(msgspec.json.encode(stats.fixed())))
    twin.bind(services)
    assert twin.as_data() == stats.as_data() and twin.get_player("average", 11) == 1.0
    assert msgspec.msgpack.encode(twin) == msgspec.msgpack.encode(stats)


def test_rollback_forgets_what_was_initialised_since(stats):
    stats.init_table("rounds", 3)
    before = saved(stats)
    stats.inc_table("rounds", 1)
    stats.inc_table("length", 1)
    stats.init_player(["tricks", "average"], 1)
    stats.refill(before)
    assert stats.as_data() == {"table": {"rounds": 3}, "player": {}}
    assert stats.fixed() == {"table": ["rounds"], "player": []}
    stats.init_player("average", 2)
    assert stats.get_player("average", 13) == 2


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"table": ["rounds"]},
        {"table": [], "player": []},
        {"table": ["rounds", "x"], "player": ["tricks"]},
    ],
)
def test_names_of_another_table_are_refused(stats, data):
    stats.init_table("rounds", 3)
    stats.init_player("tricks", 1)
    with pytest.raises(StatisticError):
        saved(stats).set_fixed(data)
