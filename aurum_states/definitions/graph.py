"""The state graph of a game: look-up by label and id, and all its edges. Reading one: ``graph_reader``."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from aurum_states.definitions.states import END_ID, SETUP_ID, GameState, Transition
from aurum_states.names import did_you_mean


class StateGraph:
    """All states of a game in file order (BGA: ``$machinestates``). Immutable.

    ``initial`` is the label of the first state after the set-up. A ``gameSetup`` (1) and a ``gameEnd``
    (99) that the file does not write out are there all the same, as the first and the last state.
    ``partial`` is true when something of the file could not be read and is missing here.
    """

    __slots__ = ("_by_id", "_states", "initial", "partial")

    def __init__(self, states: Iterable[GameState], initial: str, *, partial: bool = False) -> None:
        self._states = {state.label: state for state in states}
        self._by_id = {state.id: state for state in self._states.values()}
        self.initial = initial
        self.partial = partial

    @property
    def states(self) -> tuple[GameState, ...]:
        """All states, in file order."""
        return tuple(self._states.values())

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all states, in file order."""
        return tuple(self._states)

    @property
    def by_id(self) -> Mapping[int, GameState]:
        """States by BGA's id."""
        return MappingProxyType(self._by_id)

    @property
    def setup(self) -> GameState:
        """The state ``gameSetup``."""
        return self._by_id[SETUP_ID]

    @property
    def end(self) -> GameState:
        """The state ``gameEnd``."""
        return self._by_id[END_ID]

    def transitions(self) -> tuple[Transition, ...]:
        """Return every declared transition, that of ``gameSetup`` included, in file order."""
        return tuple(edge for state in self for edge in state.edges())

    def get(self, label: str) -> GameState | None:
        """Return the state of a label, or None."""
        return self._states.get(label)

    def __getitem__(self, label: str) -> GameState:
        try:
            return self._states[label]
        except KeyError:
            hint = did_you_mean(label, self._states) if isinstance(label, str) else ""
            raise KeyError(f"no state {label!r}{hint}") from None

    def __contains__(self, label: object) -> bool:
        return label in self._states

    def __iter__(self) -> Iterator[GameState]:
        return iter(self._states.values())

    def __len__(self) -> int:
        return len(self._states)

    def __repr__(self) -> str:
        return f"StateGraph({len(self)} states, initial={self.initial!r})"
