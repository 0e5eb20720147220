"""Players leave, at every decision of a game: it must still come to its end."""

from collections.abc import Mapping
from typing import Any, ClassVar

from aurum_states.engine.record import ActionResult
from aurum_states.engine.table import Table
from aurum_states.errors import AurumStatesError
from aurum_states.replay.format import RunEntry
from aurum_states.simulate.agents import RandomAgent
from aurum_states.testing.conformance.aspect import Aspect


class Quits(Aspect):
    """A game ends without those who have left."""

    name = "quits"
    wanted: ClassVar[Mapping[str, str]] = {"games played on": "nobody has ever left"}

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.every = 1
        self.limit = 0
        self._decisions = 0

    def __call__(self, table: Table, entry: RunEntry | None, result: ActionResult) -> None:  # noqa: ARG002
        """Let each player leave a copy of the table, and play it to its end."""
        if table.is_over:
            return
        self._decisions += 1
        if (self._decisions - 1) % self.every:
            return
        for player in table.players:
            try:
                copy = table.fork()
                self._play_on(copy, player.id)
                self.tried["games played on"] += 1
            except AurumStatesError as error:
                self.find(f"{player.name} leaves, and the game fails: {error}", like=str(copy.state))

    def _play_on(self, table: Table, leaver: int) -> None:
        agent = RandomAgent(f"{self.seed}/{leaver}/{table.moves_made}")
        for _ in range(self.limit):
            if table.is_over:
                return
            player = table.active_players[0]
            if player == leaver:
                table.zombie_turn(player)
            else:
                table.apply(player, *agent.choose(table, player))
        self.find(f"after {leaver} has left the game does not end", like="endless")
