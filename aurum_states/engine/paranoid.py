"""A table that finds faults of a game's code which others let pass, at the move that makes them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from aurum_states.components.part import Part
from aurum_states.definitions.shapes import short_repr
from aurum_states.engine.calls import ActionPlan
from aurum_states.engine.game import ANY
from aurum_states.engine.gamestate import GamestateMachine
from aurum_states.engine.keeping import Commit, encode, settle
from aurum_states.engine.plan import Core, StatePlan
from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import ActionResult
from aurum_states.engine.seating import broken_invariants
from aurum_states.engine.state import State
from aurum_states.engine.table import Table
from aurum_states.errors import GameError, StateError
from aurum_states.names import listed, snake

T = TypeVar("T")


class WatchedGamestateMachine(GamestateMachine):
    """Checks what is around the providers of args, moves and progression: they may only look.

    What they write while an action runs would be committed with it, and nobody would ever know.
    """

    __slots__ = ("_proven", "_watched")

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._watched = False
        self._proven: set[object] = set()

    def enter(self, game: Any, plan: StatePlan) -> None:
        """Enter a state; its args and progression may change nothing."""
        looking = [snake(plan.state.args)] if plan.state.args else []
        looking += ["get_game_progression"] if plan.progression else []
        looking += [f"moves_{snake(plan.label)}"] if plan.moves else []
        self._watch(lambda: super(WatchedGamestateMachine, self).enter(game, plan), game, looking)

    def _private_args(self, game: Any, player_id: PlayerId, plan: StatePlan) -> bytes:
        if plan.args is None:
            return super()._private_args(game, player_id, plan)
        ask = super()._private_args
        return self._watch(lambda: ask(game, player_id, plan), game, [snake(plan.state.args or "")])

    def legal_moves(self, game: Any, player_id: PlayerId) -> Mapping[str, Any]:
        """Return the moves; their provider may change nothing, and what it gives must be of use."""
        if self.legal is not None and player_id in self.legal:
            return self.legal[player_id]
        plan = self.plan_of(player_id)
        provider = f"moves_{snake(plan.label)}"
        moves = self._watch(
            lambda: super(WatchedGamestateMachine, self).legal_moves(game, player_id), game, [provider]
        )
        if isinstance(moves, Mapping):
            _demand_own(self._plans.keeper.containers, game.state, provider, moves, plan.label)
        _demand_useful(plan, provider, moves, self._proven)
        return moves

    def _watch(self, look: Callable[[], T], game: Any, who: Sequence[str]) -> T:
        """Ask something, and compare the table before and after; what is asked on the way is covered."""
        if self._watched:
            return look()
        before, said, label = self._seen(game), len(self._notify.pending), self.plan.label
        self._watched = True
        try:
            answer = look()
        finally:
            self._watched = False
        if before and self._seen(game) != before:
            raise StateError(
                f"the state was changed by {listed(who)} of state {label!r}, which may only look", state=label
            )
        for notification in self._notify.pending[said:]:
            if not notification.type.startswith("gameStateChange"):
                raise _said(listed(who), notification.type, label)
        return answer

    def _seen(self, game: Any) -> bytes:
        try:
            settle(game.state, self._plans.keeper)
            return encode((self._core, game.state))
        except (TypeError, ValueError, OverflowError):  # found and named when the move is committed
            return b""


class ParanoidTable(Table):
    """Finds faults of a game's code that a normal table would let pass, at the move that makes them.

    Checked at every move: nothing changed since the last one; providers and views change nothing; moves can
    be requested and hand out no container of the state; the values have their declared types; no container
    stands in the state twice; no component is replaced; the invariants hold. After every move the state is
    read back from its bytes, so that nothing survives but what is saved.
    """

    __slots__ = ("_decoded",)
    _decoded: tuple[Core, State]
    _gamestate_class = WatchedGamestateMachine

    def _perform(self, player_id: PlayerId, handler: ActionPlan, option: Any, bound: Any) -> ActionResult:
        self._demand_unchanged("between two moves: only handlers may change it")
        result = super()._perform(player_id, handler, option, bound)
        self._keeping.reload(*self._decoded)
        return result

    def _request(self, *given: Any, **named: Any) -> ActionResult:
        self._demand_unchanged("between two moves: only handlers may change it")
        result = super()._request(*given, **named)
        self._keeping.reload(*self._decoded)
        return result

    def _settle(self, moves: int) -> tuple[ActionResult, Commit]:
        result, commit = super()._settle(moves)
        keeping, label = self._keeping, self._core.state
        try:
            self._decoded = self._plan.decode(commit.saved)
        except msgspec.ValidationError as error:
            raise StateError(f"a value has not its declared type: {error}", state=label) from error
        _demand_parts(keeping.state, keeping.parts, self._plan.keeper.parts, label)
        _demand_true(keeping.state, self._decoded[1], label)
        broken = broken_invariants(self._plan, self._game)
        if broken:
            raise GameError(f"an invariant is broken: {'; '.join(broken)}", state=label)
        if keeping.encoded() != commit.saved:
            raise StateError("an invariant changed the state: it may only look", state=label)
        return result, commit

    def legal_moves(self, player_id: PlayerId) -> Mapping[str, Any]:
        """As on any table; asked between two moves, nothing may have changed since the last."""
        self._demand_unchanged("between two moves: only handlers may change it")
        return super().legal_moves(player_id)

    def _asked(self, question: Callable[[], T], player_id: PlayerId | None) -> T:
        answer = super()._asked(question, player_id)
        self._demand_unchanged(f"by code that may only look, in state {self.state!r}")
        for notification in self._notify.pending:
            self._notify.pending = []
            raise _said("code that may only look", notification.type, self.state)
        return answer

    def _demand_unchanged(self, when: str) -> None:
        keeping = self._keeping
        if keeping.encoded() != keeping.commit.saved:
            raise StateError(f"the state was changed {when}", state=self.state)


def _said(who: str, type: str, label: str) -> StateError:  # noqa: A002
    return StateError(
        f"the notification {type!r} was sent by {who} of state {label!r}, which may only look", state=label
    )


def _demand_parts(state: State, parts: tuple[Part, ...], names: tuple[str, ...], label: str) -> None:
    for name, part in zip(names, parts, strict=True):
        if getattr(state, name) is not part:
            raise StateError(
                f"{type(state).__name__}.{name} was replaced: a component stays the same for good, change it "
                "by its methods",
                state=label,
            )


def _demand_true(state: State, read_back: State, label: str) -> None:
    """Refuse a container that stands in two places, and a value that is read back as one of another type."""
    seen: dict[int, str] = {}

    def walk(value: Any, other: Any, path: str) -> None:
        if type(value) is not type(other):
            raise StateError(
                f"{path} holds {short_repr(value)}, which is read back as {short_repr(other)}: "
                "use what is declared",
                state=label,
            )
        if isinstance(value, list | dict):
            first = seen.setdefault(id(value), path)
            if first != path:
                raise StateError(
                    f"{first} and {path} are one object: a change to one changes both", state=label
                )
            for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
                walk(inner, other[key], f"{path}[{key!r}]")

    for name in state.__struct_fields__:
        value = getattr(state, name)
        if not isinstance(value, Part):
            walk(value, getattr(read_back, name), f"{type(state).__name__}.{name}")


def _demand_own(
    names: Sequence[str], state: State, provider: str, moves: Mapping[str, Any], label: str
) -> None:
    """Refuse moves that hand out a container of the state itself: whoever gets it could change the state."""
    handed = {id(options): name for name, options in moves.items()}
    handed |= {
        id(option): name
        for name, options in moves.items()
        if isinstance(options, list)
        for option in options
        if isinstance(option, list | dict)
    }
    for field in names:
        value = getattr(state, field)
        inner = value.values() if isinstance(value, dict) else value or ()
        for container in (value, *inner):
            if id(container) in handed and isinstance(container, list | dict):
                raise StateError(
                    f"{provider}: {handed[id(container)]} hands out a container of {type(state).__name__}."
                    f"{field} itself; give a copy",
                    state=label,
                )


def _demand_useful(plan: StatePlan, provider: str, moves: Any, proven: set[object]) -> None:
    """Refuse moves that no request can match; ``proven`` are the kinds of options that were found right."""
    if not isinstance(moves, Mapping):
        raise GameError(
            f"{provider} must return options by action, not {short_repr(moves)}", state=plan.label
        )
    for name, options in moves.items():
        action = plan.actions.get(name)
        if action is None:
            raise GameError(
                f"{provider} offers {name!r}, which is none of its possibleActions: {listed(plan.actions)}",
                state=plan.label,
            )
        if options is ANY:
            continue
        if not isinstance(options, list):
            raise GameError(
                f"{provider}: {name} must have a list of options, or ANY, not {short_repr(options)}",
                state=plan.label,
            )
        for option in options:
            kind = (
                (name, type(option), *map(type, option))
                if isinstance(option, tuple)
                else (name, type(option))
            )
            if kind not in proven:
                _demand_matching(plan, provider, action, option)
                proven.add(kind)


def _demand_matching(plan: StatePlan, provider: str, action: ActionPlan, option: Any) -> None:
    parameters = action.parameters
    try:
        matches = action.pick(msgspec.convert(action.arguments(option), action.struct)) == option
    except (msgspec.ValidationError, TypeError, ValueError):
        matches = False
    if matches:
        return
    wanted = f"a tuple of {len(parameters)} ({listed(parameters)})" if parameters else "the empty tuple ()"
    if len(parameters) == 1:
        wanted = f"a value for {parameters[0]}"
    raise GameError(
        f"{provider}: an option of {action.name} must be {wanted} of the handler's types, "
        f"not {short_repr(option)}",
        state=plan.label,
    )
