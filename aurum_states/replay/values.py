"""Two tables as people read them, compared value by value."""

from collections.abc import Mapping
from typing import Any


def changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Return the values that differ, one line each: ``state.round: 1 -> 2``."""
    before, after = _flat(old), _flat(new)
    return [
        f"{path}: {before.get(path)!r} -> {after.get(path)!r}"
        for path in {**before, **after}
        if before.get(path) != after.get(path) and not _is_filled(path, before, after)
    ]


def _is_filled(path: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether an empty mapping of one side holds values on the other, which tell it themselves."""
    for one, other in ((before, after), (after, before)):
        if one.get(path) == {} and any(name.startswith(f"{path}.") for name in other):
            return True
    return False


def _flat(data: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in data.items():
        inner = f"{path}.{key}" if path else str(key)
        if isinstance(value, Mapping) and value:
            flat.update(_flat(value, inner))
        else:
            flat[inner] = value
    return flat
