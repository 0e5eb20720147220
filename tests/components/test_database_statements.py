"""MySQL's statements on SQLite: what they mean, their order, and what is refused."""

import pytest

from aurum_states.components import Database, DatabaseError, Services
from aurum_states.components.database.schema import schema_of
from aurum_states.components.database.statements import FUNCTIONS

DBMODEL = """
CREATE TABLE a (id int NOT NULL AUTO_INCREMENT, n int, t varchar(20), PRIMARY KEY (id));
CREATE TABLE b (id int NOT NULL, a_id int, PRIMARY KEY (id));
CREATE TABLE plain (n int);
"""


@pytest.fixture
def db() -> Database:
    db = Database()
    db.bind(Services(None, None, (), schema=schema_of(DBMODEL)))  # type: ignore[arg-type]
    db.db_query("INSERT INTO a (n, t) VALUES (3, 'Three'), (1, 'one'), (2, 'two'), (1, 'uno')")
    db.db_query("INSERT INTO b (id, a_id) VALUES (9, 1), (8, 3), (7, 1)")
    return db


def values(db: Database, sql: str) -> list:
    return db.get_object_list_from_db(sql, unique=True)


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        ("SELECT t FROM a WHERE t = 'three'", ["Three"]),
        ('SELECT t FROM a WHERE t = "Three"', ["Three"]),
        ("SELECT t FROM `a` WHERE `a`.`n` = '3'", ["Three"]),
        ("SELECT t FROM a WHERE t LIKE 'T%'", ["Three", "two"]),
        ("SELECT 'a_c' LIKE 'a\\_c'", ["1"]),
        ("SELECT 'abc' LIKE 'a\\_c'", ["0"]),
        ("SELECT id FROM a WHERE id IN (4, 2, 1)", ["1", "2", "4"]),
        ("SELECT t FROM a LIMIT 1, 2", ["one", "two"]),
        ("SELECT t FROM a LIMIT 1 OFFSET 3", ["uno"]),
        ("SELECT t FROM a WHERE (n, t) IN ((1, 'uno'), (2, 'x'))", ["uno"]),
        ("SELECT t FROM a WHERE n <=> NULL OR n != 1 AND !(n = 2)", ["Three"]),
        ("SELECT DISTINCT n FROM a", ["1", "2", "3"]),
        ("SELECT COUNT(*) FROM a GROUP BY n HAVING COUNT(*) > 1", ["2"]),
        ("SELECT n FROM a GROUP BY n", ["1", "2", "3"]),
        ("SELECT SUM(n = 1) FROM a", ["2"]),
        ("SELECT MAX(n) - MIN(n) FROM a", ["2"]),
        ("SELECT t FROM a WHERE n = (SELECT MAX(n) FROM a)", ["Three"]),
        ("SELECT t FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.a_id = a.id)", ["Three", "two"]),
        ("SELECT b.id FROM b JOIN a ON a.id = b.a_id WHERE a.t = 'three'", ["7", "9"]),
        ("SELECT COUNT(b.id) FROM a LEFT JOIN b ON b.a_id = a.id GROUP BY a.id", ["2", "0", "1", "0"]),
        ("SELECT n FROM a UNION SELECT id FROM b", ["1", "2", "3", "7", "8", "9"]),
        ("SELECT x.m FROM (SELECT MAX(n) m FROM a) x", ["3"]),
        ("SELECT t FROM a WHERE n = 1 FOR UPDATE", ["one", "uno"]),
        ("SELECT 7 / 2, 1", ["3.5"]),
        ("SELECT 7 DIV 2", ["3"]),
        ("SELECT 7 % 2", ["1"]),
        ("SELECT 1 / 0", [None]),
        ("SELECT TRUE", ["1"]),
        ("SELECT 'it''s' 'so'", ["it'sso"]),
        ("SELECT id FROM a -- one only\n WHERE id = 1 # yes", ["1"]),
        ("SELECT id /* the key */ FROM a WHERE id = 1", ["1"]),
        ("SELECT 1e3", ["1000"]),
        ("SELECT -0.5", ["-0.5"]),
    ],
)
def test_select(db, sql, found):
    assert values(db, sql) == found


