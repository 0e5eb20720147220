"""Run a recorded game again and find the first difference."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from aurum_states.definitions.definition import GameDefinition
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
    QuitEntry,
    RefusedEntry,
    ZombieEntry,
)
from aurum_states.replay.replay import Replay

Watcher = Callable[[Table, AnyEntry | None, ActionResult], None]
"""Is told of the opening (entry None) and of each step that was run."""


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """What came of running a replay: the table as far as it went right, and the first difference.

    ``ended`` says whether the recording holds the game's end, and it was right.
    """

    table: Table
    moves: int
    ended: bool
    mismatch: ReplayMismatchError | None


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
            f"the replay is of rules {replay.header['rules']!r}; {definition.name} runs {', '.join(known)}", 1
        )
    return setup_from(definition, replay.header)


def run(
    replay: Replay,
    definition: GameDefinition,
    *,
    watch: Watcher | None = None,
    mode: Mode = "full",
    recorder: Recorder | None = None,
) -> ReplayResult:
    """Run a replay from its set-up; stop at the first difference, which is in the result.

    Turns of zombies are run as they stand there, line by line; only after the last line they play by
    themselves again (``Table.play_zombies`` is for a recording that ends before such a turn).

    Raises:
        ReplayError, SetupError: the replay does not fit the game at all.
        GameError: the game's own code failed.
    """
    table = Table.seated(setup_of(replay, definition), recorder, mode)
    if watch is not None:
        watch(table, None, table.opening)
    ended = False
    table.zombies_play = False
    for line, entry in replay.entries:
        try:
            _nobody_missing(table, entry, line)
            result = _step(table, entry, line, replay)
        except ReplayMismatchError as mismatch:
            return ReplayResult(table, table.moves_made, False, mismatch)
        ended = ended or isinstance(entry, EndEntry)
        if watch is not None and result is not None:
            watch(table, entry, result)
    table.zombies_play = True
    return ReplayResult(table, table.moves_made, ended, None)


def _step(table: Table, entry: AnyEntry, line: int, replay: Replay) -> ActionResult | None:
    if isinstance(entry, MoveEntry):
        return _move(table, entry, line, replay)
    if isinstance(entry, ZombieEntry | QuitEntry | BackEntry | ConcedeEntry):
        return _other(table, entry, line, replay)
    if isinstance(entry, RefusedEntry):
        _refused(table, entry, line)
        return None
    _ended(table, entry, line)
    return None


def _move(table: Table, entry: MoveEntry, line: int, replay: Replay) -> ActionResult:
    state, number = table.state, table.moves_made + 1
    if entry.move != number:
        raise ReplayMismatchError(
            f"move {number} in state {state}: expected its line, got that of move {entry.move}",
            move=number,
            expected=entry.move,
            actual=number,
            line=line,
        )
    try:
        result = table.act(entry.player, entry.action, entry.args)
    except ActionError as error:
        raise _not_accepted(table, entry.player, entry.action, error, line) from error
    _compare(table, entry, result, line, replay)
    return result


def _other(
    table: Table, entry: ZombieEntry | QuitEntry | BackEntry | ConcedeEntry, line: int, replay: Replay
) -> ActionResult:
    kind, seat = _asked(entry)
    try:
        result = _WAYS[kind](table, seat)
    except ActionError as error:
        raise _not_accepted(table, seat, "zombieTurn" if kind == "zombie" else kind, error, line) from error
    if isinstance(entry, ZombieEntry | ConcedeEntry):
        _compare(table, entry, result, line, replay)
    return result


_WAYS: Mapping[str, Callable[[Table, PlayerId], ActionResult]] = {
    "zombie": Table.zombie_turn,
    "quit": Table.quit,
    "back": Table.back,
    "concede": Table.concede,
}


def _asked(entry: ZombieEntry | QuitEntry | BackEntry | ConcedeEntry) -> tuple[str, PlayerId]:
    """Return what a line that is no move does, and for whom: its first key and who stands there."""
    kind = entry.__struct_fields__[0]
    return kind, getattr(entry, kind).player


def _nobody_missing(table: Table, entry: AnyEntry, line: int) -> None:
    """Demand a zombie's line where a player who is gone is asked."""
    gone = {*table.zombies, *table.eliminated}
    waiting = [player for player in table.active_players if player in gone]
    if not waiting or isinstance(entry, ZombieEntry):
        return
    number = table.moves_made
    raise ReplayMismatchError(
        f"after move {number} in state {table.state}: expected a zombie line for {_name(table, waiting[0])}, "
        f"who is gone and active; got {entry.__struct_fields__[0]!r}",
        move=number,
        expected="zombie",
        actual=entry.__struct_fields__[0],
        line=line,
    )


def _not_accepted(
    table: Table, player_id: int, action: str, error: ActionError, line: int
) -> ReplayMismatchError:
    number = table.moves_made + 1
    return ReplayMismatchError(
        f"move {number} in state {table.state}: expected {action:.60} by {_name(table, player_id)} "
        f"to be accepted; got {error.code}: {error}",
        move=number,
        expected="accepted",
        actual=error.code,
        line=line,
    )


def _compare(
    table: Table,
    entry: MoveEntry | ZombieEntry | ConcedeEntry,
    result: ActionResult,
    line: int,
    replay: Replay,
) -> None:
    number = table.moves_made
    state = result.transitions[0].source if result.transitions else table.state
    if list(result.transitions) != entry.transitions:
        raise ReplayMismatchError(
            f"move {number} in state {state}: expected the transitions {_path(entry.transitions)}; "
            f"got {_path(result.transitions)}",
            move=number,
            expected=entry.transitions,
            actual=list(result.transitions),
            line=line,
        )
    if result.digest != entry.digest:
        raise ReplayMismatchError(
            f"move {number} in state {state}: same transitions, but another table: expected the digest "
            f"{entry.digest}, got {result.digest}; this move changed\n{_changed(table, replay, line)}",
            move=number,
            expected=entry.digest,
            actual=result.digest,
            line=line,
        )


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
        for number, entry in replay.entries:
            if number >= line:
                break
            if isinstance(entry, MoveEntry):
                before.act(entry.player, entry.action, entry.args)
            elif isinstance(entry, ZombieEntry | QuitEntry | BackEntry | ConcedeEntry):
                kind, seat = _asked(entry)
                _WAYS[kind](before, seat)
    except (ActionError, SetupError) as error:  # the game is not deterministic: that is the finding
        return f"  (running it again went another way: {error})"
    old, new = _flat(readable(before)), _flat(readable(table))
    changed = [
        f"  {path}: {old.get(path)!r} -> {new.get(path)!r}"
        for path in {**old, **new}
        if old.get(path) != new.get(path)
    ]
    return "\n".join(changed) or "  nothing that can be shown"


def _flat(data: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in data.items():
        inner = f"{path}.{key}" if path else str(key)
        if isinstance(value, Mapping) and value:
            flat.update(_flat(value, inner))
        else:
            flat[inner] = value
    return flat


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
