"""Where persons' answers come from: a terminal, or lines of a file or pipe."""

import io
import sys

from aurum_states.cli.output import InputEndedError


class Keyboard:
    """Reads answers from standard input."""

    def __init__(self) -> None:
        self.is_terminal = sys.stdin is not None and sys.stdin.isatty()
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # what is no text is no move either
        if self.is_terminal:
            _edit_lines()

    def read(self, prompt: str) -> str:
        """Return the next answer without its line end; raises InputEndedError when there is none."""
        sys.stderr.flush()
        if self.is_terminal:
            try:
                return input(prompt).strip()
            except EOFError:
                print()
                raise InputEndedError("no more input: the game stops here") from None
        answer = sys.stdin.readline() if sys.stdin is not None else ""
        if not answer:
            raise InputEndedError("the input has ended before the game: it stops here")
        print(f"{prompt}{answer.strip()}", flush=True)
        return answer.strip()


def _edit_lines() -> None:
    """Let the person edit a line, but remember none: the next one at the keyboard must not find it."""
    try:
        import readline
    except ImportError:  # not on Windows
        return
    readline.set_auto_history(False)
