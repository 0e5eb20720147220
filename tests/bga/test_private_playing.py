"""A whole game with private states: bots, modes, recordings, snapshots, the terminal, check."""

import io
import sys
from pathlib import Path

import pytest

from aurum_states import Replay, Table, load_game
from aurum_states.checks.run import check
from aurum_states.cli.main import main
from aurum_states.replay.runner import run
from aurum_states.simulate.agents import RandomAgent, play_out
from tests.bga.drafting_game import write_draft
from tests.engine.small_games import ADA, BEN


@pytest.fixture
def folder(games) -> Path:
    return write_draft(games)


def agents(table: Table, seed: str) -> dict[int, RandomAgent]:
    return {player.id: RandomAgent(f"{seed}{player.id}") for player in table.players}


@pytest.mark.parametrize("players", [2, 3])
def test_bots_play_it_to_the_same_end_in_every_mode(folder, players):
    definition = load_game(folder)
    for seed in map(str, range(10)):
        tables = [
            Table.create(definition, players, seed=seed, mode=mode)
            for mode in ("full", "simulation", "paranoid")
        ]
        for table in tables:
            play_out(table, agents(table, seed))
        assert len({(table.digest, table.moves_made) for table in tables}) == 1
        assert tables[0].is_over
        assert sum(one.score for one in tables[0].ranking()) <= sum(range(1, 13))


def test_a_game_saved_at_every_move_goes_on_to_the_same_end(folder):
    definition = load_game(folder)
    whole = play_out(
        Table.create(definition, 3, seed="S"), agents(Table.create(definition, 3, seed="S"), "x")
    )
    table = Table.create(definition, 3, seed="S")
    bots = agents(table, "x")
    while not table.is_over:
        player = table.active_players[0]
        table.apply(player, *bots[player].choose(table, player))
        table = Table.restore(definition, table.snapshot())
    assert table.digest == whole.digest


def test_who_is_ready_may_think_again_while_another_chooses(folder):
    table = Table.create(load_game(folder), 2, seed="S")
    table.act(ADA, "actChoose", {"card": table.legal_moves(ADA)["actChoose"][0]})
    assert table.title_for(ADA).startswith("You must confirm ")
    table.act(ADA, "actConfirm")
    assert (table.active_players, table.state_for(ADA)) == ([BEN], "draft")
    result = table.act(ADA, "actThinkAgain")
    assert table.state_for(ADA) == "choose"
    assert [tuple(one) for one in result.transitions] == [("confirm", "thinkAgain", "choose")]


def test_check_finds_nothing_wrong(folder):
    assert [str(one) for one in check([folder]).problems] == []


def test_the_terminal_plays_and_replays_it(folder, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["play", str(folder), "--players", "3", "--seed", "S", "--replay", "a.jsonl"]) == 0
    assert main(["replay", "a.jsonl", "--game", str(folder)]) == 0
    assert "the same to the end of the game" in capsys.readouterr().out
    result = run(Replay.parse(Path("a.jsonl").read_bytes()), load_game(folder))
    assert result.ended


def test_a_person_answers_in_the_private_state(folder, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\nactThinkAgain\n2\n1\n"))
    main(["play", str(folder), "--players", "2", "--bots", "2", "--seed", "S"])
    shown = capsys.readouterr().out
    assert "You must choose one of 4 cards" in shown
    assert shown.count("You must confirm ") == 2
