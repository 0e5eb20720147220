"""Work on many things, done by several processes and handed back in order.

What a lost process had in hand is done again, one thing after the other until something is done: so it is
known what processes are lost on.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import Generic, TypeVar

from aurum_states.errors import LostWorkersError

T = TypeVar("T")
R = TypeVar("R")


class _Given(Generic[T, R]):
    """A thing that is or was handed out, and what comes of it."""

    def __init__(self, thing: T) -> None:
        self.thing = thing
        self._coming: Future[R] | None = None

    def hand_out(self, pool: ProcessPoolExecutor, work: Callable[[T], R]) -> None:
        """Hand it out, unless it is done or a process has it."""
        last, self._coming = self._coming, None
        if last is None or _is_lost(last):
            last = pool.submit(work, self.thing)
        self._coming = last

    def result(self) -> R:
        """Wait for what comes of it."""
        assert self._coming is not None
        return self._coming.result()


def in_order(
    work: Callable[[T], R],
    things: Iterable[T],
    jobs: int,
    name: Callable[[T], str],
    attempts: int = LostWorkersError.ATTEMPTS,
) -> Iterator[R]:
    """Yield what ``work`` makes of each thing, in their order, by so many processes.

    No more is held than the processes have in hand. ``name`` says for a message what a thing is. With one
    attempt nothing is done twice.

    Raises:
        LostWorkersError: processes are killed at all of so many attempts at one thing.
    """
    left, given, lost = iter(things), deque[_Given[T, R]](), 0
    while True:
        with _processes(jobs) as pool:
            try:
                while True:
                    at_once = 1 if lost else 2 * jobs
                    given.extend(map(_Given, islice(left, max(0, at_once - len(given)))))
                    if not given:
                        return
                    for one in islice(given, at_once):
                        one.hand_out(pool, work)
                    yield given[0].result()
                    given.popleft()
                    lost = 0
            except BrokenProcessPool:
                lost += 1
                if lost >= attempts:
                    raise LostWorkersError(name(given[0].thing), attempts) from None


def _is_lost(coming: Future[R]) -> bool:
    """Whether a process was lost before this was done."""
    if not coming.done():
        return False
    return coming.cancelled() or isinstance(coming.exception(), BrokenProcessPool)


@contextmanager
def _processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Give processes that are ended at once where the caller stops early."""
    pool = ProcessPoolExecutor(jobs)
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
