"""Graphviz draws of our text exactly the states, labels and transitions of the graph."""

import os
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from aurum_states.charts import svg as svg_module
from aurum_states.charts.chart import chart_of
from aurum_states.charts.dot import dot
from aurum_states.charts.svg import DrawingError, svg
from aurum_states.definitions.graph import StateGraph
from aurum_states.definitions.loader import load_definition
from aurum_states.definitions.states import StateType

from .conftest import ROOT
from .graphs import NASTY, graph_of, graphs, large_graph

SVG = "{http://www.w3.org/2000/svg}"


def test_aurum(graphviz: None) -> None:
    agrees(load_definition(ROOT).graph)


def test_a_large_game(graphviz: None) -> None:
    agrees(large_graph())


def test_nasty_names(graphviz: None) -> None:
    goals = {f"goal{number}": {"type": StateType.GAME} for number in range(len(NASTY))}
    agrees(graph_of({"hub": {"transitions": dict(zip(NASTY, goals, strict=True))}} | goals))


@given(graph=graphs())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_graph(graphviz: None, graph: StateGraph) -> None:
    agrees(graph)


@pytest.mark.parametrize("name", NASTY)
def test_any_name_of_a_game(graphviz: None, name: str) -> None:
    assert "<svg" in svg(chart_of(graph_of({"a": {}}), name.replace("\0", "")))


def test_without_the_program_both_ways_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(DrawingError, match=r"install Graphviz .* --format mermaid"):
        svg(chart_of(graph_of({"a": {}}), "a"))


@pytest.mark.skipif(os.name == "nt", reason="a script stands for the program")
def test_a_program_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / svg_module.PROGRAM
    program.write_text("#!/bin/sh\necho no memory >&2\nexit 3\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(DrawingError, match="cannot draw this graph: no memory"):
        svg(chart_of(graph_of({"a": {}}), "a"))


def test_an_empty_name_is_an_empty_label() -> None:
    assert '  s1 -> s2 [label=""]' in dot(chart_of(graph_of({"a": {}}), "a")).splitlines()


def agrees(graph: StateGraph) -> None:
    """Assert that the picture shows each node and each edge once, with its text."""
    chart = chart_of(graph, "test", titles=True)
    root = ET.fromstring(svg(chart))
    drawn = Counter(
        (group.get("class"), group.findtext(f"{SVG}title"), texts(group))
        for group in root.iter(f"{SVG}g")
        if group.get("class") in ("node", "edge")
    )
    meant = Counter(("node", node.key, tuple(node.lines)) for node in chart.nodes)
    meant += Counter(
        ("edge", f"{edge.source}->{edge.target}", (edge.label,) if edge.label else ()) for edge in chart.edges
    )
    assert drawn == meant


def texts(group: ET.Element) -> tuple[str, ...]:
    return tuple((text.text or "").replace("\xa0", " ") for text in group.iter(f"{SVG}text"))
