"""Who may act: the one active player, and BGA's setters for several."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from aurum_states.definitions.framework import Framework
from aurum_states.definitions.states import GameState, Transition
from aurum_states.engine.notifications import Notify
from aurum_states.engine.outcomes import Outcome, handed_over
from aurum_states.engine.plan import Core, GamePlan, StatePlan
from aurum_states.engine.players import PlayerId
from aurum_states.engine.standing import standing
from aurum_states.errors import GameError
from aurum_states.names import listed

Next: TypeAlias = Outcome | Callable[[], Outcome]
"""Where a setter leads when nobody is left: an outcome, or (framework 2026) a function that returns one."""


class Activity:
    """The part of ``self.gamestate`` that says who is active. What moves on is in ``GamestateMachine``."""

    __slots__ = (
        "_core",
        "_notify",
        "_order",
        "_plans",
        "current",
        "game",
        "legal",
        "owing",
        "plan",
        "quiet",
        "transitions",
    )

    def __init__(self, plans: GamePlan, core: Core, notify: Notify, order: tuple[PlayerId, ...]) -> None:
        self._plans = plans
        self._core = core
        self._notify = notify
        self._order = order
        self.plan: StatePlan = plans.states[core.state]
        self.game: Any = None
        self.current: PlayerId = 0
        self.legal: dict[PlayerId, Mapping[str, Any]] | None = None
        self.transitions: list[Transition] = []
        self.quiet = False
        """Whether entering a state tells nobody and computes nothing."""
        self.owing: int | None = None
        """How many transitions had been taken when the active player of an activeplayer state was changed:
        another one must follow."""

    def next_state(self, transition: Outcome = "") -> None:
        """Take a transition of the current state at once (BGA: ``nextState``)."""
        raise NotImplementedError

    @property
    def merges_private(self) -> bool:
        """Whether every state's private args stand among the public ones (BGA: ``alwaysMergePrivate``)."""
        return self._notify.merges_private and self.framework.private_can_merge

    @property
    def framework(self) -> Framework:
        """What holds in the year of BGA's framework that the game names."""
        return self._plans.framework

    # -- reading ----------------------------------------------------------------------------------

    @property
    def state(self) -> GameState:
        """The current state of the table."""
        return self.plan.state

    def get_current_main_state(self) -> GameState:
        """Return the current state of the table, as ``state`` does (BGA: ``getCurrentMainState``)."""
        return self.plan.state

    def get_current_main_state_id(self) -> int:
        """Return the id of the current state of the table (BGA: ``getCurrentMainStateId``)."""
        return self.plan.id

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

    @property
    def playing(self) -> tuple[PlayerId, ...]:
        """Who still plays, in seating order: neither a zombie nor eliminated."""
        gone = standing(self._core).gone
        return tuple(player for player in self._order if player not in gone)

    def is_player_active(self, player_id: PlayerId) -> bool:
        """Whether this player may act now (BGA: ``isPlayerActive``)."""
        if self.plan.single:
            return self._core.active == player_id
        return self.plan.multi and player_id in self._core.multiactive

    def is_multiactive_state(self) -> bool:
        """Whether several players may act in the current state (BGA: ``isMultiactiveState``)."""
        return self.plan.multi

    # -- the active player ------------------------------------------------------------------------

    def change_active_player(self, player_id: PlayerId) -> None:
        """Make a player the active one (BGA: ``changeActivePlayer``).

        In an activeplayer state BGA's framework of 2024 refuses that; since then the same move must leave the
        state afterwards.

        Raises:
            GameError: it cannot be changed in this state, or there is no such player.
        """
        if self.plan.single:
            if not self.framework.active_player_can_hand_over:
                raise handed_over(self.plan, "leave it for a game state first")
            self.owing = len(self.transitions)
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
        """Make the previous player in seating order the active one.

        Raises:
            GameError: nobody is active yet, and BGA knows no player before nobody.
        """
        order, active = self._order, self._core.active
        if not active:
            raise GameError(
                "Try to active a player that is not part of the game: there is no active player yet, so none "
                "before; call active_next_player() or change_active_player(player) first",
                state=self.plan.label,
            )
        player_id = order[order.index(active) - 1]
        self.change_active_player(player_id)
        return player_id

    # -- several active players -------------------------------------------------------------------

    def set_all_players_multiactive(self) -> None:
        """Make every player active (BGA: ``setAllPlayersMultiactive``)."""
        only = self.framework.all_means_who_plays
        self._set_multiactive(self.playing if only else self._order, None)

    def set_players_multiactive(
        self, player_ids: Iterable[PlayerId], next_state: Next, exclusive: bool = False
    ) -> bool:
        """Make these players active, and with ``exclusive`` only these (BGA: ``setPlayersMultiactive``).

        An empty list makes everybody inactive and takes ``next_state``; otherwise it is ignored.
        Returns whether the transition was taken.
        """
        wanted = set(player_ids)
        self._demand_players("set_players_multiactive", wanted)
        if wanted and not exclusive:
            wanted.update(self._core.multiactive)
        return self._set_multiactive([p for p in self._order if p in wanted], next_state)

    def set_player_non_multiactive(self, player_id: PlayerId, next_state: Next) -> bool:
        """Make a player inactive; with nobody left take ``next_state`` (BGA: ``setPlayerNonMultiactive``).

        A player who is inactive already: nothing happens, not even when nobody is active.
        Returns whether the transition was taken.
        """
        multiactive = self._core.multiactive
        if player_id not in multiactive:
            return False
        return self._set_multiactive([p for p in multiactive if p != player_id], next_state)

    def set_all_players_non_multiactive(self, next_state: Next) -> bool:
        """Make everybody inactive and take ``next_state`` (BGA: ``setAllPlayersNonMultiactive``)."""
        return self._set_multiactive((), next_state)

    def update_multiactive_or_next_state(self, next_state: Next) -> bool:
        """Take ``next_state`` if nobody is active, else tell who is.

        BGA: ``updateMultiactiveOrNextState``. Returns whether the transition was taken.
        """
        if not self._core.multiactive and next_state is not None:
            self.next_state(self._outcome_of(next_state))
            return True
        if not self.quiet:
            self._notify.announce(None, "gameStateMultipleActiveUpdate", active=list(self._core.multiactive))
        return False

    def _set_multiactive(self, player_ids: Iterable[PlayerId], next_state: Next) -> bool:
        self._core.multiactive[:] = player_ids
        return self.update_multiactive_or_next_state(next_state)

    def _outcome_of(self, next_state: Next) -> Outcome:
        if not callable(next_state):
            return next_state
        if self.framework.targets_can_be_states:
            return next_state()
        raise GameError(
            "framework 2024 takes the name of a transition where this game gives a function",
            state=self.plan.label,
        )

    def _demand_players(self, setter: str, player_ids: Iterable[PlayerId]) -> None:
        unknown = set(player_ids).difference(self._order)
        if unknown:
            raise GameError(
                f"{setter}: no such player: {listed(sorted(unknown))} (players: {listed(self._order)})",
                state=self.plan.label,
            )
