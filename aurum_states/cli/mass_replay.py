"""``replay --all``: thousands of recordings, one summary."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aurum_states.cli.interrupts import leave_in_order
from aurum_states.cli.output import CannotError, Exit, note
from aurum_states.cli.progress import progress

if TYPE_CHECKING:
    from aurum_states.replay.mass import Group, Outcome, Summary

_SERIAL = 40
"""Up to so many files are run in this process: starting others takes longer."""


def replay_all(
    folder: Path,
    game: str | None,
    jobs: int | None,
    *,
    pin: str | None = None,
    migrate: Path | None = None,
    quiet: bool,
) -> Exit:
    """Run every recording below a folder and print the summary; an interrupt prints it so far."""
    from aurum_states.errors import LostWorkersError
    from aurum_states.replay.mass import Summary, judge_all
    from aurum_states.replay.replay import files_in

    files = files_in(folder)
    if not files:
        raise CannotError([f"error: --all: there is no recording (*.replay.jsonl) in {folder}"])
    if jobs is None:
        jobs = 1 if len(files) <= _SERIAL else os.cpu_count() or 1
    jobs = min(jobs, len(files))
    summary = Summary()
    leave_in_order()
    try:
        with progress(len(files), "recordings") as advance:
            for outcome in judge_all(files, game, jobs=jobs, pin=pin, migrate=migrate):
                summary.add(outcome)
                advance(1)
    except KeyboardInterrupt:
        note(f"interrupted after {summary.files} of {len(files)} recordings")
        show(summary, quiet=quiet)
        return Exit.INTERRUPTED
    except LostWorkersError as error:
        rewritten = "; some of them may be rewritten already" if pin or migrate else ""
        note(f"error: {error}{rewritten}\nwhat follows is of the {summary.files} recordings run before")
        show(summary, quiet=quiet)
        return Exit.CANNOT
    show(summary, quiet=quiet)
    return exit_of(summary)


def exit_of(summary: "Summary") -> Exit:
    """Return the exit code: the worst of all files."""
    if summary.of("failed"):
        return Exit.FAILED
    if summary.of("unreadable"):
        return Exit.CANNOT
    return Exit.BAD if summary.of("differs") else Exit.DONE


def show(summary: "Summary", *, quiet: bool) -> None:
    """Print how many go the same way, and the others by reason."""
    if not quiet or summary.same < summary.files:
        click.echo(f"{summary.same} of {summary.files} recordings go the same way ({summary.moves} moves)")
    if summary.changed["pinned"]:
        click.echo(f"{summary.changed['pinned']} go the same way by older rules, and say so now")
    if summary.changed["migrated"]:
        click.echo(f"{summary.changed['migrated']} were rewritten (the originals: *.replay.jsonl.orig)")
    titles = {"differs": "differ", "failed": "failed", "unreadable": "cannot be run"}
    for verdict in ("differs", "failed", "unreadable"):
        groups = summary.of(verdict)
        if groups:
            click.echo(f"{sum(group.count for group in groups)} {titles[verdict]}")
        for group in groups:
            for line in _group(group):
                click.echo(line)


def _group(group: "Group") -> Iterator[str]:
    yield f"  {group.count:>5}  {group.reason}"
    for outcome in group.first:
        yield f"         {_place(outcome)}"
    if group.count > len(group.first):
        yield f"         and {group.count - len(group.first)} more"


def _place(outcome: "Outcome") -> str:
    line = f":{outcome.line}" if outcome.line else ""
    move = f" (after move {outcome.moves})" if outcome.verdict == "differs" else ""
    return f"{outcome.file}{line}{move}"
