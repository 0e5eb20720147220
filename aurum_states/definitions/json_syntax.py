"""JSON syntax errors in our words: what stands there, what would be right, and how to read on behind it.

Python's decoder says where it cannot go on. Where what was meant is plain, the text is mended and decoded
again, so that one slip hides no other; a tree's own recovery would lose the entries around it.
"""

import json
import re
from collections.abc import Callable

from aurum_states.definitions.document import Span
from aurum_states.definitions.json_brackets import PARTNER, closed_too_far_in, never_closed, open_brackets
from aurum_states.definitions.json_mending import STRING, STRING_OR_COMMENT, Change, MendedText, Slip, blanked
from aurum_states.definitions.shapes import shortened

_STRING_OR_HASH = re.compile(f"{STRING}|#[^\n]*")
_ENTRY = re.compile(rf",?\s*{STRING}\s*:", re.DOTALL)
_VALUE = re.compile(rf"\s*(?:({STRING})\s*(?!\s*:)|[-\d{{\[]|true\b|false\b|null\b)")
_SINGLE = re.compile(r"'((?:[^'\\\n\"]|\\.)*)'|[“”„]([^“”„\"\\\n]*)[“”]")
_WORD = re.compile(r"[\w$.+-]+")
_PHRASE = re.compile(r"[^\s,\]}\[{:\"'\\][^,\]}\n\"\\]{0,99}")
_COMMENT_BEHIND = re.compile(r"\s*(?://|/\*|#).*", re.DOTALL)
_TOKEN_END = re.compile(r"[\w.+-]+$")
_OPEN_KEY = re.compile(r'"([\w$ .-]*)(?=\s*:)[^"\n]*"?$')
_CLOSING_QUOTE = re.compile(r'"(?=\s*(?:[,\]}]|$))')
_LINE_END = re.compile(r"\s*[\]}]*\s*,?\s*$")
_CONSTANTS = {"true": "true", "false": "false", "none": "null", "null": "null", "undefined": "null"}
NEAR = 200
"""How many characters before an error are looked at: patterns may take the square of that."""
_VALUES = "write a text in double quotes, a number, true, false, null, a list or an object"


def slip_of(error: json.JSONDecodeError, text: str, *, comments: bool) -> Slip:
    """Return the slip for an error of Python's decoder. ``comments`` says that the file may have some."""
    at = error.pos
    if error.msg.startswith(("Expecting", "Illegal", "Extra")):
        at += len(text[at:]) - len(text[at:].lstrip())
    if text.startswith(("//", "/*", "#"), at):
        return _comment(text, at, comments)
    for said, find in _FINDERS:
        if error.msg.startswith(said):
            slip = find(text, at)
            if slip is not None:
                return slip
    return Slip("this is not JSON", "", min(at, max(len(text) - 1, 0)))


# -- what each of the decoder's errors can mean --------------------------------------------------------


def _key(text: str, at: int) -> Slip | None:
    """Return the slip where a key is expected: behind ``{`` or behind a comma."""
    slip = _comma_too_many(text, at) or _quoted(text, at) or _wrong_bracket(text, at) or _too_early(text, at)
    if slip is not None:
        return slip
    message, right = "a key is missing or not in double quotes", 'write "key": value'
    if text[at : at + 1] in {"{", "["}:
        return Slip("a value without a key", f"{right}, or [ ] around a list of values", at)
    word = _WORD.match(text, at)
    if word is None:
        return Slip(message, right, at)
    title = f'write "{word.group()}"'
    if text.startswith('"', word.end()):
        return Slip("the quote before this key is missing", title, at, ((at, at, '"'),), title)
    return Slip(message, right, at, _around(word.span()), title)


def _trailing(text: str, at: int) -> Slip | None:
    """Return the slip of a comma before a closing bracket, as newer Pythons say it."""
    return _comma_too_many(text, at + 1 + len(text[at + 1 :]) - len(text[at + 1 :].lstrip()))


