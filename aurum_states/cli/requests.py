"""What a person asks for that is no move of any game: to leave, come back, give up, or take a move back."""

import re
from typing import TYPE_CHECKING

from aurum_states.errors import ActionError, UserException

if TYPE_CHECKING:
    from aurum_states.engine.players import PlayerId
    from aurum_states.engine.record import ActionResult
    from aurum_states.engine.table import Table

HELP = (
    "  leave, or leave 2 for seat 2: the game plays for who has left; back 2 when they are there again",
    "  concede, or concede 2, to give up",
)
UNDO = "  undo, or undo 2, to take back the last move, as long as nobody has learned anything from it"
_WAYS = re.compile(r"(leave|back|concede|undo)(?:\s+(\d{1,9}))?", re.ASCII | re.IGNORECASE)


def requested(table: "Table", text: str, player: "PlayerId") -> "ActionResult | ActionError | None":
    """Do what an answer asks for, for the seat that it names, else for ``player``.

    A refusal is returned; None stands for an answer that asks for something else.
    """
    asked = _WAYS.fullmatch(text)
    if asked is None:
        return None
    seats = [one.id for one in table.players]
    if asked[2] is not None:
        if not 1 <= int(asked[2]) <= len(seats):
            return UserException(f"there is no seat {asked[2]}: they are 1 to {len(seats)}")
        player = seats[int(asked[2]) - 1]
    way = {"leave": table.quit, "back": table.back, "concede": table.concede, "undo": table.undo}[
        asked[1].lower()
    ]
    try:
        return way(player)
    except ActionError as refused:
        return refused
