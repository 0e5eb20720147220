"""A table in Markdown: a row for each state, a line for each transition."""

import re

from aurum_states.charts.chart import Chart, Edge, Node

_NAME = re.compile(r"\w[\w.()/ -]*", re.ASCII)
_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]", re.ASCII)


def table(chart: Chart) -> str:
    """Return a chart as a Markdown table, its rows in file order."""
    names = {node.key: _name(node.label) for node in chart.nodes}
    leaving: dict[str, list[Edge]] = {node.key: [] for node in chart.nodes}
    for edge in chart.edges:
        leaving[edge.source].append(edge)
    titled = any(node.titles for node in chart.nodes)
    lines = [_row("id", "state", "type", *(["title"] if titled else []), "transitions")]
    lines.append("|" + "---|" * (5 if titled else 4))
    for node in chart.nodes:
        titles = ["<br>".join(map(_prose, node.titles))] if titled else []
        lines.append(_row(*_named(node, names), *titles, _ways(node, leaving[node.key], names)))
    return "\n".join(lines) + "\n"


def _named(node: Node, names: dict[str, str]) -> tuple[str, str, str]:
    return str(node.state.id), names[node.key], str(node.state.type)


def _ways(node: Node, edges: list[Edge], names: dict[str, str]) -> str:
    """Return the transitions of a state, one a line; where a state is cut, others may lead to hidden ones."""
    ways = [
        f"each player → {names[edge.target]}" if edge.entry else f"{_name(edge.label)} → {names[edge.target]}"
        for edge in edges
    ]
    return "<br>".join([*ways, "…"] if node.cut else ways)


def _row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


def _name(name: str) -> str:
    """Return a name as code; BGA's empty name of a transition as two quotes."""
    if not name:
        return "`''`"
    return f"`{name}`" if _NAME.fullmatch(name) else _prose(name)


def _prose(text: str) -> str:
    """Return plain text in which Markdown sees nothing of its own."""
    return _PUNCTUATION.sub(lambda match: "&#124;" if match.group() == "|" else "\\" + match.group(), text)
