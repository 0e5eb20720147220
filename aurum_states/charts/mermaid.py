"""Mermaid flowcharts, which GitHub, GitLab and many editors draw."""

import re
from collections.abc import Iterator

from aurum_states.charts.chart import Box, Chart, Edge, Kind

_SHAPES = {
    Kind.START: ("((", "))"),
    Kind.END: ("(((", ")))"),
    Kind.GAME: ("{", "}"),
    Kind.PLAYER: ("(", ")"),
    Kind.MULTIPLE: ("[[", "]]"),
    Kind.PRIVATE: ("([", "])"),
    Kind.MANAGER: ("{{", "}}"),
}

_COLOURS = {
    Kind.START: "fill:#374151,stroke:#111827,color:#ffffff",
    Kind.END: "fill:#374151,stroke:#111827,color:#ffffff",
    Kind.GAME: "fill:#fef3c7,stroke:#b45309,color:#111827",
    Kind.PLAYER: "fill:#dbeafe,stroke:#1d4ed8,color:#111827",
    Kind.MULTIPLE: "fill:#dcfce7,stroke:#15803d,color:#111827",
    Kind.PRIVATE: "fill:#fae8ff,stroke:#a21caf,color:#111827",
    Kind.MANAGER: "fill:#e5e7eb,stroke:#4b5563,color:#111827",
}

_NEVER = "stroke:#dc2626,stroke-dasharray:4 4"
"""How a transition that was never taken is drawn."""

_SPECIAL = re.compile(
    r"[^\w .,!?'/+={}$-]"  # what quotes, shapes, entities, comments or directives are made of
    r"|(?<![^\W_])_|_(?![^\W_])"  # emphasis
    r"|\$(?!\{)"  # formulas
    r"|^[-+]|(?<=\d)\.(?=\s|$)"  # lists
)


def mermaid(chart: Chart) -> str:
    """Return a chart as the text of a flowchart. No label can break out of its quotes."""
    lines = [f"flowchart {'LR' if chart.large else 'TD'}"]
    lines += _box(chart.body)
    lines += [_edge(edge) for edge in chart.edges]
    lines += _styles(chart)
    return "\n".join(lines) + "\n"


def _box(box: Box, indent: str = "  ") -> Iterator[str]:
    for node in box.nodes:
        opened, closed = _SHAPES[node.kind]
        yield f'{indent}{node.key}{opened}"{"<br/>".join(map(_text, node.lines))}"{closed}'
    for inner in box.boxes:
        yield f'{indent}subgraph {inner.key} ["{_text(inner.heading)}"]'
        yield from _box(inner, indent + "  ")
        yield f"{indent}end"


def _edge(edge: Edge) -> str:
    if edge.entry:
        return f"  {edge.source} -.-> {edge.target}"
    label = _text(edge.text) or " "  # a blank: Mermaid does not parse empty quotes
    return f'  {edge.source} -->|"{label}"| {edge.target}'


def _styles(chart: Chart) -> Iterator[str]:
    for kind, colours in _COLOURS.items():
        keys = [node.key for node in chart.nodes if node.kind is kind]
        if keys:
            yield f"  classDef {kind} {colours}"
            yield f"  class {','.join(keys)} {kind}"
    never = [node.key for node in chart.nodes if node.times == 0]
    if never:
        yield "  classDef never stroke:#dc2626,stroke-width:3px,stroke-dasharray:4 4,color:#dc2626"
        yield f"  class {','.join(never)} never"
    for number, edge in enumerate(chart.edges):
        if edge.times is not None:
            style = f"stroke-width:{chart.width(edge):.1f}px" if edge.times else _NEVER
            yield f"  linkStyle {number} {style}"
    cut = [node.key for node in chart.nodes if node.cut]
    if cut:
        yield "  classDef cut stroke-dasharray:4 4"
        yield f"  class {','.join(cut)} cut"


def _text(text: str) -> str:
    """Return plain text as Mermaid reads it between quotes: everything doubtful as a numbered entity."""
    return _SPECIAL.sub(lambda match: f"#{ord(match.group())};", text)
