"""Rules about zombies: somebody must play in every state in which a player may have left."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from aurum_states.checks.class_source import ClassSource
from aurum_states.checks.handler_names import called_methods
from aurum_states.checks.method_facts import Callee
from aurum_states.checks.python_values import Scope, dotted_name, parameters
from aurum_states.checks.source_files import Definition
from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions import handler_words as words
from aurum_states.definitions.handler_words import ZOMBIE
from aurum_states.definitions.states import GameState, StateType
from aurum_states.names import did_you_mean, listed
from aurum_states.problems import Place, Problem


@dataclass(slots=True)
class _Asked:
    """What ``zombie_turn`` does by state: the labels that it asks for, and whether others are left out."""

    labels: list[tuple[str, Place]] = field(default_factory=list)
    closed: bool = False
    """Whether nothing is done in a state that is not asked for."""


def missing(subject: Subject) -> Iterator[Problem]:
    """Find games without anybody who plays for a player who has left."""
    source, definition = subject.source, subject.definition
    if source is None or definition is None or source.has(ZOMBIE) or not source.complete:
        return
    if definition.infos.zombie_level is not None:
        return
    players = [state for state in _player_states(subject) if not source.has(words.zombie_method(state))]
    if players:
        yield Problem(
            "handler.zombie.missing",
            f"{source.name} has no zombie_turn, so a game stops when a player leaves in "
            f"{listed(state.label for state in players[:8])}",
            source.place,
            severity="warning",
            help="write zombie_turn(self, state, active_player_id), which calls an action of this class, or "
            "declare a zombie_level in gameinfos",
        )


def states(subject: Subject) -> Iterator[Problem]:
    """Compare the states that ``zombie_turn`` asks for with those in which players act."""
    source, graph = subject.source, subject.graph
    method = source.methods.get(ZOMBIE) if source is not None else None
    if source is None or graph is None or method is None or len(method.parameters) < 1:
        return
    asked = _read(source, method.callee, method.parameters[0].name)
    for label, place in asked.labels:
        if label not in graph and not graph.partial:
            yield Problem(
                "handler.zombie.unknown",
                f"zombie_turn asks whether the state is {label!r}, which is none"
                f"{did_you_mean(label, graph.labels)}",
                place,
                severity="warning",
                help=f"states where players act: {listed(state.label for state in _player_states(subject))}",
            )
    handled = {label for label, _ in asked.labels}
    for state in _player_states(subject) if asked.closed else ():
        own = words.zombie_method(state)
        if state.label not in handled and (own == ZOMBIE or not source.has(own)):
            yield subject.at_state(
                state,
                "handler.zombie.state",
                f"zombie_turn does nothing in state {state.label!r}, where a game stops when a player leaves",
                severity="warning",
                certainty="likely",
                help="let it call an action of the class there",
            )


def unknown(subject: Subject) -> Iterator[Problem]:
    """Find methods that play for a zombie in a state which there is not."""
    source, graph = subject.source, subject.graph
    if source is None or graph is None or graph.partial:
        return
    states = {words.zombie_method(state) for state in graph if state.type.has_players}
    called = called_methods(source)
    for name in source.named("zombie_"):
        if name in {ZOMBIE, *called} or name in states or source.methods[name].callee.depth > 0:
            continue
        yield Problem(
            "handler.zombie.unknown",
            f"{name} belongs to no state where players act{did_you_mean(name, states)}",
            source.methods[name].place,
            severity="warning",
            help=f"there can be {listed(sorted(states))}",
        )


def _player_states(subject: Subject) -> list[GameState]:
    asking = {StateType.ACTIVE_PLAYER, StateType.MULTIPLE_ACTIVE_PLAYER}
    return [state for state in subject.graph or () if state.type in asking]


def _read(source: ClassSource, callee: Callee, name: str, depth: int = 0) -> _Asked:
    """Read a function whose parameter ``name`` holds the state's label."""
    reader = _Reader(source, callee, name, depth)
    asked = _Asked()
    asked.closed = reader.closed(callee.node.body, asked)
    return asked


