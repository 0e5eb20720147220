"""Faults on demand: a fuse that blows at the n-th point which an action passes.

Every handler, notification, setter, component operation, statement, draw, encoding, hash and record of the
engine gets two points, one before it starts and one after it has done its work.
"""

import functools
import inspect
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from aurum_states import GameDefinition, UserException
from aurum_states.components import (
    Database,
    Deck,
    GameStateLabels,
    Globals,
    LegacyData,
    PlayerCounter,
    Statistics,
    TableCounter,
)
from aurum_states.components.database.store import Store
from aurum_states.components.places import CardPlaces
from aurum_states.engine import (
    atomic_table,
    game_players,
    gamestate,
    keeping,
    notifications,
    seated_table,
    table,
    zombies,
)
from aurum_states.engine.activity import Activity
from aurum_states.engine.clock import Clock
from aurum_states.engine.gamestate import GamestateMachine
from aurum_states.engine.notifications import Notify
from aurum_states.engine.plan import plan_of
from aurum_states.engine.private_states import PrivateStates
from aurum_states.engine.rng import Rng
from aurum_states.engine.undo import Undo


class InjectedFault(Exception):  # noqa: N818 - it is no error of anybody
    """What a broken handler or a broken machine might raise."""


FAULTS: dict[str, Callable[[str], BaseException]] = {
    "exception": InjectedFault,
    "interrupt": KeyboardInterrupt,
    "UserException": UserException,
}


