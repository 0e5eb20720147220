"""The other process: restores a table, looks at it, makes a step. One line of JSON in, one out."""

import json
import sys
from pathlib import Path
from typing import Any

from aurum_states.definitions.definition import GameDefinition
from aurum_states.engine.loading import load_game
from aurum_states.engine.table import Table
from aurum_states.proofs.seats import encode, everything
from aurum_states.replay.format import RunEntry, read_entry
from aurum_states.replay.runner import take


def answer(definition: GameDefinition, question: dict[str, Any]) -> dict[str, Any]:
    """Return what the restored table shows, what the step does, and what it shows then."""
    table = Table.restore(definition, question["snapshot"])
    table.zombies_play = question["zombies_play"]
    before = everything(table)
    entry = read_entry(question["line"].encode(), 1)
    assert isinstance(entry, RunEntry)
    result = take(table, entry)
    return {"before": before, "result": result, "after": everything(table)}


def main() -> None:
    """Answer until there are no more questions."""
    out, sys.stdout = sys.stdout.buffer, sys.stderr  # what a game prints is no answer
    definition = load_game(Path(sys.argv[1]))
    for line in sys.stdin.buffer:
        try:
            told = encode(answer(definition, json.loads(line)))
        except Exception as error:
            told = encode({"error": f"{type(error).__name__}: {error}"})
        out.write(told + b"\n")
        out.flush()


if __name__ == "__main__":
    main()