def _value(text: str, at: int) -> Slip | None:
    """Return the slip where a value is expected: behind a colon, ``[`` or a comma, or at the start."""
    slip = _comma_too_many(text, at) or _quoted(text, at)
    before = text[:at].rstrip()
    if slip is None and before.endswith(":") and text[at : at + 1] in {",", "}", "]"}:
        start = len(before)
        return Slip("a value is missing here", _VALUES, at, ((start, start, " null"),), guess=(start, at))
    slip = slip or _wrong_bracket(text, at) or _too_early(text, at)
    phrase = _PHRASE.match(text, at)
    if slip is not None or phrase is None:
        return slip or Slip("a value is missing here", _VALUES, at)
    word, start = _COMMENT_BEHIND.sub("", phrase.group()).rstrip(), at
    end = start + len(word)
    if not before:
        return Slip("this is not JSON", "a file begins with { or [", at)
    if text.startswith('"', end):
        message = "the quote before this text is missing"
        return Slip(message, f'write "{word}"', at, ((start, start, '"'),), f'write "{word}"')
    constant = _CONSTANTS.get(word.lower())
    if constant is not None:
        right = f"write {constant}"
        return Slip(f"{word} is no JSON value", right, at, ((start, end, constant),), right)
    return Slip(f"{shortened(word)} is no JSON value", _VALUES, at, _around((start, end)), guess=(start, end))


def _colon(text: str, at: int) -> Slip | None:
    """Return the slip where a colon is expected, behind a key."""
    end = len(text[:at].rstrip())
    for wrong in ("=>", "="):
        if text.startswith(wrong, at):
            message = f"{wrong} stands where JSON has a colon"
            return Slip(message, "write : here", at, ((at, at + len(wrong), ":"),), "write :")
    if text.startswith(",", at) and _VALUE.match(text, at + 1):
        message = "a comma stands where the colon behind a key belongs"
        return Slip(message, "write : here", at, ((at, at + 1, ":"),), "write :")
    if text[at : at + 1] in {",", "}"}:
        message, right = "a key has no value", 'write "key": value'
        return Slip(message, right, end, ((end, end, ": null"),), guess=(end, end))
    slip = _open_key(text, at) or _inner_quote(text, at) or _too_early(text, at)
    message = "a colon is missing after a key"
    return slip or Slip(message, "write : here", end, ((end, end, ":"),), "write :")


def _comma(text: str, at: int) -> Slip | None:
    """Return the slip where a comma or a closing bracket is expected, behind a value."""
    slip = _wrong_bracket(text, at) or _inner_quote(text, at) or _malformed(text, at) or _too_early(text, at)
    if slip is not None:
        return slip
    if text.startswith(";", at):
        return Slip(
            "a semicolon stands where JSON has a comma", "write , here", at, ((at, at + 1, ","),), "write ,"
        )
    if text.startswith(":", at):
        return _second_colon(text, at)
    end = len(text[:at].rstrip())
    message = "a comma is missing between two entries"
    return Slip(message, "write , here", end, ((end, end, ","),), "write ,")


def _second_colon(text: str, at: int) -> Slip:
    """Return the slip of a colon behind a value: what is taken for that value is a key."""
    slip = _outdented(text[:at])
    stack = open_brackets(text[:at])
    if slip is not None or (stack and text[stack[-1]] == "["):
        message = "a colon stands in a list"
        return slip or Slip(message, "a list has no keys: write { } around them", at)
    entry = re.search(rf"{STRING}\s*:(\s*){STRING}\s*$", text[:at])
    if entry is not None and "\n" in entry[1]:
        start = entry.start(1)
        return Slip(
            "{ is missing before the keys of this object", "write { here", start, ((start, start, "{"),)
        )
    return Slip("a second colon stands in this entry", "write a comma before its key, or { }", at)


def _end(text: str, at: int) -> Slip | None:
    """Return the slip of something that follows the value of the file."""
    last = len(text[:at].rstrip()) - 1
    if _ENTRY.match(text, at) and text[last] in "]}":
        inner = closed_too_far_in(text[:at])
        bracket = last if inner is None else inner
        message = "this bracket closes the value of the file, but more entries follow"
        if inner is not None:
            message = "a closing bracket too many: it is indented deeper than what it closes"
        return Slip(message, "remove it", bracket, ((bracket, bracket + 1, ""),))
    if not text[at:].strip("]} \t\r\n"):
        message, end = "a closing bracket too many", len(text.rstrip())
        return Slip(message, "remove it", at, ((at, end, ""),), "remove the bracket")
    message = "the value of the file ends before this"
    return Slip(message, "remove what follows, or add the bracket", at, ((at, len(text), ""),))


