"""The example with secret hands keeps them, and a leak put into it is found."""

import shutil
from pathlib import Path

import pytest

from aurum_states import load_game
from aurum_states.engine.setup import Setup
from aurum_states.testing import Finding
from aurum_states.testing.conformance.aspect import Findings
from aurum_states.testing.conformance.leaks import Leaks
from aurum_states.testing.conformance.play import Player

FOLDER = Path(__file__).parents[2] / "examples" / "hedgewitches"


def proof(folder: Path) -> tuple[Leaks, list[Finding]]:
    """Play two games of four at random, watched by the leak proof alone."""
    definition = load_game(folder)
    findings = Findings()
    aspect = Leaks(definition, findings, "toad")
    for seed in ("toad", "owl"):
        setup = Setup(definition, 4, None, None, None, seed, None)
        Player([aspect], findings, 1000).play(setup, seed, seed)
    return aspect, list(findings)


def test_it_keeps_its_secrets():
    aspect, findings = proof(FOLDER)
    assert not findings, [*map(str, findings)]
    assert aspect.tried["redeals for players"] > aspect.tried["decisions"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            'or self.state.cards.peek("hand", victim))',
            'or any(self.face(card)[0] == WARD for card in self.state.cards.peek("hand", victim)))',
        ),
        (
            'clienttranslate("${player_name} picks a card"), player_id=current_player_id)',
            '"", player_id=current_player_id, left=self.shown("pile", current_player_id))',
        ),
        (
            '"burned": len(s.cards.peek("burned", player)),',
            '"burned": self.shown("burned", player),',
        ),
        (
            '{player: {"pile": self.shown("pile", player)} for player in self.players}}',
            '{player: {"pile": self.shown("pile", self.players[0])} for player in self.players}}',
        ),
    ],
    ids=[
        "who is asked by what is in the hand",
        "a pile in a notification",
        "a page",
        "private args of another",
    ],
)
def test_a_leak_is_found(tmp_path, old, new):
    folder = tmp_path / "hedgewitches"
    shutil.copytree(FOLDER, folder)
    code = (folder / "game.py").read_text(encoding="utf-8")
    assert code.count(old) == 1, old
    (folder / "game.py").write_text(code.replace(old, new), encoding="utf-8")
    assert proof(folder)[1]
