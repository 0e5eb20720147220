"""A table to play at: a new one, or one that goes on from a recording. All problems first, then files."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from aurum_states.cli.bot_seats import bot_seats
from aurum_states.cli.new_table import Wishes, not_counting, seats_of, set_up
from aurum_states.cli.output import CannotError, about, messages, note
from aurum_states.cli.recording import Recording
from aurum_states.errors import DefinitionError, GameNotFoundError, ReplayError, SetupError

if TYPE_CHECKING:
    from aurum_states.engine.table import Table
    from aurum_states.replay.replay import Replay


@dataclass(frozen=True, slots=True)
class Request:
    """What ``play`` was asked for, whatever the table: ``person`` is whether one sits at the keyboard."""

    game: str | None
    bots: str | None
    replay: Path | None
    force: bool
    person: bool


@dataclass(frozen=True, slots=True)
class Opened:
    """A table with its recording and the bots by seat (from 1)."""

    table: "Table"
    recording: Recording | None
    bots: dict[int, str]
    resumed: bool = False


MODE: Final = "paranoid"
"""How tables are run here: whoever plays a prototype learns at once what is wrong with its code."""


def new_table(request: Request, wishes: Wishes) -> Opened:
    """Set up a new table and begin its recording.

    Raises:
        CannotError: with every reason why it cannot be; nothing was written.
        GameError: the game's own code failed.
    """
    from aurum_states.engine.loading import load_game
    from aurum_states.engine.table import Table

    recording = Recording(request.replay, force=request.force) if request.replay is not None else None
    problems = [*wishes.problems, *(recording.problems() if recording is not None else ())]
    try:
        definition = load_game(request.game)
    except (DefinitionError, GameNotFoundError) as error:
        raise CannotError([*messages(error), *problems]) from error
    setup = set_up(definition, wishes, problems)
    count = seats_of(definition.infos, wishes)
    bots = bot_seats(request.bots, definition, count, person=request.person, problems=problems)
    if problems or setup is None:
        raise CannotError(problems)
    for line in not_counting(setup, wishes):
        note(line)
    table = Table.seated(setup, recording, MODE)
    if recording is not None:
        recording.start(table)
    return Opened(table, recording, bots)


def resumed_table(request: Request, path: Path, superfluous: list[str]) -> Opened:
    """Run a recording again and go on recording in its file, or in a new one.

    ``superfluous`` names options that are for new tables only.

    Raises:
        CannotError: the file cannot be read, its game is over, or its replay differs; nothing was written.
        GameError: the game's own code failed.
    """
    from aurum_states.replay.loading import game_of
    from aurum_states.replay.replay import Replay
    from aurum_states.replay.runner import run, setup_of

    elsewhere = request.replay is not None and os.path.realpath(request.replay) != os.path.realpath(path)
    recording = Recording(request.replay if elsewhere and request.replay else path, force=request.force)
    problems = [f"error: {name} is for a new game; --resume has it from {path}" for name in superfluous]
    problems += recording.problems() if elsewhere else []
    try:
        replay = Replay.read(path)
        definition = game_of(replay, request.game)
        setup = setup_of(replay, definition)
    except (ReplayError, DefinitionError, GameNotFoundError, SetupError) as error:
        raise CannotError([*messages(error, str(path)), *problems]) from error
    if replay.ended:
        problems.append(f"error: the game in {path} is over: there is nothing to go on with")
    bots = bot_seats(request.bots, definition, len(setup.players), person=request.person, problems=problems)
    if problems:
        raise CannotError(problems)
    with about(str(path)):
        result = run(replay, definition, recorder=recording, mode=MODE)
        if result.mismatch is not None:
            raise result.mismatch
    _go_on(recording, replay, elsewhere=elsewhere)
    result.table.play_zombies()
    note(f"{path}: going on after move {result.moves}")
    return Opened(result.table, recording, bots, resumed=True)


def branched_table(request: Request, path: Path, move: int) -> Opened:
    """Go on from a move of a recording, in a new recording that names where it came from.

    Raises:
        CannotError: the file cannot be read, has no such move, or its replay differs; nothing was written.
        GameError: the game's own code failed.
    """
    from aurum_states.replay.loading import game_of
    from aurum_states.replay.replay import Replay
    from aurum_states.replay.runner import run
    from aurum_states.replay.timeline import Timeline

    recording = Recording(request.replay, force=request.force) if request.replay is not None else None
    problems = recording.problems() if recording is not None else []
    with about(str(path)):
        replay = Replay.read(path)
        definition = game_of(replay, request.game)
        lines = Timeline(replay, definition).branch(move, path.read_bytes())
        result = run(Replay.parse(lines), definition, recorder=recording, mode=MODE)
        if result.mismatch is not None:
            raise result.mismatch
    bots = bot_seats(request.bots, definition, len(replay.players), person=request.person, problems=problems)
    if result.table.is_over:
        problems.append(f"error: after move {move} the game in {path} is over")
    if problems:
        raise CannotError(problems)
    if recording is not None:
        recording.begin(lines)
    note(f"{path}: going on after move {move}")
    return Opened(result.table, recording, bots, resumed=True)


def _go_on(recording: Recording, replay: "Replay", *, elsewhere: bool) -> None:
    if elsewhere:
        recording.copy(replay)
    else:
        recording.resume(replay)
    if replay.cut_off is not None:
        done = "it is left out" if elsewhere else "it is dropped"
        note(f"{replay.source}: {replay.cut_off}; {done}")
