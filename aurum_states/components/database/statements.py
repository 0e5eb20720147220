"""MySQL's statements as BGA's games write them, turned into SQLite's.

Beyond the dialect, three things are made sure of. Rows come in one order on every platform: what ORDER BY
leaves open goes by primary key. ``SET a = a + 1, b = a`` goes from left to right, and UPDATE counts only rows
that it changes, both as in MySQL. What is not supported is one clear error.
"""

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from aurum_states.components.database import mysql
from aurum_states.components.database.errors import DatabaseError, refused
from aurum_states.components.database.literals import filled, template_of
from aurum_states.components.database.mysql import exp
from aurum_states.names import did_you_mean, listed

if TYPE_CHECKING:
    from aurum_states.components.database.schema import Schema

FUNCTIONS = frozenset(
    (
        *(
            "ABS",
            "AVG",
            "CASE",
            "CAST",
            "CEIL",
            "CHAR_LENGTH",
            "COALESCE",
            "CONCAT",
            "COUNT",
            "EXISTS",
            "FIELD",
        ),
        *("FIND_IN_SET", "FLOOR", "GREATEST", "IF", "IFNULL", "INSTR", "ISNULL", "LEAST", "LEFT", "LENGTH"),
        *("LOCATE", "LOWER", "LTRIM", "MAX", "MIN", "MOD", "NULLIF", "REPLACE", "RIGHT", "ROUND", "RTRIM"),
        *("SIGN", "SUBSTR", "SUBSTRING", "SUM", "TRIM", "UPPER"),
    )
)
"""The functions that a statement may call."""

_KNOWN_AS = {"STR_POSITION": "INSTR", "LOG10": "LOG", "CEILING": "CEIL", "UCASE": "UPPER", "LCASE": "LOWER"}

_CHANCE = "it is no part of the table's seeded chance: select in order, and use self.bga_rand or self.shuffle"
_CLOCK = "a table knows no clock, so that a replay gives the same rows"
_REFUSED = {
    "RAND": _CHANCE,
    "UUID": _CHANCE,
    **dict.fromkeys(
        (
            *("NOW", "CURRENT_TIMESTAMP", "CURRENT_DATE", "CURRENT_TIME", "CURDATE", "CURTIME", "SYSDATE"),
            *(
                "UNIX_TIMESTAMP",
                "TIME_TO_UNIX",
                "UTC_TIMESTAMP",
                "LOCALTIME",
                "LOCALTIMESTAMP",
                "CURRENT_DATETIME",
            ),
        ),
        _CLOCK,
    ),
    "LAST_INSERT_ID": "use db_get_last_id()",
    "ROW_COUNT": "use db_affected_row()",
}

_ONE_TABLE = "UPDATE and DELETE take one table: select the keys of the rows first"
_REPLACE = re.compile(r"\s*REPLACE\s+(?:INTO\s+)?", re.I)
_CACHED = 1000


class Prepared(NamedTuple):
    """A statement in SQLite's words."""

    sql: str
    reads_player: bool
    writes: str | None
    """The table that it changes."""
    counts_old: bool = False
    """Whether MySQL also counts the rows whose place the new ones take."""
    numbers: bool = False
    """Whether it inserts rows that get their number by AUTO_INCREMENT."""


