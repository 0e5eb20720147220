"""The syntax tree of a JSON text: where each key and value stands, made when it is first asked for."""

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from aurum_states.definitions.document import DataPath, SourceText, Span, member
from aurum_states.definitions.json_mending import STRING, MendedText
from aurum_states.problems import Problem

if TYPE_CHECKING:
    from tree_sitter import Node

_CONSTANTS = re.compile(rf"{STRING}|-?Infinity|NaN", re.DOTALL)


class JsonTree:
    """The tree of a mended text; the places are those in the file."""

    def __init__(self, source: SourceText, mended: MendedText) -> None:
        self.source = source
        self.mended = mended
        self._root: Node | None = None
        self._rows: list[int] = []
        self._entries: dict[int, dict[str, tuple[Node, Node]]] = {}

    @property
    def root(self) -> "Node":
        """The document's one value."""
        if self._root is None:
            import tree_sitter
            import tree_sitter_json

            language = tree_sitter.Language(tree_sitter_json.language())
            text = self.mended.text
            tree = tree_sitter.Parser(language).parse(text.encode())
            self._root = next(iter(tree.root_node.named_children), tree.root_node)
            self._rows = [0, *(match.end() for match in re.finditer("\n", text))]
        return self._root

    def locate(self, path: DataPath, key: bool) -> Span | None:
        """Return the span of the value, or of the key, at a path of the data."""
        node, key_node = self.root, self.root
        for part in path:
            if node.type == "object":
                found = member(self._members(node), part)
                if found is None:
                    return None
                key_node, node = found
            elif node.type == "array":
                items = node.named_children
                index = int(part) if str(part).isdecimal() else -1
                if not 0 <= index < len(items):
                    return None
                key_node = node = items[index]
            else:
                return None
        return self._span(key_node if key else node)

    def whole_entries(self, stopped: int) -> dict[str, Any] | None:
        """Return the entries of the file's object in which nothing is wrong; None when there is no object.

        ``stopped`` is the offset where what was meant is open: the tree goes on behind it. Entries further on
        count where they stand as far to the right as the first: else they may be another object's.
        """
        text = self.mended.text
        if self.root.type != "object" or text[: self._start(self.root)].strip():
            return None
        entries: dict[str, Any] = {}
        column: int | None = None
        for name, (key, value) in self._members(self.root).items():
            start = self._start(key)
            line = text[text.rfind("\n", 0, start) + 1 : start]
            column = len(line) if column is None else column
            pair = value.parent
            near = (pair, pair.prev_sibling, pair.next_sibling) if pair is not None else ()
            if any(node is not None and node.has_error for node in near):
                continue
            if start > stopped and (line.strip() or len(line) != column):
                continue
            try:
                entries[name] = json.loads(value.text or b"")
            except ValueError:  # what the tree takes for a value is no JSON
                continue
        return entries

    def duplicate_problems(self) -> list[Problem]:
        """Return a problem for every key that an object has twice."""
        problems = []
        for node in self._objects():
            first: dict[str, Node] = {}
            for name, key_node, _ in self._pairs(node):
                if name not in first:
                    first[name] = key_node
                    continue
                line, column = self.source.position(self._span(first[name])[0])
                problems.append(
                    Problem(
                        "json.key.duplicate",
                        f"the key {name!r} stands here a second time, first at line {line}, column {column}",
                        self.source.place(*self._span(key_node)),
                        help="remove or rename one of the two",
                    )
                )
        return problems

    def constants(self) -> list[Span]:
        """Return where every NaN and Infinity stands in the mended text."""
        found = _CONSTANTS.finditer(self.mended.text)
        return [match.span() for match in found if not match.group().startswith('"')]

    def _objects(self) -> "Iterator[Node]":
        waiting = [self.root]
        for node in waiting:
            waiting.extend(node.named_children)
            if node.type == "object":
                yield node

    def _pairs(self, node: "Node") -> "Iterator[tuple[str, Node, Node]]":
        for child in node.named_children:
            key_node, value = child.child_by_field_name("key"), child.child_by_field_name("value")
            if child.type != "pair" or key_node is None or value is None:
                continue
            try:
                yield json.loads(key_node.text or b""), key_node, value
            except ValueError:  # behind an error the tree takes texts over several lines for keys
                continue

    def _members(self, node: "Node") -> "dict[str, tuple[Node, Node]]":
        members = self._entries.get(node.start_byte)
        if members is None:
            members = {}
            for name, key_node, value in self._pairs(node):
                members.setdefault(name, (key_node, value))
            self._entries[node.start_byte] = members
        return members

    def _span(self, node: "Node") -> Span:
        start, end = self._offset(node.start_point), self._offset(node.end_point)
        return self.mended.original(start), self.mended.original(end)

    def _start(self, node: "Node") -> int:
        return self._offset(node.start_point)

    def _offset(self, point: "tuple[int, int]") -> int:
        """Return the character offset of a (row, column in bytes); rows end at line feeds only."""
        row, column = point
        start = self._rows[row]
        end = self._rows[row + 1] if row + 1 < len(self._rows) else len(self.mended.text)
        return start + len(self.mended.text[start:end].encode()[:column].decode(errors="replace"))
