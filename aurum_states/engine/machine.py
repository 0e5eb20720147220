"""The state graph as a ``transitions`` machine, and the table derived from it.

One ``Machine`` is built per definition, without a model, without auto transitions and without callbacks;
tables are never registered with it. Its triggers carry internal ids, so that no transition name (``''``,
``state``, ``trigger``) can clash. What runs is the table: ``edges[source][name]`` is the target. Loading
checks the table against the machine on every declared edge. No other module imports ``transitions``.
"""

from collections.abc import Iterator, Mapping

from transitions import Machine, MachineError

from aurum_states.definitions.graph import StateGraph

Edges = dict[str, dict[str, str]]


class _Token:
    """What the machine moves: an object with a state, registered nowhere."""

    def __init__(self, state: str) -> None:
        self.state = state


class TransitionMachine:
    """A graph's ``transitions.Machine`` with the names of its triggers."""

    __slots__ = ("_triggers", "machine")

    def __init__(self, graph: StateGraph) -> None:
        self.machine = Machine(
            model=None,
            states=[state.label for state in graph],
            initial=graph.initial,
            auto_transitions=False,
            queued=False,
            send_event=False,
        )
        self._triggers: dict[str, str] = {}
        for edge in graph.transitions():
            name = edge.name or ""
            trigger = self._triggers.setdefault(name, f"transition_{len(self._triggers)}")
            self.machine.add_transition(trigger, edge.source, edge.target)

    @property
    def names(self) -> list[str]:
        """Every transition name of the graph, each once."""
        return list(self._triggers)

    def fire(self, source: str, name: str) -> str | None:
        """Return where the stock machine goes from ``source`` by ``name``, or None if it refuses."""
        trigger = self._triggers.get(name)
        if trigger is None:
            return None
        token = _Token(source)
        try:
            self.machine.events[trigger].trigger(token)
        except MachineError:
            return None
        return token.state

    def table(self) -> Edges:
        """Return the table derived from the machine, checked against it on every declared edge.

        Raises:
            RuntimeError: the machine goes elsewhere than the table (a fault of this package).
        """
        edges: Edges = {str(label): {} for label in self.machine.states}
        for name, trigger in self._triggers.items():
            for source, candidates in self.machine.events[trigger].transitions.items():
                edges[source][name] = str(candidates[0].dest)
        for source, targets in edges.items():
            for name, target in targets.items():
                reached = self.fire(source, name)
                if reached != target:
                    raise RuntimeError(f"transition {name!r} of {source}: table {target}, machine {reached}")
        return edges


class StockEdges:
    """A state's edges, each taken by firing the stock machine: the reference that the table must equal."""

    __slots__ = ("_answers", "_machine", "_source")

    def __init__(self, machine: TransitionMachine, source: str, answers: Mapping[str, object]) -> None:
        self._machine = machine
        self._source = source
        self._answers = answers

    def __getitem__(self, name: str) -> object:
        """Return what the table would, having asked the stock machine where the transition goes.

        Raises:
            KeyError: the machine refuses.
        """
        if self._machine.fire(self._source, name) is None:
            raise KeyError(name)
        return self._answers[name]

    def get(self, name: str) -> object | None:
        """Return what the table would, or None."""
        return self[name] if name in self._answers else None

    def __contains__(self, name: str) -> bool:
        return name in self._answers

    def __iter__(self) -> Iterator[str]:
        return iter(self._answers)
