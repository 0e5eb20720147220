"""Read a table back in which a value has not its declared type.

Such a value (``round = "1"``) is saved without complaint, but the typed decoder refuses it, or makes another
value of it. A rollback must put it back all the same: each field is read as declared where that gives the
saved bytes again, else as it stands.
"""

from typing import Any, TypeVar

import msgspec

from aurum_states.components.part import Part

S = TypeVar("S", bound=msgspec.Struct)

_encode = msgspec.msgpack.Encoder().encode


def salvaged(cls: type[S], raw: dict[str, Any]) -> S:
    """Return a structure with the values of ``raw``, which ``msgspec.msgpack.decode`` gave without types."""
    fields = msgspec.structs.fields(cls)
    return cls(**{one.name: _value(one, raw[one.name]) for one in fields if one.name in raw})


def _value(field: msgspec.structs.FieldInfo, raw: Any) -> Any:
    kind = field.type
    try:
        value = msgspec.convert(raw, kind)
    except msgspec.ValidationError:
        value = None
    if value is not None and value is not field.default and _encode(value) == _encode(raw):
        return value
    if isinstance(kind, type) and issubclass(kind, Part) and isinstance(raw, dict):
        return salvaged(kind, raw)
    return raw
