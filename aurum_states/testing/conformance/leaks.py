"""Nobody is told what they may not know."""

from collections.abc import Mapping
from typing import Any, ClassVar

from aurum_states.engine.game import has_redeal
from aurum_states.engine.record import ActionResult
from aurum_states.engine.table import Table
from aurum_states.proofs.leaks import PLAYER_REDEALS, SPECTATOR_REDEALS, LeakSearch
from aurum_states.replay.format import RunEntry
from aurum_states.testing.conformance.aspect import Aspect


class Leaks(Aspect):
    """Nobody is told what they may not know: see ``proofs.leaks``."""

    name = "leaks"
    wanted: ClassVar[Mapping[str, str]] = {
        SPECTATOR_REDEALS: "nothing that is hidden from a spectator was ever dealt anew",
        PLAYER_REDEALS: "nothing that is hidden from a player was ever dealt anew",
    }

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._search = LeakSearch(self.definition, self.seed, self.find, self.tried)

    def __call__(self, table: Table, entry: RunEntry | None, result: ActionResult) -> None:  # noqa: ARG002
        """Compare what the seats are told of the step, then deal anew for each of them."""
        self._search(table, entry)

    def close(self) -> None:
        """Say what was never tried, and which values have been dealt anew."""
        if self._search.hides:
            self.notes.append(f"dealt anew: {', '.join(sorted(self._search.hides))}")
        super().close()

    def nothing_tried(self, name: str, meaning: str) -> None:
        """Take it that a game whose seats are all shown the same has no secrets, and needs no redeal."""
        if has_redeal(self.definition.game_class) or not self.tried["decisions"]:
            super().nothing_tried(name, meaning)
        elif not self.notes and not any(one.kind == self.name for one in self.findings):
            self.notes.append("nothing is hidden: at every decision all seats are shown the same")
