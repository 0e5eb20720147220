"""A game that keeps a database: how it is loaded, what a failed action leaves, what logs and parts see."""

import subprocess
import sys
from pathlib import Path

import pytest

from aurum_states import ActionError, DefinitionError, Table, UserException, load_game
from aurum_states.components import ComponentError, DatabaseError
from aurum_states.errors import GameError, MissingExtraError, SetupError
from tests.engine.running_game import STATES, code_for, run
from tests.engine.small_games import ADA, BEN

ROOT = Path(__file__).parents[2]
DBMODEL = "CREATE TABLE card (id int NOT NULL AUTO_INCREMENT, place varchar(8) NOT NULL, PRIMARY KEY (id));"
FIELDS = "db: Database; n: int = 0"


def table_of(
    games, dbmodel: str = DBMODEL, fields: str = FIELDS, values: str = "self.create_database()", **more
):
    folder = games.write(STATES, code_for(fields, values))
    (folder / "dbmodel.sql").write_text(dbmodel, encoding="utf-8")
    return Table.create(load_game(folder), 2, seed="S", **more)


@pytest.mark.parametrize("mode", ["full", "paranoid"])
def test_a_refused_action_leaves_the_database_as_it_was(games, mode):
    table = table_of(games, mode=mode)
    run(table, "self.db.db_query(\"INSERT INTO card (place) VALUES ('a'), ('b')\")")
    before, digest = table.snapshot(), table.digest
    code = (
        "self.db.db_query('DELETE FROM card'); self.db.db_query('UPDATE player SET player_score = 5')\n"
        f"self.player_score.inc({BEN}, 3); s.n = 7\n"
        "self.db.db_query(\"INSERT INTO card (place) VALUES ('c')\")\n"
        "self.db.get_collection_from_db('SELECT * FROM player')"
    )
    with pytest.raises(ActionError):
        run(table, code, fail=True)
    assert table.snapshot() == before and table.digest == digest
    run(table, "assert self.db.db_query('SELECT * FROM card') == [(1, 'a'), (2, 'b')]; s.n = 1")
    run(table, "self.db.db_query(\"INSERT INTO card (place) VALUES ('c')\"); s.n = self.db.db_get_last_id()")
    assert table._game.state.n == 3
    assert [one.score for one in table.ranking()] == [0, 0]


def test_a_table_restored_has_the_same_rows_and_scores(games):
    table = table_of(games)
    run(table, "self.db.db_query(\"INSERT INTO card (place) VALUES ('a'), ('b')\")")
    run(table, "self.db.db_query('UPDATE player SET player_score = 5 WHERE player_no = 2')")
    again = Table.restore(table.definition, table.snapshot(), mode="paranoid")
    assert again.digest == table.digest and again.ranking() == table.ranking()
    assert (
        run(again, "self.db.db_query('DELETE FROM card')").digest
        == run(table, "self.db.db_query('DELETE FROM card')").digest
    )


def test_looking_that_writes_is_found(games):
    folder = games.write(STATES, code_for(FIELDS, "self.create_database()") + (
        "    def get_all_datas(self, current_player_id):\n"
        "        self.db.db_query(\"INSERT INTO card (place) VALUES ('a')\")\n"
        "        return {}\n"
    ))  # fmt: skip
    (folder / "dbmodel.sql").write_text(DBMODEL, encoding="utf-8")
    table = Table.create(load_game(folder), 2, seed="S", mode="paranoid")
    with pytest.raises(GameError, match="the state was changed by code that may only look"):
        table.view_for(ADA)


def test_rows_are_digested_by_what_they_are_not_by_how_they_came(games):
    codes = (
        "self.db.db_query(\"INSERT INTO card VALUES (1, 'a'), (2, 'b')\")",
        "self.db.db_query(\"INSERT INTO card VALUES (2, 'b'), (1, 'x')\");"
        "self.db.db_query(\"UPDATE card SET place = 'a' WHERE id = 1\")",
    )
    one, other = (run(table_of(games), code).digest for code in codes)
    assert one == other != run(table_of(games), "pass").digest


def test_a_game_without_one_says_so(games):
    table = table_of(games, fields="n: int = 0", values="")
    with pytest.raises(GameError, match="this table has no database: declare a field db: Database"):
        run(table, "self.db.db_query('SELECT 1')")


def test_one_database_a_table_and_only_where_the_state_declares_it(games):
    with pytest.raises(GameError, match="a table has one database"):
        table_of(games, values="[self.create_database() for _ in '12'][0]")
    with pytest.raises(GameError, match="no game that declares a field of type Database"):
        table_of(games, fields="n: int = 0", values="self.create_database() and 1")


