"""Values that a function gives a local variable and that nobody reads, since another follows."""

import ast
from collections.abc import Iterator

from aurum_states.checks.source_files import Function


def overwritten(function: Function) -> set[int]:
    """Return the identities of values that never leave their variable.

    Of ``result = ""``, then an ``if`` that gives ``result`` another value on each way, it is the first. What
    stands in a ``try`` counts as read: the block may be left in between.
    """
    found: set[int] = set()
    for block in _blocks(function.body):
        for index, statement in enumerate(block):
            given = _gives(statement)
            if given is not None and _lost(given[0], block[index + 1 :]):
                found.add(id(given[1]))
    return found


def _blocks(block: list[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """Yield a block and those in it, but not those of a ``try``, and of functions and classes."""
    yield block
    for statement in block:
        if isinstance(statement, ast.If | ast.For | ast.AsyncFor | ast.While):
            yield from _blocks(statement.body)
            yield from _blocks(statement.orelse)
        elif isinstance(statement, ast.With | ast.AsyncWith):
            yield from _blocks(statement.body)
        elif isinstance(statement, ast.Match):
            for case in statement.cases:
                yield from _blocks(case.body)


def _gives(statement: ast.stmt) -> tuple[str, ast.expr] | None:
    """Return the one variable that a statement gives a value, and the value."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target, value = statement.targets[0], statement.value
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        target, value = statement.target, statement.value
    else:
        return None
    return (target.id, value) if isinstance(target, ast.Name) else None


def _lost(name: str, following: list[ast.stmt]) -> bool:
    """Whether a variable is surely given another value before anybody reads it."""
    for statement in following:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Store):
                return False
            if (
                isinstance(node, ast.AugAssign)
                and isinstance(node.target, ast.Name)
                and node.target.id == name
            ):
                return False
            if isinstance(node, ast.Break | ast.Continue):
                return False
        if _replaces(name, [statement]):
            return True
    return False


def _replaces(name: str, block: list[ast.stmt]) -> bool:
    """Whether a variable has another value behind a block, or the function is left in it."""
    return any(_replaced_by(name, statement) for statement in block)


def _replaced_by(name: str, statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Return | ast.Raise):
        return True
    if isinstance(statement, ast.If):
        return _replaces(name, statement.body) and _replaces(name, statement.orelse)
    if isinstance(statement, ast.Match):
        return _covers_all(statement) and all(_replaces(name, case.body) for case in statement.cases)
    given = _gives(statement)
    return given is not None and given[0] == name


def _covers_all(statement: ast.Match) -> bool:
    last = statement.cases[-1]
    return last.guard is None and isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None
