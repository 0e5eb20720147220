"""A table in Markdown: a row for each state, a line for each transition."""

from aurum_states.charts.chart import Chart, Edge, Node
from aurum_states.charts.markdown import code, prose


def table(chart: Chart) -> str:
    """Return a chart as a Markdown table, its rows in file order."""
    names = {node.key: code(node.label) for node in chart.nodes}
    leaving: dict[str, list[Edge]] = {node.key: [] for node in chart.nodes}
    for edge in chart.edges:
        leaving[edge.source].append(edge)
    titled = any(node.titles for node in chart.nodes)
    lines = [_row("id", "state", "type", *(["title"] if titled else []), "transitions")]
    lines.append("|" + "---|" * (5 if titled else 4))
    for node in chart.nodes:
        titles = ["<br>".join(map(prose, node.titles))] if titled else []
        lines.append(_row(*_named(node, names), *titles, _ways(node, leaving[node.key], names)))
    return "\n".join(lines) + "\n"


def _named(node: Node, names: dict[str, str]) -> tuple[str, str, str]:
    return str(node.state.id), names[node.key], str(node.state.type)


def _ways(node: Node, edges: list[Edge], names: dict[str, str]) -> str:
    """Return the transitions of a state, one a line; where a state is cut, others may lead to hidden ones."""
    ways = [
        f"each player → {names[edge.target]}" if edge.entry else f"{code(edge.label)} → {names[edge.target]}"
        for edge in edges
    ]
    return "<br>".join([*ways, "…"] if node.cut else ways)


def _row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"
