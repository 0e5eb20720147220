"""``aurum-states arena``: which bot plays best."""

import os
import time
from typing import TYPE_CHECKING

import click

from aurum_states.cli.arguments import game_argument, jobs_option, quiet_option, set_up_options
from aurum_states.cli.output import CannotError, Exit, note

if TYPE_CHECKING:
    from aurum_states.cli.new_table import Wishes
    from aurum_states.simulate.ranges import Range
    from aurum_states.simulate.results import Result

EPILOG = """\b
Examples:
  aurum-states arena --bots random,plain,aurum --players 3 --games 600
  aurum-states arena mygame --bots greedy,mcts:100,mcts:400 --games 100 --json

Exit codes: 0 every game came to its end; 1 some did not; 2 there is no such table or bot; 130 interrupted:
the ratings are of the games played so far.
"""


@click.command(epilog=EPILOG)
@game_argument
@set_up_options
@click.option("--bots", required=True, metavar="BOT,BOT[,...]", help="Two or more, such as random,mcts:200.")
@click.option(
    "--games", type=click.IntRange(1), default=200, show_default=True, help="Between every two bots."
)
@click.option("--seed", default="arena", show_default=True, help="The games of a seed are always the same.")
@jobs_option("Processes (default: one for each processor).")
@click.option("--json", "as_json", is_flag=True, help="Print ratings and results as JSON.")
@quiet_option("Print the ratings only.")
def command(
    game: str | None,
    players: int | None,
    options: tuple[str, ...],
    settings: tuple[str, ...],
    preferences: tuple[str, ...],
    bots: str,
    games: int,
    seed: str,
    jobs: int | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Let every two bots play against each other at GAME, from every seat, and rate them.

    One takes one side (a seat, or a team), the other all others. A shared win counts in part. Ratings are
    Elo numbers with the mean 1500 and 95 % confidence intervals: 400 points more are odds of ten to one.
    """
    from aurum_states.cli.interrupts import leave_in_order
    from aurum_states.cli.new_table import Wishes
    from aurum_states.cli.progress import progress
    from aurum_states.simulate.ranges import Work
    from aurum_states.simulate.results import Result
    from aurum_states.simulate.workers import played

    ranges = _ranges(game, Wishes.read(players, seed, options, settings, preferences), bots, games)
    result, began, code = Result(one.case for one in ranges), time.monotonic(), Exit.DONE
    jobs = jobs or os.cpu_count() or 1
    leave_in_order()
    try:
        with progress(sum(one.stop - one.start for one in ranges), "games") as advance:
            for part in played(Work(ranges, jobs), jobs):
                result.add(part)
                advance(part.range.stop - part.range.start)
    except KeyboardInterrupt:
        note(f"interrupted after {result.total.games} games")
        code = Exit.INTERRUPTED
    result.timing.seconds = time.monotonic() - began
    _show(result, as_json=as_json, quiet=quiet)
    return Exit.BAD if code == Exit.DONE and result.total.failed else code


def _ranges(game: str | None, wishes: "Wishes", bots: str, games: int) -> "list[Range]":
    """Return what is to be played.

    Raises:
        CannotError: with every reason why it cannot be.
    """
    from aurum_states.cli.new_table import set_up
    from aurum_states.engine.loading import load_game
    from aurum_states.simulate.arena import line_ups
    from aurum_states.simulate.bots import BotError, bot
    from aurum_states.simulate.case import SEED_LENGTH

    definition, problems = load_game(game), list(wishes.problems)
    if len(wishes.seed) > SEED_LENGTH:
        problems.append(f"error: --seed: an arena's seed has at most {SEED_LENGTH} characters")
    words = bots.split(",")
    if len(words) < 2:
        problems.append(f"error: --bots {bots!r:.60}: name two bots at least, such as random,mcts:200")
    for word in words:
        try:
            bot(word, definition)
        except BotError as error:
            problems.append(f"error: --bots: {error}")
        if words.count(word) > 1:
            problems.append(f"error: --bots: {word!r:.60} is named twice")
    setup = set_up(definition, wishes, problems)
    if problems or setup is None:
        raise CannotError(list(dict.fromkeys(problems)))
    return line_ups(setup, words, games)


def _show(result: "Result", *, as_json: bool, quiet: bool) -> None:
    from aurum_states.simulate.arena import arena_data, duels, standings

    if as_json:
        from aurum_states.cli.trace import encoded

        click.echo(encoded(arena_data(result)))
        return
    total = result.total
    if not quiet:
        click.echo(f"{total.finished} games came to their end, {total.failed} did not")
    for (kind, where), failures in sorted(total.failures.items()):
        click.echo(f"  {failures.count} {kind}, {where}: {failures.message}")
    if not quiet:
        click.echo()
    click.echo(f"{'bot':<28} rating  95 % confidence")
    for one in standings(result):
        low, high = one.interval
        click.echo(f"{one.bot:<28} {one.elo:>6.0f}  {low:.0f} to {high:.0f}")
    if quiet:
        return
    click.echo(f"\n{'one side, against all others':<40}   wins  95 % confidence   fair  games")
    for duel in duels(result):
        low, high = duel.share.interval
        click.echo(
            f"{f'{duel.bot} against {duel.against}':<40} {duel.share.value:>6.1%}  "
            f"{low:.1%} to {high:.1%}   {duel.fair:>5.1%}  {duel.share.games}"
        )
