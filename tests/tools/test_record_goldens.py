"""The recorder of golden games: what random play misses is searched for, and recorded."""

from pathlib import Path

import pytest

from aurum_states import Replay, load_game
from aurum_states.replay.coverage import Coverage, Item
from aurum_states.replay.runner import run
from tests.engine.small_games import GameMaker
from tools.golden_games import Golden, GoldenGame, any_move
from tools.record_goldens import add, found, record, recordings

STATES = """\
states:
  dial:
    type: activeplayer
    description: ''
    possibleActions: [actTurn, actLeave]
    transitions: {on: dial, open: vault, leave: gameEnd}
  vault:
    type: activeplayer
    description: ''
    possibleActions: [actLeave]
    transitions: {leave: gameEnd}
"""
CODE = """\
class VaultState(State):
    at: int = 0


class Vault(Game[VaultState]):
    def setup_new_game(self, options: Options) -> VaultState:
        self.gamestate.active_next_player()
        return VaultState()

    def moves_dial(self, player: PlayerId) -> Moves:
        return {"actTurn": list(range(10)), "actLeave": [()]}

    def moves_vault(self, player: PlayerId) -> Moves:
        return {"actLeave": [()]}

    def act_turn(self, to: int) -> str:
        s = self.state
        s.at = s.at + 1 if to == (3, 1, 4, 1, 5, 9)[s.at] else 0
        return "open" if s.at == 6 else "on"

    def act_leave(self) -> str:
        return "leave"
"""
OPENS = Item("transition", ("dial", "open", "vault"))
"""One in a million tries of six numbers gets there by chance."""


@pytest.fixture
def vault(tmp_path: Path) -> GoldenGame:
    folder = GameMaker(tmp_path).write(STATES, CODE, name="vault", game_class="Vault")
    goldens = {f"{seed}": Golden(2, f"golden {seed}") for seed in range(20)}
    return GoldenGame(str(folder), folder / "tests", goldens, any_move)


def coverage_of(game: GoldenGame) -> Coverage:
    definition = game.load()
    return Coverage(definition.name, definition.graph)


def test_what_chance_misses_is_found_by_search(vault: GoldenGame) -> None:
    by_chance, all_together = coverage_of(vault), coverage_of(vault)
    for name in vault.goldens:
        add(by_chance, vault, name, record(vault, name))
    assert by_chance.missing("transition") == [OPENS, Item("transition", ("vault", "leave", "gameEnd"))]
    assert by_chance.missing("state") == [Item("state", ("vault",))]
    made = dict(recordings(vault))
    assert list(made) == [*vault.goldens, "reach-dial-open"]  # which goes on to the rest, too
    for name, recording in made.items():
        add(all_together, vault, name, recording)
    assert not all_together.missing("transition") and not all_together.missing("state")
    replay = Replay.parse(made["reach-dial-open"])
    assert replay.ended
    assert run(replay, load_game(vault.source)).mismatch is None


def test_what_nothing_leads_to_stays_missing(vault: GoldenGame) -> None:
    code = Path(vault.source) / "game.py"
    never = 's.at %= 6\n        return "on"'
    code.write_text(code.read_text().replace('return "open" if s.at == 6 else "on"', never))
    coverage = coverage_of(vault)
    for name, recording in recordings(vault):
        assert name in vault.goldens
        add(coverage, vault, name, recording)
    assert list(found(vault, coverage)) == []
    assert OPENS in coverage.missing("transition")


def test_all_recordings_are_listed(vault: GoldenGame) -> None:
    vault.replays.mkdir()
    for name, recording in recordings(vault):
        vault.file(name).write_bytes(recording)
    assert vault.recorded == [*vault.goldens, "reach-dial-open"]
