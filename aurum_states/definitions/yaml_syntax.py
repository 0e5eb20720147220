"""YAML syntax errors in our words: what stands there, and what would be right."""

import yaml

from aurum_states.definitions.document import SourceText
from aurum_states.problems import Problem

_INDENT = "indent it like its neighbours"
_QUOTE = "put the text into quotes"

# What the parser says (a part of it, in libyaml's or the Python parser's wording) -> what is wrong, what
# would be right. The first that fits counts.
_TRANSLATIONS: tuple[tuple[str, str, str], ...] = (
    ("expected ',' or ']'", "a list in [ ] is not closed", "write , between its items and ] at its end"),
    ("expected ',' or '}'", "a mapping in { } is not closed", "write , between its entries and } at its end"),
    ("unexpected end of stream", "a quoted text is not closed", "end it with the quote it starts with"),
    ("unexpected document", "a quoted text is not closed", "end it with the quote it starts with"),
    ("expected ':'", "a `:` is missing after a key", "write `key: value`"),
    ("block sequence entries are not", "a list item `-` cannot start here", "put it on a line below its key"),
    ("line break", "only a comment may stand behind this", "put the text on a line of its own"),
    ("block mapping", "this line does not fit the mapping around it", _INDENT),
    ("block collection", "this line does not fit the list around it", _INDENT),
    ("unknown escape", "this escape is unknown", "double the backslash, or use single quotes"),
    ("hexdecimal", "this escape needs hexadecimal digits", "write it as \\xNN or \\uNNNN"),
    ("escape sequence", "this escape needs hexadecimal digits", "write it as \\xNN or \\uNNNN"),
    ("character escape", "this escape names no character", "use a number up to 10FFFF"),
    ("tag", "this tag is unknown", "remove it, or quote a text that starts with !"),
    ("cannot start any token", "a value cannot start with this character", _QUOTE),
    ("directive", "this % directive is not understood", "remove it, or quote a text that starts with %"),
    ("indentation", "the indentation of this block does not fit", "use as many spaces in each of its lines"),
    ("anchor", "this anchor has no usable name", "use letters and digits, or quote the text"),
    ("alias", "this alias has no usable name", "use letters and digits, or quote the text"),
    ("document start", "the document ended before this line", "indent it like the lines above"),
    ("node content", "a value is missing here", "write a value, or quote a text with special characters"),
)


def syntax_problem(error: yaml.YAMLError, source: SourceText) -> Problem:
    """Return the problem for an error of PyYAML's parser."""
    mark = None
    if isinstance(error, yaml.MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
    if not isinstance(error, yaml.MarkedYAMLError) or mark is None:
        return Problem("yaml.syntax", f"this is not YAML: {error}", source.place(0))
    offset = min(mark.index, len(source.text) - 1)
    said = f"{error.context or ''}; {error.problem or ''}"
    if "maximum nesting depth" in said:
        return Problem("yaml.limit", "lists and mappings are nested too deep", source.place(offset))
    tab = _tab_in_indentation(source, offset)
    if tab is not None:
        message = "a tab stands in the indentation, which YAML forbids"
        return Problem("yaml.tab", message, source.place(tab), help="indent with spaces")
    message, right = _slip_on_line(said, source, offset) or next(
        ((message, right) for part, message, right in _TRANSLATIONS if part in said),
        (f"this cannot be read: {error.problem}", ""),
    )
    if error.context_mark and error.context_mark.line < mark.line:
        message += f" (it began at line {source.position(error.context_mark.index)[0]})"
    return Problem("yaml.syntax", message, source.place(offset), help=right)


def _slip_on_line(said: str, source: SourceText, offset: int) -> tuple[str, str] | None:
    """Return message and advice where the cause shows in what stands before the error on its line."""
    line, column = source.position(offset)
    before = source.line(line)[: column - 1]
    if "mapping values are not allowed" in said:
        if ": " in before:
            return "a second `: ` stands on this line", "start a new line, or put the text into quotes"
        message = (
            "a `key: value` cannot stand here: the line above is no key, or this line is indented too deep"
        )
        return message, f"end the key above with `:`, or {_INDENT}"
    if ("block mapping" in said or "block collection" in said) and before.strip(" -"):
        return "this does not belong to the value before it", "put the whole text into quotes"
    return None


def _tab_in_indentation(source: SourceText, offset: int) -> int | None:
    """Return the offset of a tab in the indentation of the line at an offset, or of the line after it."""
    line = source.position(offset)[0]
    for number in range(line, min(line + 1, len(source.line_starts)) + 1):
        text = source.line(number)
        indentation = text[: len(text) - len(text.lstrip(" \t"))]
        if "\t" in indentation and text.strip():
            return source.line_starts[number - 1] + indentation.index("\t")
    return None
