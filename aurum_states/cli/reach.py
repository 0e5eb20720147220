"""``aurum-states reach``: a short game that gets somewhere."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from aurum_states.cli.arguments import game_argument, quiet_option, set_up_options
from aurum_states.cli.output import CannotError, Exit, note
from aurum_states.cli.recording import Recording

if TYPE_CHECKING:
    from aurum_states.simulate.reach import Found, Goal, NotFound

EPILOG = """\b
Examples:
  aurum-states reach roundScore
  aurum-states reach nextPlayer:forcedPass --seed S --replay forced-pass.replay.jsonl
  aurum-states reach draft games/mine --players 4 --set 100=2 --budget 1000000

Exit codes: 0 found; 1 not found with so many moves; 2 no such state, or no table can be started so.
"""


@click.command(epilog=EPILOG)
@click.argument("goal", metavar="STATE|STATE:TRANSITION")
@game_argument
@set_up_options
@click.option("--seed", default="reach", show_default=True, help="Text that everything random comes from.")
@click.option(
    "--budget",
    type=click.IntRange(1),
    default=200_000,
    show_default=True,
    metavar="MOVES",
    help="How many moves are tried.",
)
@click.option("--replay", type=click.Path(path_type=Path), help="Write the game to a new recording.")
@click.option("--force", is_flag=True, help="With --replay: write over a file that exists.")
@quiet_option("Print the moves only.")
def command(
    goal: str,
    game: str | None,
    players: int | None,
    options: tuple[str, ...],
    settings: tuple[str, ...],
    preferences: tuple[str, ...],
    seed: str,
    budget: int,
    replay: Path | None,
    force: bool,
    quiet: bool,
) -> int:
    """Find a game of GAME that enters a state, or takes a transition (STATE:TRANSITION).

    Every game is tried up to some depth, so that what is found there is shortest; then random games, of
    which the shortest is kept. The same seed and budget find the same game.
    """
    from aurum_states.cli.new_table import Wishes, set_up
    from aurum_states.engine.loading import load_game
    from aurum_states.simulate.reach import Found, Goal, GoalError, reach

    definition = load_game(game)
    recording = None if replay is None else Recording(replay, force=force)
    problems = [] if recording is None else recording.problems()
    wishes = Wishes.read(players, seed, options, settings, preferences)
    problems += wishes.problems
    setup = set_up(definition, wishes, problems)
    try:
        wanted = Goal.parse(goal, definition.graph)
    except GoalError as error:
        problems.append(f"error: {error}")
    if problems or setup is None:
        raise CannotError(problems)
    result = reach(setup, wanted, budget=budget)
    if not isinstance(result, Found):
        note(_not_found(wanted, result))
        return Exit.BAD
    if recording is not None:
        _record(result, recording)
    for line in _moves(result):
        click.echo(line)
    if not quiet:
        note(_found(wanted, result))
    return Exit.DONE


def _record(found: "Found", recording: Recording) -> None:
    recording.start(found.play())
    try:
        table = found.play(recording)
        if table.is_over:
            recording.end(table)
    finally:
        recording.close()


def _moves(found: "Found") -> list[str]:
    """Return the moves in the game's notation, each as it was when it was made."""
    from aurum_states.engine.table import Table
    from aurum_states.engine.views import move_of

    table, lines = Table.seated(found.setup), []
    for number, (player, action, option) in enumerate(found.steps, 1):
        label = table.label_move(player, move_of(table, action, option))
        lines.append(f"{number:>3}  {table.setup.names[player]}: {label}")
        table.apply(player, action, option)
    return lines


def _found(goal: "Goal", found: "Found") -> str:
    count = len(found.steps)
    how = "no game is shorter from this set-up" if found.shortest else "the shortest game found"
    moves = "1 move" if count == 1 else f"{count} moves"
    return f"{goal}: reached with {moves} ({how}; {found.tried:,} tried)"


def _not_found(goal: "Goal", result: "NotFound") -> str:
    if result.exhausted:
        return f"{goal}: cannot be reached from this set-up: every game was tried ({result.tried} moves)"
    return (
        f"{goal}: not found with {result.tried} moves (every game up to move {result.depth}, and "
        f"{result.games} random games); try another --seed, --set or a larger --budget"
    )
