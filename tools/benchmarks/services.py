"""Tables with services switched off one after the other, to see what each of them costs.

A normal table has no such switches: these classes reach into the engine, which is why they live here.
"""

import dataclasses
from typing import Any, ClassVar

from aurum_states import ActionResult, GameDefinition
from aurum_states.engine import plan as plans
from aurum_states.engine.gamestate import GamestateMachine, QuietGamestateMachine
from aurum_states.engine.keeping import Commit, encode
from aurum_states.engine.notifications import Notify, SilentNotify
from aurum_states.engine.outcomes import unexpected
from aurum_states.engine.plan import GamePlan, plan_of
from aurum_states.engine.table import Table


class NoDigestTable(Table):
    """All services but the digest."""

    __slots__ = ()
    saves: ClassVar[bool] = True

    def _settle(self, moves: int) -> tuple[ActionResult, Commit]:
        gamestate, core, notify = self._gamestate, self._core, self._notify
        if gamestate.plan.automatic:
            raise unexpected(gamestate.plan)
        if gamestate.legal is None:
            gamestate.legal = {}
            gamestate.args = None
        core.move += moves
        clocks = self._keeping.clock.shown
        commit = Commit(b"", (), "", clocks)
        if self.saves:
            state = self._game.state
            commit = Commit(encode((core, state)), self._plan.keeper.keep(state), "", clocks)
        result = ActionResult(tuple(gamestate.transitions), tuple(notify.pending), "", core.move)
        gamestate.transitions = []
        notify.pending = []
        return result, commit


class NoNotificationsTable(NoDigestTable):
    """As well without what the game's code tells the players."""

    __slots__ = ()
    _notify_class: ClassVar[type[Notify]] = SilentNotify


class BoardgameIoTable(NoNotificationsTable):
    """As well without args and gameStateChange.

    What is left is what boardgame.io does too: checks, binding, legality, atomic moves, record.
    """

    __slots__ = ()
    _gamestate_class: ClassVar[type[GamestateMachine]] = QuietGamestateMachine


class NotAtomicTable(BoardgameIoTable):
    """As well without snapshot and rollback."""

    __slots__ = ()
    saves: ClassVar[bool] = False


def over_stock(definition: GameDefinition) -> GameDefinition:
    """Return the same game with every transition taken by the stock ``transitions`` machine."""
    copy = dataclasses.replace(definition)
    game_class: Any = plan_of(definition).game_class
    plans._plans[id(copy)] = (copy, GamePlan(copy, game_class, stock=True))
    return copy
