"""Rules about the parameters of handlers: what the framework can fill, and what a player can send."""

import ast
import builtins
from collections.abc import Iterator

from aurum_states.checks.class_source import ClassSource, Method, Parameter
from aurum_states.checks.python_values import dotted_name
from aurum_states.checks.source_files import Definition
from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions import handler_words as words
from aurum_states.definitions.framework import FRAMEWORKS
from aurum_states.definitions.states import GameState, StateType
from aurum_states.names import camel, did_you_mean, snake
from aurum_states.problems import Problem

CARRIED = frozenset(
    {"int", "str", "bool", "float", "list", "dict", "tuple", "set", "frozenset", "bytes", "object"}
)
"""Built-in types that JSON can bring (``object`` is anything); every other built-in class cannot be sent."""

NOT_SENT = frozenset(
    {"Callable", "Iterator", "Iterable", "Generator", "Never", "NoReturn", "Type", "TypeVar", "Deck"}
    | {"PlayerCounter", "TableCounter", "Globals", "Statistics", "Game", "State", "Table", "Moves", "Args"}
)
"""Names from typing and from the framework that no client can send a value of."""

_LIST_LIKE = frozenset({"list", "tuple", "set", "frozenset", "List", "Tuple", "Set", "Sequence"})
_TEXT_LIKE = frozenset({"str", "bytes"})


def sent(subject: Subject) -> Iterator[Problem]:
    """Check what actions take from the player."""
    source = subject.source
    for method, name, _ in _actions(subject):
        if source is None or not method.signature_known:
            continue
        yield from _readable(method)
        wire: dict[str, str] = {}
        for parameter in method.parameters:
            if parameter.name in words.MAGIC:
                continue
            if parameter.annotation_node is None or parameter.variadic:
                yield _said(words.parameter_untyped(method.name, parameter.name, name), parameter)
                continue
            wrong = _not_sent(source, method, _unquoted(parameter.annotation_node))
            if wrong is not None:
                yield Problem(
                    "handler.parameter.type",
                    f"{method.name}: parameter {parameter.name!r} is of type {parameter.annotation}; {wrong}",
                    parameter.place,
                    help="take numbers, texts, lists and dicts of those; for a thing take its id",
                )
            other = wire.setdefault(camel(parameter.name), parameter.name)
            if other != parameter.name:
                yield Problem(
                    "handler.parameter.type",
                    f"{method.name}: parameters {other!r} and {parameter.name!r} are both "
                    f"{camel(parameter.name)} when they are sent",
                    parameter.place,
                    help="rename one of them",
                )


def filled(subject: Subject) -> Iterator[Problem]:
    """Check what entry actions and args providers take from the framework."""
    source = subject.source
    seen: set[tuple[str, tuple[str, ...]]] = set()
    framework = subject.definition.framework if subject.definition is not None else FRAMEWORKS[2026]
    for state in subject.graph or ():
        if source is None or state.reserved:
            continue
        late = state.type is StateType.PRIVATE and not framework.private_args_come_first
        for name in filter(None, (state.action, state.args)):
            method, provided = source.methods.get(snake(name)), words.provided(state)
            if method is None or not method.signature_known or (method.name, provided) in seen:
                continue
            seen.add((method.name, provided))
            for parameter in method.parameters:
                unfilled = parameter.name not in provided and not parameter.has_default
                if unfilled and not parameter.variadic:
                    yield _said(words.parameter_unknown(method.name, parameter.name, name, state), parameter)
                elif late and name == state.action and parameter.name == "args":
                    yield _said(words.args_too_early(method.name, name, framework.year), parameter)


def active_player(subject: Subject) -> Iterator[Problem]:
    """Find handlers of states with many active players that ask for the one active player."""
    source = subject.source
    seen: set[str] = set()
    for state in subject.graph or ():
        if source is None or state.type not in (StateType.MULTIPLE_ACTIVE_PLAYER, StateType.PRIVATE):
            continue
        own = () if state.type is StateType.PRIVATE else (state.action, state.args)  # there it is unknown
        for name in filter(None, (*own, *state.possible_actions)):
            method = source.methods.get(snake(name))
            if method is None or method.name in seen:
                continue
            for parameter in method.parameters:
                if parameter.name in words.ACTIVE:
                    seen.add(method.name)
                    yield _said(words.active_player(method.name, name, state), parameter)


