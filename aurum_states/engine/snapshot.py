"""A whole table as JSON: saved here, restored in another process, and it goes on to the same digests."""

from collections.abc import Mapping
from typing import Any

import msgspec

from aurum_states.components.part import ComponentError, Part
from aurum_states.definitions.definition import GameDefinition
from aurum_states.engine.clock import Clocks
from aurum_states.engine.plan import Core
from aurum_states.engine.players import Player
from aurum_states.engine.preferences import Chosen
from aurum_states.engine.record import Recorder
from aurum_states.engine.setup import Setup
from aurum_states.engine.state import State
from aurum_states.engine.table import Mode, Table
from aurum_states.engine.undo import Step
from aurum_states.errors import GameError, SetupError
from aurum_states.names import listed

FORMAT, VERSION = "aurum-states-snapshot", 1


def header(setup: Setup, chosen: Chosen | None = None) -> dict[str, Any]:
    """Return a set-up as the header of a replay or snapshot holds it, keys in a fixed order.

    ``chosen`` are the preferences as they are by now; without them it has those that the table began with.
    """
    definition = setup.definition
    made: dict[str, Any] = {
        "game": definition.name,
        "rules": setup.rules,
        "players": [_as_json(one) for one in setup.players],
        "options": {str(key): value for key, value in setup.options.chosen.items()},
        "preferences": {
            str(player_id): {str(key): value for key, value in values.items()}
            for player_id, values in (setup.preferences if chosen is None else chosen).items()
        },
        "settings": setup.changed_settings,
        "seed": setup.seed,
    }
    if setup.position is not None:
        made["position"] = setup.position
    return made


class _Chosen(msgspec.Struct):
    """What a header says of who plays and how."""

    players: list[Player]
    options: dict[int, int]
    preferences: dict[int, dict[int, int]] = {}
    settings: dict[str, Any] = {}


def setup_from(definition: GameDefinition, head: Mapping[str, Any]) -> Setup:
    """Return the set-up that a header describes.

    Raises:
        SetupError: the header does not fit the game, with every reason.
    """
    missing = [f"the key {name!r} is missing" for name in ("players", "options") if name not in head]
    if missing:
        raise SetupError(missing)
    try:
        chosen = msgspec.convert(head, _Chosen, str_keys=True)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:  # the latter for half a character
        raise SetupError([f"a value has the wrong type: {error}"]) from error
    return Setup(
        definition,
        chosen.players,
        chosen.options,
        chosen.preferences,
        chosen.settings,
        head.get("seed", ""),
        head.get("position"),
        head.get("rules"),
    )


def take(table: Table) -> dict[str, Any]:
    """Return everything about a table between two moves, in JSON's types."""
    core, state, clock = table._core, table._game.state, table._keeping.clock
    clocks = {"clocks": _as_json(clock.shown)} if clock.shown != clock.start else {}
    table._keeping.settle()
    return {
        "format": FORMAT,
        "version": VERSION,
        **header(table.setup, table._preferences.chosen),
        "core": _as_json(core),
        "state": _as_json(state),
        "fixed": {name: fixed for name, fixed in _fixed(table) if fixed is not None},
        **clocks,
        **({"steps": _as_json(table._keeping.commit.steps)} if table._keeping.commit.steps else {}),
        "digest": table.digest,
    }


def readable(table: Table) -> dict[str, Any]:
    """Return core and state as a person reads them in a trace, hidden cards included."""
    return _readable(table._core, table._game.state)


def readable_saved(table: Table, saved: bytes) -> dict[str, Any]:
    """Return what ``readable`` gave when a table of this game was saved so.

    Bytes that the game's present classes do not read are shown as they are.
    """
    try:
        core, state = table._plan.decode(saved)
    except msgspec.ValidationError:
        core, state = msgspec.msgpack.decode(saved)
        return {"core": core, "state": state}
    for decoded, live in ((core, table._core), (state, table._game.state)):
        for name in decoded.__struct_fields__:
            part = getattr(decoded, name)
            if isinstance(part, Part):
                part.set_fixed(getattr(live, name).fixed())
                part.bind(table._game._services)
    return _readable(core, state)


def _readable(core: Core, state: State) -> dict[str, Any]:
    return {
        "core": {name: _shown(getattr(core, name)) for name in core.__struct_fields__},
        "state": {name: _shown(getattr(state, name)) for name in state.__struct_fields__},
    }


def restore(
    definition: GameDefinition,
    snapshot: Mapping[str, Any],
    *,
    recorder: Recorder | None = None,
    mode: Mode = "full",
) -> Table:
    """Return a table that goes on where the snapshot was taken.

    Raises:
        SetupError: it is no snapshot of this game and these rules, or it has been changed.
    """
    reasons = _refuse(definition, snapshot)
    if reasons:
        raise SetupError(reasons)
    setup = setup_from(definition, snapshot)
    table = Table.seated(setup, recorder, mode)
    try:
        _refill(table, snapshot)
    except (msgspec.ValidationError, ComponentError, GameError, KeyError, TypeError, ValueError) as error:
        raise SetupError([f"the snapshot's state cannot be read: {error}"]) from error
    if table.digest != snapshot.get("digest"):
        raise SetupError(
            [f"the snapshot has been changed: its digest says {snapshot.get('digest')}, not {table.digest}"]
        )
    return table


def _refuse(definition: GameDefinition, snapshot: Mapping[str, Any]) -> list[str]:
    if not isinstance(snapshot, Mapping):
        return [f"this is no snapshot: it must be an object, not {type(snapshot).__name__}"]
    if snapshot.get("format") != FORMAT:
        return [f"this is no snapshot: its format is {snapshot.get('format')!r}, not {FORMAT!r}"]
    reasons = []
    if snapshot.get("version") != VERSION:
        reasons.append(
            f"snapshot version {snapshot.get('version')!r} is not {VERSION}, the one this program reads"
        )
    if snapshot.get("game") != definition.name:
        reasons.append(f"the snapshot is of the game {snapshot.get('game')!r}, not {definition.name!r}")
    known = definition.infos.playable_rules
    if snapshot.get("rules") not in known:
        reasons.append(
            f"the snapshot is of rules {snapshot.get('rules')!r}; the game runs {', '.join(known)}"
        )
    return reasons


def _refill(table: Table, snapshot: Mapping[str, Any]) -> None:
    plan = table._plan
    core = msgspec.convert(snapshot["core"], Core, str_keys=True)
    state = msgspec.convert(snapshot["state"], plan.state_class, str_keys=True)
    fixed = snapshot.get("fixed", {})
    if not isinstance(fixed, Mapping):
        raise TypeError(f"fixed must be an object, not {fixed!r:.60}")
    unknown = [name for name in fixed if name not in plan.keeper.parts]
    if unknown:
        raise ValueError(f"fixed has {listed(unknown)}, no parts of the state")
    clocks = snapshot.get("clocks")
    table._restart(core, state, fixed, None if clocks is None else msgspec.convert(clocks, Clocks))
    steps = msgspec.convert(snapshot.get("steps", []), tuple[Step, ...])
    table._keeping.commit = table._keeping.commit.with_steps(steps)


def _fixed(table: Table) -> list[tuple[str, Any]]:
    state = table._game.state
    return [(name, getattr(state, name).fixed()) for name in table._plan.keeper.parts]


def _as_json(value: object) -> Any:
    """Return a value in JSON's types: a tuple is a list there, every key a text."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _shown(value: Any) -> Any:
    return value.as_data() if isinstance(value, Part) else msgspec.to_builtins(value, str_keys=True)
