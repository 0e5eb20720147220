"""Where the author's class reads options and preferences, and the values that it compares them with."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from aurum_states.checks.class_source import ClassSource
from aurum_states.checks.method_facts import Callee, FactsReader
from aurum_states.checks.python_values import Known, Scope, Values, parameters
from aurum_states.checks.source_files import Function, PythonFile
from aurum_states.problems import Place

OPTIONS = frozenset({"options", "table_options"})
"""Attributes of a game that hold the table's options by id and name."""

_PREFERENCES = {("preference",): 1, ("user_preferences", "get"): 1}
"""Methods of a game that read a preference: how they are called, and which argument is its id."""
_ID_KEYWORD = "preference_id"
_READ_OF = re.compile(r"\b(\w+)\.(options|table_options|preference|user_preferences)\b")
_WORD = re.compile(r"\.(options|table_options|preference|user_preferences)\b|\bOptions\b|setup_new_game")
"""What stands in every function that reads one."""


@dataclass(frozen=True, slots=True)
class Read:
    """One place where an option or preference is read. ``key`` is an id, or an option's name.

    ``lenient`` is whether it is asked for in a way that allows it to be missing.
    """

    key: str | int
    place: Place
    lenient: bool = False
    compared: tuple[Known, ...] = ()
    """The values that it is compared with, as far as they can be read off."""


@dataclass(slots=True)
class Reads:
    """All reads of one kind. ``unknown`` is true when there may be more than those."""

    known: list[Read] = field(default_factory=list)
    unknown: bool = False


def choice_reads(source: ClassSource) -> tuple[Reads, Reads]:
    """Return the reads of options and of preferences, of the class and of all that it hands itself to."""
    options, preferences = Reads(), Reads()
    for callee in _functions(source):
        if _WORD.search(callee.file.lines(callee.node)):
            _Reader(source, callee, options, preferences).read()
    return options, preferences


def _functions(source: ClassSource) -> Iterator[Callee]:
    """Yield every method, and every function that is handed the game or its options, that may read one."""
    own = source.own_functions
    untold: set[tuple[str, int]] = set()
    for file in source.project.reached(source.file):
        for node in file.functions if _WORD.search(file.source.text) else ():
            text = file.lines(node)
            if not _WORD.search(text):
                continue
            receiver = _receiver(source, node)
            if id(node) in own:
                yield own[id(node)]
            elif receiver is not None or any(map(_is_options_type, parameters(node))):
                yield Callee(file, node, receiver, -1)
            elif {name for name, _ in _READ_OF.findall(text)} & {one.arg for one in parameters(node)}:
                untold.add((file.source.file, node.lineno))
    if untold:  # following every call takes time, so only where something is left to find
        for callee in {one.key: one for start in own.values() for one in source.callees(start)}.values():
            if callee.key[:2] in untold:
                yield callee


def _receiver(source: ClassSource, node: Function) -> str | None:
    """Return the parameter of a function that has the game's class as its type."""
    return next((one.arg for one in parameters(node) if _type_name(one) in source.class_names), None)


