"""One game at the terminal: persons and bots take their turns until it is over."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from aurum_states.cli import preferences
from aurum_states.cli.account import Account
from aurum_states.cli.answers import Answers
from aurum_states.cli.bot_seats import USUAL
from aurum_states.cli.debug_menu import DebugMenu
from aurum_states.cli.keyboard import Keyboard
from aurum_states.cli.output import InputEndedError, explain, note
from aurum_states.cli.recording import Recording
from aurum_states.cli.requests import requested
from aurum_states.cli.screen import Screen
from aurum_states.cli.table_view import show_ranking, show_table
from aurum_states.errors import ActionError, GameError, VisibleSystemException

if TYPE_CHECKING:
    from aurum_states.engine.players import PlayerId
    from aurum_states.engine.record import ActionResult, Move
    from aurum_states.engine.table import Table
    from aurum_states.simulate.agents import Agent

_FOR_SEAT = re.compile(r"(\d{1,9})\s*:\s*(.*)", re.ASCII)


class Session:
    """A table, who plays at it, and where it is shown and recorded."""

    def __init__(
        self,
        table: "Table",
        bots: Mapping[int, str],
        screen: Screen,
        recording: Recording | None,
        *,
        debug: bool = False,
        brief: bool = False,
    ) -> None:
        self._table = table
        self._screen = screen
        self._keyboard = Keyboard()
        self._recording = recording
        self._brief = brief
        seats = {seat: player.id for seat, player in enumerate(table.players, 1)}
        self._bots = {seats[seat]: (seat, word) for seat, word in bots.items()}
        self._agents: dict[PlayerId, Agent] = {}
        self._persons = {player: seat for seat, player in seats.items() if player not in self._bots}
        self._hot_seat = len(self._persons) > 1 and self._keyboard.is_terminal
        self._account = Account(table, screen, self._persons, secret=self._hot_seat, brief=brief)
        self._debug = DebugMenu(table, screen, recording) if debug else None
        self._sitting: PlayerId | None = None
        """Who sits at the keyboard of a hot seat."""

    def play(self, *, resumed: bool = False) -> None:
        """Play to the end of the game; what a ``resumed`` one began with is not told again.

        Raises:
            InputEndedError: nobody answers any more.
            GameError, VisibleSystemException: the game's own code failed.
        """
        from aurum_states.simulate.agents import MOVE_LIMIT

        table = self._table
        if not resumed:
            self._told(table.opening)
        alone = 0
        while not table.is_over:
            player = self._next()
            alone = alone + 1 if player in self._bots else 0
            if alone > MOVE_LIMIT:
                raise GameError(
                    f"the game has not ended after {MOVE_LIMIT:,} moves of bots: it must come to an end",
                    state=table.state,
                )
            try:
                result = self._bot_turn(player) if player in self._bots else self._person_turn(player)
            except (GameError, VisibleSystemException) as error:
                if self._debug is not None:
                    self._debug.show_logs()
                error.add_note(f"it was {table.setup.names[player]}'s turn, in state {table.state}")
                raise
            if result is not None:
                self._told(result)
                if player in self._persons:
                    self._let_change(player)
        if self._recording is not None:
            self._recording.end(table)
        if self._hot_seat:
            self._account.catch_up(self._sitting or next(iter(self._persons)))
        show_ranking(table, self._screen)

    def _next(self) -> "PlayerId":
        """Return who is to act: of several the persons first, who can then take back what is still open."""
        active = self._table.active_players
        if not active:
            raise GameError(
                f"state {self._table.state!r} waits for players, but nobody is active: make somebody active "
                "before it is entered",
                state=self._table.state,
            )
        return next((player for player in active if player in self._persons), active[0])

    def _told(self, result: "ActionResult") -> None:
        self._account.tell(result.notifications)
        for warning in result.warnings:
            note(f"warning: {warning}")
        if self._debug is not None:
            self._debug.trace(result)

    def _bot_turn(self, player: "PlayerId") -> "ActionResult":
        """Let a bot move.

        What the usual one does hangs on seed, move and seat alone: a resumed game goes the same way. Others
        may remember what they have seen, so each is one agent as long as the sitting lasts.
        """
        from aurum_states.simulate.agents import ask
        from aurum_states.simulate.bots import bot

        table, (seat, word) = self._table, self._bots[player]
        agent = self._agents.get(player)
        if agent is None:
            agent = bot(word, table.definition)(f"{table.setup.seed}/{table.moves_made}/{seat}")
            if word != USUAL:
                self._agents[player] = agent
        action, option = ask(agent, table, player)
        return table.apply(player, action, option)

    # -- persons ----------------------------------------------------------------------------------

    def _person_turn(self, player: "PlayerId") -> "ActionResult | None":
        """Ask a person until something is accepted; None where the debug menu has changed the table."""
        self._hand_over(player)
        show_table(self._table, player, self._screen)
        answers = Answers(self._table, player)
        if self._debug is None and not any(self._table.legal_moves(player).values()):
            state = self._table.state
            raise GameError(
                f"state {state!r} asks a player who has no legal move", state=state, player=player
            )
        self._show_moves(answers)
        while True:
            text = self._keyboard.read(f"{self._table.setup.names[player]}> ")
            if self._debug is not None and self._debug.run(text):
                if self._debug.changed is not None:
                    self._told(self._debug.changed)
                    return None
                continue
            if self._command(text, answers):
                continue
            result = self._attempt(answers, text)
            if result is not None:
                return result

    def _hand_over(self, player: "PlayerId") -> None:
        """In a hot seat: hide the last hand, show what is public, and let the next person sit down."""
        if not self._hot_seat:
            return
        if player != self._sitting:
            self._screen.clear()
            self._account.catch_up(None)
            self._keyboard.read(
                f"\nPass the keyboard to {self._table.setup.names[player]}, and press Enter. "
            )
            self._screen.clear()
            self._sitting = player
        self._account.catch_up(player)

    def _show_moves(self, answers: Answers) -> None:
        self._screen.line(self._table.title_for(answers.player), style="bold")
        self._screen.columns(answers.listed())
        for form in answers.open_forms():
            self._screen.line(f"  {form}")

    def _attempt(self, answers: Answers, text: str) -> "ActionResult | None":
        """Try what an answer means; explain why it cannot be."""
        for_seat = _FOR_SEAT.fullmatch(text)
        if for_seat is not None:
            seats = {seat: player for player, seat in self._persons.items()}
            if int(for_seat[1]) not in seats:
                explain(f"no person sits at seat {for_seat[1]}; persons are at {', '.join(map(str, seats))}")
                return None
            answers, text = Answers(self._table, seats[int(for_seat[1])]), for_seat[2]
        change = preferences.CHANGE.fullmatch(text)
        if change is not None:
            return self._prefer(answers.player, int(change[1]), int(change[2]))
        if text.lower() not in map(str.lower, answers.labels()):
            done = requested(self._table, text, answers.player)
            if isinstance(done, ActionError):
                explain(str(done))
                return None
            if done is not None:
                return done
        move = answers.read(text)
        if move is None:
            explain(answers.not_understood(text))
            return None
        return self._act(answers.player, move)

    def _act(self, player: "PlayerId", move: "Move") -> "ActionResult | None":
        try:
            return self._table.act(player, move.action, move.args)
        except ActionError as refused:
            explain(str(refused))
            if self._debug is not None:
                self._debug.show_logs()
            return None

    def _prefer(self, player: "PlayerId", preference: int, value: int) -> "ActionResult | None":
        try:
            return self._table.set_preference(player, preference, value)
        except ActionError as refused:
            explain(str(refused))
            return None

    def _command(self, text: str, answers: Answers) -> bool:
        """Run what is no move: help, the table again, leaving."""
        word = text.lower()
        if word in ("?", "help"):
            self._screen.line(answers.help(several=len(self._persons) > 1, debug=self._debug is not None))
        elif word == "table":
            show_table(self._table, answers.player, self._screen)
            self._show_moves(answers)
        elif word in preferences.LIST:
            self._screen.line("\n".join(preferences.listed(self._table, answers.player)))
        elif word in ("quit", "exit"):
            raise InputEndedError("the game stops here")
        else:
            return False
        return True

    def _let_change(self, player: "PlayerId") -> None:
        """At a terminal, let a person who has acted take that back, where the game still allows it."""
        table = self._table
        while (
            self._keyboard.is_terminal
            and not table.is_over
            and player not in table.active_players
            and player not in table.zombies
            and len(table.active_players) > 0
            and any(table.legal_moves(player).values())
        ):
            answers = Answers(table, player)
            labels = " or ".join(answers.labels())
            if self._hot_seat:
                self._account.catch_up(player)
            text = self._keyboard.read(f"Enter to go on, or {labels}: ")
            if not text:
                return
            result = None if self._command(text, answers) else self._attempt(answers, text)
            if result is not None:
                self._told(result)
