"""Games played for a report, all aspects watching."""

from collections.abc import Sequence
from random import Random

from aurum_states.engine.record import ActionResult
from aurum_states.engine.setup import Setup
from aurum_states.engine.table import Table
from aurum_states.errors import AurumStatesError, GameError, NotificationArgsError
from aurum_states.replay.coverage import Watch
from aurum_states.replay.format import AnyEntry, EndEntry, RefusedEntry, read_entry
from aurum_states.replay.replay import Replay
from aurum_states.replay.runner import run
from aurum_states.testing.conformance.aspect import Aspect, Findings, Recording
from aurum_states.testing.state_coverage import watch_for

_PREFERENCE = 0.05
"""How often a player changes a preference in place of a move."""


class Stopped(Exception):  # noqa: N818 - it only ends a game, its finding has been made
    """A game that cannot go on."""


class Player:
    """Plays whole games at random, or as recorded, and shows every step to the aspects."""

    def __init__(self, aspects: Sequence[Aspect], findings: Findings, limit: int) -> None:
        self._aspects = aspects
        self._findings = findings
        self._limit = limit
        self._counted: Watch | None = None
        self.moves = 0

    def play(self, setup: Setup, seed: str, source: str) -> None:
        """Play one game at random, to its end or to the first step that fails."""
        findings = self._begin(source)
        try:
            table = findings.table = Table.seated(setup, findings.recording)
        except AurumStatesError as error:
            self._failed(error, "the table cannot be set up")
            return
        chance = Random(seed)  # noqa: S311 - reproducible moves, no secrets
        try:
            self._show(table, None, table.opening)
            while not table.is_over:
                self._demand_turn(table)
                before = len(findings.recording.lines)
                result = self._step(table, chance)
                for line in findings.recording.lines[before:]:
                    self._show(table, read_entry(line, 0), result)
            for aspect in self._aspects:
                aspect.end(table)
        except Stopped:
            pass
        except AurumStatesError as error:
            self._failed(error, "the game fails")
        self.moves += table.moves_made

    def replay(self, replay: Replay) -> None:
        """Run a recorded game."""
        findings = self._begin(replay.source or "a recording")

        def watch(table: Table, entry: AnyEntry | None, result: ActionResult | None) -> None:
            findings.table = table
            self._show(table, entry, result)

        try:
            result = run(
                replay,
                self._aspects[0].definition,
                watch=watch,
                recorder=findings.recording,
            )
        except AurumStatesError as error:
            self._failed(error, "the recording cannot be run")
            return
        self.moves += result.moves
        if result.mismatch is not None:
            findings.add("recordings", str(result.mismatch).splitlines()[0])
        elif result.table.is_over:
            for aspect in self._aspects:
                aspect.end(result.table)

    # -- one step -----------------------------------------------------------------------------------

    def _begin(self, source: str) -> Findings:
        self._counted = watch_for(self._aspects[0].definition)
        self._findings.table = None
        self._counted = watch_for(self._aspects[0].definition)
        self._findings.recording = Recording()
        self._findings.source = source
        return self._findings

    def _show(self, table: Table, entry: AnyEntry | None, result: ActionResult | None) -> None:
        if self._counted is not None:
            self._counted(table, entry, result)
        if result is None or isinstance(entry, RefusedEntry | EndEntry):
            return
        for aspect in self._aspects:
            aspect(table, entry, result)

    def _demand_turn(self, table: Table) -> None:
        if table.moves_made >= self._limit:
            self._stop(f"the game has not ended after {self._limit} moves")
        if not table.active_players:
            self._stop("nobody can act, and the game is not over")

    def _step(self, table: Table, chance: Random) -> ActionResult:
        """Make a random move of anybody who may move, or change a preference.

        Where no move is listed, the game plays for a player.
        """
        preferences = self._aspects[0].definition.preferences
        if preferences and chance.random() < _PREFERENCE:
            preference = chance.choice(list(preferences.values()))
            player = chance.choice(table.players).id
            return table.set_preference(player, preference.id, chance.choice(list(preference.values)))
        moves = [(player.id, move) for player in table.players for move in table.possible_moves(player.id)]
        if moves:
            player, move = chance.choice(moves)
            return table.act(player, move.action, move.args)
        return table.zombie_turn(chance.choice(table.active_players))

    def _stop(self, message: str) -> None:
        self._findings.add("ends", message)
        raise Stopped(message)

    def _failed(self, error: AurumStatesError, what: str) -> None:
        kind = "placeholders" if isinstance(error, NotificationArgsError) else "fails"
        handler = f" in {error.handler}" if isinstance(error, GameError) and error.handler else ""
        self._findings.add(kind, f"{what}{handler}: {error}")
