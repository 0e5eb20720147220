from typing import Literal

from aurum_states import Game, State
from aurum_states.components import Database


class StonesState(State):
    db: Database


class StonesGame(Game[StonesState]):
    def setup_new_game(self, options):
        return StonesState(self.create_database())

    def moves_play(self, player):
        return {"actTake": [1, 2]}

    def arg_play(self):
        return {}

    def act_take(self, count: int) -> Literal["next", "over"]:
        return "next"

    def st_deal(self) -> Literal["next"]:
        return "next"