class Fuse:
    """Counts the points passed while it is armed, and blows at the one it is set to."""

    def __init__(self) -> None:
        self.hit: Counter[tuple[str, str]] = Counter()
        """How often it blew, by kind of point and kind of fault."""
        self.names: Counter[str] = Counter()
        """How often it blew, by function."""
        self.fault = ""
        """What it is to raise, or has raised."""
        self._left = 0
        self._trying = self._muted = 0

    def arm(self, points: int, fault: str) -> None:
        """Blow at the ``points``-th point from now on."""
        self._left, self.fault = points, fault

    @property
    def blown(self) -> bool:
        """Whether it is not waiting any more."""
        return self._left == 0

    def disarm(self) -> None:
        """Let everything pass."""
        self._left = 0

    def point(self, kind: str, name: str = "") -> None:
        """Pass a point."""
        if self._left and not self._muted:
            self._left -= 1
            if not self._left:
                if self._trying:
                    self.fault = "interrupt"
                self.hit[kind, self.fault] += 1
                self.names[name or kind] += 1
                raise FAULTS[self.fault](f"injected at {name or kind}")

    def around(self, kind: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function with a point before and one after it."""
        name = function.__name__

        @functools.wraps(function)
        def pointed(*args: Any, **kwargs: Any) -> Any:
            self.point(kind, name)
            result = function(*args, **kwargs)
            self.point(kind, name)
            return result

        return pointed

    def around_trying(self, kind: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same for what only tries moves, where a refusal or an error is an answer: Ctrl-C is none."""
        pointed = self.around(kind, function)

        @functools.wraps(function)
        def trying(*args: Any, **kwargs: Any) -> Any:
            self._trying += 1
            try:
                return pointed(*args, **kwargs)
            finally:
                self._trying -= 1

        return trying

    def muted(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function without any points in it."""

        @functools.wraps(function)
        def quiet(*args: Any, **kwargs: Any) -> Any:
            self._muted += 1
            try:
                return function(*args, **kwargs)
            finally:
                self._muted -= 1

        return quiet


HANDLERS = ("act_", "st_", "arg_", "moves_", "zombie_", "on_")
NOT_IN_A_MOVE = {"bind", "rebuild", "refill", "fixed", "set_fixed", "as_data", "create", "services", "load"}
"""What a rollback itself, a set-up or a person uses."""
INNER = {"_put", "_take", "_stack", "_open", "_check", "_tell", "_write", "_push_scores", "_pull_scores"}
PARTS: dict[str, list[type]] = {
    "deck": [CardPlaces, Deck],
    "counter": [TableCounter, PlayerCounter],
    "statistics": [Statistics],
    "globals": [Globals],
    "labels": [GameStateLabels],
    "legacy": [LegacyData],
    "database": [Database],
    "statement": [Store],
    "draw": [Rng],
}
SERVICES: dict[str, list[tuple[Any, str]]] = {
    "notification": [(Notify, "all"), (Notify, "player"), (Notify, "announce")],
    "savepoint": [(Undo, "savepoint"), (Undo, "take"), (Undo, "restore")],
    "clock": [(Clock, "give")],
    "encode": [(keeping, "encode"), (gamestate, "_encode"), (notifications, "_encode")],
    "digest": [(keeping, "blake2b")],
    "standing": [(seated_table, "change"), (game_players, "change"), (gamestate, "change")],
    "record": [
        *((atomic_table, name) for name in ("MoveLine", "ActionResult")),
        *((seated_table, name) for name in ("ZombieLine", "QuitLine", "BackLine", "ConcedeLine")),
        *((table, name) for name in ("PreferenceLine", "UndoLine")),
        *((zombies, name) for name in ("ZombieLine", "ActionResult")),
    ],
}
MULTI_SETTERS = {
    "change_active_player",
    "active_next_player",
    "active_prev_player",
    "set_all_players_multiactive",
    "set_players_multiactive",
    "set_player_non_multiactive",
    "set_all_players_non_multiactive",
    "update_multiactive_or_next_state",
}
PRIVATE_SETTERS = {
    name for name in vars(PrivateStates) if name.split("_", 1)[0] in ("initialize", "next", "set", "unset")
}
MOVING = {"next_state", "jump_to_state", "follow", "enter", "check_return_state", "stand_anew"}


def operations(cls: type) -> Iterator[str]:
    """The names of a component's own operations."""
    for name, function in vars(cls).items():
        public = not name.startswith("_") and name not in NOT_IN_A_MOVE
        if inspect.isfunction(function) and (public or name in INNER):
            yield name


def put_points(fuse: Fuse, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put points everywhere in the engine and the components."""

    def put(owner: Any, name: str, kind: str) -> None:
        monkeypatch.setattr(owner, name, fuse.around(kind, getattr(owner, name)))

    for kind, classes in PARTS.items():
        for cls in classes:
            for name in [*operations(cls)]:
                put(cls, name, kind)
    for kind, places in SERVICES.items():
        for owner, name in places:
            put(owner, name, kind)
    for owner, names, kind in (
        (Activity, MULTI_SETTERS, "active players"),
        (PrivateStates, PRIVATE_SETTERS, "private states"),
        (GamestateMachine, MOVING, "gamestate"),
    ):
        for name in sorted(names):
            put(owner, name, kind)
    monkeypatch.setattr(
        keeping.Keeping, "put_back", fuse.muted(keeping.Keeping.put_back)
    )  # the way back itself
    for owner, name, kind in (
        (atomic_table, "steps_after", "step undo"),
        (zombies, "_tried", "zombie tries"),
    ):
        monkeypatch.setattr(owner, name, fuse.around_trying(kind, getattr(owner, name)))


def fused(fuse: Fuse, plain: GameDefinition, monkeypatch: pytest.MonkeyPatch) -> GameDefinition:
    """Return a definition of the same game whose handlers have points too."""
    assert plain.game_class is not None
    handlers = {
        name: fuse.around(name.split("_", 1)[0] + "_", getattr(plain.game_class, name))
        for name in dir(plain.game_class)
        if name.startswith(HANDLERS)
    }
    definition = replace(plain, game_class=type("FusedGame", (plain.game_class,), handlers))
    keeper = plan_of(definition).keeper
    monkeypatch.setattr(keeper, "keep", fuse.around("keep", keeper.keep))
    return definition


POINTS = {*HANDLERS, *PARTS, *SERVICES, "active players", "private states", "gamestate", "keep", "recorder"}
POINTS |= {"step undo", "zombie tries"}
