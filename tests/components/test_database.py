"""``self.db``: BGA's methods and their results, saved rows, the way back to them."""

import msgspec
import pytest

from aurum_states.components import Database, DatabaseError, PlayerCounter, Services, UnboundPartError
from aurum_states.components.database.schema import schema_of

DBMODEL = """
CREATE TABLE IF NOT EXISTS `card` (
  `card_id` int(10) unsigned NOT NULL AUTO_INCREMENT,
  `card_type` varchar(16) NOT NULL,
  `card_type_arg` int(11) NOT NULL,
  `card_location` varchar(16) NOT NULL,
  PRIMARY KEY (`card_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8 AUTO_INCREMENT=1 ;
CREATE TABLE stock (town int NOT NULL, good varchar(4) NOT NULL, n int, PRIMARY KEY (town, good));
CREATE TABLE heap (stone int);
ALTER TABLE player ADD player_gold int unsigned NOT NULL DEFAULT 3;
INSERT INTO stock VALUES (1, 'fish', 5), (1, 'salt', NULL);
"""
SEATS = ((11, "Ada", "ff0000"), (12, "Ben", "00ff00"))


def made() -> Services:
    scores = tuple(PlayerCounter.create(name, (11, 12), min=None) for name in ("score", "scoreAux"))
    return Services(None, None, (11, 12), schema=schema_of(DBMODEL), seats=SEATS, scores=scores)  # type: ignore[arg-type]


@pytest.fixture
def services() -> Services:
    return made()


@pytest.fixture
def db(services: Services) -> Database:
    db = Database()
    db.bind(services)
    db.db_query("INSERT INTO card (card_type, card_type_arg, card_location) VALUES ('Red', 1, 'deck')")
    db.db_query(
        "INSERT INTO card (card_type, card_type_arg, card_location) VALUES ('Red', 2, 'deck'), ('blue', 1, 'hand')"
    )
    return db


def saved(db: Database) -> bytes:
    db.settle()
    return msgspec.msgpack.encode(db)


def again(data: bytes) -> Database:
    return msgspec.msgpack.decode(data, type=Database)


# -- BGA's methods -----------------------------------------------------------------------------------------


def test_the_players_are_there_with_bgas_columns(db):
    assert db.get_object_from_db("SELECT * FROM player WHERE player_id = 11") == {
        "player_no": "1",
        "player_id": "11",
        "player_canal": "",
        "player_name": "Ada",
        "player_avatar": "",
        "player_color": "ff0000",
        "player_score": "0",
        "player_score_aux": "0",
        "player_zombie": "0",
        "player_ai": "0",
        "player_eliminated": "0",
        "player_next_notif_no": "1",
        "player_enter_game": "0",
        "player_over_time": "0",
        "player_is_multiactive": "0",
        "player_start_reflexion_time": None,
        "player_remaining_reflexion_time": None,
        "player_beginner": None,
        "player_state": None,
        "player_gold": "3",
    }


def test_values_are_texts_and_none(db):
    assert db.get_unique_value_from_db("SELECT n FROM stock WHERE good = 'fish'") == "5"
    assert db.get_unique_value_from_db("SELECT n FROM stock WHERE good = 'salt'") is None
    assert db.get_object_list_from_db("SELECT 3 a, 2.5 b, 6 / 2 c, 'x' d") == [
        {"a": "3", "b": "2.5", "c": "3", "d": "x"}
    ]
    assert db.db_query("SELECT town FROM stock") == [(1,), (1,)], "raw rows for who wants numbers"


def test_unique_value(db):
    assert db.get_unique_value_from_db("SELECT COUNT(*) FROM card") == "3"
    assert db.get_unique_value_from_db("SELECT card_id FROM card WHERE card_id = 9") is None
    with pytest.raises(
        DatabaseError, match="one row at most, not 3; the statement is: SELECT card_id FROM card"
    ):
        db.get_unique_value_from_db("SELECT card_id FROM card")


def test_object(db):
    assert db.get_object_from_db("SELECT card_id id, card_type type FROM card LIMIT 1") == {
        "id": "1",
        "type": "Red",
    }
    assert db.get_object_from_db("SELECT * FROM card WHERE card_id = 9") is None
    assert db.get_non_empty_object_from_db("SELECT card_id FROM card WHERE card_id = 1") == {"card_id": "1"}
    with pytest.raises(DatabaseError, match="not 3"):
        db.get_object_from_db("SELECT * FROM card")
    with pytest.raises(DatabaseError, match="there is no row"):
        db.get_non_empty_object_from_db("SELECT * FROM card WHERE card_id = 9")


def test_collection_is_keyed_by_the_first_column_and_the_last_row_stays(db):
    assert db.get_collection_from_db("SELECT card_id id, card_type_arg n FROM card") == {
        1: {"id": "1", "n": "1"},
        2: {"id": "2", "n": "2"},
        3: {"id": "3", "n": "1"},
    }
    assert db.get_collection_from_db("SELECT card_type, card_id FROM card", single=True) == {
        "Red": "2",
        "blue": "3",
    }
    assert db.get_collection_from_db("SELECT n, good FROM stock", True) == {5: "fish", "": "salt"}
    assert db.get_collection_from_db("SELECT * FROM heap") == {}
    with pytest.raises(DatabaseError, match="needs 2 columns, not 1"):
        db.get_collection_from_db("SELECT card_id FROM card", single=True)


