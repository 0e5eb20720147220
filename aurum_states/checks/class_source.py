"""The author's class as its source says it is: methods, what they take, return and do. Nothing is imported.

Base classes and functions of the same project are followed. Where something cannot be followed,
``complete`` is false (or ``Effects.complete`` of a single method), and findings are no more than possible.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from aurum_states.checks.class_changes import set_from_outside, unseen_methods
from aurum_states.checks.method_facts import Callee, Change, Facts, FactsReader, Outcome, known
from aurum_states.checks.python_values import Scope, Values, dotted_name, parameters
from aurum_states.checks.source_files import (
    Definition,
    Function,
    Project,
    PythonFile,
    find_module,
    members,
)
from aurum_states.definitions.definition import GameDefinition
from aurum_states.definitions.document import SourceText
from aurum_states.definitions.sources import is_file, shown
from aurum_states.names import did_you_mean, listed
from aurum_states.problems import Place, Problem, Report

FRAMEWORK_METHODS = frozenset({"st_make_everyone_active"})
"""Handlers that the framework has itself; those of states 1 and 99 are never looked for."""

MAX_CLASSES = 50
"""How many base classes are followed."""

MAX_CALLS = 16
"""How deep calls are followed for what they return."""

_HARMLESS_BASES = frozenset({"object", "Generic", "Protocol", "ABC"})
_KNOWN_DECORATORS = frozenset(
    {"action", "invariant", "override", "final", "abstractmethod", "staticmethod", "classmethod", "property"}
)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a method, ``self`` left out. ``annotation`` is its text, None without one."""

    name: str
    place: Place
    annotation: str | None
    annotation_node: ast.expr | None
    has_default: bool
    variadic: bool


@dataclass(frozen=True)
class Method:
    """A method of the class or of a base that is followed."""

    name: str
    place: Place
    """Where its name stands."""
    file: PythonFile
    node: Function
    callee: Callee
    decorators: tuple[str, ...]

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """All parameters but ``self``."""
        given = self.node.args
        positional = [*given.posonlyargs, *given.args]
        with_default = {one.arg for one in positional[len(positional) - len(given.defaults) :]}
        with_default |= {
            one.arg for one, default in zip(given.kwonlyargs, given.kw_defaults, strict=True) if default
        }
        variadic = {one.arg for one in (given.vararg, given.kwarg) if one is not None}
        return tuple(
            Parameter(
                one.arg,
                self.file.place(one),
                None if one.annotation is None else ast.unparse(one.annotation),
                one.annotation,
                one.arg in with_default,
                one.arg in variadic,
            )
            for one in list(parameters(self.node))[1:]
        )

    @property
    def signature_known(self) -> bool:
        """Whether no decorator may have changed the parameters or what is returned."""
        return all(name.rpartition(".")[2] in _KNOWN_DECORATORS for name in self.decorators)


class Base(NamedTuple):
    """The class itself or one of its bases, and what it binds."""

    file: PythonFile
    node: ast.ClassDef
    members: Mapping[str, ast.ClassDef | Function | ast.expr]


@dataclass(frozen=True)
class Effects:
    """What a method does, with all methods and functions that it calls."""

    returned: tuple[Outcome, ...]
    returns_unknown: bool
    """Whether it may return a target that cannot be read off."""
    declared: tuple[Outcome, ...] | None
    """The values of a return annotation that is made of ``Literal`` and None alone, else None."""
    called: tuple[Outcome, ...]
    """Targets in calls on ``self.gamestate``."""
    calls_unknown: bool
    jumps_unknown: bool
    """Whether it may go to any state, whatever the transitions say."""
    activates: bool
    """Whether it makes players active."""
    changes: tuple[Change, ...]
    complete: bool
    """Whether everything it does could be followed."""

    @property
    def taken(self) -> tuple[Outcome, ...]:
        """Every target it may go to, as far as that can be read off."""
        returned = self.declared if self.returns_unknown and self.declared is not None else self.returned
        return (*returned, *self.called)

    @property
    def unknown(self) -> bool:
        """Whether it may go somewhere that ``taken`` does not hold."""
        return (self.returns_unknown and self.declared is None) or self.calls_unknown or not self.complete


