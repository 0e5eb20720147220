"""What a game may ask and do about its players: the part of BGA's ``Game`` that is about who sits where."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec

from aurum_states.components.part import Services
from aurum_states.definitions.states import END_ID
from aurum_states.engine.clock import Clock
from aurum_states.engine.colors import by_preference
from aurum_states.engine.gamestate import GamestateMachine
from aurum_states.engine.notifications import Notify
from aurum_states.engine.players import Player, PlayerId, basic_infos, next_player_table
from aurum_states.engine.setup import Setup
from aurum_states.engine.standing import Standing, change, standing
from aurum_states.errors import GameError
from aurum_states.names import listed

T = TypeVar("T")


class GamePlayers:
    """The players of a game: seats, colours, time, who is still there."""

    __slots__ = ()

    players: tuple[PlayerId, ...]
    gamestate: GamestateMachine
    notify: Notify
    _clock: Clock
    _services: Services
    _setup: Setup

    @property
    def _standing(self) -> Standing:
        return standing(self.gamestate._core)

    def teams(self) -> Sequence[Sequence[PlayerId]]:
        """Return the players who win or lose together, side by side (default: everybody by themselves).

        Simulations count wins by side.
        """
        return [(player_id,) for player_id in self.players]

    # -- seats ------------------------------------------------------------------------------------

    def player_info(self, player_id: PlayerId) -> Player:
        """Return a player's id, name and colour."""
        player, color = self._setup.player(player_id), self._standing.colors.get(player_id)
        return player if color is None else msgspec.structs.replace(player, color=color)

    def player_name(self, player_id: PlayerId) -> str:
        """Return a player's name (BGA: ``getPlayerNameById``)."""
        return self._setup.player(player_id).name

    def player_no(self, player_id: PlayerId) -> int:
        """Return a player's number in seating order, from 1 (BGA: ``getPlayerNoById``)."""
        return self.players.index(player_id) + 1

    def player_id_by_no(self, player_no: int) -> PlayerId:
        """Return the id of a player's number in seating order, from 1 (BGA: ``getPlayerIdByNo``).

        Raises:
            GameError: nobody has that number.
        """
        if not 0 < player_no <= len(self.players):
            raise GameError(f"there is no player number {player_no!r}: they are 1 to {len(self.players)}")
        return self.players[player_no - 1]

    def next_player(self, player_id: PlayerId) -> PlayerId:
        """Return the player after this one in seating order (BGA: ``getPlayerAfter``)."""
        return self.players[(self.players.index(player_id) + 1) % len(self.players)]

    def previous_player(self, player_id: PlayerId) -> PlayerId:
        """Return the player before this one in seating order (BGA: ``getPlayerBefore``)."""
        return self.players[self.players.index(player_id) - 1]

    def get_next_player_table(self) -> dict[PlayerId, PlayerId]:
        """Return who follows whom; the key 0 has the first player (BGA: ``getNextPlayerTable``)."""
        return {0: self.players[0], **{player: self.next_player(player) for player in self.players}}

    def get_prev_player_table(self) -> dict[PlayerId, PlayerId]:
        """Return who sits before whom; there is no key 0 (BGA: ``getPrevPlayerTable``)."""
        return {player: self.previous_player(player) for player in self.players}

    def create_next_player_table(
        self, player_ids: Sequence[PlayerId], loop: bool = True
    ) -> dict[PlayerId, PlayerId | None]:
        """Return who follows whom in an order of one's own (BGA: ``createNextPlayerTable``).

        Without ``loop`` nobody, None, follows the last.

        Raises:
            GameError: an id is no player, or stands there twice.
        """
        wrong = [player for player in player_ids if player not in self.players]
        if wrong or len(set(player_ids)) < len(player_ids):
            raise GameError(
                f"create_next_player_table: {listed(player_ids)} are not players of this table, each once "
                f"(players: {listed(self.players)})"
            )
        return next_player_table(player_ids, loop=loop)

    def load_players_basic_infos(self) -> dict[PlayerId, Mapping[str, int | str]]:
        """Return the rows of BGA's player table, in seating order (BGA: ``loadPlayersBasicInfos``).

        The columns are BGA's; numbers are numbers here. Scores are not among them.
        """
        now = self._standing
        return {
            player: basic_infos(
                self.player_info(player),
                number,
                zombie=player in now.zombies,
                eliminated=player in now.eliminated,
                concede=player in now.conceded,
            )
            for number, player in enumerate(self.players, 1)
        }

    # -- colours ----------------------------------------------------------------------------------

    def get_specific_color_pairings(self) -> Mapping[str, str]:
        """Return which of the game's colours stands for one of BGA's (BGA: ``getSpecificColorPairings``)."""
        return {}

    def reattribute_colors_based_on_preferences(self, colors: Sequence[str] | None = None) -> None:
        """Give out colours by what the players like (BGA: ``reattributeColorsBasedOnPreferences``).

        Call it in ``setup_new_game``. ``colors`` are the game's ``player_colors`` where none are given.
        """
        declared = self._setup.definition.infos.player_colors
        given = by_preference(
            self._setup.players,
            declared if colors is None else colors,
            self.get_specific_color_pairings(),
            self._services.random.shuffle,
        )
        others = {one.id: given[one.id] for one in self._setup.players if given[one.id] != one.color}
        if others != self._standing.colors:
            change(self.gamestate._core, colors=others)

    # -- time -------------------------------------------------------------------------------------

    def give_extra_time(self, player_id: PlayerId, specific_time: int | None = None) -> None:
        """Give a player more time to think (BGA: ``giveExtraTime``), never more than at the start.

        How much depends on the table's speed, unless ``specific_time`` says it, in seconds.

        Raises:
            GameError: there is no such player.
        """
        self._clock.give(player_id, specific_time)

    # -- who is there -----------------------------------------------------------------------------

    def eliminate_player(self, player_id: PlayerId) -> None:
        """Take a player out of the game for good (BGA: ``eliminatePlayer``).

        Who is eliminated already stays so. Eliminating the last player ends the game.

        Raises:
            GameError: the player is active (do it in a game state), or sits at no seat of this table.
        """
        gamestate, label = self.gamestate, self.gamestate.plan.label
        eliminated = self._standing.eliminated
        if player_id not in self.players:
            raise GameError(
                f"Try to eliminate a player that is not playing at this table: {player_id} "
                f"(players: {listed(self.players)})",
                state=label,
            )
        if player_id in eliminated:
            return
        if gamestate.is_player_active(player_id):
            raise GameError(
                f"Can't eliminate an active player: {self.player_name(player_id)} is active in {label!r}; "
                "do it in a game state",
                state=label,
            )
        alone = len(self.players) - len(eliminated) <= 1  # before this one
        change(gamestate._core, eliminated=(*eliminated, player_id))
        self.notify.announce(
            None, "playerEliminated", "${player_name} is eliminated", player_id=player_id, who_quits=player_id
        )
        if alone:
            gamestate.jump_to_state(END_ID)

    def is_player_zombie(self, player_id: PlayerId) -> bool:
        """Whether a player has left, so that the game plays for them."""
        return player_id in self._standing.zombies

    def is_player_eliminated(self, player_id: PlayerId) -> bool:
        """Whether a player is out of the game."""
        return player_id in self._standing.eliminated

    def is_current_player_zombie(self) -> bool:
        """Whether the player whose turn it is has left (BGA: ``isCurrentPlayerZombie``)."""
        return self.is_player_zombie(self.gamestate.current)

    def on_concede(self, player_id: PlayerId) -> None:
        """Do what the game does when a player gives up (BGA: ``onConcede``); nothing by default."""

    # -- playing for who is not -------------------------------------------------------------------

    def evaluate(self, player_id: PlayerId) -> float:
        """Return how good the table is for a player, for bots that look ahead and zombies of level 2.

        A finite number; by default the player's score.
        """
        return self.gamestate._core.score.get(player_id)

    def get_random_zombie_choice(self, choices: Iterable[T]) -> T:
        """Return one of the choices at random (BGA: ``getRandomZombieChoice``).

        Raises:
            GameError: there is none.
        """
        listed_choices = list(choices)
        if not listed_choices:
            raise GameError("get_random_zombie_choice: there is nothing to choose from")
        return listed_choices[self._services.random.draw(len(listed_choices))]

    def get_best_zombie_choice(self, choices: Mapping[T, float], reversed: bool = False) -> T:  # noqa: A002
        """Return the choice with the most points, or the fewest (BGA: ``getBestZombieChoice``).

        Of several equals one at random.

        Raises:
            GameError: there is none.
        """
        if not choices:
            raise GameError("get_best_zombie_choice: there is nothing to choose from")
        best = min(choices.values()) if reversed else max(choices.values())
        return self.get_random_zombie_choice(choice for choice, points in choices.items() if points == best)
