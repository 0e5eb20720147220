"""What an expression of the author's code can be: texts and numbers that can be read off, or unknown.

Constants of the module, of a class and of other files of the project are followed, and local variables to
all that is assigned to them. Nothing is computed.
"""

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from aurum_states.checks.overwritten import overwritten
from aurum_states.checks.source_files import Definition, Function, Project, PythonFile
from aurum_states.problems import Place

MAX_DEPTH = 12
"""How deep constants and helpers are followed."""


@dataclass(frozen=True, slots=True)
class Known:
    """A text or number that code names, and where."""

    value: str | int
    place: Place


@dataclass(slots=True)
class Values:
    """Everything an expression can be. ``unknown`` is true when that is not all."""

    known: list[Known] = field(default_factory=list)
    unknown: bool = False
    text_only: bool = True
    """Whether what is unknown is at least a text (or None)."""

    def add(self, other: "Values") -> None:
        """Take in what another expression can be."""
        self.known += [one for one in other.known if one not in self.known]
        if other.unknown:
            self.text_only = other.text_only if not self.unknown else self.text_only and other.text_only
            self.unknown = True

    @classmethod
    def anything(cls, *, text_only: bool = False) -> "Values":
        """Return what nothing is known of."""
        return cls(unknown=True, text_only=text_only)


CallReader = Callable[[ast.Call], Values]
"""Tells what a call returns."""


class Scope:
    """The names that the body of a function can use."""

    def __init__(self, project: Project, file: PythonFile, function: Function | None = None) -> None:
        self.project = project
        self.file = file
        self.annotated: dict[str, ast.expr] = {}
        self.assigned: dict[str, list[ast.expr] | None] = {}
        """Every value given to a local name; None for a name that gets what cannot be seen."""
        self.own: list[ast.AST] = [] if function is None else list(own_nodes(function))
        """The nodes of the function's body, without those of functions inside it."""
        self._read: dict[str, Values] = {}
        if function is not None:
            for parameter in parameters(function):
                self.assigned[parameter.arg] = None
                if parameter.annotation is not None:
                    self.annotated[parameter.arg] = parameter.annotation
            lost = overwritten(function)
            for node in self.own:
                self._bind(node, lost)

    @classmethod
    def of(cls, project: Project, file: PythonFile, function: Function) -> "Scope":
        """Return the scope of a function, made once."""
        known: Scope | None = project.scopes.get(id(function))
        if known is None:
            known = project.scopes[id(function)] = cls(project, file, function)
        return known

    def _bind(self, node: ast.AST, lost: set[int]) -> None:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    self._give(target.id, node.value, lost)
                else:
                    self._lose(target)
        elif isinstance(node, ast.NamedExpr):
            self._give(node.target.id, node.value, lost)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            self.annotated[node.target.id] = node.annotation
            if node.value is not None:
                self._give(node.target.id, node.value, lost)
        elif isinstance(node, ast.AugAssign | ast.For | ast.AsyncFor | ast.comprehension):
            self._lose(node.target)
        elif isinstance(node, ast.withitem) and node.optional_vars is not None:
            self._lose(node.optional_vars)
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            self.assigned[node.name] = None

    def _give(self, name: str, value: ast.expr, lost: set[int]) -> None:
        values = self.assigned.setdefault(name, [])
        if values is not None and id(value) not in lost:
            values.append(value)

    def _lose(self, target: ast.AST) -> None:
        for node in ast.walk(target):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self.assigned[node.id] = None

    def definition(self, dotted: str) -> Definition | None:
        """Return what a name that is no local one means, when the project defines it."""
        if dotted.partition(".")[0] in self.assigned:
            return None
        found = self.project.find(self.file, dotted)
        return found if isinstance(found, Definition) else None

    def values(self, node: ast.expr | None, call: CallReader | None = None, depth: int = 0) -> Values:
        """Return what an expression can be; ``call`` tells what calls return."""
        if node is None or (isinstance(node, ast.Constant) and node.value is None):
            return Values()
        if depth > MAX_DEPTH:
            return Values.anything()
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str | int) and not isinstance(node.value, bool):
                return Values([Known(node.value, self.file.place(node))])
            return Values.anything()
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return Values.anything()
        if isinstance(node, ast.Call):
            return call(node) if call is not None else Values.anything()
        return self._compound(node, call, depth)

    def _compound(self, node: ast.expr, call: CallReader | None, depth: int) -> Values:
        if isinstance(node, ast.IfExp):
            return self._union([node.body, node.orelse], call, depth)
        if isinstance(node, ast.BoolOp):
            return self._union(node.values, call, depth)
        if isinstance(node, ast.NamedExpr | ast.Await):
            return self.values(node.value, call, depth + 1)
        if isinstance(node, ast.Subscript):
            chosen = self._chosen(node.value)
            return self._union(chosen, call, depth) if chosen else Values.anything()
        if isinstance(node, ast.JoinedStr):
            return Values.anything(text_only=True)
        dotted = dotted_name(node)
        if dotted is None:
            return Values.anything()
        if dotted in self.assigned:
            return self._local(dotted, call, depth)
        found = self.definition(dotted)
        if found is None or not isinstance(found.node, ast.Constant | ast.Name | ast.Attribute):
            return Values.anything()
        elsewhere = Scope(self.project, found.file).values(found.node, None, depth + 1)
        here = self.file.place(node)
        return Values([Known(one.value, here) for one in elsewhere.known], elsewhere.unknown)

    def _local(self, name: str, call: CallReader | None, depth: int) -> Values:
        if name not in self._read:
            self._read[name] = Values()  # while it is being read: a name given to itself adds nothing
            given = self.assigned[name]
            seen = Values.anything() if given is None else self._union(given, call, depth)
            if seen.unknown and name in self.annotated:
                seen = annotation_values(self, self.annotated[name])
            self._read[name] = seen
        return self._read[name]

    def _union(self, nodes: Iterable[ast.expr], call: CallReader | None, depth: int) -> Values:
        together = Values()
        for node in nodes:
            together.add(self.values(node, call, depth + 1))
        return together

    def _chosen(self, node: ast.expr) -> list[ast.expr]:
        """Return the elements of a written-out mapping, list or tuple that one is taken of."""
        if isinstance(node, ast.Dict):
            return list(node.values)
        if isinstance(node, ast.List | ast.Tuple):
            return [] if any(isinstance(one, ast.Starred) for one in node.elts) else list(node.elts)
        return []


