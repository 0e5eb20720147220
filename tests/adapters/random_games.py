"""Random games in OpenSpiel."""

import random


def random_game(game, seed: int):
    """Yield every state of a random game; change none of them."""
    chance, state = random.Random(seed), game.new_initial_state()
    while True:
        yield state
        if state.is_terminal():
            return
        state = state.child(chance.choice(state.legal_actions()))
