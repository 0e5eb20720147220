"""A person's game at a real terminal, driven through a pseudo-terminal."""

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from .conftest import Run, program_environment

pty = pytest.importorskip("pty", reason="a pseudo-terminal is needed")

CLEARED = "\x1b[H\x1b[2J\x1b[3J"
STYLE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


class Terminal:
    """The program at a terminal: what it has shown so far, and the keys pressed."""

    def __init__(self, folder: Path, *arguments: str, command: str = "play") -> None:
        self.keys, screen = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "aurum_states", command, *arguments],
            stdin=screen,
            stdout=screen,
            stderr=screen,
            cwd=folder,
            env=program_environment() | {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"},
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
        os.close(screen)
        self.raw = ""

    def until(self, text: str) -> str:
        """Wait for a text; return everything shown since the last wait, escape sequences included."""
        deadline = time.monotonic() + 30
        while text not in STYLE.sub("", self.raw):
            if not self._read(deadline):
                raise AssertionError(f"{text!r} was never shown; there was {self.raw!r}")
        shown, self.raw = self.raw, ""
        return shown.replace("\r\n", "\n")

    def press(self, line: str) -> None:
        """Type a line and Enter."""
        os.write(self.keys, f"{line}\n".encode())

    def interrupt(self) -> tuple[int, str]:
        """Press Ctrl-C until it is heard (Python's readline can miss one that comes just before it waits)."""
        while self.process.poll() is None:
            os.write(self.keys, b"\x03")
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=10)
        return self.end()

    def end(self) -> tuple[int, str]:
        """Wait for the program's end; return its exit code and what it still showed."""
        deadline = time.monotonic() + 30
        while self._read(deadline):
            pass
        return self.process.wait(timeout=30), self.raw.replace("\r\n", "\n")

    def _read(self, deadline: float) -> bool:
        ready, _, _ = select.select([self.keys], [], [], max(0, deadline - time.monotonic()))
        try:
            data = os.read(self.keys, 65536) if ready else b""
        except OSError:  # the other side has closed
            data = b""
        self.raw += data.decode(errors="replace")
        return bool(data)


def _take_terminal() -> None:
    """Make the terminal the controlling one, so that Ctrl-C reaches the program as a signal."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.fixture
def terminals(here: Path) -> Iterator[list[Terminal]]:
    """Terminals to be cleaned up."""
    made: list[Terminal] = []
    yield made
    for terminal in made:
        if terminal.process.poll() is None:
            terminal.process.send_signal(signal.SIGKILL)
        terminal.process.wait()
        os.close(terminal.keys)


def test_one_person_against_bots(terminals: list[Terminal], here: Path, run: Run) -> None:
    terminal = Terminal(here, "aurum", "--seed", "S", "--replay", "a.jsonl")
    terminals.append(terminal)
    shown = terminal.until("Ada> ")
    plain = STYLE.sub("", shown)
    assert shown != plain  # in colour
    assert plain.startswith("Aurum: Ada, Ben (bot), Cleo (bot)")
    assert "Hand    B1 B4 B5 B7   C1 C4 C5 C7 C8   P9   S2 S6" in plain
    terminal.press("S9")
    assert "is no move here" in terminal.until("Ada> ")
    terminal.press("B4")
    assert "Ada has bid" in STYLE.sub("", terminal.until("Enter to go on, or cancel: "))
    terminal.press("cancel")
    assert "Ada takes the bid back" in STYLE.sub("", terminal.until("Ada> "))
    terminal.press("B5")
    terminal.until("Enter to go on, or cancel: ")
    terminal.press("")
    assert "Ada bids B5" in STYLE.sub("", terminal.until("Ada> "))
    code, rest = terminal.interrupt()
    assert code == 130
    assert "interrupted" in rest
    assert "go on with: aurum-states play --resume a.jsonl" in rest
    assert run("replay", "a.jsonl").code == 0


def test_a_hot_seat_hides_hands(terminals: list[Terminal], here: Path) -> None:
    terminal = Terminal(here, "aurum", "--seed", "S", "--bots", "3")
    terminals.append(terminal)
    assert "Hand" not in terminal.until("Pass the keyboard to Ada, and press Enter.")
    terminal.press("")
    assert "Hand" in terminal.until("Ada> ")
    terminal.press("B4")
    terminal.until("Enter to go on, or cancel: ")
    terminal.press("")
    handed_over = terminal.until("Pass the keyboard to Ben, and press Enter.")
    after = handed_over.partition(CLEARED)[2]
    assert "B4" not in after
    assert "Hand" not in after
    assert "Ada has bid" in STYLE.sub("", after)
    terminal.press("")
    shown = terminal.until("Ben> ")
    assert CLEARED in shown
    seen = STYLE.sub("", shown)
    assert "Hand    C3   P1 P2 P3 P4 P5 P7   S4 S5 S7 S8 S9" in seen
    assert "face down" in seen
    assert "B4" not in seen
    terminal.press("quit")
    assert terminal.end()[0] == 130


def test_the_end_of_input(terminals: list[Terminal], here: Path) -> None:
    terminal = Terminal(here, "aurum", "--seed", "S")
    terminals.append(terminal)
    terminal.until("Ada> ")
    os.write(terminal.keys, b"\x04")
    code, rest = terminal.end()
    assert code == 130
    assert "no more input: the game stops here" in rest
