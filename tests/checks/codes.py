"""The problem codes that the sources can emit, read off their literals."""

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "aurum_states"
SOURCES = ("definitions", "engine", "checks")
FAMILIES = frozenset(
    {"file", "yaml", "json", "states", "state", "option", "preference", "stats", "gameinfos", "setting"}
    | {
        "game",
        "handler",
        "graph",
        "title",
        "private",
        "ignore",
        "internal",
        "class",
        "edge",
        "space",
        "notify",
        "dbmodel",
    }
)
"""The words that a problem's code begins with."""

NEVER = {
    "preference.value.unknown": "no key of a preference has a list of words",
    "setting.value.invalid": "no key of a setting has a rule beyond its type",
}
"""Codes that the literals allow and no file can bring about."""

_CODE = re.compile(r"[a-z]+(\.[a-z_]+)+")
_NO_CODE = re.compile(r".*\.(yaml|jsonc?|toml|py|inc\.php|sql)$")


def emitted() -> dict[str, set[str]]:
    """Return every code, and the files whose source has it."""
    found: dict[str, set[str]] = {}
    trees = {
        path: ast.parse(path.read_text("utf-8"))
        for name in SOURCES
        for path in (PACKAGE / name).rglob("*.py")
    }
    kinds = list(_kinds(trees.values()))
    for path, tree in trees.items():
        functions = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        for code in _codes(tree, {kind for function, kind in kinds if function in functions}):
            if code.split(".")[0] in FAMILIES and not _NO_CODE.fullmatch(code) and code not in NEVER:
                found.setdefault(code, set()).add(str(path.relative_to(PACKAGE)))
    return found


def _kinds(trees: "Iterator[ast.AST] | object") -> Iterator[tuple[str, str]]:
    """Yield the values that calls pass as ``kind``, with the function that is called."""
    for tree in trees:  # type: ignore[attr-defined]
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                for keyword in node.keywords:
                    if keyword.arg == "kind" and isinstance(keyword.value, ast.Constant):
                        yield node.func.id, keyword.value.value


def _codes(tree: ast.AST, kinds: set[str]) -> Iterator[str]:
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        texts: list[str] = []
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            texts = [node.value]
        elif isinstance(node, ast.JoinedStr):
            texts = ["".join(parts) for parts in product(*(_values(part, kinds) for part in node.values))]
        yield from (text for text in texts if _CODE.fullmatch(text))


def _values(part: ast.expr, kinds: set[str]) -> list[str]:
    """Return what a part of an f-string can be: a text, one of two texts, a kind."""
    value = part.value if isinstance(part, ast.FormattedValue) else part
    if isinstance(value, ast.Constant):
        return [str(value.value)]
    if isinstance(value, ast.IfExp):
        return [str(each.value) for each in (value.body, value.orelse) if isinstance(each, ast.Constant)]
    if isinstance(value, ast.Name) and value.id == "kind":
        return sorted(kinds)
    return ["?"]
