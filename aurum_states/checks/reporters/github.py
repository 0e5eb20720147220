"""Problems as workflow commands: GitHub shows them at the lines of a pull request."""

from typing import TYPE_CHECKING

from aurum_states.problems import Problem

if TYPE_CHECKING:
    from aurum_states.checks.run import Checked

_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}


def render(checked: "Checked") -> str:
    """Return one command a problem."""
    return "".join(f"{_command(problem)}\n" for problem in checked.problems)


def _command(problem: Problem) -> str:
    place = problem.place
    properties: dict[str, object] = {"file": place.file.replace("\\", "/")} if place.file else {}
    if place.line is not None:
        properties["line"] = place.line
        properties["endLine"] = place.end_line or place.line
        if place.column is not None and place.end_line in (None, place.line):  # columns are of one line
            properties["col"] = place.column
            properties["endColumn"] = place.end_column or place.column
    properties["title"] = problem.code
    listed = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    text = f"{problem.message}; {problem.help}" if problem.help else problem.message
    return f"::{_COMMANDS[problem.severity]} {listed}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
