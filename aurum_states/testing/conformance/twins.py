"""The same inputs give the same table: played beside itself, and beside a game of others.

The second table is a paranoid one, so that what it finds in the game's code is found here too.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from aurum_states.engine.record import ActionResult
from aurum_states.engine.table import Table
from aurum_states.errors import AurumStatesError, GameError
from aurum_states.proofs.seats import differences, everything
from aurum_states.replay.format import RunEntry
from aurum_states.replay.runner import take
from aurum_states.simulate.agents import RandomAgent
from aurum_states.testing.conformance.aspect import Aspect


class Twins(Aspect):
    """Two tables with the same inputs, played in turn, are the same at every move."""

    name = "deterministic"
    wanted: ClassVar[Mapping[str, str]] = {"steps the same": "no game was ever played"}

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._twin: Table | None = None
        self._stranger: Table | None = None
        self._agent = RandomAgent(f"stranger/{self.seed}")

    def __call__(self, table: Table, entry: RunEntry | None, result: ActionResult) -> None:
        """Make the same step at the twin, with a move at another game in between."""
        if entry is None:
            self._twin = None
        elif self._twin is None:
            return  # they have gone different ways
        try:
            twin, expected = self._step(table, entry)
        except GameError as error:
            self.findings.add("fails", f"a paranoid table finds: {error}")
            self._twin = None
            return
        except AurumStatesError as error:
            self._gone(f"the same move was not accepted at a second table: {error}")
            return
        found = differences(expected, result) or differences(everything(twin), everything(table))
        if found:
            self._gone("the same inputs have led to another table", *found[:6])
        else:
            self.tried["steps the same"] += 1

    def _step(self, table: Table, entry: RunEntry | None) -> tuple[Table, ActionResult]:
        if entry is None or self._twin is None:
            self._twin = Table.seated(table.setup, None, "paranoid")
            self._twin.zombies_play = table.zombies_play
            return self._twin, self._twin.opening
        self._disturb(table)
        return self._twin, take(self._twin, entry)

    def _gone(self, message: str, *details: str) -> None:
        self.find(message, *details)
        self._twin = None

    def _disturb(self, table: Table) -> None:
        """Play a move at a table of other people: nothing of theirs may reach ours."""
        if self._stranger is None or self._stranger.is_over or not self._stranger.active_players:
            setup = table.setup
            self._stranger = Table.create(
                table.definition,
                list(setup.players),
                seed=f"stranger {self.tried['steps the same']}",
                options=setup.options,
            )
            return
        player = self._stranger.active_players[0]
        try:
            self._stranger.apply(player, *self._agent.choose(self._stranger, player))
        except AurumStatesError:  # found where such a game is played for its own sake
            self._stranger = None
