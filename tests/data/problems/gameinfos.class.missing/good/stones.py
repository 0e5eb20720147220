from aurum_states import Game, State


class StonesState(State):
    left: int = 9


class StonesGame(Game[StonesState]):
    def setup_new_game(self, options):
        return StonesState()
