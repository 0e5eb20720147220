"""How problems are shown: one module a format, imported when it is asked for."""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aurum_states.checks.run import Checked

FORMATS = {
    "text": "aurum_states.checks.reporters.text",
    "json": "aurum_states.checks.reporters.json_document",
    "github": "aurum_states.checks.reporters.github",
    "sarif": "aurum_states.checks.reporters.sarif",
    "junit": "aurum_states.checks.reporters.junit",
}
"""The formats and their modules; each has a function ``render`` from what was found to a text."""


def render(name: str, checked: "Checked") -> str:
    """Return what was found in a format; empty, or with a line end behind it."""
    text: str = importlib.import_module(FORMATS[name]).render(checked)
    return text


def summary(checked: "Checked") -> str:
    """Return what was found in one sentence: ``2 errors, 1 warning in 5 files``."""
    numbers = [
        f"{count} {severity}{'' if count == 1 else 's'}"
        for severity in ("error", "warning", "info")
        if (count := checked.count(severity))
    ]
    files = len(checked.files)
    return f"{', '.join(numbers) or 'no problems'} in {files} file{'' if files == 1 else 's'}"