class _Reader:
    """Reads one function."""

    def __init__(self, source: ClassSource, callee: Callee, options: Reads, preferences: Reads) -> None:
        self._facts = FactsReader(source.project, callee, source.lookup, source.facts)
        self._callee = callee
        self._source = source
        self._options = options
        self._preferences = preferences
        self._compared: dict[int, tuple[Known, ...]] = {}
        self._given = {one.arg for one in parameters(callee.node) if _is_options_type(one)}
        if callee.node.name == "setup_new_game" and callee.receiver is not None:
            self._given |= {one.arg for one in list(parameters(callee.node))[1:2]}

    def read(self) -> None:
        nodes = list(ast.walk(self._callee.node))
        for node in nodes:
            if isinstance(node, ast.Compare):
                self._compare(node)
        for node in nodes:
            if isinstance(node, ast.Subscript) and self._is_options(node.value):
                self._add(self._options, node, node.slice)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                self._call(node, node.func)
            elif isinstance(node, ast.Compare) and any(map(self._is_options, node.comparators)):
                self._add(self._options, node, node.left, lenient=True)

    def _call(self, node: ast.Call, function: ast.Attribute) -> None:
        if function.attr == "get" and self._is_options(function.value):
            self._add(self._options, node, node.args[0] if node.args else None, lenient=True)
            return
        path = self._facts.path(function)
        if path is None or tuple(path) not in _PREFERENCES:
            return
        at = _PREFERENCES[tuple(path)]
        given = next((one.value for one in node.keywords if one.arg == _ID_KEYWORD), None)
        if given is None and len(node.args) > at:
            given = node.args[at]
        self._add(self._preferences, node, given, lenient=len(path) > 1)

    def _add(self, reads: Reads, node: ast.expr, key: ast.expr | None, *, lenient: bool = False) -> None:
        values = self._values(key)
        compared = self._compared.get(id(node), ())
        reads.known += [Read(one.value, one.place, lenient, compared) for one in values.known]
        reads.unknown |= values.unknown or key is None

    def _compare(self, node: ast.Compare) -> None:
        """Note what the two sides of ``==``, ``!=`` and ``in`` are compared with."""
        if len(node.ops) != 1:
            return
        [operator], left, [right] = node.ops, node.left, node.comparators
        if isinstance(operator, ast.Eq | ast.NotEq):
            pairs = [(left, [right]), (right, [left])]
        elif isinstance(operator, ast.In | ast.NotIn) and isinstance(right, ast.List | ast.Tuple | ast.Set):
            pairs = [(left, right.elts)]
        else:
            return
        for read, others in pairs:
            values = [self._values(other) for other in others]
            self._compared[id(read)] = tuple(one for each in values for one in each.known)

    def _values(self, node: ast.expr | None) -> Values:
        """Return what an expression can be; the constants of the game and ``.value`` of an enum are known."""
        if isinstance(node, ast.Attribute) and node.attr == "value":
            inner = self._values(node.value)
            if inner.known:
                return inner
        if isinstance(node, ast.Attribute) and self._facts.path(node) == [node.attr]:
            found = self._source.constant(node.attr)
            if found is not None:
                here = self._callee.file.place(node)
                values = Scope(self._source.project, found[0]).values(found[1])
                return Values([Known(one.value, here) for one in values.known], values.unknown)
        return self._facts.scope.values(node)

    def _is_options(self, node: ast.expr, depth: int = 0) -> bool:
        if isinstance(node, ast.Name):
            if node.id in self._given:
                return True
            given = self._facts.scope.assigned.get(node.id)
            return bool(given) and depth < 4 and all(self._is_options(one, depth + 1) for one in given or ())
        if not isinstance(node, ast.Attribute) or node.attr not in OPTIONS:
            return False
        return self._facts.path(node) == [node.attr]


def mentioned(source: ClassSource, *, skip: Iterable[ast.AST] = ()) -> frozenset[str | int]:
    """Return every text and number that the project's functions and tables name, constants followed.

    What a class or module only gives a name counts where that name is used. ``skip`` leaves out expressions.
    """
    left_out = {id(inner) for node in skip for inner in ast.walk(node)}
    found: set[str | int] = set()
    for file in source.project.reached(source.file):
        for node in ast.walk(file.tree):
            if isinstance(node, ast.List | ast.Tuple | ast.Set | ast.Dict) and id(node) not in left_out:
                found |= _literals(node, left_out)
        for function in file.functions:
            found |= _named_in(source, file, function, left_out)
    return frozenset(found)


def _named_in(
    source: ClassSource, file: PythonFile, function: Function, left_out: set[int]
) -> set[str | int]:
    scope = Scope.of(source.project, file, function)
    found = _literals(function, left_out)
    for node in ast.walk(function):
        if isinstance(node, ast.Name | ast.Attribute) and id(node) not in left_out:
            constant = (
                scope.values(node)
                if not isinstance(node, ast.Name) or node.id not in scope.assigned
                else None
            )
            if constant is None or not constant.known:
                constant = _own_constant(source, node)
            found |= {one.value for one in constant.known}
    return found


def _own_constant(source: ClassSource, node: ast.expr) -> Values:
    """Return the value of a constant of the game's class that is named by some attribute."""
    found = source.constant(node.attr) if isinstance(node, ast.Attribute) else None
    return Values() if found is None else Scope(source.project, found[0]).values(found[1])


def _literals(node: ast.AST, left_out: set[int]) -> set[str | int]:
    return {
        one.value
        for one in ast.walk(node)
        if isinstance(one, ast.Constant) and isinstance(one.value, str | int) and id(one) not in left_out
    }


def _is_options_type(parameter: ast.arg) -> bool:
    return _type_name(parameter) == "Options"


def _type_name(parameter: ast.arg) -> str | None:
    """Return the last word of a parameter's annotation, quoted or not."""
    annotation = parameter.annotation
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return annotation.value.rpartition(".")[2]
    name: str | None = getattr(annotation, "id", getattr(annotation, "attr", None))
    return name
