"""Texts with ``${name}`` places, and how they are filled."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

PRIVATE = "_private"
"""The argument that holds what each player alone may see."""

_PLACEHOLDER = re.compile(r"\$\{([^}]*)\}")
_OWN = f"{PRIVATE}."
known_placeholders: dict[str, tuple[str, ...]] = {}


class NotificationMessage(NamedTuple):
    """A text with arguments of its own (BGA: ``NotificationMessage``).

    Notifications, counters and ``UserException`` take one where they take a text.
    """

    message: str = ""
    args: Mapping[str, Any] = {}

    def __str__(self) -> str:
        return fill(self.message, self.args)


def placeholders(log: str) -> tuple[str, ...]:
    """Return the names in a text's ``${name}`` places, in order."""
    names = known_placeholders.get(log)
    if names is None:
        names = tuple(_PLACEHOLDER.findall(log))
        if len(known_placeholders) < 10_000:
            known_placeholders[log] = names
    return names


def fill(log: str, args: Mapping[str, Any]) -> str:
    """Return the text with its ``${name}`` places filled from args; unknown ones stay.

    A value that is a text with arguments of its own, ``{"log": ..., "args": {...}}``, is filled first.
    ``${_private.x}`` is empty for whoever has no private arguments.
    """
    return _PLACEHOLDER.sub(lambda place: _shown(_value(args, place[1], place[0])), log)


def unfilled(log: str, args: Mapping[str, Any]) -> Iterator[str]:
    """Yield the placeholders that args lack, of the text and of the texts among its arguments."""
    for name in placeholders(log):
        if name not in args and not (name.startswith(_OWN) and name[len(_OWN) :] in args.get(PRIVATE, {})):
            yield name
    for value in args.values():
        if is_text(value):
            yield from unfilled(str(value["log"]), value.get("args") or {})


def is_text(value: Any) -> bool:
    """Whether a value is a text with arguments of its own, as BGA's client knows it."""
    return isinstance(value, Mapping) and "log" in value


def own_name(name: str) -> str | None:
    """Return the ``x`` of a placeholder ``_private.x``; None for any other."""
    return name[len(_OWN) :] if name.startswith(_OWN) else None


def _value(args: Mapping[str, Any], name: str, otherwise: str) -> Any:
    if name in args:
        return args[name]
    own = own_name(name)
    if own is None:
        return otherwise
    private = args.get(PRIVATE)
    if not private:
        return ""
    return private.get(own, otherwise) if isinstance(private, Mapping) else otherwise


def _shown(value: Any) -> str:
    return fill(str(value["log"]), value.get("args") or {}) if is_text(value) else str(value)
