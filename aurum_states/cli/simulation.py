"""What ``simulate`` does: from its words to cases and ranges, the run, and what is told of it."""

import os
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aurum_states.cli.interrupts import leave_in_order
from aurum_states.cli.new_table import Wishes, seats_of, set_up
from aurum_states.cli.output import CannotError, Exit, note
from aurum_states.cli.progress import progress

if TYPE_CHECKING:
    from aurum_states.definitions.definition import GameDefinition
    from aurum_states.definitions.graph import StateGraph
    from aurum_states.engine.setup import Setup
    from aurum_states.simulate.case import Case
    from aurum_states.simulate.ranges import Range
    from aurum_states.simulate.results import CaseResult, Result
    from aurum_states.simulate.studies import Change

_SHARD = re.compile(r"(\d{1,9})/(\d{1,9})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played, in the words of the command line."""

    games: int
    first: int
    bots: str
    study: str
    sweeps: tuple[str, ...]
    max_moves: int | None
    shard: str | None
    check_leaks: bool = False

    def made(
        self, game: str | None, wishes: Wishes, record: Path | None
    ) -> "tuple[list[Case], list[Range], list[str]]":
        """Return the cases, their ranges of games, and every reason why they cannot be played."""
        from aurum_states.engine.game import has_redeal
        from aurum_states.engine.loading import load_game
        from aurum_states.simulate.case import SEED_LENGTH
        from aurum_states.simulate.ranges import Range

        definition, problems = load_game(game), list(wishes.problems)
        if self.check_leaks and not has_redeal(definition.game_class):
            problems.append(
                f"error: --check-leaks: {definition.name} has no redeal(self, player_id, draw), which deals "
                "anew what a player may not see; without it nothing can be proven"
            )
        if len(wishes.seed) > SEED_LENGTH:
            problems.append(f"error: --seed: a simulation's seed has at most {SEED_LENGTH} characters")
        start, stop = self._games(problems)
        cases = self._cases(definition, wishes, problems)
        ranges = []
        for number, case in enumerate(cases, 1):
            folder = "" if record is None else str(record / f"case-{number}" if len(cases) > 1 else record)
            own = self.games * (number - 1)  # games of its own: cases that share deals are not independent
            absolute = os.path.abspath(folder) if folder else ""  # noqa: PTH100 - of what may not exist
            ranges.append(Range(case, start + own, stop + own, absolute))
        problems += [reason for one in ranges for reason in _in_the_way(one)]
        return cases, ranges, problems

    def _games(self, problems: list[str]) -> tuple[int, int]:
        """Return the first game and the one after the last: of the whole, or of a shard."""
        if self.shard is None:
            return self.first, self.first + self.games
        match = _SHARD.fullmatch(self.shard)
        if match is None or not 1 <= int(match[1]) <= int(match[2]):
            problems.append(f"error: --shard {self.shard!r:.40}: write I/N with I from 1 to N, such as 3/16")
            return 0, 0
        shard, of = int(match[1]), int(match[2])
        return self.first + self.games * (shard - 1) // of, self.first + self.games * shard // of

    def _cases(self, definition: "GameDefinition", wishes: Wishes, problems: list[str]) -> "list[Case]":
        from aurum_states.simulate.agents import MOVE_LIMIT
        from aurum_states.simulate.bots import BotError, bot, bots_by_seat
        from aurum_states.simulate.case import Case
        from aurum_states.simulate.studies import SweepError

        setup = set_up(definition, wishes, problems)
        players, words = seats_of(definition.infos, wishes), tuple(self.bots.split(","))
        try:
            words = bots_by_seat(words, players) if players is not None else words
            for word in dict.fromkeys(words):
                bot(word, definition)
        except BotError as error:
            problems.append(f"error: --bots: {error}")
        try:
            changes = self._changes(definition, setup) if setup is not None else []
        except SweepError as error:
            problems.append(f"error: {error}")
        if problems or setup is None:
            return []
        limit = self.max_moves or MOVE_LIMIT
        usual = Case.of(setup, words, limit=limit, check_leaks=self.check_leaks)
        return [_changed(usual, one, definition, wishes, problems) for one in changes] or [usual]

    def _changes(self, definition: "GameDefinition", setup: "Setup") -> "list[Change]":
        from aurum_states.definitions.conditions import TableChoice
        from aurum_states.simulate.studies import Factor, every_option, pairwise, swept

        if self.sweeps:
            factors = [Factor.parse(text, definition) for text in self.sweeps]
            return list(swept(factors))
        chosen = setup.options
        choice = TableChoice(len(setup.players), chosen.chosen, chosen.mode, chosen.speed)
        if self.study == "every-option":
            return list(every_option(definition, choice))
        return list(pairwise(definition, choice)) if self.study == "pairwise" else []


def _changed(
    usual: "Case", change: "Change", definition: "GameDefinition", wishes: Wishes, problems: list[str]
) -> "Case":
    """Return the case of one table of a study; add why there is no such table."""
    from aurum_states.simulate.case import Case

    own: list[str] = []
    wanted = replace(wishes, options={**wishes.options, **change.options}, settings=dict(wishes.settings))
    for name, value in change.settings.items():
        from aurum_states.definitions.settings import written

        wanted.settings[name] = written(value)
    setup = set_up(definition, wanted, own)
    if setup is None:
        title = ", ".join(f"{name}={value}" for name, value in change.changed)
        problems += [f"{reason} ({title})" for reason in own]
        return usual
    case = Case.of(setup, usual.bots, limit=usual.limit, check_leaks=usual.check_leaks)
    return replace(case, changed=change.changed)


def _in_the_way(games: "Range") -> list[str]:
    """Say which recordings would be written over."""
    from aurum_states.simulate.ranges import recording_name

    folder = Path(games.folder)
    if not games.folder or not folder.exists():
        return []
    if not folder.is_dir():
        return [f"error: --record: {folder} is no folder"]
    there = {path.name for path in folder.iterdir()}
    for number in range(games.start, games.stop):
        if recording_name(number) in there:
            return [f"error: --record: {folder / recording_name(number)} exists; name another folder"]
    return []


def run(
    cases: "Sequence[Case]",
    ranges: "Sequence[Range]",
    *,
    jobs: int | None,
    backend: Any,
    address: str | None,
    failures: Path,
    form: str | None,
    html: Path | None,
    quiet: bool,
) -> Exit:
    """Play all ranges and show the result; an interrupt shows what there is so far."""
    from aurum_states.errors import LostWorkersError
    from aurum_states.simulate.ranges import Work
    from aurum_states.simulate.results import Result
    from aurum_states.simulate.workers import played

    result, began, code = Result(cases), time.monotonic(), Exit.DONE
    count = sum(one.stop - one.start for one in ranges)
    if jobs is None:
        jobs = os.cpu_count() or 1
    leave_in_order()
    try:
        with progress(count, "games") as advance:
            for part in played(Work(ranges, jobs), jobs, backend, address):
                result.add(part)
                advance(part.range.stop - part.range.start)
    except KeyboardInterrupt:
        note(f"interrupted after {result.total.games} of {count} games")
        code = Exit.INTERRUPTED
    except LostWorkersError as error:
        note(f"error: {error}\nwhat follows is of the {result.total.games} games played before")
        code = Exit.CANNOT
    except OSError as error:  # a recording cannot be written: what was played is not lost for that
        if not result.total.games:
            raise
        note(f"error: {error.filename}: {error.strerror}\nwhat follows is of {result.total.games} games")
        code = Exit.CANNOT
    result.timing.seconds = time.monotonic() - began
    try:
        keep_failures(result, failures)
    except OSError as error:
        note(f"error: --record-failures: {error.filename}: {error.strerror}")
        code = code or Exit.CANNOT
    show(result, form=form, html=html, quiet=quiet)
    bad = [result.total.failed > 0, *map(_proves_nothing, result.cases)]
    return Exit.BAD if code == Exit.DONE and any(bad) else code


def _proves_nothing(one: "CaseResult") -> bool:
    """Whether leaks were looked for, and nothing hidden was ever dealt anew; that is said."""
    from aurum_states.proofs.leaks import PLAYER_REDEALS

    summary = one.summary
    if not one.case.check_leaks or not summary.finished or summary.proof[PLAYER_REDEALS]:
        return False
    title = f" ({one.case.title})" if one.case.title else ""
    note(f"error: --check-leaks: redeal has never dealt anything anew{title}: that proves nothing")
    return True


def keep_failures(result: "Result", folder: Path) -> None:
    """Record the first games of each kind of failure, and say where."""
    from aurum_states.simulate.ranges import recording_name, write_recording

    several = len(result.cases) > 1
    for number, one in enumerate(result.cases, 1):
        for (kind, where), failures in sorted(one.summary.failures.items()):
            at = folder / f"case-{number}" if several else folder
            for game in failures.first:
                write_recording(one.case, game, at)
            names = ", ".join(recording_name(game) for game in failures.first)
            note(f"{failures.count} games {kind} ({where}): {failures.message}\n  recorded in {at}: {names}")


def show(result: "Result", *, form: str | None, html: Path | None, quiet: bool) -> None:
    """Print the result as text, JSON or CSV; then write the page, which loses nothing if it cannot be."""
    if form == "json":
        from aurum_states.cli.trace import encoded

        click.echo(encoded(result.as_data()))
    elif form == "csv":
        from aurum_states.cli.simulation_text import csv_text

        click.echo(csv_text(result), nl=False)
    elif not quiet:
        from aurum_states.cli.simulation_text import summary_text

        click.echo("\n".join(summary_text(result)))
    if html is not None:
        from aurum_states.charts.simulation_page import simulation_page

        html.write_text(simulation_page(result, _graph(result)), encoding="utf-8")


def page_in_the_way(html: Path | None) -> list[str]:
    """Say why a page cannot be written there; nothing is touched."""
    if html is None:
        return []
    if not html.parent.is_dir():
        return [f"error: --html: there is no folder {html.parent}"]
    if not os.access(html if html.exists() else html.parent, os.W_OK):
        return [f"error: --html: {html} may not be written"]
    return []


def _graph(result: "Result") -> "StateGraph | None":
    """Return the state graph of the game where it is at hand."""
    from aurum_states.engine.loading import load_game
    from aurum_states.errors import AurumStatesError

    try:
        case = result.cases[0].case
        return load_game(case.place or case.game).graph
    except (AurumStatesError, IndexError):
        return None


def read_result(path: Path) -> "Result":
    """Read a result that ``simulate --json`` has printed.

    Raises:
        CannotError: it is none, or cannot be read.
    """
    import json

    from aurum_states.simulate.results import Result, ResultError

    try:
        return Result.of_data(json.loads(path.read_bytes()))
    except (ValueError, RecursionError) as error:
        raise CannotError([f"{path}: error: it is no JSON: {error}"]) from error
    except ResultError as error:
        raise CannotError([f"{path}: error: {error}"]) from error


def compare_results(one: Path, other: Path, *, form: str | None, quiet: bool) -> Exit:
    """Tell which measures of two results really differ."""
    from aurum_states.cli.simulation_text import comparison_data, comparison_text
    from aurum_states.simulate.measures import compared, measures

    first, second = read_result(one), read_result(other)
    bots = [{case.case.bots for case in result.cases} for result in (first, second)]
    words = next(iter(bots[0])) if bots[0] == bots[1] and len(bots[0]) == 1 else ()
    found = compared(list(measures(first.total, words)), list(measures(second.total, words)))
    if form == "json":
        from aurum_states.cli.trace import encoded

        click.echo(encoded(comparison_data(found)))
    else:
        click.echo("\n".join(comparison_text(found, str(one), str(other), quiet=quiet)))
    return Exit.BAD if any(difference.real for difference in found) else Exit.DONE
