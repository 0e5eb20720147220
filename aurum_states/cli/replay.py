"""``aurum-states replay``: recorded games, run again."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aurum_states.cli.arguments import game_option, given, jobs_option, quiet_option
from aurum_states.cli.output import Exit, about, code_of, complain, failure, messages, note
from aurum_states.errors import AurumStatesError, GameError, ReplayError, VisibleSystemException

if TYPE_CHECKING:
    from aurum_states.engine.record import ActionResult
    from aurum_states.engine.table import Table
    from aurum_states.replay.coverage import Coverage
    from aurum_states.replay.runner import Watcher

EPILOG = """\b
Examples:
  aurum-states replay evening.replay.jsonl
  aurum-states replay --trace evening.replay.jsonl | head -1
  aurum-states replay evening.replay.jsonl --at 12 --seat 2
  aurum-states replay evening.replay.jsonl --at 12 --continue --replay other.replay.jsonl
  aurum-states replay --all games/ --jobs 4
  aurum-states replay --update tests/replays/*.replay.jsonl    (after a change that was meant)

Exit codes: 0 all went the same way (a file that is cut off: as far as it goes); 1 one differs; 2 one
cannot be read or is of another game; 3 the game's own code failed. Of several files the worst counts.
"""


_GOES_WITH = {
    **dict.fromkeys(("--jobs", "--pin", "--migrate"), ("--all",)),
    **dict.fromkeys(("--continue", "--replay", "--bots"), ("--at",)),
    "--seat": ("--at", "--diff", "--step"),
}
"""Options that mean something beside certain others only."""


@click.command(epilog=EPILOG)
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="FILE...")
@game_option
@click.option("--trace", is_flag=True, help="Print each step as a line of JSON, hidden cards included.")
@click.option("--update", is_flag=True, help="Rewrite what goes another way, and show what is new in it.")
@click.option(
    "--coverage",
    type=click.Choice(("text", "json", "html")),
    help="Print which states, transitions, actions and refusals all files reach together.",
)
@click.option(
    "--all",
    "folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="Run every recording below a folder, and print one summary.",
)
@click.option(
    "--pin",
    metavar="RULES",
    help="With --all: mark what differs with older rules that it goes the same way by.",
)
@click.option(
    "--migrate",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="SCRIPT",
    help="With --all: rewrite every file by the function migrate(header, lines) of a Python file.",
)
@jobs_option("With --all: how many processes.")
@click.option("--at", type=int, metavar="MOVE", help="Show the table as it was after a move (0: the start).")
@click.option("--diff", type=(int, int), metavar="A B", help="Show what changed between two moves.")
@click.option("--step", is_flag=True, help="Go through the game step by step.")
@click.option(
    "--seat",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    help="With --at, --diff, --step: what this seat sees (default 0: a spectator).",
)
@click.option(
    "--continue", "go_on", is_flag=True, help="With --at: play on from there, in a game of its own."
)
@click.option(
    "--replay", "branch", type=click.Path(path_type=Path), help="With --continue: record to a new file."
)
@click.option("--bots", metavar="all|none|SEATS", help="With --continue: who is a bot, as for play.")
@quiet_option("Print nothing of recordings that go the same way.")
def command(
    files: tuple[Path, ...],
    game: str | None,
    trace: bool,
    update: bool,
    coverage: str | None,
    folder: Path | None,
    pin: str | None,
    migrate: Path | None,
    jobs: int | None,
    at: int | None,
    diff: tuple[int, int] | None,
    step: bool,
    seat: int,
    go_on: bool,
    branch: Path | None,
    bots: str | None,
    quiet: bool,
) -> int:
    """Run recorded games again and show the first difference of each.

    Every move must be accepted and lead through the same transitions to the same table (the digest).
    """
    ways = {
        "--trace": trace,
        "--update": update,
        "--coverage": coverage,
        "--all": folder,
        "--at": at is not None,
        "--diff": diff,
        "--step": step,
    }
    chosen = [name for name, wanted in ways.items() if wanted]
    if len(chosen) > 1:
        raise click.UsageError(f"{' and '.join(chosen)} exclude each other")
    for name in given("jobs", "pin", "migrate", "go_on", "branch", "bots", "seat"):
        if not set(chosen).intersection(_GOES_WITH[name]):
            from aurum_states.definitions.conditions import either

            raise click.UsageError(f"{name} goes with {either(_GOES_WITH[name])}")
    alone = [] if go_on else given("branch", "bots")
    if alone:
        raise click.UsageError(f"{alone[0]} goes with --continue")
    if folder is not None:
        from aurum_states.cli.mass_replay import replay_all

        if files:
            raise click.UsageError("--all takes a folder in place of files")
        if pin is not None and migrate is not None:
            raise click.UsageError("--pin and --migrate exclude each other")
        return replay_all(folder, game, jobs, pin=pin, migrate=migrate, quiet=quiet)
    if not files:
        raise click.UsageError("missing argument FILE...")
    if at is not None or diff is not None or step:
        if len(files) > 1:
            raise click.UsageError(f"{chosen[0]} takes one file")
        if at is not None and go_on:
            _go_on(files[0], game, at, branch, bots, quiet=quiet)
            return Exit.DONE
        return _travel(files[0], game, seat, at=at, diff=diff)
    counted: dict[str, Coverage] = {}
    worst = Exit.DONE
    for file in files:
        try:
            if update:
                _update(file, game, quiet=quiet)
            else:
                _run(file, game, trace=trace, quiet=quiet, counted=counted if coverage else None)
        except (GameError, VisibleSystemException) as error:
            complain([f"{file}: the game failed while it was run again", *failure(error)])
            worst = Exit.FAILED
        except AurumStatesError as error:
            if code_of(error) is Exit.BAD and not trace:
                click.echo("\n".join(messages(error)))  # the difference is what was asked for
            else:
                complain(messages(error))
            worst = max(worst, code_of(error))
    if coverage:
        _report(coverage, list(counted.values()))
    return worst


def _travel(file: Path, game: str | None, seat: int, *, at: int | None, diff: tuple[int, int] | None) -> int:
    """Show a move, what changed between two, or one step after the other."""
    from aurum_states.cli.time_travel import Traveller

    traveller = Traveller(file, game, seat)
    if at is not None:
        traveller.show(at)
    elif diff is not None:
        if not traveller.compare(*diff):
            note(f"the seat sees no change between the moves {diff[0]} and {diff[1]}")
    else:
        traveller.step()
    return Exit.DONE


def _go_on(
    file: Path, game: str | None, move: int, branch: Path | None, bots: str | None, *, quiet: bool
) -> None:
    """Play on from a move."""
    from aurum_states.cli.opening import Request, branched_table
    from aurum_states.cli.sitting import sit_down

    person = sys.stdin is not None and sys.stdin.isatty()
    sit_down(branched_table(Request(game, bots, branch, False, person), file, move), game, quiet=quiet)


def _report(form: str, counted: "list[Coverage]") -> None:
    from aurum_states.charts.coverage_page import coverage_page
    from aurum_states.cli.trace import encoded
    from aurum_states.replay.coverage import report, summary

    if form == "html":
        click.echo(coverage_page(counted), nl=False)
    elif form == "json":
        click.echo(encoded({"version": 1, "games": [report(one) for one in counted]}, indent=2))
    else:
        click.echo("\n".join(line for one in counted for line in summary(one)))


def _run(
    file: Path, game: str | None, *, trace: bool, quiet: bool, counted: "dict[str, Coverage] | None"
) -> None:
    """Run one file; raise what is wrong with it."""
    from aurum_states.replay.coverage import Coverage
    from aurum_states.replay.loading import game_of
    from aurum_states.replay.replay import Replay
    from aurum_states.replay.runner import run

    with about(str(file)):
        replay = Replay.read(file)
        definition = game_of(replay, game)
        watch: Watcher | None = _print_step if trace else None
        if counted is not None:
            folder = str(definition.folder)
            coverage = counted.setdefault(folder, Coverage(definition.name, definition.graph))
            watch = coverage.watch(str(file))
        result = run(replay, definition, watch=watch)
        if result.mismatch is not None:
            raise result.mismatch
    if replay.cut_off is not None:
        note(f"{file}: {replay.cut_off}")
    elif not result.ended:
        note(f"{file}: the recording stops after move {result.moves}, before the game's end")
    if not quiet and not trace and counted is None:
        end = (
            "to the end of the game" if result.ended else f"as far as it goes, in state {result.table.state}"
        )
        click.echo(f"{file}: {result.moves} moves, the same {end}")


def _update(file: Path, game: str | None, *, quiet: bool) -> None:
    """Rewrite a file whose game goes another way now; raise why it cannot be."""
    from aurum_states.replay.loading import game_of
    from aurum_states.replay.replay import Replay
    from aurum_states.replay.updating import updated

    with about(str(file)):
        replay = Replay.read(file)
        if replay.cut_off is not None:
            raise ReplayError(f"{replay.cut_off}; a file that is cut off is not rewritten")
        update = updated(replay, game_of(replay, game))
    if update.changes:
        update.write(file)
        click.echo("\n".join([f"{file} was rewritten:", *(f"  {line}" for line in update.changes)]))
    elif not quiet:
        click.echo(f"{file}: the same, left as it is")


def _print_step(table: "Table", _: object, result: "ActionResult | None") -> None:
    from aurum_states.cli.trace import encoded, step

    if result is not None:
        click.echo(encoded(step(table, result)))