class Translator:
    """Translates statements on the tables of one schema, each shape once."""

    def __init__(self, schema: "Schema") -> None:
        self._tables = schema.tables
        self._known: dict[str, Prepared] = {}

    def translate(self, sql: str) -> Prepared:
        """Return a statement as SQLite's.

        Raises:
            DatabaseError: it cannot be read, or has what is not supported.
        """
        if not isinstance(sql, str):
            raise DatabaseError(f"a statement is a text, not {sql!r:.80}")
        template, literals = template_of(sql)
        prepared = self._known.get(template)
        if prepared is None:
            try:
                prepared = self._prepared(template)
            except (*mysql.ParseError, ValueError) as error:
                raise refused(sql, f"this cannot be read as MySQL: {mysql.said(error)}") from error
            except _NotSupportedError as error:
                raise refused(sql, filled(str(error), literals)) from None
            if len(self._known) >= _CACHED:
                self._known.clear()
            self._known[template] = prepared
        return prepared._replace(sql=filled(prepared.sql, literals)) if literals else prepared

    def _prepared(self, template: str) -> Prepared:
        replaces = _REPLACE.match(template)
        trees = mysql.parsed(f"INSERT INTO {template[replaces.end() :]}" if replaces else template)
        if len(trees) != 1:
            raise _NotSupportedError(f"one statement at a time, not {len(trees)}")
        [tree] = trees
        if not isinstance(tree, exp.Query | exp.Insert | exp.Update | exp.Delete):
            raise _NotSupportedError(_kind_refusal(template))
        if isinstance(tree, exp.Delete) and (tree.args.get("tables") or tree.args.get("using")):
            raise _NotSupportedError(_ONE_TABLE)
        self._look_over(tree)
        if isinstance(tree, exp.Query):
            _name_columns(tree)
            self._order(tree)
            writes, counts_old, numbers = None, False, False
        elif isinstance(tree, exp.Insert):
            writes = self._table(tree.this.this if isinstance(tree.this, exp.Schema) else tree.this)
            counts_old = bool(replaces) or tree.args.get("conflict") is not None
            numbers = self._numbers(tree, writes)
            self._insert(tree, replaces=bool(replaces))
        elif isinstance(tree, exp.Update):
            writes, counts_old, numbers = self._table(tree.this), False, False
            self._update(tree, writes)
        else:
            writes, counts_old, numbers = self._table(tree.this), False, False
            self._limit(tree, writes)
        player = any(table.name == "player" for table in tree.find_all(exp.Table))
        return Prepared(mysql.written(tree), player, writes, counts_old, numbers)

    # -- what may be in any statement -----------------------------------------------------------------

    def _look_over(self, tree: Any) -> None:
        """Refuse what cannot be translated, and change what stands for itself."""
        for node in tree.walk():
            if isinstance(node, exp.Table):
                self._table(node, joined=True)
            elif isinstance(node, _REFUSED_NODES):
                raise _NotSupportedError(f"{_shown(node)} is not supported")
            elif isinstance(node, exp.Select):
                node.set("locks", None)
            elif isinstance(node, exp.Func) and not isinstance(node, exp.And | exp.Or):
                _check_function(node)
        for left in list(tree.find_all(exp.Left)):  # LEFT is a word of SQLite's joins
            left.replace(exp.Substring(this=left.this, start=exp.Literal.number(1), length=left.expression))
        for right in list(tree.find_all(exp.Right)):
            right.replace(exp.Anonymous(this="TEXT_RIGHT", expressions=[right.this, right.expression]))
        for like in list(tree.find_all(exp.Like)):
            if not isinstance(like.parent, exp.Escape):  # MySQL's escape is the backslash, SQLite has none
                like.replace(exp.Escape(this=like.copy(), expression=exp.Literal.string("\\")))

    def _table(self, node: Any, joined: bool = False) -> str:
        if not isinstance(node, exp.Table) or (node.args.get("joins") and not joined):
            raise _NotSupportedError(_ONE_TABLE)
        name: str = node.name
        if node.db or name not in self._tables:
            known = did_you_mean(name, self._tables) or f" (there are {listed(self._tables)})"
            raise _NotSupportedError(f"there is no table {_shown(node)}{known}")
        return name

    # -- SELECT -----------------------------------------------------------------------------------------

    def _order(self, tree: Any) -> None:
        """Make the order of the rows certain, also where LIMIT chooses among them."""
        for select in list(tree.find_all(exp.Select)):
            if select is tree or select.args.get("limit"):
                terms = self._ties(select)
                if terms:
                    order = select.args.get("order")
                    given = order.expressions if order is not None else []
                    select.set("order", exp.Order(expressions=[*given, *terms]))
        if isinstance(tree, exp.SetOperation):
            width = len(tree.selects)
            order = tree.args.get("order")
            given = order.expressions if order is not None else []
            tree.set("order", exp.Order(expressions=[*given, *_positions(width)]))

    def _ties(self, select: Any) -> list[Any]:
        """Return what decides between rows that ORDER BY holds for equal."""
        group = select.args.get("group")
        if group is not None:
            return [_ascending(one.copy()) for one in group.expressions]
        projections = select.expressions
        starred = any(one.is_star for one in projections)
        if select.args.get("distinct") is not None and not starred:
            return _positions(len(projections))
        if any(_aggregates(one) for one in projections):
            return []
        sources = [select.args["from_"].this] if select.args.get("from_") is not None else []
        sources += [join.this for join in select.args.get("joins") or ()]
        return [
            _ascending(exp.column(name, table=source.alias_or_name))
            for source in sources
            if isinstance(source, exp.Table)
            for name in self._tables[source.name].order
        ]

    # -- INSERT, UPDATE, DELETE -------------------------------------------------------------------------

    def _numbers(self, tree: Any, table: str) -> bool:
        auto = self._tables[table].auto
        named = [one.name for one in tree.this.expressions] if isinstance(tree.this, exp.Schema) else []
        return auto is not None and bool(named) and auto not in named

    def _insert(self, tree: Any, *, replaces: bool) -> None:
        if replaces:
            tree.set("alternative", "REPLACE")
        conflict = tree.args.get("conflict")
        if conflict is None:
            return
        for call in list(conflict.find_all(exp.Anonymous)):
            if call.name.upper() == "VALUES":
                call.replace(exp.column(call.expressions[0].name, table="excluded"))
        _left_to_right(conflict.expressions)
        changed = exp.OnConflict(action=exp.var("DO UPDATE"), expressions=conflict.expressions)
        tree.set("conflict", changed)
        if isinstance(tree.expression, exp.Select) and tree.expression.args.get("where") is None:
            tree.expression.set("where", exp.Where(this=exp.true()))  # else ON reads as a join's

    def _update(self, tree: Any, table: str) -> None:
        for one in tree.expressions:
            one.this.set("table", None)
        _left_to_right(tree.expressions)
        self._limit(tree, table)
        changes = exp.or_(
            *(
                exp.Not(
                    this=exp.Is(
                        this=exp.Collate(this=one.this.copy(), expression=exp.var("BINARY")),
                        expression=exp.paren(one.expression.copy()),
                    )
                )
                for one in tree.expressions
            )
        )
        where = tree.args.get("where")
        wanted = exp.paren(changes) if where is None else exp.and_(exp.paren(where.this), exp.paren(changes))
        tree.set("where", exp.Where(this=wanted))

    def _limit(self, tree: Any, table: str) -> None:
        """Give SQLite the rows that ORDER BY and LIMIT choose."""
        order, limit = tree.args.get("order"), tree.args.get("limit")
        tree.set("order", None)
        tree.set("limit", None)
        if limit is None:
            return
        chosen = exp.select("rowid").from_(tree.this.copy())
        chosen.set("where", tree.args.get("where"))
        ties = [_ascending(exp.column(name)) for name in self._tables[table].order]
        chosen.set("order", exp.Order(expressions=[*(order.expressions if order else []), *ties]))
        chosen.set("limit", limit)
        rows = exp.In(this=exp.column("rowid"), query=chosen.subquery())
        tree.set("where", exp.Where(this=rows))


