"""Every problem code with its explanation, from the tables in ``pages``."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal, cast

from aurum_states.problems import Severity

Needs = Literal["file", "graph", "class"]
"""What must be readable for a rule to say anything: its own file, the whole graph, the game's class."""


@dataclass(frozen=True, slots=True)
class Page:
    """What a problem is, why it matters on BGA, an example that has it and one that has not, and the source.

    ``severity`` is the usual one; a code whose severity depends on the case says so in ``why``.
    """

    code: str
    title: str
    severity: Severity
    why: str
    bad: str
    good: str
    source: str
    needs: Needs = "file"


@cache
def catalogue() -> Mapping[str, Page]:
    """Return all pages by code, sorted.

    Raises ValueError for a table that lacks a key or a code that has two.
    """
    pages: dict[str, Page] = {}
    for file in files("aurum_states.checks.pages").iterdir():
        if file.name.endswith(".toml"):
            for code, table in _tables(tomllib.loads(file.read_text("utf-8"))):
                if code in pages:
                    raise ValueError(f"{file.name}: {code} has a page already")
                pages[code] = _page(code, table, file.name)
    return dict(sorted(pages.items()))


def _tables(data: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the tables of a file by code, whether it is written ``["a.b"]`` or ``[a.b]``."""
    for key, value in data.items():
        if isinstance(value, dict):
            code = f"{prefix}{key}"
            if isinstance(value.get("title"), str):
                yield code, value
            yield from _tables(value, f"{code}.")


def _page(code: str, table: Mapping[str, Any], file: str) -> Page:
    try:
        texts = {key: str(table[key]).strip("\n") for key in ("title", "why", "bad", "good", "source")}
        severity = cast(Severity, table["severity"])
        return Page(code=code, severity=severity, needs=table.get("needs", "file"), **texts)
    except KeyError as error:
        raise ValueError(f"{file}: the page of {code} has no {error.args[0]}") from error