@pytest.mark.parametrize(
    ("call", "result"),
    [
        *[("ABS(-2)", "2"), ("CASE WHEN 1 THEN 'a' ELSE 'b' END", "a"), ("CAST('5' AS UNSIGNED)", "5")],
        *[("CEIL(1.2)", "2"), ("CEILING(-1.2)", "-1"), ("FLOOR(-1.2)", "-2"), ("FLOOR(7 / 2)", "3")],
        *[("CHAR_LENGTH('été')", "3"), ("LENGTH('ab')", "2"), ("COALESCE(NULL, 'x')", "x"), ("IFNULL(NULL, 4)", "4")],
        *[("CONCAT('a', '-', 3)", "a-3"), ("CONCAT('a', NULL)", None), ("NULLIF(1, 1)", None), ("ISNULL(NULL)", "1")],
        *[("FIELD('B', 'a', 'b')", "2"), ("FIELD('x', 'a')", "0"), ("FIELD(NULL, 'a')", "0")],
        *[("FIND_IN_SET('b', 'a,B,c')", "2"), ("FIND_IN_SET('x', 'a')", "0"), ("FIND_IN_SET(NULL, 'a')", None)],
        *[("GREATEST(1, 3, 2)", "3"), ("LEAST(2, 1)", "1"), ("GREATEST(1, NULL)", None), ("SIGN(-3)", "-1")],
        *[("IF(1 > 2, 'x', 'y')", "y"), ("MOD(7, 4)", "3"), ("ROUND(2.5)", "3"), ("ROUND(1.234, 2)", "1.23")],
        *[("LEFT('abc', 2)", "ab"), ("RIGHT('abc', 2)", "bc"), ("RIGHT('abc', 0)", ""), ("RIGHT(NULL, 1)", None)],
        *[("SUBSTRING('abc', 2)", "bc"), ("SUBSTR('abc', 1, 1)", "a"), ("REPLACE('abc', 'b', 'x')", "axc")],
        *[("LOCATE('c', 'abc')", "3"), ("INSTR('abc', 'c')", "3"), ("LOWER('AB')", "ab"), ("UPPER('ab')", "AB")],
        *[("TRIM('  a ')", "a"), ("LTRIM('  a')", "a"), ("RTRIM('a  ')", "a"), ("EXISTS (SELECT 1)", "1")],
    ],
)  # fmt: skip
def test_functions(db, call, result):
    assert values(db, f"SELECT {call}") == [result]


def test_every_function_that_is_allowed_is_tried():
    marks = [*test_functions.pytestmark, *test_select.pytestmark]
    tried = " ".join(str(case) for mark in marks for case in mark.args[1]).upper() + " AVG("
    assert [name for name in sorted(FUNCTIONS) if f"{name}(" not in tried and f"{name} (" not in tried] == [
        "CASE"
    ]


def test_columns_are_called_as_in_mysql(db):
    sql = "SELECT a.id, t 'text', `n` \"number\", COUNT(*), MAX(n) + 1, IF(n, 'x', 'y') FROM a"
    [row] = db.get_object_list_from_db(sql)
    assert list(row) == ["id", "text", "number", "COUNT(*)", "MAX(n) + 1", "IF(n, 'x', 'y')"]


def test_rows_that_order_by_holds_for_equal_come_by_key(db):
    db.db_query("UPDATE a SET id = 10 WHERE id = 2")
    assert values(db, "SELECT t FROM a ORDER BY n DESC") == ["Three", "two", "uno", "one"]
    assert values(db, "SELECT t FROM a WHERE n = 1") == ["uno", "one"]
    assert values(db, "SELECT t FROM a ORDER BY FIELD(n, 2, 1, 3), t") == ["two", "one", "uno", "Three"]
    assert values(db, "SELECT b.id FROM b JOIN a ON a.id = b.a_id ORDER BY a.n DESC") == ["7", "9", "8"]
    db.db_query("INSERT INTO plain VALUES (5), (4), (6)")
    assert values(db, "SELECT n FROM plain") == ["5", "4", "6"], "without a key as they came"


def test_set_goes_from_left_to_right(db):
    db.db_query("UPDATE a SET n = n + 10, t = n, n = n * 2 WHERE id = 1")
    assert db.get_object_from_db("SELECT n, t FROM a WHERE id = 1") == {"n": "26", "t": "13"}


