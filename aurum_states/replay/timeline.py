"""Go to any move of a recorded game."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from aurum_states.definitions.definition import GameDefinition
from aurum_states.engine.record import ActionResult
from aurum_states.engine.table import Table
from aurum_states.errors import ReplayError
from aurum_states.replay.format import AnyEntry, EndEntry, MoveEntry
from aurum_states.replay.replay import Replay
from aurum_states.replay.runner import run


class Step(NamedTuple):
    """One step of a game: what was recorded (None for the opening), what it did, and the table after it."""

    entry: AnyEntry | None
    result: ActionResult
    table: Table


class Timeline:
    """A recorded game as a line of moves. Move 0 is the table before the first."""

    def __init__(self, replay: Replay, definition: GameDefinition) -> None:
        self._replay = replay
        self._definition = definition
        self.last = len(replay.moves)
        """The number of the last move."""

    def at(self, move: int) -> Table:
        """Return a table of its own as it was after a move, what followed before the next one included.

        Raises:
            ReplayError: there is no such move.
            ReplayMismatchError: the game goes another way before it.
        """
        result = run(self._until(move), self._definition)
        if result.mismatch is not None:
            raise result.mismatch
        return result.table

    def steps(self) -> Iterator[Step]:
        """Yield step after step, each with a table of its own.

        Raises:
            ReplayMismatchError: the game goes another way.
        """
        found: list[Step] = []

        def watch(table: Table, entry: AnyEntry | None, result: ActionResult | None) -> None:
            if result is not None:
                found.append(Step(entry, result, table.fork()))

        result = run(self._replay, self._definition, watch=watch)
        yield from found
        if result.mismatch is not None:
            raise result.mismatch

    def branch(self, move: int, text: bytes) -> bytes:
        """Return the lines of the file ``text`` up to a move, as a recording that names where it comes from.

        Raises:
            ReplayError: there is no such move.
        """
        entries = self._until(move).entries
        last = entries[-1][0] if entries else 1
        header: dict[str, Any] = {
            **self._replay.header,
            "parent": {"replay": Path(self._replay.source).name, "move": move},
        }
        first = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
        return b"\n".join([first, *text.split(b"\n")[1:last], b""])

    def _until(self, move: int) -> Replay:
        if not 0 <= move <= self.last:
            raise ReplayError(f"there is no move {move}; the recording has the moves 0 to {self.last}")
        for line, entry in self._replay.entries:
            if (isinstance(entry, MoveEntry) and entry.move > move) or isinstance(entry, EndEntry):
                return self._replay.before(line)
        return self._replay
