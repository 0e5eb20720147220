#!/usr/bin/env python3
"""Writes docs/problems/: a page for each problem code, from the tables in aurum_states/checks/pages.

Run it in the environment of the project after a change there: ``python tools/make_problem_pages.py``.
"""

import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from aurum_states.checks.catalogue import Page, catalogue  # noqa: E402 - found from any folder

FOLDER = ROOT / "docs" / "problems"
NOTE = "<!-- Made by tools/make_problem_pages.py from aurum_states/checks/pages; do not edit it here. -->"
HEAD = """\
# Problems

What `aurum-states check` reports. Each page says what a problem is, why it matters on BGA, and shows an
example that has it and one that has not; `aurum-states explain CODE` shows the same.

An error is what BGA refuses or what cannot work. A warning works and is very likely not meant. An info is
good to know. A comment `# aurum-states: ignore CODE` on the line of a problem, or on a line of its own above
it, silences that problem; several codes are separated by commas, and in `.jsonc` files it starts with `//`.
`--select` and `--ignore` take codes and beginnings of codes (`state.target`), and so does `pyproject.toml`:

```toml
[tool.aurum-states]
ignore = ["state.actions.prefix"]
strict = true   # warnings make the check fail
```
"""


def pages() -> Mapping[str, str]:
    """Return the text of every file of the folder, by name."""
    known = catalogue()
    texts = {f"{code}.md": _page(page) for code, page in known.items()}
    rows = [f"| [{code}]({code}.md) | {page.severity} | {page.title} |" for code, page in known.items()]
    table = "\n".join(["| code | severity | what |", "|---|---|---|", *rows])
    texts["README.md"] = f"{NOTE}\n{HEAD}\n{table}\n"
    return texts


def _page(page: Page) -> str:
    return "\n".join(
        [
            NOTE,
            f"# {page.code}",
            "",
            f"{page.title} ({page.severity}).",
            "",
            page.why,
            "",
            "Wrong:",
            "",
            *_block(page.bad),
            "",
            "Right:",
            "",
            *_block(page.good),
            "",
            f"Source: {page.source}",
            "",
        ]
    )


def _block(text: str) -> list[str]:
    fence = "````" if "```" in text else "```"
    return [f"{fence}text", text, fence]


def main() -> int:
    """Write the files and remove what is no page any more."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    made = pages()
    for old in FOLDER.iterdir():
        if old.name not in made:
            old.unlink()
    for name, text in made.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    print(f"{len(made)} files in {FOLDER.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
