"""A game's ``dbmodel.sql``: what its columns hold, its keys, and what is refused."""

import pytest

from aurum_states.components import Database, DatabaseError, Services
from aurum_states.components.database import SchemaError
from aurum_states.components.database.schema import schema_of


def opened(dbmodel: str) -> Database:
    db = Database()
    db.bind(Services(None, None, (), schema=schema_of(dbmodel)))  # type: ignore[arg-type]
    return db


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("tinyint(1)", [-128, 127, "'5'"], [128, 0.5, "'x'", "''"]),
        ("TINYINT UNSIGNED", [0, 255], [-1, 256]),
        ("boolean", [0, 1, "TRUE"], ["'yes'"]),
        ("smallint unsigned", [65535], [65536]),
        ("mediumint(8)", [8388607], [8388608]),
        ("int(11)", [-2147483648, 2147483647], [2147483648]),
        ("int(10) unsigned", [4294967295], [-1]),
        ("bigint", [9223372036854775807], [9223372036854775808]),
        ("bigint unsigned", [0], [-1]),
        ("varchar(3)", ["'abc'", "'été'", 123], ["'abcd'"]),
        ("char(2)", ["'ab'"], ["'abc'"]),
        ("text", ["'x'", 5], []),
        ("mediumtext", [f"'{'x' * 70000}'"], []),
        ("enum('red','blue')", ["'red'", "'BLUE'"], ["'green'", "''", 1]),
        ("set('a','b')", ["'a,b'"], []),
        ("float", [1, 2.5], ["'x'"]),
        ("double", [1], ["'x'"]),
        ("decimal(5,2)", [2.25], ["'x'"]),
        ("json", ["'{}'"], []),
        ("datetime", ["'2020-01-01 00:00:00'"], []),
        ("date", ["'2020-01-01'"], []),
        ("timestamp", ["'2020-01-01 00:00:00'"], []),
        ("blob", ["'x'"], []),
    ],
)
def test_what_a_column_holds(kind, good, bad):
    db = opened(f"CREATE TABLE x (c {kind})")
    for value in [*good, "NULL"]:
        db.db_query(f"INSERT INTO x VALUES ({value})")
    for value in bad:
        with pytest.raises(DatabaseError, match=r"x\.c holds "):
            db.db_query(f"INSERT INTO x VALUES ({value})")
    assert db.get_unique_value_from_db("SELECT COUNT(*) FROM x") == str(len(good) + 1)


def test_defaults_keys_and_comments_on_lines_of_their_own():
    db = opened("""
-- ------
-- a comment; with a semicolon, it's one
/* another
   one */
CREATE TABLE IF NOT EXISTS `x` (
  `id` INT UNSIGNED NOT NULL AUTO_INCREMENT COMMENT 'the -- key;',
  `a` int(3) NOT NULL DEFAULT '7',
  b varchar(9) CHARACTER SET utf8 COLLATE utf8_bin DEFAULT 'it''s',
  c int NULL DEFAULT NULL,
  # d was dropped
  e TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  f tinyint(1) DEFAULT FALSE,
  g int DEFAULT -1,
  h int UNIQUE,
  PRIMARY KEY (`id`),
  KEY `ka` (`a`),
  UNIQUE KEY `kb` (`a`, `b`),
  INDEX (c)
) ENGINE = InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci AUTO_INCREMENT = 1;
CREATE INDEX late ON x (g);
CREATE UNIQUE INDEX later ON x (c);
ALTER TABLE x ADD UNIQUE (g), ADD COLUMN k int NOT NULL DEFAULT 2 AFTER a, ADD INDEX (k)""")
    db.db_query("INSERT INTO x (c) VALUES (NULL)")
    assert db.get_object_from_db("SELECT * FROM x") == {
        "id": "1",
        "a": "7",
        "b": "it's",
        "c": None,
        "e": "2000-01-01 00:00:00",
        "f": "0",
        "g": "-1",
        "h": None,
        "k": "2",
    }
    assert db.get_unique_value_from_db("SELECT id FROM x WHERE b = 'IT\\'S'") is None, (
        "utf8_bin tells them apart"
    )
    for clash in ("c, g) VALUES (1, -1", "g) VALUES (5", "b, h, g) VALUES ('x', 1, 1), ('y', 1, 2"):
        with pytest.raises(DatabaseError, match="UNIQUE constraint failed"):
            db.db_query(f"INSERT INTO x ({clash})")


def test_keys_of_several_columns_and_none_that_is_null():
    db = opened(
        "CREATE TABLE x (a int, b varchar(4), c int, PRIMARY KEY (b, a)); CREATE TABLE y (a int PRIMARY KEY)"
    )
    db.db_query("INSERT INTO x VALUES (2, 'x', 1), (1, 'x', 1), (1, 'a', 1)")
    assert db.db_query("SELECT b, a FROM x") == [("a", 1), ("x", 1), ("x", 2)]
    for bad in ("x VALUES (1, NULL, 1)", "x VALUES (NULL, 'q', 1)", "y VALUES (NULL)", "y VALUES ('q')"):
        with pytest.raises(DatabaseError, match="NOT NULL|holds int"):
            db.db_query(f"INSERT INTO {bad}")


