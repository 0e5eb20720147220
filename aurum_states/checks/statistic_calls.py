"""Where the author's code sets and reads statistics, and by which names."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from aurum_states.checks.class_source import ClassSource
from aurum_states.checks.python_values import Known, Scope, dotted_name, parameters
from aurum_states.checks.source_files import Function, PythonFile

TYPE = "Statistics"
FACTORY = "create_statistics"

SECTIONS = {
    "init_table": "table", "set_table": "table", "inc_table": "table", "get_table": "table",
    "init_player": "player", "set_player": "player", "set_all_players": "player", "inc_player": "player",
    "inc_all_players": "player", "get_player": "player", "get_all_players": "player",
}  # fmt: skip
"""Methods of the component that take a statistic's name first, and whose statistic that is."""

VIEWS = {"table_stats": "table", "player_stats": "player"}
"""BGA's two objects for statistics: what their methods ``inc``, ``set_all`` and so on are of."""

OLDER = {"init_stat": 1, "set_stat": 1, "inc_stat": 1, "get_stat": 0}
"""BGA's older methods, whose arguments say which statistic: the position of its name."""

_METHOD = re.compile(rf"\.({'|'.join((*SECTIONS, *VIEWS, *OLDER))})\b")

BOTH = {"init_player": 2, "inc_player": 3}
"""Methods that can take a name for the table too: the position of ``update_table_stat``."""


@dataclass(slots=True)
class StatisticCalls:
    """All calls on statistics in a project.

    ``known`` are the names by section, each with its places; ``changed`` those with which more is done than
    giving the first value, and ``unknown`` the sections in which such a name is computed. ``initial`` are the
    expressions that say which statistics start.
    """

    known: dict[str, list[Known]] = field(default_factory=lambda: {"table": [], "player": []})
    changed: dict[str, set[object]] = field(default_factory=lambda: {"table": set(), "player": set()})
    unknown: set[str] = field(default_factory=set)
    initial: list[ast.expr] = field(default_factory=list)


def statistic_calls(source: ClassSource) -> StatisticCalls:
    """Return the calls on statistics in every file that the class's file imports."""
    calls = StatisticCalls()
    files = source.project.reached(source.file)
    fields = {name for file in files for name in _fields(file)}
    for file in files:
        for node in file.functions if _METHOD.search(file.source.text) else ():
            if _METHOD.search(file.lines(node)):
                _Reader(Scope.of(source.project, file, node), node, fields, calls).read()
    return calls


def _fields(file: PythonFile) -> Iterator[str]:
    """Yield the names of fields that hold statistics."""
    if TYPE not in file.source.text:
        return
    classes = (node for node in ast.walk(file.tree) if isinstance(node, ast.ClassDef))
    for statement in (one for node in classes for one in node.body):
        if isinstance(statement, ast.AnnAssign) and _is_type(statement.annotation):
            yield from (node.id for node in ast.walk(statement.target) if isinstance(node, ast.Name))


class _Reader:
    """Reads one function."""

    def __init__(self, scope: Scope, function: Function, fields: set[str], calls: StatisticCalls) -> None:
        self._scope = scope
        self._function = function
        self._fields = fields
        self._calls = calls
        self._together = _in_parallel(scope)
        self._given = {one.arg for one in parameters(function) if one.annotation and _is_type(one.annotation)}

    def read(self) -> None:
        for node in self._scope.own:
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            method, position = self._method(node, node.func)
            if method not in SECTIONS:
                continue
            named = node.args[position] if len(node.args) > position else _keyword(node, "name", "names")
            self._add(SECTIONS[method], method, named)
            if method in BOTH and position == 0 and self._updates_table(node, BOTH[method]):
                self._add("table", method, named)
            if method.startswith("init_") and named is not None:
                self._calls.initial.append(named)

    def _method(self, node: ast.Call, function: ast.Attribute) -> tuple[str, int]:
        """Return which method of ``SECTIONS`` a call comes to, empty for none, and where the name stands."""
        method, owner = function.attr, function.value
        if isinstance(owner, ast.Attribute) and owner.attr in VIEWS and self._is_statistics(owner.value):
            verb, _, everybody = method.partition("_")
            return f"{verb}_{'all_players' if everybody == 'all' else VIEWS[owner.attr]}", 0
        if not self._is_statistics(owner):
            return "", 0
        if method not in OLDER:
            return method, 0
        verb, position = method.partition("_")[0], OLDER[method]
        if method == "init_stat":
            section = getattr(node.args[0], "value", None) if node.args else None
            return (f"{verb}_{section}" if section in ("table", "player") else ""), position
        of_player = len(node.args) > position + 1 or _keyword(node, "player_id") is not None
        return ("" if of_player else f"{verb}_table"), position

    def _add(self, section: str, method: str, node: ast.expr | None) -> None:
        names, complete = self._names(node)
        self._calls.known[section] += names
        if method.startswith(("set_", "inc_")):
            self._calls.changed[section] |= {one.value for one in names}
        if not complete and not method.startswith("init_"):
            self._calls.unknown.add(section)

    def _names(self, node: ast.expr | None, depth: int = 0) -> tuple[list[Known], bool]:
        """Return the texts that an argument can be or hold, and whether those are all."""
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            return _joined(self._names(one, depth) for one in node.elts)
        if isinstance(node, ast.Starred):
            return self._names(node.value, depth)
        found = self._scope.definition(dotted_name(node) or "") if node is not None else None
        if found is not None and isinstance(found.node, ast.List | ast.Tuple | ast.Set) and depth < 4:
            outer = Scope(self._scope.project, found.file)
            return _Reader(outer, self._function, self._fields, self._calls)._names(found.node, depth + 1)
        values = self._scope.values(node)
        names = [one for one in values.known if isinstance(one.value, str)]
        return names, node is not None and not values.unknown

    def _updates_table(self, node: ast.Call, position: int) -> bool:
        given = _keyword(node, "update_table_stat")
        if given is None and len(node.args) > position:
            given = node.args[position]
        return given is not None and not (isinstance(given, ast.Constant) and given.value is False)

    def _is_statistics(self, node: ast.expr, depth: int = 0) -> bool:
        if isinstance(node, ast.Attribute):
            return node.attr in self._fields
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            return node.func.attr == FACTORY
        if not isinstance(node, ast.Name):
            return False
        if node.id in self._given:
            return True
        given = self._scope.assigned.get(node.id) or self._together.get(node.id)
        return bool(given) and depth < 4 and all(self._is_statistics(one, depth + 1) for one in given or ())


def _in_parallel(scope: Scope) -> dict[str, list[ast.expr]]:
    """Return the values of names that are given several at once: ``stats, deck = s.stats, s.deck``."""
    found: dict[str, list[ast.expr]] = {}
    for node in scope.own:
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Tuple):
            continue
        for target in node.targets:
            if isinstance(target, ast.Tuple) and len(target.elts) == len(node.value.elts):
                for name, value in zip(target.elts, node.value.elts, strict=True):
                    if isinstance(name, ast.Name):
                        found.setdefault(name.id, []).append(value)
    return found


def _joined(parts: Iterable[tuple[list[Known], bool]]) -> tuple[list[Known], bool]:
    names: list[Known] = []
    complete = True
    for found, whole in parts:
        names += found
        complete &= whole
    return names, complete


def _keyword(node: ast.Call, *names: str) -> ast.expr | None:
    return next((one.value for one in node.keywords if one.arg in names), None)


def _is_type(annotation: ast.expr) -> bool:
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return annotation.value.rpartition(".")[2] == TYPE
    return getattr(annotation, "id", getattr(annotation, "attr", None)) == TYPE
