"""A snapshot, restored in another process, goes on as the table does that it was taken of."""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, ClassVar

from aurum_states.engine.record import ActionResult
from aurum_states.engine.table import Table
from aurum_states.proofs.seats import differences, encode, everything
from aurum_states.replay.format import RunEntry
from aurum_states.testing.conformance.aspect import Aspect

HASH_SEED = "20"
"""The other process hashes texts its own way: what depends on the order of a set is found."""


class OtherProcess:
    """A process that restores tables: one line of JSON in, one out."""

    def __init__(self, game: Path) -> None:
        self._said: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - as long as the process
        other = "21" if os.environ.get("PYTHONHASHSEED") == HASH_SEED else HASH_SEED
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", "aurum_states.testing.conformance.restorer", str(game)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            env={
                **os.environ,
                "PYTHONHASHSEED": other,
                "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            },
        )

    def ask(self, question: Mapping[str, Any]) -> None:
        """Send a question."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # it has ended; the answer says why
            self._process.stdin.write(encode(question) + b"\n")
            self._process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        """Return the answer to the last question; ``error`` is in it where there is none."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self._said.seek(0)
            said = self._said.read().decode(errors="replace").strip().splitlines()
            return {"error": f"the process has ended: {said[-1] if said else 'it says nothing'}"}
        answered: dict[str, Any] = json.loads(line)
        return answered

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()
        self._said.close()


class Restoring(Aspect):
    """Snapshot and restore at every step, in another process."""

    name = "restored"
    wanted: ClassVar[Mapping[str, str]] = {"steps restored": "no game was ever played"}

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._process: OtherProcess | None = None
        self._before: tuple[dict[str, Any], dict[str, Any]] | None = None

    def __call__(self, table: Table, entry: RunEntry | None, result: ActionResult) -> None:
        """Let the other process restore the table before this step, and make the step."""
        after = everything(table)
        if entry is not None and self._before is not None:
            snapshot, before = self._before
            self._process = self._process or OtherProcess(self.definition.folder)
            self._process.ask(
                {"snapshot": snapshot, "line": encode(entry).decode(), "zombies_play": table.zombies_play}
            )
            answer = self._process.answer()
            expected = {"before": before, "result": result, "after": after}
            found = [f"error: {answer['error']}"] if "error" in answer else differences(expected, answer)
            if found:
                self.find(
                    "a snapshot restored in another process goes another way",
                    *found[:6],
                )
            else:
                self.tried["steps restored"] += 1
        self._before = (table.snapshot(), after)

    def close(self) -> None:
        """End the other process."""
        super().close()
        if self._process is not None:
            self._process.close()
