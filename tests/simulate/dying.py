"""Workers that are killed while they play."""

import os
import signal
import time
from pathlib import Path

from aurum_states.simulate.ranges import Part, Range, play_range


def dying_once(games: Range) -> Part:
    """Kill the worker at its first game; where a file says that one was killed, play."""
    mark = Path(os.environ["DIED"])
    if games.start <= 3 < games.stop and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.01)
    return play_range(games)


def dying(games: Range) -> Part:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("this process is dead")
