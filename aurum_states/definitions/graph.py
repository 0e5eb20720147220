"""The state graph of a game: look-up by label and id, and all its edges. Reading one: ``graph_reader``."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from aurum_states.definitions.states import END_ID, SETUP_ID, GameState, Transition
from aurum_states.names import did_you_mean


@dataclass(frozen=True, slots=True)
class StateGraph:
    """All states of a game in file order (BGA: ``$machinestates``). Immutable.

    ``initial`` is the label of the first state after the set-up. A ``gameSetup`` (1) and a ``gameEnd``
    (99) that the file does not write out are there all the same, as the first and the last state.
    ``partial`` is true when something of the file could not be read and is missing here.
    """

    states: tuple[GameState, ...]
    initial: str
    partial: bool = False
    by_id: Mapping[int, GameState] = field(init=False, repr=False, compare=False)
    """States by BGA's id."""
    _by_label: Mapping[str, GameState] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_id", {state.id: state for state in self.states})
        object.__setattr__(self, "_by_label", {state.label: state for state in self.states})

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all states, in file order."""
        return tuple(self._by_label)

    @property
    def setup(self) -> GameState:
        """The state ``gameSetup``."""
        return self.by_id[SETUP_ID]

    @property
    def end(self) -> GameState:
        """The state ``gameEnd``."""
        return self.by_id[END_ID]

    def first(self, *, beginner: bool) -> str:
        """Return the label of a game's first state; ``beginner``: a player at the table is one.

        Of several transitions of state 1 BGA takes ``tutorialStart`` if there is a beginner, else ``start``.
        """
        ways = self.setup.transitions
        return (
            ways["tutorialStart"] if beginner and len(ways) > 1 and "tutorialStart" in ways else self.initial
        )

    def transitions(self) -> tuple[Transition, ...]:
        """Return every declared transition in file order, that of ``gameSetup`` included."""
        return tuple(edge for state in self.states for edge in state.edges())

    def get(self, label: str) -> GameState | None:
        """Return the state of a label, or None."""
        return self._by_label.get(label)

    def __getitem__(self, label: str) -> GameState:
        state = self._by_label.get(label)
        if state is None:
            raise KeyError(f"no state {label!r}{did_you_mean(str(label), self._by_label)}")
        return state

    def __contains__(self, label: object) -> bool:
        return label in self._by_label

    def __iter__(self) -> Iterator[GameState]:
        return iter(self.states)

    def __len__(self) -> int:
        return len(self.states)
