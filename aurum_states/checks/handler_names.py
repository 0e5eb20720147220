"""Rules about names: what states name must be in the class, and what is in the class should be named."""

from collections.abc import Iterator

from aurum_states.checks.class_source import ClassSource
from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions import handler_words as words
from aurum_states.definitions.corrections import rewritten
from aurum_states.definitions.graph import StateGraph
from aurum_states.definitions.spelling import near_miss
from aurum_states.definitions.states import GameState
from aurum_states.names import camel, did_you_mean, snake
from aurum_states.problems import Fix, Problem

PREFIXES = ("act_", "arg_", "st_", "moves_")
"""How the methods begin that states name."""

_WHAT = {"act_": "possibleActions", "arg_": "args", "st_": "action"}


def missing(subject: Subject) -> Iterator[Problem]:
    """Find methods that a state names and the class has not."""
    source = subject.source
    if subject.graph is None or source is None:
        return
    free = _free(source, subject.graph)
    for state in subject.graph:
        if state.reserved:
            continue
        for key, name in (("action", state.action), ("args", state.args)):
            if name is not None and not source.has(snake(name)):
                said = words.method_missing(state, name, key, source.name, free)
                yield _at(subject, state, said, key, fix=_meant(subject, state, name, free, key))
        if state.type.has_players and state.possible_actions and not source.has(words.moves_method(state)):
            yield _at(subject, state, words.moves_missing(state, source.name, free))
        for index, name in enumerate(state.possible_actions if state.type.has_players else ()):
            if not source.has(snake(name)):
                said = words.method_missing(state, name, "action", source.name, free)
                path = ("possibleActions", index)
                yield _at(subject, state, said, *path, fix=_meant(subject, state, name, free, *path))


def unused(subject: Subject) -> Iterator[Problem]:
    """Find methods that look like handlers, which no state names and no other method calls."""
    source, graph = subject.source, subject.graph
    if source is None or graph is None:
        return
    free = [name for name in _free(source, graph) if not _overrides(source, name)]
    called = called_methods(source) | _written_names(subject) if free else set()
    for name in free:
        if name in called:
            continue
        prefix = next(prefix for prefix in PREFIXES if name.startswith(prefix))
        if prefix == "moves_":
            labels = {snake(state.label): state.label for state in graph if state.type.has_players}
            right = f"it belongs to the state {name.removeprefix(prefix)!r}, which is none"
            right += did_you_mean(name.removeprefix(prefix), labels)
        else:
            right = f"name it in the {_WHAT[prefix]} of a state, or remove it"
        yield Problem(
            "handler.unused",
            f"no state names {name}, and nothing calls it",
            source.methods[name].place,
            severity="warning",
            certainty="certain" if source.complete and not graph.partial else "possible",
            help=right,
        )


def clashing(subject: Subject) -> Iterator[Problem]:
    """Find different names of BGA's that are one name in Python."""
    graph = subject.graph
    seen: dict[str, str] = {}
    for state in graph or ():
        if state.reserved:
            continue
        places: list[tuple[str, tuple[str | int, ...]]] = [
            (name, (key,)) for key, name in (("action", state.action), ("args", state.args)) if name
        ]
        places += [(name, ("possibleActions", index)) for index, name in enumerate(state.possible_actions)]
        for name, path in places:
            other = seen.setdefault(snake(name), name)
            if other != name:
                yield _clash(subject, state, f"names {name}, and another place {other}", snake(name), *path)
        if state.type.has_players:
            method = words.moves_method(state)
            other = seen.setdefault(method, state.label)
            if other != state.label:
                yield _clash(
                    subject, state, f"and state {other!r} have the same method of legal moves", method
                )


def _clash(subject: Subject, state: GameState, what: str, method: str, *path: str | int) -> Problem:
    return subject.at_state(
        state,
        "handler.name.clash",
        f"state {state.label!r} {what}: both are {method} in Python",
        *path,
        severity="warning",
        help="spell them alike if they are one, else let them differ by more than capitals",
    )


def _free(source: ClassSource, graph: StateGraph) -> list[str]:
    """Return the handlers of a class that no state names."""
    named = {name for state in graph for name in words.named_methods(state)}
    return [name for name in source.named(*PREFIXES) if name not in named]


def called_methods(source: ClassSource) -> set[str]:
    """Return the names of all methods that some method of the class uses."""
    return {
        callee.node.name
        for method in source.methods.values()
        for callee in source.facts(method.callee).callees
        if callee.key != method.callee.key
    }


def _written_names(subject: Subject) -> set[str]:
    """Return what a states.yaml names that could not all be read, as methods."""
    if subject.graph is None or not subject.graph.partial:
        return set()
    found: set[str] = set()
    waiting: list[object] = [subject.documents["states"].data]
    while waiting:
        data = waiting.pop()
        if isinstance(data, dict):
            found |= {f"moves_{snake(key)}" for key in data}
            waiting += data.values()
        elif isinstance(data, list):
            waiting += data
        elif isinstance(data, str):
            found.add(snake(data))
    return found


def _overrides(source: ClassSource, name: str) -> bool:
    """Whether a method stands in a base class of the game, which other games may use."""
    return source.methods[name].callee.depth > 0


def _meant(subject: Subject, state: GameState, name: str, free: list[str], *path: str | int) -> Fix | None:
    """Return the fix for a name that is a slip of the one method left over that is like it."""
    method = snake(name)
    prefix = method.partition("_")[0] + "_"
    like = [one for one in free if one.startswith(prefix) and near_miss(method, [one]) is not None]
    source = subject.source
    if (
        len(like) != 1
        or source is None
        or not source.complete
        or subject.graph is None
        or subject.graph.partial
    ):
        return None
    return rewritten(subject.documents["states"], ("states", state.label, *path), camel(like[0]))


def _at(
    subject: Subject, state: GameState, said: words.Words, *path: str | int, fix: Fix | None = None
) -> Problem:
    source = subject.source
    sure = source is not None and source.complete
    return subject.at_state(
        state,
        said.code,
        said.message,
        *path,
        severity="error" if sure else "warning",
        certainty="certain" if sure else "possible",
        help=said.help,
        fix=fix,
    )


RULES: tuple[Rule, ...] = (missing, unused, clashing)
