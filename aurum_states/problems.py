"""What is wrong with a file: collected data, never thrown one by one."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["error", "warning", "info"]
Certainty = Literal["certain", "likely", "possible"]


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a file. Lines and columns start at 1 and count characters; the end is exclusive."""

    file: str = ""
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None

    def __str__(self) -> str:
        parts = [part for part in (self.line, self.column) if part is not None]
        return ":".join([self.file, *map(str, parts)])


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of a file and the text that takes its place. An empty stretch is a point to insert at."""

    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that put a problem right without changing anything that was right, such as a key's spelling.

    ``title`` says what they do: ``write possibleActions``.
    """

    title: str
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding: what is wrong, where, how badly, how sure, and what would be right.

    ``code`` is a stable dotted name (``state.target.unknown``). An error is what BGA refuses or what
    cannot work, a warning works and is very likely not meant. ``path`` points into the data
    (``$.states.playerTurn.transitions``), ``help`` says what would be right. ``fix`` is there only where
    it is safe to apply without asking.
    """

    code: str
    message: str
    place: Place = field(default_factory=Place)
    severity: Severity = "error"
    certainty: Certainty = "certain"
    path: str = ""
    help: str = ""
    fix: Fix | None = None

    def __str__(self) -> str:
        text = f"{self.severity} {self.code} {self.message}"
        if self.help:
            text += f"; {self.help}"
        where = str(self.place)
        return f"{where}: {text}" if where else text


@dataclass(slots=True)
class Report:
    """All problems of one reading, in file order."""

    problems: list[Problem] = field(default_factory=list)

    def add(
        self,
        code: str,
        message: str,
        place: Place | None = None,
        *,
        severity: Severity = "error",
        certainty: Certainty = "certain",
        path: str = "",
        help: str = "",  # noqa: A002
        fix: Fix | None = None,
    ) -> None:
        """Append one problem."""
        self.problems.append(Problem(code, message, place or Place(), severity, certainty, path, help, fix))

    def extend(self, problems: Iterable[Problem]) -> None:
        """Append several problems."""
        self.problems.extend(problems)

    @property
    def errors(self) -> list[Problem]:
        """The problems of severity error."""
        return [problem for problem in self.problems if problem.severity == "error"]

    @property
    def ok(self) -> bool:
        """Whether there is no error (warnings may stand)."""
        return not self.errors

    def __iter__(self) -> Iterator[Problem]:
        return iter(self.problems)

    def __len__(self) -> int:
        return len(self.problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))