def _control(text: str, at: int) -> Slip | None:
    """Return the slip of a control character in a text: mostly that is not closed on its line."""
    if text[at] not in "\r\n":
        right = "write it as \\n or \\t, or close the text"
        return Slip("a line break or tab stands in a text", right, at, ((at, at + 1, " "),))
    start = text.rfind("\n", 0, at) + 1
    unclosed = re.sub(STRING, "", text[start:at]).lstrip()
    if unclosed.startswith('"') and ":" in unclosed:
        slip = _open_key(text, at)
        if slip is not None:
            return slip
    line_end = _LINE_END.search(text, max(start, at - NEAR), at)
    end = line_end.start() if line_end else at
    message, right = "a line break or tab stands in a text", 'close the text with ", or write \\n'
    return Slip(message, right, at, ((end, end, '"'),))


def _escape(text: str, at: int) -> Slip | None:
    """Return the slip of a backslash before something that it cannot stand before."""
    at = text.rfind("\\", 0, at + 1)
    if text.startswith("\\'", at):
        message = "a single quote needs no backslash"
        return Slip(message, "remove it", at, ((at, at + 1, ""),))
    return Slip("this escape is unknown", "double the backslash", at, ((at, at, "\\"),))


_FINDERS: tuple[tuple[str, Callable[[str, int], Slip | None]], ...] = (
    ("Expecting property name", _key),
    ("Illegal trailing comma", _trailing),
    ("Expecting value", _value),
    ("Expecting ':'", _colon),
    ("Expecting ','", _comma),
    ("Extra data", _end),
    ("Invalid control character", _control),
    ("Invalid \\", _escape),
    ("Unterminated string", lambda _, at: Slip("a text is not closed", 'end it with "', at)),
)
"""Beginning of the decoder's message -> what looks for the slip."""


# -- slips that several errors have in common ----------------------------------------------------------


def _comment(text: str, at: int, allowed: bool) -> Slip:
    hash_sign = text.startswith("#", at)
    found = (_STRING_OR_HASH if hash_sign else STRING_OR_COMMENT).finditer(text)
    edits = tuple((*match.span(), blanked(match)) for match in found if match.group()[0] != '"')
    if not any(start == at for start, _, _ in edits):  # a comment that does not end
        return Slip("this comment is not closed", "end it with */", at)
    right = "remove it" if allowed or hash_sign else "remove it, or rename the file to .jsonc"
    more = f" ({len(edits)} stand in this file)" if len(edits) > 1 else ""
    return Slip(f"JSON has no comments{more}", right, at, edits)


def _comma_too_many(text: str, at: int) -> Slip | None:
    before, char = text[:at].rstrip(), text[at : at + 1]
    if char == "," and before[-1:] in {",", "[", "{"}:
        return Slip("a comma too many", "remove it", at, ((at, at + 1, ""),), "remove the comma")
    if char not in {"}", "]"} or not before.endswith(","):
        return None
    at = len(before) - 1
    message = "a comma stands before the closing bracket"
    return Slip(message, "remove it", at, ((at, at + 1, ""),), "remove the comma")


def _quoted(text: str, at: int) -> Slip | None:
    """Return the slip of a text in single or in typographic quotes."""
    char = text[at : at + 1]
    if char not in {"'", "“", "”", "„"}:
        return None
    message = "a text in single quotes" if char == "'" else "a text in typographic quotes"
    match = _SINGLE.match(text, at)
    if match is None:
        return Slip(message, "use double quotes", at)
    start, end = match.span()
    edits = ((start, start + 1, '"'), (end - 1, end, '"'))
    return Slip(message, "use double quotes", at, edits, "use double quotes")


def _wrong_bracket(text: str, at: int) -> Slip | None:
    """Return the slip of a closing bracket that is not the one of the bracket that is open."""
    char = text[at : at + 1]
    stack = open_brackets(text[:at])
    if char not in {"}", "]"} or not stack or text[stack[-1]] == PARTNER[char]:
        return None
    opened = text[stack[-1]]
    right, line = PARTNER[opened], text.count("\n", 0, stack[-1]) + 1
    replaced, inserted, removed = ((at, at + 1, right),), ((at, at, right),), ((at, at + 1, ""),)
    edits = max(replaced, inserted, removed, key=lambda edits: _reaches(text, edits))
    if edits is removed:
        return Slip("a closing bracket too many", "remove it", at, edits)
    message = f"{char} stands here, but the {opened} of line {line} is not closed"
    return Slip(message, f"write {right}", at, edits)


