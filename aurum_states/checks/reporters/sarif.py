"""Problems in the Static Analysis Results Interchange Format, SARIF 2.1.0: code scanning and editors read it.

Lines and columns start at 1 there too, columns count characters (``unicodeCodePoints``), an end is exclusive.
"""

import json
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from aurum_states.checks.catalogue import Page, catalogue
from aurum_states.problems import Edit, Fix, Place, Problem

if TYPE_CHECKING:
    from aurum_states.checks.run import Checked

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def render(checked: "Checked") -> str:
    """Return a log with one run: the rules that found something, and what they found."""
    codes = sorted({problem.code for problem in checked.problems})
    index = {code: number for number, code in enumerate(codes)}
    driver: dict[str, Any] = {"name": "aurum-states", "rules": [_rule(code) for code in codes]}
    with suppress(PackageNotFoundError):  # a checkout that was not installed
        driver["version"] = version("aurum-states")
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": not checked.errors}],
        "artifacts": [{"location": _location(file)} for file in checked.files],
        "results": [_result(problem, index[problem.code]) for problem in checked.problems],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=False) + "\n"


def _rule(code: str) -> dict[str, Any]:
    page = catalogue().get(code)
    return {"id": code} if page is None else {"id": code, **_explained(page)}


def _explained(page: Page) -> dict[str, Any]:
    return {
        "shortDescription": {"text": page.title},
        "fullDescription": {"text": page.why},
        "help": {"text": f"{page.why}\n\nWrong:\n{page.bad}\n\nRight:\n{page.good}"},
        "defaultConfiguration": {"level": _LEVELS[page.severity]},
    }


def _result(problem: Problem, index: int) -> dict[str, Any]:
    text = f"{problem.message}; {problem.help}" if problem.help else problem.message
    result: dict[str, Any] = {
        "ruleId": problem.code,
        "ruleIndex": index,
        "level": _LEVELS[problem.severity],
        "message": {"text": text},
    }
    if problem.place.file:
        physical = {"artifactLocation": _location(problem.place.file)}
        region = _region(problem.place)
        result["locations"] = [{"physicalLocation": {**physical, **({"region": region} if region else {})}}]
    if problem.fix is not None:
        result["fixes"] = [_fix(problem.fix)]
    result["properties"] = {"certainty": problem.certainty}
    return result


def _fix(fix: Fix) -> dict[str, Any]:
    files = dict.fromkeys(edit.place.file for edit in fix.edits)
    return {
        "description": {"text": fix.title},
        "artifactChanges": [
            {
                "artifactLocation": _location(file),
                "replacements": [_replacement(edit) for edit in fix.edits if edit.place.file == file],
            }
            for file in files
        ],
    }


def _replacement(edit: Edit) -> dict[str, Any]:
    return {"deletedRegion": _region(edit.place), "insertedContent": {"text": edit.text}}


def _region(place: Place) -> dict[str, int]:
    names = {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }
    return {name: value for name, value in names.items() if value is not None}


def _location(file: str) -> dict[str, str]:
    path = Path(file)
    return {"uri": path.as_uri() if path.is_absolute() else quote(path.as_posix(), errors="replace")}
