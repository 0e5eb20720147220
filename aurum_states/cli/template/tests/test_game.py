"""The rules, said as a table would say them.

The recorded games beside this file are tests too: pytest runs every ``*.replay.jsonl``. Record one more with
``aurum-states play --bots all --replay tests/NAME.replay.jsonl``.
"""

from collections.abc import Callable
from pathlib import Path

from aurum_states.testing import Tabletop, check_game


def test_up_to_three_stones_can_be_taken(table: Callable[..., Tabletop]) -> None:
    """A recording holds what was played, not what else was legal: that needs a test of its own."""
    game = table(players=2)
    [first] = game.table.active_players
    assert [move.args["count"] for move in game.table.possible_moves(first)] == [1, 2, 3]
    game.refuses(first, "actTake", "action.illegal", count=4)


def test_the_last_stone_wins(table: Callable[..., Tabletop]) -> None:
    """Arrange, act, look: tables are cheap, so a test can play."""
    game = table(players=2)
    [first] = game.table.active_players
    while not game.table.is_over:
        [player] = game.table.active_players
        left = game.table.view_for(player)["left"]
        game.plays(player, "actTake", count=left % 4 or 1)  # who leaves a multiple of four cannot lose
    game.expects_over(first)


def test_the_game_as_a_whole() -> None:
    """What holds of every game: what is offered is accepted, all else refused, it ends, nothing leaks."""
    check_game(Path(__file__).parents[1], games=1).raise_for_findings()
