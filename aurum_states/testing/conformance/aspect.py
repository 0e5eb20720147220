"""Findings, and what an aspect of ``check_game`` is: it watches tables, counts what it tried, and finds."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from aurum_states.definitions.definition import GameDefinition
from aurum_states.engine.record import ActionResult, Line, encode_line
from aurum_states.engine.setup import Setup
from aurum_states.engine.table import Table
from aurum_states.proofs.seats import encode
from aurum_states.replay.format import SUFFIX, RunEntry, header_of


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with a game.

    ``kind`` is the aspect that found it, ``place`` says in which table, after which move and in which state;
    ``details`` are further lines. ``recording`` is the game up to there, as a replay file holds it; empty
    where no table was played. ``times`` counts alike findings, of which this was the first.
    """

    kind: str
    message: str
    place: str = ""
    details: tuple[str, ...] = ()
    recording: bytes = b""
    times: int = 1

    def __str__(self) -> str:
        where = f" ({self.place})" if self.place else ""
        again = f" [{self.times} times; the first:]" if self.times > 1 else ""
        return "\n".join(
            [f"{self.kind}:{again} {self.message}{where}", *(f"    {line}" for line in self.details)]
        )

    def write(self, folder: str | Path) -> Path | None:
        """Write the game up to the finding into a folder; return the file, None where nothing was played.

        Raises:
            OSError: it cannot be written.
        """
        if not self.recording:
            return None
        words = "-".join(re.findall(r"[a-z]+", f"{self.kind} {self.message.lower()}")[:6])
        file = Path(folder) / f"{words}{SUFFIX}"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(self.recording)
        return file


class Recording:
    """The lines of one game as it goes; give it to a table as its recorder."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []

    def __call__(self, *lines: Line) -> None:
        """Take the lines of a request."""
        self.lines.extend(map(encode_line, lines))

    def text(self, setup: Setup, *more: bytes) -> bytes:
        """Return the game so far as a replay file holds it, with further lines at its end."""
        return b"\n".join([encode(header_of(setup)), *self.lines, *more, b""])


class Findings:
    """What was found by now: alike findings once, with how often."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, ...], Finding] = {}
        self.table: Table | None = None
        """The table that is looked at."""
        self.recording = Recording()
        self.source = ""
        """Which game is played, for people."""

    def add(
        self, kind: str, message: str, *details: str, next_line: bytes = b"", like: str | None = None
    ) -> None:
        """Add a finding at the table that is looked at.

        ``next_line`` is a line that a recording of it must end with. Findings are alike that have the same
        kind and state and the same ``like`` (without it, the message but for its numbers).
        """
        table = self.table
        state = table.state if table is not None else ""
        key = (kind, state, re.sub(r"\d+", "#", message) if like is None else like)
        known = self._found.get(key)
        if known is not None:
            self._found[key] = replace(known, times=known.times + 1)
            return
        place = self.source
        recording = b""
        if table is not None:
            place = f"{self.source}, after move {table.moves_made}, state {state}"
            recording = self.recording.text(table.setup, *([next_line] if next_line else []))
        self._found[key] = Finding(kind, message, place, details, recording)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self._found.values())

    def __len__(self) -> int:
        return len(self._found)


class Aspect:
    """One thing that is demanded of a game. It is called at every decision of every game.

    ``name`` is the kind of its findings. ``tried`` counts what it did; what stands in ``wanted`` may not
    be 0.
    """

    name: ClassVar[str]
    wanted: ClassVar[Mapping[str, str]] = {}
    """What must have been tried, and what it means if it was not."""

    def __init__(self, definition: GameDefinition, findings: Findings, seed: str) -> None:
        self.definition = definition
        self.findings = findings
        self.seed = seed
        self.tried: Counter[str] = Counter(dict.fromkeys(self.wanted, 0))
        self.notes: list[str] = []

    def __call__(self, table: Table, entry: RunEntry | None, result: ActionResult) -> None:
        """Look at a table after its opening (no entry), or after a step."""

    def end(self, table: Table) -> None:
        """Look at a table that is over."""

    def close(self) -> None:
        """All games have been played: say what was never tried."""
        for name, meaning in self.wanted.items():
            if not self.tried[name]:
                self.nothing_tried(name, meaning)

    def nothing_tried(self, name: str, meaning: str) -> None:
        """Say that a thing was never tried; without a reason to be found, that is a finding."""
        self.findings.add(self.name, f"0 {name}: {meaning}")

    def find(self, message: str, *details: str, next_line: bytes = b"", like: str | None = None) -> None:
        """Add a finding of this aspect."""
        self.findings.add(self.name, message, *details, next_line=next_line, like=like)
