"""Which keys the dict has that an args provider returns, where its source tells."""

import ast

from aurum_states.checks.class_source import ClassSource
from aurum_states.checks.method_facts import Callee
from aurum_states.checks.python_values import Scope

MERGED = "_merge_private"
"""With this key BGA puts private args beside the public ones, so that nothing is known of the keys."""

_NOTHING: frozenset[str] = frozenset()
_READING = frozenset({"bool", "dict", "len", "list", "print", "repr", "sorted", "str"})
"""Built-in functions that a dict can be handed to without being changed."""


def args_keys(source: ClassSource, name: str) -> frozenset[str] | None:
    """Return every key that a method's returned dicts have, None when it cannot be read off."""
    method = source.methods.get(name)
    if method is None or not method.signature_known or "always_merge_private" in source.attributes:
        return None
    keys = _KeyReader(source).returned(method.callee)
    return None if keys is None or MERGED in keys else keys


class _KeyReader:
    def __init__(self, source: ClassSource) -> None:
        self._source = source
        self._reading: set[tuple[str, int, str | None]] = set()

    def returned(self, callee: Callee) -> frozenset[str] | None:
        """Return the keys of all dicts that a function returns."""
        if callee.key in self._reading:
            return None
        self._reading.add(callee.key)
        scope = Scope.of(self._source.project, callee.file, callee.node)
        together: frozenset[str] = _NOTHING
        for node in scope.own:
            if isinstance(node, ast.Return):
                keys = self._keys(node.value, callee, scope)
                if keys is None:
                    return None
                together |= keys
            elif isinstance(node, ast.Yield | ast.YieldFrom):
                return None
        self._reading.discard(callee.key)
        return together

    def _keys(self, node: ast.expr | None, callee: Callee, scope: Scope) -> frozenset[str] | None:
        if node is None or (isinstance(node, ast.Constant) and node.value is None):
            return _NOTHING
        if isinstance(node, ast.Dict):
            return self._dict(node, callee, scope)
        if isinstance(node, ast.IfExp):
            return self._union([node.body, node.orelse], callee, scope)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return self._union([node.left, node.right], callee, scope)
        if isinstance(node, ast.Call):
            return self._call(node, callee)
        if isinstance(node, ast.Name):
            return self._local(node.id, callee, scope)
        return None

    def _union(self, nodes: list[ast.expr], callee: Callee, scope: Scope) -> frozenset[str] | None:
        together: frozenset[str] = _NOTHING
        for node in nodes:
            keys = self._keys(node, callee, scope)
            if keys is None:
                return None
            together |= keys
        return together

    def _dict(self, node: ast.Dict, callee: Callee, scope: Scope) -> frozenset[str] | None:
        together: frozenset[str] = _NOTHING
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:  # **other
                more = self._keys(value, callee, scope)
                if more is None:
                    return None
                together |= more
                continue
            values = scope.values(key)
            if values.unknown:
                return None
            together |= {str(one.value) for one in values.known}
        return together

    def _call(self, node: ast.Call, callee: Callee) -> frozenset[str] | None:
        function = node.func
        if isinstance(function, ast.Name) and function.id == "dict" and not node.args:
            names = [key.arg for key in node.keywords]
            return None if None in names else frozenset(name for name in names if name is not None)
        if not isinstance(function, ast.Attribute):
            return None
        target = function.value
        inner: Callee | None = None
        if isinstance(target, ast.Name) and target.id == callee.receiver:
            inner = self._source.lookup(function.attr, -1)
        elif isinstance(target, ast.Call) and isinstance(target.func, ast.Name) and target.func.id == "super":
            inner = self._source.lookup(function.attr, callee.depth)
        return None if inner is None else self.returned(inner)

    def _local(self, name: str, callee: Callee, scope: Scope) -> frozenset[str] | None:
        """Return the keys of a dict that is kept in a local name, filled before it is returned."""
        given = scope.assigned.get(name)
        if not given:
            return None
        together: frozenset[str] = _NOTHING
        for value in given:
            keys = None if _names(value, name) else self._keys(value, callee, scope)
            if keys is None:
                return None
            together |= keys
        for node in scope.own:
            more = self._added(node, name, callee, scope)
            if more is None:
                return None
            together |= more
        return together

    def _added(self, node: ast.AST, name: str, callee: Callee, scope: Scope) -> frozenset[str] | None:
        """Return the keys that one piece of code adds to a local dict, None when that cannot be seen."""
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and _names(node.value, name):
            values = scope.values(node.slice)
            return None if values.unknown else frozenset(str(one.value) for one in values.known)
        if not isinstance(node, ast.Call):
            return _NOTHING
        function = node.func
        if isinstance(function, ast.Attribute) and _is(function.value, name):
            if function.attr == "update" and len(node.args) == 1 and not node.keywords:
                return self._keys(node.args[0], callee, scope)
            return _NOTHING if function.attr in {"get", "keys", "values", "items", "copy"} else None
        if isinstance(function, ast.Name) and function.id in _READING:
            return _NOTHING
        handed = [*node.args, *(key.value for key in node.keywords)]
        return None if any(_is(one, name) for one in handed) else _NOTHING


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _names(node: ast.expr, name: str) -> bool:
    """Whether a name stands anywhere in an expression."""
    return any(isinstance(one, ast.Name) and one.id == name for one in ast.walk(node))
