"""``aurum-states constants``: names for the ids of a game's options, preferences, statistics and states."""

import click

from aurum_states.cli.arguments import game_argument, quiet_option

EPILOG = """\b
Examples:
  aurum-states constants mygame > mygame/constants.py
  aurum-states constants mygame --stub > mygame/constants.pyi

\b
In the game's class:
  if self.options[Option.EXPERT_VARIANT] == ExpertVariant.ON:
"""


@click.command(epilog=EPILOG)
@game_argument
@click.option("--stub", is_flag=True, help="Print the module's stub (.pyi) for editors and type checkers.")
@quiet_option("Nothing is left out: the module is the result.")
def command(game: str | None, stub: bool, quiet: bool) -> int:  # noqa: ARG001 - every command has -q
    """Print a Python module of enums for the options, preferences, statistics and states of GAME.

    Names are made of what players read. Print it again when the files change; a test can compare the two.
    GAME is a registered name or a game folder; without it the current folder if it is a game, else Aurum.
    """
    from aurum_states.charts.constants import as_module, as_stub, enumerations
    from aurum_states.definitions.loader import load_definition
    from aurum_states.definitions.registry import find_game

    found = enumerations(load_definition(find_game(game)))
    click.echo((as_stub if stub else as_module)(found).encode(), nl=False)
    return 0
