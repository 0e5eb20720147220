"""Fixes that need no question: a misspelt key, a value written in a way that can mean one thing only."""

import re

from aurum_states.definitions.document import DataPath, Document
from aurum_states.definitions.spelling import near_miss
from aurum_states.problems import Fix

_PLAIN = re.compile(r"[A-Za-z_][\w.+-]*|[-+]?[0-9][\w.+-]*", re.ASCII)
_DECIMAL = re.compile(r"""(["']?)(-?(?:0|[1-9][0-9]{0,17}))\1""", re.ASCII)
_SWITCHES = {"on": "true", "yes": "true", "off": "false", "no": "false"}


def renamed(document: Document, path: DataPath, meant: str) -> Fix | None:
    """Return the fix that gives the key at a path the name that is meant."""
    return document.rewrite(f"write {meant}", meant, path, key=True)


def rewritten(document: Document, path: DataPath, text: str) -> Fix | None:
    """Return the fix that writes ``text`` in place of the value at a path, exactly as it is."""
    return document.rewrite(f"write {text}", text, path)


def of_type(document: Document, path: DataPath, expected: str) -> Fix | None:
    """Return the fix of a value of the wrong type; None where its meaning is open.

    ``expected`` is pydantic's name of the error: ``bool_type``, ``int_type``, ``string_type``, ``list_type``.
    A number with leading zeros stays as it is: whether it was meant as octal nobody knows.
    """
    written = document.written(path)
    if written is None:
        return None
    plain = written.strip("\"'")
    if expected == "bool_type":
        switch = _SWITCHES.get(plain.lower(), plain.lower())
        return rewritten(document, path, switch) if switch in _SWITCHES.values() else None
    if expected == "int_type":
        number = _DECIMAL.fullmatch(written)
        return rewritten(document, path, number[2]) if number else None
    if not _PLAIN.fullmatch(plain) or "\n" in written:
        return None
    if expected == "string_type" and plain == written and plain[0] in "+-0123456789":
        return rewritten(document, path, f'"{plain}"')
    if expected in {"list_type", "tuple_type"} and plain[0] not in "+-0123456789":
        return rewritten(document, path, f"[{written}]")
    return None


def of_word(document: Document, path: DataPath, value: object, choices: list[str]) -> Fix | None:
    """Return the fix of a word that is a slip of one of the words that are allowed."""
    meant = near_miss(value, choices) if isinstance(value, str) else None
    written = document.written(path)
    if meant is None or written is None:
        return None
    quote = written[:1] if written[:1] in {'"', "'"} else ""
    return rewritten(document, path, f"{quote}{meant}{quote}")
