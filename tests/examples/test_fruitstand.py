"""The example on the SQL database: checked, played, taken back, saved and restored as any game."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from aurum_states import ActionError, Table, UserException, load_game
from aurum_states.cli.main import main
from aurum_states.components.database.store import Store
from aurum_states.errors import GameError
from aurum_states.simulate.agents import RandomAgent, play_out

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "examples" / "fruitstand"
GAME = load_game(FOLDER)


def table_of(seed: str = "S", players: int = 3, **more) -> Table:
    return Table.create(GAME, players, seed=seed, **more)


def agents(table: Table) -> dict[int, RandomAgent]:
    return {player.id: RandomAgent(f"bot {player.id}") for player in table.players}


def test_it_checks_clean(capsys):
    assert main(["check", str(FOLDER)]) == 0
    assert "no problems" in "".join(capsys.readouterr())


@pytest.mark.parametrize("players", GAME.infos.players)
def test_whole_games_are_played_and_scored(players):
    for seed in range(5):
        table = table_of(str(seed), players, mode="paranoid")
        play_out(table, agents(table))
        db = table._game.db
        assert (
            db.get_unique_value_from_db("SELECT COUNT(*) FROM fruit WHERE fruit_place IN ('stack', 'market')")
            == "0"
        )
        scores = db.get_collection_from_db("SELECT player_id, player_score FROM player", True)
        assert scores == {one.id: str(one.score) for one in table.ranking()}
        assert sum(one.score for one in table.ranking()) >= 30 - 5 * players


def test_selling_many_at_once_pays():
    table = table_of(players=2)
    ada, ben = (player.id for player in table.players)
    view = table.view_for(ada)
    assert len(view["market"]) == 4
    table.act(ada, "actTake", {"fruitId": int(view["market"][0]["id"])})
    with pytest.raises(ActionError) as refused:
        table.act(ben, "actTake", {"fruitId": int(view["market"][0]["id"])})
    assert refused.value.code == "action.illegal"
    table.act(ben, "actTake", {"fruitId": int(view["market"][1]["id"])})
    kind = view["market"][0]["kind"]
    assert table.legal_moves(ada)["actSell"] == [kind]
    told = [one.text for one in table.act(ada, "actSell", {"kind": kind}).notifications if one.text]
    assert told == [f"Ada sells 1 {kind} for 1"]
    assert table.view_for(ben)["players"][ada]["score"] == 1
    assert table.view_for(None)["players"][ada]["sales"] == "1"


def test_modes_and_restored_tables_go_the_same_way():
    table, simulated = table_of(), table_of(mode="simulation")
    bots, others = agents(table), agents(simulated)
    while not table.is_over:
        if table.moves_made % 7 == 0:
            table = Table.restore(GAME, json.loads(json.dumps(table.snapshot())))
        player = table.active_players[0]
        for one, seats in ((table, bots), (simulated, others)):
            one.apply(player, *seats[player].choose(one, player))
        assert table.digest == simulated.digest
    assert table.ranking() == simulated.ranking() and simulated.snapshot() == table.snapshot()


def test_another_process_goes_on_the_same_way(tmp_path):
    table = table_of("abroad")
    bots = agents(table)
    while table.moves_made < 20:
        player = table.active_players[0]
        table.apply(player, *bots[player].choose(table, player))
    (tmp_path / "snapshot.json").write_text(json.dumps(table.snapshot()), encoding="utf-8")
    program = (
        "import json, sys; from aurum_states import Table, load_game\n"
        "table = Table.restore(load_game(sys.argv[1]), json.load(open(sys.argv[2], encoding='utf-8')))\n"
        "while not table.is_over:\n"
        "    move = table.possible_moves(table.active_players[0])[0]\n"
        "    print(table.act(table.active_players[0], move.action, move.args).digest)\n"
    )
    arguments = [sys.executable, "-c", program, str(FOLDER), str(tmp_path / "snapshot.json")]
    there = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=ROOT).stdout.split()
    here = []
    while not table.is_over:
        move = table.possible_moves(table.active_players[0])[0]
        here.append(table.act(table.active_players[0], move.action, move.args).digest)
    assert there == here and len(here) > 5


class BrokenError(Exception):
    """What breaks on purpose."""


def test_a_fault_at_any_statement_leaves_nothing_behind(monkeypatch):
    """A statement fails, before or after it has run; the table goes on as a twin that never met that."""
    real, left = Store.run, 0

    def run(store, sql, values=()):
        nonlocal left
        left -= 1
        if left == 0:
            raise fault("before")
        result = real(store, sql, values)
        left -= 1
        if left == 0:
            raise fault("after")
        return result

    monkeypatch.setattr(Store, "run", run)
    faults = [BrokenError, KeyboardInterrupt, UserException]
    table, twin = table_of("faults", 2), table_of("faults", 2)
    chance = Random(1)
    blown = 0
    while not table.is_over:
        player = table.active_players[0]
        move = chance.choice(table.possible_moves(player))
        point = 1
        while True:
            fault, left = faults[blown % 3], point
            try:
                table.act(player, move.action, move.args)
            except (GameError, ActionError, KeyboardInterrupt):
                left = 0
                blown, point = blown + 1, point + 1 + blown % 3
                assert table.snapshot() == twin.snapshot()
                assert table.view_for(player) == twin.view_for(player)
            else:
                break
        left = 0
        twin.act(player, move.action, move.args)
        assert table.digest == twin.digest
    assert blown > 500


def test_no_database_is_left_open_by_a_thousand_tables():
    """Nothing but the tables themselves keeps their databases alive."""
    import gc
    import weakref

    gc.disable()
    try:
        table = table_of()
        store = weakref.ref(table._game.db._store)
        del table
        assert store() is None
    finally:
        gc.enable()
