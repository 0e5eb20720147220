"""Undo step by step, beyond BGA: players take back their own moves while nobody has learned anything.

A game asks for it by ``step_undo: true`` in its gameinfos. Where it must stop the engine finds by itself: at
a draw from the random stream, at another player's move, and where a move has shown somebody what was hidden
from them. For that it deals what is hidden anew (the game's ``redeal``) in copies of the table: a move that
would have looked different there has shown something. In a game without ``redeal`` a move can be taken back
only if no other seat has seen or heard of it.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec

from aurum_states.engine.game import ANY, has_redeal
from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import ActionResult
from aurum_states.engine.rng import Rng
from aurum_states.engine.undo import Step
from aurum_states.errors import ActionError, AurumStatesError

if TYPE_CHECKING:
    from aurum_states.engine.atomic_table import AtomicTable
    from aurum_states.engine.table import Table

REDEALS = 12
"""How often what is hidden from a seat is dealt anew for one move: often enough that chance hides nothing."""
MOST = 50
"""How many moves can be taken back at most."""

_encode = msgspec.json.Encoder().encode


def steps_after(
    table: "AtomicTable", saved: bytes, player_id: PlayerId, action: str, option: Any
) -> tuple[Step, ...]:
    """Return what can be taken back after a move that is about to be committed as ``saved``."""
    before = table._keeping.commit
    core = table._core
    plain, after = (_imagined(table, one) for one in (before.saved, saved))
    if core.drawn != plain._core.drawn or table._gamestate.plan.final:
        return ()
    own = before.steps if all(step.player == player_id for step in before.steps) else ()
    told = plain.fork().apply(player_id, action, option)
    if any(_shown(plain, after, told, seat, player_id, action, option) for seat in _seats(table)):
        return ()
    return (*own, Step(player_id, core.move, before.saved))[-MOST:]


def _imagined(table: "AtomicTable", saved: bytes) -> "Table":
    """Return a copy of the table, at which moves are only tried."""
    copy: Table = table._forked(saved)  # type: ignore[assignment]  # every table is a Table
    copy._steps_noted = False
    return copy


def _seats(table: "AtomicTable") -> list[PlayerId | None]:
    return [None, *(player.id for player in table.setup.players)]


def _shown(
    before: "Table",
    after: "Table",
    told: ActionResult,
    seat: PlayerId | None,
    player_id: PlayerId,
    action: str,
    option: Any,
) -> bool:
    """Whether a move has shown a seat something that was hidden from it."""
    if not has_redeal(type(before._game)):
        return seat != player_id and (_page(before, seat) != _page(after, seat) or bool(_heard(told, seat)))
    draw = Rng(f"undo/{before.setup.seed}/{before.moves_made}", SimpleNamespace(drawn=0)).draw
    page, heard = _page(after, seat), _heard(told, seat)
    for _ in range(REDEALS):
        other = _redealt(before, seat, draw)
        if other is None:
            return False  # nothing is hidden from this seat
        legal = other.legal_moves(player_id).get(action)
        if legal is None or (legal is not ANY and option not in legal):
            return True
        try:
            result = other.apply(player_id, action, option)
        except ActionError:
            return True
        if _page(other, seat) != page or _heard(result, seat) != heard:
            return True
    return False


def _redealt(table: "Table", seat: PlayerId | None, draw: Callable[[int], int]) -> "Table | None":
    copy = table.fork()
    return copy.fork() if copy._game.redeal(seat, draw) else None


def _page(table: "Table", seat: PlayerId | None) -> bytes:
    try:
        return _encode([table.view_for(seat), table.args_for(seat)])
    except AurumStatesError:
        return b""  # a game whose page fails for a seat is found out elsewhere


def _heard(result: ActionResult, seat: PlayerId | None) -> list[tuple[str, str, bytes]]:
    """Return what a seat is told, less what says only in which state the table is."""
    return [
        (one.type, one.log, one.payload)
        for sent in result.notifications
        if (one := sent.seen_by(seat)) is not None and not one.type.startswith("gameState")
    ]
