"""Write what was read, or what models hold, as the strict JSON that BGA reads: same data, same order."""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from aurum_states.definitions.shapes import Declared

_NOWHERE = frozenset({"id", "key"})
"""Fields of an entry that its key in the file says."""


def json_text(data: Any) -> str:
    """Return data as strict JSON with two blanks of indentation and a line end; texts stay readable.

    Lists stay lists, also where they stand for maps. Raises ValueError for NaN and Infinity, which JSON does
    not have.
    """
    return json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def declared_data(entries: Mapping[int, Declared]) -> dict[str, Any]:
    """Return options or preferences as a file declares them: by id, with BGA's keys, in the same order.

    What a file did not say is left out, but for the default; keys that nobody knows are kept. Reading the
    data gives the same models.
    """
    return {
        str(number): {key: value for key, value in _plain(entry).items() if key not in _NOWHERE}
        for number, entry in entries.items()
    }


def stats_data(stats: Declared) -> dict[str, Any]:
    """Return statistics as a file declares them, in the same order."""
    data: dict[str, Any] = _plain(stats)
    for section, statistics in data.items():
        if section in ("table", "player"):
            for statistic in statistics.values():
                statistic.pop("key", None)
    return data


def _plain(value: Any) -> Any:
    """Return a model, or what is in it, in JSON's types: only what was given, by the names in the file."""
    if isinstance(value, BaseModel):
        fields = type(value).model_fields
        given = {
            field.alias or name: getattr(value, name)
            for name, field in fields.items()
            if name in value.model_fields_set
        }
        return {key: _plain(item) for key, item in (given | (value.model_extra or {})).items()}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
