"""docs/database.md: every statement that it lists as supported runs, and it lists all functions."""

import re

from aurum_states.components import Database, Services
from aurum_states.components.database.schema import schema_of
from aurum_states.components.database.statements import FUNCTIONS

from .pages import ROOT, blocks_of

PAGE = ROOT / "docs" / "database.md"


def test_what_it_lists_is_supported() -> None:
    files = {block.file: block.text for block in blocks_of(PAGE) if block.file}
    seats = ((1, "Ada", "ff0000"), (2, "Ben", "00ff00"))
    db = Database()
    db.bind(Services(None, None, (1, 2), schema=schema_of(files["market/dbmodel.sql"]), seats=seats))  # type: ignore[arg-type]
    db.db_query("INSERT INTO card (card_type) VALUES ('apple'), ('pear'), ('apple')")
    statements = files["market/statements.sql"].splitlines()
    changed = []
    for statement in statements:
        db.db_query(statement)
        changed.append(db.db_affected_row())
    assert len(statements) == 15
    assert changed == [3, 2, 1, 2, 2, 2, 2, 1, 3, 2, 0, 2, 1, 1, 1]


def test_it_lists_the_functions() -> None:
    text = PAGE.read_text(encoding="utf-8")
    listed = set(
        re.findall(r"\b[A-Z_]{2,}\b", text[text.index("Functions:") : text.index("Everything else")])
    )
    assert set(FUNCTIONS) - {"SUBSTR"} == listed
