"""What a table holds at its last commit, and the way back to it.

``take`` does everything that can fail; storing what it returns in ``commit`` is one assignment, which is the
point of no return. ``put_back`` fills the same objects again, so that nobody holds a stale one.
"""

from hashlib import blake2b

import msgspec

from aurum_states.components.part import Part
from aurum_states.engine.clock import Clock, Clocks
from aurum_states.engine.plan import Core, GamePlan
from aurum_states.engine.salvage import salvaged
from aurum_states.engine.standing import still_gone
from aurum_states.engine.state import Keeper, State
from aurum_states.engine.undo import Step
from aurum_states.errors import StateError

encode = msgspec.msgpack.Encoder().encode


def settle(state: State, keeper: Keeper) -> None:
    """Let the parts of a state write down what their fields do not show yet."""
    for name in keeper.settling:
        part = getattr(state, name)
        if isinstance(part, Part):
            part.settle()


class Commit(msgspec.Struct, frozen=True, gc=False):
    """The bytes of core and state, references to the state's containers, the bytes' hash, and the clocks."""

    saved: bytes
    kept: tuple[object, ...]
    digest: str
    clocks: Clocks
    steps: tuple[Step, ...] = ()
    """The moves that can be taken back one by one; see ``step_undo``."""

    def with_steps(self, steps: tuple[Step, ...]) -> "Commit":
        """Return the same commit with these moves to take back."""
        return msgspec.structs.replace(self, steps=steps)


class Keeping:
    """The core and the author's state of one table. Both objects stay the same for good."""

    __slots__ = ("_keeper", "_plan", "clock", "commit", "core", "parts", "state")

    commit: Commit

    def __init__(self, plan: GamePlan, core: Core, state: State, clock: Clock) -> None:
        self._plan = plan
        self._keeper = plan.keeper
        self.clock = clock
        self.core = core
        self.state = state
        self.parts: tuple[Part, ...] = tuple(getattr(state, name) for name in plan.keeper.parts)

    def take(self) -> Commit:
        """Return what a commit of the present values would be.

        Raises:
            StateError: a value cannot be saved; the message names its field.
        """
        core, state, keeper = self.core, self.state, self._keeper
        if keeper.prepares:
            self.settle()
            keeper.name_defaults(state)
        try:
            saved = encode((core, state))
        except (TypeError, ValueError, OverflowError) as error:
            raise self._unsaved(error) from error
        return Commit(saved, keeper.keep(state), blake2b(saved).digest()[:8].hex(), self.clock.shown)

    def settle(self) -> None:
        """Let the parts write down what their fields do not show yet."""
        settle(self.state, self._keeper)

    def encoded(self) -> bytes:
        """Return core and state as bytes, as they are now."""
        self.settle()
        return encode((self.core, self.state))

    def put_back(self) -> None:
        """Make everything as it was at the last commit."""
        core, state = self._decoded()
        self.refill(core, state)
        self._keeper.put_back(self.state, self.commit.kept, state)
        self.clock.shown = self.commit.clocks

    def go_back(self, saved: bytes) -> None:
        """Make everything as it was when ``saved`` was taken, but for what no undo takes back.

        That is the number of moves, the random stream, the clocks and who has left.
        """
        core, state = self._plan.decode(saved)
        own = self.core
        core.move, core.drawn = own.move, own.drawn
        core.standing = still_gone(core.standing, own.standing)
        self.refill(core, state)
        self._keeper.put_back(self.state, self.commit.kept, state)

    def refill(self, core: Core, state: State) -> None:
        """Take over the core and parts of a freshly decoded pair."""
        own = self.core
        for name in own.__struct_fields__:
            mine, saved = getattr(own, name), getattr(core, name)
            if isinstance(mine, Part):
                mine.refill(saved)
            elif isinstance(mine, list):
                mine[:] = saved
            elif isinstance(mine, dict):
                mine.clear()
                mine.update(saved)
            else:
                setattr(own, name, saved)
        for name, part in zip(self._keeper.parts, self.parts, strict=True):
            saved = getattr(state, name)
            if isinstance(saved, Part):
                part.refill(saved)
            setattr(self.state, name, part if isinstance(saved, Part) else saved)

    def reload(self, core: Core, state: State) -> None:
        """Take every value from a decoded pair, in its new containers."""
        self.refill(core, state)
        for name in self.state.__struct_fields__:
            if name not in self._keeper.parts:
                setattr(self.state, name, getattr(state, name))
        self.commit = msgspec.structs.replace(self.commit, kept=self._keeper.keep(self.state))

    def _decoded(self) -> tuple[Core, State]:
        """Decode the saved bytes; a value of a wrong type that got in comes back as it was, all the same."""
        saved = self.commit.saved
        try:
            pair = self._plan.decode(saved)
            if encode(pair) == saved:
                return pair
        except msgspec.ValidationError:
            pass
        core, state = msgspec.msgpack.decode(saved)
        return salvaged(Core, core), salvaged(self._plan.state_class, state)

    def _unsaved(self, error: Exception) -> StateError:
        for owner in (self.state, self.core):
            for name in owner.__struct_fields__:
                value = getattr(owner, name)
                try:
                    encode(value)
                except (TypeError, ValueError, OverflowError) as found:
                    return StateError(
                        f"{type(owner).__name__}.{name} holds {value!r}, which cannot be saved: {found}",
                        state=self.core.state,
                    )
        return StateError(f"the state cannot be saved: {error}", state=self.core.state)
