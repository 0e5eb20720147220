"""What is drawn, whatever the format: nodes by kind, labelled edges, boxes around what belongs together."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from textwrap import wrap
from typing import NamedTuple

from aurum_states.charts.groups import MANY, masters, parts
from aurum_states.definitions.graph import StateGraph
from aurum_states.definitions.states import END_ID, SETUP_ID, GameState, StateType
from aurum_states.replay.coverage import Coverage, Item

TITLE_WIDTH = 32
"""Most characters in a line of a title inside a node."""


class Kind(StrEnum):
    """How a node looks: BGA's types, with the two ends apart. No value is a word of Mermaid or DOT."""

    START = "setup"
    END = "over"
    GAME = "game"
    PLAYER = "player"
    MULTIPLE = "multiple"
    PRIVATE = "private"
    MANAGER = "manager"


_KINDS = {
    StateType.ACTIVE_PLAYER: Kind.PLAYER,
    StateType.MULTIPLE_ACTIVE_PLAYER: Kind.MULTIPLE,
    StateType.PRIVATE: Kind.PRIVATE,
    StateType.GAME: Kind.GAME,
    StateType.MANAGER: Kind.MANAGER,
}


@dataclass(frozen=True, slots=True)
class Node:
    """A state in a picture: its label and, where wanted, its titles, all plain text.

    ``cut`` says that the state has neighbours which the picture leaves out. ``times`` is how often it was
    entered, None where nobody counted.
    """

    state: GameState
    kind: Kind
    label: str
    titles: tuple[str, ...] = ()
    cut: bool = False
    times: int | None = None

    @property
    def key(self) -> str:
        """A name for the node that no format takes for a word of its own."""
        return f"s{self.state.id}"

    @property
    def lines(self) -> tuple[str, ...]:
        """The label and the titles in lines that fit a node."""
        label = self.label if self.times is None else f"{self.label} ({self.times})"
        return (label, *(line for title in self.titles for line in wrap(title, TITLE_WIDTH)))


class Edge(NamedTuple):
    """An arrow between two nodes, by their keys. ``label`` is plain text, empty for BGA's ``''``.

    ``entry`` marks the way of each player into the first private state, which is no transition. ``times`` is
    how often it was taken, None where nobody counted.
    """

    source: str
    target: str
    label: str
    entry: bool = False
    times: int | None = None

    @property
    def text(self) -> str:
        """The label, with the count where there is one."""
        return self.label if self.times is None else f"{self.label} ({self.times})".strip()


@dataclass(frozen=True, slots=True)
class Box:
    """Nodes that belong together, and boxes inside. ``heading`` is plain text, empty for the whole."""

    key: str
    heading: str
    nodes: tuple[Node, ...]
    boxes: tuple["Box", ...] = ()


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture of a graph: nodes and edges in file order; in ``body`` the nodes are sorted into boxes.

    What was counted and never reached is drawn in red, the rest as wide as it was often taken.
    """

    name: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    body: Box

    @property
    def large(self) -> bool:
        """Whether it has so many states that boxes are drawn, and it runs from left to right."""
        return len(self.nodes) > MANY

    def width(self, edge: Edge) -> float:
        """Return how wide an edge is drawn, from 1 to 5, by its share of the busiest."""
        most = max((one.times or 0 for one in self.edges), default=0)
        return 1 + 4 * (edge.times or 0) / most if most else 1.0


def chart_of(
    graph: StateGraph,
    name: str,
    *,
    titles: bool = False,
    only: Collection[str] | None = None,
    coverage: Coverage | None = None,
) -> Chart:
    """Return the chart of a graph without gaps (not ``partial``).

    ``titles`` adds what players read above the board; ``only`` are the labels of the states to draw, by
    default all; ``coverage`` counts what recorded games have reached.
    """
    chosen = {state.label for state in graph if only is None or state.label in only}
    cut = {end for way in _ways(graph) if (way[0] in chosen) != (way[1] in chosen) for end in way[:2]}
    nodes = {
        state.label: Node(
            state,
            kind_of(state),
            _label(state),
            _titles(state) if titles else (),
            state.label in cut,
            _count(coverage, "state", state.label),
        )
        for state in graph
        if state.label in chosen
    }
    edges = tuple(
        Edge(
            nodes[source].key,
            nodes[target].key,
            written(label),
            entry,
            None if entry else _count(coverage, "transition", source, label, target),
        )
        for source, target, label, entry in _ways(graph)
        if source in nodes and target in nodes
    )
    return Chart(name, tuple(nodes.values()), edges, _body(graph, nodes))


def _count(coverage: Coverage | None, kind: str, *name: str) -> int | None:
    item = Item(kind, name)
    known = coverage is not None and item in coverage.items(kind)
    return coverage.counts[item] if coverage is not None and known else None


def kind_of(state: GameState) -> Kind:
    """Return how a state looks."""
    return {SETUP_ID: Kind.START, END_ID: Kind.END}.get(state.id, _KINDS[state.type])


def written(name: str) -> str:
    """Return a name as pictures show it: itself, or in quotes with escapes where it could not be seen."""
    return name if name.isprintable() and name == " ".join(name.split()) else repr(name)


def _ways(graph: StateGraph) -> Iterator[tuple[str, str, str, bool]]:
    """Yield source, target, label and whether it is an entry, state by state."""
    for state in graph:
        if state.initial_private is not None:
            yield state.label, state.initial_private, "", True
        for edge in state.edges():
            yield edge.source, edge.target, edge.name or "", False


def _label(state: GameState) -> str:
    label = written(state.label)
    return label if state.name == state.label else f"{label} ({written(state.name)})"


def _titles(state: GameState) -> tuple[str, ...]:
    titles = dict.fromkeys((state.description, state.description_my_turn or ""))
    return tuple(written(" ".join(title.split())) for title in titles if title)


def _body(graph: StateGraph, nodes: dict[str, Node]) -> Box:
    """Sort the nodes into boxes: private states to their master, and parts of a large graph."""
    inside = {label: master for label, master in masters(graph).items() if {label, master} <= nodes.keys()}
    led: dict[str, list[Node]] = {master: [] for master in inside.values()}
    for label, master in inside.items():
        led[master].append(nodes[label])

    def box(key: str, heading: str, labels: Collection[str]) -> Box:
        free = [label for label in labels if label in nodes and label not in inside]
        rooms = [
            Box(f"m{nodes[label].state.id}", written(label), (nodes[label], *led[label]))
            for label in free
            if label in led
        ]
        return Box(key, heading, tuple(nodes[label] for label in free if label not in led), tuple(rooms))

    if len(nodes) <= MANY:
        return box("", "", nodes)
    found = parts(graph)
    drawn = [
        box(f"g{number}", part.heading, part.labels)
        for number, part in enumerate(found.parts, 1)
        if not nodes.keys().isdisjoint(part.labels)
    ]
    rest = box("", "", found.rest)
    return Box("", "", rest.nodes, (*rest.boxes, *drawn))
