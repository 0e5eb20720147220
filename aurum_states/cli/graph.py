"""``aurum-states graph``: the state graph as a picture or a table."""

from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from aurum_states.cli.arguments import quiet_option
from aurum_states.cli.output import CannotError, note

if TYPE_CHECKING:
    from aurum_states.definitions.graph import StateGraph

EPILOG = """\b
Examples:
  aurum-states graph > graph.mmd
  aurum-states graph --format svg --title > graph.svg
  aurum-states graph config/states.yaml --focus playerTurn --depth 2
  aurum-states graph HEAD~1:config/states.yaml --format md
"""

FORMATS = ("mermaid", "dot", "svg", "md")


def complete_graph(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer registered games; and files and folders, as the shell completes them."""
    from aurum_states.definitions.registry import registered_names

    names = [name for name in registered_names() if name.startswith(incomplete)]
    return [CompletionItem(name) for name in names] or [CompletionItem(incomplete, type="file")]


@click.command(epilog=EPILOG)
@click.argument("source", required=False, metavar="[GAME|FILE]", shell_complete=complete_graph)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="mermaid",
    show_default=True,
    help="mermaid: GitHub and many editors draw it; dot: Graphviz; svg: needs Graphviz; md: a table.",
)
@click.option("--focus", metavar="STATE", help="Draw only this state (its label or id) and what is near it.")
@click.option(
    "--depth",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="How many steps is near, with --focus.",
)
@click.option("--title", "titles", is_flag=True, help="Show the titles that players read.")
@quiet_option("Say nothing about the size of a large graph.")
def command(source: str | None, form: str, focus: str | None, depth: int, titles: bool, quiet: bool) -> int:
    """Draw a state graph.

    GAME is a registered name or a game folder, FILE a states.yaml, or one that git keeps (REVISION:PATH);
    without either the current folder if it is a game, else Aurum. Nothing of a game is imported or run.
    """
    from aurum_states.charts.chart import chart_of
    from aurum_states.charts.focus import around
    from aurum_states.charts.formats import FORMATS as WRITERS
    from aurum_states.cli.graphs import open_graph

    opened = open_graph(source)
    graph = opened.graph
    only = None if focus is None else around(graph, _label(graph, focus), depth)
    chart = chart_of(graph, opened.name, titles=titles, only=only)
    click.echo(WRITERS[form](chart), nl=False)
    if chart.large and focus is None and form != "md" and not quiet:
        note(f"{len(graph)} states; --focus STATE --depth N draws a part")
    return 0


def _label(graph: "StateGraph", wanted: str) -> str:
    """Return the label of the state that a label or an id names."""
    from aurum_states.names import did_you_mean, listed

    state = graph.get(wanted)
    if state is None and wanted.isascii() and wanted.isdecimal():
        state = graph.by_id.get(int(wanted[:9]))
    if state is None:
        hint = did_you_mean(wanted, graph.labels) or f"; states: {listed(graph.labels)}"
        raise CannotError([f"error: there is no state {wanted!r} to focus on{hint}"])
    return state.label
