"""``self.gamestate`` of a game: the current state, and the loop that runs ``game`` states.

Who is active stands in ``activity``, private states in ``private_states``.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from aurum_states.definitions.states import END_ID, GameState, Transition
from aurum_states.engine.calls import ActionPlan
from aurum_states.engine.notifications import Notification
from aurum_states.engine.outcomes import (
    DEPTH_LIMIT,
    STEP_LIMIT,
    Outcome,
    endless,
    handed_over,
    mixed,
    named,
    resolve,
    unexpected,
)
from aurum_states.engine.plan import StatePlan
from aurum_states.engine.players import PlayerId
from aurum_states.engine.private_states import PrivateStates
from aurum_states.engine.results import GameResult
from aurum_states.engine.standing import change, standing
from aurum_states.engine.state_args import BEING_MADE, EMPTY, NO_ARGS, StateArgs, freeze
from aurum_states.errors import ActionError, GameError
from aurum_states.names import did_you_mean, listed, snake

_encode = msgspec.json.Encoder().encode
AMBIGUOUS = object()
"""Stands for the outcome '', whose meaning depends on how many transitions there are (V1)."""


class GamestateMachine(PrivateStates):
    """BGA's ``$this->gamestate``. Its setters are synchronous: code after them runs in the new state."""

    __slots__ = ("args",)

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.args: StateArgs | None = None

    def reset(self) -> None:
        """Forget everything about a move under way: the core says where the table is."""
        states = self._plans.states
        self.game = None
        self.plan = states[self._core.state]
        for label in self._core.private.values():
            states[label]  # a snapshot may hold a state that the game has not
        self.transitions = []
        self.legal = {}
        self.args = None
        self.owing = None
        self._depth = self._looking = 0

    def stand_anew(self) -> None:
        """Take over where the core says that the table is, in the middle of a request."""
        self.plan = self._plans.states[self._core.state]
        self.legal = self.args = None
        self.owing = None

    # -- checking requests ------------------------------------------------------------------------

    def check_action(self, name: str, throw: bool = True) -> bool:
        """Whether the player who acts may take this action now (BGA: ``$this->checkAction``).

        Raises:
            ActionError: the action is impossible or it is not their turn, and ``throw`` is true.
        """
        from aurum_states.engine.refusals import refuse_player, refuse_type

        try:
            self.check_possible_action(name)
            if self.plan.automatic or self.plan.final:
                raise refuse_type(self.plan, name)
            if not self.is_player_active(self.current):
                raise refuse_player(self, self._notify._names, self.current, name)
        except ActionError:
            if throw:
                raise
            return False
        return True

    def check_possible_action(self, name: str) -> None:
        """Demand an action of the state that the player who acts is in (BGA: ``checkPossibleAction``).

        Whether it is their turn does not matter.

        Raises:
            ActionError: the state has no such action.
        """
        from aurum_states.engine.refusals import refuse_action

        if self.game is None or not self.current:
            raise GameError("Not logged: nobody acts while this code runs", state=self.plan.label)
        plan = self.plan_of(self.current)
        if name not in plan.state.possible_actions:
            raise refuse_action(self._plans, plan, name)

    def check_return_state(self) -> None:
        """Refuse a move that ends where it may not (BGA: ``checkReturnState``, V15).

        Raises:
            GameError: it ends in a ``game`` state, or in the activeplayer state whose player it has changed.
        """
        if self.plan.automatic:
            raise unexpected(self.plan)
        owing, self.owing = self.owing, None
        if owing == len(self.transitions):
            raise handed_over(self.plan, "the same move must leave it, by a transition after the change")

    # -- moving on --------------------------------------------------------------------------------

    def next_state(self, transition: Outcome = "") -> None:
        """Take a transition of the current state at once (BGA: ``nextState``).

        ``transition`` is its name; since framework 2026 also a state's id, or a state. A handler either calls
        this or returns a transition, not both.
        """
        self._take(transition)

    def _take(self, transition: Outcome | StatePlan) -> None:
        if self.plan.final or transition is None:
            return
        if self.game is None:
            raise GameError(
                "next_state: only a handler, while it runs, can take a transition", state=self.plan.label
            )
        if self._depth >= DEPTH_LIMIT:
            raise endless(self.plan, self.transitions)
        self._depth += 1
        try:
            self.follow(self.game, transition)
        finally:
            self._depth -= 1
            self.legal = None  # the rest of the handler runs in the new state and may change anything

    def jump_to_state(self, target: int | str | GameState) -> None:
        """Go to a state by id, label or state, whatever the transitions say (BGA: ``jumpToState``)."""
        self._take(self.named(target))

    def named(self, target: int | str | GameState) -> StatePlan:
        """Return the plan of a state by id, label or state.

        Raises:
            GameError: there is none.
        """
        return named(self._plans, self.plan, target)

    def follow(self, game: Any, outcome: Outcome | StatePlan, handler: str = "") -> None:
        """Take the outcome of ``handler`` and run ``game`` states until a player is needed."""
        entry = None
        plan = self.plan
        core = self._core
        transitions = self.transitions
        while outcome is not None:
            try:
                plan, transition = plan.edges[outcome or AMBIGUOUS]
            except (KeyError, TypeError):  # '', a state, an id, or nothing that can be
                plan, transition = self._resolved(outcome, handler, entered=entry is not None)
            transitions.append(transition)
            core.state = plan.label
            self.plan = plan
            if plan.plain:
                self._notify.pending.append(plan.changes.get(core.active) or self._plain_change(plan))
            else:
                self.enter(game, plan)
            entry = plan.entry
            if entry is None:
                return
            taken = len(transitions)
            if taken > STEP_LIMIT:
                raise endless(plan, transitions)
            self.legal = None
            if plan.entry_is_plain:
                outcome = entry(game)
            else:
                if plan.plain:
                    self.args = None
                outcome = entry(game, core.active, self.current_args)
            if len(transitions) != taken and self.moved(taken):
                self._demand_no_outcome(plan, outcome)
                return

    def _demand_no_outcome(self, plan: StatePlan, outcome: Any) -> None:
        """Refuse what the action of a state returns after it has moved on by itself."""
        if outcome is not None and not self.plan.final:
            raise mixed(plan, plan.state.action or "", outcome)

    def _resolved(self, outcome: Any, handler: str, *, entered: bool) -> tuple[StatePlan, Transition]:
        """Return where an outcome leads that is no name of a transition.

        It is that of ``handler``, or once a state has been ``entered`` of its action, which may end the game.
        """
        if entered:
            handler = snake(self.plan.state.action or "")
            if isinstance(outcome, GameResult):
                change(self._core, result=outcome.checked(self._order))
                outcome = self._plans.by_id[END_ID]
        try:
            return resolve(self._plans, self.plan, outcome)
        except GameError as error:
            error.handler = handler
            raise

    def enter(self, game: Any, plan: StatePlan) -> None:
        """Do what BGA does on entering a state before its action: args, progression, gameStateChange."""
        provider = plan.args
        pending = self._notify.pending
        self.legal = {}
        self.args = args = NO_ARGS
        if provider is not None:
            args, made = self._make_args(game, provider)
            if made.get("_no_notify"):
                return
            for player_id, payload in args.private.items():
                pending.append(Notification(player_id, "gameStateChangePrivateArg", "", payload))
        if plan.progression:
            pending.append(self._change(plan, args.public, b',"updateGameProgression":%d' % progress(game)))
        elif plan.multi or args.public is not EMPTY:
            pending.append(self._change(plan, args.public, b""))
        else:
            pending.append(plan.changes.get(self._core.active) or self._plain_change(plan))

    def _plain_change(self, plan: StatePlan) -> Notification:
        """Make the notification of entering a state that has nothing to say but who is active; keep it."""
        if len(plan.changes) > 64:
            plan.changes.clear()
        change = plan.changes[self._core.active] = self._change(plan, EMPTY, b"")
        return change

    def _change(self, plan: StatePlan, args: bytes, more: bytes) -> Notification:
        if plan.multi:
            more = b',"multiactive":%b%b' % (_encode(self._core.multiactive), more)
        payload = b'%b%d,"args":%b%b}' % (plan.change_head, self._core.active, args, more)
        return Notification(None, "gameStateChange", "", payload)

    def _make_args(self, game: Any, provider: Callable[..., Any]) -> tuple[StateArgs, Any]:
        """Ask for the args of the current state and keep them; empty ones are asked anew each time (V4)."""
        self.args = BEING_MADE
        try:
            made = provider(game, self._core.active, dict)
            args = freeze(made, self.plan.state, self._order, self)
        except BaseException:
            self.args = None
            raise
        self.args = args if made else None
        return args, made

    def state_args(self, game: Any) -> StateArgs:
        """Return the args of the current state, asked anew if a move has made them stale."""
        if self.args is not None:
            return self.args
        if self.plan.args is not None:
            return self._make_args(game, self.plan.args)[0]
        self.args = NO_ARGS
        return NO_ARGS

    def current_args(self) -> Any:
        """Return the args of the table's state, raw, with ``_private``; None while they are being made."""
        return self.state_args(self.game).raw()

    def legal_moves(self, game: Any, player_id: PlayerId) -> Mapping[str, Any]:
        """Return what a player may do now, by action; asked once per settled state and player.

        While a handler runs nothing is kept, since its next line may change the answer.
        """
        legal, plan, core = self.legal, self.plan, self._core
        if legal is not None and player_id in legal:
            return legal[player_id]
        if plan.master:
            plan = self.plan_of(player_id)
        if plan.moves is None:
            return {}
        active = core.active == player_id if plan.single else player_id in core.multiactive
        if not active and (player_id not in self._order or player_id in standing(core).zombies):
            return {}
        moves: Mapping[str, Any] = plan.moves(game, player_id)
        if not active:
            moves = {
                name: options
                for name, options in moves.items()
                if not self.action(name, player_id).check_active
            }
        if legal is not None:
            legal[player_id] = moves
        return moves

    def action(self, name: str, player_id: PlayerId) -> ActionPlan:
        """Return the plan of an action that ``moves_`` offers to a player.

        Raises:
            GameError: it is none of the state's possibleActions.
        """
        plan = self.plan
        if plan.master:
            plan = self.plan_of(player_id)
        action = plan.actions.get(name)
        if action is None:
            known = plan.actions
            raise GameError(
                f"moves_ of state {plan.label!r} offers {name!r}, which is none of its possibleActions"
                f"{did_you_mean(str(name), known)}: {listed(known)}",
                state=plan.label,
            )
        return action


