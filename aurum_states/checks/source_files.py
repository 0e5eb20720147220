"""The author's Python files, read as text and never imported or run; names in them are followed.

A project is the game folder, or the top-level package of a game that is registered by one. Nothing outside
it is read.
"""

import ast
import importlib.machinery
import importlib.util
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from aurum_states.definitions.document import SourceText
from aurum_states.definitions.sources import is_file, read_text, shown
from aurum_states.problems import Place, Report

FRAMEWORK = "aurum_states"
"""The package of the framework: what comes from it is known and need not be read."""
BUILT_IN_GAMES = f"{FRAMEWORK}.games"

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
Origin: TypeAlias = Literal["framework", "library", "outside"]
"""Where a name comes from that is no part of the project; ``library`` is the standard library's typing."""

_HARMLESS_MODULES = frozenset({"abc", "typing", "typing_extensions", "collections.abc", "enum"})

_INNER_IMPORT = re.compile(r"^[ \t]+(from|import)\b", re.MULTILINE)

UNSEEN: ast.expr = ast.Yield()
"""Stands for a value that cannot be read off."""


class Import(NamedTuple):
    """What an import statement binds a name to: a module, or an attribute (or submodule) of one."""

    level: int
    module: str
    attribute: str | None


class Definition(NamedTuple):
    """Where a name of the project is defined."""

    file: "PythonFile"
    node: ast.ClassDef | Function | ast.expr


@dataclass(frozen=True, eq=False)
class PythonFile:
    """One file: its text, its syntax tree, and what its top level binds."""

    path: Path
    source: SourceText
    tree: ast.Module
    names: Mapping[str, ast.ClassDef | Function | ast.expr]
    """Classes, functions and values by name; ``UNSEEN`` for one that can be several things."""
    imports: Mapping[str, Import]
    typing_only: frozenset[str]
    """Imports below ``if TYPE_CHECKING``, which are not there when the file runs."""
    stars: bool
    """Whether ``from ... import *`` binds names that are not seen here."""

    @cached_property
    def texts(self) -> frozenset[str]:
        """Every text that stands in the file."""
        return frozenset(
            node.value
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        )

    def every_import(self) -> Iterator[Import]:
        """Yield what all imports of the file name, those inside functions too."""
        yield from self.imports.values()
        if _INNER_IMPORT.search(self.source.text):
            for function in self.functions:
                yield from _bound(function.body)[1].values()

    @cached_property
    def functions(self) -> tuple[Function, ...]:
        """All functions and methods, those inside others too."""
        found: list[Function] = []
        waiting: list[ast.stmt] = list(reversed(self.tree.body))
        while waiting:
            for statement in _flat([waiting.pop()]):
                if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                    found.append(statement)
                    waiting += reversed(statement.body)
                elif isinstance(statement, ast.ClassDef):
                    waiting += reversed(statement.body)
        return tuple(found)

    def lines(self, node: ast.stmt) -> str:
        """Return the lines of a statement, its decorators left out."""
        starts = self.source.line_starts
        end = node.end_lineno or node.lineno
        return self.source.text[starts[node.lineno - 1] : starts[end] if end < len(starts) else None]

    @cached_property
    def attributes(self) -> frozenset[str]:
        """Every name that stands behind a dot in the file."""
        return frozenset(node.attr for node in ast.walk(self.tree) if isinstance(node, ast.Attribute))

    def place(self, node: ast.AST) -> Place:
        """Return where a node stands."""
        start = _offset(self.source, getattr(node, "lineno", 1), getattr(node, "col_offset", 0))
        end_line, end_column = getattr(node, "end_lineno", None), getattr(node, "end_col_offset", None)
        if end_line is None or end_column is None:
            return self.source.place(start)
        return self.source.place(start, _offset(self.source, end_line, end_column))

    def name_place(self, node: ast.ClassDef | Function) -> Place:
        """Return where the name of a class or function stands, behind its ``class`` or ``def``."""
        start = _offset(self.source, node.lineno, node.col_offset)
        found = self.source.text.find(node.name, start + len("def"))
        return self.source.place(found, found + len(node.name)) if found >= 0 else self.place(node)


