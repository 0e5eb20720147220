"""What Ctrl-C does: it ends the program at once, until there is something to put in order first.

An exception that rises anywhere, in the middle of an import say, may be swallowed or dressed as another one
by whatever code it meets; so before a game is at the table none is raised.
"""

import os
import signal
from types import FrameType


def leave_at_once() -> None:
    """Let an interrupt end the program there and then; unless interrupts are ignored, as under nohup."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)


def leave_in_order() -> None:
    """Let an interrupt raise KeyboardInterrupt again: from here on files are open, or a terminal is."""
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def ignore() -> None:
    """Let an interrupt do nothing any more: everything is done."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _leave(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - a handler's signature
    try:
        os.write(2, b"\ninterrupted\n")
    finally:
        os._exit(130)