def progress(game: Any) -> int:
    """Return a game's progression, held within 0 to 100 and rounded, half a percent up, as BGA does."""
    return int(max(0.0, min(100.0, float(game.get_game_progression()))) + 0.5)


class QuietGamestateMachine(GamestateMachine):
    """The same without args, progression and notifications: for simulations and mass replays."""

    __slots__ = ()

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.quiet = True

    def follow(self, game: Any, outcome: Outcome | StatePlan, handler: str = "") -> None:
        """Take the outcome of ``handler`` and run ``game`` states until a player is needed; tell nobody."""
        entry = None
        plan = self.plan
        core = self._core
        transitions = self.transitions
        self.legal = None
        while outcome is not None:
            try:
                plan, transition = plan.edges[outcome or AMBIGUOUS]
            except (KeyError, TypeError):
                plan, transition = self._resolved(outcome, handler, entered=entry is not None)
            transitions.append(transition)
            core.state = plan.label
            self.plan = plan
            entry = plan.entry
            if entry is None:
                return
            taken = len(transitions)
            if taken > STEP_LIMIT:
                raise endless(plan, transitions)
            if plan.entry_is_plain:
                outcome = entry(game)
            else:
                self.args = None
                outcome = entry(game, core.active, self.current_args)
            if len(transitions) != taken and self.moved(taken):
                self._demand_no_outcome(plan, outcome)
                return
