"""states.yaml: what is read, and what each slip is called and where it stands."""

from collections.abc import Callable

import pytest

from aurum_states.definitions.graph import StateGraph
from aurum_states.definitions.states import StateType, Transition
from aurum_states.problems import Report

GraphOf = Callable[[str], tuple[StateGraph | None, Report]]

MINIMAL = """\
states:
  deal: {type: game, action: stDeal, transitions: {'': turn}}
  turn:
    type: activeplayer
    description: ${actplayer} must play
    possibleActions: [actPlay]
    transitions: {again: deal, end: 99}
"""


def test_minimal_graph(graph_of: GraphOf) -> None:
    graph, report = graph_of(MINIMAL)
    assert str(report) == ""
    assert graph is not None
    assert graph.initial == "deal"
    assert not graph.partial
    assert [(state.label, state.id) for state in graph] == [
        ("gameSetup", 1),
        ("deal", 2),
        ("turn", 3),
        ("gameEnd", 99),
    ]
    assert graph.transitions() == (
        Transition("gameSetup", "", "deal"),
        Transition("deal", "", "turn"),
        Transition("turn", "again", "deal"),
        Transition("turn", "end", "gameEnd"),
    )
    assert graph["turn"].type is StateType.ACTIVE_PLAYER
    assert graph["turn"].description_my_turn is None
    assert (graph.setup.label, graph.end.action, graph.by_id[3].label) == ("gameSetup", "stGameEnd", "turn")
    assert ("turn" in graph, "trun" in graph, len(graph), graph.get("x")) == (True, False, 4, None)
    with pytest.raises(KeyError, match="did you mean 'turn'"):
        graph["trun"]


def test_everything_a_state_can_have(graph_of: GraphOf) -> None:
    graph, report = graph_of(
        """
initialState: 20
states:
  setup: {id: 1, name: gameSetup, type: manager, action: stGameSetup, transitions: {'': master}}
  master:
    id: 20
    type: multipleactiveplayer
    description: ''
    descriptionmyturn: ${you} choose
    descriptionmyturnxor: kept
    descriptionMyTurnAI: kept
    descriptionskippable: kept
    $comment: kept
    tooltip: kept
    args: argMaster
    action: stMaster
    possibleactions: [actUndo]
    initialprivate: 30
    updateGameProgression: true
    transitions: {0: over, done: 99, -1: 20}
  mine: {id: 30, name: my_state, type: private, possibleActions: [actA, actB]}
  over: {type: game, action: stOver, description: null, updateGameProgression: false, transitions: []}
"""
    )
    assert str(report) == ""
    assert graph is not None
    master = graph["master"]
    assert master.possible_actions == ("actUndo",)
    assert master.initial_private == "mine"
    assert master.description == ""
    assert master.description_my_turn == "${you} choose"
    assert master.update_game_progression
    assert dict(master.transitions) == {"0": "over", "done": "gameEnd", "-1": "master"}
    assert list(master.extras) == [
        "descriptionmyturnxor",
        "descriptionMyTurnAI",
        "descriptionskippable",
        "$comment",
        "tooltip",
    ]
    assert graph["mine"].name == "my_state"
    assert (graph["over"].id, graph["over"].description, graph["over"].transitions) == (2, "", {})
    assert graph.initial == "master"
    assert [state.label for state in graph] == ["setup", "master", "mine", "over", "gameEnd"]


def test_ids_are_given_in_file_order_around_those_declared(graph_of: GraphOf) -> None:
    graph, _ = graph_of(
        "states:\n"
        + "".join(
            f"  {label}: {{type: game, action: stX{number}}}\n"
            for label, number in {"a": "", "b": ", id: 3", "c": "", "d": ", id: 2", "e": ""}.items()
        )
    )
    assert graph is not None
    assert {state.label: state.id for state in graph} == {
        "gameSetup": 1,
        "a": 4,
        "b": 3,
        "c": 5,
        "d": 2,
        "e": 6,
        "gameEnd": 99,
    }


