"""The program: ``aurum-states``, or ``python -m aurum_states``."""

import gc
import sys

try:
    from aurum_states.cli import interrupts
except KeyboardInterrupt:  # so early that nothing stands that could tell it better
    sys.exit(130)

YOUNG = 200_000
"""Objects between two searches for garbage: imports make so many, and none of them is garbage."""


def main() -> int:
    """Run the command line to its end; an interrupt ends it quietly at any moment, imports included."""
    interrupts.leave_at_once()
    gc.set_threshold(YOUNG)
    try:
        from aurum_states.cli.main import main as command_line

        code = command_line()
    except KeyboardInterrupt:
        code = 130
    interrupts.ignore()
    gc.freeze()  # everything is done: nothing to look through before the process ends
    return code


if __name__ == "__main__":
    sys.exit(main())
