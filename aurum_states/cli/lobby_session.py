"""The lobby's page at a terminal: choices change one by one, and what BGA refuses is refused."""

import re
from typing import TYPE_CHECKING

from aurum_states.cli.keyboard import Keyboard
from aurum_states.cli.lobby_view import show_lobby
from aurum_states.cli.output import Exit, InputEndedError, explain
from aurum_states.cli.screen import Screen

if TYPE_CHECKING:
    from aurum_states.cli.lobby_table import LobbyTable

_CHANGE = re.compile(r"(\d{1,9})\s*[= ]\s*(\d{1,9})", re.ASCII)

HELP = """\
You can answer with
  100=2            choose the value 2 for option 100
  players 4        another number of players
  mode training    normal, training or arena
  speed turn-based real-time, turn-based, or BGA's number
  reset            every option at its default
  all              show or fold the additional options
  Enter to see the page again, quit (or Ctrl-D) to stop"""


class LobbySession:
    """A page, and who changes it."""

    def __init__(self, table: "LobbyTable", *, unfold: bool, quiet: bool) -> None:
        self._table = table
        self._unfold = unfold
        self._quiet = quiet
        self._screen = Screen()
        self._keyboard = Keyboard()

    def run(self) -> int:
        """Show the page and take changes until the person leaves."""
        self._show()
        while True:
            try:
                text = self._keyboard.read("lobby> ")
            except InputEndedError:
                return Exit.DONE
            if text.lower() in ("quit", "exit", "q"):
                return Exit.DONE
            if self._answer(text):
                self._show()

    def _show(self) -> None:
        from aurum_states.definitions.lobby import lobby_of

        lobby = lobby_of(self._table.options, self._table.choice)
        show_lobby(lobby, self._table, self._screen, unfold=self._unfold, quiet=self._quiet)

    def _answer(self, text: str) -> bool:
        """Do what an answer asks for; return whether the page is to be shown again."""
        word, _, rest = text.strip().partition(" ")
        change = _CHANGE.fullmatch(text.strip())
        if change is not None:
            return self._change(int(change[1]), int(change[2]))
        problem: str | None
        match word.lower():
            case "" | "table" | "page":
                return True
            case "?" | "help":
                self._screen.line(HELP)
                return False
            case "all":
                self._unfold = not self._unfold
                return True
            case "reset":
                self._table.reset()
                return True
            case "players" if rest.strip().isdecimal() and len(rest.strip()) < 4:
                problem = self._table.set_players(int(rest))
            case "mode" if rest:
                problem = self._table.set_mode(rest.strip())
            case "speed" if rest:
                problem = self._table.set_speed(rest.strip())
            case _:
                problem = (
                    f"{text!r:.60} is no answer here: write ID=VALUE, players N, mode, speed, or ? for help"
                )
        if problem:
            explain(problem)
        return problem is None

    def _change(self, number: int, value: int) -> bool:
        """Change an option as a player does on BGA's page."""
        from aurum_states.definitions.conditions import change, displayed, option_name

        table = self._table
        problem = table.refuse(number, value)
        if problem is None and number not in table.options:
            table.set_option(number, value)
            return True
        if problem is None and number not in displayed(table.options, table.choice):
            problem = f"{option_name(number, table.options)} is not shown, so it cannot be changed"
        if problem is not None:
            explain(problem)
            return False
        after, refusals = change(table.options, table.choice, number, value)
        if refusals:
            for refusal in refusals:
                explain(f"BGA refuses: {refusal.message}")
            self._explain_way(number, value)
            return False
        table.choice = after
        return True

    def _explain_way(self, number: int, value: int) -> None:
        """Say which changes lead there, if some do."""
        from aurum_states.space.page_graph import Move, shortest_way

        way = shortest_way(self._table.options, self._table.choice, Move(number, value))
        if way is not None:
            explain("BGA takes it in this order: " + ", ".join(f"{one.option}={one.value}" for one in way))
