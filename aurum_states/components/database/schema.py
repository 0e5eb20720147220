"""A game's tables as its ``dbmodel.sql`` makes them: MySQL's definitions, turned into SQLite's.

SQLite takes any value in any column. MySQL does not, so each column gets a check that says what it holds:
what BGA would cut, clamp or turn into 0 without a word is an error here.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from aurum_states.components.database.errors import SchemaError
from aurum_states.components.database.standard import STANDARD_TABLES

if TYPE_CHECKING:
    from aurum_states.components.database.statements import Translator

FIXED_TIME = "2000-01-01 00:00:00"
"""What CURRENT_TIMESTAMP gives: a table knows no clock."""

_BITS = {
    "TINYINT": 8,
    "BOOLEAN": 8,
    "SMALLINT": 16,
    "MEDIUMINT": 24,
    "INT": 32,
    "BIGINT": 64,
    "YEAR": 16,
    "BIT": 64,
}
_UNSIGNED = {f"U{name}": bits for name, bits in _BITS.items()}
_REAL = {"FLOAT", "DOUBLE", "DECIMAL", "UDOUBLE", "UDECIMAL", "BIGDECIMAL"}
_TEXT = {"CHAR", "VARCHAR", "NCHAR", "NVARCHAR", "TEXT", "TINYTEXT", "MEDIUMTEXT", "LONGTEXT", "SET"}
_BINARY = {
    *("JSON", "BLOB", "TINYBLOB", "MEDIUMBLOB", "LONGBLOB", "BINARY", "VARBINARY"),
    *("DATE", "DATETIME", "TIMESTAMP", "TIMESTAMPTZ", "TIMESTAMPLTZ", "TIME"),
}


@dataclass(slots=True)
class TableModel:
    """One table: its columns in order, its primary key, and the column that numbers itself."""

    name: str
    columns: dict[str, str] = field(default_factory=dict)
    """SQLite's definition of each column, by name."""
    key: tuple[str, ...] = ()
    auto: str | None = None
    clauses: list[str] = field(default_factory=list)

    @property
    def ddl(self) -> str:
        """The statement that makes the table in SQLite."""
        parts = list(self.columns.values())
        if self.key and self.auto is None:
            parts.append(f"PRIMARY KEY ({_names(self.key)})")
        return f"CREATE TABLE `{self.name}` ({', '.join([*parts, *self.clauses])})"

    @property
    def order(self) -> tuple[str, ...]:
        """What its rows are ordered by: the primary key, else the order in which they came."""
        return self.key or ("rowid",)


class Schema:
    """All tables of a game, the rows they start with, and the translator of its statements."""

    def __init__(self, tables: dict[str, TableModel], inserts: list[tuple[str, int]], cascades: bool) -> None:
        self.tables = tables
        self.inserts = inserts
        """INSERT statements of ``dbmodel.sql`` with their lines, as MySQL."""
        self.cascades = cascades
        """Whether a foreign key can change other tables than the one a statement names."""
        self.creates = [table.ddl for table in tables.values()]
        self.fingerprint = blake2b("\n".join(self.creates).encode(), digest_size=8).hexdigest()
        self._translator: Translator | None = None

    @property
    def translator(self) -> "Translator":
        """What turns MySQL's statements on these tables into SQLite's."""
        if self._translator is None:
            from aurum_states.components.database.statements import Translator

            self._translator = Translator(self)
        return self._translator


@lru_cache(maxsize=64)
def schema_of(dbmodel: str) -> Schema:
    """Return the tables that a ``dbmodel.sql`` makes beside the standard ones.

    Raises:
        SchemaError: it is no SQL, or has a statement that is not supported.
        MissingExtraError: sqlglot is not installed.
    """
    reader = _ModelReader()
    for statement, line in (*_statements(STANDARD_TABLES), *_statements(dbmodel)):
        reader.read(statement, line)
    return Schema(reader.tables, reader.inserts, reader.cascades)


