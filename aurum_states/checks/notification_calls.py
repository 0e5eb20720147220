"""Where an author's code notifies, with which types, texts and arguments, as far as the source tells."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from aurum_states.checks.class_source import ClassSource
from aurum_states.checks.python_values import Scope, Values
from aurum_states.checks.source_files import PythonFile
from aurum_states.problems import Place

_TYPE_AT = {"all": 0, "player": 1}
"""Methods of ``self.notify`` that tell something: which argument is the type. The text follows it."""
_DECORATING = "add_decorator"


@dataclass(frozen=True, slots=True)
class NotifyCall:
    """One call of ``self.notify.all`` or ``self.notify.player``.

    ``args`` are the names of the arguments, None where they cannot be read off.
    """

    place: Place
    to: str
    """``all`` or ``player``."""
    types: Values
    logs: Values
    null: bool
    """Whether None stands in place of the text."""
    args: frozenset[str] | None


@dataclass(frozen=True, slots=True)
class NotifyCalls:
    """All calls that were found; ``decorated`` tells whether something adds arguments to each of them."""

    calls: tuple[NotifyCall, ...]
    decorated: bool


def notify_calls(source: ClassSource) -> NotifyCalls:
    """Return the calls in all files that the class and its methods lead to."""
    for name in source.methods:
        source.effects(name)  # reads the files of the functions that the game is handed to
    calls: list[NotifyCall] = []
    decorated = False
    for file in (one for one in source.project.files() if "notify" in one.source.text):
        for function in ast.walk(file.tree):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                scope = Scope.of(source.project, file, function)
                for node, method in _on_notify(scope):
                    decorated |= method == _DECORATING
                    if method in _TYPE_AT:
                        calls.append(_read(node, method, scope, file))
    return NotifyCalls(tuple(sorted(calls, key=lambda call: (call.place.file, call.place.line))), decorated)


def _on_notify(scope: Scope) -> Iterator[tuple[ast.Call, str]]:
    for node in scope.own:
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and _is_notify(node.func.value, scope)
        ):
            yield node, node.func.attr


def _is_notify(node: ast.expr, scope: Scope) -> bool:
    if isinstance(node, ast.Name):
        given = scope.assigned.get(node.id)
        return bool(given) and all(
            isinstance(one, ast.Attribute) and one.attr == "notify" for one in given or ()
        )
    return isinstance(node, ast.Attribute) and node.attr == "notify"


def _read(node: ast.Call, method: str, scope: Scope, file: PythonFile) -> NotifyCall:
    first = _TYPE_AT[method]
    starred = any(isinstance(one, ast.Starred) for one in node.args)
    given = [] if starred else node.args[first : first + 2]
    type_node = given[0] if given else None
    log_node = given[1] if len(given) > 1 else None
    null = isinstance(log_node, ast.Constant) and log_node.value is None
    known = not starred and all(key.arg is not None for key in node.keywords)
    return NotifyCall(
        file.place(node),
        method,
        Values.anything() if type_node is None else scope.values(type_node),
        Values.anything() if log_node is None else scope.values(log_node, lambda call: _marked(call, scope)),
        null,
        frozenset(key.arg for key in node.keywords if key.arg is not None) if known else None,
    )


def _marked(call: ast.Call, scope: Scope) -> Values:
    """Return the text in ``clienttranslate("...")``."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name == "clienttranslate" and len(call.args) == 1:
        return scope.values(call.args[0])
    return Values.anything()