def _readable(method: Method) -> Iterator[Problem]:
    """Find annotations with a name in them that is none when the types are read."""
    annotated = [(one.annotation_node, one.place) for one in method.parameters if one.annotation_node]
    if method.node.returns is not None:
        annotated.append((method.node.returns, method.file.place(method.node.returns)))
    for written, place in annotated:
        node = _unquoted(written)
        why = f"{ast.unparse(written)} is no type"
        if node is not None:
            root = next((one for one in _roots(node) if not _bound(method, one)), None)
            if root is None:
                continue
            why = f"name {root!r} is not defined{_hint(method, root)}"
        said = words.annotation_unreadable(method.name, why)
        yield Problem(said.code, said.message, place, help=said.help)


def _hint(method: Method, name: str) -> str:
    if name in method.file.typing_only:
        return " when the game runs: it is imported for type checkers only"
    return did_you_mean(name, [*method.file.names, *method.file.imports, *CARRIED])


def _not_sent(source: ClassSource, method: Method, node: ast.expr | None, depth: int = 0) -> str | None:
    """Return why no client can send a value of a type, or None when one can (or nothing is known)."""
    if node is None or depth > 10:
        return None
    if isinstance(node, ast.BinOp):
        return _union(source, method, _members(node), depth)
    if isinstance(node, ast.Subscript):
        head = (dotted_name(node.value) or "").rpartition(".")[2]
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if head == "Literal":
            return None
        if head in {"Union", "Optional"}:
            return _union(source, method, parts, depth)
        wrong = _not_sent(source, method, node.value, depth + 1)
        inner = parts[:1] if head == "Annotated" else parts
        found = (wrong, *(_not_sent(source, method, one, depth + 1) for one in inner))
        return next((one for one in found if one is not None), None)
    name = dotted_name(node)
    if name is None or (name in CARRIED and name not in method.file.names):
        return None
    found_at = source.project.find(method.file, name)
    if isinstance(found_at, Definition):
        return _own_type(found_at, name)
    short = name.rpartition(".")[2]
    builtin = name not in method.file.imports and isinstance(getattr(builtins, name, None), type)
    if builtin or (found_at in ("framework", "library") and short in NOT_SENT):
        return f"no client can send a {short}"
    return None


def _own_type(found: Definition, name: str) -> str | None:
    """Judge a class of the author's: structures, enums and dataclasses can be sent, others cannot."""
    node = found.node
    if not isinstance(node, ast.ClassDef):
        return None
    if node.bases or node.keywords or node.decorator_list:
        return None  # a structure, an enum, a dataclass, or something that cannot be judged
    return f"{name} is a plain class, which no client can send"


def _union(source: ClassSource, method: Method, parts: list[ast.expr], depth: int) -> str | None:
    heads = [
        (dotted_name(part.value if isinstance(part, ast.Subscript) else part) or "").rpartition(".")[2]
        for part in parts
    ]
    for kind, what in ((_LIST_LIKE, "lists"), (_TEXT_LIKE, "texts")):
        if len({head for head in heads if head in kind}) > 1:
            return f"two kinds of {what} cannot be told apart when they are read"
    found = (_not_sent(source, method, part, depth + 1) for part in parts)
    return next((one for one in found if one is not None), None)


def _members(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*_members(node.left), *_members(node.right)]
    return [node]


def _bound(method: Method, name: str) -> bool:
    """Whether a name means something where the method is defined and its types are read."""
    file = method.file
    if file.stars or name in file.names or hasattr(builtins, name):
        return True
    return name in file.imports and name not in file.typing_only


def _roots(node: ast.expr) -> Iterator[str]:
    """Yield the names that a type begins with; what stands in quotes and in ``Literal`` is left out."""
    if isinstance(node, ast.Subscript) and (dotted_name(node.value) or "").endswith("Literal"):
        node = node.value
    name = dotted_name(node)
    if name is not None:
        yield name.partition(".")[0]
        return
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            yield from _roots(child)


def _unquoted(node: ast.expr | None) -> ast.expr | None:
    """Return a type without its quotes, None when that is no expression."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return node
    try:
        return ast.parse(node.value.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _actions(subject: Subject) -> Iterator[tuple[Method, str, GameState]]:
    """Yield every action's method once, with BGA's name and the first state that lists it."""
    seen: set[str] = set()
    for state in subject.graph or ():
        if subject.source is None or not state.type.has_players:
            continue
        for name in state.possible_actions:
            method = subject.source.methods.get(snake(name))
            if method is not None and method.name not in seen:
                seen.add(method.name)
                yield method, name, state


def _said(said: words.Words, parameter: Parameter) -> Problem:
    return Problem(said.code, said.message, parameter.place, help=said.help)


RULES: tuple[Rule, ...] = (sent, filled, active_player)
