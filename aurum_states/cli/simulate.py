"""``aurum-states simulate``: many games with bots, and what they came to."""

from pathlib import Path

import click

from aurum_states.cli.arguments import game_argument, given, jobs_option, quiet_option, set_up_options
from aurum_states.cli.output import CannotError
from aurum_states.names import listed

EPILOG = """\b
Examples:
  aurum-states simulate --players 4 --games 10000
  aurum-states simulate mygame --games 2000 --bots random:swap=0.1 --set 100=2 --html report.html
  aurum-states simulate --sweep 101=1,2 --sweep swaps_per_trick=1,2,null --games 5000
  aurum-states simulate --games 1000000 --shard 3/16 --seed S --json > part-3.json
  aurum-states simulate mygame --games 200 --check-leaks
  aurum-states simulate --compare before.json after.json

Exit codes: 0 every game came to its end; 1 some did not (stuck, endless, failed, leaked), or --compare found
a difference; 2 there is no such table; 130 interrupted: the summary is of the games played so far.
"""


@click.command(epilog=EPILOG)
@game_argument
@set_up_options
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, help="How many, each case.")
@click.option("--first", type=click.IntRange(0), default=0, metavar="I", help="Number of the first game.")
@click.option("--seed", default="simulate", show_default=True, help="Game I has the seed SEED/I.")
@click.option(
    "--bots",
    default="random",
    show_default=True,
    metavar="BOT[,BOT...]",
    help="One for all seats or one for each, such as random:swap=0.1.",
)
@click.option("--every-option", is_flag=True, help="Also with every other value of every option, one by one.")
@click.option("--pairwise", is_flag=True, help="On tables that have every pair of values of options.")
@click.option(
    "--sweep",
    "sweeps",
    multiple=True,
    metavar="NAME=VALUE,VALUE",
    help="With each of these values of an option (a number) or a setting (a name).",
)
@click.option("--max-moves", type=click.IntRange(1), help="After so many moves a game is endless.")
@click.option("--check-leaks", is_flag=True, help="Also prove that nobody is told what they may not know.")
@jobs_option("Processes (default: one for each processor).")
@click.option(
    "--backend",
    type=click.Choice(["processes", "loky", "dask", "ray"]),
    default="processes",
    show_default=True,
    help="Who plays; all but processes need the extra scale.",
)
@click.option("--address", help="The scheduler of a cluster, with --backend dask or ray.")
@click.option("--shard", metavar="I/N", help="Play only the I-th of N equal parts of the games.")
@click.option("--record", type=click.Path(path_type=Path), metavar="DIR", help="Record every game.")
@click.option(
    "--record-failures",
    type=click.Path(path_type=Path),
    default=Path("failed-games"),
    show_default=True,
    metavar="DIR",
    help="Where the first games of each kind of failure are recorded.",
)
@click.option("--json", "form", flag_value="json", help="Print the result as JSON, for merge and --compare.")
@click.option("--csv", "form", flag_value="csv", help="Print every measure as a line of CSV.")
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), help="Write a page with plots.")
@click.option(
    "--compare",
    nargs=2,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="A B",
    help="Play nothing; tell which measures of two results (--json) really differ.",
)
@quiet_option("Print failures only.")
def command(
    game: str | None,
    players: int | None,
    options: tuple[str, ...],
    settings: tuple[str, ...],
    preferences: tuple[str, ...],
    games: int,
    first: int,
    seed: str,
    bots: str,
    every_option: bool,
    pairwise: bool,
    sweeps: tuple[str, ...],
    max_moves: int | None,
    check_leaks: bool,
    jobs: int | None,
    backend: str,
    address: str | None,
    shard: str | None,
    record: Path | None,
    record_failures: Path,
    form: str | None,
    html: Path | None,
    compare: tuple[Path, Path] | None,
    quiet: bool,
) -> int:
    """Let bots play many games of GAME, and show what they came to.

    Length, wins by seat with 95 % confidence intervals, scores, ties, how many options there were, how often
    each action and transition came, statistics, and what the game's code observes. The same seed gives the
    same result with any number of processes.
    """
    from aurum_states.cli.new_table import Wishes
    from aurum_states.cli.simulation import Plan, compare_results, page_in_the_way, run

    if compare is not None:
        superfluous = given(*click.get_current_context().params.keys() - {"compare", "form", "quiet"})
        if superfluous:
            raise click.UsageError(
                f"--compare plays nothing; it does not go with {listed(sorted(superfluous))}"
            )
        return compare_results(*compare, form=form, quiet=quiet)
    if every_option + pairwise + bool(sweeps) > 1:
        raise click.UsageError("--every-option, --pairwise and --sweep exclude one another")
    if address is not None and backend not in ("dask", "ray"):
        raise click.UsageError("--address is for --backend dask or ray")
    wishes = Wishes.read(players, seed, options, settings, preferences)
    study = "every-option" if every_option else "pairwise" if pairwise else ""
    plan = Plan(games, first, bots, study, sweeps, max_moves, shard, check_leaks)
    cases, ranges, problems = plan.made(game, wishes, record)
    problems += page_in_the_way(html)
    if problems:
        raise CannotError(problems)
    return run(
        cases,
        ranges,
        jobs=jobs,
        backend=backend,
        address=address,
        failures=record_failures,
        form=form,
        html=html,
        quiet=quiet,
    )
