"""The literals of a statement, taken out: PHP writes values into its SQL, so no two texts are the same.

What stays is a template that is translated once; the values are put into its translation again.
"""

import re
from collections.abc import Sequence

from aurum_states.components.database.errors import DatabaseError

_MARK = "\ue000"
_NUMBER = "98765{:05d}4321"

_TOKEN = re.compile(
    r"""
    (?P<text>'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*")
    | (?P<name>`[^`]*`|[^\W\d][\w$]*)
    | (?P<comment>/\*.*?\*/|(?:--(?=\s)|--$|\#)[^\n]*)
    | (?P<number>(?<![\w$])\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w$]))
    """,
    re.S | re.X,
)
_PLACE = re.compile(f"'{_MARK}(\\d+){_MARK}'|{_MARK}(\\d+){_MARK}|(?<!\\d)98765(\\d{{5}})4321(?!\\d)")
_ESCAPE = re.compile(r"\\(.)|''|\"\"", re.S)
_ESCAPED = {"0": "\0", "b": "\b", "n": "\n", "r": "\r", "t": "\t", "Z": "\x1a", "%": "\\%", "_": "\\_"}


def template_of(sql: str) -> tuple[str, list[str]]:
    """Return a statement with marks in place of its literals, and the literals as MySQL writes them."""
    literals: list[str] = []

    def marked(token: re.Match[str]) -> str:
        if token["name"] is not None:
            return token[0]
        if token["comment"] is not None:
            return " "
        literals.append(token[0])
        place = len(literals) - 1
        return f"'{_MARK}{place}{_MARK}'" if token["text"] is not None else _NUMBER.format(place)

    return _TOKEN.sub(marked, sql), literals


def filled(translated: str, literals: Sequence[str]) -> str:
    """Return a translated template with the literals in their places, as SQLite writes them.

    Raises:
        DatabaseError: a text holds the character NUL.
    """
    if not literals:
        return translated

    def literal(place: re.Match[str]) -> str:
        quoted, bare, number = place.groups()
        if number is not None:
            return literals[int(number)]
        text = text_of(literals[int(quoted or bare)])
        if "\0" in text:
            raise DatabaseError(f"a text with the character NUL cannot be in a statement: {text!r}")
        if bare is not None:  # the name of a column: SELECT card_id 'id'
            return text.replace("`", "``")
        return "'" + text.replace("'", "''") + "'"

    return _PLACE.sub(literal, translated)


def text_of(literal: str) -> str:
    """Return the value of a quoted text of MySQL."""
    quote = literal[0]

    def unescaped(found: re.Match[str]) -> str:
        if found[1] is not None:
            return _ESCAPED.get(found[1], found[1])
        return quote if found[0][0] == quote else found[0]

    return _ESCAPE.sub(unescaped, literal[1:-1])


def escaped(text: str) -> str:
    """Return a text as it may stand between quotes in a statement."""
    return re.sub(
        r"[\0\n\r\\'\"\x1a]",
        lambda found: {"\0": "\\0", "\n": "\\n", "\r": "\\r", "\x1a": "\\Z"}.get(found[0], "\\" + found[0]),
        text,
    )
