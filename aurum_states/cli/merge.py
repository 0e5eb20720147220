"""``aurum-states merge``: parts of a simulation added up."""

from pathlib import Path

import click

from aurum_states.cli.arguments import quiet_option
from aurum_states.cli.output import CannotError, Exit

EPILOG = """\b
Examples:
  aurum-states merge part-*.json --json > whole.json
  aurum-states merge before.json more.json --html report.html

Exit codes: 0 added up; 1 games failed; 2 a file is no result, or two hold the same games.
"""


@click.command(epilog=EPILOG)
@click.argument(
    "files",
    metavar="FILE...",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
)
@click.option("--json", "form", flag_value="json", help="Print the sum as JSON.")
@click.option("--csv", "form", flag_value="csv", help="Print every measure as a line of CSV.")
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), help="Write a page with plots.")
@quiet_option("Print nothing but JSON or CSV.")
def command(files: tuple[Path, ...], form: str | None, html: Path | None, quiet: bool) -> int:
    """Add up results that simulate --json has printed, of the same game.

    Results of one set-up and seed make one, whose games must not overlap; other set-ups stand side by side.
    """
    from aurum_states.cli.simulation import read_result, show
    from aurum_states.simulate.results import Result, ResultError

    total = Result()
    for file in files:
        try:
            total.merge(read_result(file))
        except ResultError as error:
            raise CannotError([f"{file}: error: {error}"]) from error
    show(total, form=form, html=html, quiet=quiet)
    return Exit.BAD if total.total.failed else Exit.DONE
