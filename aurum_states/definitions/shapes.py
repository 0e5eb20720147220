"""Check data against a pydantic model, with problems in our words at the place of the slip."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from aurum_states.definitions.corrections import of_type, of_word
from aurum_states.definitions.document import DataPath, Reading
from aurum_states.names import did_you_mean, listed

ModelT = TypeVar("ModelT", bound=BaseModel)


class Declared(BaseModel):
    """Base of what a file declares: frozen, strictly typed, unknown keys kept."""

    model_config = ConfigDict(strict=True, frozen=True, extra="allow", defer_build=True)

    @property
    def extras(self) -> Mapping[str, Any]:
        """Keys that this package does not know, as they stand in the file."""
        return self.model_extra or {}


def wrong(message: str, *, key: str | None = None) -> PydanticCustomError:
    """Return the error that a model's own validator raises: ``must be ...``; ``key`` is what it is about."""
    return PydanticCustomError("shape", "{message}", {"message": message, "key": key})


def checked(
    model: type[ModelT],
    data: Any,
    reading: Reading,
    *,
    kind: str,
    what: str,
    path: DataPath = (),
    written: Callable[[DataPath], DataPath] = lambda path: path,
) -> ModelT | None:
    """Return the model of some data, or None after reporting everything that is wrong with it.

    ``kind`` starts the problem codes (``state``), ``what`` names the thing in messages (``state
    'bidding'``), ``path`` is where the data lies. ``written`` turns a path of the model into the one in
    the file, where a key may be spelt in two ways.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        for details in error.errors(include_url=False):
            _report(details, reading, kind, what, path, written)
        return None


def described(value: Any) -> str:
    """Return how messages name a value: ``the text 'on'``, ``the number 12``, ``a list``."""
    if value is None:
        return "nothing (null)"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"the text {shortened(value)!r}"
    if isinstance(value, int | float):
        return f"the number {value}"
    return "a mapping" if isinstance(value, Mapping) else "a list"


def shortened(text: str) -> str:
    """Return a text of at most 60 characters for a message."""
    return text if len(text) <= 60 else text[:57] + "..."


def short_repr(value: object) -> str:
    """Return at most 60 characters of a value as Python writes it, also of one that cannot be written."""
    try:
        return shortened(repr(value))
    except Exception:
        return f"a value of type {type(value).__name__} that cannot be shown"


_EXPECTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a mapping of keys to values",
    "mapping_type": "a mapping of keys to values",
    "model_type": "a mapping of keys to values",
    "model_attributes_type": "a mapping of keys to values",
}


def _report(
    details: ErrorDetails,
    reading: Reading,
    kind: str,
    what: str,
    path: DataPath,
    written: Callable[[DataPath], DataPath],
) -> None:
    loc = written(tuple(part for part in details["loc"] if part != "[key]"))
    at, name, value, type_ = path + loc, _spoken(loc), details["input"], details["type"]
    subject = f"{what}: {name}" if loc else what
    if type_ == "missing":
        reading.add(
            f"{kind}.key.missing", f"{what} has no {name}", at[:-1], key=True, help=f"add the key {name}"
        )
    elif type_ in _EXPECTED:
        message = f"{subject} must be {_EXPECTED[type_]}, not {described(value)}"
        fix = of_type(reading.document, at, type_)
        advice = _advice(type_, value, reading.document.file)
        reading.add(f"{kind}.value.type", message, at, help=advice, fix=fix)
    elif type_ in {"enum", "literal_error"}:
        choices = _choices(details.get("ctx", {}))
        hint = did_you_mean(value, choices) if isinstance(value, str) else ""
        message = f"{subject} may not be {described(value)}"
        fix = of_word(reading.document, at, value, choices)
        reading.add(f"{kind}.value.unknown", message, at, help=f"one of {listed(choices)}{hint}", fix=fix)
    else:
        key = details.get("ctx", {}).get("key")
        where = at if key is None else (*at, key)
        message = f"{subject} {_rule(type_, value, details)}"
        reading.add(f"{kind}.value.invalid", message, where, key=key is not None)


def _rule(type_: str, value: Any, details: ErrorDetails) -> str:
    context = details.get("ctx", {})
    if type_ == "shape":
        return str(details["msg"])
    if type_ == "greater_than_equal":
        return f"must be at least {context['ge']}, not {value}"
    if type_ == "less_than_equal":
        return f"must be at most {context['le']}, not {value}"
    if type_ == "too_short":
        return f"needs at least {context['min_length']} entry"
    return f"is not valid: {details['msg']}"


def _choices(context: Mapping[str, Any]) -> list[str]:
    said = str(context.get("expected", ""))
    return [part.strip(" '") for part in said.replace(" or ", ", ").split(", ")]


def _advice(type_: str, value: Any, file: str) -> str:
    if type_ == "bool_type" and isinstance(value, str):
        if file.endswith((".json", ".jsonc")):
            return "write true or false without quotes"
        return "YAML 1.2 knows true and false only; on, off, yes and no are text"
    if type_ == "bool_type":
        return ""
    if type_ == "string_type" and isinstance(value, int | float):
        return "put it into quotes"
    if type_ == "int_type" and isinstance(value, str) and value.strip().lstrip("+-").isdecimal():
        return "write it without quotes and without leading zeros"
    if type_ in {"list_type", "tuple_type"} and isinstance(value, str):
        return f"write [{shortened(value)}]"
    return ""


def _spoken(path: DataPath) -> str:
    """Return a path as messages speak of it: ``possibleActions[0]``, ``values.2.name``."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".")
