"""BGA's private parallel states: each active player's own state inside a multipleactiveplayer *master*.

A private state counts only while its player is active and the table is in a master; else the player is in the
master like everybody. Nothing is ever cleared by itself: who becomes active in a master again is where they
were.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from aurum_states.definitions.states import GameState, Transition
from aurum_states.engine.activity import Activity
from aurum_states.engine.calls import ActionPlan
from aurum_states.engine.notifications import Notification
from aurum_states.engine.outcomes import (
    DEPTH_LIMIT,
    Outcome,
    endless,
    is_state,
    mixed,
    named,
    no_private_state,
    no_private_transition,
    not_private,
    only_names,
    outside_master,
)
from aurum_states.engine.plan import StatePlan
from aurum_states.engine.players import PlayerId
from aurum_states.engine.state_args import freeze_private
from aurum_states.errors import GameError
from aurum_states.names import snake

_decode = msgspec.json.Decoder().decode
_NO_STATE = "State {} doesn't exists"


class PrivateStates(Activity):
    """The part of ``self.gamestate`` that moves single players from private state to private state."""

    __slots__ = ("_depth", "_looking")

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._depth = 0
        self._looking: PlayerId = 0
        """Whose private args are being made."""

    # -- reading ----------------------------------------------------------------------------------

    def plan_of(self, player_id: PlayerId | None) -> StatePlan:
        """Return the plan of the state that a player is in: their private one where that counts."""
        core, plan = self._core, self.plan
        if plan.master and player_id in core.private and player_id in core.multiactive:
            return self._plans.states[core.private[player_id]]
        return plan

    def get_current_state(self, player_id: PlayerId | None = None) -> GameState:
        """Return the state that a player is in, private or the table's (BGA: ``getCurrentState``)."""
        return self.plan_of(player_id).state

    def get_current_state_id(self, player_id: PlayerId | None = None) -> int:
        """Return the id of the state that a player is in (BGA: ``getCurrentStateId``)."""
        return self.plan_of(player_id).id

    def current_args(self) -> Any:
        """Return the args of the table's state, raw, with ``_private``; None while they are being made."""
        raise NotImplementedError

    def args_of(self, player_id: PlayerId) -> Any:
        """Return the args of the state that a player is in, raw; None while they are being made."""
        if self.plan_of(player_id) is self.plan:
            return self.current_args()
        if self._looking == player_id:
            return None
        return _decode(self.private_args(self.game, player_id))

    def private_args(self, game: Any, player_id: PlayerId) -> bytes:
        """Return the args of the private state that a player is in, as JSON; asked anew each time."""
        return self._private_args(game, player_id, self.plan_of(player_id))

    def _private_args(self, game: Any, player_id: PlayerId, plan: StatePlan) -> bytes:
        if plan.args is None:
            return b"{}"
        looking, self._looking = self._looking, player_id
        try:
            return freeze_private(plan.args(game, player_id, dict), plan.state)
        finally:
            self._looking = looking

    # -- setters ----------------------------------------------------------------------------------

    def initialize_private_state(self, player_id: PlayerId) -> None:
        """Put a player into the master's first private state (BGA: ``initializePrivateState``).

        Raises:
            GameError: the table is in no master, or there is no such player.
        """
        self.initialize_private_state_for_players((player_id,))

    def initialize_private_state_for_players(self, player_ids: Iterable[PlayerId]) -> None:
        """Put players into the master's first private state (BGA: ``initializePrivateStateForPlayers``)."""
        player_ids = tuple(player_ids)
        self._demand_players("initialize_private_state", player_ids)
        for player_id in player_ids:
            self._enter_private(player_id, self._plans.states[self._demand_master()], None)

    def initialize_private_state_for_all_active_players(self) -> None:
        """Put all who are active into it (BGA: ``initializePrivateStateForAllActivePlayers``)."""
        self._demand_master()
        self.initialize_private_state_for_players(self._core.multiactive)

    def next_private_state(self, player_id: PlayerId, transition: Outcome) -> None:
        """Let a player take a transition of their private state at once (BGA: ``nextPrivateState``).

        ``transition`` is its name; since framework 2026 also the id of a private state, or a state.

        Raises:
            GameError: the table is in no master, the player in no private state, or that has no such way.
        """
        self.next_private_state_for_players((player_id,), transition)

    def next_private_state_for_players(self, player_ids: Iterable[PlayerId], transition: Outcome) -> None:
        """Let several players take a transition (BGA: ``nextPrivateStateForPlayers``)."""
        player_ids = tuple(player_ids)
        self._demand_players("next_private_state", player_ids)
        for player_id in player_ids:
            self._demand_master()
            label = self._core.private.get(player_id)
            if label is None:
                raise no_private_state(self.plan, player_id)
            target, name = self._private_target(self._plans.states[label], transition)
            self._enter_private(player_id, self._demand_private(target), name)

    def next_private_state_for_all_active_players(self, transition: Outcome) -> None:
        """Let all who are active take a transition (BGA: ``nextPrivateStateForAllActivePlayers``)."""
        self.next_private_state_for_players(self._core.multiactive, transition)

    def set_private_state(self, player_id: PlayerId, target: int | str | GameState) -> None:
        """Put a player into a private state by id, label or state (BGA: ``setPrivateState``).

        Raises:
            GameError: there is no such state, it is not private, or there is no such player.
        """
        self._demand_players("set_private_state", (player_id,))
        found = named(self._plans, self.plan, target, _NO_STATE)
        self._enter_private(player_id, self._demand_private(found), None)

    def unset_private_state(self, player_id: PlayerId) -> None:
        """Leave a player with the actions of the table's state (BGA: ``unsetPrivateState``)."""
        self.unset_private_state_for_players((player_id,))

    def unset_private_state_for_players(self, player_ids: Iterable[PlayerId]) -> None:
        """Leave players with the actions of the table's state (BGA: ``unsetPrivateStateForPlayers``)."""
        player_ids = tuple(player_ids)
        self._demand_players("unset_private_state", player_ids)
        for player_id in player_ids:
            self._core.private.pop(player_id, None)
        self.legal = None

    def unset_private_state_for_all_players(self) -> None:
        """Leave everybody with the actions of the table's state (BGA: ``unsetPrivateStateForAllPlayers``)."""
        self.unset_private_state_for_players(self._order)

    # -- moving -----------------------------------------------------------------------------------

    def act_in_master(self, game: Any, handler: ActionPlan, option: Any, player_id: PlayerId) -> Outcome:
        """Run an action of a player in a master; return what is left of its outcome for the table to take."""
        plan, main, taken = self.plan_of(player_id), self.plan, len(self.transitions)
        outcome: Outcome = handler.call(
            game, option, player_id, self._core.active, lambda: self.args_of(player_id)
        )
        if plan is main:
            return outcome
        self.follow_private(player_id, plan, outcome, handler.method, taken)
        return None

    def moved(self, since: int = 0) -> bool:
        """Whether the table itself has taken a transition, counted from one of this move's transitions."""
        states = self._plans.states
        return any(not states[taken.target].private for taken in self.transitions[since:])

    def _enter_private(self, player_id: PlayerId, plan: StatePlan, name: str | None) -> None:
        """Enter a private state, args and action in the order of the game's framework."""
        game = self.game
        if game is None:
            raise GameError(
                f"{plan.label}: only a handler, while it runs, can put a player into a private state",
                state=self.plan.label,
            )
        if self._depth >= DEPTH_LIMIT:
            raise endless(self.plan, self.transitions)
        core = self._core
        self.transitions.append(Transition(core.private.get(player_id, self.plan.label), name, plan.label))
        core.private[player_id] = plan.label
        self.legal = None
        self._depth += 1
        try:
            if self.framework.private_args_come_first:
                self._tell_private(game, player_id, plan)
                self._run_private(game, player_id, plan)
            elif self._run_private(game, player_id, plan):
                self._tell_private(game, player_id, plan)
        finally:
            self._depth -= 1
            self.legal = None

    def _tell_private(self, game: Any, player_id: PlayerId, plan: StatePlan) -> None:
        if not self.quiet:
            payload = b'{"id":%d,"args":%b}' % (plan.id, self._private_args(game, player_id, plan))
            self._notify.pending.append(Notification(player_id, "newPrivateState", "", payload))

    def _run_private(self, game: Any, player_id: PlayerId, plan: StatePlan) -> bool:
        """Run the action of a private state just entered; return whether it says nothing of moving on."""
        if plan.entry is None:
            return True
        taken = len(self.transitions)
        outcome = (
            plan.entry(game)
            if plan.entry_is_plain
            else plan.entry(game, player_id, lambda: _decode(self._private_args(game, player_id, plan)))
        )
        if outcome is True and not self.framework.private_args_come_first:
            return False
        self.follow_private(player_id, plan, outcome, snake(plan.state.action or ""), taken)
        return outcome is None

    def follow_private(
        self, player_id: PlayerId, plan: StatePlan, outcome: Any, handler: str, taken: int
    ) -> None:
        """Take the outcome of a private state's handler, before which ``taken`` transitions had been taken.

        A name is a transition of the private state. An id or a state is a private state for this player, or
        where the table as a whole goes.
        """
        if outcome is None:
            return
        if self.moved(taken) or self._core.private.get(player_id) != plan.label:
            raise mixed(plan, handler, outcome)
        try:
            target, name = self._private_target(plan, outcome)
        except GameError as error:
            error.handler = handler
            raise
        if target.private or name is not None:
            self._enter_private(player_id, self._demand_private(target), name)
        else:
            self.next_state(outcome)

    def _private_target(self, plan: StatePlan, outcome: Any) -> tuple[StatePlan, str | None]:
        """Return where an outcome leads from a private state, and the transition's name."""
        if isinstance(outcome, str):
            target = plan.state.transitions.get(outcome)
            if target is None:
                raise no_private_transition(self.plan, plan, outcome)
            return self._plans.states[target], outcome
        if not is_state(outcome) or not self.framework.targets_can_be_states:
            raise only_names(self._plans, plan, outcome)
        return named(self._plans, plan, outcome, _NO_STATE), None

    def _demand_private(self, plan: StatePlan) -> StatePlan:
        if not plan.private:
            raise not_private(self.plan, plan)
        return plan

    def _demand_master(self) -> str:
        """Return the label of the master's first private state."""
        initial = self.plan.state.initial_private
        if initial is None:
            raise outside_master(self.plan)
        return initial
