"""A quiet table does what any table does, and tells nobody."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from aurum_states import ActionError, Table, load_game
from aurum_states.errors import GameError
from tests.engine.faulty_games import EXAMPLES

GAMES = ["aurum", *sorted(place.name for place in EXAMPLES.iterdir() if (place / "config").is_dir())]
WRONG: list[Any] = [
    {},
    {"cardId": True},
    {"cardId": "1"},
    {"cardId": 10_000},
    {"cardId": 1, "more": 2},
    {None: 1},
]
"""Arguments that no action takes, or that are not legal."""


def asked(table: Table, player: int, action: str, args: Mapping[Any, Any]) -> Any:
    """Return what came of a move, less who was told: a result, or the words of a refusal."""
    try:
        result = table.act(player, action, args)
    except ActionError as refused:
        return refused.code, str(refused)
    return result.transitions, result.digest, result.move, result.zombie_turns


def played(full: Table, quiet: Table, rng: Random, most: int = 150) -> tuple[int, int]:
    """Make the same requests of both tables, wrong ones too; return how many were moves and refused."""
    first, refused = full.moves_made, 0
    while not full.is_over and full.moves_made - first < most:
        player = rng.choice(full.active_players)
        requests = [
            (rng.choice(full.players).id, rng.choice([*full.legal_moves(player), "actNothing"]), args)
            for args in WRONG
        ]
        move = rng.choice(full.possible_moves(player))
        for request in [*requests, (player, move.action, move.args)]:
            came = asked(full, *request)
            assert came == asked(quiet, *request), request
            if len(came) > 2:
                break  # some that were made up are right, such as a pass without arguments
            refused += 1
    assert full.snapshot() == quiet.snapshot()
    return full.moves_made - first, refused


@pytest.mark.parametrize("name", GAMES)
def test_every_request_has_the_same_end_as_at_any_table(name: str) -> None:
    definition = load_game(name if name == "aurum" else EXAMPLES / name)
    for count in definition.infos.players:
        tables = [Table.create(definition, count, seed="quiet", mode=mode) for mode in ("full", "quiet")]
        moves, refused = played(*tables, Random(f"{name} {count}"))
        assert moves > 5
        assert refused > moves


def test_after_somebody_has_left_it_goes_on_as_any_table() -> None:
    full, quiet = (Table.create(load_game("aurum"), 3, seed="gone", mode=mode) for mode in ("full", "quiet"))
    rng = Random("gone")
    played(full, quiet, rng, most=20)
    gone = full.players[1].id
    assert full.quit(gone).digest == quiet.quit(gone).digest
    assert played(full, quiet, rng, most=40)[0] == 40


def test_a_handler_that_fails_leaves_it_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table.create(load_game("aurum"), 3, seed="fails", mode="quiet")
    player = table.active_players[0]
    move = table.possible_moves(player)[0]
    before = table.snapshot()
    with monkeypatch.context() as patch:
        patch.setattr(type(table._game.state.cards), "move_card", lambda *_: 1 / 0)
        with pytest.raises(GameError, match=r"act_bid .*ZeroDivisionError"):
            table.act(player, move.action, move.args)
    assert table.snapshot() == before
    assert table.act(player, move.action, move.args).move == 1
