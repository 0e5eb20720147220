"""JSON Schemas of the files that people write, made from the models, for editors and other validators.

A schema says what a value may be. What a name must refer to (targets, ids used twice, options in a condition,
slips of keys) it cannot say; the readers and ``check`` do.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from aurum_states.definitions.choices_schema import gameoptions_schema, gamepreferences_schema
from aurum_states.definitions.facts_schema import gameinfos_schema, stats_schema
from aurum_states.definitions.schema_parts import Schema
from aurum_states.definitions.states_schema import states_schema

FOLDER = Path(__file__).parent / "schemas"
"""Where the published schemas lie, one for each kind: ``states.schema.json``."""

SCHEMAS: Mapping[str, Callable[[], Schema]] = {
    "states": states_schema,
    "gameoptions": gameoptions_schema,
    "gamepreferences": gamepreferences_schema,
    "stats": stats_schema,
    "gameinfos": gameinfos_schema,
}
"""Kind of file -> what makes its schema."""


def published(kind: str) -> str:
    """Return the text of a published schema."""
    return (FOLDER / f"{kind}.schema.json").read_text(encoding="utf-8")
