"""A table with its hidden things elsewhere: the game's ``redeal``, run on a copy and judged."""

from collections.abc import Callable

import msgspec

from aurum_states.engine.players import PlayerId
from aurum_states.engine.seating import broken_invariants
from aurum_states.engine.snapshot import readable
from aurum_states.engine.table import Table
from aurum_states.errors import AurumStatesError
from aurum_states.names import listed
from aurum_states.proofs.seats import encode, name_of
from aurum_states.replay.values import changes

_TRIES = 20
"""How often a redeal may happen to lead to the table that was there before."""


class WrongRedealError(AurumStatesError):
    """A game's ``redeal`` failed, or did what it may not."""


def redealt(table: Table, seat: PlayerId | None, draw: Callable[[int], int]) -> tuple[Table, int]:
    """Return a copy of a table whose things hidden from a seat are elsewhere, and how many are.

    Raises:
        WrongRedealError: the game's ``redeal`` is wrong.
    """
    for _ in range(_TRIES):
        copy, swapped = _once(table, seat, draw)
        differs = _saved(copy) != _saved(table)
        if bool(swapped) == differs:
            return copy, swapped
        if differs:
            changed = listed(changed_by(table, copy))
            raise _wrong(table, seat, f"says that nothing is hidden, but has changed {changed}")
    raise _wrong(table, seat, f"says that it has swapped {swapped}, but the table is as it was")


def changed_by(table: Table, copy: Table) -> list[str]:
    """Return which values of the table a redeal has changed, one line each."""
    return changes(readable(table), readable(copy))


def changed_names(table: Table, copy: Table) -> set[str]:
    """Return the names of the values that differ: ``state.cards.hand.17``."""
    return {line.partition(": ")[0] for line in changed_by(table, copy)}


def hidden_from(table: Table, seat: PlayerId | None, draw: Callable[[int], int]) -> set[str]:
    """Return the names of the values of a table that redeals for a seat change.

    Raises:
        WrongRedealError: the game's ``redeal`` is wrong.
    """
    found: set[str] = set()
    for _ in range(_TRIES):
        found |= changed_names(table, redealt(table, seat, draw)[0])
    return found


def _once(table: Table, seat: PlayerId | None, draw: Callable[[int], int]) -> tuple[Table, int]:
    copy = table.fork()
    core = encode(copy._core)
    try:
        swapped = copy._game.redeal(seat, draw)
    except Exception as error:
        raise _wrong(table, seat, f"failed: {type(error).__name__}: {error}") from error
    if not isinstance(swapped, int) or swapped < 0:
        raise _wrong(table, seat, f"must return how many hidden things are different now, not {swapped!r}")
    if encode(copy._core) != core:
        lines = [line for line in changed_by(table, copy) if line.startswith("core.")]
        raise _wrong(table, seat, f"has changed what is public or the table's chance: {listed(lines)}")
    if copy._notify.pending:
        raise _wrong(table, seat, f"has sent the notification {copy._notify.pending[0].type!r}")
    try:
        saved = copy._keeping.take().saved
        table._plan.decode(saved)
    except (AurumStatesError, msgspec.ValidationError) as error:
        raise _wrong(table, seat, f"has left a state that cannot be: {error}") from error
    broken = broken_invariants(copy._plan, copy._game)
    if broken:
        raise _wrong(table, seat, f"breaks an invariant: {'; '.join(broken)}")
    return copy._forked(saved), int(swapped)


def _saved(table: Table) -> bytes:
    return table._keeping.commit.saved


def _wrong(table: Table, seat: PlayerId | None, what: str) -> WrongRedealError:
    return WrongRedealError(f"redeal for {name_of(table, seat)} {what}")
