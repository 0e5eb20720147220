"""A table that remembers its moves gives any of them back."""

from random import Random
from typing import Any

import pytest

from aurum_states import ActionError, Table, load_game
from aurum_states.errors import SetupError

MODES: list[Any] = ["full", "quiet", "paranoid"]


def played(moves: int, **given: Any) -> tuple[Table, list[Any]]:
    """Return a table after some moves, and its snapshots after each."""
    table = Table.create(load_game("aurum"), players=3, seed="history", **given)
    rng, seen = Random(7), [table.snapshot()]
    for _ in range(moves):
        player = rng.choice(table.active_players)
        move = rng.choice(table.possible_moves(player))
        table.act(player, move.action, move.args)
        seen.append(table.snapshot())
    return table, seen


@pytest.mark.parametrize("mode", MODES)
def test_every_move_is_remembered_as_it_was(mode: Any) -> None:
    table, seen = played(40, history=True, mode=mode)
    assert [table.at(move).snapshot() for move in range(41)] == seen


def test_what_comes_back_goes_on_by_itself() -> None:
    table, seen = played(20, history=True)
    past = table.at(12)
    player = past.active_players[0]
    move = past.possible_moves(player)[0]
    past.act(player, move.action, move.args)
    assert past.moves_made == 13
    assert table.snapshot() == seen[-1]


def test_a_refused_move_is_not_remembered() -> None:
    table, seen = played(5, history=True)
    with pytest.raises(ActionError, match="actPlayCard"):
        table.act(table.players[0].id, "actPlayCard", {"cardId": 999})
    assert table.at(5).snapshot() == seen[5]
    with pytest.raises(ValueError, match=r"no move 6; this table has made the moves 0 to 5"):
        table.at(6)


def test_turns_of_who_has_left_belong_to_the_move_before() -> None:
    table, _ = played(10, history=True)
    table.quit(table.active_players[0])
    assert table.at(table.moves_made).snapshot() == table.snapshot()


def test_an_arranged_table_remembers_from_there() -> None:
    table = Table.create(load_game("aurum"), players=3, seed="history", history=True)
    start = table.snapshot()
    table.arrange(
        {"hands": [["B1"], ["B2"], ["B3"]], "bids": ["P1", "P2", "P3"], "gold": [["G0"], ["G0"], ["G0"]]}
    )
    assert table.at(0).snapshot() == table.snapshot() != start


def test_a_table_that_was_not_asked_to_remembers_nothing() -> None:
    table, _ = played(3)
    with pytest.raises(ValueError, match=r"history=True"):
        table.at(1)
    with pytest.raises(SetupError, match="simulation"):
        played(0, history=True, mode="simulation")
