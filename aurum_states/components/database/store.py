"""The SQLite database behind one table of a game: it lives in memory, and is made anew from saved rows."""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from aurum_states.components.database.errors import DatabaseError
from aurum_states.components.database.schema import Schema

Value: TypeAlias = int | float | str | None
Row: TypeAlias = tuple[Value, ...]


class Store:
    """One open database with the tables of a schema."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        for name, arguments, function in _FUNCTIONS:
            self._connection.create_function(name, arguments, function, deterministic=True)
        self._connection.execute("PRAGMA foreign_keys = ON")
        for statement in schema.creates:
            self.run(statement)

    def __del__(self) -> None:
        connection = getattr(self, "_connection", None)
        if connection is not None:
            connection.close()

    def run(self, sql: str, values: Sequence[Value] = ()) -> sqlite3.Cursor:
        """Run a statement of SQLite.

        Raises:
            DatabaseError: SQLite refuses it.
        """
        try:
            return self._connection.execute(sql, values)
        except (sqlite3.Error, sqlite3.Warning, UnicodeEncodeError, OverflowError) as error:
            raise DatabaseError(str(error).removeprefix("CHECK constraint failed: ")) from error

    def rows(self, name: str) -> list[Row]:
        """Return the rows of a table in order of its primary key, else in the order in which they came."""
        table = self._schema.tables[name]
        columns, order = _quoted(table.columns), ", ".join(f"`{one}`" for one in table.order)
        return self.run(f"SELECT {columns} FROM `{name}` ORDER BY {order}").fetchall()

    def load(self, tables: Iterable[tuple[str, Sequence[Row]]], next_ids: dict[str, int]) -> None:
        """Make tables hold exactly these rows.

        Raises:
            DatabaseError: they do not fit the tables.
        """
        self.run("PRAGMA foreign_keys = OFF")  # a table may come before the one that it refers to
        try:
            for name, rows in tables:
                self.run(f"DELETE FROM `{name}`")
                places = ", ".join("?" * len(self._schema.tables[name].columns))
                for row in rows:
                    self.run(f"INSERT INTO `{name}` VALUES ({places})", row)
            self.run("DELETE FROM sqlite_sequence")
            for item in next_ids.items():
                self.run("INSERT INTO sqlite_sequence VALUES (?, ?)", item)
        finally:
            self.run("PRAGMA foreign_keys = ON")

    def next_ids(self) -> dict[str, int]:
        """Return the highest number that AUTO_INCREMENT has given in each table."""
        return dict(self.run("SELECT name, seq FROM sqlite_sequence ORDER BY name").fetchall())

    def count(self, name: str) -> int:
        """Return the number of rows of a table."""
        count: int = self.run(f"SELECT COUNT(*) FROM `{name}`").fetchone()[0]
        return count


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _text(value: Any) -> str | None:
    """Return a value as MySQL compares it with texts."""
    return None if value is None else str(value).lower()


def _field(value: Any, *among: Any) -> int:
    wanted = _text(value)
    return next(
        (place for place, one in enumerate(among, 1) if wanted is not None and _text(one) == wanted), 0
    )


def _find_in_set(value: Any, texts: Any) -> int | None:
    if value is None or texts is None:
        return None
    found = str(texts).lower().split(",")
    return found.index(str(value).lower()) + 1 if str(value).lower() in found else 0


def _floor(value: Any) -> int | None:
    return None if value is None else int(float(value) // 1)


def _ceil(value: Any) -> int | None:
    return None if value is None else -int(-float(value) // 1)


def _right(text: Any, length: Any) -> str | None:
    if text is None or length is None:
        return None
    return str(text)[-int(length) :] if int(length) > 0 else ""


def _sign(value: Any) -> int | None:
    return None if value is None else (float(value) > 0) - (float(value) < 0)


_FUNCTIONS = (
    ("FIELD", -1, _field),
    ("FIND_IN_SET", 2, _find_in_set),
    ("FLOOR", 1, _floor),
    ("CEIL", 1, _ceil),
    ("TEXT_RIGHT", 2, _right),
    ("SIGN", 1, _sign),
)
"""Functions of MySQL that SQLite has not, or has not in every build."""
