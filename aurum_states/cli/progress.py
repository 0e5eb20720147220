"""A progress bar for whatever takes long."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click


@contextmanager
def progress(count: int, what: str) -> Iterator[Callable[[int], None]]:
    """Show a bar with the rate and the time left on a terminal's standard error; nothing elsewhere.

    What it gives is called with how many more are done.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    import time

    began = time.monotonic()
    with click.progressbar(length=count, file=sys.stderr, item_show_func=str) as bar:

        def advance(more: int) -> None:
            rate = (bar.pos + more) / max(time.monotonic() - began, 1e-9)
            bar.update(more, f"{rate:,.0f} {what} a second")

        yield advance
