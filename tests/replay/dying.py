"""Workers that are killed while they judge recordings."""

import os
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from aurum_states.replay.mass import Outcome, judge


def dying_once(judge_one: Any, files: Sequence[Path]) -> list[Outcome]:
    """Kill the worker in the middle of the first recordings; where a file says that one was killed, go on."""
    mark = Path(os.environ["DIED"])
    outcomes = [judge_one(file) for file in files[:3]]
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return [*outcomes, *map(judge_one, files[3:])]


def dying_on_one(judge_one: Any, files: Sequence[Path]) -> list[Outcome]:
    """Kill the worker whenever it comes to the recording 31."""
    if any(file.name.startswith("31") for file in files):
        os.kill(os.getpid(), signal.SIGKILL)
    return [judge(file) for file in files]
