"""YAML, read strictly: the values of YAML 1.2 only, no duplicate keys, bounded in size, every place known.

A plain scalar is true, false, null, a decimal number, or else text: ``on``, ``010``, ``12:30`` and
``2026-01-01`` are text. Keys are text as written. Anchors, aliases and ``<<`` merges are followed.
"""

import math
import re
from typing import Any

import yaml
from yaml.composer import Composer
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner

from aurum_states.definitions.document import DataPath, Document, SourceText, Span, member
from aurum_states.definitions.yaml_syntax import syntax_problem
from aurum_states.problems import Report

MAX_DEPTH = 60
"""Deepest nesting of lists and mappings; a state graph needs five."""
MAX_NODES = 500_000
"""Most keys and values, those behind aliases counted each time; a graph of 4,000 states has 100,000."""

_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_INT = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})", re.ASCII)
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]+)?", re.ASCII)
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_TAG = "tag:yaml.org,2002:"
_PLAIN = "plain"
_QUOTED = "quoted"
_KNOWN_TAGS = {_TAG + name: name for name in ("str", "int", "float", "bool", "null", "seq", "map")}


def parse_yaml(text: str, file: str, report: Report) -> Document | None:
    """Read YAML text; None when it cannot be read. ``file`` is the name that messages show."""
    source = SourceText(file, text)
    strange = _UNPRINTABLE.search(text)
    if strange:
        report.add(
            "yaml.character",
            f"the control character U+{ord(strange.group()):04X} may not stand in YAML",
            source.place(strange.start()),
            help='write it as an escape in double quotes, such as "\\x07", or remove it',
        )
        return None
    try:
        root = _parser(text).get_single_node()
    except yaml.YAMLError as error:
        report.problems.append(syntax_problem(error, source))
        return None
    except _TooMuchError as error:
        report.add("yaml.limit", str(error), source.place(min(error.offset, len(text) - 1)))
        return None
    if root is None:
        report.add("file.empty", "there is nothing in the file but comments", source.place(0))
        return None
    tree = _Tree(source, report)
    try:
        data, _, _ = tree.build(root)
    except _TooMuchError as error:
        report.add("yaml.limit", str(error), source.place(error.offset))
        return None
    return Document(source, data, lambda path, key: tree.locate(root, path, key))


class _TooMuchError(Exception):
    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


class _Bounds:
    """What the parsers below ask while they compose: tells plain from quoted, stops at too deep a nesting."""

    depth = 0

    def descend_resolver(self, parent: yaml.Node | None, _index: Any) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            offset = parent.start_mark.index if parent else 0
            raise _TooMuchError(f"lists and mappings are nested deeper than {MAX_DEPTH} levels", offset)

    def ascend_resolver(self) -> None:
        self.depth -= 1

    def resolve(self, kind: type[yaml.Node], _value: Any, implicit: Any) -> str:
        if kind is yaml.ScalarNode:
            return _PLAIN if implicit[0] else _QUOTED
        return _PLAIN


class _PythonParser(_Bounds, Reader, Scanner, Parser, Composer):
    """The parser for a PyYAML without libyaml: ten times slower, otherwise the same."""

    def __init__(self, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)
        Composer.__init__(self)


if yaml.__with_libyaml__:
    from yaml._yaml import CParser

    class _LibraryParser(_Bounds, CParser):
        """The parser that composes in C."""


def _parser(text: str) -> "_PythonParser | _LibraryParser":
    return _LibraryParser(text) if yaml.__with_libyaml__ else _PythonParser(text)