@dataclass
class ClassSource:
    """The class that ``gameClass`` names. ``notes`` say what could not be followed."""

    name: str
    place: Place
    file: PythonFile
    project: Project
    methods: Mapping[str, Method]
    assigned: frozenset[str]
    """Names that the class gives a value that is no ``def``."""
    notes: tuple[str, ...]
    derives_from_game: bool
    """Whether a base is a class of the framework."""
    names_state: bool
    """Whether a base says what the state is, as ``Game[MyState]`` does."""
    _facts: dict[tuple[str, int, str | None], Facts] = field(default_factory=dict)
    _bases: tuple[Base, ...] = ()
    _effects: dict[str, Effects] = field(default_factory=dict)
    _depth: int = 0
    """How many functions are being read, each for what the one before returns."""

    @property
    def complete(self) -> bool:
        """Whether all base classes are known, so that a method that is not here is nowhere."""
        return not self.notes

    @property
    def sources(self) -> dict[str, SourceText]:
        """The texts of the Python files read so far, by the path that messages show."""
        return {file.source.file: file.source for file in self.project.files()}

    @cached_property
    def own_functions(self) -> dict[int, Callee]:
        """All methods of the class and its bases, overridden ones too, by the id() of their syntax tree."""
        return {
            id(member): _callee(base.file, member, depth)
            for depth, base in enumerate(self._bases)
            for member in base.members.values()
            if isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef)
        }

    @property
    def class_names(self) -> frozenset[str]:
        """The names of the class and of its bases in the project."""
        return frozenset(base.node.name for base in self._bases)

    def has(self, name: str) -> bool:
        """Whether the class has a method (or anything else) of this name."""
        return name in self.methods or name in self.assigned or name in FRAMEWORK_METHODS

    def named(self, *prefixes: str) -> list[str]:
        """Return the names of methods with one of these beginnings, in file order."""
        return [name for name in self.methods if name.startswith(prefixes)]

    def constant(self, name: str) -> tuple[PythonFile, ast.expr] | None:
        """Return the value that the class or a base gives a name, and its file; None without one."""
        for base in self._bases:
            found = base.members.get(name)
            if found is not None:
                return (base.file, found) if isinstance(found, ast.expr) else None
        return None

    def mentions(self, text: str) -> bool:
        """Whether a text stands anywhere in the files read so far."""
        return any(text in file.texts for file in self.project.files())

    @property
    def attributes(self) -> frozenset[str]:
        """Every name behind a dot in the files read so far."""
        return frozenset().union(*(file.attributes for file in self.project.files()))

    def scope(self, method: Method) -> Scope:
        """Return the names that a method's annotations can use."""
        return Scope(self.project, method.file)

    # -- effects ----------------------------------------------------------------------------------

    def effects(self, name: str) -> Effects | None:
        """Return what a method of the class does, None when it has none of this name."""
        method = self.methods.get(name)
        if method is None:
            return None
        if name not in self._effects:
            self._effects[name] = self._collect(method)
        return self._effects[name]

    def facts(self, callee: Callee) -> Facts:
        """Return what one function does by itself."""
        found = self._facts.get(callee.key)
        if found is None and self._depth >= MAX_CALLS:
            return Facts(returned=Values.anything())
        if found is None:
            self._facts[callee.key] = Facts()  # while it is being read: a recursion adds nothing
            reader = FactsReader(self.project, callee, self.lookup, self.facts)
            self._depth += 1
            try:
                found = self._facts[callee.key] = reader.read()
            finally:
                self._depth -= 1
        return found

    def callees(self, start: Callee) -> Iterator[Callee]:
        """Yield a function and everything it calls with the game, each once."""
        seen = {start.key}
        waiting = [start]
        while waiting:
            callee = waiting.pop()
            yield callee
            for one in self.facts(callee).callees:
                if one.key not in seen:
                    seen.add(one.key)
                    waiting.append(one)

    def lookup(self, name: str, depth: int) -> Callee | None:
        """Return the method of this name that stands in a class behind ``depth`` in the line of bases."""
        for index, base in enumerate(self._bases[depth + 1 :], depth + 1):
            found = base.members.get(name)
            if isinstance(found, ast.FunctionDef | ast.AsyncFunctionDef):
                return _callee(base.file, found, index)
            if found is not None:
                return None
        return None

    def _collect(self, method: Method) -> Effects:
        own = self.facts(method.callee)
        everything = [self.facts(callee) for callee in self.callees(method.callee)]
        declared = own.declared
        return Effects(
            returned=tuple(known(own.returned)),
            returns_unknown=own.returned.unknown,
            declared=None if declared is None or declared.unknown else tuple(known(declared)),
            called=tuple(outcome for facts in everything for outcome in facts.called),
            calls_unknown=any(facts.calls_unknown for facts in everything),
            jumps_unknown=_may_return_jump(own) or any(facts.jumps_unknown for facts in everything),
            activates=any(facts.activates for facts in everything),
            changes=tuple(change for facts in everything for change in facts.changes),
            complete=method.signature_known and not any(facts.escapes for facts in everything),
        )


@dataclass(frozen=True)
class ClassReading:
    """What came of reading a class: the class, or why there is none; and what is wrong with its files."""

    source: ClassSource | None
    note: str = ""
    problems: Report = field(default_factory=Report)


