"""Tables for special purposes: ``simulation`` leaves services out, ``paranoid`` checks the game's code."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from aurum_states.components.part import Part
from aurum_states.engine.gamestate import QuietGamestateMachine
from aurum_states.engine.handlers import ActionPlan
from aurum_states.engine.notifications import SilentNotify
from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import ActionResult
from aurum_states.engine.table import Committed, Table
from aurum_states.errors import GameError, StateError, UserException

_encode = msgspec.msgpack.Encoder().encode
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
        core = self._core
        game = gamestate.game = self._game
        handler: ActionPlan = gamestate.plan.actions[action]
        gamestate.legal = None
        gamestate.args = None
        outcome = handler.call(game, option, player_id, core.active, gamestate.current_args)
        if outcome is not None:
            gamestate.follow(game, outcome)
        if gamestate.legal is None:
            gamestate.legal = {}
        gamestate.transitions.clear()
        gamestate.game = None
        core.move += 1
        return _NOTHING

    def _perform(self, player_id: PlayerId, handler: ActionPlan, option: Any, bound: Any) -> ActionResult:  # noqa: ARG002
        result = self.apply(player_id, handler.name, option)
        if self._gamestate.plan.automatic:
            raise self._unexpected_state()
        return result

    @property
    def digest(self) -> str:
        """The hash of the whole table, taken when it is asked for."""
        return self._settle(0)[1][2]


class ParanoidTable(Table):
    """Finds faults of a game's code that a normal table would let pass, at the move that makes them.

    Checked at every move: nothing changed since the last one; args and moves providers change nothing;
    the values have their declared types; no container stands in the state twice; the invariants hold. After
    every move the state is read back from its bytes, so that nothing survives but what is saved.
    """

    __slots__ = ()

    def _perform(self, player_id: PlayerId, handler: ActionPlan, option: Any, bound: Any) -> ActionResult:
        self._demand_unchanged("between two moves")
        result = super()._perform(player_id, handler, option, bound)
        self._reload()
        return result

    def _settle(self, moves: int) -> tuple[ActionResult, Committed]:
        settled = super()._settle(moves)
        self._verify(settled[1][0])
        return settled

    def _verify(self, saved: bytes) -> None:
        core, state = self._core, self._game.state
        try:
            self._plan.decode(saved)
        except msgspec.ValidationError as error:
            raise StateError(f"a value has not its declared type: {error}", state=core.state) from error
        _demand_no_alias(state, core.state)
        if not self._gamestate.plan.final:
            try:
                self._check_invariants()
            except UserException as error:
                raise GameError(f"an invariant is broken: {error}", state=core.state) from error
            if _encode((core, state)) != saved:
                raise StateError("an invariant changed the state", state=core.state)

    def _reload(self) -> None:
        """Take every value anew from the saved bytes, in new containers."""
        core, state = self._plan.decode(self._committed[0])
        own = self._game.state
        for name in own.__struct_fields__:
            if name not in self._plan.keeper.parts:
                setattr(own, name, getattr(state, name))
        for name, part in zip(self._plan.keeper.parts, self._parts, strict=True):
            part.refill(getattr(state, name))
        self._core.score.refill(core.score)
        self._core.score_aux.refill(core.score_aux)
        saved, _, digest = self._committed
        self._committed = (saved, self._plan.keeper.keep(own), digest)

    def legal_moves(self, player_id: PlayerId) -> Mapping[str, Any]:
        """As on any table; the moves provider may not change the state."""
        moves = super().legal_moves(player_id)
        self._demand_unchanged(f"by the moves provider of state {self.state!r}")
        return moves

    def _asked(self, question: Callable[[], Any], player_id: PlayerId) -> Any:
        answer = super()._asked(question, player_id)
        self._demand_unchanged(f"by code that may only look, in state {self.state!r}")
        return answer

    def _demand_unchanged(self, when: str) -> None:
        if _encode((self._core, self._game.state)) != self._committed[0]:
            raise StateError(f"the state was changed {when}: only handlers may change it", state=self.state)


def _demand_no_alias(state: Any, label: str) -> None:
    seen: dict[int, str] = {}

    def walk(value: Any, path: str) -> None:
        if isinstance(value, list | dict):
            other = seen.setdefault(id(value), path)
            if other != path:
                raise StateError(
                    f"{other} and {path} are one object: a change to one changes both", state=label
                )
            items = value.items() if isinstance(value, dict) else enumerate(value)
            for key, inner in items:
                walk(inner, f"{path}[{key!r}]")

    for name in state.__struct_fields__:
        value = getattr(state, name)
        if not isinstance(value, Part):
            walk(value, f"{type(state).__name__}.{name}")


MODES: Mapping[str, type[Table]] = {"simulation": SimulationTable, "paranoid": ParanoidTable}
"""The special tables by the name of their mode."""
