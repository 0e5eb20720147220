from typing import Literal

from aurum_states import Game, State


class StonesState(State):
    left: int = 9


class StonesGame(Game[StonesState]):
    def setup_new_game(self, options):
        return StonesState()

    def moves_play(self, player):
        return {"actTake": [1, 2]}

    def arg_play(self):
        return {}

    def act_take(self, count: int) -> Literal["next", "over"]:
        return "next"

    def st_deal(self) -> Literal["next"]:
        return "next"
