"""V24: ids that BGA's framework keeps for its own options and preferences."""

import json
from pathlib import Path

import pytest

from aurum_states.checks.run import check
from aurum_states.definitions.document import Reading
from aurum_states.definitions.options import read_options
from aurum_states.definitions.preferences import read_preferences
from aurum_states.definitions.sources import read_document
from aurum_states.problems import Report

ENTRY = {"name": "Mine", "default": 1, "values": {"1": {"name": "off"}, "2": {"name": "on"}}}


def written(folder: Path, name: str, *ids: int) -> Path:
    path = folder / name
    path.write_text(json.dumps({str(number): {**ENTRY, "name": f"Mine {number}"} for number in ids}))
    return path


def reading(path: Path) -> Reading:
    report = Report()
    document = read_document(path, report)
    assert document is not None
    return Reading(document, report)


@pytest.mark.parametrize("number", [200, 201, 299])
def test_v24_an_option_with_an_id_of_the_framework_is_lost(tmp_path, number):
    path = written(tmp_path, "gameoptions.json", 100, number)
    assert list(read_options(reading(path))) == [100]
    [problem] = check([path]).problems
    assert (problem.code, problem.severity, problem.path) == (
        "option.id.framework",
        "error",
        f"$['{number}']",
    )
    assert f"option {number} is the framework's" in problem.message


def test_v24_a_condition_on_its_id_means_the_framework_s_option(tmp_path):
    """A value that only the game's lost option has is none of the framework's."""
    own = {**ENTRY, "values": {"1": {"name": "off"}, "7": {"name": "on"}}}
    condition = {"type": "otheroption", "id": 201, "value": 7}
    path = tmp_path / "gameoptions.json"
    path.write_text(json.dumps({"100": {**ENTRY, "displaycondition": [condition]}, "201": own}))
    found = {problem.code: problem.message for problem in check([path]).problems}
    assert "which BGA's option 201 is not known to have" in found["option.condition.framework"]


def test_v24_preference_200_is_the_framework_s(tmp_path):
    path = written(tmp_path, "gamepreferences.json", 100, 200)
    assert list(read_preferences(reading(path))) == [100]
    [problem] = check([path]).problems
    assert (problem.code, problem.severity) == ("preference.framework", "warning")
    assert problem.help == "remove it"


@pytest.mark.parametrize("number", [199, 201])
def test_v24_other_ids_are_kept(tmp_path, number):
    """Options and preferences have numbers of their own: only 200 of the preferences is taken."""
    path = written(tmp_path, "gamepreferences.json", number)
    assert list(read_preferences(reading(path))) == [number]
    assert not [problem for problem in check([path]).problems if problem.severity != "info"]
