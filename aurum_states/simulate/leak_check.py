"""One game of a simulation with the leak proof looking on: it ends at its first leak."""

import re
from collections import Counter
from typing import Any

from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import ActionResult
from aurum_states.engine.table import Table
from aurum_states.errors import AurumStatesError
from aurum_states.proofs.leaks import LeakSearch
from aurum_states.replay.format import MoveEntry

_SHOWN = 160
"""How much is shown of what differs."""


class LeakError(AurumStatesError):
    """Somebody is told what they may not know; ``where`` is the same for all games that leak alike."""

    def __init__(self, message: str, where: str) -> None:
        super().__init__(message)
        self.where = where


class LeakCheck:
    """Makes the moves of one table, and looks at each of them; ``tried`` counts what was done.

    Raises:
        LeakError: there is a leak before the first move.
    """

    def __init__(self, table: Table, tried: Counter[str]) -> None:
        self._search = LeakSearch(table.definition, table.setup.seed, self._find, tried)
        self._table = table
        self._search(table, None)

    def apply(self, player_id: PlayerId, action: str, option: Any) -> ActionResult:
        """Make a move as ``Table.apply`` does.

        Raises:
            LeakError: there is a leak; the move has been made.
        """
        table = self._table
        args = table._gamestate.action(action, player_id).arguments(option)
        result = table.apply(player_id, action, option)
        entry = MoveEntry(result.move, player_id, action, args, result.transitions, result.digest)
        self._search(table, entry)
        return result

    def _find(self, message: str, *details: str, like: str | None = None) -> None:
        shown = "; ".join(line if len(line) <= _SHOWN else f"{line[:_SHOWN]}..." for line in details[:1])
        where = f"state {self._table.state}: {re.sub(r'[0-9]+', '#', message if like is None else like)}"
        raise LeakError(f"{message}: {shown}" if shown else message, where)
