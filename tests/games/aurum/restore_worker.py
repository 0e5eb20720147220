"""Another process that restores tables: one line of JSON in, one out, until its input ends.

In: ``snapshot`` and a move. Out: what the restored table asks, offers and shows, and what the move led to.
"""

import json
import sys
from typing import Any

from aurum_states import Table, load_game


def seen(table: Table) -> dict[str, Any]:
    """Return what a table asks, offers and shows, in JSON's types."""
    ids = [player.id for player in table.players]
    shown = {
        "state": table.state,
        "active": table.active_players,
        "digest": table.digest,
        "moves": [
            [[move.action, move.args] for move in table.possible_moves(player_id)] for player_id in ids
        ],
        "views": [table.view_for(player_id) for player_id in [None, *ids]],
        "ranking": [[one.id, one.score, one.rank] for one in table.ranking()],
    }
    decoded: dict[str, Any] = json.loads(json.dumps(shown))
    return decoded


def told(result: Any) -> list[Any]:
    """Return the result of a move in JSON's types."""
    notes = [[one.audience, one.type, one.log, one.args] for one in result.notifications]
    return [[list(one) for one in result.transitions], notes, result.digest, result.move]


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Restore, look, move."""
    table = Table.restore(load_game("aurum"), question["snapshot"])
    before = seen(table)
    player, action, args = question["move"]
    return {"before": before, "told": told(table.act(player, action, args)), "after": seen(table)}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)  # noqa: T201 - this is its output
