"""V23: every shape that option files of live games have is read, and written back in its order."""

from aurum_states.definitions.document import Reading
from aurum_states.definitions.json_source import parse_json
from aurum_states.definitions.json_writing import declared_data, json_text
from aurum_states.definitions.options import read_options
from aurum_states.problems import Report

FILE = """
// the shapes that PHP's json_encode and people's editors leave behind
{
  "150": {
    "name": "Map",
    "values": [{"name": "Island"}, {"name": "Desert", "tmdisplay": "Desert"},],
    "default": "1",
    "displaycondition": [{"type": "maxplayers", "value": [1, 2]}],
  },
  "101": {
    "name": "Wind", /* values not in the order of their numbers */
    "values": {"2": {"name": "Storm"}, "0": {"name": "Calm"}},
    "startcondition": {
      "2": {"type": "minplayers", "value": 2, "message": "A storm takes two."},
    },
  },
}
"""


def test_v23_lists_single_objects_and_string_defaults_import_and_keep_their_order():
    report = Report()
    document = parse_json(FILE, "gameoptions.jsonc", report, comments=True)
    options = read_options(Reading(document, report))
    assert str(report) == ""
    assert list(options) == [150, 101]
    land, wind = options.values()
    assert list(land.values) == [0, 1]
    assert land.default == 1
    assert land.display_condition[0].value == [1, 2]
    assert list(wind.values) == [2, 0]
    assert wind.default == 2
    assert [condition.message for condition in wind.start_condition[2]] == ["A storm takes two."]

    text = json_text(declared_data(options))
    again = parse_json(text, "gameoptions.json", report)
    assert list(again.data) == ["150", "101"]
    assert list(again.data["101"]["values"]) == ["2", "0"]
    assert read_options(Reading(again, report)) == options
    assert str(report) == ""
    assert json_text(document.data) == json_text(parse_json(json_text(document.data), "f.json", report).data)
