"""Who plays the ranges: this process, others on this machine, or a cluster. The result is the same.

A range whose worker is lost is played again; as its summary arrives whole or not at all, no game is counted
twice.
"""

import importlib
import logging
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import resource_tracker
from typing import Any, Literal, TypeAlias

from aurum_states.errors import AurumStatesError, LostWorkersError, MissingExtraError
from aurum_states.simulate.ranges import Part, Range, Work, play_range

PATIENCE = 2.0
"""How many seconds workers have, once nobody waits for them any more, to finish what they are at."""

Backend: TypeAlias = Literal["processes", "loky", "dask", "ray"]


def played(
    work: Work, jobs: int = 1, backend: Backend = "processes", address: str | None = None
) -> Iterator[Part]:
    """Yield the parts of all ranges as they are done, in any order.

    ``address`` is the scheduler of a cluster (dask) or its head (ray); without it workers start here.

    Raises:
        MissingExtraError: a backend needs a package that is not installed.
        LostWorkersError: workers are killed again and again.
    """
    if backend != "processes":
        return _by_joblib(work, jobs, backend, address)
    jobs = min(jobs, work.games)
    return _by_processes(work, jobs) if jobs > 1 else _here(work)


def _here(work: Work) -> Iterator[Part]:
    while (games := work.next()) is not None:
        part = play_range(games)
        work.learn(part)
        yield part


def _by_processes(work: Work, jobs: int) -> Iterator[Part]:
    lost = 0
    while True:
        waiting: dict[Future[Part], Range] = {}
        pool = ProcessPoolExecutor(jobs, initializer=_leave_interrupts)
        try:
            for part in _from_pool(pool, work, jobs, waiting):
                lost = 0
                yield part
            return
        except BrokenProcessPool:
            done = [one for one in waiting if one.done() and one.exception() is None]
            for future in done:  # played, and not yet handed on
                del waiting[future]
                yield future.result()
            lost += 1
            back = sorted(waiting.values(), key=lambda games: games.start)
            if lost >= LostWorkersError.ATTEMPTS:
                raise _lost_on(back[0]) from None
            work.give_back(back)
        except (KeyboardInterrupt, GeneratorExit):
            _leave_pool(pool)
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _from_pool(
    pool: ProcessPoolExecutor, work: Work, jobs: int, waiting: dict[Future[Part], Range]
) -> Iterator[Part]:
    while True:
        while len(waiting) < 2 * jobs and (games := work.next()) is not None:
            try:
                waiting[pool.submit(play_range, games)] = games
            except BrokenProcessPool:
                work.give_back([games])
                raise
        if not waiting:
            return
        for future in wait(waiting, return_when=FIRST_COMPLETED).done:
            part = future.result()
            del waiting[future]
            work.learn(part)
            yield part


def _leave_pool(pool: ProcessPoolExecutor) -> None:
    """End the workers: ranges under way have a moment to be finished, so that their recordings are whole."""
    workers = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    until = time.monotonic() + PATIENCE
    for worker in workers:
        worker.join(max(0.0, until - time.monotonic()))
        if worker.is_alive():
            worker.terminate()


def _lost_on(games: Range) -> LostWorkersError:
    return LostWorkersError(f"games from {games.start} on")


def _leave_interrupts() -> None:
    """Leave Ctrl-C to the process that hands out the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back while processes are started, which inherit that for good: it is for this one alone."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # which lets go what is held while it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _by_joblib(work: Work, jobs: int, backend: Backend, address: str | None) -> Iterator[Part]:
    joblib = _imported("joblib", backend)
    close, config = _OPENERS[backend](jobs, address)
    lost = 0
    try:
        with joblib.parallel_config(**config):
            while True:
                out: dict[Range, None] = {}
                parts = _by_waves if backend == "ray" else _streamed
                try:
                    for part in parts(joblib, _handed_out(work, out)):
                        del out[part.range]
                        lost = 0
                        work.learn(part)
                        yield part
                except _lost_errors() as error:
                    lost += 1
                    if lost >= LostWorkersError.ATTEMPTS and out:
                        raise _lost_on(next(iter(out))) from error
                    work.give_back(list(out))
                else:
                    return
    finally:
        close()


def _streamed(joblib: Any, ranges: Iterator[Range]) -> Iterator[Part]:
    run = joblib.Parallel(return_as="generator_unordered")
    yield from run(joblib.delayed(play_range)(games) for games in ranges)


def _by_waves(joblib: Any, ranges: Iterator[Range]) -> Iterator[Part]:
    """Play a few ranges for each worker at a time: with Ray, joblib hands on nothing before all are done."""
    while wave := list(islice(ranges, 4 * joblib.effective_n_jobs())):
        yield from joblib.Parallel()(joblib.delayed(play_range)(games) for games in wave)


def _handed_out(work: Work, out: dict[Range, None]) -> Iterator[Range]:
    while (games := work.next()) is not None:
        out[games] = None
        yield games


def _lost_errors() -> tuple[type[BaseException], ...]:
    """Return what joblib raises when a worker is lost that it does not replace by itself."""
    executor = importlib.import_module("joblib.externals.loky.process_executor")
    return BrokenProcessPool, executor.TerminatedWorkerError, executor.BrokenProcessPool


def _leave_loky() -> None:
    """End the workers, which joblib keeps for what else this process may do."""
    importlib.import_module("joblib.externals.loky").get_reusable_executor(reuse=True).shutdown()


def _loky(jobs: int, address: str | None) -> tuple[Callable[[], Any], dict[str, Any]]:
    if address is not None:
        raise AurumStatesError("--address is for a cluster: --backend dask or ray")
    return _leave_loky, {"backend": "loky", "n_jobs": jobs}


def _dask(jobs: int, address: str | None) -> tuple[Callable[[], Any], dict[str, Any]]:
    distributed = _imported("distributed", "dask")
    if address is None:
        quiet = {"dashboard_address": ":0", "silence_logs": logging.CRITICAL, "preload": __name__}
        with _interrupts_held():
            client = distributed.Client(n_workers=jobs, threads_per_worker=1, **quiet)
    else:
        client = distributed.Client(address)
    return client.close, {"backend": "dask", "n_jobs": -1}


def dask_teardown(_worker: object) -> None:
    """Let a worker of our own, which loads this module for it, end without a word.

    One that is told to end while it plays complains of what it no longer reaches.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


def _ray(jobs: int, address: str | None) -> tuple[Callable[[], Any], dict[str, Any]]:
    ray = _imported("ray", "ray")
    ray.init(address=address, **({} if address else {"num_cpus": jobs}), log_to_driver=False)
    importlib.import_module("ray.util.joblib").register_ray()
    return ray.shutdown, {"backend": "ray", "n_jobs": -1 if address else jobs}


_OPENERS: dict[str, Callable[[int, str | None], tuple[Callable[[], Any], dict[str, Any]]]] = {
    "loky": _loky,
    "dask": _dask,
    "ray": _ray,
}


def _imported(name: str, backend: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        does = f"runs games with --backend {backend}"
        if name == "ray":
            raise AurumStatesError(f"ray, which {does}, is not installed: pip install ray") from error
        raise MissingExtraError("scale", name, does) from error