def test_foreign_keys_hold_and_cascade_into_what_is_saved():
    db = opened("""
CREATE TABLE child (id int PRIMARY KEY, parent int, CONSTRAINT fk FOREIGN KEY (parent) REFERENCES parent (id) ON DELETE CASCADE);
CREATE TABLE parent (id int PRIMARY KEY);
INSERT INTO parent VALUES (1), (2);
INSERT INTO child VALUES (10, 1), (20, 2)""")
    db.settle()
    with pytest.raises(DatabaseError, match="FOREIGN KEY constraint failed"):
        db.db_query("INSERT INTO child VALUES (30, 3)")
    db.db_query("DELETE FROM parent WHERE id = 1")
    db.settle()
    assert db.tables["child"] == [(20, 2)]


def test_own_columns_of_the_players_and_inserts():
    services = Services(None, None, (5,), schema=schema_of(  # type: ignore[arg-type]
        "ALTER TABLE `player` ADD `gold` int NOT NULL, ADD note varchar(5) NOT NULL;"
        "INSERT INTO `global` (global_id, global_value) VALUES (20, 1)"
    ), seats=((5, "Eve", "abcdef"),))  # fmt: skip
    db = Database()
    db.bind(services)
    assert db.get_object_from_db("SELECT gold, note FROM player") == {"gold": "0", "note": ""}
    assert db.get_unique_value_from_db("SELECT global_value FROM global") == "1"


@pytest.mark.parametrize(
    ("dbmodel", "line", "said"),
    [
        ("\nCREATE TABLE x (\n a int, -- number\n b int)", 3, "the comment '-- number' stands behind code"),
        ("CREATE TABLE x (a int); # last", 1, "stands behind code"),
        ("CREATE TABLE x (a int);\n\n\nCREATE TABLE x (b int);", 4, "there is a table 'x' already"),
        ("CREATE TABLE IF NOT EXISTS player (a int)", 1, "already: choose another name"),
        ("DROP TABLE player;", 1, "DROP TABLE is not supported in dbmodel.sql"),
        ("ALTER TABLE player DROP player_name", 1, "only ADD is supported"),
        ("ALTER TABLE plaer ADD x int", 1, "there is no such table"),
        ("ALTER TABLE player ADD player_name int", 1, "has a column 'player_name' already"),
        ("CREATE INDEX i ON plaer (x)", 1, "there is no table 'plaer'"),
        ("CREATE TABLE x LIKE player", 1, "CREATE TABLE is not supported"),
        ("CREATE TABLE x (PRIMARY KEY (a))", 1, "has no column 'a'"),
        ("CREATE TABLE x (a int, UNIQUE KEY (b))", 1, "has no column 'b'"),
        ("CREATE TABLE x (KEY (a))", 1, "table 'x' has no column"),
        ("CREATE TABLE x (a int AUTO_INCREMENT)", 1, "for a primary key alone"),
        ("CREATE TABLE x (a int AUTO_INCREMENT, b int, PRIMARY KEY (a, b))", 1, "for a primary key alone"),
        ("CREATE TABLE x (a point)", 1, "x.a: the type .* is not supported|cannot be read"),
        ("CREATE TABLE x (a geometry)", 1, "x.a: the type GEOMETRY is not supported"),
        ("CREATE TABLE x (a)", 1, "`a` is not supported"),
        ("\n'x' y", 2, "is not supported in dbmodel.sql|cannot be read"),
        ("CREATE TABLE x (a int DEFAULT (1 + 1))", 1, "DEFAULT .* is not supported"),
        ("CREATE TABLE x (a int GENERATED ALWAYS AS (1))", 1, "not supported"),
        ("CREATE TABLE x (a int, CHECK (a > 1))", 1, "not supported"),
        ("\n\nCREATE TABLE x (a int", 3, "this cannot be read as MySQL"),
        ("SET NAMES utf8;", 1, "SET NAMES is not supported in dbmodel.sql"),
    ],
)  # fmt: skip
def test_what_is_refused_with_its_line(dbmodel, line, said):
    with pytest.raises(SchemaError, match=said) as caught:
        schema_of(dbmodel)
    assert caught.value.line == line


def test_an_insert_that_fails_names_its_line():
    with pytest.raises(DatabaseError, match=r"^dbmodel.sql:2: UNIQUE constraint failed: x.a"):
        opened("CREATE TABLE x (a int PRIMARY KEY);\nINSERT INTO x VALUES (1), (1)")
