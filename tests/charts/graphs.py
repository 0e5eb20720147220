"""Graphs to draw: made-up ones with the worst of names, and one as large as the largest real game."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from aurum_states.definitions.graph import StateGraph
from aurum_states.definitions.states import END_ID, SETUP_ID, GameState, StateType

NASTY = (
    "",
    " ",
    "end",
    "graph",
    "subgraph",
    "style",
    "class",
    "default",
    "click",
    "o",
    "x",
    'say "no"',
    "it's",
    "a|b",
    "[a](b){c}",
    "((end)))",
    "<b>bold</b>",
    "&amp;",
    "&",
    "#35;",
    "#",
    "a;b",
    "back\\slash",
    "ends with \\",
    '\\"',
    "\\N\\G\\l",
    "line\nbreak",
    "tab\there",
    "\x00\x07",
    "\u2028%% no comment",
    "%%{init: {}}%%",
    "%% comment",
    "--> x",
    "-- text",
    "`code`",
    "**bold** _it_",
    "1. first",
    "- item",
    "$$x$$",
    "${you} must play",
    "Äpfel & Öl für Maß",
    "°ß",
    "fa:fa-car",
    "style a:#b;",
    "classDef x:#y;",
    "~~~",
    "@{ shape: x }",
    "日本語 🎲",
    "\u202eright to left",
    "a b",
    "_a_",
    "--- title: x ---",
)

names = st.one_of(st.sampled_from(NASTY), st.text(st.characters(codec="utf-8"), max_size=12))
"""Names of transitions and titles: whatever YAML can hold."""

labels = names.filter(lambda text: text.strip() and not text.strip().isdecimal())


@st.composite
def graphs(draw: st.DrawFn) -> StateGraph:
    """Return a graph of up to 40 states of any types, with any edges between them."""
    chosen = draw(st.lists(labels, min_size=1, max_size=draw(st.sampled_from([4, 10, 40])), unique=True))
    chosen = [label for label in chosen if label not in ("gameSetup", "gameEnd")] or ["one"]
    goals = [*chosen, "gameEnd"]
    states = []
    for number, label in enumerate(chosen, 2):
        state: dict[str, Any] = {"type": draw(st.sampled_from(StateType))}
        state["transitions"] = draw(st.dictionaries(names, st.sampled_from(goals), max_size=4))
        state["description"] = draw(names)
        state["description_my_turn"] = draw(st.none() | names)
        if state["type"] is StateType.MULTIPLE_ACTIVE_PLAYER:
            state["initial_private"] = draw(st.none() | st.sampled_from(chosen))
        states.append(GameState(label=label, id=number, name=label, **state))
    return whole(states, chosen[0])


def graph_of(states: Mapping[str, Mapping[str, Any]]) -> StateGraph:
    """Return a graph of states written short: label -> the fields that are not the usual ones."""
    made = []
    for number, (label, fields) in enumerate(states.items(), 2):
        free = number if number < END_ID else number + 1
        given = {"id": free, "name": label, "type": StateType.ACTIVE_PLAYER, **fields}
        made.append(GameState(label=label, **given))
    return whole(made, made[0].label)


def whole(states: list[GameState], initial: str) -> StateGraph:
    setup = GameState(
        label="gameSetup", id=SETUP_ID, name="gameSetup", type=StateType.MANAGER, transitions={"": initial}
    )
    end = GameState(label="gameEnd", id=END_ID, name="gameEnd", type=StateType.MANAGER)
    return StateGraph((setup, *states, end), initial)


def large_graph() -> StateGraph:
    """Return a game of 105 states: eight phases of a round, and states that all of them share."""
    states: dict[str, dict[str, Any]] = {}

    def add(label: str, kind: StateType, **transitions: str) -> None:
        states[label] = {"type": kind, "transitions": transitions}

    game, player, multi = StateType.GAME, StateType.ACTIVE_PLAYER, StateType.MULTIPLE_ACTIVE_PLAYER
    phases = [f"phase{letter}" for letter in "ABCDEFGH"]
    add("newRound", game, **{name: name for name in phases}, over="endScore")
    for name in phases:
        add(name, game, turn=f"{name}Turn", all=f"{name}All", done="newRound")
        add(f"{name}Turn", player, main=f"{name}Main", free=f"{name}Free", undo=name, zombie="nextPlayer")
        add(f"{name}Main", player, one=f"{name}Cost", two=f"{name}Target", cancel=f"{name}Turn")
        add(f"{name}Cost", player, paid=f"{name}Target", cancel=f"{name}Main")
        add(f"{name}Target", player, chosen=f"{name}Effect", cancel=f"{name}Cost")
        add(f"{name}Effect", game, more=f"{name}Main", bonus="bonus", done=f"{name}Confirm")
        add(f"{name}Free", player, done=f"{name}Turn", trade="trade")
        add(f"{name}Confirm", player, confirm="nextPlayer", undo=f"{name}Turn")
        add(f"{name}All", multi, done=f"{name}Reveal")
        states[f"{name}All"]["initial_private"] = f"{name}Pick"
        add(f"{name}Pick", StateType.PRIVATE, again=f"{name}Pick", next=f"{name}Keep")
        add(f"{name}Keep", StateType.PRIVATE, back=f"{name}Pick")
        add(f"{name}Reveal", game, next="nextPlayer")
    add("bonus", player, done="nextPlayer", again="bonus")
    add("trade", multi, done="nextPlayer")
    add("nextPlayer", game, **{name: name for name in phases}, end="newRound")
    add("endScore", game, over="gameEnd")
    add("discard", player, done="nextPlayer")
    add("log", game, next="nextPlayer")
    states["nextPlayer"]["transitions"]["discard"] = "discard"
    states["nextPlayer"]["transitions"]["log"] = "log"
    return graph_of(states)
