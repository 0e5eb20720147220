"""Names and texts in Markdown, so that nothing in them is taken for markup."""

import re

_NAME = re.compile(r"\w[\w.()/ -]*", re.ASCII)
_NUMBERED = re.compile(r"^(\d+)([.)])")
_MARKUP = re.compile(
    r"[\\`*\[\]<&#~|$]"
    r"|(?<![^\W_])_|_(?![^\W_])"  # inside a word it is none
    r"|^[-+>=]"  # what begins a list, a quotation, the underline of a heading
)


def code(name: str) -> str:
    """Return a name as code; BGA's empty name of a transition as two quotes."""
    if not name:
        return "`''`"
    return f"`{name}`" if _NAME.fullmatch(name) else prose(name)


def prose(text: str) -> str:
    """Return plain text in which Markdown sees nothing of its own."""
    escaped = _MARKUP.sub(lambda match: "&#124;" if match.group() == "|" else "\\" + match.group(), text)
    return _NUMBERED.sub(r"\1\\\2", escaped)