def read_class(definition: GameDefinition) -> ClassReading:
    """Read the class that ``gameClass`` in gameinfos names, from its source alone."""
    text = definition.infos.game_class
    if text is None:
        return ClassReading(None, "gameinfos has no gameClass")
    location, _, name = text.rpartition(":")
    report = Report()
    if location.endswith(".py"):
        project = Project(definition.folder, None, report)
        path = definition.folder / location
        if not is_file(path):
            return ClassReading(None, f"there is no {location}", report)
    else:
        found = find_module(location)
        if found is None:
            return ClassReading(None, f"the module {location} cannot be found from here", report)
        path = found
        project = _project_of(location, found, report)
    file = project.read(path)
    if file is None:
        return ClassReading(None, f"{shown(path)} cannot be read", report)
    node = file.names.get(name)
    if isinstance(node, ast.ClassDef):
        return ClassReading(_class_source(project, file, node), "", report)
    note = f"{file.source.file} has no class {name} that can be read"
    if node is None and name not in file.imports and not file.stars:
        report.problems.append(_unknown_class(definition, file, location, name))
    return ClassReading(None, note, report)


def _unknown_class(definition: GameDefinition, file: PythonFile, location: str, name: str) -> Problem:
    classes = [key for key, value in file.names.items() if isinstance(value, ast.ClassDef)]
    return definition.documents["gameinfos"].problem(
        "gameinfos.class.unknown",
        f"{location} has no class {name}{did_you_mean(name, classes)}",
        ("gameClass",),
        help=f"its classes: {listed(classes)}",
    )


def _project_of(module: str, path: Path, report: Report) -> Project:
    """Return the project of an installed module: the folder of its top-level package."""
    parts = module.split(".")
    depth = len(parts) - (path.name != "__init__.py")
    if depth == 0:
        return Project(path.parent, None, report)
    return Project(path.parents[depth - 1], parts[0], report)


# -- classes -------------------------------------------------------------------------------------------


def _class_source(project: Project, file: PythonFile, node: ast.ClassDef) -> ClassSource:
    bases: list[Base] = []
    notes: list[str] = []
    found = _follow_bases(project, file, node, bases, notes)
    methods: dict[str, Method] = {}
    assigned: set[str] = set()
    for depth, base in enumerate(bases):
        unseen = unseen_methods(base.file, base.node)
        if unseen is not None:
            notes.append(unseen)
        assigned |= {name for name in set_from_outside(base.file, base.node) if name not in methods}
        for name, member in base.members.items():
            if name in methods or name in assigned:
                continue
            if isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef):
                methods[name] = _method(base.file, member, depth)
            else:
                assigned.add(name)
    return ClassSource(
        name=node.name,
        place=file.name_place(node),
        file=file,
        project=project,
        methods=methods,
        assigned=frozenset(assigned),
        notes=tuple(notes),
        derives_from_game=bool(found),
        names_state="state" in found,
        _bases=tuple(bases),
    )


def _follow_bases(
    project: Project,
    file: PythonFile,
    node: ast.ClassDef,
    bases: list[Base],
    notes: list[str],
) -> frozenset[str]:
    """Collect a class and its bases, nearest first, and why something cannot be followed.

    Returns whether a base is the framework's (``game``), and whether it says what the state is (``state``).
    """
    if any(node is base.node for base in bases):
        return frozenset()
    if len(bases) >= MAX_CLASSES:
        notes.append(f"{bases[0].node.name} has more than {MAX_CLASSES} base classes")
        return frozenset()
    bases.append(Base(file, node, members(node)))
    traits: set[str] = set()
    for base in node.bases:
        name = dotted_name(base.value if isinstance(base, ast.Subscript) else base)
        if name is None:
            notes.append(f"a base class of {node.name} is computed")
            continue
        found = project.find(file, name)
        if found == "framework":
            traits |= {"game", "state"} if isinstance(base, ast.Subscript) else {"game"}
        elif isinstance(found, Definition) and isinstance(found.node, ast.ClassDef):
            traits |= _follow_bases(project, found.file, found.node, bases, notes)
        elif found != "library" and name.rpartition(".")[2] not in _HARMLESS_BASES:
            notes.append(f"{name}, a base class of {node.name}, lies outside {shown(project.folder)}")
    return frozenset(traits)


def _method(file: PythonFile, node: Function, depth: int) -> Method:
    names = (dotted_name(one.func if isinstance(one, ast.Call) else one) for one in node.decorator_list)
    decorators = tuple(name or "?" for name in names)
    return Method(node.name, file.name_place(node), file, node, _callee(file, node, depth), decorators)


def _callee(file: PythonFile, node: Function, depth: int) -> Callee:
    first = next(parameters(node), None)
    return Callee(file, node, first.arg if first is not None else None, depth)


def _may_return_jump(facts: Facts) -> bool:
    """Whether a function may return the id of a state, or a state, that cannot be read off."""
    if not facts.returned.unknown or facts.returned.text_only:
        return False
    declared = facts.declared
    return declared is None or (declared.unknown and not declared.text_only)
