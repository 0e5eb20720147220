"""``self.gamestate`` of a game: the current state, who is active, and the loop that runs ``game`` states."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

import msgspec

from aurum_states.definitions.states import END_ID, GameState, Transition
from aurum_states.engine.notifications import Notification, Notify
from aurum_states.engine.outcomes import Outcome, endless, mixed, named, resolve
from aurum_states.engine.plan import Core, GamePlan, StatePlan
from aurum_states.engine.players import PlayerId
from aurum_states.engine.results import GameResult
from aurum_states.engine.standing import change
from aurum_states.engine.state_args import EMPTY, NO_ARGS, StateArgs, freeze
from aurum_states.errors import GameError
from aurum_states.names import did_you_mean, listed, snake

STEP_LIMIT = 10_000
"""The most transitions one move may take before it counts as endless."""
DEPTH_LIMIT = 60
"""The deepest nesting of ``next_state`` inside entry actions."""

_encode = msgspec.json.Encoder().encode
AMBIGUOUS = object()
"""Stands for the outcome '', whose meaning depends on how many transitions there are (V1)."""


class GamestateMachine:
    """BGA's ``$this->gamestate``. Its setters are synchronous: code after them runs in the new state."""

    __slots__ = (
        "_core",
        "_depth",
        "_notify",
        "_order",
        "_plans",
        "args",
        "game",
        "legal",
        "plan",
        "transitions",
        "zombie",
    )

    quiet: ClassVar[bool] = False
    """Whether entering a state tells nobody and computes nothing."""

    def __init__(self, plans: GamePlan, core: Core, notify: Notify, order: tuple[PlayerId, ...]) -> None:
        self._plans = plans
        self._core = core
        self._notify = notify
        self._order = order
        self._depth = 0
        self.plan: StatePlan = plans.states[core.state]
        self.args: StateArgs | None = None
        self.game: Any = None
        self.legal: dict[PlayerId, Mapping[str, Any]] | None = None
        self.transitions: list[Transition] = []
        self.zombie: PlayerId = 0
        """Whom a turn is being played for; 0 while nobody's is."""

    def reset(self) -> None:
        """Forget everything about a move under way: the core says where the table is."""
        self.game = None
        self.plan = self._plans.states[self._core.state]
        self.transitions = []
        self.legal = {}
        self.args = None
        self._depth = 0
        self.zombie = 0

    # -- reading ----------------------------------------------------------------------------------

    @property
    def state(self) -> GameState:
        """The current state (BGA: ``getCurrentMainState``)."""
        return self.plan.state

    @property
    def active_player_id(self) -> PlayerId:
        """The one active player of an activeplayer state, 0 for nobody (BGA: ``getActivePlayerId``)."""
        return self._core.active

    @property
    def active_players(self) -> list[PlayerId]:
        """Who may act now, in seating order (BGA: ``getActivePlayerList``)."""
        if self.plan.single:
            return [self._core.active] if self._core.active else []
        return list(self._core.multiactive) if self.plan.multi else []

    def is_player_active(self, player_id: PlayerId) -> bool:
        """Whether this player may act now (BGA: ``isPlayerActive``)."""
        if self.plan.single:
            return self._core.active == player_id
        return self.plan.multi and player_id in self._core.multiactive

    # -- the active player ------------------------------------------------------------------------

    def change_active_player(self, player_id: PlayerId) -> None:
        """Make a player the active one (BGA: ``changeActivePlayer``).

        Raises:
            GameError: the current state is an activeplayer state (BGA's rule), or there is no such player.
        """
        if self.plan.single:
            raise GameError(
                "Impossible to change active player during activeplayer type state: "
                f"{self.plan.label!r} is one; leave it for a game state first",
                state=self.plan.label,
            )
        if player_id not in self._order:
            raise GameError(
                f"Try to active a player that is not part of the game: {player_id} "
                f"(players: {listed(self._order)})",
                state=self.plan.label,
            )
        self._core.active = player_id

    def active_next_player(self) -> PlayerId:
        """Make the next player in seating order the active one; the first if there is none yet."""
        order, active = self._order, self._core.active
        player_id = order[(order.index(active) + 1) % len(order)] if active else order[0]
        self.change_active_player(player_id)
        return player_id

    def active_prev_player(self) -> PlayerId:
        """Make the previous player in seating order the active one; the first if there is none yet."""
        order, active = self._order, self._core.active
        player_id = order[order.index(active) - 1] if active else order[0]
        self.change_active_player(player_id)
        return player_id

    # -- several active players -------------------------------------------------------------------

    def set_all_players_multiactive(self) -> None:
        """Make every player active (BGA: ``setAllPlayersMultiactive``)."""
        self._set_multiactive(self._order, None)

    def set_players_multiactive(
        self, player_ids: Iterable[PlayerId], next_state: Outcome, exclusive: bool = False
    ) -> bool:
        """Make these players active, and with ``exclusive`` only these (BGA: ``setPlayersMultiactive``).

        An empty list makes everybody inactive and takes ``next_state``; otherwise it is ignored.
        Returns whether the transition was taken.
        """
        wanted = set(player_ids)
        unknown = wanted - set(self._order)
        if unknown:
            raise GameError(
                f"set_players_multiactive: no such player: {listed(sorted(unknown))} "
                f"(players: {listed(self._order)})",
                state=self.plan.label,
            )
        if wanted and not exclusive:
            wanted.update(self._core.multiactive)
        return self._set_multiactive([p for p in self._order if p in wanted], next_state)

    def set_player_non_multiactive(self, player_id: PlayerId, next_state: Outcome) -> bool:
        """Make a player inactive; with nobody left take ``next_state`` (BGA: ``setPlayerNonMultiactive``).

        A player who is inactive already: nothing happens, not even when nobody is active.
        Returns whether the transition was taken.
        """
        multiactive = self._core.multiactive
        if player_id not in multiactive:
            return False
        return self._set_multiactive([p for p in multiactive if p != player_id], next_state)

    def set_all_players_non_multiactive(self, next_state: Outcome) -> bool:
        """Make everybody inactive and take ``next_state`` (BGA: ``setAllPlayersNonMultiactive``)."""
        return self._set_multiactive((), next_state)

    def _set_multiactive(self, player_ids: Iterable[PlayerId], next_state: Outcome) -> bool:
        self._core.multiactive[:] = player_ids
        if not self._core.multiactive and next_state is not None:
            self.next_state(next_state)
            return True
        if not self.quiet:
            self._notify.all("gameStateMultipleActiveUpdate", active=list(self._core.multiactive))
        return False

    # -- moving on --------------------------------------------------------------------------------

    def next_state(self, transition: Outcome = "") -> None:
        """Take a transition of the current state at once (BGA: ``nextState``).

        A handler either calls this or returns a transition, not both.
        """
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
        self.next_state(target if isinstance(target, GameState) else self.named(target).state)

    def named(self, target: int | str) -> StatePlan:
        """Return the plan of a state by id or label.

        Raises:
            GameError: there is none.
        """
        return named(self._plans, self.plan, target)

    def follow(self, game: Any, outcome: Outcome, handler: str = "") -> None:
        """Take the outcome of ``handler`` and run ``game`` states until a player is needed."""
        entry = None
        plan = self.plan
        core = self._core
        transitions = self.transitions
        pending = self._notify.pending
        quiet = self.quiet
        while outcome is not None:
            try:
                plan, transition = plan.edges[outcome or AMBIGUOUS]
            except (KeyError, TypeError):  # '', a state, an id, or nothing that can be
                by = handler if entry is None else snake(plan.state.action or "")
                if entry is not None and isinstance(outcome, GameResult):
                    change(core, result=outcome.checked(self._order))
                    outcome = END_ID
                plan, transition = self._resolved(outcome, by)
            transitions.append(transition)
            core.state = plan.label
            self.plan = plan
            if quiet:
                pass
            elif plan.plain:
                pending.append(plan.changes.get(core.active) or self._plain_change(plan))
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
                if quiet or plan.plain:
                    self.args = None
                outcome = entry(game, core.active, self.current_args)
            if len(transitions) != taken:
                if outcome is not None and not self.plan.final:
                    raise mixed(plan, plan.state.action or "", outcome)
                return

    def _resolved(self, outcome: Any, handler: str) -> tuple[StatePlan, Transition]:
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
            self.args = None
            self.args, made = self._frozen(game, provider)
            args = self.args
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

    def _frozen(self, game: Any, provider: Callable[..., Any]) -> tuple[StateArgs, Any]:
        made = provider(game, self._core.active, dict)
        return freeze(made, self.plan.state, self._order, lambda: self.active_players), made

    def state_args(self, game: Any) -> StateArgs:
        """Return the args of the current state, asked anew if a move has made them stale."""
        if self.args is None:
            provider = self.plan.args
            self.args = self._frozen(game, provider)[0] if provider else NO_ARGS
        return self.args

    def current_args(self) -> dict[str, Any]:
        """Return the args as a handler's ``args`` parameter gets them: raw, ``_private`` included."""
        return self.state_args(self.game).raw()

    def legal_moves(self, game: Any, player_id: PlayerId) -> Mapping[str, Any]:
        """Return what a player may do now, by action; asked once per settled state and player.

        While a handler runs nothing is kept, since its next line may change the answer.
        """
        legal, plan = self.legal, self.plan
        if legal is not None and player_id in legal:
            return legal[player_id]
        if plan.moves is None:
            return {}
        active = self._core.active == player_id if plan.single else player_id in self._core.multiactive
        if not active and player_id not in self._order:
            return {}
        moves: Mapping[str, Any] = plan.moves(game, player_id)
        if not active:
            moves = {name: options for name, options in moves.items() if not self.action(name).check_active}
        if legal is not None:
            legal[player_id] = moves
        return moves

    def action(self, name: str) -> Any:
        """Return the plan of an action that ``moves_`` offers.

        Raises:
            GameError: it is none of the state's possibleActions.
        """
        action = self.plan.actions.get(name)
        if action is None:
            known = self.plan.actions
            raise GameError(
                f"moves_ of state {self.plan.label!r} offers {name!r}, which is none of its possibleActions"
                f"{did_you_mean(str(name), known)}: {listed(known)}",
                state=self.plan.label,
            )
        return action


def progress(game: Any) -> int:
    """Return a game's progression, rounded and held within 0 to 100, as BGA does."""
    return max(0, min(100, round(float(game.get_game_progression()))))


class QuietGamestateMachine(GamestateMachine):
    """The same without args, progression and notifications: for simulations."""

    __slots__ = ()
    quiet = True
