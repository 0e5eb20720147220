"""A game in numbers, for programs that learn to play it: its moves, and what a seat sees."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from aurum_states.engine.players import PlayerId
from aurum_states.errors import StateError


class MoveSpace(msgspec.Struct, frozen=True):
    """Every move that there can ever be at a table, by kind; the place of a name in ``names`` is its number.

    By kind: a move is named after what a card is, never after its id, which is another one in every game.
    ``names`` hang on the table's set-up only. No two legal moves of one turn may have the same name.

    ``name_of(player_id, action, option)`` returns the name of an option as ``moves_<state>`` lists it.
    """

    names: Sequence[str]
    name_of: Callable[[PlayerId, str, Any], str]


class GameNumbers:
    """What a game may declare for programs that learn to play it; see docs/adapters.md."""

    __slots__ = ()

    def move_space(self) -> MoveSpace:
        """Return every move that there can be at this table, so that each has a number that stays.

        Optional; without it no adapter loads the game. It is asked for once a table.
        """
        raise StateError(f"{type(self).__name__} has no move_space(self): its moves have no numbers")

    def encode_view(self, view: Mapping[str, Any]) -> Sequence[float] | None:  # noqa: ARG002
        """Return a seat's page (``Table.view_for``) as numbers from 0 to 1, always equally many.

        Optional; where it is None the adapters have an encoding for any game. Use nothing but the page: what
        is not on it the seat may not know. ``view["playerorder"]`` begins with the seat itself.
        """
        return None


def has_move_space(game_class: type | None) -> bool:
    """Return whether a game declares its moves, by a ``move_space`` of its own."""
    return getattr(game_class, "move_space", GameNumbers.move_space) is not GameNumbers.move_space
