"""``replay --at``, ``--diff``, ``--step``: any move of a recorded game, seen from any seat."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from aurum_states.cli.keyboard import Keyboard
from aurum_states.cli.output import CannotError, InputEndedError, about
from aurum_states.cli.screen import Screen
from aurum_states.cli.table_view import show_ranking, show_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aurum_states.engine.players import Player, PlayerId
    from aurum_states.engine.table import Table
    from aurum_states.replay.timeline import Step


class Traveller:
    """Shows the moves of one recording to one seat: 1 and on, 0 for a spectator."""

    def __init__(self, file: Path, game: str | None, seat: int) -> None:
        from aurum_states.replay.loading import game_of
        from aurum_states.replay.replay import Replay
        from aurum_states.replay.timeline import Timeline

        self._file = str(file)
        with about(self._file):
            replay = Replay.read(file)
            definition = game_of(replay, game)
        self.replay: Replay = replay
        self.timeline: Timeline = Timeline(replay, definition)
        self._player = _seated(replay.players, seat)
        self._screen = Screen(getattr(definition.game_class, "highlights", {}))

    def show(self, move: int) -> None:
        """Show the table as it was after a move."""
        with about(self._file):
            table = self.timeline.at(move)
        self._where(table)
        show_table(table, self._player, self._screen)
        if table.is_over:
            show_ranking(table, self._screen)

    def compare(self, first: int, second: int) -> bool:
        """Show what the seat sees change between two moves; return whether anything has."""
        from aurum_states.replay.values import changes

        with about(self._file):
            views: list[Any] = [
                {"state": table.state, **table.view_for(self._player)}
                for table in map(self.timeline.at, (first, second))
            ]
        lines = changes(*views)
        for line in lines:
            self._screen.line(line)
        return bool(lines)

    def step(self) -> None:
        """Go through the game: at a terminal as the person likes, else from the first move to the last.

        Raises:
            InputEndedError: the person leaves.
        """
        with about(self._file):
            steps = list(self.timeline.steps())
        keyboard = Keyboard()
        if not (keyboard.is_terminal and self._screen.is_terminal):
            for step in steps:
                self._tell(step)
            return
        place = 0
        while True:
            self._screen.clear()
            self._tell(steps[place])
            show_table(steps[place].table, self._player, self._screen)
            answer = keyboard.read(f"step {place} of {len(steps) - 1} (Enter: on, b: back, a number, q)> ")
            place = _next_place(answer, place, len(steps) - 1)

    def _tell(self, step: "Step") -> None:
        """Tell a step as the seat heard of it."""
        self._where(step.table)
        for notification in step.result.notifications:
            one = notification.seen_by(self._player)
            if one is not None and one.text:
                self._screen.line(f"  {one.text}")

    def _where(self, table: "Table") -> None:
        names = [table.setup.names[player] for player in table.active_players]
        asked = f": {', '.join(names)} to move" if names else ""
        self._screen.line(f"after move {table.moves_made}, in state {table.state}{asked}", style="bold")


def _next_place(answer: str, place: int, last: int) -> int:
    """Return the step that an answer leads to."""
    word = answer.lower()
    if word in ("q", "quit", "exit"):
        raise InputEndedError("")
    if word.isascii() and word.isdigit():
        return min(int(word[:9]), last)
    return max(place - 1, 0) if word in ("b", "back") else min(place + 1, last)


def _seated(players: "Sequence[Player]", seat: int) -> "PlayerId | None":
    if seat == 0:
        return None
    if seat > len(players):
        raise CannotError(
            [f"error: --seat: there is no seat {seat} at a table of {len(players)}; 0 is a spectator"]
        )
    return players[seat - 1].id
