"""A Markdown reader finds in the table a row for each state and every transition once."""

import pytest
from hypothesis import given, settings
from markdown_it import MarkdownIt

from aurum_states.charts.chart import chart_of
from aurum_states.charts.focus import around
from aurum_states.charts.table import table
from aurum_states.definitions.graph import StateGraph

from .graphs import NASTY, graph_of, graphs, large_graph

READER = MarkdownIt("commonmark").enable("table")


def rows_of(text: str) -> list[list[str]]:
    """Return the cells of a table as plain text; a line break is a newline."""
    rows: list[list[str]] = []
    for token in READER.parse(text):
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            parts = {"html_inline": "\n", "softbreak": "\n"}
            kinds = {child.type for child in token.children or ()}
            assert kinds <= {"text", "code_inline", "html_inline", "text_special"}, token.content
            rows[-1].append("".join(parts.get(one.type, one.content) for one in token.children or ()))
    return rows


def agrees(graph: StateGraph) -> None:
    chart = chart_of(graph, "test", titles=True)
    labels = {node.key: node.label for node in chart.nodes}
    head, *rows = rows_of(table(chart))
    titled = any(node.titles for node in chart.nodes)
    assert head == ["id", "state", "type", *(["title"] if titled else []), "transitions"]
    for node, row in zip(chart.nodes, rows, strict=True):
        assert row[:3] == [str(node.state.id), node.label, str(node.state.type)]
        if titled:
            assert row[3] == "\n".join(node.titles)
        ways = [edge for edge in chart.edges if edge.source == node.key]
        assert row[-1] == "\n".join(
            f"{'each player' if way.entry else way.label or repr('')} → {labels[way.target]}" for way in ways
        )


def test_nasty_names() -> None:
    for name in NASTY:
        agrees(graph_of({name or "x": {"transitions": {name: "gameEnd"}, "description": name}}))


def test_a_large_game() -> None:
    agrees(large_graph())


@given(graph=graphs())
@settings(max_examples=60, deadline=None)
def test_any_graph(graph: StateGraph) -> None:
    agrees(graph)


def test_what_is_left_out_is_marked() -> None:
    graph = graph_of({"a": {"transitions": {"x": "b"}}, "b": {"transitions": {"y": "c"}}, "c": {}})
    text = table(chart_of(graph, "test", only=around(graph, "a", 1)))
    assert [row[-1] for row in rows_of(text)][1:] == ["'' → a", "x → b", "…"]


@pytest.mark.parametrize("name", ["actPlayCard", "1", "a b", "x/y"])
def test_plain_names_are_code(name: str) -> None:
    assert f"`{name}` → `a`" in table(chart_of(graph_of({"a": {"transitions": {name: "a"}}}), "test"))