class _NotSupportedError(Exception):
    """Why a statement is not supported."""


_REFUSED_NODES = tuple(
    getattr(exp, name)
    for name in (
        *("With", "Window", "Parameter", "SessionParameter", "PropertyEQ", "Xor", "BitwiseXor", "Interval"),
        *("Intersect", "Except", "Placeholder", "Match"),
    )
)


def _kind_refusal(template: str) -> str:
    word = template.split(maxsplit=1)[0].upper() if template.strip() else "an empty statement"
    if word in (
        "CREATE",
        "ALTER",
        "DROP",
        "TRUNCATE",
        "RENAME",
        "LOCK",
        "UNLOCK",
        "START",
        "BEGIN",
        "COMMIT",
    ):
        instead = "; use DELETE FROM" if word == "TRUNCATE" else ""
        return f"{word} commits at once, which BGA allows in dbmodel.sql only{instead}"
    return f"{word} is not supported: there are SELECT, INSERT, REPLACE, UPDATE and DELETE"


def _check_function(node: Any) -> None:
    names = [node.name.upper()] if isinstance(node, exp.Anonymous) else list(node.sql_names())
    if names == ["VALUES"] and node.find_ancestor(exp.OnConflict) is not None:
        return
    if {_KNOWN_AS.get(name, name) for name in names} & FUNCTIONS:
        return
    name = names[0]
    refusal = next((_REFUSED[one] for one in names if one in _REFUSED), "")
    raise _NotSupportedError(
        f"{name} is not supported: {refusal or 'docs/database.md lists the functions that are'}"
    )


def _name_columns(tree: Any) -> None:
    """Call an expression without an alias what MySQL calls it: its own text."""
    first = tree
    while isinstance(first, exp.SetOperation | exp.Subquery):
        first = first.this
    for one in list(first.expressions):
        if not isinstance(one, exp.Column | exp.Alias | exp.Star | exp.Literal):
            one.replace(exp.alias_(one.copy(), _shown(one), quoted=True))


def _aggregates(projection: Any) -> bool:
    return any(
        aggregate.find_ancestor(exp.Subquery) is None
        or aggregate.find_ancestor(exp.Select) is projection.parent
        for aggregate in projection.find_all(exp.AggFunc)
    )


def _positions(count: int) -> list[Any]:
    return [_ascending(exp.Literal.number(place)) for place in range(1, count + 1)]


def _ascending(column: Any) -> Any:
    return exp.Ordered(this=column, nulls_first=True)


def _left_to_right(assignments: list[Any]) -> None:
    """Let each assignment see what those before it have assigned."""
    assigned: dict[str, Any] = {}
    for one in assignments:
        if not isinstance(one, exp.EQ) or not isinstance(one.this, exp.Column):
            raise _NotSupportedError(f"{_shown(one)} is no assignment to a column")
        for column in list(one.expression.find_all(exp.Column)):
            if column.name in assigned and column.table != "excluded":
                value = exp.paren(assigned[column.name].copy())
                if column is one.expression:
                    one.set("expression", value)
                else:
                    column.replace(value)
        assigned[one.this.name] = one.expression


def _shown(node: Any) -> str:
    text: str = node.sql("mysql")
    return text
