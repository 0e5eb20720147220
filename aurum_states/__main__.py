"""The program: ``aurum-states``, or ``python -m aurum_states``."""

import gc
import signal
import sys

YOUNG = 200_000
"""Objects between two searches for garbage: imports make so many, and none of them is garbage."""


def main() -> int:
    """Run the command line to its end; an interrupt ends it quietly at any moment, imports included."""
    gc.set_threshold(YOUNG)
    try:
        from aurum_states.cli.main import main as command_line

        code = command_line()
    except KeyboardInterrupt:
        code = 130
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # everything is done: there is nothing left to interrupt
    gc.freeze()  # nor anything to look through before the process ends
    return code


if __name__ == "__main__":
    sys.exit(main())