@pytest.mark.parametrize(
    ("text", "key"),
    [("7", 7), ("-7", -7), ("07", "07"), ("-0", "-0"), ("x", "x"), ("1.5", "1.5"), ("", ""), ("٣", "٣")],
)
def test_a_key_is_a_number_where_it_is_one_in_php(db, text, key):
    assert list(db.get_collection_from_db(f"SELECT '{text}' a, 1 b")) == [key]


def test_non_empty_collection(db):
    assert list(db.get_non_empty_collection_from_db("SELECT card_id FROM card")) == [1, 2, 3]
    with pytest.raises(DatabaseError, match="getNonEmptyCollectionFromDB: there is no row"):
        db.get_non_empty_collection_from_db("SELECT * FROM heap")


def test_object_list(db):
    assert db.get_object_list_from_db("SELECT card_id FROM card ORDER BY card_id DESC", unique=True) == [
        "3",
        "2",
        "1",
    ]
    assert db.get_object_list_from_db("SELECT card_id i FROM card WHERE card_id > 2") == [{"i": "3"}]


def test_double_key_collection(db):
    sql = "SELECT town, good, n FROM stock"
    assert db.get_double_key_collection_from_db(sql, single=True) == {1: {"fish": "5", "salt": None}}
    assert db.get_double_key_collection_from_db(sql)[1]["fish"] == {"town": "1", "good": "fish", "n": "5"}
    with pytest.raises(DatabaseError, match="needs 3 columns, not 2"):
        db.get_double_key_collection_from_db("SELECT town, good FROM stock", single=True)


def test_last_id_is_the_first_of_several(db):
    db.db_query(
        "INSERT INTO card (card_type, card_type_arg, card_location) VALUES ('a', 1, 'x'), ('b', 1, 'x')"
    )
    assert db.db_get_last_id() == 4
    db.db_query("INSERT INTO card VALUES (NULL, 'c', 1, 'x')")
    assert db.db_get_last_id() == 6
    db.settle()
    assert db.db_get_last_id() == 0, "it belongs to one action"


def test_numbers_are_never_given_twice(db):
    db.db_query("DELETE FROM card")
    db.db_query("INSERT INTO card (card_type, card_type_arg, card_location) VALUES ('a', 1, 'x')")
    assert db.db_get_last_id() == 4


@pytest.mark.parametrize(
    ("sql", "count"),
    [
        ("UPDATE card SET card_location = 'hand'", 2),
        ("UPDATE card SET card_type = 'RED' WHERE card_type = 'red'", 2),
        ("UPDATE card SET card_type_arg = '1'", 1),
        ("UPDATE stock SET n = NULL", 1),
        ("DELETE FROM card WHERE card_type = 'red'", 2),
        ("INSERT INTO heap VALUES (1), (2)", 2),
        ("INSERT IGNORE INTO stock VALUES (1, 'fish', 1), (2, 'fish', 1)", 1),
        ("REPLACE INTO stock VALUES (1, 'fish', 1), (2, 'fish', 1)", 3),
        ("INSERT INTO stock VALUES (1, 'fish', 1), (2, 'fish', 1) ON DUPLICATE KEY UPDATE n = 9", 3),
        ("SELECT card_id FROM card", 3),
    ],
)
def test_affected_rows_are_counted_as_mysql_does(db, sql, count):
    db.db_query(sql)
    assert db.db_affected_row() == count


@pytest.mark.parametrize(
    "text", ["it's", 'say "no"', "a\\b", "a\nb\r", "100%_", "\x1a", "été 🙂", "'; DROP TABLE card; --"]
)
def test_escaped_texts_come_back_as_they_were(db, text):
    db.db_query(f"UPDATE card SET card_location = '{db.escape_string_for_db(text[:16])}' WHERE card_id = 1")
    assert db.get_unique_value_from_db("SELECT card_location FROM card WHERE card_id = 1") == text[:16]


def test_a_failed_statement_changes_nothing(db):
    before = saved(db)
    with pytest.raises(DatabaseError, match="UNIQUE constraint failed: stock.town, stock.good"):
        db.db_query("INSERT INTO stock VALUES (7, 'a', 1), (1, 'fish', 1)")
    assert saved(db) == before


def test_a_text_with_nul_or_half_a_character_is_refused(db):
    with pytest.raises(DatabaseError, match="the character NUL"):
        db.db_query(f"UPDATE card SET card_location = '{db.escape_string_for_db(chr(0))}'")
    with pytest.raises(DatabaseError, match="surrogates not allowed"):
        db.db_query("UPDATE card SET card_location = '\ud800'")
    with pytest.raises(DatabaseError, match="a statement is a text, not 5"):
        db.db_query(5)


# -- scores ------------------------------------------------------------------------------------------------


