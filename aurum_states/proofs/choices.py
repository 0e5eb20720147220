"""Choices that a player could have made in place of one that was made."""

from collections.abc import Callable
from dataclasses import dataclass

from aurum_states.engine.game import ANY
from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import ActionResult, Move
from aurum_states.engine.table import Table
from aurum_states.errors import AurumStatesError
from aurum_states.proofs.redealing import changed_names, hidden_from
from aurum_states.replay.format import MoveEntry


@dataclass(frozen=True, slots=True)
class OtherChoice:
    """Another move than the one that was made, and what it leads to."""

    move: Move
    table: Table
    result: ActionResult

    def is_secret(self, made: Table, seat: PlayerId | None, draw: Callable[[int], int]) -> bool:
        """Whether the two choices differ, and in nothing but what ``redeal`` says is hidden from a seat.

        ``made`` is the table that the choice that was made led to.
        """
        changed = changed_names(made, self.table)
        try:
            return bool(changed) and changed <= hidden_from(made, seat, draw)
        except AurumStatesError:  # a redeal that is wrong is found where it is asked for a decision
            return False


def other_choice(before: Table, made: MoveEntry, draw: Callable[[int], int]) -> OtherChoice | None:
    """Return another legal choice of the same action, made on a copy.

    None where there is none, and where chance comes into play: what was in the open may be hidden after that.
    """
    options = before.legal_moves(made.player).get(made.action)
    if options is None or options is ANY:
        return None
    action = before._gamestate.action(made.action, made.player)
    others = [args for option in options if (args := action.arguments(option)) != made.args]
    if not others:
        return None
    move = Move(made.action, others[draw(len(others))])
    table = before.fork()
    try:
        result = table.act(made.player, move.action, move.args)
    except AurumStatesError:  # whoever tries all moves says so
        return None
    return OtherChoice(move, table, result) if table._core.drawn == before._core.drawn else None
