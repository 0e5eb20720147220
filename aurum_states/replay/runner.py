"""Run a recorded game again and find the first difference."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from aurum_states.definitions.definition import GameDefinition
from aurum_states.definitions.states import Transition
from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import ActionResult, Recorder
from aurum_states.engine.setup import Setup
from aurum_states.engine.snapshot import readable, setup_from
from aurum_states.engine.table import Mode, Table
from aurum_states.errors import ActionError, ReplayError, ReplayMismatchError, SetupError
from aurum_states.replay.format import (
    AnyEntry,
    BackEntry,
    ConcedeEntry,
    EndEntry,
    MoveEntry,
    PreferenceEntry,
    QuitEntry,
    RefusedEntry,
    RunEntry,
    UndoEntry,
    ZombieEntry,
)
from aurum_states.replay.replay import Replay
from aurum_states.replay.values import changes

Watcher = Callable[[Table, AnyEntry | None, ActionResult | None], None]
"""Is told of the opening (entry None), of each step, and of each request that was refused (result None)."""


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """What came of running a replay: the table as far as it went right, and the first difference.

    ``ended`` says whether the recording holds the game's end, and it was right.
    """

    table: Table
    moves: int
    ended: bool
    mismatch: ReplayMismatchError | None


SETUPS = 64
"""How many set-ups are remembered: the recordings of a folder mostly differ in their seeds alone."""
_setups: dict[bytes, Setup] = {}
_encode = msgspec.json.Encoder().encode


def setup_of(replay: Replay, definition: GameDefinition) -> Setup:
    """Return the set-up of a replay.

    Raises:
        ReplayError: it is of another game or other rules.
        SetupError: the header does not fit the game.
    """
    if replay.game != definition.name:
        raise ReplayError(f"the replay is of the game {replay.game!r}, not {definition.name!r}", 1)
    known = definition.infos.playable_rules
    if replay.header["rules"] not in known:
        raise ReplayError(
            f"the replay is of rules {replay.header['rules']!r}; {definition.name} runs {', '.join(known)}"
            " (replay --update takes it over)",
            1,
        )
    but_for_seed = _encode({**replay.header, "seed": None})
    same = _setups.get(but_for_seed)
    if same is not None and same.definition is definition:
        return same.with_seed(replay.header.get("seed", ""))
    setup = setup_from(definition, replay.header)
    if len(_setups) >= SETUPS:
        _setups.clear()
    _setups[but_for_seed] = setup
    return setup


def run(
    replay: Replay,
    definition: GameDefinition,
    *,
    watch: Watcher | None = None,
    mode: Mode = "full",
    recorder: Recorder | None = None,
    differs: Callable[[ReplayMismatchError], None] | None = None,
) -> ReplayResult:
    """Run a replay from its set-up; stop at the first difference, which is in the result.

    Turns of zombies are run as they stand there, line by line; only after the last line they play by
    themselves again (``Table.play_zombies`` is for a recording that ends before such a turn).
    With ``differs`` the run goes on after a difference as long as every move is accepted: it is told of each.

    Raises:
        ReplayError, SetupError: the replay does not fit the game at all.
        GameError: the game's own code failed.
    """
    table = Table.seated(setup_of(replay, definition), recorder, mode)
    table.zombies_play = False
    if watch is not None:
        watch(table, None, table.opening)
    ended = False
    result: ActionResult | None
    core, act = table._core, table.act
    for line, entry in enumerate(replay.steps, 2):
        try:
            if core.standing is not None:
                _nobody_missing(table, entry, line)
            if isinstance(entry, MoveEntry):
                if entry.move != core.move + 1:
                    raise _misnumbered(table, entry, line)
                try:
                    result = act(entry.player, entry.action, entry.args)
                except ActionError as error:
                    raise _not_accepted(table, entry.player, entry.action, error, line) from error
                if result.digest != entry.digest or result.transitions != entry.path:
                    raise _difference(table, entry, result, line)
            else:
                result = _step(table, entry, line)
        except ReplayMismatchError as mismatch:
            mismatch.state, mismatch.action = mismatch.state or table.state, _action(entry)
            if differs is None or not _goes_on(mismatch):
                if mismatch.kind == "digest":
                    mismatch.args = (f"{mismatch}; this move changed\n{_changed(table, replay, line)}",)
                return ReplayResult(table, table.moves_made, False, mismatch)
            differs(mismatch)
            continue
        if isinstance(entry, EndEntry):
            ended = True
        elif watch is not None:
            watch(table, entry, result)
    table.zombies_play = True
    return ReplayResult(table, table.moves_made, ended, None)


def _goes_on(mismatch: ReplayMismatchError) -> bool:
    """Whether the moves after a difference can still be tried."""
    refused = mismatch.kind == "refused" and mismatch.actual != "accepted"
    return refused or mismatch.kind in ("transitions", "digest", "end")


def _action(entry: AnyEntry) -> str:
    """Return what an entry tries, for a person."""
    if isinstance(entry, MoveEntry):
        return entry.action
    return (
        entry.refused.action
        if isinstance(entry, RefusedEntry)
        else type(entry).__name__.removesuffix("Entry").lower()
    )


def _step(table: Table, entry: AnyEntry, line: int) -> ActionResult | None:
    if isinstance(entry, RunEntry):
        return _run(table, entry, line)
    if isinstance(entry, RefusedEntry):
        _refused(table, entry, line)
        return None
    _ended(table, entry, line)
    return None


def _misnumbered(table: Table, entry: MoveEntry, line: int) -> ReplayMismatchError:
    number = table.moves_made + 1
    return ReplayMismatchError(
        f"move {number} in state {table.state}: expected its line, got that of move {entry.move}",
        kind="number",
        move=number,
        expected=entry.move,
        actual=number,
        line=line,
    )


def _run(table: Table, entry: RunEntry, line: int) -> ActionResult:
    try:
        result = take(table, entry)
    except ActionError as error:
        raise _not_accepted(table, *_asked(entry), error, line) from error
    if isinstance(entry, QuitEntry | BackEntry):
        return result  # what they lead to is in the lines that follow
    same_way = isinstance(entry, UndoEntry) or result.transitions == entry.path
    if not same_way or result.digest != entry.digest:
        raise _difference(table, entry, result, line)
    return result


def take(table: Table, entry: RunEntry) -> ActionResult:
    """Let a recorded line happen again."""
    if isinstance(entry, MoveEntry):
        return table.act(entry.player, entry.action, entry.args)
    if isinstance(entry, ZombieEntry):
        return table.zombie_turn(entry.zombie.player)
    if isinstance(entry, QuitEntry):
        return table.quit(entry.quit.player)
    if isinstance(entry, BackEntry):
        return table.back(entry.back.player)
    if isinstance(entry, ConcedeEntry):
        return table.concede(entry.concede.player)
    if isinstance(entry, UndoEntry):
        return table.undo(entry.undo.player)
    change = entry.preference
    return table.set_preference(change.player, change.id, change.value)


def _asked(entry: RunEntry) -> tuple[PlayerId, str]:
    """Return who is said to have done what in a line."""
    if isinstance(entry, MoveEntry):
        return entry.player, entry.action
    if isinstance(entry, PreferenceEntry):
        change = entry.preference
        return change.player, f"preference {change.id} = {change.value}"
    kind = entry.__struct_fields__[0]
    return getattr(entry, kind).player, "zombieTurn" if kind == "zombie" else kind


def _nobody_missing(table: Table, entry: AnyEntry, line: int) -> None:
    """Demand a zombie's line where a player who is gone is active."""
    gone = {*table.zombies, *table.eliminated}
    waiting = [player for player in table.active_players if player in gone]
    if not waiting or isinstance(entry, ZombieEntry):
        return
    got = entry.__struct_fields__[0]
    raise ReplayMismatchError(
        f"after move {table.moves_made} in state {table.state}: expected a zombie line for "
        f"{_name(table, waiting[0])}, who is gone and active; got {got!r}",
        kind="number",
        move=table.moves_made,
        expected="zombie",
        actual=got,
        line=line,
    )


