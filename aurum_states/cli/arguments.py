"""Arguments that several commands share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

MOST_JOBS = 1024
"""More processes than any machine has use for are a slip, and all of them would be started at once."""

F = TypeVar("F", bound=Callable[..., Any])


def _complete_game(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer registered games and game folders that lie here; else folders, as the shell completes them."""
    from pathlib import Path

    from aurum_states.definitions.registry import is_game_folder, registered_names

    here = (each.name for each in Path().iterdir() if each.name != "config" and is_game_folder(each))
    names = [name for name in (*registered_names(), *sorted(here)) if name.startswith(incomplete)]
    return [CompletionItem(name) for name in names] or [CompletionItem(incomplete, type="dir")]


def game_argument(function: F) -> F:
    """Add GAME: a registered name or a folder."""
    return click.argument("game", required=False, shell_complete=_complete_game)(function)


def game_option(function: F) -> F:
    """Add ``--game``: a registered name or a folder."""
    return click.option(
        "--game",
        metavar="GAME",
        shell_complete=_complete_game,
        help="Registered name or folder of the game (default: the recording's, else the folder it lies in).",
    )(function)


def set_up_options(function: F) -> F:
    """Add what a new table is set up with: players, options, settings, preferences."""
    for option in (
        click.option(
            "--pref",
            "preferences",
            multiple=True,
            metavar="[SEAT:]ID=VALUE",
            help="A player preference (default: of all).",
        ),
        click.option(
            "--setting", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the game."
        ),
        click.option(
            "--set", "options", multiple=True, metavar="ID=VALUE", help="A table option, such as 100=2."
        ),
        click.option(
            "--players", type=int, metavar="N", help="How many play (default: what the game suggests)."
        ),
    ):
        function = option(function)
    return function


def given(*names: str) -> list[str]:
    """Return which parameters of the command that runs (their Python names) are on its command line.

    Returned is how they are written there: ``--max-moves``, ``GAME``.
    """
    context = click.get_current_context()
    by_name = {parameter.name: parameter for parameter in context.command.params}
    return [
        by_name[name].opts[-1] if isinstance(by_name[name], click.Option) else name.upper()
        for name in names
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
    ]


def jobs_option(text: str) -> Callable[[F], F]:
    """Add ``--jobs``; ``text`` says what it does."""
    return click.option("--jobs", type=click.IntRange(1, MOST_JOBS), metavar="N", help=text)


def quiet_option(text: str) -> Callable[[F], F]:
    """Add ``-q``; ``text`` says what is left out."""
    return click.option("-q", "--quiet", is_flag=True, help=text)
