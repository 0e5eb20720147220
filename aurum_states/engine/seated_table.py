"""A table that players leave, come back to and give up at, by BGA's rules; ``zombies`` plays for them."""

from msgspec import structs

from aurum_states.definitions.states import END_ID
from aurum_states.engine import zombies
from aurum_states.engine.atomic_table import AtomicTable
from aurum_states.engine.gamestate import progress
from aurum_states.engine.plan import StatePlan
from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import ActionResult, BackLine, ConcedeLine, QuitLine, Seat, ZombieLine
from aurum_states.engine.refusals import refuse_player
from aurum_states.engine.results import ABANDONED_AUX, abandoned
from aurum_states.engine.standing import change, standing
from aurum_states.errors import ActionNotPossibleError, GameOverError

CONCEDE_AT = 50
"""How far a game of two must be before one of them may concede, of 100."""


class SeatedTable(AtomicTable):
    """The part of ``Table`` that is about who sits there, and who has gone."""

    __slots__ = ()

    @property
    def zombies(self) -> tuple[PlayerId, ...]:
        """Who has left the table, in that order; the game plays for them."""
        return standing(self._core).zombies

    @property
    def eliminated(self) -> tuple[PlayerId, ...]:
        """Who is out of the game."""
        return standing(self._core).eliminated

    @property
    def conceded(self) -> tuple[PlayerId, ...]:
        """Who has given up; the game plays for them, if it goes on."""
        return standing(self._core).conceded

    def zombie_turn(self, player_id: PlayerId) -> ActionResult:
        """Play one turn for an active player (BGA: ``zombieTurn``), whether they have left or not.

        For those who have left the game does it by itself, after every move.

        Raises:
            ActionError: this player is not active.
            GameError: the game's own code failed.
        """
        if not self._gamestate.is_player_active(player_id):
            raise refuse_player(self._gamestate, self.setup.names, player_id, "zombieTurn")
        return self._request(
            lambda: zombies.turn(self, player_id),
            player_id,
            lambda own: ZombieLine(Seat(player_id), own.transitions, own.digest),
        )

    def play_zombies(self) -> ActionResult:
        """Play for active players who have left, where that is still to do: a recording may end before it."""
        return self._run("", lambda: None, 0)

    # -- leaving and coming back ------------------------------------------------------------------

    def quit(self, player_id: PlayerId) -> ActionResult:
        """Let a player leave: from here on the game plays for them, as a BGA zombie.

        The first to leave neutralises the results. When nobody is left the game ends.

        Raises:
            ActionError: the game is over, or this player is not there.
            GameError: the game's own code failed; the player is still there.
        """
        self._demand_open(player_id, "quit")
        if player_id in self.zombies:
            raise self._not_now(player_id, "quit", "has left the table already")
        return self._run(
            "quit", lambda: self._leave(player_id), player_id, lambda _: QuitLine(Seat(player_id))
        )

    def _leave(self, player_id: PlayerId) -> StatePlan | None:
        core, game = self._core, self._game
        change(core, zombies=(*self.zombies, player_id))
        game.notify.announce(
            None, "playerstatus", "${player_name} has left", player_id=player_id, player_status="zombie"
        )
        if not standing(core).neutralized:
            reached = max(1, progress(game))
            change(core, neutralized=reached, neutralized_player=player_id)
            game.notify.announce(None, "gameResultNeutralized", "", progression=reached, player_id=player_id)
        if not abandoned(self.setup, standing(core)):
            return None
        game.player_score.set_all(0, None)
        game.player_score_aux.set_all(ABANDONED_AUX, None)
        game.notify.announce(None, "allPlayersAreZombie", "Nobody is left at the table: the game ends")
        return self._plan.by_id[END_ID]

    def back(self, player_id: PlayerId) -> ActionResult:
        """Let a player who has left come back (BGA: ``zombieBack``), while they have time left.

        Results stay neutralised.

        Raises:
            ActionError: the game is over, or this player cannot come back.
        """
        self._demand_open(player_id, "back")
        if player_id in self.conceded:
            raise self._not_now(player_id, "come back", "has conceded")
        if player_id not in self.zombies:
            raise self._not_now(player_id, "come back", "has not left the table")
        if self.time_left(player_id) <= 0:
            raise self._not_now(player_id, "come back", "has no time left")
        return self._run(
            "back", lambda: self._return(player_id), player_id, lambda _: BackLine(Seat(player_id))
        )

    def _return(self, player_id: PlayerId) -> None:
        change(self._core, zombies=tuple(one for one in self.zombies if one != player_id))
        self._game.notify.announce(None, "zombieBack", "${player_name} is back", player_id=player_id)

    def concede(self, player_id: PlayerId) -> ActionResult:
        """Let a player give up, who comes last. The game ends with one player left, else a zombie plays on.

        Raises:
            ActionError: the game is over, the player is out of it, or a game of two is not half done.
            GameError: the game's own code failed.
        """
        self._demand_open(player_id, "concede")
        if player_id in standing(self._core).gone:
            raise self._not_now(player_id, "concede", "is no longer in the game")
        if len(self.setup.players) == 2:
            reached = self._asked(lambda: progress(self._game), player_id)
            if reached < CONCEDE_AT:
                raise self._not_now(
                    player_id, "concede", f"must wait for a progression of {CONCEDE_AT}, it is {reached}"
                )
        return self._run(
            "on_concede",
            lambda: self._give_up(player_id),
            player_id,
            lambda own: ConcedeLine(Seat(player_id), own.transitions, own.digest),
        )

    def _give_up(self, player_id: PlayerId) -> StatePlan | None:
        core, game = self._core, self._game
        change(core, conceded=(*self.conceded, player_id), zombies=(*self.zombies, player_id))
        game.notify.announce(
            None, "playerConcedeGame", "${player_name} concedes the game", player_id=player_id
        )
        game.on_concede(player_id)
        left = len(self.setup.players) - len(standing(core).gone)
        return self._plan.by_id[END_ID] if left <= 1 else None

    def _demand_open(self, player_id: PlayerId, action: str) -> None:
        """Refuse what nobody can do: who does not sit here, or when the game is over."""
        if player_id not in self.setup.names:
            raise refuse_player(self._gamestate, self.setup.names, player_id, action)
        if self._gamestate.plan.final:
            raise GameOverError(f"the game is over: nobody can {action} any more", action=action)

    def _not_now(self, player_id: PlayerId, action: str, reason: str) -> ActionNotPossibleError:
        name = self.setup.names[player_id]
        return ActionNotPossibleError(
            f"{name} cannot {action}: {name} {reason}", action=action, player=player_id
        )

    # -- clocks -----------------------------------------------------------------------------------

    def take_time(self, player_id: PlayerId, seconds: int) -> None:
        """Take time off a player's clock. No move: nothing is recorded, the digest stays.

        Raises:
            GameError: nobody of that id sits here.
        """
        clock = self._keeping.clock
        clock.take(player_id, seconds)
        self._keeping.commit = structs.replace(self._keeping.commit, clocks=clock.shown)

    def time_left(self, player_id: PlayerId) -> int:
        """Return the seconds that a player's clock shows; raises as ``take_time`` does."""
        return self._keeping.clock.left(player_id)
