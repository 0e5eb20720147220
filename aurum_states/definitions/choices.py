"""What options and preferences share: ids, values, the default; lists that stand for maps.

PHP writes an array with the keys 0 to n-1 as a JSON list, so BGA reads a list as such a map.
"""

import re
from collections.abc import Mapping
from typing import Any

from aurum_states.definitions.document import DataPath, Reading
from aurum_states.definitions.shapes import described, wrong
from aurum_states.names import listed

_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,9})", re.ASCII)


def as_list(value: Any) -> Any:
    """Return a single number or object as a list of one."""
    return value if isinstance(value, list | tuple) or value is None else [value]


def as_map(value: Any) -> Any:
    """Return a list as the map from ``"0"`` on that it stands for; anything else as it is."""
    if isinstance(value, list):
        return {str(index): item for index, item in enumerate(value)}
    return value


def by_id(value: Any) -> Any:
    """Return a map with its keys as numbers (a list counts from 0); for models, so it raises their error."""
    mapping = as_map(value)
    if not isinstance(mapping, dict):
        return mapping
    numbered: dict[int, Any] = {}
    for key, item in mapping.items():
        number = number_of(key)
        if number is None:
            if str(key).startswith("$"):
                continue
            raise wrong(f"has the key {key!r}, where ids are whole numbers", key=key)
        if number in numbered:
            raise wrong(f"has the id {number} twice", key=key)
        numbered[number] = item
    return numbered


def path_in(data: Any, path: DataPath) -> DataPath:
    """Return a path of a model as it is in the file: where an object stands for a list of one, no index."""
    kept: list[str | int] = []
    for part in path:
        if part == 0 and isinstance(data, dict) and "0" not in data:
            continue
        kept.append(part)
        if isinstance(data, dict):
            data = data.get(str(part))
        elif isinstance(data, list) and isinstance(part, int):
            data = data[part]
    return tuple(kept)


def number_of(key: str | int) -> int | None:
    """Return the id that a key writes, None when it is no whole number."""
    if isinstance(key, int):
        return key
    return int(key) if _NUMBER.fullmatch(key) else None


def entries_of(reading: Reading, *, kind: str) -> dict[int, dict[str, Any]]:
    """Return the entries of an options or preferences file by id; keys that start with ``$`` are comments."""
    data = reading.data
    if data == []:
        return {}
    if not isinstance(data, dict):
        message = f"the file must be an object of {kind} ids, not {described(data)}"
        reading.add(f"{kind}.shape", message, help='write {"100": {...}}')
        return {}
    entries: dict[int, dict[str, Any]] = {}
    for key, value in data.items():
        if key.startswith("$"):
            continue
        number = number_of(key)
        if number is None or number < 0:
            right = "ids are whole numbers in quotes"
            reading.add(f"{kind}.id", f"{key!r} is no {kind} id", (key,), key=True, help=right)
        elif not isinstance(value, dict):
            message = f"{kind} {key} must be an object, not {described(value)}"
            reading.add(f"{kind}.value.type", message, (key,))
        else:
            entries[number] = value
    return entries


def with_default(number: int, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry with its id, and with the first listed value as default where none is named.

    A default in quotes (``"4"``) is read as the number, as BGA does.
    """
    values = as_map(data.get("values"))
    default = data.get("default")
    if default is None:
        keys = values if isinstance(values, dict) else ()
        default = next((number_of(key) for key in keys if number_of(key) is not None), 0)
    elif isinstance(default, str) and number_of(default) is not None:
        default = number_of(default)
    return {**data, "id": number, "default": default}


def check_default(
    default: int, values: Mapping[int, Any], reading: Reading, *, kind: str, number: int
) -> bool:
    """Report an entry without values or with a default that is none of them; return whether it is right."""
    key = str(number)
    if not values:
        reading.add(f"{kind}.values.none", f"{kind} {number} has no values", (key, "values"))
    elif default not in values:
        reading.add(
            f"{kind}.default.unknown",
            f"{kind} {number}: default {default} is none of its values",
            (key, "default"),
            help=f"values are {listed(values)}",
        )
    else:
        return True
    return False
