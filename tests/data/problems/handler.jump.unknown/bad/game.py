from typing import Literal

from aurum_states import Game, State


class StonesState(State):
    left: int = 9


class StonesGame(Game[StonesState]):
    def setup_new_game(self, options):
        return StonesState()

    def moves_play(self, player):
        return {"actTake": [1, 2]}

    def act_take(self, count: int) -> Literal["next", "over"]:
        self.state.left -= count
        return "next" if self.state.left > 0 else "over"

    def st_deal(self):
        self.gamestate.jump_to_state("plya")  # <- here

    def zombie_turn(self, state, active_player_id):
        return self.act_take(1)