def test_numeric_labels_are_ids(graph_of: GraphOf) -> None:
    graph, report = graph_of(
        "states:\n  1: {name: gameSetup, type: manager, transitions: {'': 20}}\n"
        "  20: {name: deal, type: game, action: stDeal, transitions: {'': 99}}\n"
        "  99: {name: gameEnd, type: manager}\n"
    )
    assert str(report) == ""
    assert graph is not None
    assert {state.label: state.id for state in graph} == {"1": 1, "20": 20, "99": 99}
    assert graph.initial == "20"
    assert graph["20"].edges() == (Transition("20", "", "99"),)


@pytest.mark.parametrize(
    ("head", "setup", "initial"),
    [
        ("initialState: b", "", "b"),
        ("initialState: 7", "", "b"),
        ("", "gameSetup: {type: manager, transitions: {'': b}}", "b"),
        ("", "gameSetup: {type: manager, transitions: {tutorialStart: a, start: b}}", "b"),
        ("", "gameSetup: {type: manager}", "a"),
        ("", "", "a"),
    ],
)
def test_first_state(graph_of: GraphOf, head: str, setup: str, initial: str) -> None:
    graph, report = graph_of(
        f"{head}\nstates:\n  {setup or '# none'}\n"
        "  a: {type: game, action: stA, transitions: {'': b}}\n"
        "  b: {id: 7, type: game, action: stB, transitions: {'': a}}\n"
    )
    assert str(report) == ""
    assert graph is not None
    assert graph.initial == initial
    assert initial in graph.setup.transitions.values()


