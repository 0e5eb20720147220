"""``aurum-states explain``: what a problem is, why it matters, and what is right."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from aurum_states.cli.arguments import quiet_option
from aurum_states.cli.output import CannotError

if TYPE_CHECKING:
    from aurum_states.checks.catalogue import Page

EPILOG = """\b
Examples:
  aurum-states explain state.target.unknown
  aurum-states explain state
  aurum-states explain --list
"""


@click.command(epilog=EPILOG)
@click.argument("code", required=False)
@click.option("--list", "list_", is_flag=True, help="List all codes.")
@quiet_option("Nothing is left out: the explanation is the result.")
def command(code: str | None, list_: bool, quiet: bool) -> int:  # noqa: ARG001 - every command has -q
    """Explain the problem of a CODE: what it is, why it matters on BGA, a bad and a good example.

    The beginning of codes, such as state, lists those.
    """
    from aurum_states.checks.catalogue import catalogue
    from aurum_states.checks.choice import covers
    from aurum_states.names import did_you_mean

    pages = catalogue()
    if code is None and not list_:
        raise click.UsageError("name a CODE, or use --list")
    if code is not None and code in pages:
        click.echo(explained(pages[code]))
        return 0
    listed = [page for page in pages.values() if code is None or covers(code, page.code)]
    if not listed:
        raise CannotError(
            [f"error: there is no problem {code!r}{did_you_mean(str(code), pages)}; explain --list shows all"]
        )
    click.echo(_table(listed))
    return 0


def explained(page: "Page") -> str:
    """Return a page as text."""
    parts = [
        f"{page.code} ({page.severity})\n{page.title}",
        page.why,
        f"Wrong:\n{_indented(page.bad)}",
        f"Right:\n{_indented(page.good)}",
        f"Source: {page.source}",
    ]
    return "\n\n".join(parts)


def _table(pages: "Iterable[Page]") -> str:
    rows = [(page.code, page.severity, page.title) for page in pages]
    width = max(len(code) for code, _, _ in rows)
    return "\n".join(f"{code:<{width}}  {severity:<7}  {title}" for code, severity, title in rows)


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" if line else "" for line in text.splitlines())
