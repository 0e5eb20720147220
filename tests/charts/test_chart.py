"""What is drawn: kinds, boxes, parts of large graphs, a state and what is near it."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from hypothesis import given, settings

from aurum_states.charts.chart import Box, Chart, Kind, Node, chart_of, written
from aurum_states.charts.focus import around
from aurum_states.charts.groups import LARGEST, MANY, dominators, masters, parts
from aurum_states.definitions.graph import StateGraph
from aurum_states.definitions.states import StateType

from .graphs import graph_of, graphs, large_graph

GAME, MULTIPLE, PRIVATE = StateType.GAME, StateType.MULTIPLE_ACTIVE_PLAYER, StateType.PRIVATE


def boxes(chart: Chart) -> dict[str, list[str]]:
    """Return heading -> labels, headings of inner boxes below those of outer ones."""

    def inside(box: Box, above: str = "") -> Iterator[tuple[str, list[str]]]:
        yield above + box.heading, [node.label for node in box.nodes]
        for inner in box.boxes:
            yield from inside(inner, f"{above}{box.heading}/")

    return dict(inside(chart.body))


def drawn_in(box: Box) -> Iterator[Node]:
    yield from box.nodes
    for inner in box.boxes:  # two boxes may have the same heading
        yield from drawn_in(inner)


def test_kinds() -> None:
    graph = graph_of({kind.name: {"type": kind} for kind in StateType})
    kinds = {node.label: node.kind for node in chart_of(graph, "x").nodes}
    assert kinds.pop("gameSetup") is Kind.START
    assert kinds.pop("gameEnd") is Kind.END
    assert set(kinds.values()) == set(Kind) - {Kind.START, Kind.END}


def test_private_states_lie_inside_their_master() -> None:
    graph = graph_of(
        {
            "all": {"type": MULTIPLE, "initial_private": "pick", "transitions": {"done": "gameEnd"}},
            "pick": {"type": PRIVATE, "transitions": {"keep": "keep", "out": "all"}},
            "keep": {"type": PRIVATE, "transitions": {"back": "pick"}},
            "other": {"type": MULTIPLE, "initial_private": "keep"},
            "lonely": {"type": PRIVATE},
        }
    )
    assert masters(graph) == {"pick": "all", "keep": "all"}
    chart = chart_of(graph, "x")
    assert boxes(chart) == {"": ["gameSetup", "other", "lonely", "gameEnd"], "/all": ["all", "pick", "keep"]}
    entries = [(edge.source, edge.target) for edge in chart.edges if edge.entry]
    assert entries == [("s2", "s3"), ("s5", "s4")]


def test_titles_come_once_and_fit() -> None:
    fields = {"description": "Other players\n must   wait for what you do now", "description_my_turn": "You"}
    graph = graph_of({"a": fields, "b": {"description": "Same", "description_my_turn": "Same"}})
    lines = {node.label: node.lines for node in chart_of(graph, "x", titles=True).nodes}
    assert lines["a"] == ("a", "Other players must wait for what", "you do now", "You")
    assert lines["b"] == ("b", "Same")
    assert all(node.lines == (node.label,) for node in chart_of(graph, "x").nodes)


def test_a_name_that_is_not_the_label() -> None:
    assert [node.label for node in chart_of(graph_of({"a": {"name": "pickCard"}}), "x").nodes][
        1
    ] == "a (pickCard)"


def test_names_that_could_not_be_seen_are_quoted() -> None:
    assert written("Zug beenden (ä)") == "Zug beenden (ä)"
    assert [written(name) for name in ("a\n", " a", "a  b", "\x00", "\u2028", " ")] == [
        "'a\\n'",
        "' a'",
        "'a  b'",
        "'\\x00'",
        "'\\u2028'",
        "' '",
    ]


def test_a_large_game_is_drawn_by_its_phases() -> None:
    found = boxes(chart_of(large_graph(), "x"))
    phases = {f"/through phase{letter}" for letter in "ABCDEFGH"}
    assert phases <= found.keys()
    assert found["/through phaseA"] == [f"phaseA{end}" for end in ("", "Turn", "Main", "Cost", "Target")] + [
        f"phaseA{end}" for end in ("Effect", "Free", "Confirm", "Reveal")
    ]
    assert found["/through phaseA/phaseAAll"] == ["phaseAAll", "phaseAPick", "phaseAKeep"]
    assert len(found[""]) <= LARGEST


def test_a_small_game_has_no_parts() -> None:
    ring = ring_of(MANY - 2)
    assert len(ring) == MANY
    assert list(boxes(chart_of(ring, "x"))) == [""]
    assert len(boxes(chart_of(ring_of(MANY - 1), "x"))) > 1


def test_a_ring_and_a_star_are_cut_too() -> None:
    star = {"hub": {"type": GAME, "transitions": {f"t{n}": f"s{n}" for n in range(60)}}}
    star |= {f"s{n}": {"transitions": {"back": "hub"}} for n in range(60)}
    for graph in (ring_of(60), graph_of(star)):
        assert max(len(labels) for labels in boxes(chart_of(graph, "x")).values()) <= LARGEST


def test_states_that_nothing_leads_to_are_together() -> None:
    states = {f"s{n}": {"transitions": {"next": f"s{n + 1}"}} for n in range(30)} | {"s30": {}}
    lost = {f"lost{n}": {} for n in range(5)}
    assert boxes(chart_of(graph_of(states | lost), "x"))["/no way in"] == [*lost, "gameEnd"]


@given(graph=graphs())
@settings(max_examples=150, deadline=None)
def test_every_state_is_in_one_box(graph: StateGraph) -> None:
    chart = chart_of(graph, "x")
    drawn = Counter(node.label for node in drawn_in(chart.body))
    assert drawn == Counter(node.label for node in chart.nodes)
    found = parts(graph)
    assert sorted([*found.rest, *(label for part in found.parts for label in part.labels)]) == sorted(
        graph.labels
    )
    private = masters(graph)
    for part in (*(part.labels for part in found.parts), found.rest):
        assert len([label for label in part if label not in private]) <= LARGEST


@given(graph=graphs())
@settings(max_examples=100, deadline=None)
def test_dominators_are_what_their_definition_says(graph: StateGraph) -> None:
    ways = {state.label: state.targets for state in graph}
    root = graph.setup.label
    tops = dominators(ways, root)
    reached = reachable(ways, root, without=None)
    assert tops.keys() == reached
    for label, top in tops.items():
        if label != root:
            strict = {
                other for other in reached - {label} if label not in reachable(ways, root, without=other)
            }
            assert top in strict
            assert strict - {top} <= {
                other for other in strict if top not in reachable(ways, root, without=other)
            }


def reachable(ways: dict[str, tuple[str, ...]], root: str, *, without: str | None) -> set[str]:
    found = {root} - {without}
    waiting = list(found)
    while waiting:
        for target in ways[waiting.pop()]:
            if target not in found and target != without:
                found.add(target)
                waiting.append(target)
    return found  # type: ignore[return-value]


def test_around() -> None:
    graph = ring_of(10)
    assert around(graph, "s0", 0) == {"s0"}
    assert around(graph, "s0", 1) == {"s0", "s1", "s9", "gameSetup"}
    assert around(graph, "s5", 2) == {"s3", "s4", "s5", "s6", "s7"}
    assert around(graph, "s5", 10**9) == set(graph.labels) - {"gameEnd"}


def test_a_cut_state_is_marked_and_a_loop_cuts_nothing() -> None:
    graph = graph_of(
        {"a": {"transitions": {"again": "a", "x": "b"}}, "b": {"transitions": {"y": "c"}}, "c": {}}
    )
    nodes = {node.label: node.cut for node in chart_of(graph, "x", only=around(graph, "a", 1)).nodes}
    assert nodes == {"gameSetup": False, "a": False, "b": True}
    assert not any(node.cut for node in chart_of(graph, "x").nodes)


def ring_of(size: int) -> StateGraph:
    labels = [f"s{number}" for number in range(size)]
    return graph_of({one: {"transitions": {"next": other}} for one, other in pairwise([*labels, labels[0]])})
