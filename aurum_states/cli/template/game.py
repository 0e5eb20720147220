"""Take the last stone: a small game to start from. Players take 1 to 3 stones in turn; the last one wins."""

from typing import Any, Literal

from aurum_states import Args, Game, Move, Moves, Options, PlayerId, State, clienttranslate

STONES = 15


class TemplateState(State):
    """Everything of the game that changes. Declare each field with its type."""

    left: int = STONES
    """Stones that nobody has taken yet."""


class TemplateGame(Game[TemplateState]):
    """The rules: ``moves_`` say what is legal, ``act_`` do it, ``st_`` run the states without a player."""

    def setup_new_game(self, options: Options) -> TemplateState:  # noqa: ARG002 - there are no options yet
        """Lay the stones out; a random player starts."""
        first = self.bga_rand(0, len(self.players) - 1)
        self.gamestate.change_active_player(self.players[first])
        return TemplateState()

    # -- playerTurn -------------------------------------------------------------------------------

    def arg_player_turn(self) -> Args:
        """Tell the players what the title speaks of."""
        return {"left": self.state.left}

    def moves_player_turn(self, player: PlayerId) -> Moves:  # noqa: ARG002 - the same for everybody
        """List the counts that can be taken."""
        return {"actTake": list(range(1, min(3, self.state.left) + 1))}

    def act_take(self, count: int, active_player_id: PlayerId) -> Literal["taken"]:
        """Take stones; who takes the last one wins."""
        self.state.left -= count
        self.notify.all(
            "taken",
            clienttranslate("${player_name} takes ${count}: ${left} left"),
            player_id=active_player_id,
            count=count,
            left=self.state.left,
        )
        if self.state.left == 0:
            self.player_score.set(active_player_id, 1)
        return "taken"

    # -- nextPlayer -------------------------------------------------------------------------------

    def st_next_player(self) -> Literal["turn", "over"]:
        """Pass the turn on, or end the game."""
        if self.state.left == 0:
            return "over"
        self.gamestate.active_next_player()
        return "turn"

    # -- what is shown, and how moves are written -------------------------------------------------

    def get_all_datas(self, current_player_id: PlayerId | None) -> dict[str, Any]:  # noqa: ARG002
        """Show the stones; nothing is secret here."""
        return {"left": self.state.left}

    def get_game_progression(self) -> int:
        """Count the stones taken, in percent."""
        return 100 * (STONES - self.state.left) // STONES

    def label_move(self, player_id: PlayerId, move: Move) -> str:  # noqa: ARG002
        """Write a move as ``take 2``."""
        return f"take {move.args['count']}"

    def zombie_turn(self, state: str, active_player_id: PlayerId) -> str:  # noqa: ARG002
        """Take one stone for a player who has left."""
        return self.act_take(1, active_player_id)

    def debug_leave(self, count: int) -> None:
        """Leave so many stones: ``debug_leave 4`` in ``aurum-states play --debug``."""
        self.state.left = count
