"""Tables for special purposes: ``simulation`` leaves services out, ``paranoid`` checks the game's code."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from aurum_states.components.part import Part
from aurum_states.engine.blame import blame
from aurum_states.engine.gamestate import QuietGamestateMachine
from aurum_states.engine.handlers import ActionPlan
from aurum_states.engine.keeping import Commit, encode
from aurum_states.engine.notifications import SilentNotify
from aurum_states.engine.outcomes import unexpected
from aurum_states.engine.plan import Core
from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import ActionResult
from aurum_states.engine.seating import broken_invariants
from aurum_states.engine.state import State
from aurum_states.engine.table import Table
from aurum_states.errors import GameError, StateError

T = TypeVar("T")
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
        handler: ActionPlan = gamestate.plan.actions[action]
        gamestate.legal = None
        try:
            outcome = handler.call(game, option, player_id, self._core.active, gamestate.current_args)
            if outcome is not None:
                gamestate.follow(game, outcome)
            if gamestate.plan.automatic:
                raise unexpected(gamestate.plan)
        except Exception as error:
            raise self._undone(error, player_id) from error
        if gamestate.legal is None:
            gamestate.legal = {}
            gamestate.args = None
        gamestate.transitions.clear()
        gamestate.game = None
        self._core.move += 1
        return _NOTHING

    def _perform(self, player_id: PlayerId, handler: ActionPlan, option: Any, bound: Any) -> ActionResult:  # noqa: ARG002
        return self.apply(player_id, handler.name, option)

    def _undone(self, error: BaseException, player_id: PlayerId) -> BaseException:
        return blame(error, self._plan, self._gamestate.plan.label, player_id)

    @property
    def digest(self) -> str:
        """The hash of the whole table, taken when it is asked for."""
        return self._keeping.take().digest


class ParanoidTable(Table):
    """Finds faults of a game's code that a normal table would let pass, at the move that makes them.

    Checked at every move: nothing changed since the last one; args and moves providers change nothing;
    the values have their declared types; no container stands in the state twice; the invariants hold. After
    every move the state is read back from its bytes, so that nothing survives but what is saved.
    """

    __slots__ = ("_decoded",)
    _decoded: tuple[Core, State]

    def _perform(self, player_id: PlayerId, handler: ActionPlan, option: Any, bound: Any) -> ActionResult:
        self._demand_unchanged("between two moves")
        result = super()._perform(player_id, handler, option, bound)
        self._keeping.reload(*self._decoded)
        return result

    def _settle(self, moves: int) -> tuple[ActionResult, Commit]:
        result, commit = super()._settle(moves)
        keeping, label = self._keeping, self._core.state
        try:
            self._decoded = self._plan.decode(commit.saved)
        except msgspec.ValidationError as error:
            raise StateError(f"a value has not its declared type: {error}", state=label) from error
        _demand_no_alias(keeping.state, label)
        broken = broken_invariants(self._plan, self._game)
        if broken:
            raise GameError(f"an invariant is broken: {'; '.join(broken)}", state=label)
        if encode((keeping.core, keeping.state)) != commit.saved:
            raise StateError("an invariant changed the state: it may only look", state=label)
        return result, commit

    def legal_moves(self, player_id: PlayerId) -> Mapping[str, Any]:
        """As on any table; the moves provider may not change the state."""
        moves = super().legal_moves(player_id)
        self._demand_unchanged(f"by the moves provider of state {self.state!r}")
        return moves

    def _asked(self, question: Callable[[], T], player_id: PlayerId | None) -> T:
        answer = super()._asked(question, player_id)
        self._demand_unchanged(f"by code that may only look, in state {self.state!r}")
        return answer

    def _demand_unchanged(self, when: str) -> None:
        keeping = self._keeping
        if encode((keeping.core, keeping.state)) != keeping.commit.saved:
            raise StateError(f"the state was changed {when}: only handlers may change it", state=self.state)


def _demand_no_alias(state: State, label: str) -> None:
    seen: dict[int, str] = {}

    def walk(value: Any, path: str) -> None:
        if isinstance(value, list | dict):
            other = seen.setdefault(id(value), path)
            if other != path:
                raise StateError(
                    f"{other} and {path} are one object: a change to one changes both", state=label
                )
            for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
                walk(inner, f"{path}[{key!r}]")

    for name in state.__struct_fields__:
        value = getattr(state, name)
        if not isinstance(value, Part):
            walk(value, f"{type(state).__name__}.{name}")


MODES: Mapping[str, type[Table]] = {"simulation": SimulationTable, "paranoid": ParanoidTable}
"""The special tables by the name of their mode."""
