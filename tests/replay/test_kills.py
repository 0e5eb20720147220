"""A process killed while it records leaves whole lines that replay. ``tools/long.py kills`` kills a thousand."""

import os
from pathlib import Path

import pytest

from tests.replay.kills import kill_one

KILLS = 40


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that can be forked")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_whatever_a_killed_process_leaves_replays(tmp_path: Path) -> None:
    left = [kill_one(tmp_path / str(number), f"kill {number}") for number in range(KILLS)]
    assert sum(one.moves > 0 for one in left) > KILLS // 2
    assert any(not one.ended for one in left)
