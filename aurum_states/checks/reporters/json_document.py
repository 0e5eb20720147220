"""Problems as one JSON document, the form that other programs read."""

import json
from typing import TYPE_CHECKING, Any

from aurum_states.problems import Fix, Place, Problem

if TYPE_CHECKING:
    from aurum_states.checks.run import Checked

VERSION = 1
"""Of the document's form."""


def render(checked: "Checked") -> str:
    """Return the problems and their numbers as JSON."""
    document = {
        "version": VERSION,
        "problems": [as_data(problem) for problem in checked.problems],
        "summary": {
            "files": len(checked.files),
            "errors": checked.count("error"),
            "warnings": checked.count("warning"),
            "infos": checked.count("info"),
        },
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def as_data(problem: Problem) -> dict[str, Any]:
    """Return a problem as data; what it has not is null."""
    return {
        "code": problem.code,
        "severity": problem.severity,
        "certainty": problem.certainty,
        "message": problem.message,
        **_place(problem.place),
        "path": problem.path or None,
        "help": problem.help or None,
        "fix": None if problem.fix is None else _fix(problem.fix),
    }


def _fix(fix: Fix) -> dict[str, Any]:
    return {
        "title": fix.title,
        "edits": [{**_place(edit.place), "text": edit.text} for edit in fix.edits],
    }


def _place(place: Place) -> dict[str, Any]:
    return {
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }
