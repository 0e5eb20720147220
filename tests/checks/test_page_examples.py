"""Files of the kinds that BGA's page on options shows: one with its slip, the others clean."""

from pathlib import Path

import pytest

from aurum_states.checks.choice import Choice
from aurum_states.checks.run import check

FOLDER = Path(__file__).parents[1] / "data" / "page_examples"
SLIP = '"name": "Standard",\n'


def said(path: Path) -> list[str]:
    """Return errors and warnings."""
    return [str(problem) for problem in check([path]).problems if problem.severity != "info"]


def test_three_options_with_a_trailing_comma_are_no_json():
    (problem,) = check([FOLDER / "three.gameoptions.json"], Choice(ignore=("option",))).problems
    assert (problem.code, problem.place.line, problem.place.column) == ("json.syntax", 12, 27)
    assert (problem.message, problem.help) == ("a comma stands before the closing bracket", "remove it")
    assert problem.fix is not None


def test_once_mended_nothing_is_wrong_with_them(tmp_path):
    text = (FOLDER / "three.gameoptions.json").read_text("utf-8")
    assert text.count(SLIP) == 1
    path = tmp_path / "gameoptions.json"
    path.write_text(text.replace(SLIP, SLIP.replace(",", "")), "utf-8")
    assert said(path) == []


@pytest.mark.parametrize(
    "name",
    [
        "training.gameoptions.json",
        "otheroptionisnot.gameoptions.json",
        "solo.gameoptions.json",
        "colours.gamepreferences.json",
    ],
)
def test_nothing_is_wrong(name):
    assert said(FOLDER / name) == []


def test_an_option_without_values():
    found = check([FOLDER / "gamestartonly.gameoptions.json"]).problems
    assert [(problem.code, problem.severity) for problem in found] == [
        ("option.values.none", "error"),
        ("option.condition.gamestartonly", "warning"),
    ]
