"""The course of a game: it gets on, it ends, and at the end everything is counted."""

from collections.abc import Mapping
from typing import Any, ClassVar

from aurum_states.components.statistics import Statistics
from aurum_states.engine.record import ActionResult
from aurum_states.engine.table import Table
from aurum_states.replay.format import RunEntry
from aurum_states.testing.conformance.aspect import Aspect


class Progression(Aspect):
    """The progression never falls, and stays within 0 and 100."""

    name = "progression"
    wanted: ClassVar[Mapping[str, str]] = {"readings": "no game was ever played"}

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._last = 0.0
        self._highest = 0.0
        self._shown = any(state.update_game_progression for state in self.definition.graph)

    def __call__(self, table: Table, entry: RunEntry | None, result: ActionResult) -> None:  # noqa: ARG002
        """Read the progression."""
        if entry is None:
            self._last = 0.0
        if table.is_over:
            return
        read = float(table._asked(table._game.get_game_progression, None))
        self.tried["readings"] += 1
        if not 0 <= read <= 100:
            self.find(f"the progression is {read:g}; it goes from 0 to 100", like="range")
        if read < self._last:
            self.find(f"the progression falls from {self._last:g} to {read:g}", like="falls")
        self._last = read
        self._highest = max(self._highest, read)

    def close(self) -> None:
        """Demand a progression where a state updates it."""
        super().close()
        if not self._shown:
            self.notes.append("no state has updateGameProgression: nobody is shown how far the game is")
        elif not self._highest:
            self.find("the progression is always 0; write get_game_progression")
        else:
            self.notes.append(f"highest before an end: {self._highest:g}")


class Endings(Aspect):
    """Games end; then every declared statistic has a value, and scores have been given."""

    name = "ends"
    wanted: ClassVar[Mapping[str, str]] = {"games ended": "no game has come to its end"}

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._scored = False
        self._longest = 0

    def __call__(self, table: Table, entry: RunEntry | None, result: ActionResult) -> None:
        """Nothing before the end."""

    def end(self, table: Table) -> None:
        """Look at statistics and scores."""
        self.tried["games ended"] += 1
        self._longest = max(self._longest, table.moves_made)
        self._scored |= any(one.score or one.aux for one in table.ranking())
        declared = self.definition.stats
        parts = [
            part
            for name in table._plan.keeper.parts
            if isinstance(part := getattr(table._game.state, name), Statistics)
        ]
        if not parts:
            if declared.table or declared.player:
                self.find("statistics are declared, but the state has none; see create_statistics")
            return
        [stats, *_] = parts
        self._demand(declared.table, stats.table_values(), "of the table")
        for player in table.players:
            self._demand(declared.player, stats.player_values(player.id), f"of {player.name}")

    def _demand(self, declared: Mapping[str, Any], values: Mapping[str, Any], whose: str) -> None:
        self.tried["statistics"] += len(declared)
        for name in declared:
            if name not in values:
                self.find(f"the statistic {name!r} {whose} has no value at the end", like=name)

    def close(self) -> None:
        """Somebody must have had a score by now."""
        super().close()
        if self.tried["games ended"]:
            self.notes.append(f"longest game: {self._longest} moves")
            if not self._scored:
                self.find("nobody has ever had a score: every game was a draw; see player_score")
