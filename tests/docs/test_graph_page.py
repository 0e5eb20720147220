"""The picture of Aurum on the page is the one that the command draws."""

from aurum_states.charts.chart import chart_of
from aurum_states.charts.mermaid import mermaid
from aurum_states.definitions.loader import load_definition

from .pages import ROOT, blocks_of


def test_the_picture_of_aurum() -> None:
    [block] = [block for block in blocks_of(ROOT / "docs" / "graph.md") if block.language == "mermaid"]
    definition = load_definition(ROOT)
    assert block.text == mermaid(chart_of(definition.graph, definition.name)), (
        "put the new picture into the page"
    )
