"""Faults on demand: a fuse that blows at the n-th point which an action passes.

Every handler, notification, component operation, draw, encoding, hash and record of the engine gets two
points, one before it starts and one after it has done its work.
"""

import functools
import inspect
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from aurum_states import GameDefinition, UserException, load_game
from aurum_states.components import Deck, PlayerCounter, Statistics, TableCounter
from aurum_states.components.places import CardPlaces
from aurum_states.engine import atomic_table, gamestate, keeping, notifications, seated_table
from aurum_states.engine.gamestate import GamestateMachine
from aurum_states.engine.notifications import Notify
from aurum_states.engine.plan import plan_of
from aurum_states.engine.rng import Rng


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
        self._left = 0
        self._fault = ""

    def arm(self, points: int, fault: str) -> None:
        """Blow at the ``points``-th point from now on."""
        self._left, self._fault = points, fault

    @property
    def blown(self) -> bool:
        """Whether it is not waiting any more."""
        return self._left == 0

    def disarm(self) -> None:
        """Let everything pass."""
        self._left = 0

    def point(self, kind: str) -> None:
        """Pass a point."""
        if self._left:
            self._left -= 1
            if not self._left:
                self.hit[kind, self._fault] += 1
                raise FAULTS[self._fault](f"injected at {kind}")

    def around(self, kind: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function with a point before and one after it."""

        @functools.wraps(function)
        def pointed(*args: Any, **kwargs: Any) -> Any:
            self.point(kind)
            result = function(*args, **kwargs)
            self.point(kind)
            return result

        return pointed


HANDLERS = ("act_", "st_", "arg_", "moves_")
NOT_IN_A_MOVE = {"bind", "rebuild", "refill", "fixed", "set_fixed", "as_data", "create", "services"}
"""What a rollback itself, a set-up or a person uses."""
INNER = {"_put", "_take", "_stack", "_open", "_check", "_tell"}


def operations(cls: type) -> Iterator[str]:
    """The names of a component's own operations."""
    for name, function in vars(cls).items():
        public = not name.startswith("_") and name not in NOT_IN_A_MOVE
        if inspect.isfunction(function) and (public or name in INNER):
            yield name


def fused_definition(fuse: Fuse, monkeypatch: pytest.MonkeyPatch) -> GameDefinition:
    """Put points everywhere; return a definition of Aurum whose handlers have them too."""
    components = [("deck", CardPlaces), ("deck", Deck), ("statistics", Statistics)]
    components += [("counter", TableCounter), ("counter", PlayerCounter), ("draw", Rng)]
    for kind, cls in components:
        for name in operations(cls):
            monkeypatch.setattr(cls, name, fuse.around(kind, vars(cls)[name]))
    for name in ("all", "player"):
        monkeypatch.setattr(Notify, name, fuse.around("notification", vars(Notify)[name]))
    for name in operations(GamestateMachine):
        if name not in ("reset", "is_player_active", "named"):
            monkeypatch.setattr(
                GamestateMachine, name, fuse.around("gamestate", vars(GamestateMachine)[name])
            )
    for module, name, kind in (
        (keeping, "encode", "encode"),
        (keeping, "blake2b", "digest"),
        (gamestate, "_encode", "encode"),
        (notifications, "_encode", "encode"),
        (atomic_table, "MoveLine", "record"),
        (seated_table, "ZombieLine", "record"),
        (atomic_table, "ActionResult", "record"),
    ):
        monkeypatch.setattr(module, name, fuse.around(kind, getattr(module, name)))
    plain = load_game("aurum")
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


POINTS = {
    *HANDLERS,
    "notification",
    "gamestate",
    "deck",
    "counter",
    "statistics",
    "draw",
    "encode",
    "digest",
    "keep",
    "record",
    "recorder",
}
