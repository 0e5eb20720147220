"""``aurum-states play``: a table in the terminal."""

import sys
from pathlib import Path

import click

from aurum_states.cli.arguments import game_argument, quiet_option
from aurum_states.cli.output import note

EPILOG = """\b
Examples:
  aurum-states play                        you against bots
  aurum-states play --bots all --seed S    watch bots play
  aurum-states play --players 4 --bots 2,4 --set 100=2 --replay evening.replay.jsonl
  aurum-states play --resume evening.replay.jsonl --bots 2,4

Exit codes: 0 the game is over; 1 the recording to resume goes another way now; 2 no table can be started so;
3 the game's own code failed, or a bot; 130 stopped before its end, and what was recorded so far is whole.
"""


@click.command(epilog=EPILOG)
@game_argument
@click.option("--players", type=int, metavar="N", help="How many play (default: what the game suggests).")
@click.option(
    "--seed", metavar="S", help="Text that everything random comes from (default: a new one, shown)."
)
@click.option(
    "--bots",
    metavar="all|none|SEATS",
    help="Who is a bot: seats such as 2,3 or 2=greedy,3=mcts:200, from 1 on (default: all but seat 1; "
    "without a terminal all).",
)
@click.option("--set", "options", multiple=True, metavar="ID=VALUE", help="A table option, such as 100=2.")
@click.option("--setting", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the game.")
@click.option(
    "--pref",
    "preferences",
    multiple=True,
    metavar="[SEAT:]ID=VALUE",
    help="A player preference (default: of all).",
)
@click.option("--replay", "replay", type=click.Path(path_type=Path), help="Record the game to a new file.")
@click.option("--force", is_flag=True, help="With --replay: write over a file that exists.")
@click.option(
    "--resume", type=click.Path(path_type=Path), help="Go on with a recorded game, and record there."
)
@click.option("--debug", is_flag=True, help="Trace every move on standard error; dump and debug_ methods.")
@quiet_option("Show only what the game draws (such as scores) and the result, not every move of bots.")
def command(
    game: str | None,
    players: int | None,
    seed: str | None,
    bots: str | None,
    options: tuple[str, ...],
    settings: tuple[str, ...],
    preferences: tuple[str, ...],
    replay: Path | None,
    force: bool,
    resume: Path | None,
    debug: bool,
    quiet: bool,
) -> int:
    """Play GAME in the terminal.

    GAME is a registered name or a game folder; without it the current folder if it is a game, else Aurum.
    A move is answered by its number, in the game's notation (S7, pass), or as BGA's action
    (actPlayCard cardId=12); ? helps. An option, setting or preference is given as often as needed.
    """
    from aurum_states.cli.new_table import Wishes
    from aurum_states.cli.opening import Request, new_table, resumed_table
    from aurum_states.cli.sitting import sit_down

    request = Request(game, bots, replay, force, person=sys.stdin is not None and sys.stdin.isatty())
    if resume is not None:
        asked = {
            "--players": players,
            "--seed": seed,
            "--set": options,
            "--setting": settings,
            "--pref": preferences,
        }
        opened = resumed_table(
            request, resume, [name for name, value in asked.items() if value not in (None, ())]
        )
    else:
        made = new_seed() if seed is None else seed
        opened = new_table(request, Wishes.read(players, made, options, settings, preferences))
        if seed is None:
            note(f"seed {made} (the same game again: --seed {made})")
    sit_down(opened, game, debug=debug, quiet=quiet)
    return 0


def new_seed() -> str:
    """Return a seed that nobody has chosen."""
    import secrets

    return secrets.token_hex(4)
