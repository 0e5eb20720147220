"""Tables that cover all pairs: none that can start is missing, and what is listed can start."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from aurum_states.definitions.conditions import TableChoice, effective, start_refusals
from aurum_states.space.axes import PLAYERS as NUMBER
from aurum_states.space.pairs import covering
from tests.space.plain_pages import Kind, Page, Pages
from tests.space.small_files import PLAYERS, Raw, models, small_file, tight_file

Setting = tuple[int, int]


def startable(raw: Raw, counts: tuple[int, ...], kind: Kind) -> list[Page]:
    pages = Pages(raw)
    return [page for count in counts for page in pages.of(replace(kind, players=count)) if not page.failing]


def settings_of(raw: Raw, players: int, values: tuple[int, ...], counts: tuple[int, ...]) -> list[Setting]:
    own = list(zip(raw, values, strict=True))
    return [(NUMBER, players), *own] if len(counts) > 1 else own


def pairs_of(settings: list[Setting]) -> set[tuple[Setting, Setting]]:
    return set(combinations(settings, 2)) if len(settings) > 1 else {(one, one) for one in settings}


@pytest.mark.parametrize("counts", [PLAYERS, (3,)])
def test_every_pair_that_can_start_is_there(counts: tuple[int, ...]) -> None:
    some_impossible = 0
    for number in range(200):
        rng = Random(f"pairs/{number}")
        raw = tight_file(rng) if number % 2 else small_file(rng)
        options = models(raw)
        found = covering(options, counts)
        expected = set()
        for page in startable(raw, counts, Kind(3, 0, 0)):
            expected |= pairs_of(settings_of(raw, page.kind.players, page.values, counts))
        covered = set()
        for table in found.tables:
            assert start_refusals(options, table) == []
            values = tuple(effective(options, table).values())
            covered |= pairs_of(settings_of(raw, table.players, values, counts))
        assert covered == expected, number
        assert found.pairs == len(expected)
        assert not set(found.impossible) & expected
        some_impossible += bool(found.impossible)
    assert some_impossible


def test_mode_speed_and_language_are_those_asked_for() -> None:
    for number in range(60):
        raw = small_file(Random(f"kinds/{number}"))
        kind = Kind(3, 1, 10, 2 if 2 in [page.kind.language for page in Pages(raw).pages] else None)
        beside = {} if kind.language is None else {207: kind.language}
        found = covering(models(raw), (3,), TableChoice(3, beside, mode=1, speed=10))
        pages = startable(raw, (3,), kind)
        assert found.pairs == len(
            set().union(*(pairs_of(settings_of(raw, 3, one.values, (3,))) for one in pages))
        )
        assert all((table.mode, table.speed) == (1, 10) for table in found.tables)


def test_twenty_options_of_four_values_take_few_tables() -> None:
    raw: Raw = {
        number: {"values": {str(value): {"name": str(value)} for value in range(4)}, "default": 0}
        for number in range(100, 120)
    }
    found = covering(models(raw), (2,))
    assert found.pairs == 190 * 16
    assert found.tables == covering(models(raw), (2,)).tables
    assert len(found.tables) < 50


def test_a_game_without_options_has_one_table() -> None:
    assert [table.players for table in covering({}, (2,)).tables] == [2]
