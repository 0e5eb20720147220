"""docs/bga-mapping.md, what it says of states: nothing that a game can call is left out, every test is there."""

import re
from pathlib import Path

from aurum_states.definitions.framework import Framework
from aurum_states.definitions.states import STATE_KEYS
from aurum_states.engine.gamestate import GamestateMachine

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "bga-mapping.md").read_text("utf-8")
ENGINES = {
    "act_in_master", "action", "check_return_state", "enter", "follow", "follow_private", "framework", "legal_moves",
    "merges_private", "moved", "named", "plan_of", "playing", "private_args", "quiet", "reset", "stand_anew",
    "state_args",
}  # fmt: skip
"""What only the engine calls."""


def section(title: str) -> list[str]:
    """Return the rows of a section's table."""
    text = PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]
    return [line for line in text.splitlines() if line.startswith("| `")]


def test_every_method_of_gamestate_has_a_row():
    methods = {name for name in dir(GamestateMachine) if not name.startswith("_")}
    fields = {name for base in GamestateMachine.__mro__ for name in getattr(base, "__slots__", ())}
    told = set(re.findall(r"`self\.gamestate\.(\w+)`", "\n".join(section("`$this->gamestate`"))))
    assert told == methods - fields - ENGINES


def test_every_key_of_a_state_has_a_row():
    rows = "\n".join(section("Keys of a state"))
    assert [key for key in STATE_KEYS if key != "id" and f"`{key}" not in rows] == []


def test_every_difference_has_a_row():
    assert len(section("The framework of 2024 and that of 2026")) == len(Framework._fields) - 1


def test_every_row_names_a_test():
    titles = ("Keys of a state", "`$this->gamestate`", "The framework of 2024 and that of 2026")
    for row in (row for title in titles for row in section(title)):
        *_, test = row.strip("| ").split(" | ")
        file, name = test.split("::")
        assert f"def {name}(" in (ROOT / file).read_text("utf-8"), row
