"""What the rules look at: a game, or a file of one, as far as it could be read."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aurum_states.definitions.definition import GameDefinition
from aurum_states.definitions.document import Document
from aurum_states.definitions.graph import StateGraph


@dataclass(frozen=True, slots=True)
class Subject:
    """What could be read; ``source`` is None when there is no class to read, and ``source_note`` says why."""

    folder: Path | None
    definition: GameDefinition | None
    graph: StateGraph | None
    documents: Mapping[str, Document]
    source: Any = None
    source_note: str = ""
