"""OpenSpiel, RLCard and PettingZoo: whole games by uniformly random legal moves.

A unit is a player's decision. OpenSpiel's chance steps take time but are no decisions.
Run in their environments: ``python -m tools.benchmarks.peers.play_games NAME GAME SECONDS``.
"""

import random
from collections.abc import Callable

from tools.benchmarks.peers.clock import report, start


def open_spiel_games(name: str) -> Callable[[], int]:
    """Return the work of one game of OpenSpiel; all outcomes of a deal are equally likely in these games."""
    import pyspiel

    if name.startswith("python_"):
        from open_spiel.python import games  # noqa: F401 - registers them

    game = pyspiel.load_game(name)
    rnd = random.Random(1).random  # noqa: S311 - the same choices each time

    def work() -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            moves += not state.is_chance_node()
            legal = state.legal_actions()
            state.apply_action(legal[int(rnd() * len(legal))])
        return moves

    return work


def rlcard_games(name: str) -> Callable[[], int]:
    """Return the work of one game of RLCard."""
    import rlcard

    environment = rlcard.make(name, config={"seed": 1})
    rnd = random.Random(1).random  # noqa: S311

    def work() -> int:
        state, _ = environment.reset()
        moves = 0
        while not environment.is_over():
            legal = [*state["legal_actions"]]
            state, _ = environment.step(legal[int(rnd() * len(legal))])
            moves += 1
        return moves

    return work


def pettingzoo_games(kind: str) -> Callable[[], int]:
    """Return the work of one game of PettingZoo's connect_four, ``raw`` or ``wrapped`` by ``env()``."""
    from pettingzoo.classic.connect_four import connect_four

    environment = connect_four.raw_env() if kind == "raw" else connect_four.env()
    rnd = random.Random(1).random  # noqa: S311

    def work() -> int:
        environment.reset()
        moves = 0
        while True:
            observation, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                return moves
            legal = observation["action_mask"].nonzero()[0]
            environment.step(int(legal[int(rnd() * len(legal))]))
            moves += 1

    return work


if __name__ == "__main__":
    start(
        {
            "open_spiel": lambda name, seconds: report(open_spiel_games(name), seconds, "open-spiel"),
            "rlcard": lambda name, seconds: report(rlcard_games(name), seconds, "rlcard"),
            "pettingzoo": lambda kind, seconds: report(pettingzoo_games(kind), seconds, "pettingzoo"),
        }
    )
