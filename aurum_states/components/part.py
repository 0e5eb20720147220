"""What every component is: a part of a game's state that is saved, restored and hashed with it.

A part is a ``msgspec.Struct``. Its declared fields are its saved value; everything else stands in slots
(``Unsaved``) or in its ``__dict__``, and is either *derived* (rebuilt from the fields), *fixed* (it never
changes once made, such as which card an id is, and travels beside the moves), or the *services* of the table
it belongs to.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

import msgspec

from aurum_states.components.logs import Logs
from aurum_states.errors import AurumStatesError


class ComponentError(AurumStatesError):
    """A component was asked for something that it cannot do."""


class UnboundPartError(ComponentError):
    """A component needs its table (chance, notifications, players) but belongs to none yet."""


class RandomSource(Protocol):
    """The table's one source of chance."""

    def draw(self, n: int) -> int:
        """Return an unbiased integer from 0 to ``n`` - 1."""

    def shuffle(self, items: list[Any]) -> None:
        """Bring the list into random order, in place."""


class Notifier(Protocol):
    """Where components send what players shall see."""

    def all(self, type: str, log: str = "", /, **args: Any) -> None:  # noqa: A002
        """Notify everybody at the table."""

    def player(self, player_id: int, type: str, log: str = "", /, **args: Any) -> None:  # noqa: A002
        """Notify one player."""


class StatDeclaration(Protocol):
    """One declared statistic."""

    @property
    def type(self) -> str:
        """``int``, ``float`` or ``bool``."""


class StatsDeclaration(Protocol):
    """The statistics a game declares in ``stats.json``, by name."""

    @property
    def table(self) -> Mapping[str, StatDeclaration]:
        """Statistics of the table."""

    @property
    def player(self) -> Mapping[str, StatDeclaration]:
        """Statistics of each player."""


@dataclass(slots=True, eq=False)
class Services:
    """What a table lends to its components.

    ``players`` are ids in order of player_no, ``options`` the table's options by id.
    """

    random: RandomSource
    notify: Notifier
    players: tuple[int, ...]
    stats: StatsDeclaration | None = None
    options: Mapping[int, int] = field(default_factory=dict)
    """The table's options by id."""
    game: Callable[[], Any] | None = None
    """A weak reference to the game, for components that call back."""
    logs: Logs = field(default_factory=Logs)
    """What the game's code writes for its author."""
    setting_up: bool = False
    """Whether ``setup_new_game`` is running."""
    seats: tuple[tuple[int, str, str], ...] = ()
    """Id, name and colour of each player, for a database; as are the next three."""
    schema: Any = None
    """The tables of the game's ``dbmodel.sql``."""
    scores: tuple[Any, Any] | None = None
    """The counters of score and tie-breaker."""
    database: Callable[[], Any] | None = None
    """A weak reference to the table's database."""
    observed: list[tuple[str, str | int]] | None = None
    """What the game's code observes, where a simulation asks for it."""


class Unsaved:
    """What a part holds beside its fields, in slots, which are four times as quick as its ``__dict__``.

    A component with more of it declares its slots in a class of this kind, and names that before its parent.
    """

    __slots__ = ("_services",)

    _services: "Services | None"


class Part(Unsaved, msgspec.Struct, dict=True, omit_defaults=True):
    """A component: a field of a game's state that is never replaced.

    A subclass declares the saved values as fields and sets everything else in ``rebuild`` (derived from the
    fields) or in ``__post_init__`` (fixed data), which runs after decoding too.
    """

    def __post_init__(self) -> None:
        self._services = None
        self.rebuild()

    @property
    def services(self) -> Services:
        """The table's services.

        Raises:
            UnboundPartError: the part belongs to no table yet.
        """
        if self._services is None:
            name = type(self).__name__
            raise UnboundPartError(
                f"this {name} belongs to no table yet: bind it, or wait until setup_new_game has returned"
            )
        return self._services

    def bind(self, services: Services) -> None:
        """Give the part its table's services."""
        self._services = services

    def rebuild(self) -> None:
        """Make everything derived from the fields anew; called after decoding and after a refill."""

    def settle(self) -> None:
        """Write into the fields what they do not show yet; called before they are saved."""

    def refill(self, saved: Self) -> None:
        """Go back to a saved value: take over the fields of a freshly decoded twin.

        The part keeps its identity, its services and its fixed data, less what was made since. It may share
        the twin's containers: do not use the twin afterwards.
        """
        for name in self.__struct_fields__:
            setattr(self, name, getattr(saved, name))
        self.rebuild()

    def fixed(self) -> Any:
        """Return the data that never changes once made, in JSON's types; None where there is none."""
        return None

    def set_fixed(self, data: Any) -> None:
        """Take fixed data back, as ``fixed`` gave it, after the part has been decoded.

        Raises:
            ComponentError: the data does not belong to this part.
        """
        if data is not None:
            raise ComponentError(f"{type(self).__name__} has no fixed data, yet some was given: {data!r:.80}")

    def as_data(self) -> Any:
        """Return the part's value in JSON's types, for people to read in a trace."""
        return msgspec.to_builtins(self, str_keys=True)
