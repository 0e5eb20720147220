"""How a command ends: exit codes, and the message of everything that can stop it.

Results go to standard output, everything else to standard error.
"""

import errno
import importlib
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import TextIO

import click

from aurum_states.errors import (
    AurumStatesError,
    DefinitionError,
    GameError,
    ReplayError,
    ReplayMismatchError,
    SetupError,
    VisibleSystemException,
)


class Exit(IntEnum):
    """What the program's exit code means."""

    DONE = 0
    """Done, nothing wrong."""
    BAD = 1
    """Done, and the answer is bad: a replay differs, a game has errors, two graphs are not the same."""
    CANNOT = 2
    """Could not do it: usage, a file that is missing or wrong, a table that cannot be started."""
    FAILED = 3
    """The game's own code failed."""
    INTERRUPTED = 130
    """Interrupted, or the input ended before the game did."""


class CannotError(AurumStatesError):
    """A command cannot do what it was asked, or its answer is bad, which ``code`` tells.

    ``problems`` lists every reason, one message each.
    """

    def __init__(self, problems: Iterable[str], code: Exit = Exit.CANNOT) -> None:
        self.problems = tuple(dict.fromkeys(problems))
        self.code = code
        super().__init__("\n".join(self.problems))


class InputEndedError(AurumStatesError):
    """Nobody answers any more: end of input, or the person has left."""


def advised(*arguments: str | os.PathLike[str]) -> str:
    """Return the command line to type for ``aurum-states ARGUMENTS``.

    Whoever starts the program for a user that has no such command (``tools/dev.py``) says in the environment
    variable ``AURUM_STATES_RUN_AS`` what takes its place.
    """
    import shlex

    program = os.environ.get("AURUM_STATES_RUN_AS") or "aurum-states"
    return f"{program} {shlex.join(str(argument) for argument in arguments)}"


def note(text: str) -> None:
    """Tell the user how it goes, on standard error; one that takes nothing is left."""
    try:
        print(text, file=sys.stderr, flush=True)
    except (OSError, ValueError):
        _discard(sys.stderr)


def explain(text: str) -> None:
    """Tell a person why an answer cannot be, in lines that fit the terminal."""
    import shutil
    import textwrap

    flush()
    width = shutil.get_terminal_size().columns if sys.stderr.isatty() else 0
    note(textwrap.fill(text, width, subsequent_indent="  ") if width > 20 else text)


def complain(lines: Iterable[str]) -> None:
    """Write error messages, after everything that was shown before."""
    flush()
    for line in lines:
        note(line)


def complain_of_usage(error: click.ClickException) -> None:
    """Write what is wrong with a command line, and how help is found."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is not None:
        complain([context.get_usage(), f"Try '{context.command_path} --help' for help.", ""])
    said = error.format_message().removesuffix(".")
    complain([f"error: {said[:1].lower()}{said[1:]}"])


def stopped(error: BaseException) -> Exit:
    """Say what stopped a command and return the exit code. What is none of ours is raised again."""
    if isinstance(error, OSError) and error.errno == errno.EPIPE:
        _discard(sys.stdout)  # whoever read the output has gone, which is no error to tell anybody
        return Exit.INTERRUPTED
    if isinstance(error, KeyboardInterrupt | InputEndedError):
        flush()
        note("\ninterrupted" if isinstance(error, KeyboardInterrupt) else str(error))
        complain(_notes(error))
        return Exit.INTERRUPTED
    if not isinstance(error, Exception):
        complain(
            [f"error: the game's own code stopped the program by {type(error).__name__}", *_traced(error)]
        )
        return Exit.FAILED
    if isinstance(error, MemoryError):
        complain(["error: there is not enough memory for this"])
        return Exit.CANNOT
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        complain([f"error: {name}{error.strerror or error}"])
        return Exit.CANNOT
    if not isinstance(error, AurumStatesError):
        raise error
    if isinstance(error, GameError | VisibleSystemException):
        complain(failure(error))
        return Exit.FAILED
    complain([*messages(error), *_notes(error)])
    return code_of(error)


def code_of(error: AurumStatesError) -> Exit:
    """Return the exit code that an error stands for."""
    if isinstance(error, CannotError):
        return error.code
    if isinstance(error, GameError | VisibleSystemException):
        return Exit.FAILED
    return Exit.BAD if isinstance(error, ReplayMismatchError) else Exit.CANNOT


@contextmanager
def about(file: str) -> Iterator[None]:
    """Put a replay's file and line before what is wrong with it."""
    try:
        yield
    except (ReplayError, SetupError) as error:
        raise CannotError(messages(error, file), code_of(error)) from error


def messages(error: AurumStatesError, file: str = "") -> list[str]:
    """Return what is wrong, a message for each problem; ``file`` is the replay that it concerns."""
    if isinstance(error, CannotError):
        return list(error.problems)
    if isinstance(error, DefinitionError):
        return [str(problem) for problem in error.report]
    if isinstance(error, SetupError):
        place = f"{file}:1: " if file else ""
        return [f"{place}error: {reason}" for reason in error.reasons]
    if isinstance(error, ReplayError) and file:
        place = f"{file}:{error.line}" if error.line else file
        return [f"{place}: error: {error}"]
    return [f"error: {error}"]


def failure(error: BaseException) -> list[str]:
    """Return how the game's own code failed: what, where, and the author's traceback."""
    lines = [f"error: {error}"]
    if isinstance(error, GameError):
        where = {"state": error.state, "handler": error.handler, "player": error.player}
        told = ", ".join(f"{name} {value}" for name, value in where.items() if value)
        lines += [f"  {told}"] if told else []
    return [*lines, *_traced(error)]


def _traced(error: BaseException) -> list[str]:
    return [*(f"  {text}" for text in _notes(error)), *_authors_traceback(error)]


def _notes(error: BaseException) -> list[str]:
    return list(getattr(error, "__notes__", ()))


def _authors_traceback(error: BaseException) -> list[str]:
    """Format a traceback from the author's first frame on: how the engine came there helps nobody."""
    import traceback

    cause = error.__cause__ or error
    shown = traceback.TracebackException.from_exception(cause)
    shown.__cause__ = shown.__context__ = shown.__notes__ = None  # the notes are told above
    frames = list(shown.stack)
    own = (place for place, frame in enumerate(frames) if not _is_framework(frame.filename))
    first = next(own, len(frames))
    if first == len(frames) and not isinstance(cause, SyntaxError):
        return []  # the engine's own finding, which its message tells
    shown.stack = traceback.StackSummary.from_list(frames[first:])
    return "".join(shown.format()).rstrip().splitlines()


def _is_framework(file: str) -> bool:
    """Tell a frame on the way to the author's code: the engine's (no game's), click's, importlib's."""
    package = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120 - compared as text
    if file.startswith(os.path.join(package, "games")):  # noqa: PTH118
        return False
    return file.startswith(("<", package + os.sep, *importlib.__path__, *click.__path__))


def flush() -> None:
    """Write out what was shown so far; an output that takes no more is left."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        _discard(sys.stdout)


def _discard(stream: TextIO) -> None:
    """Let Python's own flush at its end find an output that takes everything."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
    except (OSError, ValueError):
        pass