def test_score_is_one_value_in_column_and_counter(db, services):
    score, aux = services.scores
    db.db_query(
        "UPDATE player SET player_score = player_score + 5, player_score_aux = 2 WHERE player_id = 11"
    )
    assert (score.values, aux.values) == ({11: 5, 12: 0}, {11: 2, 12: 0})
    score.inc(12, 7, None)
    assert db.get_collection_from_db("SELECT player_id, player_score FROM player", True) == {11: "5", 12: "7"}
    score.set(11, 1, None)
    db.settle()
    assert [row[6] for row in db.tables["player"]] == [1, 7], "without a statement, too"


# -- saving ------------------------------------------------------------------------------------------------


def test_saved_rows_stand_in_order_of_the_key(db):
    db.db_query("INSERT INTO stock VALUES (2, 'a', 1), (0, 'z', 1)")
    db.db_query("INSERT INTO heap VALUES (3), (1), (2)")
    db.settle()
    assert [row[:2] for row in db.tables["stock"]] == [(0, "z"), (1, "fish"), (1, "salt"), (2, "a")]
    assert db.tables["heap"] == [(3,), (1,), (2,)], "without a key in the order in which they came"


def test_same_statements_give_the_same_bytes_and_so_does_another_order_of_rows(db):
    twin = Database()
    twin.bind(made())
    cards = [(2, "'Red', 2, 'deck'"), (3, "'blue', 1, 'hand'"), (1, "'Red', 1, 'deck'")]
    for number, values in cards:
        twin.db_query(f"INSERT INTO card VALUES ({number}, {values})")
    assert saved(twin) == saved(db)


def test_a_decoded_database_goes_on_as_the_one_that_was_saved(db):
    db.db_query("DELETE FROM card WHERE card_id = 3")
    db.db_query("UPDATE player SET player_score = 4 WHERE player_id = 12")
    data = saved(db)
    other, services = again(data), made()
    other.bind(services)
    assert saved(other) == data and services.scores[0].values == {11: 0, 12: 4}
    for one in (db, other):
        one.db_query("INSERT INTO card (card_type, card_type_arg, card_location) VALUES ('x', 1, 'y')")
        assert one.db_get_last_id() == 4
    assert saved(other) == saved(db)


def test_json_holds_it_as_well(db):
    db.settle()
    assert msgspec.json.decode(msgspec.json.encode(db), type=Database).tables == db.tables


@pytest.mark.parametrize("looked_at", [False, True], ids=["", "written down on the way"])
def test_refill_takes_everything_back(db, services, looked_at):
    before = saved(db)
    db.db_query("DELETE FROM card")
    db.db_query("INSERT INTO heap VALUES (1)")
    db.db_query("INSERT INTO card (card_type, card_type_arg, card_location) VALUES ('x', 1, 'y')")
    db.db_query("UPDATE player SET player_score = 9, player_gold = 0")
    if looked_at:
        db.settle()
    db.refill(again(before))
    assert saved(db) == before and db.get_unique_value_from_db("SELECT COUNT(*) FROM card") == "3"
    assert services.scores[0].values == {11: 0, 12: 0}
    db.db_query("INSERT INTO card (card_type, card_type_arg, card_location) VALUES ('x', 1, 'y')")
    assert db.db_get_last_id() == 4


def test_only_what_was_written_is_read_again(db, monkeypatch):
    db.settle()
    read = []
    real = type(db._store).rows
    monkeypatch.setattr(type(db._store), "rows", lambda self, name: read.append(name) or real(self, name))
    db.get_collection_from_db("SELECT * FROM card")
    db.settle()
    assert read == []
    db.db_query("INSERT INTO heap VALUES (1)")
    db.settle()
    assert read == ["heap"]


def test_data_for_people(db):
    data = db.as_data()
    assert data["card"]["3"] == {
        "card_id": 3,
        "card_type": "blue",
        "card_type_arg": 1,
        "card_location": "hand",
    }
    assert list(data["stock"]) == ["1,fish", "1,salt"] and data["heap"] == {}
    assert Database().as_data() == {}


def test_saved_rows_that_do_not_fit_are_refused(db):
    data = saved(db)
    for spoil, said in [
        (lambda one: one.tables.pop("card"), "not those of dbmodel.sql"),
        (lambda one: one.tables["card"].append((1, "a")), "uses 4, and there are 2"),
        (lambda one: one.tables["card"].append((9, "a" * 17, 1, "x")), r"card.card_type holds varchar\(16\)"),
        (lambda one: setattr(one, "model", "0"), "saved with another dbmodel.sql"),
    ]:
        spoilt = again(data)
        spoil(spoilt)
        with pytest.raises(DatabaseError, match=said):
            spoilt.bind(made())


def test_a_table_has_one_database(db, services):
    with pytest.raises(DatabaseError, match="one database"):
        Database().bind(services)
    db.bind(services)
    assert db.get_unique_value_from_db("SELECT COUNT(*) FROM card") == "3", "bound again it stays as it is"


def test_unbound_it_says_so():
    with pytest.raises(DatabaseError, match="create_database"):
        Database().db_query("SELECT 1")
    with pytest.raises(UnboundPartError):
        _ = Database().services