def one(text: str) -> str:
    """A graph with one faulty state `x` in line 3, which starts with a good state `ok`."""
    return f"states:\n  ok: {{type: game, action: stOk, transitions: {{a: 99}}}}\n  x: {text}\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # the file
        ("§[]", "states.shape the file must be a mapping with the key states, not a list"),
        ("§initialState: x", "states.shape the file has no key states"),
        ("states:§ ", "states.shape there are no states"),
        ("states: §[]", "states.shape there are no states"),
        ("states: §[{type: game}]", "states.shape states must be a mapping of label to state, not a list"),
        ("§State: {a: {type: game}}", "states.key.misspelt the file has an unknown key State"),
        ("§states: {gameEnd: {type: manager}}", "state.initial.missing there is no state to begin with"),
        # shapes
        (
            one("game"),
            "state.value.type state 'x' must be a mapping of keys to values, not the text 'game'",
        ),
        (one(""), "state.value.type state 'x' must be a mapping"),
        (one("{action: stX}"), "state.key.missing state 'x' has no type"),
        (
            one("{type: §gaem, action: stX}"),
            "state.value.unknown state 'x': type may not be the text 'gaem'",
        ),
        (one("{type: §5, action: stX}"), "state.value.unknown state 'x': type may not be the number 5"),
        (
            one("{type: game, action: §5}"),
            "state.value.type state 'x': action must be text, not the number 5",
        ),
        (
            one("{type: game, action: §[stX]}"),
            "state.value.type state 'x': action must be text, not a list",
        ),
        (one("{type: game, action: §st.x}"), "state.handler.name state 'x' has the action 'st.x'"),
        (one("{type: game, action: stX, args: ''}"), ""),
        (
            one("{type: game, action: stX, id: §'7'}"),
            "state.value.type state 'x': id must be a whole number",
        ),
        (one("{type: game, action: stX, id: §010}"), "id must be a whole number, not the text '010'"),
        (one("{type: game, action: stX, id: §1.5}"), "id must be a whole number, not the number 1.5"),
        (one("{type: game, action: stX, id: §true}"), "id must be a whole number, not true"),
        (
            one("{type: game, action: stX, id: §0}"),
            "state.value.invalid state 'x': id must be at least 1",
        ),
        (one("{type: game, action: stX, id: §-4}"), "id must be at least 1, not -4"),
        (
            one("{type: game, action: stX, updateGameProgression: §on}"),
            "state.value.type state 'x': updateGameProgression must be true or false, not the text 'on'",
        ),
        (
            one("{type: game, action: stX, updateGameProgression: §1}"),
            "must be true or false, not the number 1",
        ),
        (
            one("{type: game, action: stX, transitions: §ok}"),
            "state.value.type state 'x': transitions must be",
        ),
        (
            one("{type: game, action: stX, transitions: §[ok]}"),
            "transitions must be a mapping of keys to values",
        ),
        (
            one("{type: game, action: stX, transitions: {a: §[ok]}}"),
            "state.value.type state 'x': transition 'a'",
        ),
        (
            one("{type: game, action: stX, transitions: {a: §}}"),
            "must lead to the label or id of a state, not to noth",
        ),
        (one("{type: game, action: stX, transitions: {a: §true}}"), "not to true"),
        # keys
        (
            one("{type: game, action: stX, §transitons: {a: ok}}"),
            "state.key.misspelt state 'x' has an unknown key",
        ),
        (one("{§tpye: game, action: stX}"), "state.key.misspelt state 'x' has an unknown key tpye"),
        (one("{type: game, §Action: stX}"), "state.key.misspelt state 'x' has an unknown key Action"),
        (one("{type: game, action: stX, §descriptionMyTrun: a}"), "state.key.misspelt state 'x'"),
        (one("{type: game, action: stX, §descriptions: a}"), "state.key.misspelt state 'x'"),
        (one("{type: game, action: stX, §update_game_progression: true}"), "state.key.misspelt state 'x'"),
        (
            one("{type: activeplayer, description: a, possibleActions: [actA], §possibleactions: [actA]}"),
            "state.key.twice state 'x' has both possibleActions and possibleactions",
        ),
        # targets
        (
            one("{type: game, action: stX, transitions: {a: §okk}}"),
            "state.target.unknown state 'x': transition 'a' leads to 'okk', which is no state",
        ),
        (one("{type: game, action: stX, transitions: {a: §7}}"), "leads to the id 7, which no state has"),
        (one("{type: game, action: stX, transitions: {a: §'99'}}"), "leads to '99', which is no state"),
        (one("{type: game, action: stX, transitions: {a: §gameSetup}}"), "state.target.setup"),
        (
            "initialState: §okk\n" + one("{type: game, action: stX}"),
            "state.target.unknown initialState leads",
        ),
        (
            "initialState: §gameSetup\n" + one("{type: game, action: stX}"),
            "state.initial.type 'gameSetup'",
        ),
        # ids
        (
            one("{type: game, action: stX, id: §1}"),
            "state.id.reserved state 'x' has the id 1, which is BGA's",
        ),
        (one("{type: game, action: stX, id: §99}"), "state.id.reserved state 'x' has the id 99"),
        (one("{type: manager, id: §99}"), "state.id.reserved state 'x' has the id 99, so BGA's name"),
        (one("{type: manager, id: 99, name: gameEnd, transitions: §{a: ok}}"), "state.end.transitions"),
        (
            one("{type: game, action: stX}").replace("ok:", "§gameEnd:").replace("99}", "x}"),
            "state.id.reserved state 'gameEnd' has the id 99",
        ),
        (one("{type: §manager, id: 8, action: stX}"), "warning state.type.manager"),
        (
            "states:\n  gameEnd: {id: §8, type: manager}\n  a: {type: game, action: stX}\n",
            "state.id.reserved",
        ),
        (
            "states:\n  5: {id: §6, type: game, action: stX}\n",
            "state.label.number state '5' has the id 6",
        ),
        (
            "states:\n  a: {id: 5, type: game, action: stX}\n  b: {id: §5, type: game, action: stX}\n",
            "state.id.duplicate state 'b' has the id 5, which state 'a' has already",
        ),
        (
            "states:\n  a: {id: 5, type: game, action: stX}\n  §5: {type: game, action: stX}\n",
            "state.id.duplicate state '5' has the id 5",
        ),
        # by type
        (one("{type: game}"), "state.action.missing state 'x' is of type game and has no action"),
        (one("{type: game, action: stX, possibleActions: §[actA]}"), "warning state.actions.unused"),
        (one("{type: activeplayer, description: a}"), "warning state.actions.missing"),
        (one("{type: private}"), "warning state.actions.missing"),
        (one("{type: activeplayer, possibleActions: [actA]}"), "warning state.description.missing"),
        (
            one("{type: activeplayer, description: a, possibleActions: §actA}"),
            "possibleActions must be a list",
        ),
        (one("{type: activeplayer, description: a, possibleActions: [§1]}"), "state.value.type"),
        (one("{type: activeplayer, description: a, possibleActions: [§'a b']}"), "state.actions.name"),
        (
            one("{type: activeplayer, description: a, possibleActions: [actA, §actA]}"),
            "warning state.actions.tw",
        ),
        (
            one("{type: activeplayer, description: a, possibleActions: [§play]}"),
            "info state.actions.prefix",
        ),
        (one("{type: game, action: stX, initialPrivate: §ok}"), "state.private.target"),
        (one("{type: private, possibleActions: [actA], initialPrivate: §x}"), "state.private.master"),
        (one("{type: game, action: stX, name: §ok}"), "warning state.name.repeated"),
        (one("{type: game, action: stX}").replace("x:", "'x y':"), "warning state.label"),
        (one("{type: game, action: stX}").replace("x:", "'':"), "state.label a state needs a label"),
    ],
)
def test_slips(graph_of: GraphOf, text: str, expected: str) -> None:
    """§ stands before the place of the problem, which is else the label `x`."""
    graph, report = graph_of(text.replace("§", ""))
    if not expected:
        assert str(report) == ""
        return
    assert len(report) == 1, str(report)
    (problem,) = report
    severity = "" if problem.severity == "error" else f"{problem.severity} "
    assert expected in f"{severity}{problem.code} {problem.message}"
    before, marker, _ = text.partition("§")
    place = (before.count("\n") + 1, len(before) - before.rfind("\n")) if marker else (3, 3)
    assert (problem.place.line, problem.place.column) == place
    assert graph is None or graph.partial == (problem.severity == "error")


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (
            "{type: gaem, action: stX}",
            "one of activeplayer, multipleactiveplayer, private, game, manager (did you m",
        ),
        ("{type: game, action: stX, transitions: {a: okk}}", "did you mean 'ok'?"),
        ("{type: game, action: stX, transitions: {a: nowhere}}", "labels are ok, x, gameSetup, gameEnd"),
        ("{type: game, action: stX, transitions: {a: '99'}}", "write the id without quotes: 99"),
        (
            "{type: game, action: stX, name: fine, transitions: {a: fine}}",
            "'fine' is the BGA name of a state",
        ),
        ("{type: game, action: stX, transitions: {a: 7}}", "ids are 1, 2, 3, 99"),
        ("{type: game, action: stX, possibleacions: [actA]}", "did you mean possibleActions?"),
        ("{type: game, action: stX, updateGameProgression: on}", "YAML 1.2 knows true and false only"),
        ("{type: activeplayer, description: a, possibleActions: actA}", "write [actA]"),
        ("{type: game, action: 5}", "put it into quotes"),
        ("{type: game, action: stX, id: '7'}", "write it without quotes"),
    ],
)
def test_advice(graph_of: GraphOf, text: str, right: str) -> None:
    _, report = graph_of(one(text))
    assert right in report.problems[0].help


