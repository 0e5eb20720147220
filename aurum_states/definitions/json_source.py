"""JSON, read strictly by Python's own decoder; places come from a syntax tree, made when first asked for.

``.jsonc`` may have comments and trailing commas: they are blanked first, so that places stay right.
"""

import json
import re
from typing import TYPE_CHECKING, Any

from aurum_states.definitions.document import DataPath, Document, SourceText, Span, half_character, member
from aurum_states.problems import Place, Problem, Report

if TYPE_CHECKING:
    from tree_sitter import Node

MAX_DEPTH = 60
"""Deepest nesting of lists and objects."""

_STRING_OR_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_STRING_OR_COMMA = re.compile(r'"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])')
_WORD = re.compile(r"[\w$.+-]+")


def parse_json(text: str, file: str, report: Report, *, comments: bool = False) -> Document | None:
    """Read JSON text; None when it cannot be read. ``comments`` allows comments and trailing commas."""
    source = SourceText(file, text)
    strict = _without_comments(text) if comments else text
    decoder = _Decoder()
    try:
        data = decoder.decode(strict)
    except json.JSONDecodeError as error:
        report.problems.append(_syntax_problem(error, source, strict, comments=comments))
        return None
    except RecursionError:
        data = None
        deep = True
    except ValueError:
        report.add("json.number", "a number in this file has too many digits", Place(file))
        return None
    else:
        deep = _too_deep(data)
    if deep:
        report.add("json.limit", f"lists and objects are nested deeper than {MAX_DEPTH} levels", Place(file))
        return None
    tree = _Tree(source, strict)
    if decoder.constants:
        report.extend(tree.constant_problems())
    if decoder.duplicates:
        report.extend(tree.duplicate_problems())
    half = half_character(strict, data)
    if half is not None:
        report.add("json.character", "half of a surrogate pair is no character", source.place(half))
        return None
    return Document(source, data, tree.locate)


class _Decoder(json.JSONDecoder):
    """Python's decoder, which also notes duplicate keys and the constants that JSON does not have."""

    def __init__(self) -> None:
        super().__init__(object_pairs_hook=self._object, parse_constant=self._constant)
        self.duplicates = False
        self.constants = False

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for key, value in pairs:
            if key in data:
                self.duplicates = True
            else:
                data[key] = value
        return data

    def _constant(self, _name: str) -> None:
        self.constants = True


class _Tree:
    """The syntax tree of a JSON text, parsed when it is first needed."""

    def __init__(self, source: SourceText, text: str) -> None:
        self.source = source
        self.text = text
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
            tree = tree_sitter.Parser(language).parse(self.text.encode())
            self._root = tree.root_node
            self._rows = [0, *(match.end() for match in re.finditer("\n", self.text))]
        return next((node for node in self._root.named_children if node.type != "comment"), self._root)

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
                items = [child for child in node.named_children if child.type != "comment"]
                index = int(part) if str(part).isdecimal() else -1
                if not 0 <= index < len(items):
                    return None
                key_node = node = items[index]
            else:
                return None
        return self._span(key_node if key else node)

    def duplicate_problems(self) -> list[Problem]:
        """Return a problem for every key that an object has twice."""
        problems = []
        for node in self._walk():
            if node.type != "object":
                continue
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

    def constant_problems(self) -> list[Problem]:
        """Return a problem for every NaN and Infinity."""
        strings = re.compile(r'"(?:[^"\\]|\\.)*"|-?Infinity|NaN', re.DOTALL)
        return [
            Problem("json.constant", f"{match.group()} is no JSON value", self.source.place(*match.span()))
            for match in strings.finditer(self.text)
            if not match.group().startswith('"')
        ]

    def _walk(self) -> "list[Node]":
        found = [self.root]
        for node in found:
            found.extend(node.named_children)
        return found

    def _pairs(self, node: "Node") -> "list[tuple[str, Node, Node]]":
        pairs = []
        for child in node.named_children:
            key_node, value = child.child_by_field_name("key"), child.child_by_field_name("value")
            if child.type == "pair" and key_node is not None and value is not None and key_node.text:
                pairs.append((json.loads(key_node.text), key_node, value))
        return pairs

    def _members(self, node: "Node") -> "dict[str, tuple[Node, Node]]":
        members = self._entries.get(node.start_byte)
        if members is None:
            members = {}
            for name, key_node, value in self._pairs(node):
                members.setdefault(name, (key_node, value))
            self._entries[node.start_byte] = members
        return members

    def _span(self, node: "Node") -> Span:
        return self._offset(node.start_point), self._offset(node.end_point)

    def _offset(self, point: "tuple[int, int]") -> int:
        """Return the character offset of a (row, column in bytes); rows end at line feeds only."""
        row, column = point
        start = self._rows[row]
        end = self._rows[row + 1] if row + 1 < len(self._rows) else len(self.text)
        return start + len(self.text[start:end].encode()[:column].decode(errors="replace"))


