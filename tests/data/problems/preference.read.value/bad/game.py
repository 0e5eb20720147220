from typing import Literal

from aurum_states import Game, Options, State


class StonesState(State):
    left: int


class StonesGame(Game[StonesState]):
    def setup_new_game(self, options: Options) -> StonesState:
        first = self.players[0]
        return StonesState(left=18 if self.preference(first, 100) == 0 else 9)  # <- here

    def moves_play(self, player):
        return {"actTake": [1, 2]}

    def act_take(self, count: int) -> Literal["next", "over"]:
        self.state.left -= count
        return "next" if self.state.left > 0 else "over"

    def zombie_turn(self, state, active_player_id):
        return self.act_take(1)
