"""YAML, read strictly: the values of YAML 1.2 only, no duplicate keys, bounded in size, every place known.

A plain scalar is true, false, null, a decimal number, or else text: ``on``, ``010``, ``12:30`` and
``2026-01-01`` are text. Keys are text as written. Anchors, aliases and ``<<`` merges are followed.
PyYAML only cuts the text into events; what they mean is decided here.
"""

import math
import re
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import yaml
from yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
)

from aurum_states.definitions.document import DataPath, Document, SourceText, Span, half_character, member
from aurum_states.definitions.yaml_syntax import syntax_problem
from aurum_states.names import did_you_mean
from aurum_states.problems import Report

MAX_DEPTH = 60
"""Deepest nesting of lists and mappings; a state graph needs five."""
MAX_VALUES = 500_000
"""Most keys and values, those behind aliases counted each time; a graph of 4,000 states has 100,000."""

LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""What cuts the text into events: libyaml where PyYAML has it, else ten times slower in Python."""

_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_INT = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})", re.ASCII)
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]+)?", re.ASCII)
_NUMBER_STARTS = frozenset("+-.0123456789")
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_TAG = "tag:yaml.org,2002:"
_TYPES = {"str": str, "int": int, "float": float, "bool": bool, "null": type(None)}


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
    composer = _Composer(source, report)
    try:
        root = composer.document()
    except yaml.YAMLError as error:
        report.problems.append(syntax_problem(error, source))
        return None
    except (ValueError, OverflowError):  # the parser in Python, at a too large escape
        if "\\U" not in text:
            raise
        report.add("yaml.syntax", "this escape names no character", source.place(text.find("\\U")))
        return None
    except _StopError as stop:
        report.add(stop.code, str(stop), source.place(min(stop.offset, len(text) - 1)), help=stop.right)
        return None
    if root is None:
        report.add("file.empty", "there is nothing in the file but comments", source.place(0))
        return None
    half = half_character(text, _data(root))
    if half is not None:
        report.add("yaml.syntax", "this escape names no character", source.place(half))
        return None
    return Document(source, _data(root), lambda path, key: _locate(root, path, key, text))


def plain_value(text: str) -> Any:
    """Return what an unquoted YAML scalar stands for."""
    if text in _NULL:
        return None
    if text[0] in _NUMBER_STARTS:
        if _INT.fullmatch(text):
            return int(text)
        if _FLOAT.fullmatch(text) and not text.lstrip("+-").isdecimal():
            number = float(text)
            return number if math.isfinite(number) else text
        return text
    if text in _TRUE:
        return True
    return False if text in _FALSE else text


class _StopError(Exception):
    """Reading cannot go on."""

    def __init__(self, code: str, message: str, offset: int, right: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.offset = offset
        self.right = right


_Leaf: TypeAlias = tuple[Any, int, int]
"""A scalar: its data, its start and end. A plain tuple, which costs the garbage collector nothing."""


@dataclass(slots=True)
class _Branch:
    """A mapping or list: its data, and where it and its members stand.

    ``size`` is the number of values in it and ``depth`` its nesting, both with aliases written out.
    """

    data: Any
    start: int
    end: int = 0
    members: "dict[str, _Member]" = field(default_factory=dict)
    items: "list[_Node]" = field(default_factory=list)
    size: int = 1
    depth: int = 1

    def count(self, node: "_Node") -> Any:
        """Add a value to size and depth, and return its data."""
        if type(node) is tuple:
            self.size += 1
            return node[0]
        assert isinstance(node, _Branch)
        self.size += node.size
        if node.depth >= self.depth:
            self.depth = node.depth + 1
        return node.data


_Node: TypeAlias = _Branch | _Leaf
_Member: TypeAlias = tuple[int, int, _Node]
"""Where a key starts and ends, and what it leads to."""


def _data(node: _Node) -> Any:
    return node.data if isinstance(node, _Branch) else node[0]


def _span(node: _Node) -> Span:
    return (node.start, node.end) if isinstance(node, _Branch) else node[1:]


class _Composer:
    """Makes the data of a document from its events. What is wrong with the content goes into the report."""

    def __init__(self, source: SourceText, report: Report) -> None:
        self.source = source
        self.report = report
        self.next_event = LOADER(source.text).get_event
        self.anchors: dict[str, _Node | None] = {}
        self.depth = 0
        self.merged = 0

    def document(self) -> _Node | None:
        """Return the root of the one document in the text, None when there is none."""
        self.next_event()  # the stream's start
        event = self.next_event()
        if type(event) is StreamEndEvent:
            return None
        root = self.node(self.next_event())
        event = self.next_event()
        while type(event) is DocumentEndEvent:
            event = self.next_event()
        if type(event) is not StreamEndEvent:
            right = "keep one document: remove the line `---`"
            raise _StopError("yaml.syntax", "a second document starts here", event.start_mark.index, right)
        return root

    def node(self, event: Any) -> _Node:
        """Return the node that starts with an event, and consume its other events."""
        kind = type(event)
        if kind is ScalarEvent:
            return self.leaf(event)
        if kind is AliasEvent:
            return self.alias(event)
        self.depth += 1
        if self.depth > MAX_DEPTH:
            message = f"lists and mappings are nested deeper than {MAX_DEPTH} levels"
            raise _StopError("yaml.limit", message, event.start_mark.index)
        if event.anchor is not None:
            self.define(event.anchor, None, event)
        branch = self.mapping(event) if kind is MappingStartEvent else self.sequence(event)
        if event.anchor is not None:
            self.anchors[event.anchor] = branch
        if branch.size > MAX_VALUES:
            message = f"with its aliases written out this has more than {MAX_VALUES:,} values"
            raise _StopError("yaml.limit", message, branch.start, "write out fewer aliases of aliases")
        if branch.depth > MAX_DEPTH:
            message = f"with its aliases written out this is nested deeper than {MAX_DEPTH} levels"
            raise _StopError("yaml.limit", message, branch.start)
        self.depth -= 1
        return branch

    def sequence(self, event: Any) -> _Branch:
        """Return a list, after its start event."""
        self.check_tag(event, "seq")
        data: list[Any] = []
        branch = _Branch(data, event.start_mark.index)
        next_event = self.next_event
        event = next_event()
        while type(event) is not SequenceEndEvent:
            node = self.node(event)
            data.append(branch.count(node))
            branch.items.append(node)
            event = next_event()
        end: Any = event.end_mark
        branch.end = end.index
        return branch

    def mapping(self, event: Any) -> _Branch:
        """Return a mapping, after its start event."""
        self.check_tag(event, "map")
        members: dict[str, _Member] = {}
        branch = _Branch({}, event.start_mark.index)
        merges: list[_Node] = []
        next_event = self.next_event
        event = next_event()
        while type(event) is not MappingEndEvent:
            key = self.key(event)
            node = self.node(next_event())
            if key == "<<" and event.implicit[0]:
                merges.append(node)
            elif key in members:
                self.duplicate(key, members[key][0], event)
            elif key is not None:
                members[key] = (event.start_mark.index, event.end_mark.index, node)
            event = next_event()
        end: Any = event.end_mark
        branch.end = end.index
        branch.members = self.merge(merges) | members if merges else members
        branch.size += len(branch.members)
        for name, found in branch.members.items():
            branch.data[name] = branch.count(found[2])
        return branch

    def key(self, event: Any) -> str | None:
        """Return a key's text, None after reporting (and consuming) one that is no text."""
        if type(event) is ScalarEvent:
            if event.anchor is not None:
                self.leaf(event)
            return str(event.value)
        message = "a key must be a text, not a list, mapping or alias"
        self.problem("yaml.key.type", message, *_span(self.node(event)))
        return None

    def merge(self, merges: list[_Node]) -> dict[str, _Member]:
        """Return the members that ``<<`` brings in: of several mappings the first that has a key wins."""
        merged: dict[str, _Member] = {}
        for node in merges:
            sources = node.items if isinstance(node, _Branch) and type(node.data) is list else [node]
            for source in sources:
                if not isinstance(source, _Branch) or type(source.data) is list:
                    message = "<< takes a mapping or a list of mappings"
                    self.problem("yaml.merge", message, *_span(source))
                    continue
                self.merged += len(source.members) + 1
                if self.merged > MAX_VALUES:
                    message = f"the << merges of this file bring more than {MAX_VALUES:,} keys"
                    raise _StopError("yaml.limit", message, source.start)
                for key, found in source.members.items():
                    merged.setdefault(key, found)
        return merged

    # -- anchors -----------------------------------------------------------------------------------------

    def define(self, anchor: str, node: _Node | None, event: Any) -> None:
        """Remember an anchor; None stands for a node whose end is not reached yet."""
        if anchor in self.anchors:
            message = f"the anchor &{anchor} is defined twice"
            self.problem("yaml.anchor", message, event.start_mark.index, help="give it another name")
        self.anchors[anchor] = node

    def alias(self, event: Any) -> _Node:
        """Return the node that an alias stands for."""
        name, offset = str(event.anchor), event.start_mark.index
        if name not in self.anchors:
            message = f"the alias *{name} names no anchor{did_you_mean(name, self.anchors)}"
            self.problem(
                "yaml.alias", message, offset, help=f"define it before, as &{name}, or quote the text"
            )
            return None, offset, event.end_mark.index
        node = self.anchors[name]
        if node is None:
            raise _StopError("yaml.limit", f"the alias *{name} stands inside its own anchor", offset)
        return node

    # -- scalars -----------------------------------------------------------------------------------------

    def leaf(self, event: Any) -> _Leaf:
        """Return the node of a scalar."""
        leaf = (self.scalar(event), event.start_mark.index, event.end_mark.index)
        if event.anchor is not None:
            self.define(event.anchor, leaf, event)
        return leaf

    def scalar(self, event: Any) -> Any:
        """Return the value of a scalar."""
        text = str(event.value)
        if event.tag is None:
            return plain_value(text) if event.implicit[0] else text
        if event.tag in ("!", f"{_TAG}str"):
            return text
        kind = event.tag.removeprefix(_TAG)
        if kind not in _TYPES:
            self.check_tag(event, "str")
            return text
        value = plain_value(text)
        if kind == "float" and type(value) is int:
            return float(value)
        if type(value) is _TYPES[kind]:
            return value
        self.problem("yaml.tag", f"{text!r} cannot be read as !!{kind}", event.start_mark.index)
        return text

    def check_tag(self, event: Any, kind: str) -> None:
        """Report a tag other than the one that a node has anyway."""
        if event.tag not in (None, "!", _TAG + kind):
            name = event.tag.replace(_TAG, "!!")
            message = f"the tag {name} is not supported"
            self.problem("yaml.tag", message, event.start_mark.index, help="remove it, or quote the text")

    def duplicate(self, key: str, first: int, event: Any) -> None:
        """Report a key that its mapping has already."""
        line, column = self.source.position(first)
        self.problem(
            "yaml.key.duplicate",
            f"the key {key!r} stands here a second time, first at line {line}, column {column}",
            event.start_mark.index,
            event.end_mark.index,
            help="remove or rename one of the two",
        )

    def problem(
        self,
        code: str,
        message: str,
        start: int,
        end: int | None = None,
        *,
        help: str = "",  # noqa: A002
    ) -> None:
        """Report a problem at a stretch of the text."""
        place = self.source.place(*_written(start, start + 1 if end is None else end, self.source.text))
        self.report.add(code, message, place, help=help)


def _locate(root: _Node, path: DataPath, key: bool, text: str) -> Span | None:
    """Return the span of the value, or of the key, at a path of the data."""
    node = root
    key_span = _span(root)
    for part in path:
        if not isinstance(node, _Branch):
            return None
        if type(node.data) is dict:
            found = member(node.members, part)
            if found is None:
                return None
            key_span, node = found[:2], found[2]
        else:
            index = int(part) if str(part).isdecimal() else -1
            if not 0 <= index < len(node.items):
                return None
            node = node.items[index]
            key_span = _span(node)
    return _written(*(key_span if key else _span(node)), text)


def _written(start: int, end: int, text: str) -> Span:
    """Return a span without the blank lines and line ends that belong to the node for YAML."""
    return start, start + max(len(text[start:end].rstrip()), 1)
