"""What rules look at: one game, or files of one by themselves."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from aurum_states.checks.choices_written import Group, groups
from aurum_states.checks.class_source import ClassSource
from aurum_states.checks.flow import Flow
from aurum_states.definitions.definition import GameDefinition
from aurum_states.definitions.document import DataPath, Document
from aurum_states.definitions.gameinfos import GameInfos
from aurum_states.definitions.graph import StateGraph
from aurum_states.definitions.options import Option
from aurum_states.definitions.preferences import Preference
from aurum_states.definitions.states import GameState
from aurum_states.definitions.stats import Stats
from aurum_states.problems import Certainty, Fix, Problem, Report, Severity

NO_FOLDER = "a states.yaml by itself has no class"


@dataclass(frozen=True)
class Subject:
    """What could be read of a game: every part may be missing, and rules say nothing about what is.

    ``documents`` are the files by what they declare. ``options`` and ``preferences`` are those without an
    error, by id; of the others only the documents know. ``source`` is the author's class as its source says
    it is. Without a source ``source_note`` says why; rules about handlers then have nothing to look at.
    ``class_problems`` are what is wrong with the Python files themselves; files are read when a rule needs
    them, so it is whole only after all other rules.
    """

    folder: Path | None = None
    definition: GameDefinition | None = None
    graph: StateGraph | None = None
    documents: Mapping[str, Document] = field(default_factory=dict)
    options: Mapping[int, Option] = field(default_factory=dict)
    preferences: Mapping[int, Preference] = field(default_factory=dict)
    infos: GameInfos | None = None
    stats: Stats | None = None
    source: ClassSource | None = None
    source_note: str = ""
    class_problems: Report = field(default_factory=Report)

    @cached_property
    def flow(self) -> Flow | None:
        """All ways between the states, jumps of the class included."""
        return None if self.graph is None else Flow(self.graph, self.source)

    @cached_property
    def conditions(self) -> list[Group]:
        """All conditions of options as they stand in the file."""
        document = self.documents.get("gameoptions")
        return [] if document is None else list(groups(document))

    def written(self, state: GameState) -> bool:
        """Whether a state stands in the file (``gameSetup`` and ``gameEnd`` need not)."""
        document = self.documents.get("states")
        return document is not None and state.label in document.data.get("states", {})

    def at_state(
        self,
        state: GameState,
        code: str,
        message: str,
        *path: str | int,
        key: bool = False,
        severity: Severity = "error",
        certainty: Certainty = "certain",
        help: str = "",  # noqa: A002
        fix: Fix | None = None,
    ) -> Problem:
        """Return a problem at a key of a state in states.yaml, at the state's label without one.

        ``key`` puts it at the key, not the value, that the path leads to.
        """
        where: DataPath = ("states", state.label, *path)
        return self.documents["states"].problem(
            code,
            message,
            where,
            key=key or not path,
            severity=severity,
            certainty=certainty,
            help=help,
            fix=fix,
        )


Rule: TypeAlias = Callable[[Subject], Iterable[Problem]]
"""A rule looks at a subject and yields what is wrong; it never raises."""
