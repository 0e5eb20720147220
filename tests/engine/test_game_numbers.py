"""What a game declares for programs that learn is optional, and says so."""

import pytest

from aurum_states import load_game
from aurum_states.engine.game_numbers import has_move_space
from aurum_states.errors import StateError
from tests.engine.small_games import GameMaker, write_tally


def test_a_game_without_a_move_space_has_none(tmp_path) -> None:
    definition = load_game(write_tally(GameMaker(tmp_path)))
    assert not has_move_space(definition.game_class)
    game = definition.game_class._at_table()
    with pytest.raises(StateError, match=r"Tally has no move_space\(self\): its moves have no numbers"):
        game.move_space()
    assert game.encode_view({}) is None


def test_aurum_has_one() -> None:
    assert has_move_space(load_game("aurum").game_class)
