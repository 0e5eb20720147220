"""``self.db``: BGA's database methods over SQLite, saved, restored and hashed with the state."""

import weakref
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import msgspec

from aurum_states.components.database.errors import DatabaseError, refused
from aurum_states.components.database.literals import escaped
from aurum_states.components.part import Part, Services

if TYPE_CHECKING:
    from aurum_states.components.database.schema import Schema
    from aurum_states.components.database.statements import Prepared
    from aurum_states.components.database.store import Store

DbRow: TypeAlias = dict[str, str | None]
"""A row as BGA returns it: every value a text, or None."""
DbKey: TypeAlias = int | str
"""A key as PHP's arrays have it: a text that is a whole number becomes one."""

_Value: TypeAlias = int | float | str | None


class Database(Part, dict=True, omit_defaults=True, weakref=True):
    """The tables of ``dbmodel.sql`` and BGA's own, with BGA's methods in Python's spelling.

    Statements are MySQL's; docs/database.md lists what is supported. Values come back as texts and None.

    Args:
        tables: the rows of each table in order of its primary key, written down when the state is saved.
        next_ids: the highest number that AUTO_INCREMENT has given in each table.
        model: fingerprint of the tables' definitions.
    """

    tables: dict[str, list[tuple[int | float | str | None, ...]]] = msgspec.field(default_factory=dict)
    next_ids: dict[str, int] = msgspec.field(default_factory=dict)
    model: str = ""

    def __post_init__(self) -> None:
        self._store: Store | None = None
        self._written: set[str] = set()
        self._scores: dict[int, tuple[int, int]] = {}
        self._last_id = 0
        self._affected = 0
        super().__post_init__()

    # -- the part ---------------------------------------------------------------------------------------

    def bind(self, services: Services) -> None:
        """Open the database: as ``dbmodel.sql`` leaves it, or with the rows saved.

        Raises:
            DatabaseError: the rows saved do not fit the tables, or a table has a database already.
        """
        from aurum_states.components.database.store import Store

        first = self._store is None
        if first:
            known = services.database() if services.database is not None else None
            if known is not None and known is not self:
                raise DatabaseError("a table has one database: it has been made already")
            services.database = weakref.ref(self)
        super().bind(services)
        if not first:
            return
        schema = self._schema
        self._store = Store(schema)
        if not self.model:
            self._begin(schema)
        elif self.model != schema.fingerprint:
            raise DatabaseError("the database was saved with another dbmodel.sql")
        else:
            self._check_saved(self)
            self._store.load(self.tables.items(), self.next_ids)
            self._pull_scores()

    @property
    def _schema(self) -> "Schema":
        schema: Schema | None = self.services.schema
        if schema is None:
            raise DatabaseError("no game that declares a field of type Database has asked for this one")
        return schema

    def _begin(self, schema: "Schema") -> None:
        """Fill a new database: who plays, and what ``dbmodel.sql`` inserts."""
        self.model = schema.fingerprint
        self._written.update(schema.tables)
        columns = "player_no, player_id, player_name, player_color"
        for number, (player_id, name, color) in enumerate(self.services.seats, 1):
            row = (number, player_id, name[:32], color)
            self._open.run(f"INSERT INTO player ({columns}) VALUES (?, ?, ?, ?)", row)
        self._pull_scores()
        for statement, line in schema.inserts:
            try:
                self.db_query(statement)
            except DatabaseError as error:
                raise DatabaseError(f"dbmodel.sql:{line}: {error}") from error

    def settle(self) -> None:
        """Write down the rows of tables that have changed since the last time."""
        if self._store is None:
            return
        self._push_scores()
        self._last_id = self._affected = 0
        if self._written:
            for name in self._schema.tables:
                if name in self._written or name not in self.tables:
                    self.tables[name] = self._store.rows(name)
            self.next_ids = self._store.next_ids()
            self._written.clear()

    def refill(self, saved: Self) -> None:
        """Go back to saved rows: only tables that differ are made anew."""
        if self._store is not None and saved is not self:
            self._check_saved(saved)
            wrong = [
                (name, rows)
                for name, rows in saved.tables.items()
                if name in self._written or self.tables.get(name) != rows
            ]
            if wrong or saved.next_ids != self.next_ids:
                self._store.load(wrong, saved.next_ids)
            self._written.clear()
            self._last_id = self._affected = 0
            if any(name == "player" for name, _ in wrong):
                self._pull_scores()
        super().refill(saved)

    def _check_saved(self, saved: "Database") -> None:
        if list(saved.tables) != list(self._schema.tables):
            raise DatabaseError("the tables saved are not those of dbmodel.sql")

    def as_data(self) -> dict[str, dict[str, dict[str, _Value]]]:
        """Return table -> primary key (or number of the row) -> row, by column."""
        self.settle()
        if self._store is None:
            return {}
        shown: dict[str, dict[str, dict[str, _Value]]] = {}
        for name, rows in self.tables.items():
            table = self._schema.tables[name]
            by_key = shown[name] = {}
            for number, row in enumerate(rows, 1):
                values = dict(zip(table.columns, row, strict=True))
                by_key[",".join(str(values[one]) for one in table.key) or str(number)] = values
        return shown

    # -- scores: one value, in the column and in the counter ----------------------------------------------

    def _push_scores(self) -> None:
        """Write what counters have changed since the last statement into ``player``."""
        scores = self.services.scores
        if scores is None:
            return
        score, aux = scores
        for player_id, known in self._scores.items():
            now = (score.get(player_id), aux.get(player_id))
            if now != known:
                self._written.add("player")
                self._open.run(
                    "UPDATE player SET player_score = ?, player_score_aux = ? WHERE player_id = ?",
                    (*now, player_id),
                )
                self._scores[player_id] = now

    def _pull_scores(self) -> None:
        """Give the counters the scores that stand in ``player``."""
        scores = self.services.scores
        if scores is None:
            return
        score, aux = scores
        rows = self._open.run("SELECT player_id, player_score, player_score_aux FROM player").fetchall()
        for player_id, points, tie in rows:
            if player_id in score.values:
                score.values[player_id], aux.values[player_id] = points, tie
                self._scores[player_id] = points, tie

    # -- BGA's methods ------------------------------------------------------------------------------------

    def db_query(self, sql: str) -> list[tuple[_Value, ...]]:
        """Run any statement (BGA: ``DbQuery``); return the raw rows of a SELECT, else an empty list.

        Raises:
            DatabaseError: it is not supported, or the database refuses it; nothing has changed then.
        """
        return self._query(sql)[1]

    def get_unique_value_from_db(self, sql: str) -> str | None:
        """Return the value of one row's first column, None where there is no row.

        Raises:
            DatabaseError: there is more than one row.
        """
        _, rows = self._at_most_one(sql)
        return _text(rows[0][0]) if rows else None

    def get_object_from_db(self, sql: str) -> DbRow | None:
        """Return one row by column, None where there is none.

        Raises:
            DatabaseError: there is more than one row.
        """
        names, rows = self._at_most_one(sql)
        return _row(names, rows[0]) if rows else None

    def get_non_empty_object_from_db(self, sql: str) -> DbRow:
        """Return one row by column.

        Raises:
            DatabaseError: there is none, or more than one.
        """
        row = self.get_object_from_db(sql)
        if row is None:
            raise DatabaseError(f"getNonEmptyObjectFromDB: there is no row; the statement is: {sql}")
        return row

    def get_collection_from_db(self, sql: str, single: bool = False) -> dict[DbKey, Any]:
        """Return rows by their first column; of rows with the same the last one stays.

        With ``single`` each is the second column's value, else the row by column.
        """
        names, rows = self._query(sql)
        if single:
            _demand_columns(names, 2, "getCollectionFromDB with single", sql)
            return {_key(row[0]): _text(row[1]) for row in rows}
        return {_key(row[0]): _row(names, row) for row in rows}

    def get_non_empty_collection_from_db(self, sql: str) -> dict[DbKey, DbRow]:
        """Return rows by their first column.

        Raises:
            DatabaseError: there is none.
        """
        found = self.get_collection_from_db(sql)
        if not found:
            raise DatabaseError(f"getNonEmptyCollectionFromDB: there is no row; the statement is: {sql}")
        return found

    def get_object_list_from_db(self, sql: str, unique: bool = False) -> list[Any]:
        """Return rows in order, each by column; with ``unique`` the first column's values."""
        names, rows = self._query(sql)
        return [_text(row[0]) if unique else _row(names, row) for row in rows]

    def get_double_key_collection_from_db(
        self, sql: str, single: bool = False
    ) -> dict[DbKey, dict[DbKey, Any]]:
        """Return rows by their first and second column; with ``single`` each is the third column's value."""
        names, rows = self._query(sql)
        _demand_columns(names, 3 if single else 2, "getDoubleKeyCollectionFromDB", sql)
        found: dict[DbKey, dict[DbKey, Any]] = {}
        for row in rows:
            found.setdefault(_key(row[0]), {})[_key(row[1])] = _text(row[2]) if single else _row(names, row)
        return found

    def db_get_last_id(self) -> int:
        """Return what AUTO_INCREMENT gave in this action's last INSERT, of several rows the first number."""
        return self._last_id

    def db_affected_row(self) -> int:
        """Return how many rows this action's last statement has changed, as MySQL counts."""
        return self._affected

    def escape_string_for_db(self, text: str) -> str:
        """Return a text as it may stand between quotes in a statement; ``%`` and ``_`` stay."""
        return escaped(text)

    # -- running ------------------------------------------------------------------------------------------

    @property
    def _open(self) -> "Store":
        if self._store is None:
            raise DatabaseError("this database belongs to no table yet: make it with self.create_database()")
        return self._store

    def _query(self, sql: str) -> tuple[list[str], list[tuple[_Value, ...]]]:
        store = self._open
        statement = self._schema.translator.translate(sql)
        if statement.reads_player:
            self._push_scores()
        try:
            if statement.writes is not None:
                self._write(store, statement, statement.writes)
                return [], []
            cursor = store.run(statement.sql)
            rows = cursor.fetchall()
        except DatabaseError as error:
            raise refused(sql, str(error)) from error
        self._affected = len(rows)
        return [column[0] for column in cursor.description], rows

    def _write(self, store: "Store", statement: "Prepared", name: str) -> None:
        changed = set(self._schema.tables) if self._schema.cascades else {name}
        self._written |= changed  # before it runs: what stops us in between must be taken back
        before = store.count(name) if statement.counts_old else 0
        cursor = store.run(statement.sql)
        self._affected = max(0, cursor.rowcount)
        if statement.counts_old:
            self._affected += self._affected - (store.count(name) - before)
        if self._schema.tables[name].auto is not None and statement.sql.startswith("INSERT"):
            several = cursor.rowcount - 1 if statement.numbers and cursor.rowcount > 0 else 0
            self._last_id = (cursor.lastrowid or 0) - several
        if "player" in changed:
            self._pull_scores()

    def _at_most_one(self, sql: str) -> tuple[list[str], list[tuple[_Value, ...]]]:
        names, rows = self._query(sql)
        if len(rows) > 1:
            raise DatabaseError(
                f"getObjectFromDB and getUniqueValueFromDB take one row at most, not {len(rows)}; "
                f"the statement is: {sql}"
            )
        return names, rows


def _text(value: _Value) -> str | None:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return None if value is None else str(value)


def _key(value: _Value) -> DbKey:
    text = _text(value) or ""
    return int(text) if text.lstrip("-").isdecimal() and str(int(text)) == text else text


def _row(names: list[str], row: tuple[_Value, ...]) -> DbRow:
    return {name: _text(value) for name, value in zip(names, row, strict=True)}


def _demand_columns(names: list[str], least: int, who: str, sql: str) -> None:
    if names and len(names) < least:
        raise DatabaseError(f"{who} needs {least} columns, not {len(names)}; the statement is: {sql}")