def test_without_a_dbmodel_there_are_bgas_tables(games):
    folder = games.write(STATES, code_for(FIELDS, "self.create_database()"))
    table = Table.create(load_game(folder), 2, seed="S")
    run(table, "s.n = int(self.db.get_unique_value_from_db('SELECT COUNT(*) FROM player'))")
    assert table._game.state.n == 2


def test_a_wrong_dbmodel_is_told_with_its_place(games):
    folder = games.write(STATES, code_for(FIELDS, "self.create_database()"))
    (folder / "config").mkdir()
    (folder / "dbmodel.sql").write_text("\n\nDROP TABLE player;", encoding="utf-8")
    with pytest.raises(DefinitionError) as caught:
        load_game(folder)
    [problem] = caught.value.report
    assert (problem.code, problem.place.line) == ("dbmodel.statement", 3)
    assert problem.place.file.endswith("dbmodel.sql")


def test_a_snapshot_of_another_dbmodel_or_with_other_rows_is_refused(games):
    table, other = table_of(games), table_of(games, "CREATE TABLE card (id int)")
    with pytest.raises(SetupError, match="saved with another dbmodel.sql"):
        Table.restore(other.definition, table.snapshot())
    for spoil in (
        lambda state: state["db"]["tables"].pop("card"),
        lambda state: state["db"]["tables"]["card"].append([1]),
        lambda state: state["db"]["tables"]["player"].append(["x"] * 19),
        lambda state: state["db"].update(tables=5),
        lambda state: state["db"].update(next_ids={"card": "x"}),
        lambda state: state["db"]["tables"]["card"].append([1, "changed"]),
    ):
        snapshot = table.snapshot()
        spoil(snapshot["state"])
        with pytest.raises(SetupError):
            Table.restore(table.definition, snapshot)


WITHOUT = """
import importlib.abc, sys
class Without(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "sqlglot":
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Without())
from aurum_states.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("game", "code", "said"),
    [
        ("examples/fruitstand", 2, "error: sqlglot, which reads a game's SQL, is not installed: "
                                   "pip install 'aurum-states[sql]'"),
        ("aurum", 0, "Final result"),
    ],
)  # fmt: skip
def test_without_sqlglot_only_games_on_a_database_cannot_be_played(game, code, said):
    arguments = [sys.executable, "-c", WITHOUT, "play", game, "--bots", "all", "--seed", "S", "-q"]
    done = subprocess.run(arguments, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == code
    assert said in done.stdout + done.stderr and "Traceback" not in done.stderr


def test_the_error_of_a_missing_extra_carries_what_is_missing():
    error = MissingExtraError("sql", "sqlglot", "reads SQL")
    assert (error.extra, error.package) == ("sql", "sqlglot")


def test_the_base_of_its_errors():
    assert issubclass(DatabaseError, ComponentError) and not issubclass(DatabaseError, UserException)


# -- other parts ---------------------------------------------------------------------------------------------


def test_logs_are_no_part_of_the_table_and_stay_when_an_action_fails(games):
    table = table_of(games, fields="n: int = 0", values="")
    digest = run(table, "pass").digest
    with pytest.raises(ActionError):
        run(
            table,
            "self.trace('a'); self.debug('b'); self.warn('c'); self.error('d'); self.dump('n', s.n)",
            fail=True,
        )
    assert list(table.logs) == [
        *[("trace", "a"), ("debug", "b"), ("warn", "c"), ("error", "d"), ("debug", "n: 0")],
    ]
    assert table.digest == digest and "logs" not in str(table.snapshot())


def test_legacy_data_and_labels_are_kept_with_the_table(games):
    table = table_of(
        games,
        fields="kept: LegacyData; labels: GameStateLabels",
        values="self.create_legacy(), self.create_game_state_labels({'round': 10})",
        mode="paranoid",
    )
    run(table, f"s.kept.set('best', {ADA}, [1]); s.labels.inc_game_state_value('round', 2)")
    before = table.digest
    with pytest.raises(ActionError):
        run(table, f"s.kept.delete('best', {ADA}); s.labels.set_game_state_value('round', 9)", fail=True)
    assert table.digest == before
    again = Table.restore(table.definition, table.snapshot())
    run(again, f"assert s.kept.get('best', {ADA}) == [1] and s.labels.get_game_state_value('round') == 2")


def test_legacy_data_cannot_be_written_in_the_setup(games):
    with pytest.raises(GameError, match="cannot be written in setup_new_game"):
        table_of(
            games,
            fields="kept: LegacyData",
            values="(lambda one: [one.set('a', 0, 1), one][1])(self.create_legacy())",
        )
