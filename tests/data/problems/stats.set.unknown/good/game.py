from typing import Literal

from aurum_states import Game, Options, PlayerId, State
from aurum_states.components import Statistics


class StonesState(State):
    stats: Statistics
    left: int = 9


class StonesGame(Game[StonesState]):
    def setup_new_game(self, options: Options) -> StonesState:
        stats = self.create_statistics()
        stats.init_table("turns", 0)
        stats.init_player("stones", 0)
        return StonesState(stats=stats)

    def moves_play(self, player):
        return {"actTake": [1, 2]}

    def act_take(self, count: int, active_player_id: PlayerId) -> Literal["next", "over"]:
        self.state.left -= count
        self.state.stats.inc_table("turns", 1)
        self.state.stats.inc_player("stones", count, active_player_id)
        return "next" if self.state.left > 0 else "over"

    def zombie_turn(self, state, active_player_id):
        return self.act_take(1, active_player_id)
