"""One declared state: its type, titles, handlers, actions and transitions.

``StateDeclaration`` is what a file says, ``GameState`` what it means: ids given, targets resolved.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from aurum_states.definitions.shapes import Declared

SETUP_ID = 1
"""Id of BGA's first state, ``gameSetup``."""
END_ID = 99
"""Id of BGA's last state, ``gameEnd``."""
RESERVED = {SETUP_ID: "gameSetup", END_ID: "gameEnd"}
"""BGA's own states: id -> name. They need not be written out."""
RESERVED_HANDLERS = {
    SETUP_ID: {"action": "stGameSetup"},
    END_ID: {"action": "stGameEnd", "args": "argGameEnd"},
}
"""The methods of BGA's own states, which the framework has itself: id -> key -> name."""


class StateType(StrEnum):
    """Who acts in a state (BGA's ``StateType``, with the same values)."""

    ACTIVE_PLAYER = "activeplayer"
    """Exactly one player acts."""
    MULTIPLE_ACTIVE_PLAYER = "multipleactiveplayer"
    """Any number of players act, in any order."""
    PRIVATE = "private"
    """One player's own state inside a ``multipleactiveplayer`` state."""
    GAME = "game"
    """Nobody acts; the game's action moves on by itself."""
    MANAGER = "manager"
    """``gameSetup`` (1) and ``gameEnd`` (99); any other is run as a ``game`` state."""

    @property
    def has_players(self) -> bool:
        """Whether players act in a state of this type."""
        return self not in {StateType.GAME, StateType.MANAGER}


class Transition(NamedTuple):
    """One way from a state to another. ``name`` is None for a jump that no transition declares."""

    source: str
    name: str | None
    target: str


class StateDeclaration(Declared):
    """A state as ``states.yaml`` declares it, in BGA's names. Unknown keys are kept."""

    id: int | None = Field(None, ge=1)
    name: str | None = None
    type: StateType = Field(strict=False)
    description: str | None = None
    description_my_turn: str | None = Field(None, alias="descriptionMyTurn")
    action: str | None = None
    args: str | None = None
    possible_actions: list[str] | None = Field(None, alias="possibleActions")
    transitions: dict[str, Any] | None = None
    update_game_progression: bool | None = Field(None, alias="updateGameProgression")
    initial_private: Any = Field(None, alias="initialPrivate")


STATE_KEYS = tuple(field.alias or name for name, field in StateDeclaration.model_fields.items())
"""The keys of a state, as this package spells them."""

SECOND_SPELLINGS = {
    "possibleactions": "possibleActions",
    "descriptionmyturn": "descriptionMyTurn",
    "initialprivate": "initialPrivate",
}
"""BGA's old array spelling of keys -> today's spelling, which is the one written."""


class GameState(BaseModel):
    """One state of a game, read and resolved. Immutable.

    ``label`` is its key in the file and its name everywhere in this package, ``name`` what BGA calls it.
    ``action`` and ``args`` are BGA's method names (``stDealing``), None where there is none.
    ``description_my_turn`` is None where the file has none: ``description`` is then shown to everybody.
    """

    model_config = ConfigDict(frozen=True, strict=True, defer_build=True)

    label: str
    id: int
    name: str
    type: StateType
    description: str = ""
    description_my_turn: str | None = None
    action: str | None = None
    args: str | None = None
    possible_actions: tuple[str, ...] = ()
    transitions: Mapping[str, str] = {}
    """Name of a transition -> label of the state it leads to, in file order."""
    update_game_progression: bool | None = None
    """Whether entering it asks for the progression; None where the file does not say."""
    initial_private: str | None = None
    """Label of the private state that players start in; only on a ``multipleactiveplayer`` state."""
    extras: Mapping[str, Any] = {}
    """Keys that this package does not know; games use them for their own client."""

    @property
    def reserved(self) -> bool:
        """Whether it is one of BGA's own states, 1 and 99."""
        return self.id in RESERVED

    @property
    def automatic(self) -> bool:
        """Whether nobody acts in it and it must go on by itself; a game's own manager state, too."""
        return not self.type.has_players and not self.reserved

    @property
    def targets(self) -> tuple[str, ...]:
        """Labels of the states it leads to, each once: by transitions, then the initial private one."""
        private = () if self.initial_private is None else (self.initial_private,)
        return tuple(dict.fromkeys((*self.transitions.values(), *private)))

    def __hash__(self) -> int:
        """Hash by id: the mappings of a state cannot be hashed, and ids are unique in a game."""
        return hash(self.id)

    def edges(self) -> tuple[Transition, ...]:
        """Return the transitions that leave this state, in file order."""
        return tuple(Transition(self.label, name, target) for name, target in self.transitions.items())
