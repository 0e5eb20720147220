"""BGA's undo: one savepoint, taken at the end of a request, and the way back to it.

The savepoint is part of the core, so that a table restored elsewhere can still go back to it. What an undo
leaves as it is: the number of moves, the random stream, the clocks, who has left, what players prefer.
"""

from typing import TYPE_CHECKING

import msgspec

from aurum_states.definitions.states import Transition
from aurum_states.engine.players import PlayerId
from aurum_states.errors import GameError, UserException

if TYPE_CHECKING:
    from aurum_states.engine.gamestate import GamestateMachine
    from aurum_states.engine.keeping import Keeping
    from aurum_states.engine.notifications import Notify


class Savepoint(msgspec.Struct, frozen=True):
    """A table as it was at the end of a request, and whose turn it was."""

    player: PlayerId
    saved: bytes


class Step(msgspec.Struct, frozen=True, gc=False):
    """A move that can be taken back: who made it, its number, and the table before it."""

    player: PlayerId
    move: int
    saved: bytes


class Undo:
    """The savepoint of one table (BGA: ``undoSavepoint``, ``undoRestorePoint``)."""

    __slots__ = ("_gamestate", "_notify", "_on", "keeping", "wanted")

    keeping: "Keeping"

    def __init__(self, gamestate: "GamestateMachine", notify: "Notify", *, on: bool) -> None:
        self._gamestate = gamestate
        self._notify = notify
        self._on = on
        self.wanted = False
        """Whether a savepoint is to be taken at the end of this request."""

    def savepoint(self) -> None:
        """Ask for a savepoint at the end of this request; without ``db_undo_support`` nothing happens."""
        self.wanted = self._on

    def take(self) -> None:
        """Take the savepoint that was asked for, once all transitions of the request are made.

        A request that told nobody anything leaves none, as on BGA.

        Raises:
            GameError: the request ends in a multipleactiveplayer state.
        """
        self.wanted = False
        if not (self._notify.pending or self._gamestate.quiet):
            return
        self._refuse_multi()
        core = self.keeping.core
        core.savepoint = None
        core.savepoint = Savepoint(core.active, self.keeping.take().saved)

    def restore(self) -> None:
        """Go back to the savepoint, and take it anew at the end of this request.

        Code after it finds the table as it was.

        Raises:
            UserException: there is no savepoint, or it is of another player's turn.
            GameError: several players are active here.
        """
        if not self._on:
            raise UserException(
                "Sorry, this undo function has just been introduced and will be available for your next game "
                "only. (gameinfos does not have db_undo_support: true)"
            )
        self._refuse_multi()
        core, gamestate = self.keeping.core, self._gamestate
        point = core.savepoint
        if point is None:
            raise UserException("There is nothing that could be taken back: no savepoint was made")
        if point.player != core.active:
            raise UserException(
                "The stored UNDO corresponds to another player's turn : you cannot restore it"
            )
        tell_undo(self._notify, core.active)
        left = gamestate.plan.label
        self.keeping.go_back(point.saved)
        gamestate.stand_anew()
        if gamestate.plan.label != left:
            gamestate.transitions.append(Transition(left, None, gamestate.plan.label))
        self.wanted = True

    def _refuse_multi(self) -> None:
        plan = self._gamestate.plan
        if plan.multi:
            raise GameError(
                f"UNDO cannot be used for multiple active players game states: {plan.label!r} is one",
                state=plan.label,
            )


def tell_undo(notify: "Notify", player_id: PlayerId) -> None:
    """Tell everybody that a player takes back what they did."""
    notify.announce(None, "undoRestorePoint", "${player_name} takes back their move", player_id=player_id)