_PIECE = re.compile(
    r"'(?:[^'\\]|\\.|'')*'|\"(?:[^\"\\]|\\.|\"\")*\"|`[^`]*`|/\*.*?\*/|(?:--(?=\s)|--$|\#)[^\n]*|;|\n", re.S
)


def _statements(text: str) -> Iterator[tuple[str, int]]:
    """Yield each statement with the line it begins in.

    Raises:
        SchemaError: a ``--`` comment stands behind code; BGA joins the lines of the file.
    """
    line, first, start, begun = 1, 1, 0, 0
    made: list[str] = []
    for piece in _PIECE.finditer(text):
        before = text[start : piece.start()]
        if before.strip() and not begun:
            begun, first = 1, line
        made.append(before)
        start, found = piece.end(), piece[0]
        if found == ";":
            if begun:
                yield "".join(made).strip(), first
            made, begun = [], 0
        elif found.startswith(("--", "#")):
            if text[text.rfind("\n", 0, piece.start()) + 1 : piece.start()].strip():
                raise SchemaError(
                    f"the comment {found.strip()!r} stands behind code: BGA joins the lines of the file, "
                    "so it swallows what follows; give it a line of its own",
                    line,
                )
        elif found == "\n":
            made.append("\n")
        elif not found.startswith("/*"):
            if not begun:
                begun, first = 1, line
            made.append(found)
        line += found.count("\n")
    made.append(text[start:])
    if "".join(made).strip():
        yield "".join(made).strip(), first if begun else line


