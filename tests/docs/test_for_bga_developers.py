"""The two games of docs/for-bga-developers.md play; the codes it names are codes of the program."""

import re
from pathlib import Path

import pytest

from aurum_states import Table, load_game
from aurum_states.simulate.agents import RandomAgent, play_out

from .pages import ROOT, blocks_of

PAGE = ROOT / "docs" / "for-bga-developers.md"

PARTS = {
    "gameinfos.yaml": "players: [2, 3]\ngameClass: game.py:Parts\n",
    "states.yaml": """
initialState: nextPlayer
states:
  nextPlayer: {type: game, action: stNextPlayer, transitions: {turn: playerTurn}}
  playerTurn: {type: activeplayer, description: '', possibleActions: [actPlay], transitions: {}}
""",
    "stats.json": """{
  "table": {"turns": {"id": 10, "name": "Turns", "type": "int"}},
  "player": {"cards_played": {"id": 10, "name": "Cards played", "type": "int"}}
}""",
}
NEXT_PLAYER = """
    def st_next_player(self) -> str:
        self.gamestate.active_next_player()
        return "turn"
"""


@pytest.mark.parametrize("name", ["heap", "parts"])
def test_its_games_play(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    folder.mkdir()
    for block in blocks_of(PAGE):
        if block.file and block.file.startswith(f"{name}/"):
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
    if name == "parts":  # the page shows its class only
        for file, text in PARTS.items():
            (folder / file).write_text(text, encoding="utf-8")
        with (folder / "game.py").open("a", encoding="utf-8") as file:
            file.write(NEXT_PLAYER)
    table = Table.create(load_game(folder), 2, seed="pebbles", mode="paranoid")
    play_out(table, {player.id: RandomAgent(f"{player.id}") for player in table.players})
    assert table.is_over


def test_its_codes_are_the_programs() -> None:
    text = PAGE.read_text(encoding="utf-8")
    table = text[text.index("## What is refused early") :]
    codes = set(re.findall(r"`((?:state|handler|yaml|game)\.[a-z.]+)`", table))
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "aurum_states").rglob("*.py"))
    source += '"handler.args.missing" "handler.action.missing"'  # put together from the kind of handler
    assert len(codes) >= 10
    assert [code for code in sorted(codes) if f'"{code}"' not in source] == []
