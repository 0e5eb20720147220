"""A step of a game, made once more at another table."""

import msgspec

from aurum_states.engine.record import ActionResult
from aurum_states.engine.table import Table
from aurum_states.replay.format import AnyEntry, MoveEntry, ZombieEntry
from aurum_states.testing.seats import encode


def again(table: Table, entry: AnyEntry) -> ActionResult:
    """Let what a line of a recording says happen at a table.

    Raises:
        ActionError: it is not possible there.
        GameError: the game's own code failed.
    """
    if isinstance(entry, MoveEntry):
        return table.act(entry.player, entry.action, entry.args)
    if isinstance(entry, ZombieEntry):
        return table.zombie_turn(entry.zombie.player)
    raise TypeError(f"{type(entry).__name__} is no step")


def line_of(entry: AnyEntry) -> bytes:
    """Return a step as a line of a recording."""
    return encode(msgspec.to_builtins(entry))
