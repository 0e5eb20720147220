"""MySQL read by sqlglot, and written again as SQLite reads it; the only module that imports sqlglot."""

import logging
import re
from typing import Any

from aurum_states.errors import MissingExtraError

try:
    import sqlglot
    from sqlglot import exp
    from sqlglot.dialects.sqlite import SQLite
except ImportError as error:
    raise MissingExtraError("sql", "sqlglot", "reads a game's SQL") from error

logging.getLogger("sqlglot").addFilter(lambda _: False)  # what it warns of is refused here anyway

ParseError = (sqlglot.errors.SqlglotError, RecursionError)
"""What parsing and writing raise."""


class _Backticks(SQLite):
    """SQLite with names in backticks: an unknown name in double quotes would be taken for a text."""

    class Tokenizer(SQLite.Tokenizer):
        """Only the first quote counts: it is the one that is written."""

        IDENTIFIERS = ["`"]  # noqa: RUF012 - sqlglot's way


def parsed(sql: str) -> list[Any]:
    """Return the trees of all statements in a text."""
    return [tree for tree in sqlglot.parse(sql, read="mysql") if tree is not None]


def written(tree: Any) -> str:
    """Return a tree as SQLite's SQL, every name in backticks."""
    text: str = tree.sql(_Backticks, identify=True, unsupported_level=sqlglot.ErrorLevel.RAISE)
    return text


def said(error: Exception) -> str:
    """Return what sqlglot says of a text that it cannot read, in a line."""
    errors = getattr(error, "errors", None)
    text = errors[0].get("description") if errors else str(error)
    return re.sub(r"\x1b\[\d*m| but got <Token.*", "", str(text)).strip().split("\n")[0][:200]


__all__ = ["ParseError", "exp", "parsed", "said", "written"]
