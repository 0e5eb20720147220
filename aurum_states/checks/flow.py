"""All ways between the states of a game: declared transitions, and the jumps that its class makes.

Everything here takes time linear in the number of states, transitions and handlers.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from aurum_states.checks.class_source import FRAMEWORK_METHODS, ClassSource, Effects
from aurum_states.checks.method_facts import Outcome
from aurum_states.definitions import handler_words as words
from aurum_states.definitions.graph import StateGraph
from aurum_states.definitions.handler_words import ZOMBIE
from aurum_states.definitions.states import GameState, StateType
from aurum_states.names import snake
from aurum_states.problems import Certainty, Severity

FIRST_STATE = "first_state"


class Way(NamedTuple):
    """One way from a state to another. ``zombie``: only a player who has left ever takes it."""

    source: str
    target: str
    zombie: bool


class Handler(NamedTuple):
    """A method of the class that a state names."""

    name: str
    effects: Effects


class Flow:
    """The ways between the states, without those of private states, which are a world of their own."""

    def __init__(self, graph: StateGraph, source: ClassSource | None) -> None:
        self.graph = graph
        self.source = source

    # -- handlers ---------------------------------------------------------------------------------

    @cached_property
    def handlers(self) -> Mapping[str, tuple[Handler, ...]]:
        """The methods that run in each state and could be read: its action and its possible actions."""
        found: dict[str, tuple[Handler, ...]] = {}
        for state in self.graph:
            named = () if state.reserved else (state.action, *state.possible_actions)
            handlers = []
            for name in filter(None, named):
                effects = self._effects(snake(name))
                if effects is not None:
                    handlers.append(Handler(snake(name), effects))
            found[state.label] = tuple(handlers)
        return found

    @cached_property
    def zombies(self) -> tuple[Handler, ...]:
        """The methods that play for players who have left: in every state, and in a state of their own."""
        names = dict.fromkeys((ZOMBIE, *(words.zombie_method(state) for state in self.graph)))
        every = ((name, self._effects(name)) for name in names)
        return tuple(Handler(name, effects) for name, effects in every if effects is not None)

    @cached_property
    def private_handlers(self) -> tuple[Handler, ...]:
        """The handlers of all private states: they can also move their master on."""
        return tuple(
            handler
            for state in self.graph
            if state.type is StateType.PRIVATE
            for handler in self.handlers[state.label]
        )

    def running_in(self, state: GameState) -> tuple[Handler, ...]:
        """Return the handlers that can move a state on, a master's private ones included."""
        own = self.handlers[state.label]
        return (*own, *self.private_handlers) if state.initial_private is not None else own

    def readable(self, state: GameState) -> bool:
        """Whether all the state's handlers are there and can be read."""
        if self.source is None or not self.source.complete:
            return False
        named = [snake(name) for name in (state.action, *state.possible_actions) if name]
        own = sum(name not in FRAMEWORK_METHODS for name in named)
        return own == len(self.handlers[state.label])

    def _effects(self, name: str) -> Effects | None:
        return None if self.source is None else self.source.effects(name)

    # -- how sure -----------------------------------------------------------------------------------

    @cached_property
    def jumps_dynamically(self) -> bool:
        """Whether the game may go from some state to a state that cannot be read off its class."""
        if self.source is None:
            return False
        every = [handler.effects for some in self.handlers.values() for handler in some]
        first = self._effects(FIRST_STATE)
        every += [zombie.effects for zombie in self.zombies]
        every += [first] if first is not None else []
        if first is not None and first.unknown:
            return True
        return not self.source.complete or any(one.jumps_unknown or not one.complete for one in every)

    @property
    def certainty(self) -> Certainty:
        """How sure a finding about the whole graph can be."""
        if self.graph.partial or self.jumps_dynamically:
            return "possible"
        return "likely" if self.source is None else "certain"

    def weighed(self, severity: Severity) -> Severity:
        """Return the severity of a finding about the whole graph: less where it is only possible."""
        if self.certainty != "possible":
            return severity
        return "warning" if severity == "error" else "info"

    def may_leave(self, state: GameState) -> bool:
        """Whether a handler of the state may jump to a state that cannot be read off."""
        return any(
            handler.effects.jumps_unknown or not handler.effects.complete
            for handler in self.running_in(state)
        )

    # -- ways -----------------------------------------------------------------------------------------

    @cached_property
    def ways(self) -> Mapping[str, tuple[Way, ...]]:
        """Every way by the state that it leaves; transitions and jumps of private states are left out."""
        found: dict[str, list[Way]] = {state.label: [] for state in self.graph}
        for state in self.graph:
            if state.type is StateType.PRIVATE:
                continue
            own = self.running_in(state)
            taken = {outcome.value for handler in own for outcome in handler.effects.taken}
            sure = self.readable(state) and not any(handler.effects.unknown for handler in own)
            for name, target in state.transitions.items():
                only = name not in taken and self._is_zombies(name, sure=sure)
                found[state.label].append(Way(state.label, target, zombie=only))
            for handler in own:
                for target in self.jumps(handler.effects.taken):
                    found[state.label].append(Way(state.label, target, zombie=False))
            for zombie in self.zombies if state.type.has_players else ():
                for target in self.jumps(zombie.effects.taken):
                    found[state.label].append(Way(state.label, target, zombie=True))
        return {label: tuple(ways) for label, ways in found.items()}

    def _is_zombies(self, name: str, *, sure: bool) -> bool:
        """Whether only a zombie takes a transition that no handler of its state takes."""
        if name.lower().startswith("zombie"):
            return True
        return sure and any(one.value == name for zombie in self.zombies for one in zombie.effects.taken)

    def jumps(self, outcomes: Iterable[Outcome]) -> list[str]:
        """Return the labels of the states that outcomes jump to."""
        labels = []
        for outcome in outcomes:
            if isinstance(outcome.value, int):
                state = self.graph.by_id.get(outcome.value)
            elif outcome.by == "jump_to_state":
                state = self.graph.get(outcome.value)
            else:
                continue
            if state is not None and state.type is not StateType.PRIVATE:
                labels.append(state.label)
        return labels

    @property
    def private_jumps(self) -> list[str]:
        """The labels of the private states that handlers put a player into by id or label."""
        labels = []
        every = (handler for some in self.handlers.values() for handler in some)
        for outcome in (one for handler in every for one in handler.effects.taken):
            if isinstance(outcome.value, int):
                state = self.graph.by_id.get(outcome.value)
            elif outcome.by == "set_private_state":
                state = self.graph.get(outcome.value)
            else:
                continue
            if state is not None and state.type is StateType.PRIVATE:
                labels.append(state.label)
        return labels

    @cached_property
    def roots(self) -> tuple[str, ...]:
        """The states that a game can begin in."""
        declared = tuple(dict.fromkeys((self.graph.initial, *self.graph.setup.transitions.values())))
        first = self._effects(FIRST_STATE)
        if first is None:
            return declared
        labels = [self.graph.get(str(one.value)) for one in first.returned if isinstance(one.value, str)]
        labels += [self.graph.by_id.get(one.value) for one in first.returned if isinstance(one.value, int)]
        chosen = tuple(state.label for state in labels if state is not None)
        return (*chosen, *declared) if first.unknown or not chosen else chosen

    def reachable(self, starts: Iterable[str], *, zombies: bool = True) -> set[str]:
        """Return the labels that can be reached from some, those included."""
        seen = {label for label in starts if label in self.ways}
        waiting = list(seen)
        while waiting:
            for way in self.ways[waiting.pop()]:
                if way.target not in seen and way.target in self.ways and (zombies or not way.zombie):
                    seen.add(way.target)
                    waiting.append(way.target)
        return seen

    @cached_property
    def components(self) -> tuple[tuple[str, ...], ...]:
        """The sets of states that can all reach each other (Tarjan's, without recursion), in file order."""
        ways = self.ways
        targets = {
            label: [way.target for way in ways[label] if way.target in ways and way.target != label]
            for label in ways
        }
        order = {label: index for index, label in enumerate(targets)}
        found = (sorted(some, key=order.__getitem__) for some in strong_components(targets))
        return tuple(sorted(map(tuple, found), key=lambda component: order[component[0]]))


def strong_components(targets: Mapping[str, list[str]]) -> list[list[str]]:
    """Return the strongly connected components of a graph."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    found: list[list[str]] = []
    for root in targets:
        if root in index:
            continue
        path = [(root, iter(targets[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while path:
            node, rest = path[-1]
            for target in rest:
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    on_stack.add(target)
                    path.append((target, iter(targets[target])))
                    break
                if target in on_stack:
                    low[node] = min(low[node], index[target])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == index[node]:
                    found.append(_popped(stack, on_stack, node))
    return found


def _popped(stack: list[str], on_stack: set[str], root: str) -> list[str]:
    component: list[str] = []
    while not component or component[-1] != root:
        component.append(stack.pop())
        on_stack.discard(component[-1])
    return component