class Project:
    """The Python files of one game, read when they are asked for, each once."""

    def __init__(self, folder: Path, package: str | None, report: Report) -> None:
        """``package`` is the top-level package that ``folder`` is, None for a plain game folder."""
        self.folder = folder.resolve()
        self._package = package
        self._report = report
        self._files: dict[Path, PythonFile | None] = {}
        self._reached: dict[Path, list[PythonFile]] = {}
        self.aliases: dict[int, Any] = {}
        """What names for types stand for, by the identity of their syntax tree, once read."""
        self.scopes: dict[int, Any] = {}
        """What the names in functions mean, by the identity of the function's syntax tree, once read."""

    def read(self, path: Path) -> PythonFile | None:
        """Return a file of the project, None when it lies outside or cannot be read (which is reported)."""
        path = path.resolve()
        if not path.is_relative_to(self.folder):
            return None
        if path not in self._files:
            self._files[path] = _read(path, self._report)
        return self._files[path]

    def files(self) -> Iterator[PythonFile]:
        """Yield the files that were read so far."""
        return (file for file in self._files.values() if file is not None)

    def reached(self, start: PythonFile) -> list[PythonFile]:
        """Return a file and all files of the project that it imports, directly or through others."""
        if start.path in self._reached:
            return self._reached[start.path]
        found = {start.path: start}
        waiting = [start]
        while waiting:
            file = waiting.pop()
            for bound in file.every_import():
                for module in self._modules(file, bound):
                    if module.path not in found:
                        found[module.path] = module
                        waiting.append(module)
        self._reached[start.path] = list(found.values())
        return self._reached[start.path]

    def _modules(self, file: PythonFile, bound: Import) -> Iterator[PythonFile]:
        """Yield the files of the project that an import reads: a module, and one taken from a package."""
        if bound.level == 0 and _is_framework(bound):
            return
        place = self._module(file, bound)
        for path in (place, place / bound.attribute if place and bound.attribute else None):
            module = None if path is None else self._file_of(path)
            if module is not None:
                yield module

    def find(self, file: PythonFile, dotted: str) -> Definition | Origin:
        """Return what a name such as ``Base`` or ``scoring.score_round`` means in a file."""
        first, _, rest = dotted.partition(".")
        bound = file.imports.get(first)
        if bound is None:
            node = file.names.get(first)
            if node is None:
                return "outside"
            return Definition(file, node) if not rest else self._member(Definition(file, node), rest)
        if bound.level == 0 and _is_framework(bound):
            return "framework"
        if bound.level == 0 and bound.module in _HARMLESS_MODULES:
            return "library"
        return self._imported(file, bound, rest)

    def _imported(self, file: PythonFile, bound: Import, rest: str, depth: int = 0) -> Definition | Origin:
        names = [*([bound.attribute] if bound.attribute else []), *(rest.split(".") if rest else [])]
        place = self._module(file, bound)
        while place is not None and names:
            inside = self._file_of(place / names[0]) if place.is_dir() else None
            module = self._file_of(place)
            if module is not None and (names[0] in module.names or inside is None):
                return self._attribute(module, names, depth)
            if inside is None and not (place / names[0]).is_dir():
                return "outside"
            place = place / names.pop(0)
        return "outside"

    def _attribute(self, module: PythonFile, names: list[str], depth: int) -> Definition | Origin:
        name, rest = names[0], ".".join(names[1:])
        node = module.names.get(name)
        if node is not None:
            found = Definition(module, node)
            return self._member(found, rest) if rest else found
        again = module.imports.get(name)
        if again is None or depth > 8:
            return "outside"
        if again.level == 0 and _is_framework(again):
            return "framework"
        return self._imported(module, again, rest, depth + 1)

    def _member(self, owner: Definition, rest: str) -> Definition | Origin:
        """Return a class's own attribute: a method or a constant."""
        if not isinstance(owner.node, ast.ClassDef) or "." in rest:
            return "outside"
        node = members(owner.node).get(rest)
        return Definition(owner.file, node) if node is not None else "outside"

    def _module(self, file: PythonFile, bound: Import) -> Path | None:
        """Return the path of an imported module without its suffix; None outside the project."""
        parts = bound.module.split(".") if bound.module else []
        if bound.level:
            base = file.path.parent
            for _ in range(bound.level - 1):
                base = base.parent
        elif self._package is not None and parts[0] == self._package:
            base, parts = self.folder, parts[1:]
        else:
            return None
        path = base.joinpath(*parts)
        return path if path.is_relative_to(self.folder) else None

    def _file_of(self, place: Path) -> PythonFile | None:
        for path in (place.with_name(place.name + ".py"), place / "__init__.py"):
            if path.is_relative_to(self.folder) and is_file(path):
                return self.read(path)
        return None


def members(node: ast.ClassDef) -> dict[str, ast.ClassDef | Function | ast.expr]:
    """Return what the body of a class binds: methods, and values assigned to a name or imported."""
    names, imports = _bound(node.body)
    return dict.fromkeys(imports, UNSEEN) | names