def test_update_and_delete_with_order_and_limit(db):
    db.db_query("UPDATE a SET t = 'x' WHERE n < 3 ORDER BY n DESC, id DESC LIMIT 2")
    assert values(db, "SELECT id FROM a WHERE t = 'x'") == ["3", "4"]
    db.db_query("DELETE FROM a ORDER BY n LIMIT 1")
    assert values(db, "SELECT id FROM a") == ["1", "3", "4"]
    db.db_query("DELETE FROM a ORDER BY n")
    assert values(db, "SELECT id FROM a") == []


def test_update_of_a_named_table(db):
    db.db_query("UPDATE a x SET x.n = (SELECT COUNT(*) FROM b WHERE b.a_id = x.id)")
    assert values(db, "SELECT n FROM a") == ["2", "0", "1", "0"]


def test_insert_in_its_forms(db):
    db.db_query("INSERT INTO a SET n = 5, t = 'five'")
    db.db_query("INSERT INTO b (id, a_id) SELECT id + 100, id FROM a WHERE n = 5")
    assert values(db, "SELECT id FROM b WHERE id > 100") == ["105"]
    db.db_query("INSERT INTO b VALUES (105, 4), (106, 4) ON DUPLICATE KEY UPDATE a_id = a_id + VALUES(a_id)")
    db.db_query("INSERT INTO b SELECT 106, 1 FROM a ON DUPLICATE KEY UPDATE a_id = 0, id = id + a_id")
    assert db.get_collection_from_db("SELECT id, a_id FROM b WHERE id > 100", True) == {105: "9", 106: "0"}
    db.db_query("REPLACE b (id, a_id) VALUES (105, 1)")
    db.db_query("INSERT IGNORE INTO b VALUES (105, 2)")
    assert values(db, "SELECT a_id FROM b WHERE id = 105") == ["1"]


def test_one_shape_is_translated_once(db, monkeypatch):
    values(db, "SELECT t FROM a WHERE id = 1 AND t = 'x'")
    translator = db.services.schema.translator
    monkeypatch.setattr(translator, "_prepared", lambda template: pytest.fail(template))
    assert values(db, 'SELECT t FROM a WHERE id = 2 AND t = "one"') == ["one"]


def test_many_shapes_are_forgotten_again(db, monkeypatch):
    monkeypatch.setattr("aurum_states.components.database.statements._CACHED", 2)
    for count in range(1, 6):
        assert (
            len(values(db, f"SELECT id FROM a WHERE id IN ({', '.join(map(str, range(1, count + 1)))})"))
            <= count
        )
    assert len(db.services.schema.translator._known) <= 2


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("SELECT * FROM plane", r"there is no table plane \(did you mean 'plain'\?\)"),
        ("SELECT * FROM other.a", "there is no table other.a"),
        ("SELECT no FROM a", "no such column: no"),
        ('SELECT "no" FROM a, nowhere', "there is no table nowhere"),
        (
            "SELECT t FROM a ORDER BY RAND()",
            "RAND is not supported: it is no part of the table's seeded chance",
        ),
        ("SELECT UUID()", "seeded chance"),
        *[
            (f"SELECT {clock}", "a table knows no clock")
            for clock in ("NOW()", "CURRENT_TIMESTAMP", "CURDATE()")
        ],
        ("SELECT UNIX_TIMESTAMP()", "a table knows no clock"),
        ("SELECT LAST_INSERT_ID()", r"use db_get_last_id\(\)"),
        ("SELECT ROW_COUNT()", r"use db_affected_row\(\)"),
        ("SELECT SLEEP(5)", "SLEEP is not supported: docs/database.md lists"),
        ("SELECT load_extension('x')", "LOAD_EXTENSION is not supported"),
        ("SELECT GROUP_CONCAT(t) FROM a", "GROUP_CONCAT is not supported"),
        ("SELECT VALUES(n) FROM a", "VALUES is not supported"),
        ("SELECT t FROM a WHERE t REGEXP 'x'", "REGEXP_LIKE is not supported"),
        ("SELECT @a := 1", "not supported"),
        ("SELECT 1 XOR 1", "not supported"),
        ("WITH x AS (SELECT 1) SELECT * FROM x", "WITH x AS .* is not supported"),
        ("SELECT ROW_NUMBER() OVER (ORDER BY n) FROM a", "is not supported"),
        ("SELECT n FROM a INTERSECT SELECT id FROM b", "not supported"),
        ("SELECT", "incomplete input|cannot be read"),
        ("SELECT FROM WHERE", "this cannot be read as MySQL"),
        ("SELECT 'open", "this cannot be read as MySQL"),
        ("SELECT ((((1", "this cannot be read as MySQL"),
        ("", "one statement at a time, not 0"),
        ("SELECT 1; DELETE FROM a", "one statement at a time, not 2"),
        (
            "TRUNCATE TABLE a",
            "TRUNCATE commits at once, which BGA allows in dbmodel.sql only; use DELETE FROM",
        ),
        *[
            (sql, "commits at once")
            for sql in ("DROP TABLE a", "CREATE TABLE c (n int)", "ALTER TABLE a ADD x int")
        ],
        *[
            (sql, "commits at once")
            for sql in ("START TRANSACTION", "COMMIT", "LOCK TABLES a WRITE", "BEGIN")
        ],
        ("SET @a = 1", "SET is not supported|@a is not supported"),
        ("SHOW TABLES", "SHOW is not supported: there are SELECT"),
        ("PRAGMA foreign_keys", "not supported|cannot be read"),
        ("ATTACH DATABASE 'x' AS y", "not supported|cannot be read"),
        ("CALL x()", "not supported|cannot be read"),
        ("UPDATE a, b SET n = 1", "take one table"),
        ("UPDATE a JOIN b ON a.id = b.a_id SET n = 1", "take one table"),
        ("DELETE a FROM a JOIN b ON a.id = b.a_id", "take one table"),
        ("UPDATE a SET n = 'x'", "a.n holds int from -2147483648 to 2147483647"),
        ("UPDATE a SET n = 5 / 2", "a.n holds int"),
        ("UPDATE a SET n = 3000000000", "a.n holds int"),
        (f"UPDATE a SET t = '{'x' * 21}'", r"a.t holds varchar\(20\)"),
        ("INSERT INTO b (a_id) VALUES (1)", "NOT NULL constraint failed: b.id"),
        ("INSERT INTO b VALUES (7, 1)", "UNIQUE constraint failed: b.id"),
        ("INSERT INTO b VALUES (7)", "1 values|2 columns"),
        ("SELECT (SELECT id, n FROM a)", "2 columns"),
    ],
)
def test_what_is_refused_and_why(db, sql, said):
    with pytest.raises(DatabaseError, match=said) as caught:
        db.db_query(sql)
    assert str(caught.value).endswith(f"the statement is: {' '.join(sql.split())}")
    assert values(db, "SELECT COUNT(*) FROM a") == ["4"]