def test_all_problems_at_once_and_what_is_right_is_in_the_graph(graph_of: GraphOf) -> None:
    graph, report = graph_of(
        """
initialState: nowhere
states:
  a: {type: gme, transitions: {x: b}}
  b: {type: game, transitions: {x: a, y: cc, z: [1]}}
  c: {id: x, type: activeplayer, description: 1, updateGameProgression: no}
  d: {type: game, action: stD, transitions: {x: b}}
"""
    )
    assert [problem.code for problem in report] == [
        "state.value.unknown",
        "state.value.type",
        "state.value.type",
        "state.value.type",
        "state.target.unknown",
        "state.value.type",
        "state.action.missing",
        "state.target.unknown",
    ]
    assert graph is not None
    assert graph.partial
    assert graph.labels == ("gameSetup", "b", "d", "gameEnd")
    assert dict(graph["b"].transitions) == {"x": "a"}


def test_slips_in_the_first_state(graph_of: GraphOf) -> None:
    private = "states:\n  p: {type: private, possibleActions: [actA]}\n  g: {type: game, action: stG}\n"
    _, report = graph_of(private)
    assert [problem.code for problem in report] == ["state.initial.type"]
    _, report = graph_of(
        "initialState: a\nstates:\n  gameSetup: {type: manager, transitions: {'': b}}\n"
        "  a: {type: game, action: stA}\n  b: {type: game, action: stB}\n"
    )
    assert [problem.code for problem in report] == ["state.initial.differs"]
