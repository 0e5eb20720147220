"""The program: ``aurum-states``, or ``python -m aurum_states``."""

import signal
import sys


def main() -> int:
    """Run the command line to its end; an interrupt ends it quietly at any moment, imports included."""
    try:
        from aurum_states.cli.main import main as command_line

        code = command_line()
    except KeyboardInterrupt:
        code = 130
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # everything is done: there is nothing left to interrupt
    return code


if __name__ == "__main__":
    sys.exit(main())
