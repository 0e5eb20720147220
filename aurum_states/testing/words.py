"""A table in a few lines that a person reads below a failed assertion."""

from aurum_states.engine.players import PlayerId
from aurum_states.engine.table import Table
from aurum_states.names import listed

_MOST_MOVES = 20
"""How many legal moves are shown."""


def table_in_words(table: Table, player: PlayerId | None = None) -> list[str]:
    """Return where the table is, who is asked, and what ``player`` could do."""
    names = table.setup.names
    asked = listed((names[one] for one in table.active_players), "nobody")
    where = f"{table.definition.name}, after move {table.moves_made}, in state {table.state}"
    lines = [f"  {where}: {asked} to move"]
    if player is not None and not table.is_over:
        lines.append(f"  {names[player]} could play: {listed(moves_in_words(table, player))}")
    return lines


def moves_in_words(table: Table, player: PlayerId) -> list[str]:
    """Return the legal moves of a player in the game's notation, at most twenty of them."""
    moves = table.possible_moves(player)
    shown = [table.label_move(player, move) for move in moves[:_MOST_MOVES]]
    return [*shown, f"and {len(moves) - _MOST_MOVES} more"] if len(moves) > _MOST_MOVES else shown