def _not_accepted(
    table: Table, player_id: int, action: str, error: ActionError, line: int
) -> ReplayMismatchError:
    number = table.moves_made + 1
    return ReplayMismatchError(
        f"move {number} in state {table.state}: expected {action:.60} by {_name(table, player_id)} "
        f"to be accepted; got {error.code}: {error}",
        kind="accepted",
        move=number,
        expected="accepted",
        actual=error.code,
        line=line,
    )


def _difference(table: Table, entry: Any, result: ActionResult, line: int) -> ReplayMismatchError:
    state = result.transitions[0].source if result.transitions else table.state
    where = f"move {table.moves_made} in state {state}"
    recorded = getattr(entry, "path", result.transitions)
    if result.transitions != recorded:
        found = ReplayMismatchError(
            f"{where}: expected the transitions {_path(recorded)}; got {_path(result.transitions)}",
            kind="transitions",
            move=table.moves_made,
            expected=[Transition(*taken) for taken in recorded],
            actual=list(result.transitions),
            line=line,
        )
    else:
        found = ReplayMismatchError(
            f"{where}: same transitions, but another table: expected the digest {entry.digest}, "
            f"got {result.digest}",
            kind="digest",
            move=table.moves_made,
            expected=entry.digest,
            actual=result.digest,
            line=line,
        )
    found.state = state
    return found


