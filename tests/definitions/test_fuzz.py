"""Whatever stands in a file, reading it ends in a report: no exception, no pydantic message, no dead end."""

import json
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aurum_states.definitions.document import Reading
from aurum_states.definitions.gameinfos import read_gameinfos
from aurum_states.definitions.graph_reader import read_graph
from aurum_states.definitions.json_source import parse_json
from aurum_states.definitions.options import read_options
from aurum_states.definitions.preferences import read_preferences
from aurum_states.definitions.stats import read_stats
from aurum_states.definitions.yaml_source import parse_yaml
from aurum_states.problems import Report

CONFIG = Path(__file__).parents[2] / "config"
RAW = re.compile(r"Input should|validation error|pydantic|is not valid: ")

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5)
WORDS = """
    states initialState type game activeplayer private id transitions possibleActions initialPrivate args
    name action values default displaycondition startcondition value players settings table player 100 1
    99 gameEnd gameSetup 10 a b
"""
words = st.sampled_from(WORDS.split())
data = st.recursive(
    scalars | words,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(words | st.text(max_size=3), inner, max_size=6)
    ),
    max_leaves=25,
)


def read_all(reading: Reading) -> None:
    for reader in (read_graph, read_gameinfos, read_options, read_preferences, read_stats):
        reader(reading)
    text = str(reading.report)
    assert not RAW.search(text), text
    for problem in reading.report:
        assert problem.place.line is not None
        assert problem.message


@settings(max_examples=300, deadline=None)
@given(data)
def test_any_data(value: object) -> None:
    document = parse_json(json.dumps(value), "f.json", report := Report())
    assert document is not None
    read_all(Reading(document, report))


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="ab:-[]{}&*<!'\"|>#%@`?,\\ \t\n\r0.~é\x00\x85\u2028", max_size=40))
def test_any_text(text: str) -> None:
    for parse in (parse_yaml, parse_json):
        report = Report()
        document = parse(text, "f", report)
        assert document is not None or report.problems
        for problem in report:
            assert (
                problem.place.line is None
                or 1 <= problem.place.line <= text.count("\n") + text.count("\r") + 1
            )
        if document is not None:
            read_all(Reading(document, report))


@pytest.mark.parametrize("name", ["states.yaml", "gameinfos.yaml", "gameoptions.json", "stats.json"])
def test_damaged_copies_of_aurums_files(name: str) -> None:
    source = (CONFIG / name).read_text()
    random_numbers = random.Random(name)
    parse = parse_yaml if name.endswith("yaml") else parse_json
    for _ in range(150):
        text = source
        for _ in range(random_numbers.randint(1, 3)):
            at, length = random_numbers.randrange(len(text)), random_numbers.randint(0, 6)
            junk = random_numbers.choice(
                ["", "x", ":", "\n", "  ", "\t", '"', "]", "{", "&a ", "*a", "- ", ","]
            )
            text = text[:at] + junk + text[at + length :]
        report = Report()
        document = parse(text, name, report)
        assert document is not None or report.problems
        if document is not None:
            read_all(Reading(document, report))