def find_module(name: str) -> Path | None:
    """Return the file of an installed module without importing it or a package that it lies in."""
    top, *rest = name.split(".")
    try:
        spec = importlib.util.find_spec(top)
        full = top
        for part in rest:
            if spec is None or spec.submodule_search_locations is None:
                return None
            full = f"{full}.{part}"
            spec = importlib.machinery.PathFinder.find_spec(full, list(spec.submodule_search_locations))
    except (ImportError, ValueError, OSError):
        return None
    if spec is None or not spec.has_location or spec.origin is None or not spec.origin.endswith(".py"):
        return None
    return Path(spec.origin)


def _is_framework(bound: Import) -> bool:
    if bound.module.split(".")[0] != FRAMEWORK:
        return False
    full = f"{bound.module}.{bound.attribute}" if bound.attribute else bound.module
    return full != BUILT_IN_GAMES and not full.startswith(f"{BUILT_IN_GAMES}.")


def _read(path: Path, report: Report) -> PythonFile | None:
    text = read_text(path, report)
    if text is None:
        return None
    source = SourceText(shown(path), text)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what the author's own run warns about
            tree = ast.parse(text)
        names, imports = _bound(tree.body)
        if "global " in text:
            names |= dict.fromkeys(_set_by_functions(tree), UNSEEN)
    except SyntaxError as error:
        line = min(max(error.lineno or 1, 1), len(source.line_starts))
        place = Place(source.file, line, max(error.offset or 1, 1))
        report.add("class.syntax", f"Python cannot read this: {error.msg}", place)
        return None
    except (ValueError, RecursionError, MemoryError) as error:
        message = f"Python cannot read this file: {error or 'it is nested too deeply'}"
        report.add("class.syntax", message, Place(source.file))
        return None
    return PythonFile(path, source, tree, names, imports, _typing_only(tree), "*" in imports)


def _set_by_functions(tree: ast.Module) -> frozenset[str]:
    """Return the names of the module that functions give other values, by ``global``."""
    found = (node.names for node in ast.walk(tree) if isinstance(node, ast.Global))
    return frozenset(name for names in found for name in names)


def _typing_only(tree: ast.Module) -> frozenset[str]:
    found: set[str] = set()
    always: set[str] = set()
    for statement in tree.body:
        unreal = isinstance(statement, ast.If) and _ends_with(statement.test, "TYPE_CHECKING")
        _, imports = _bound([statement])
        (found if unreal else always).update(imports)
    return frozenset(found - always)


def _ends_with(node: ast.expr, name: str) -> bool:
    return getattr(node, "id", getattr(node, "attr", None)) == name


def _bound(
    body: list[ast.stmt],
) -> tuple[dict[str, ast.ClassDef | Function | ast.expr], dict[str, Import]]:
    """Return the names and imports (a star as ``*``) of statements and of the blocks in them."""
    names: dict[str, ast.ClassDef | Function | ast.expr] = {}
    imports: dict[str, Import] = {}
    for statement in _flat(body):
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            names[statement.name] = statement
        elif isinstance(statement, ast.ClassDef):
            names[statement.name] = UNSEEN if statement.name in names else statement
        elif isinstance(statement, ast.Import):
            for alias in statement.names:
                name = alias.asname or alias.name.partition(".")[0]
                imports[name] = Import(0, alias.name if alias.asname else name, None)
        elif isinstance(statement, ast.ImportFrom):
            for alias in statement.names:
                imports[alias.asname or alias.name] = Import(
                    statement.level, statement.module or "", alias.name
                )
        else:
            for name, value in _given(statement):
                names[name] = UNSEEN if name in names else value
    return names, imports


def _given(statement: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that a statement gives a value; ``UNSEEN`` for one that cannot be read off."""
    if isinstance(statement, ast.Assign):
        targets, value = statement.targets, statement.value
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        targets, value = [statement.target], statement.value
    elif isinstance(statement, ast.For | ast.AsyncFor | ast.AugAssign):
        targets, value = [statement.target], UNSEEN
    elif isinstance(statement, ast.With | ast.AsyncWith):
        targets, value = [item.optional_vars for item in statement.items if item.optional_vars], UNSEEN
    else:
        return
    for target in targets:
        if isinstance(target, ast.Name):
            yield target.id, value
        elif isinstance(target, ast.Tuple | ast.List):
            for node in ast.walk(target):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    yield node.id, UNSEEN


def _flat(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield statements, and those in their blocks, but not those of functions and classes."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        for part in (statement, *getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
            for block in ("body", "orelse", "finalbody"):
                yield from _flat(getattr(part, block, []))


def _offset(source: SourceText, line: int, column: int) -> int:
    """Return the offset in characters of ast's line and column in bytes."""
    before = source.line(line).encode(errors="surrogatepass")[:column]
    return source.offset(line, len(before.decode(errors="replace")) + 1)
