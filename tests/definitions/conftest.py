"""Readers on pieces of text."""

from collections.abc import Callable

import pytest

from aurum_states.definitions.document import Document, Reading
from aurum_states.definitions.graph import StateGraph
from aurum_states.definitions.graph_reader import read_graph
from aurum_states.definitions.json_source import parse_json
from aurum_states.definitions.yaml_source import parse_yaml
from aurum_states.problems import Report


@pytest.fixture
def graph_of() -> Callable[[str], tuple[StateGraph | None, Report]]:
    """Read a states.yaml given as text."""

    def read(text: str) -> tuple[StateGraph | None, Report]:
        report = Report()
        document = parse_yaml(text, "states.yaml", report)
        assert document is not None, str(report)
        return read_graph(Reading(document, report)), report

    return read


@pytest.fixture
def yaml_reading() -> Callable[[str], Reading]:
    def read(text: str) -> Reading:
        return _reading(parse_yaml(text, "file.yaml", report := Report()), report)

    return read


@pytest.fixture
def json_reading() -> Callable[[str], Reading]:
    def read(text: str) -> Reading:
        return _reading(parse_json(text, "file.json", report := Report()), report)

    return read


def _reading(document: Document | None, report: Report) -> Reading:
    assert document is not None, str(report)
    return Reading(document, report)
