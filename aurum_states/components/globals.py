"""BGA's globals: named values of a game that have no better place."""

import math
from dataclasses import is_dataclass
from typing import Any, TypeVar, overload

import msgspec

from aurum_states.components.part import ComponentError, Part

T = TypeVar("T")

KEY_LIMIT = 50
"""Longest name of a global, in characters: BGA's column is varchar(50)."""


class GlobalsError(ComponentError):
    """A name or value that globals cannot hold, or a value that cannot be incremented."""


class Globals(Part, dict=True, omit_defaults=True):
    """Values in JSON's types by name (BGA: ``bga->globals``).

    A field of the state is better where its type is known: mypy and the engine check it. What ``get``
    returns is the reader's own: change it, and ``set`` it again.
    """

    values: dict[str, Any] = msgspec.field(default_factory=dict)

    def set(self, name: str, value: Any) -> None:
        """Set a value; a tuple becomes a list, as in JSON, and an object (a dataclass, a Struct) a dict.

        Raises:
            GlobalsError: the name is longer than 50 characters, or the value would not come back from JSON
                as it was.
        """
        if not isinstance(name, str) or not 0 < len(name) <= KEY_LIMIT:
            raise GlobalsError(f"a global's name is a text of 1 to {KEY_LIMIT} characters, not {name!r}")
        self.values[name] = plain(value, f"global {name}")

    @overload
    def get(self, name: str, default: Any = None) -> Any: ...

    @overload
    def get(self, name: str, default: T, class_: type[T]) -> T: ...

    @overload
    def get(self, name: str, default: Any = None, *, class_: type[T]) -> T: ...

    def get(self, name: str, default: Any = None, class_: Any = None) -> Any:
        """Return a copy of a value, or the default where there is none.

        With ``class_`` (BGA: the third argument) it comes as an object of that class, such as a dataclass.

        Raises:
            GlobalsError: the value does not fit the class.
        """
        if name not in self.values:
            return default
        if class_ is None:
            return copied(self.values[name])
        try:
            return msgspec.convert(self.values[name], class_)
        except (msgspec.ValidationError, TypeError) as error:
            raise GlobalsError(
                f"global {name} is no {getattr(class_, '__name__', class_)}: {error}"
            ) from error

    def get_all(self, *names: str) -> dict[str, Any]:
        """Return copies of all values by name, or of those named that exist."""
        wanted = [name for name in names if name in self.values] if names else self.values
        return {name: self.get(name) for name in wanted}

    def has(self, name: str) -> bool:
        """Return whether there is a value of that name (None is one)."""
        return name in self.values

    def inc(self, name: str, step: int) -> int:
        """Add to a number and return the sum.

        Raises:
            GlobalsError: there is no number of that name.
        """
        value = self.values.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise GlobalsError(
                f"Error when incrementing a global variable: {name} is not a numeric value ({value!r:.80})"
            )
        self.set(name, value + step)
        total: int = self.values[name]
        return total

    def delete(self, *names: str) -> None:
        """Forget values; names that do not exist are passed over."""
        for name in names:
            self.values.pop(name, None)

    def as_data(self) -> dict[str, Any]:
        """Return copies of all values by name."""
        return self.get_all()


def copied(value: Any) -> Any:
    """Return a copy of a value in JSON's types."""
    if type(value) is list:
        return [copied(element) for element in value]
    if type(value) is dict:
        return {key: copied(element) for key, element in value.items()}
    return value


def plain(value: Any, path: str, refuse: type[ComponentError] = GlobalsError) -> Any:
    """Return a copy in JSON's types of what JSON would give back unchanged.

    Raises:
        ComponentError: it would not (``refuse`` says which); the message names the place.
    """
    kind = type(value)
    if value is None or kind in (bool, str):
        return value
    if kind is int and -(2**63) <= value < 2**64:
        return value
    if kind is float and math.isfinite(value):
        return value
    if kind in (list, tuple):
        return [plain(element, f"{path}[{nth}]", refuse) for nth, element in enumerate(value)]
    if kind is dict:
        for key in value:
            if type(key) is not str:
                raise refuse(f"{path}: JSON's keys are texts, so {key!r} would come back as {str(key)!r}")
        return {key: plain(element, f"{path}.{key}", refuse) for key, element in value.items()}
    if isinstance(value, msgspec.Struct) or (is_dataclass(value) and not isinstance(value, type)):
        return plain(msgspec.to_builtins(value), path, refuse)
    wanted = (
        "use a number of at most 64 bits" if kind in (int, float) else "use numbers, texts, lists and dicts"
    )
    raise refuse(f"{path}: JSON cannot give back {value!r:.80} as it is; {wanted}")
