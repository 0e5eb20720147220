"""The DOT language of Graphviz."""

from collections.abc import Iterator

from aurum_states.charts.chart import Box, Chart, Edge, Kind

_LOOKS = {
    Kind.START: 'shape=ellipse, fillcolor="#374151", fontcolor="#ffffff"',
    Kind.END: 'shape=ellipse, peripheries=2, fillcolor="#374151", fontcolor="#ffffff"',
    Kind.GAME: 'shape=diamond, fillcolor="#fef3c7", color="#b45309"',
    Kind.PLAYER: 'shape=box, fillcolor="#dbeafe", color="#1d4ed8"',
    Kind.MULTIPLE: 'shape=box, peripheries=2, fillcolor="#dcfce7", color="#15803d"',
    Kind.PRIVATE: 'shape=box, fillcolor="#fae8ff", color="#a21caf"',
    Kind.MANAGER: 'shape=hexagon, fillcolor="#e5e7eb", color="#4b5563"',
}

_NEVER = ', color="#dc2626", fontcolor="#dc2626"'
"""How what was never reached is drawn."""

_ROUNDED = {Kind.PLAYER, Kind.PRIVATE}


def dot(chart: Chart) -> str:
    """Return a chart as the text of a directed graph."""
    direction = "LR" if chart.large else "TB"
    lines = [
        f'digraph "{_escaped(chart.name)}" {{',
        f'  graph [rankdir={direction}, fontname="Helvetica", fontsize=11, color="#9ca3af"]',
        '  node [fontname="Helvetica", fontsize=11, margin="0.12,0.06"]',
        '  edge [fontname="Helvetica", fontsize=10, color="#4b5563"]',
        *_box(chart.body),
        *(_edge(chart, edge) for edge in chart.edges),
        "}",
    ]
    return "\n".join(lines) + "\n"


def _box(box: Box, indent: str = "  ") -> Iterator[str]:
    for node in box.nodes:
        wanted = {"filled": True, "rounded": node.kind in _ROUNDED, "dashed": node.cut}
        style = ",".join(name for name, yes in wanted.items() if yes)
        label = "\\n".join(map(_escaped, node.lines))
        tip = _escaped(f"{node.state.id} {node.state.type}")
        look = f'{_LOOKS[node.kind]}, style="{style}"' + (_NEVER if node.times == 0 else "")
        yield f'{indent}{node.key} [label="{label}", {look}, tooltip="{tip}"]'
    for inner in box.boxes:
        yield f"{indent}subgraph cluster_{inner.key} {{"
        yield f'{indent}  label="{_escaped(inner.heading)}"'
        yield from _box(inner, indent + "  ")
        yield f"{indent}}}"


def _edge(chart: Chart, edge: Edge) -> str:
    look = "style=dotted" if edge.entry else f'label="{_escaped(edge.text)}"'
    if edge.times is not None:
        look += f", penwidth={chart.width(edge):.1f}" if edge.times else f"{_NEVER}, style=dashed"
    return f"  {edge.source} -> {edge.target} [{look}]"


def _escaped(text: str) -> str:
    """Return plain text as it stands between quotes in a label: nothing in it begins an escape."""
    return text.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')
