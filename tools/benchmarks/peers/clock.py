"""Times work in a process of its own: warmed up first, then for so many seconds, one line of JSON at the end.

The programs that use it run in the peers' environments, so this imports nothing but Python.
"""

import gc
import json
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import version
from time import perf_counter, thread_time
from typing import NamedTuple


class Taken(NamedTuple):
    """Units done, the seconds that the thread was on a processor for them, and those by the wall's clock."""

    units: int
    seconds: float
    wall: float


def for_seconds(work: Callable[[], int], seconds: float) -> Taken:
    """Repeat ``work``, which returns how many units it did, for so long by the wall's clock."""
    units = 0
    began, on_processor = perf_counter(), thread_time()
    while not units or perf_counter() < began + seconds:
        units += work()
    return Taken(units, thread_time() - on_processor, perf_counter() - began)


def report(work: Callable[[], int], seconds: float, *packages: str) -> None:
    """Print how long ``work`` took, and with which versions of packages."""
    for_seconds(work, seconds / 2)
    gc.collect()
    taken = for_seconds(work, seconds)
    versions = {"python": sys.version.split()[0]} | {name: version(name) for name in packages}
    print(json.dumps({**taken._asdict(), "versions": versions}))


def start(programs: Mapping[str, Callable[[str, float], None]]) -> None:
    """Run the program that the command line names, NAME ARGUMENT SECONDS, with the other two."""
    name, argument, seconds = sys.argv[1:]
    programs[name](argument, float(seconds))
