"""docs/aurum-rules.md: every number stands there once, and every citation leads to it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "aurum-rules.md").read_text(encoding="utf-8")
LAST = {"R": 69, "A": 42, "I": 37}


@pytest.mark.parametrize("kind", LAST)
def test_every_number_is_stated_once(kind: str) -> None:
    stated = [int(number) for number in re.findall(rf"^- \*\*{kind}(\d+)\*\* \S", PAGE, re.MULTILINE)]
    assert sorted(stated) == [*range(1, LAST[kind] + 1)]


def cited(text: str) -> set[str]:
    """Return the numbers in a text, also those in the names of tests (R04_R05), as R4, R5."""
    found = re.findall(r"(?<![A-Za-z0-9])([RAI])(\d{1,2})(?![A-Za-z0-9.])", text)
    return {f"{kind}{int(number)}" for kind, number in found}


@pytest.mark.parametrize("folder", ["aurum_states", "tests", "docs"])
def test_every_citation_leads_somewhere(folder: str) -> None:
    stated = {f"{kind}{number}" for kind, last in LAST.items() for number in range(1, last + 1)}
    files = [path for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".md")]
    wrong = {str(path.relative_to(ROOT)): cited(path.read_text(encoding="utf-8")) - stated for path in files}
    assert {path: numbers for path, numbers in wrong.items() if numbers} == {}


def test_rules_are_cited_by_the_functions_that_decide_them() -> None:
    """The rest is about what is seen, where cards lie and what follows what: the game's own matter."""
    folder = ROOT / "aurum_states" / "games" / "aurum"
    code = "".join((folder / name).read_text(encoding="utf-8") for name in ("material.py", "rules.py"))
    ranges = [range(int(first), int(last) + 1) for first, last in re.findall(r"R(\d+)-R(\d+)", code)]
    decided = cited(code) | {f"R{number}" for numbers in ranges for number in numbers}
    rest = {"R10", "R11", "R13", "R26", "R28", "R30", "R49", "R65"}
    assert {f"R{number}" for number in range(1, LAST["R"] + 1)} - decided <= rest
