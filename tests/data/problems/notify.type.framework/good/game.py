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
        self.notify.all("message", "Nothing is left")
        return "next" if self.state.left > 0 else "over"

    def st_deal(self) -> Literal["next"]:
        return "next"

    def zombie_turn(self, state, active_player_id):
        if state == "play":
            return self.act_take(1)
        return self.act_take(2)