def test_a_table_of_mysqls_words_and_odd_names():
    db = Database()
    db.bind(Services(None, None, (), schema=schema_of("CREATE TABLE `order` (`group` int, `a b` text)")))  # type: ignore[arg-type]
    db.db_query("INSERT INTO `order` (`group`, `a b`) VALUES (1, 'x')")
    assert db.get_object_from_db("SELECT * FROM `order` WHERE `a b` = 'x'") == {"group": "1", "a b": "x"}


@pytest.mark.parametrize(
    "sql", ["UPDATE a SET n", "INSERT INTO a (id) VALUES (1) ON DUPLICATE KEY UPDATE n = 1, t"]
)
def test_what_is_set_must_be_an_assignment(db, sql):
    before = db.db_query("SELECT * FROM a")
    with pytest.raises(DatabaseError, match="is no assignment to a column"):
        db.db_query(sql)
    assert db.db_query("SELECT * FROM a") == before


def test_binary_values_come_back_as_texts(db):
    assert db.get_unique_value_from_db("SELECT CAST('été' AS BINARY)") == "été"
    assert db.get_unique_value_from_db("SELECT 0x41") == "A"


def test_an_escape_of_ones_own_stays(db):
    assert values(db, "SELECT t FROM a WHERE t LIKE 'T!_o' ESCAPE '!'") == []
    assert values(db, "SELECT t FROM a WHERE t LIKE 'T_o' ESCAPE '!'") == ["two"]


def test_a_function_in_an_update_on_duplicates_is_checked(db):
    with pytest.raises(DatabaseError, match="NOTHING is not supported"):
        db.db_query("INSERT INTO a (id) VALUES (1) ON DUPLICATE KEY UPDATE t = CONCAT(VALUES(t), NOTHING(1))")
    db.db_query(
        "INSERT INTO a (id, t) VALUES (1, 'x') ON DUPLICATE KEY UPDATE t = CONCAT(VALUES(t), LEFT(t, 2))"
    )
    assert values(db, "SELECT t FROM a WHERE id = 1") == ["xTh"]
