"""Action arguments: a typed structure made from a handler's signature, and refusals in our words."""

import re
from collections.abc import Mapping
from enum import Enum
from typing import Any, Literal, get_args, get_origin

import msgspec

from aurum_states.definitions.shapes import shortened
from aurum_states.errors import ActionArgumentError
from aurum_states.names import did_you_mean, listed

_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "str": "a text",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
_MISMATCH = re.compile(r"Expected `([^`]+)`, got `([^`]+)`(?: - at `\$\.?(.*)`)?$")
_PATH = re.compile(r"(.*?)(?: - at `\$\.?(.*)`)?$", re.DOTALL)


class Arguments(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """Base of the structures made from signatures."""


NO_ARGUMENTS: Mapping[str, Any] = {}


def refusal(action: str, given: Any, wanted: type[Arguments], error: Exception) -> ActionArgumentError:
    """Return the refusal for arguments that do not fit, saying which one and what would be right."""
    names = wanted.__struct_encode_fields__
    takes = f"{action} takes {listed(names, 'no arguments')}"
    if not isinstance(given, Mapping):
        return ActionArgumentError(
            f"{action}: arguments must be an object like {{name: value}}, not {_kind(given)}; {takes}",
            action=action,
            given=given,
        )
    defaults = len(wanted.__struct_defaults__)
    for name in names[: len(names) - defaults]:
        if name not in given:
            return ActionArgumentError(
                f"{action}: argument {name!r} is missing; {takes}", action=action, argument=name
            )
    for name in given:
        if name not in names:
            return ActionArgumentError(
                f"{action}: unknown argument {name!r}{did_you_mean(str(name), names)}; {takes}",
                action=action,
                argument=name,
            )
    return _wrong_value(action, given, wanted, error)


def _wrong_value(
    action: str, given: Mapping[str, Any], struct: type[Arguments], error: Exception
) -> ActionArgumentError:
    text = str(error)
    match = _MISMATCH.match(text)
    path = _PATH.match(text)
    where = (match and match[3]) or (path and path[2]) or ""
    name = re.split(r"[.\[]", where, maxsplit=1)[0]
    value = given.get(name)
    wanted_type = next(
        (field.type for field in msgspec.structs.fields(struct) if field.encode_name == name), None
    )
    if match:
        wanted = " or ".join(_WORDS.get(word.strip(), word.strip()) for word in match[1].split("|"))
        reason = f"must be {wanted}, not {shortened(repr(value))}"
    else:
        choices = _choices(wanted_type)
        why = f"one of {listed(map(repr, choices))} would do" if choices else path[1] if path else text
        reason = f"{shortened(repr(value))} does not fit: {why}"
    return ActionArgumentError(
        f"{action}: argument {where!r} {reason}", action=action, argument=name, value=value
    )


def _choices(wanted: Any) -> list[Any]:
    """Return the values of an Enum or Literal, on the wire; nothing for other types."""
    if isinstance(wanted, type) and issubclass(wanted, Enum):
        return [member.value for member in wanted]
    return list(get_args(wanted)) if get_origin(wanted) is Literal else []


def _kind(value: Any) -> str:
    return "null" if value is None else type(value).__name__