def _without_comments(text: str) -> str:
    """Blank comments and trailing commas, keeping every offset."""

    def blank(match: re.Match[str]) -> str:
        found = match.group()
        return found if found.startswith('"') else re.sub(r"[^\r\n]", " ", found)

    return _STRING_OR_COMMA.sub(blank, _STRING_OR_COMMENT.sub(blank, text))


def _too_deep(data: Any) -> bool:
    level = [data]
    for _ in range(MAX_DEPTH + 1):
        below: list[Any] = []
        for value in level:
            if type(value) is dict:
                below.extend(value.values())
            elif type(value) is list:
                below.extend(value)
        if not below:
            return False
        level = below
    return True


def _syntax_problem(error: json.JSONDecodeError, source: SourceText, text: str, *, comments: bool) -> Problem:
    """Return the problem for an error of Python's decoder, naming the slip where it is a usual one."""
    offset = min(error.pos, max(len(text) - 1, 0))
    before = text[:offset].rstrip()
    rest = text[error.pos : error.pos + 2]
    char = rest[:1]
    comma = before.endswith(",") and char in {"}", "]"}
    message, right = "this is not JSON", ""
    if comma or error.msg.startswith("Illegal trailing comma"):
        offset = error.pos if char == "," else len(before) - 1
        message, right = "a comma stands before the closing bracket", "remove it"
    elif rest in {"//", "/*"} or char == "#":
        message = "JSON has no comments"
        right = "remove it" if comments or char == "#" else "remove it, or rename the file to .jsonc"
    elif char == "'":
        message, right = "a text in single quotes", "use double quotes"
    elif error.pos >= len(text.rstrip()):
        message, right = "the file ends too early", "a closing bracket, a quote or a value is missing"
    elif char.isdecimal() and before.endswith("0"):
        message, right = "a number starts with 0", "write it without, or as a text in double quotes"
    elif error.msg.startswith("Expecting ',' delimiter"):
        offset = len(before)
        message, right = "a comma is missing between two entries", "write , here"
    elif error.msg.startswith("Expecting ':' delimiter"):
        offset = len(before)
        message, right = "a colon is missing after a key", "write : here"
    elif error.msg.startswith("Expecting property name"):
        message, right = "a key is missing or not in double quotes", 'write "key": value'
    elif error.msg.startswith("Expecting value"):
        word = _WORD.match(text, error.pos)
        message = f"{word.group()} is no JSON value" if word else "a value is missing here"
        right = "write a text in double quotes, a number, true, false, null, a list or an object"
    elif error.msg.startswith("Extra data"):
        message, right = "the value of the file ends before this", "remove what follows, or add the bracket"
    elif error.msg.startswith("Unterminated string"):
        message, right = "a text is not closed", 'end it with "'
    elif error.msg.startswith("Invalid control character"):
        message, right = "a line break or tab stands in a text", "write it as \\n or \\t, or close the text"
    elif error.msg.startswith("Invalid \\"):
        message, right = "this escape is unknown", "double the backslash"
    return Problem("json.syntax", message, source.place(min(offset, max(len(text) - 1, 0))), help=right)
