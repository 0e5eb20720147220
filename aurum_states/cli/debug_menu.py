"""``play --debug``: traces, dumps and the game's ``debug_`` methods, as Studio's debug menu offers them."""

import shlex
from typing import TYPE_CHECKING

from aurum_states.cli.output import complain, explain, failure, note
from aurum_states.cli.recording import Recording
from aurum_states.cli.screen import Screen
from aurum_states.cli.trace import encoded, readable_lines
from aurum_states.errors import ActionError, GameError

if TYPE_CHECKING:
    from aurum_states.engine.record import ActionResult
    from aurum_states.engine.table import Table


class DebugMenu:
    """Looks behind the table, and changes it."""

    def __init__(self, table: "Table", screen: Screen, recording: Recording | None) -> None:
        self._table = table
        self._screen = screen
        self._recording = recording
        self.changed: ActionResult | None = None
        """What the last command has changed."""

    def trace(self, result: "ActionResult") -> None:
        """Show on standard error what a step has done."""
        first, *rest = readable_lines(self._table, result)
        note("\n".join([f"[debug] {first}", *(f"        {line}" for line in rest)]))
        self.show_logs()

    def show_logs(self) -> None:
        """Show on standard error what the game's code has written to its log since the last time."""
        logs = self._table.logs
        for level, text in logs:
            note(f"[{level}] {text}")
        logs.clear()

    def run(self, text: str) -> bool:
        """Run a debug command; return whether the text was one."""
        from aurum_states.engine.debugging import PREFIX
        from aurum_states.engine.snapshot import readable

        self.changed = None
        word = text.split()[0] if text else ""
        if word == "dump":
            self._screen.line(encoded(readable(self._table), indent=2))
        elif word == "debug":
            self._list()
        elif word.startswith(PREFIX):
            self._call(text)
        else:
            return False
        return True

    def _list(self) -> None:
        from aurum_states.engine.debugging import debug_methods, written

        game_class = self._table.definition.game_class
        methods = debug_methods(game_class) if game_class is not None else {}
        self._screen.columns(written(name, signature) for name, signature in methods.items())
        if not methods:
            self._screen.line("This game has no method whose name begins with debug_.")

    def _call(self, text: str) -> None:
        from aurum_states.engine.debugging import run_debug

        try:
            name, *words = shlex.split(text)
            self.changed = run_debug(self._table, name, words)
        except (ActionError, ValueError) as refused:
            explain(str(refused))
        except GameError as error:
            complain(failure(error))  # the table is as it was, so the game can go on
        else:
            if self._recording is not None:
                self._recording.stop(f"{name} has changed the table, which no replay can repeat")
