"""What can be wrong with a database, its model and its statements."""

from aurum_states.components.part import ComponentError


class DatabaseError(ComponentError):
    """A statement cannot be run, is none that is supported, or gave other rows than were asked for."""


class SchemaError(ComponentError):
    """A ``dbmodel.sql`` cannot be used. ``line`` is the 1-based line of what is wrong."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


def refused(sql: str, why: str) -> DatabaseError:
    """Return the error for a statement."""
    return DatabaseError(f"{why}; the statement is: {' '.join(sql.split())[:300]}")