def _open_key(text: str, at: int) -> Slip | None:
    """Return the slip of a key without its second quote, which goes on to its value's or the line's end."""
    match = _OPEN_KEY.search(text, max(text.rfind("\n", 0, at) + 1, at - NEAR), at)
    if match is None:
        return None
    message, right = "the quote behind a key is missing", f'write "{match[1]}"'
    return Slip(message, right, match.end(1), ((match.end(1), match.end(1), '"'),), right)


def _inner_quote(text: str, at: int) -> Slip | None:
    """Return the slip of a quote inside a text, or of one too many at its end or start."""
    if text[at - 1 : at] != '"' or text[at : at + 1].isspace():
        return None
    if text.startswith('"', at):
        following = re.match(STRING, text[at:])
        if following is not None and text[at + following.end() :].lstrip()[:1] in {",", "]", "}", ":"}:
            return None
        return Slip("a quote too many", "remove it", at, ((at, at + 1, ""),), "remove the quote")
    if not _WORD.match(text, at):
        return None
    if text[at - 2 : at] == '""':
        return Slip("a quote too many", "remove it", at - 1, ((at - 1, at, ""),), "remove the quote")
    message, right = "a quote stands inside a text", 'write it as \\"'
    end = _CLOSING_QUOTE.search(text, at)
    inner = text[at : end.start()] if end is not None else "\n"
    if "\n" in inner:
        return Slip(message, right, at - 1)
    quotes = [at - 1, *(at + found.start() for found in re.finditer(r'(?<!\\)"', inner))]
    return Slip(message, right, at - 1, tuple((quote, quote, "\\") for quote in quotes))


def _malformed(text: str, at: int) -> Slip | None:
    """Return the slip of a number or word that goes on where JSON's has ended: ``010``, ``1.``, ``12px``."""
    begun = _TOKEN_END.search(text, max(at - 40, 0), at)
    rest = _WORD.match(text, at)
    if begun is None or rest is None:
        return None
    span = (begun.start(), rest.end())
    token = text[slice(*span)]
    if token.startswith("0") and token.isdecimal():
        message, right = "a number starts with 0", "write it without, or as a text in double quotes"
    else:
        message, right, at = f"{token} is no JSON value", _VALUES, span[0]
    return Slip(message, right, at, _around(span), guess=span)


def _too_early(text: str, at: int) -> Slip | None:
    """Return the slip of a file that ends with brackets open; which one the indentation may tell."""
    if at < len(text.rstrip()):
        return None
    slip = _outdented(text)
    if slip is not None:
        return slip
    end = max(len(text.rstrip()) - 1, 0)
    stack = open_brackets(text)
    if not stack:
        return Slip("the file ends too early", "a closing bracket, a quote or a value is missing", end)
    opened = text[stack[-1]]
    line = text.count("\n", 0, stack[-1]) + 1
    message = f"the file ends too early: the {opened} of line {line} is not closed"
    return Slip(message, f"a bracket {PARTNER[opened]}, a quote or a value is missing", end)


def _outdented(text: str) -> Slip | None:
    """Return the slip of a bracket that is open where a line stands further out."""
    found = never_closed(text)
    if found is None:
        return None
    opened, at = found
    line = text.count("\n", 0, opened) + 1
    message = f"the {text[opened]} of line {line} is not closed where its indentation ends"
    right = PARTNER[text[opened]]
    return Slip(message, f"write {right} here", at, ((at, at, right),))


def _reaches(text: str, edits: tuple[Change, ...]) -> int:
    """Return how far the decoder comes in a text with these edits."""
    mended = MendedText(text)
    mended.apply(edits)
    try:
        json.loads(mended.text)
    except json.JSONDecodeError as error:
        return error.pos
    except (ValueError, RecursionError):
        return 0
    return len(mended.text) + 1


def _around(span: Span) -> tuple[Change, ...]:
    """Return the edits that put a stretch into double quotes."""
    start, end = span
    return (start, start, '"'), (end, end, '"')
