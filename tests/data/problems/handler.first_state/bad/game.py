from typing import Literal

from aurum_states import Game, State


class StonesState(State):
    left: int = 9


class StonesGame(Game[StonesState]):
    def setup_new_game(self, options):
        return StonesState()

    def first_state(self):  # <- here
        return "play"

    def moves_play(self, player):
        return {"actTake": [1, 2]}

    def act_take(self, count: int) -> Literal["over"]:
        return "over"