def _refused(table: Table, entry: RefusedEntry, line: int) -> None:
    wanted, state, number = entry.refused, table.state, table.moves_made
    try:
        table.act(wanted.player, wanted.action, wanted.args)
    except ActionError as error:
        if error.code == wanted.code:
            return
        actual, shown = error.code, f"{error.code}: {error}"
    else:
        actual = shown = "accepted"
    raise ReplayMismatchError(
        f"after move {number} in state {state}: expected {wanted.action:.60} by "
        f"{_name(table, wanted.player)} to be refused with {wanted.code}; got {shown}",
        kind="refused",
        move=number,
        expected=wanted.code,
        actual=actual,
        line=line,
    )


def _ended(table: Table, entry: EndEntry, line: int) -> None:
    expected: Any = (entry.end.state, entry.end.ranking)
    actual: Any = (table.state, table.ranking())
    if expected != actual:
        raise ReplayMismatchError(
            f"at the end, after move {table.moves_made}: expected {msgspec.to_builtins(expected)}; "
            f"got {msgspec.to_builtins(actual)}",
            kind="end",
            move=table.moves_made,
            expected=expected,
            actual=actual,
            line=line,
        )


def _changed(table: Table, replay: Replay, line: int) -> str:
    """Say which fields the last move changed and what they hold now, by running the game again up to it."""
    try:
        before = Table.seated(table.setup)
        before.zombies_play = False
        for entry in replay.before(line).steps:
            if isinstance(entry, RunEntry):
                take(before, entry)
    except (ActionError, SetupError) as error:  # the game is not deterministic: that is the finding
        return f"  (running it again went another way: {error})"
    changed = changes(readable(before), readable(table))
    return "\n".join(f"  {line}" for line in changed) or "  nothing that can be shown"


def _path(transitions: Any) -> str:
    if not transitions:
        return "(none)"
    return " ".join(
        [
            transitions[0][0],
            *(f"-{'jump' if name is None else name}-> {target}" for _, name, target in transitions),
        ]
    )


def _name(table: Table, player_id: int) -> str:
    return table.setup.names.get(player_id, str(player_id))