class _ModelReader:
    """Reads the statements of a model one after the other."""

    def __init__(self) -> None:
        from aurum_states.components.database import mysql

        self._mysql, self._exp = mysql, mysql.exp
        self.tables: dict[str, TableModel] = {}
        self.inserts: list[tuple[str, int]] = []
        self.cascades = False
        self._line = 0

    def read(self, statement: str, line: int) -> None:
        """Take over what one statement says."""
        exp = self._exp
        self._line = line
        try:
            [tree] = self._mysql.parsed(statement)
        except (*self._mysql.ParseError, ValueError) as error:
            raise self._wrong(f"this cannot be read as MySQL: {self._mysql.said(error)}") from error
        if isinstance(tree, exp.Create) and tree.kind == "TABLE" and isinstance(tree.this, exp.Schema):
            self._create(tree)
        elif isinstance(tree, exp.Create) and tree.kind == "INDEX":
            self._create_index(tree)
        elif isinstance(tree, exp.Alter) and tree.args.get("kind") == "TABLE":
            self._alter(tree)
        elif isinstance(tree, exp.Insert):
            self.inserts.append((statement, line))
        else:
            raise self._wrong(
                f"{' '.join(statement.split()[:2]).upper()} is not supported in dbmodel.sql: "
                "it may have CREATE TABLE, ALTER TABLE ... ADD, CREATE INDEX and INSERT"
            )

    def _create(self, tree: Any) -> None:
        name = tree.this.this.name
        if name in self.tables:
            if tree.args.get("exists"):
                raise self._wrong(
                    f"there is a table {name!r} already: choose another name (BGA passes over this silently)"
                )
            raise self._wrong(f"there is a table {name!r} already")
        table = self.tables[name] = TableModel(name)
        for part in tree.this.expressions:
            if isinstance(part, self._exp.ColumnDef):
                self._column(table, part)
            else:
                self._clause(table, part)
        if not table.columns:
            raise self._wrong(f"table {name!r} has no column")
        self._numbered(table)

    def _alter(self, tree: Any) -> None:
        name = tree.this.name
        table = self.tables.get(name)
        if table is None:
            raise self._wrong(f"ALTER TABLE {name}: there is no such table")
        for action in tree.args["actions"]:
            if isinstance(action, self._exp.ColumnDef):
                self._column(table, action)
            elif isinstance(action, self._exp.AddConstraint):
                for part in action.expressions:
                    self._clause(table, part)
            else:
                raise self._wrong(f"ALTER TABLE {name}: only ADD is supported, not {self._shown(action)}")
        self._numbered(table)

    def _create_index(self, tree: Any) -> None:
        index = tree.this
        table = self.tables.get(index.args["table"].name)
        if table is None:
            raise self._wrong(f"CREATE INDEX: there is no table {index.args['table'].name!r}")
        if tree.args.get("unique"):
            columns = [one.this.name for one in index.args["params"].args["columns"]]
            table.clauses.insert(0, f"UNIQUE ({_names(columns)})")

    # -- columns ------------------------------------------------------------------------------------

    def _column(self, table: TableModel, tree: Any) -> None:
        exp, name = self._exp, tree.name
        if name in table.columns:
            raise self._wrong(f"table {table.name!r} has a column {name!r} already")
        kind, default, null, comparing = tree.args.get("kind"), None, True, None
        for constraint in tree.args.get("constraints") or ():
            what = constraint.kind
            if isinstance(what, exp.NotNullColumnConstraint):
                null = bool(what.args.get("allow_null"))
            elif isinstance(what, exp.DefaultColumnConstraint):
                default = self._default(what.this)
            elif isinstance(what, exp.AutoIncrementColumnConstraint):
                table.auto = name
            elif isinstance(what, exp.PrimaryKeyColumnConstraint):
                table.key, null = (name,), False
            elif isinstance(what, exp.UniqueColumnConstraint):
                table.clauses.insert(0, f"UNIQUE (`{name}`)")
            elif isinstance(what, exp.CollateColumnConstraint):
                comparing = "BINARY" if what.this.name.lower().endswith("_bin") else None
            elif not isinstance(
                what,
                exp.CommentColumnConstraint | exp.CharacterSetColumnConstraint | exp.OnUpdateColumnConstraint,
            ):
                raise self._wrong(f"{table.name}.{name}: {self._shown(what)} is not supported")
        affinity, check = self._type(f"{table.name}.{name}", f"`{name}`", kind)
        if comparing and affinity.startswith("TEXT"):
            affinity = f"TEXT COLLATE {comparing}"
        if default is None and not null and table.name == "player":
            default = "''" if affinity.startswith("TEXT") else "0"  # the players are there already
        self._compose(table, name, affinity, null, default, check)

    def _compose(
        self, table: TableModel, name: str, affinity: str, null: bool, default: str | None, check: str
    ) -> None:
        text = f"`{name}` {affinity}"
        if not null:
            text += " NOT NULL"
        if default is not None:
            text += f" DEFAULT {default}"
        table.columns[name] = text + check

    def _default(self, tree: Any) -> str | None:
        exp = self._exp
        if isinstance(tree, exp.Null):
            return None
        if isinstance(tree, exp.CurrentTimestamp):
            return f"'{FIXED_TIME}'"
        if isinstance(tree, exp.Boolean):
            return str(int(tree.this))
        inner = tree.this if isinstance(tree, exp.Neg) else tree
        if not isinstance(inner, exp.Literal):
            raise self._wrong(f"DEFAULT {self._shown(tree)} is not supported: use a number or a text")
        return self._shown(tree)

    def _type(self, path: str, name: str, kind: Any) -> tuple[str, str]:
        """Return a column's affinity in SQLite, and the check of what it holds."""
        if kind is None:
            raise self._wrong(f"{path} has no type")
        word = kind.this.name if hasattr(kind.this, "name") else str(kind.this)
        length = next((one.name for one in kind.expressions), "")
        bits, unsigned = _BITS.get(word), _UNSIGNED.get(word)
        if bits or unsigned:
            low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if bits else (0, (1 << (unsigned or 0)) - 1)
            high = min(high, (1 << 63) - 1)
            shown = f"{word.removeprefix('U').lower()}{' unsigned' if unsigned else ''} from {low} to {high}"
            return "INT", _check(
                path, shown, f"typeof({name}) = 'integer' AND {name} BETWEEN {low} AND {high}", name
            )
        if word in _REAL:
            return "REAL", _check(path, "a number", f"typeof({name}) = 'real'", name)
        if word == "ENUM":
            values = ", ".join(self._shown(one) for one in kind.expressions)
            return "TEXT COLLATE NOCASE", _check(path, f"one of {values}", f"{name} IN ({values})", name)
        if word in _TEXT and word != "SET":
            test = f"length({name}) <= {length}" if length else f"typeof({name}) = 'text'"
            shown = f"{word.lower()}({length})" if length else word.lower()
            return "TEXT COLLATE NOCASE", _check(path, shown, test, name)
        if word in _BINARY or word == "SET":
            return "TEXT", ""
        raise self._wrong(f"{path}: the type {self._shown(kind)} is not supported")

    # -- keys ---------------------------------------------------------------------------------------

    def _clause(self, table: TableModel, tree: Any) -> None:
        exp = self._exp
        if isinstance(tree, exp.Constraint):
            for part in tree.expressions:
                self._clause(table, part)
        elif isinstance(tree, exp.PrimaryKey):
            table.key = self._columns(table, tree.expressions)
            for name in table.key:
                if " NOT NULL" not in table.columns[name]:
                    affinity = "TEXT COLLATE NOCASE" if "TEXT" in table.columns[name] else "INT"
                    table.columns[name] = table.columns[name].replace(affinity, f"{affinity} NOT NULL", 1)
        elif isinstance(tree, exp.UniqueColumnConstraint):
            parts = tree.this.expressions if isinstance(tree.this, exp.Schema) else [tree.this]
            table.clauses.insert(0, f"UNIQUE ({_names(self._columns(table, parts))})")
        elif isinstance(tree, exp.ForeignKey):
            reference = self._mysql.written(tree.args["reference"])
            self.cascades |= any(word in reference for word in ("CASCADE", "SET NULL", "SET DEFAULT"))
            table.clauses.append(
                f"FOREIGN KEY ({_names(self._columns(table, tree.expressions))}) {reference}"
            )
        elif not isinstance(tree, exp.IndexColumnConstraint):
            raise self._wrong(f"table {table.name!r}: {self._shown(tree)} is not supported")

    def _columns(self, table: TableModel, parts: list[Any]) -> tuple[str, ...]:
        names = tuple(part.this.name if isinstance(part, self._exp.Ordered) else part.name for part in parts)
        for name in names:
            if name not in table.columns:
                raise self._wrong(f"table {table.name!r} has no column {name!r}")
        return names

    def _numbered(self, table: TableModel) -> None:
        """Give the AUTO_INCREMENT column what makes it count in SQLite."""
        if table.auto is None or "AUTOINCREMENT" in table.columns[table.auto]:
            return
        if table.key != (table.auto,):
            raise self._wrong(
                f"{table.name}.{table.auto}: AUTO_INCREMENT is supported for a primary key alone"
            )
        text = table.columns[table.auto].replace(" NOT NULL", "", 1)
        table.columns[table.auto] = text.replace(" INT", " INTEGER PRIMARY KEY AUTOINCREMENT", 1)

    def _shown(self, tree: Any) -> str:
        try:
            return self._mysql.written(tree)
        except self._mysql.ParseError:
            return str(type(tree).__name__)

    def _wrong(self, message: str) -> SchemaError:
        return SchemaError(message, self._line)


def _check(path: str, shown: str, test: str, name: str) -> str:
    told = f"{path} holds {shown}".replace("`", "``")
    return f" CONSTRAINT `{told}` CHECK ({name} IS NULL OR {test})"


def _names(columns: Any) -> str:
    return ", ".join(f"`{name}`" for name in columns)
