"""What a person reads of a replay that went another way: the moves before, and which values differ."""

from collections.abc import Iterator, Sequence

from aurum_states.definitions.definition import GameDefinition
from aurum_states.engine.record import Move
from aurum_states.engine.snapshot import readable
from aurum_states.engine.table import Table
from aurum_states.errors import AurumStatesError, ReplayMismatchError
from aurum_states.names import listed
from aurum_states.replay.format import AnyEntry, EndEntry, MoveEntry, RefusedEntry
from aurum_states.replay.replay import Replay
from aurum_states.replay.runner import run
from aurum_states.replay.trail import Trail
from aurum_states.replay.values import changes

_MOVES_BEFORE = 3


def difference(
    replay: Replay, definition: GameDefinition, mismatch: ReplayMismatchError, trail: Trail | None = None
) -> list[str]:
    """Return the lines that show a mismatch with the table around it.

    ``trail`` are the tables of a run that passed; with it the two tables are compared.
    """
    before = replay.before(mismatch.line or 0).steps
    at = next((entry for line, entry in replay.entries if line == mismatch.line), None)
    table = _table_before(replay, definition, mismatch)
    lines = [str(mismatch), ""]
    lines += _last_moves(table, before) if table is not None else []
    if table is not None:
        names = table.setup.names
        asked = listed((names[one] for one in table.active_players), "nobody")
        lines.append(f"then the table was in state {table.state}, {asked} to move")
    if isinstance(at, MoveEntry) and table is not None:
        lines.append(f"  {_told(table, at)}  <- here")
    steps = sum(not isinstance(entry, RefusedEntry | EndEntry) for entry in before)
    lines += _compared(replay, definition, mismatch, trail, steps)
    return lines


def _table_before(replay: Replay, definition: GameDefinition, mismatch: ReplayMismatchError) -> Table | None:
    """Return the table as it was before the line that went another way."""
    try:
        result = run(replay.before(mismatch.line or 0), definition)
    except AurumStatesError:
        return None
    return result.table if result.mismatch is None else None


def _last_moves(table: Table, before: Sequence[AnyEntry]) -> list[str]:
    moves = [entry for entry in before if isinstance(entry, MoveEntry)][-_MOVES_BEFORE:]
    return [f"  {_told(table, entry)}" for entry in moves]


def _told(table: Table, entry: MoveEntry) -> str:
    move = Move(entry.action, entry.args)
    name = table.setup.names.get(entry.player, str(entry.player))
    try:
        label = table.label_move(entry.player, move)
    except AurumStatesError:
        label = ""
    shown = f"{label}  {move}" if label and label != str(move) else str(move)
    return f"move {entry.move}  {name}: {shown}"


def _compared(
    replay: Replay,
    definition: GameDefinition,
    mismatch: ReplayMismatchError,
    trail: Trail | None,
    steps: int,
) -> Iterator[str]:
    """Say which values differ from the run that passed; without one the message has what the move changed."""
    if trail is None:
        return
    table = run(replay.before((mismatch.line or 0) + 1), definition).table
    expected = trail.at(steps + 1, table)
    if expected is None:
        return
    differs = changes(expected, readable(table))
    yield "the tables differ (the run that passed -> this run):" if differs else "the tables are the same"
    yield from (f"  {line}" for line in differs)
