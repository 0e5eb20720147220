"""``aurum-states graph``: the state graph as a picture or a table."""

from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from aurum_states.cli.arguments import given, quiet_option
from aurum_states.cli.output import CannotError, note

if TYPE_CHECKING:
    from aurum_states.cli.graphs import OpenGraph
    from aurum_states.definitions.graph import StateGraph
    from aurum_states.replay.coverage import Coverage

EPILOG = """\b
Examples:
  aurum-states graph > graph.mmd
  aurum-states graph --format svg --title > graph.svg
  aurum-states graph config/states.yaml --focus playerTurn --depth 2
  aurum-states graph HEAD~1:config/states.yaml --format md
  aurum-states graph --coverage tests/replays --format svg > reached.svg
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
@click.option(
    "--coverage",
    "recordings",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="REPLAY",
    help="Draw what recordings (files or folders of them; repeat it) reach; the rest in red. Runs the game.",
)
@quiet_option("Say nothing about the size of a large graph.")
def command(
    source: str | None,
    form: str,
    focus: str | None,
    depth: int,
    titles: bool,
    recordings: tuple[Path, ...],
    quiet: bool,
) -> int:
    """Draw a state graph.

    GAME is a registered name or a game folder, FILE a states.yaml, or one that git keeps (REVISION:PATH);
    without either the current folder if it is a game, else Aurum. Nothing of a game is imported or run.
    """
    from aurum_states.charts.chart import chart_of
    from aurum_states.charts.focus import around
    from aurum_states.charts.formats import FORMATS as WRITERS
    from aurum_states.cli.graphs import open_graph

    if focus is None and given("depth"):
        raise click.UsageError("--depth goes with --focus")
    opened = open_graph(source)
    graph = opened.graph
    only = None if focus is None else around(graph, _label(graph, focus), depth)
    coverage = _coverage(opened, source, recordings) if recordings else None
    chart = chart_of(graph, opened.name, titles=titles, only=only, coverage=coverage)
    click.echo(WRITERS[form](chart), nl=False)
    if chart.large and focus is None and form != "md" and not quiet:
        note(f"{len(graph)} states; --focus STATE --depth N draws a part")
    return 0


def _coverage(opened: "OpenGraph", source: str | None, recordings: tuple[Path, ...]) -> "Coverage":
    """Run recordings and count what of the graph they reach.

    Raises:
        CannotError: one cannot be read, is of another game, or goes another way; a folder has none.
    """
    from aurum_states.cli.output import about
    from aurum_states.replay.coverage import Coverage
    from aurum_states.replay.format import SUFFIX
    from aurum_states.replay.loading import game_of
    from aurum_states.replay.replay import Replay, files_in
    from aurum_states.replay.runner import run

    coverage = Coverage(opened.name, opened.graph)
    game = source if source is not None and not Path(source).is_file() and ":" not in source else None
    for named in recordings:
        files = files_in(named) if named.is_dir() else [named]
        if not files:
            raise CannotError([f"error: --coverage: there is no recording (*{SUFFIX}) in {named}"])
        for file in files:
            with about(str(file)):
                replay = Replay.read(file)
                result = run(replay, game_of(replay, game), watch=coverage.watch(str(file)))
                if result.mismatch is not None:
                    raise result.mismatch
    return coverage


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
