"""Players leave, at every decision of a game, alone and in pairs: it must still come to its end."""

import contextlib
from collections.abc import Mapping
from typing import Any, ClassVar

from aurum_states.engine.setup import Setup
from aurum_states.engine.table import Table
from aurum_states.errors import AurumStatesError
from aurum_states.simulate.agents import RandomAgent
from aurum_states.simulate.quitting import QuitFailure, quit_at_every_decision
from aurum_states.testing.conformance.aspect import Aspect, Recording


class Quits(Aspect):
    """A game ends without those who have left."""

    name = "quits"
    wanted: ClassVar[Mapping[str, str]] = {"games played on": "nobody has ever left"}

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.every = 1
        """Players leave at each so many-th decision."""
        self.limit = 0
        """How many moves a game may have."""
        self._asked = False

    def play(self, setup: Setup, seed: str) -> None:
        """Play one game, at whose decisions players leave."""
        self._asked = True
        try:
            report = quit_at_every_decision(
                Table.seated(setup), seed=seed, every=self.every, limit=self.limit
            )
        except (
            AurumStatesError
        ):  # it fails though nobody has left, which is found where such games are played
            return
        self.tried["decisions"] += report.decisions
        self.tried["games played on"] += report.tried
        self.tried["quits that ended the game at once"] += len(report.ended_by_zombie)
        for failure in report.failures:
            self.findings.table, self.findings.recording = self._up_to(setup, seed, failure)
            self.find(str(failure), like=f"{failure.quitting.state} {failure.state} {failure.handler}")

    def nothing_tried(self, name: str, meaning: str) -> None:
        """Take it that nobody leaves recorded games."""
        if self._asked:
            super().nothing_tried(name, meaning)
        else:
            self.notes.append("no game was played at random")

    def _up_to(self, setup: Setup, seed: str, failure: QuitFailure) -> tuple[Table, Recording]:
        """Play the game once more, up to where they leave."""
        recording = Recording()
        table = Table.seated(setup, recording)
        agent = RandomAgent(f"{seed}/moves")
        while table.moves_made < failure.quitting.move:
            player = table.active_players[0]
            table.apply(player, *agent.choose(table, player))
        with contextlib.suppress(AurumStatesError):
            for leaver in failure.quitting.players:
                table.quit(leaver)
        return table, recording
