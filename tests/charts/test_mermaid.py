"""Mermaid's own parser finds in our text exactly the states, labels and transitions of the graph."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from aurum_states.charts.chart import Box, Chart, Kind, chart_of
from aurum_states.charts.mermaid import mermaid
from aurum_states.definitions.graph import StateGraph
from aurum_states.definitions.loader import load_definition
from aurum_states.definitions.states import StateType

from .conftest import ROOT, Read
from .graphs import NASTY, graph_of, graphs, large_graph

SHAPES = {
    Kind.START: "circle",
    Kind.END: "doublecircle",
    Kind.GAME: "diamond",
    Kind.PLAYER: "round",
    Kind.MULTIPLE: "subroutine",
    Kind.PRIVATE: "stadium",
    Kind.MANAGER: "hexagon",
}


def test_every_kind_has_a_shape_of_its_own() -> None:
    assert SHAPES.keys() == set(Kind)
    assert len(set(SHAPES.values())) == len(Kind)


@pytest.mark.parametrize(
    "folder", [ROOT, ROOT / "aurum_states" / "cli" / "template"], ids=["aurum", "template"]
)
def test_our_games(mermaid_reader: Read, folder: Path) -> None:
    agrees(load_definition(folder).graph, mermaid_reader)


def test_a_large_game(mermaid_reader: Read) -> None:
    agrees(large_graph(), mermaid_reader)


@given(graph=graphs())
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_graph(mermaid_reader: Read, graph: StateGraph) -> None:
    agrees(graph, mermaid_reader)


def test_what_is_drawn_is_what_was_meant(mermaid_reader: Read) -> None:
    names = [name for name in NASTY if name]
    goals = {f"goal{number}": {"type": StateType.GAME} for number in range(len(names))}
    ways = dict(zip(names, goals, strict=True))
    graph = graph_of({"hub": {"transitions": ways, "description": "1. Ä <b> ${you} `*`"}} | goals)
    chart = chart_of(graph, "nasty", titles=True)
    labels = mermaid_reader(mermaid(chart), draw=True)["labels"]
    meant = [edge.label for edge in chart.edges] + ["\n".join(node.lines) for node in chart.nodes]
    meant += [box.heading for box in chart.body.boxes]
    assert Counter(filter(None, labels)) == Counter(filter(None, meant))


def test_an_empty_name_is_a_blank_in_quotes() -> None:
    text = mermaid(chart_of(graph_of({"a": {"transitions": {"": "a", "x": "a"}}}), "a"))
    assert text.splitlines()[4:7] == ['  s1 -->|" "| s2', '  s2 -->|" "| s2', '  s2 -->|"x"| s2']


def agrees(graph: StateGraph, read: Read) -> None:
    """Assert that Mermaid reads the chart of a graph as it is, with titles and without."""
    for titles in (False, True):
        chart = chart_of(graph, "test", titles=titles)
        found = read(mermaid(chart))
        nodes = {key: (text, shape, classes) for key, text, shape, classes in found["nodes"]}
        assert nodes == {
            node.key: ("\n".join(node.lines), SHAPES[node.kind], [node.kind]) for node in chart.nodes
        }
        edges = Counter((*edge[:3], edge[3] == "dotted") for edge in found["edges"])
        assert edges == Counter((edge.source, edge.target, edge.label, edge.entry) for edge in chart.edges)
        assert sum(1 for edge in chart.edges if not edge.entry) == len(graph.transitions())
        assert {key: text for key, text, _ in found["boxes"]} == dict(headings(chart))


def headings(chart: Chart) -> list[tuple[str, str]]:
    def inside(box: Box) -> list[tuple[str, str]]:
        own = [(box.key, box.heading)] if box.key else []
        return own + [pair for inner in box.boxes for pair in inside(inner)]

    return inside(chart.body)
