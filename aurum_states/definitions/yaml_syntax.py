"""YAML syntax errors in our words: what stands there, and what would be right."""

import yaml

from aurum_states.definitions.document import SourceText
from aurum_states.problems import Problem

# What the parser says (a part of it, in libyaml's or the Python parser's wording) -> what is wrong, what
# would be right. The first that fits counts.
_TRANSLATIONS: tuple[tuple[str, str, str], ...] = (
    (
        "mapping values are not allowed",
        "a second `key: value` on this line, or a line indented too deep",
        "start a new line, or put a text that has `: ` in it into quotes",
    ),
    ("expected ',' or ']'", "a list in [ ] is not closed", "write , between its items and ] at its end"),
    ("expected ',' or '}'", "a mapping in { } is not closed", "write , between its entries and } at its end"),
    ("unexpected end of stream", "a quoted text is not closed", "end it with the same quote it starts with"),
    ("unexpected document", "a quoted text is not closed", "end it with the same quote it starts with"),
    ("could not find expected ':'", "a `:` is missing after a key", "write `key: value`"),
    ("did not find expected ':'", "a `:` is missing after a key", "write `key: value`"),
    (
        "block sequence entries are not allowed",
        "a list item with `-` cannot start here",
        "put it on a line of its own below its key",
    ),
    ("block mapping", "this line does not fit the mapping around it", "indent it like its neighbours"),
    ("block collection", "this line does not fit the list around it", "indent it like its neighbours"),
    ("found undefined alias", "this alias names no anchor", "define it before with & and the same name"),
    ("found duplicate anchor", "this anchor's name is used twice", "give it another name"),
    ("unknown escape character", "this escape is unknown", "double the backslash, or use single quotes"),
    ("escape sequence", "this escape needs hexadecimal digits", "write it as \\xNN or \\uNNNN"),
    ("Unicode character escape", "this escape names no character", "use a number up to 10FFFF"),
    ("single document", "a second document starts here", "keep one document: remove the `---` line"),
    ("undefined tag handle", "this tag is unknown", "remove it, or quote a text that starts with !"),
    ("undefined tag", "this tag is unknown", "remove it, or quote a text that starts with !"),
    ("cannot start any token", "a value cannot start with this character", "put the text into quotes"),
    ("directive", "this % directive is not understood", "remove it, or quote a text that starts with %"),
    ("indentation", "the indentation of this block does not fit", "use spaces, the same number in each line"),
    ("anchor", "this anchor or alias has no usable name", "use letters and digits, or quote the text"),
    ("alias", "this anchor or alias has no usable name", "use letters and digits, or quote the text"),
    ("document start", "the document ended before this line", "indent it like the lines above"),
    ("node content", "a value is missing here", "write a value, or quote a text with special characters"),
    (
        "expected comment or a line break",
        "only a comment may follow here",
        "put the text on a line of its own",
    ),
)


def syntax_problem(error: yaml.YAMLError, source: SourceText) -> Problem:
    """Return the problem for an error of PyYAML's parser."""
    if not isinstance(error, yaml.MarkedYAMLError):
        return Problem("yaml.syntax", f"this is not YAML: {error}", source.place(0))
    mark = error.problem_mark or error.context_mark
    offset = min(mark.index, max(len(source.text) - 1, 0)) if mark else 0
    tab = _tab_in_indentation(source, offset)
    if tab is not None:
        return Problem(
            "yaml.tab",
            "a tab stands in the indentation, which YAML forbids",
            source.place(tab),
            help="indent with spaces",
        )
    said = f"{error.context or ''}; {error.problem or ''}"
    unknown = (f"this cannot be read: {error.problem}", "")
    message, right = next(((what, right) for part, what, right in _TRANSLATIONS if part in said), unknown)
    if error.context_mark and mark and error.context_mark.line != mark.line:
        message += f" (it began at line {source.position(error.context_mark.index)[0]})"
    return Problem("yaml.syntax", message, source.place(offset), help=right)


def _tab_in_indentation(source: SourceText, offset: int) -> int | None:
    """Return the offset of a tab in the indentation of the line at an offset, or of the line after it."""
    line = source.position(offset)[0]
    for number in (line, line + 1):
        if number > len(source.line_starts):
            return None
        text = source.line(number)
        indentation = text[: len(text) - len(text.lstrip(" \t"))]
        if "\t" in indentation and text.strip():
            return source.line_starts[number - 1] + indentation.index("\t")
    return None