class _Reader:
    def __init__(self, source: ClassSource, callee: Callee, name: str, depth: int) -> None:
        self._source = source
        self._callee = callee
        self._name = name
        self._depth = depth
        self._scope = Scope.of(source.project, callee.file, callee.node)

    def closed(self, body: list[ast.stmt], asked: _Asked) -> bool:
        """Collect the labels asked for; return whether these statements do nothing for any other state."""
        for statement in body:
            if isinstance(statement, ast.Assign | ast.AnnAssign | ast.Pass | ast.Import | ast.ImportFrom):
                continue
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                continue
            if isinstance(statement, ast.Raise):
                return True
            if isinstance(statement, ast.Return):
                return self._returns_nothing(statement, asked)
            if isinstance(statement, ast.If):
                inside = self._labels(statement.test, asked)
                if inside and self.closed(statement.orelse, asked):
                    continue
            elif isinstance(statement, ast.Match) and self._matches(statement, asked):
                continue
            self._collect_rest(statement, asked)
            return False
        return True

    def _returns_nothing(self, statement: ast.Return, asked: _Asked) -> bool:
        value = statement.value
        if value is None or (isinstance(value, ast.Constant) and value.value is None):
            return True
        if not isinstance(value, ast.Call) or self._depth > 3:
            return False
        handed = self._handed(value)
        if handed is None:
            return False
        inner = _read(self._source, *handed, self._depth + 1)
        asked.labels += inner.labels
        return inner.closed

    def _handed(self, node: ast.Call) -> tuple[Callee, str] | None:
        """Return the function that a call hands the state's label to, and what it is called there."""
        function = node.func
        target: Callee | None = None
        skip = 0
        if isinstance(function, ast.Attribute) and _is(function.value, self._callee.receiver):
            target, skip = self._source.lookup(function.attr, -1), 1
        elif (name := dotted_name(function)) is not None:
            found = self._source.project.find(self._callee.file, name)
            if isinstance(found, Definition) and isinstance(found.node, ast.FunctionDef):
                target = Callee(found.file, found.node, None, -1)
        if target is None:
            return None
        names = [one.arg for one in parameters(target.node)][skip:]
        for index, argument in enumerate(node.args):
            if _is(argument, self._name) and index < len(names):
                receiver = target.receiver
                if receiver is None and node.args and _is(node.args[0], self._callee.receiver):
                    receiver = names[0]
                return Callee(target.file, target.node, receiver, target.depth), names[index]
        return None

    def _labels(self, test: ast.expr, asked: _Asked) -> bool:
        """Collect the labels that a condition compares the state with; return whether it does."""
        if isinstance(test, ast.BoolOp):
            compared = [self._labels(one, asked) for one in test.values]
            return any(compared)
        if not isinstance(test, ast.Compare) or len(test.ops) != 1:
            return False
        left, right = test.left, test.comparators[0]
        if isinstance(test.ops[0], ast.Eq) and (_is(left, self._name) or _is(right, self._name)):
            return self._take([right if _is(left, self._name) else left], asked)
        if not isinstance(test.ops[0], ast.In) or not _is(left, self._name):
            return False
        return isinstance(right, ast.Tuple | ast.List | ast.Set) and self._take(right.elts, asked)

    def _take(self, nodes: list[ast.expr], asked: _Asked) -> bool:
        known = False
        for node in nodes:
            for one in self._scope.values(node).known:
                known = True
                asked.labels.append((str(one.value), one.place))
        return known

    def _matches(self, statement: ast.Match, asked: _Asked) -> bool:
        if not _is(statement.subject, self._name):
            return False
        for case in statement.cases:
            patterns = case.pattern.patterns if isinstance(case.pattern, ast.MatchOr) else [case.pattern]
            values = [one.value for one in patterns if isinstance(one, ast.MatchValue)]
            if len(values) == len(patterns):
                self._take(values, asked)
            elif not self.closed(case.body, asked):
                return False
        return True

    def _collect_rest(self, statement: ast.stmt, asked: _Asked) -> None:
        """Collect the labels of comparisons further inside, where nothing is known of the rest."""
        for node in ast.walk(statement):
            if isinstance(node, ast.Compare):
                self._labels(node, asked)
        asked.labels[:] = dict.fromkeys(asked.labels)


def _is(node: ast.AST, name: str | None) -> bool:
    return isinstance(node, ast.Name) and node.id == name


RULES: tuple[Rule, ...] = (missing, states, unknown)
