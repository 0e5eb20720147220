"""Rules applied to a subject: what fails itself is a finding and stops nothing else."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from aurum_states.checks.subject import Rule, Subject
from aurum_states.problems import Place, Problem


def apply_rules(subject: Subject, rules: Iterable[Rule]) -> Iterator[Problem]:
    """Yield what the rules find; a rule that fails itself is a finding and stops no other."""
    for rule in rules:
        try:
            yield from rule(subject)
        except Exception as error:
            file = next((document.file for document in subject.documents.values()), "")
            yield internal_error(f"the rule {rule.__module__}.{rule.__qualname__}", error, file)


def internal_error(what: str, error: Exception, file: str) -> Problem:
    """Return the problem for an error of this program: the rest is still checked."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" at {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else ""
    return Problem(
        "internal.error",
        f"{what} failed{where}: {type(error).__name__}: {error}",
        Place(file),
        help="this is an error of aurum-states, please report it with the file",
    )
