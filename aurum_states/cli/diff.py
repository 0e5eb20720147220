"""``aurum-states diff``: what changed between two state graphs, and what follows."""

from typing import TYPE_CHECKING

import click

from aurum_states.cli.arguments import quiet_option
from aurum_states.cli.graph import complete_graph
from aurum_states.cli.output import Exit

if TYPE_CHECKING:
    from aurum_states.cli.graphs import OpenGraph

EPILOG = """\b
Examples:
  aurum-states diff HEAD:config/states.yaml config/states.yaml
  aurum-states diff main: . --format md
  aurum-states diff old.yaml new.yaml --format json

Exit codes: 0 no difference; 1 there is one; 2 one of the two cannot be read.
"""


@click.command(epilog=EPILOG)
@click.argument("old", shell_complete=complete_graph)
@click.argument("new", shell_complete=complete_graph)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "md"]),
    default="text",
    show_default=True,
    help="md: for a comment on a pull request.",
)
@quiet_option("Print nothing; the exit code tells.")
def command(old: str, new: str, form: str, quiet: bool) -> int:
    """Show how the state graph NEW differs from OLD.

    Each is a states.yaml, a game folder, a registered game, or what git keeps (REVISION:PATH). A state that
    was renamed is recognised by its id or its shape. Comments, formatting and order make no difference.
    """
    from aurum_states.changes import reports
    from aurum_states.changes.comparison import compare
    from aurum_states.cli.trace import encoded

    before, after = _both(old, new)
    comparison = compare(before.graph, after.graph, _numbered(before) | _numbered(after))
    if form == "json":
        shown = encoded(reports.data(comparison, old, new), indent=2) + "\n"
    else:
        shown = (reports.text if form == "text" else reports.markdown)(comparison)
    if not quiet:
        click.echo(shown, nl=False)
    return Exit.BAD if comparison.changes else Exit.DONE


def _both(old: str, new: str) -> "tuple[OpenGraph, OpenGraph]":
    """Open both; when both are wrong, the problems of both are told."""
    from aurum_states.cli.graphs import open_graph
    from aurum_states.cli.output import CannotError, messages
    from aurum_states.errors import AurumStatesError

    opened, problems = [], []
    for source in (old, new):
        try:
            opened.append(open_graph(source))
        except AurumStatesError as error:
            problems += messages(error)
    if problems:
        raise CannotError(problems)
    before, after = opened
    return before, after


def _numbered(opened: "OpenGraph") -> set[str]:
    """Return the labels of the states whose id stands in the file."""
    states = opened.document.data["states"]
    return {label for label, state in states.items() if state.get("id") is not None or label.isdecimal()}
