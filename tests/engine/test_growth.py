"""Nothing is left over from games: neither objects nor memory add up, whatever is asked of tables."""

import pytest

from tests.engine import growing
from tests.engine.growing import Held, play_everything, play_many, too_much, traced_growth

GAMES = 160
"""The second half of them are those of the first half again: what caches are to know they know by then."""


def play_again(number):
    play_everything(number % (GAMES // 2))


def test_games_of_every_kind_leave_nothing_over():
    seen = play_many(GAMES, 2, play=play_again)
    assert not too_much(seen, GAMES), (seen, growing.grown_lines(GAMES, 60))


def test_what_python_has_allocated_does_not_grow():
    for number in range(60):
        play_everything(number)
    grown = traced_growth(0, 60)
    assert grown < 60 * 200, growing.grown_lines(0, 60)  # a table alone is 10,000 bytes and more


def test_tables_that_are_kept_are_found():
    kept = []

    def play(number):
        play_again(number)
        kept.append([number])

    seen = play_many(GAMES, 2, play=play)
    assert "objects more" in too_much(seen, GAMES)


@pytest.mark.parametrize(("field", "more"), [("objects", 200), ("blocks", 2000)])
def test_what_counts_as_growing(field, more):
    flat = [Held(50_000, 200_000, 0)] * 10
    assert too_much(flat, 1000) == ""
    steep = [now._replace(**{field: getattr(now, field) + more * nth // 5}) for nth, now in enumerate(flat)]
    assert field in too_much(steep, 1000)
    assert too_much([*steep[:5], *[steep[4]] * 5], 1000) == ""  # what a first half takes in is no leak
