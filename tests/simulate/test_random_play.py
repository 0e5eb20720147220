"""Aurum's random play is that of the rules' source: a part here, all of it by ``tools/long.py statistics``."""

import pytest

from aurum_states.simulate.ranges import Range, play_range

from .random_play import ERRORS, KINDS, PUBLISHED, case_of, compare, measured

GAMES = 100


@pytest.mark.parametrize("kind", KINDS)
def test_random_play_is_as_published(kind: str) -> None:
    summary = play_range(Range(case_of(kind), 0, GAMES)).summary
    assert summary.failed == 0
    found = list(compare(kind, summary))
    assert len(found) == sum(kind in by_kind for _, by_kind in PUBLISHED.values())
    assert [one for one in found if one.off > ERRORS] == []


def test_another_way_of_playing_is_noticed() -> None:
    """The same figures of bots that swap more often are not those that were published."""
    from dataclasses import replace

    case = replace(case_of("3 base"), bots=("random:swap=0.3",) * 3)
    summary = play_range(Range(case, 0, GAMES)).summary
    off = {one.what for one in compare("3 base", summary) if one.off > ERRORS}
    assert "swaps" in off
    assert dict(measured(summary, 3))["swaps"].value > 5
