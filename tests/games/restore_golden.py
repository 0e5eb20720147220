"""Another process that goes on with golden games: one line of JSON in, one out, until its input ends.

In: the game's source, a ``snapshot``, and the lines that follow it. Out: the digest after each of them, and the ranking.
"""

import json
import sys

from aurum_states import Table, load_game
from aurum_states.replay.format import read_entry
from aurum_states.replay.runner import take

if __name__ == "__main__":
    for line in sys.stdin:
        question = json.loads(line)
        table = Table.restore(load_game(question["game"]), question["snapshot"])
        table.zombies_play = False
        digests = [take(table, read_entry(one.encode(), 0)).digest for one in question["lines"]]
        print(json.dumps([digests, [[one.id, one.rank] for one in table.ranking()]]), flush=True)  # noqa: T201
