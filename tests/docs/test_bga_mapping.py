"""docs/bga-mapping.md: each row's name of ours exists, and so does the test that holds it."""

import re

import pytest

from aurum_states import Game, Options
from aurum_states.components import (
    Database,
    Deck,
    GameStateLabels,
    Globals,
    LegacyData,
    PlayerCounter,
    Statistics,
)
from aurum_states.engine.notifications import Notify
from aurum_states.engine.preferences import Preferences

from .pages import ROOT

PAGE = ROOT / "docs" / "bga-mapping.md"
ROWS = re.findall(r"^\| (`.+) \| (.+) \| (tests/[\w/.]+::\w+) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
OWNERS = {
    "s.cards": Deck,
    "s.money": PlayerCounter,
    "s.notes": Globals,
    "s.labels": GameStateLabels,
    "s.stats": Statistics,
    "s.legacy": LegacyData,
    "self.db": Database,
    "self.notify": Notify,
    "self.options": Options,
    "self.user_preferences": Preferences,
    "self": Game,
}


def test_every_line_of_a_table_is_a_row() -> None:
    lines = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    assert len(lines) == len(ROWS) > 50


@pytest.mark.parametrize(("bga", "ours", "test"), ROWS, ids=[row[0] for row in ROWS])
def test_row(bga: str, ours: str, test: str) -> None:
    file, name = test.split("::")
    assert f"def {name}(" in (ROOT / file).read_text("utf-8")
    for owner, word in re.findall(
        r"`(self\.(?:db|notify|options|user_preferences)(?=\.)|s\.\w+|self)\.(\w+)", ours
    ):
        if owner in OWNERS:
            known = getattr(OWNERS[owner], "__struct_fields__", ())
            assert hasattr(OWNERS[owner], word) or word in known, f"{owner}.{word}"
