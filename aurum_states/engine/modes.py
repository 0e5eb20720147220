"""Tables for special purposes: ``simulation`` leaves services out, ``paranoid`` checks the game's code.

``quiet`` is the usual table that tells nobody anything.
"""

from collections.abc import Mapping
from typing import Any, NoReturn

from aurum_states.engine.arguments import NO_ARGUMENTS
from aurum_states.engine.blame import raise_blamed
from aurum_states.engine.calls import ActionPlan
from aurum_states.engine.gamestate import QuietGamestateMachine
from aurum_states.engine.notifications import SilentNotify
from aurum_states.engine.outcomes import mixed
from aurum_states.engine.paranoid import ParanoidTable
from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import ActionResult
from aurum_states.engine.table import Table

_NOTHING = ActionResult((), (), "", 0)


class SimulationTable(Table):
    """Plays the rules and nothing else: no notifications, args, record, digest or rollback.

    A move that fails leaves the table as it happens to be; throw such a table away.
    """

    __slots__ = ()
    _gamestate_class = QuietGamestateMachine
    _notify_class = SilentNotify

    def apply(self, player_id: PlayerId, action: str, option: Any) -> ActionResult:
        """Perform an option taken from ``legal_moves``; the result is empty."""
        gamestate = self._gamestate
        game = gamestate.game = self._game
        gamestate.current = player_id
        gamestate.legal = None
        try:
            if gamestate.plan.master:
                handler = gamestate.action(action, player_id)
                outcome = gamestate.act_in_master(game, handler, option, player_id)
            else:
                handler = gamestate.plan.actions[action]
                outcome = handler.call(game, option, player_id, self._core.active, gamestate.current_args)
            if outcome is not None:
                if gamestate.transitions and gamestate.moved():
                    raise mixed(gamestate.plan, handler.method, outcome)
                gamestate.follow(game, outcome, handler.method)
            if gamestate.plan.automatic or gamestate.owing is not None:
                gamestate.check_return_state()
            self._core.move += 1
            if self._undo.wanted:
                self._undo.take()
            gamestate.transitions.clear()
            if self._core.standing is not None:
                self._play_for_absent(_NOTHING, self._keeping.commit)
        except Exception as error:
            self._fail(error, player_id)
        if gamestate.legal is None:
            gamestate.legal = {}
            gamestate.args = None
        gamestate.game = None
        return _NOTHING

    def _perform(self, player_id: PlayerId, handler: ActionPlan, option: Any, bound: Any) -> ActionResult:  # noqa: ARG002
        return self.apply(player_id, handler.name, option)

    def _fail(self, error: BaseException, player_id: PlayerId) -> NoReturn:
        raise_blamed(error, self._plan, self._gamestate.plan.label, player_id)

    @property
    def digest(self) -> str:
        """The hash of the whole table, taken when it is asked for."""
        return self._keeping.take().digest


class QuietTable(Table):
    """Checks, records and commits every move as any table does, but no args and notifications are made.

    The digests are those of a full table, unless the game's undo looks at what has been told.
    """

    __slots__ = ()
    _gamestate_class = QuietGamestateMachine
    _notify_class = SilentNotify

    def act(self, player_id: PlayerId, action: str, args: Mapping[str, Any] = NO_ARGUMENTS) -> ActionResult:
        """Perform a player's action, or refuse it, as any table does.

        Thousands of recordings are run by this: a legal move whose only argument is a number, which nothing
        is to be noted of, is made here without detours. All others, wrong ones too, take the usual way.
        """
        gamestate, core, game = self._gamestate, self._core, self._game
        plan = gamestate.plan
        handler, moves = plan.actions.get(action), plan.moves
        noted = self._recorder is not None or self._history is not None or self._steps_noted
        if handler is None or moves is None or noted or core.standing is not None or plan.master:
            return super().act(player_id, action, args)
        option: Any = args.get(handler.number) if args.__class__ is dict and len(args) == 1 else None
        here = core.active == player_id if plan.single else player_id in core.multiactive
        if option.__class__ is not int or not here:
            return super().act(player_id, action, args)
        try:
            legal = moves(game, player_id)
        except Exception as error:
            self._fail(error, player_id)
        try:
            usual = option in legal[action]
        except Exception:  # it is not offered, nothing is listed, or nothing that can be
            usual = False
        if not usual:
            return super().act(player_id, action, args)
        transitions = gamestate.transitions
        gamestate.game = game
        gamestate.current = player_id
        gamestate.legal = None
        try:
            outcome = handler.call(game, option, player_id, core.active, gamestate.current_args)
            if outcome is not None:
                if transitions and gamestate.moved():
                    raise mixed(plan, handler.method, outcome)
                gamestate.follow(game, outcome, handler.method)
            if gamestate.plan.automatic or gamestate.owing is not None:
                gamestate.check_return_state()
            core.move += 1
            if self._undo.wanted:
                self._undo.take()
            commit = self._keeping.take()
            result = ActionResult(tuple(transitions), (), commit.digest, core.move)
            gamestate.legal, gamestate.args = {}, None
            gamestate.transitions = []
            self._keeping.commit = commit
        except BaseException as error:
            self._fail(error, player_id)
        gamestate.game = None
        return result


MODES: Mapping[str, type[Table]] = {
    "simulation": SimulationTable,
    "paranoid": ParanoidTable,
    "quiet": QuietTable,
}
"""The special tables by the name of their mode."""
