"""The game of docs/writing-a-game.md, built from the page's blocks: it ends, is recorded and replayed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from aurum_states import GameDefinition, Replay, Table, load_game
from aurum_states.engine.record import Line
from aurum_states.replay.recorder import recorded
from aurum_states.replay.runner import run
from aurum_states.simulate.agents import RandomAgent, play_out

from .pages import ROOT, blocks_of

PAGE = ROOT / "docs" / "writing-a-game.md"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> GameDefinition:
    folder = tmp_path_factory.mktemp("page")
    for block in blocks_of(PAGE):
        if block.file and block.language != "diff":
            path: Path = folder / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="utf-8") as file:
                file.write(block.text)
    return load_game(folder / "tallfish")


def played(game: GameDefinition, players: int, seed: str) -> Callable[[Callable[[Line], None]], Table]:
    def play(recorder: Callable[[Line], None]) -> Table:
        table = Table.create(game, players, seed=seed, recorder=recorder, mode="paranoid")
        return play_out(table, {player.id: RandomAgent(f"{seed}/{player.id}") for player in table.players})

    return play


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_bots_play_it_to_its_end_and_the_recording_replays(game: GameDefinition, players: int) -> None:
    first, second = (recorded(played(game, players, "pond")) for _ in range(2))
    assert first == second
    replay = Replay.parse(first)
    assert replay.ended
    result = run(replay, game)
    assert result.mismatch is None
    assert result.ended
    assert result.table.ranking()[0].score >= 20


def test_each_transition_is_taken_in_some_game(game: GameDefinition) -> None:
    taken = set()
    for seed in "abcdef":
        for entry in Replay.parse(recorded(played(game, 3, seed))).moves:
            taken.update(entry.transitions)
    edges = set(game.graph.transitions())
    assert {edge for edge in edges if edge.source != "gameSetup"} <= taken


def test_somebody_who_has_left_is_played_for(game: GameDefinition) -> None:
    table = Table.create(game, 3, seed="pond")
    while not table.is_over:
        table.zombie_turn(table.active_players[0])
    assert table.ranking()[0].score >= 20
