"""What BGA sends at the end of a move: private packets first, and none of 128 KB."""

import pytest

from aurum_states import Table
from aurum_states.engine.packets import PACKET_LIMIT
from tests.engine.small_games import ADA, BEN, CLEO
from tests.engine.test_telling import CODE, STATES


@pytest.fixture
def table(games) -> Table:
    return games.table(STATES, CODE.replace("INIT", "pass"), players=3)


def result_of(table: Table, code: str):
    return table.act(ADA, "actTell", {"code": code})


def test_packets_of_single_players_go_first(table):
    result = result_of(
        table,
        f"notify.all('a')\nnotify.player({CLEO}, 'b')\nnotify.all('c', '', x=1, _private={{{BEN}: {{'y': 2}}}})\n"
        f"notify.player({CLEO}, 'd')",
    )
    shown = [
        (packet.audience, [one.type for one in packet.notifications], list(packet.after))
        for packet in result.packets
    ]
    assert shown == [
        (CLEO, ["b", "d"], [1, 2]),
        (BEN, ["c"], [1]),
        (None, ["a", "c"], [0, 1]),
    ]
    assert [one.type for one in result.notifications] == ["a", "b", "c", "d"]
    own = result.packets[1].notifications[0]
    assert own.args == {"x": 1, "_private": {"y": 2}}


def test_only_what_everybody_is_told_counts_as_a_move_there(table):
    assert result_of(table, "notify.all('a')").is_public
    assert not result_of(table, f"notify.player({CLEO}, 'a')").is_public
    assert not result_of(table, "pass").is_public
    assert result_of(table, "pass").packets == []


def test_a_packet_that_is_too_large_is_a_warning_that_names_the_offender(table):
    fine = result_of(table, "notify.all('a', '', text='x' * 100_000)")
    assert fine.warnings == []
    large = result_of(table, "notify.all('a', '', text='x' * 60_000)\nnotify.all('b', '', text='x' * 71_100)")
    size = large.packets[0].size
    assert size > PACKET_LIMIT
    assert large.warnings == [
        f"BGA would refuse this move: Error: generated notifications are larger than 128k ({size}); of the packet "
        "for everybody, notification 'b' takes 71140 bytes"
    ]
    shared = result_of(
        table, f"notify.all('a', '', text='x' * 70_000)\nnotify.player({BEN}, 'b', '', text='x' * 70_000)"
    )
    assert shared.warnings == []
    alone = result_of(table, f"notify.player({BEN}, 'b', '', text='x' * 140_000)")
    assert "of the packet for player 2300002, notification 'b'" in alone.warnings[0]


def test_the_limit_is_reached_exactly(table):
    empty = result_of(table, "notify.all('a', '', text='')").packets[0].size
    room = PACKET_LIMIT - empty
    assert result_of(table, f"notify.all('a', '', text='x' * {room - 1})").warnings == []
    assert len(result_of(table, f"notify.all('a', '', text='x' * {room})").warnings) == 1


@pytest.mark.parametrize(
    ("text", "bytes_each"), [("x", 1), ("/", 2), ("ü", 6), ("😀", 12), ("\\n", 2), ('"', 2)]
)
def test_size_is_counted_as_php_writes_json(table, text, bytes_each):
    empty = result_of(table, "notify.all('a', '', text='')").packets[0].size
    filled = result_of(table, f"notify.all('a', '', text='''{text}''' * 10)").packets[0].size
    assert filled - empty == 10 * bytes_each