def annotation_values(scope: Scope, node: ast.expr | None, depth: int = 0) -> Values:
    """Return what an annotation allows: the values of its ``Literal``, or something unknown."""
    if node is None or depth > MAX_DEPTH:
        return Values.anything()
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            return _quoted(scope, node, node.value, depth)
        return Values() if node.value is None else Values.anything()
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        both = annotation_values(scope, node.left, depth + 1)
        both.add(annotation_values(scope, node.right, depth + 1))
        return both
    if isinstance(node, ast.Subscript):
        return _subscript(scope, node, depth)
    name = dotted_name(node)
    if name in {"str", "int", "None"}:
        return Values() if name == "None" else Values.anything(text_only=name == "str")
    found = scope.definition(name) if name else None
    if found is None or not isinstance(found.node, ast.expr):
        return Values.anything()
    known: dict[int, Values] = scope.project.aliases
    if id(found.node) not in known:
        known[id(found.node)] = Values.anything()  # while it is being read: a type cannot hold itself
        known[id(found.node)] = annotation_values(Scope(scope.project, found.file), found.node, depth + 1)
    return known[id(found.node)]


def _subscript(scope: Scope, node: ast.Subscript, depth: int) -> Values:
    head = (dotted_name(node.value) or "").rpartition(".")[2]
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if head == "Literal":
        together = Values()
        for part in parts:
            together.add(scope.values(part))
        return together
    if head in {"Optional", "Union", "Annotated", "Final"}:
        together = Values()
        for part in parts[:1] if head in {"Annotated", "Final"} else parts:
            together.add(annotation_values(scope, part, depth + 1))
        return together
    return Values.anything()


def _quoted(scope: Scope, node: ast.Constant, text: str, depth: int) -> Values:
    """Return what an annotation in quotes allows; its values stand where the quotes stand."""
    try:
        inner = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Values.anything()
    for child in ast.walk(inner):
        ast.copy_location(child, node)
    return annotation_values(scope, inner, depth + 1)


def parameters(function: Function) -> Iterator[ast.arg]:
    """Yield every parameter, in order, ``self`` included."""
    given = function.args
    yield from given.posonlyargs
    yield from given.args
    if given.vararg is not None:
        yield given.vararg
    yield from given.kwonlyargs
    if given.kwarg is not None:
        yield given.kwarg


def own_nodes(function: Function) -> Iterator[ast.AST]:
    """Yield every node of a function's body but those of functions and classes inside it."""
    waiting: list[ast.AST] = list(reversed(function.body))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            waiting.extend(reversed(list(ast.iter_child_nodes(node))))


def dotted_name(node: ast.AST) -> str | None:
    """Return ``a.b.c`` of such an expression, None of any other."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    return ".".join([node.id, *reversed(parts)])
