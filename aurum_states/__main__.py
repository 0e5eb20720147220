"""The program: ``aurum-states``, or ``python -m aurum_states``."""

import sys

try:
    from aurum_states.cli import interrupts
except KeyboardInterrupt:  # so early that nothing stands that could tell it better
    sys.exit(130)


def main() -> int:
    """Run the command line to its end; an interrupt ends it quietly at any moment, imports included."""
    interrupts.leave_at_once()
    try:
        from aurum_states.cli.main import main as command_line

        code = command_line()
    except KeyboardInterrupt:
        code = 130
    interrupts.ignore()
    return code


if __name__ == "__main__":
    sys.exit(main())
