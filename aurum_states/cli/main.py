"""``aurum-states``: finds the command, and turns what stops it into one message and an exit code.

Nothing heavy is imported here or at the top of a command's module: ``--help`` and completion stay quick.
"""

import importlib
import io
import os
import sys
from collections.abc import Sequence
from typing import Any

import click

COMMANDS = {
    "play": "Play a game in the terminal: against bots, or several persons at one keyboard.",
    "replay": "Run recorded games again and show the first difference.",
    "simulate": "Let bots play many games, and show how they go: length, fairness, what happens how often.",
    "merge": "Add up results of simulate that were made in parts.",
    "reach": "Find a short game that gets into a state or through a transition.",
    "check": "Find what is wrong with games and their files, without running them.",
    "explain": "Explain a problem that check reports.",
    "graph": "Draw the state graph, or write it as a table.",
    "diff": "Show what changed between two state graphs, and what follows.",
    "lobby": "Show the page on which players make a table: options, what starts, what is refused.",
    "describe": "List states, actions and options with their methods and where they stand.",
    "constants": "Print a Python module of names for the ids of options, preferences and statistics.",
    "schema": "Print the JSON Schema of a kind of file.",
    "new": "Make a game folder that plays and tests green, to start from.",
    "completion": "Print the script that completes commands in your shell.",
}
"""The commands with their short help; each is the object ``command`` of the module of its name."""


class CommandGroup(click.Group):
    """Commands imported when they are called; their errors end as the exit codes of ``output.Exit``."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the commands in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"aurum_states.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of the first argument; a misspelt one is told what is close."""
        from aurum_states.names import did_you_mean, listed

        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(
                f"there is no command {args[0]!r}{did_you_mean(args[0], COMMANDS)}; "
                f"the commands are {listed(COMMANDS)}"
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Read the arguments, and print what ``--help`` and ``--version`` ask for."""
        try:
            return super().make_context(info_name, args, parent, **extra)
        except (OSError, KeyboardInterrupt) as error:
            from aurum_states.cli import output

            raise click.exceptions.Exit(output.stopped(error)) from error

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; every error of ours becomes its message and its exit code."""
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except BaseException as error:
            from aurum_states.cli import output

            return output.stopped(error)
        return code


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("aurum-states")
        except PackageNotFoundError:
            number = "(not installed)"
        click.echo(f"aurum-states {number}")
        ctx.exit()


@click.group(
    cls=CommandGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: aurum-states play --players 3    Each command has its own --help.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
def cli() -> None:
    """Prototype a Board Game Arena game, play it, and keep it tested."""


def _prepare_streams() -> None:
    """Give a program that was started without standard streams some, so that no file of ours becomes one.

    What an output cannot encode is shown as ``?``.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            stream = open(os.devnull, "r" if number == 0 else "w", encoding="utf-8")  # noqa: PTH123, SIM115
            setattr(sys, name, stream)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; return its exit code (``output.Exit`` says what it means)."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    _prepare_streams()
    try:
        code = cli.main(given or ["--help"], prog_name="aurum-states", standalone_mode=False)
    except click.ClickException as error:
        from aurum_states.cli import output

        output.complain_of_usage(error)
        return 2
    except click.Abort:
        return 130
    return int(code or 0)


if __name__ == "__main__":
    sys.exit(main())
