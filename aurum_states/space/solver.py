"""The SAT solver, python-sat's: imported when it is asked, since it is an extra."""

from collections.abc import Iterable, Sequence
from typing import Any

from aurum_states.errors import AurumStatesError

NAME = "minisat22"
"""Which of python-sat's solvers: small questions, many of them, each with assumptions."""


MISSING = "python-sat is not installed: pip install 'aurum-states[space]'"


class SolverMissingError(AurumStatesError):
    """The extra ``space`` is not installed."""


def has_solver() -> bool:
    """Whether the solver is installed, and in a way that works here."""
    try:
        import pysat.solvers  # noqa: F401
    except ImportError:
        return False
    return True


class Solver:
    """Clauses that grow, and questions about them under assumptions."""

    def __init__(self, clauses: Iterable[Sequence[int]], preferred: Iterable[int] = ()) -> None:
        try:
            from pysat.solvers import Solver as Made
        except ImportError as error:
            raise SolverMissingError(f"the space of options is examined by a solver; {MISSING}") from error
        self._solver: Any = Made(name=NAME, bootstrap_with=clauses)
        self._solver.set_phases(list(preferred))

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses."""
        self._solver.append_formula(clauses)

    def can(self, assumptions: Sequence[int], conflicts: int = 0) -> bool:
        """Return whether something satisfies all clauses and assumptions.

        With a number of ``conflicts`` the search ends after them, and the answer is no as well.
        """
        if not conflicts:
            return bool(self._solver.solve(assumptions))
        self._solver.conf_budget(conflicts)
        return self._solver.solve_limited(assumptions) is True

    def model(self) -> set[int]:
        """Return what is true in the example for the last question, which was answered with yes."""
        return {literal for literal in self._solver.get_model() if literal > 0}

    def core(self) -> list[int]:
        """Return assumptions of the last question that cannot all be; it was answered with no."""
        return list(self._solver.get_core() or ())
