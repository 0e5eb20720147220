"""``aurum-states lobby``: the page on which players make a table, in the terminal."""

import sys
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from aurum_states.cli.arguments import game_argument, quiet_option
from aurum_states.cli.output import CannotError, Exit, note

if TYPE_CHECKING:
    from aurum_states.cli.lobby_table import LobbyTable

EPILOG = """\b
Examples:
  aurum-states lobby --players 4
  aurum-states lobby mygame --players 3 --mode training --set 100=2 --set 101=1
  aurum-states lobby gameoptions.json --players 2 --speed turn-based --json
  aurum-states lobby mygame --pairwise 3

Exit codes: 0 the table may start; 1 it may not, and the messages say why; 2 there is no such table.
"""


def _complete_option(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer ids, and after the equals sign the values of that option."""
    from aurum_states.cli.lobby_table import known_choices

    return [
        CompletionItem(text, help=name)
        for text, name in known_choices(ctx.params.get("game"), whole="=" in incomplete)
        if text.startswith(incomplete)
    ]


@click.command(epilog=EPILOG)
@game_argument
@click.option("--players", type=int, metavar="N", help="How many play (default: what the game suggests).")
@click.option(
    "--mode",
    metavar="MODE",
    default="normal",
    show_default=True,
    help="normal, training (ELO off) or arena; also 0, 1, 2.",
)
@click.option(
    "--speed",
    metavar="SPEED",
    default="real-time",
    show_default=True,
    help="real-time, turn-based, or BGA's number: below 10 real time.",
)
@click.option(
    "--set",
    "options",
    multiple=True,
    metavar="ID=VALUE",
    shell_complete=_complete_option,
    help="What is chosen for an option, such as 100=2.",
)
@click.option("--all", "unfold", is_flag=True, help="Show the additional options too.")
@click.option("--json", "as_json", is_flag=True, help="Print the page as JSON.")
@click.option(
    "--pairwise",
    metavar="N|all",
    help="List a few tables of N players (or of every number of them) that can start and together have every "
    "pair of values that can start; needs the extra space.",
)
@quiet_option("Leave out descriptions and options that are not shown.")
def command(
    game: str | None,
    players: int | None,
    mode: str,
    speed: str,
    options: tuple[str, ...],
    unfold: bool,
    as_json: bool,
    pairwise: str | None,
    quiet: bool,
) -> int:
    """Show the page on which a table of GAME is made, as BGA shows it for these players and choices.

    GAME is a registered name, a game folder, a folder of the Studio or a file of options; without it the
    current folder if it is a game, else Aurum. At a terminal options can be changed one by one, and what BGA
    would refuse is refused.
    """
    from aurum_states.cli.lobby_table import LobbyTable

    table = LobbyTable.open(game, players if pairwise is None else _pairwise_players(pairwise, players))
    problems = table.choose(mode, speed, options)
    if problems:
        raise CannotError(problems)
    if pairwise is not None:
        return _pairs(table, every=pairwise == "all", as_json=as_json, quiet=quiet)
    if not as_json and sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
        from aurum_states.cli.lobby_session import LobbySession

        return LobbySession(table, unfold=unfold, quiet=quiet).run()
    return _show(table, unfold=unfold, as_json=as_json, quiet=quiet)


def _show(table: "LobbyTable", *, unfold: bool, as_json: bool, quiet: bool) -> int:
    from aurum_states.cli.lobby_view import data_of, show_lobby
    from aurum_states.cli.screen import Screen
    from aurum_states.cli.trace import encoded
    from aurum_states.definitions.lobby import lobby_of

    lobby = lobby_of(table.options, table.choice)
    if as_json:
        click.echo(encoded(data_of(lobby, table), indent=2))
    else:
        show_lobby(lobby, table, Screen(), unfold=unfold, quiet=quiet)
    return Exit.BAD if lobby.refusals else Exit.DONE


def _pairwise_players(pairwise: str, players: int | None) -> int | None:
    if pairwise == "all" and players is None:
        return None
    if not pairwise.isdecimal() or (players is not None and players != int(pairwise)):
        raise click.UsageError(
            f"--pairwise {pairwise!r:.60}: write the number of players, or all; --players is not needed"
        )
    return int(pairwise)


def _pairs(table: "LobbyTable", *, every: bool, as_json: bool, quiet: bool) -> int:
    from aurum_states.cli.lobby_view import pairs_data, pairs_summary, pairs_text
    from aurum_states.cli.trace import encoded
    from aurum_states.space.pairs import covering

    players = table.counts if every else (table.choice.players,)
    found = covering(table.options, players, table.choice)
    if as_json:
        click.echo(encoded(pairs_data(found), indent=2))
    else:
        click.echo("\n".join(pairs_text(found)))
        if not quiet:
            note(pairs_summary(found))
    return Exit.DONE if found.tables else Exit.BAD
