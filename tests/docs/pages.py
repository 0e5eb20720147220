"""The pages of the documentation and the blocks in them.

What a fenced block is tried as stands in its info string:

- ``python run``: runs, in one namespace a page; a ``text output`` block right after it is what it prints.
- ``LANGUAGE file=PATH``: is (a further part of) a file in the page's own folder.
- ``diff file=PATH``: the lines with ``-`` are replaced by those with ``+`` in that file.
- ``console``: after ``$ `` a command, which runs, below it lines of its output: in this order and without a
  gap, but for a line ``...``, which stands for any lines; in a line it stands for any text. ``$ echo $?``
  shows the exit code; otherwise it is 0, or what ``console exit=CODE`` says.

A block of another language (``text``, ``mermaid``, ``php``) is only shown.
"""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
SHOWN_ONLY = {"text", "mermaid", "php", "toml"}

_FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block: its language, the rest of its info string, its text and its line in the page."""

    language: str
    role: str
    text: str
    line: int

    @property
    def file(self) -> str | None:
        """The path that ``file=`` names."""
        return self.role.removeprefix("file=") if self.role.startswith("file=") else None


class Command(NamedTuple):
    """A command of a ``console`` block, the output it shows, and the exit code it promises."""

    line: str
    output: list[str]
    code: int


def name_of(page: Path) -> str:
    """Return a page's path from the root, as tests and messages name it."""
    return page.relative_to(ROOT).as_posix()


def blocks_of(page: Path) -> list[Block]:
    """Return the fenced blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    found = []
    for fence in _FENCE.finditer(text):
        language, _, role = fence["info"].strip().partition(" ")
        found.append(Block(language, role, fence["text"], text.count("\n", 0, fence.start()) + 1))
    return found


def prose_of(page: Path) -> str:
    """Return a page without its fenced blocks."""
    return _FENCE.sub("", page.read_text(encoding="utf-8"))


def commands_of(block: Block) -> list[Command]:
    """Return the commands of a ``console`` block."""
    commands: list[Command] = []
    usual = int(block.role.removeprefix("exit=") or 0)
    lines = block.text.splitlines()
    for index, line in enumerate(lines):
        if line == "$ echo $?":
            last = commands.pop()
            commands.append(Command(last.line, last.output, int(lines[index + 1])))
        elif line.startswith("$ "):
            commands.append(Command(line.removeprefix("$ "), [], usual))
        elif index and lines[index - 1] != "$ echo $?":
            commands[-1].output.append(line)
    return commands


def missing_line(shown: list[str], actual: list[str]) -> str | None:
    """Return the first line shown that the actual output lacks at its place, or None."""
    at, gap = 0, False
    for line in (each.rstrip() for each in shown):
        if line == "...":
            gap = True
            continue
        places = range(at, len(actual)) if gap else range(at, min(at + 1, len(actual)))
        pattern = re.compile(".*".join(map(re.escape, line.split("..."))))
        found = next((place for place in places if pattern.fullmatch(actual[place].rstrip())), None)
        if found is None:
            return line
        at, gap = found + 1, False
    return None if gap or not shown or at == len(actual) else actual[at]