class _Tree:
    """Turns nodes into data and finds them again. What is wrong with the content goes into the report."""

    def __init__(self, source: SourceText, report: Report) -> None:
        self.source = source
        self.report = report
        self._built: dict[int, tuple[Any, int, int]] = {}
        self._open: set[int] = set()
        self._entries: dict[int, dict[str, tuple[yaml.Node, yaml.Node]]] = {}
        self._merged = 0

    # -- data ------------------------------------------------------------------------------------------

    def build(self, node: yaml.Node) -> tuple[Any, int, int]:
        """Return a node's data, its number of values with aliases written out, and its depth."""
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node), 1, 0
        identity = id(node)
        known = self._built.get(identity)
        if known is not None:
            return known
        if identity in self._open:
            raise _TooMuchError("this anchor contains an alias of itself", node.start_mark.index)
        self._open.add(identity)
        self._check_tag(node, "map" if isinstance(node, yaml.MappingNode) else "seq")
        size, depth = 1, 0
        data: Any
        if isinstance(node, yaml.MappingNode):
            data = {}
            for key, (_, value) in self.entries(node).items():
                data[key], more, deep = self.build(value)
                size += more + 1
                depth = deep if deep > depth else depth
        else:
            data = []
            for value in node.value:
                item, more, deep = self.build(value)
                data.append(item)
                size += more
                depth = deep if deep > depth else depth
        if size > MAX_NODES:
            raise _TooMuchError(
                f"with its aliases written out this has more than {MAX_NODES:,} values", node.start_mark.index
            )
        if depth >= MAX_DEPTH:
            raise _TooMuchError(
                f"with its aliases this is nested deeper than {MAX_DEPTH}", node.start_mark.index
            )
        self._open.remove(identity)
        self._built[identity] = result = (data, size, depth + 1)
        return result

    def entries(self, node: yaml.MappingNode) -> dict[str, tuple[yaml.Node, yaml.Node]]:
        """Return key -> (key node, value node) of a mapping: merged keys first, own keys win."""
        known = self._entries.get(id(node))
        if known is not None:
            return known
        own: dict[str, tuple[yaml.Node, yaml.Node]] = {}
        merges: list[yaml.Node] = []
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                self._problem(
                    "yaml.key.type", "a key must be one word or a text, not a list or mapping", key_node
                )
                continue
            key = key_node.value
            if key == "<<" and key_node.tag == _PLAIN:
                merges.append(value_node)
                continue
            first = own.get(key)
            if first is None:
                own[key] = (key_node, value_node)
            else:
                line, column = self.source.position(first[0].start_mark.index)
                self._problem(
                    "yaml.key.duplicate",
                    f"the key {key!r} stands here a second time, first at line {line}, column {column}",
                    key_node,
                    help="remove or rename one of the two",
                )
        if merges:
            self._entries[id(node)] = {}  # a mapping that merges itself finds itself empty
            own = self._merge(merges) | own
        self._entries[id(node)] = own
        return own

    def _merge(self, merges: list[yaml.Node]) -> dict[str, tuple[yaml.Node, yaml.Node]]:
        merged: dict[str, tuple[yaml.Node, yaml.Node]] = {}
        for value in merges:
            for source in value.value if isinstance(value, yaml.SequenceNode) else [value]:
                if not isinstance(source, yaml.MappingNode):
                    self._problem("yaml.merge", "<< takes a mapping or a list of mappings", source)
                    continue
                entries = self.entries(source)
                self._merged += len(entries) + 1
                if self._merged > MAX_NODES:
                    raise _TooMuchError(
                        f"the << merges of this file bring more than {MAX_NODES:,} keys",
                        source.start_mark.index,
                    )
                for key, pair in entries.items():
                    merged.setdefault(key, pair)
        return merged

    def _scalar(self, node: yaml.ScalarNode) -> Any:
        tag = node.tag
        text: str = node.value
        if tag == _PLAIN:
            return plain_value(text)
        if tag == _QUOTED:
            return text
        kind = _KNOWN_TAGS.get(tag)
        if kind == "str":
            return text
        value = plain_value(text)
        if kind == "float" and type(value) is int:
            return float(value)
        if kind in {"int", "float", "bool", "null"}:
            if type(value) is {"int": int, "float": float, "bool": bool, "null": type(None)}[kind]:
                return value
            self._problem("yaml.tag", f"{text!r} cannot be read as !!{kind}", node)
            return text
        self._check_tag(node, "str")
        return text

    def _check_tag(self, node: yaml.Node, kind: str) -> None:
        if node.tag not in (_PLAIN, _QUOTED, _TAG + kind):
            name = node.tag.replace(_TAG, "!!")
            self._problem("yaml.tag", f"the tag {name} is not supported here", node, help="remove it")

    def _problem(self, code: str, message: str, node: yaml.Node, *, help: str = "") -> None:  # noqa: A002
        self.report.add(code, message, self.source.place(*self._span(node)), help=help)

    # -- places ----------------------------------------------------------------------------------------

    def locate(self, root: yaml.Node, path: DataPath, key: bool) -> Span | None:
        """Return the span of the value, or of the key, at a path of the data."""
        node, key_node = root, root
        for part in path:
            if isinstance(node, yaml.MappingNode):
                found = member(self.entries(node), part)
                if found is None:
                    return None
                key_node, node = found
            elif isinstance(node, yaml.SequenceNode):
                index = int(part) if str(part).isdecimal() else -1
                if not 0 <= index < len(node.value):
                    return None
                key_node = node = node.value[index]
            else:
                return None
        return self._span(key_node if key else node)

    def _span(self, node: yaml.Node) -> Span:
        start, end = node.start_mark.index, node.end_mark.index
        written = self.source.text[start:end].rstrip()
        return start, start + max(len(written), 1)


def plain_value(text: str) -> Any:
    """Return what an unquoted YAML scalar stands for."""
    if text in _NULL:
        return None
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    if _INT.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text) and not text.lstrip("+-").isdecimal():
        number = float(text)
        return number if math.isfinite(number) else text
    return text
