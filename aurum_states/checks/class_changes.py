"""What gives a class methods besides the ``def`` in its body, where they cannot be seen."""

import ast
from collections.abc import Iterator

from aurum_states.checks.source_files import PythonFile, members

_MAKING = ("__init_subclass__", "__getattr__", "__getattribute__")
"""Methods that can give a class, or its objects, others."""

_NAMESPACE = frozenset({"locals", "vars", "exec"})
"""Built-in functions by which the body of a class can bind names unseen."""


def unseen_methods(file: PythonFile, node: ast.ClassDef) -> str | None:
    """Return why a class of a file may have methods that its source does not show, None if it has not."""
    if node.decorator_list or node.keywords:
        return f"the class {node.name} is changed by a decorator or a keyword"
    made = next((name for name in _MAKING if name in members(node)), None)
    if made is not None:
        return f"{made} of the class {node.name} can add methods"
    if any(isinstance(one, ast.Name) and one.id in _NAMESPACE for one in _at_once(node.body)):
        return f"the body of the class {node.name} binds names that cannot be seen"
    if any(_hands_on(one, node.name) for one in _at_once(file.tree.body)):
        return f"the class {node.name} is handed to something that can change it"
    return None


def set_from_outside(file: PythonFile, node: ast.ClassDef) -> Iterator[str]:
    """Yield the names that statements of the file give a class from outside: ``Stones.act_take = take``."""
    for one in _at_once(file.tree.body):
        if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store) and _is(one.value, node.name):
            yield one.attr


def _hands_on(node: ast.AST, name: str) -> bool:
    """Whether a node is a call with the class among its arguments."""
    if not isinstance(node, ast.Call):
        return False
    return any(_is(argument, name) for argument in (*node.args, *(key.value for key in node.keywords)))


def _is(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _at_once(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """Yield the nodes of what runs when a body does: not those of functions and classes in it."""
    waiting: list[ast.AST] = list(body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            waiting.extend(ast.iter_child_nodes(node))
