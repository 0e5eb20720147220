"""What rules look at: one game, or one states.yaml by itself."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from aurum_states.checks.class_source import ClassSource, read_class
from aurum_states.checks.flow import Flow
from aurum_states.definitions.definition import GameDefinition
from aurum_states.definitions.document import DataPath, Document, Reading
from aurum_states.definitions.graph import StateGraph
from aurum_states.definitions.graph_reader import read_graph
from aurum_states.definitions.loader import read_definition
from aurum_states.definitions.registry import GameFolder, folder_of
from aurum_states.definitions.sources import read_yaml
from aurum_states.definitions.states import GameState
from aurum_states.problems import Certainty, Problem, Report, Severity

NO_FOLDER = "a states.yaml by itself has no class"


@dataclass(frozen=True)
class Subject:
    """What could be read of a game: every part may be missing, and rules say nothing about what is.

    ``documents`` are the files by what they declare, ``source`` the author's class as its source says it
    is. Without a source ``source_note`` says why; rules about handlers then have nothing to look at.
    ``class_problems`` are what is wrong with the Python files themselves; files are read when a rule needs
    them, so it is whole only after all other rules.
    """

    folder: Path | None = None
    definition: GameDefinition | None = None
    graph: StateGraph | None = None
    documents: Mapping[str, Document] = field(default_factory=dict)
    source: ClassSource | None = None
    source_note: str = ""
    class_problems: Report = field(default_factory=Report)

    @cached_property
    def flow(self) -> Flow | None:
        """All ways between the states, jumps of the class included."""
        return None if self.graph is None else Flow(self.graph, self.source)

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
    ) -> Problem:
        """Return a problem at a key of a state in states.yaml, at the state's label without one.

        ``key`` puts it at the key, not the value, that the path leads to.
        """
        where: DataPath = ("states", state.label, *path)
        return self.documents["states"].problem(
            code, message, where, key=key or not path, severity=severity, certainty=certainty, help=help
        )


Rule: TypeAlias = Callable[[Subject], Iterable[Problem]]
"""A rule looks at a subject and yields what is wrong; it never raises."""


def read_folder(folder: GameFolder | Path | str) -> tuple[Subject, Report]:
    """Read a game folder, and its class from the source, never running it.

    The report holds what reading the files found; rules add to it.
    """
    game = folder if isinstance(folder, GameFolder) else folder_of(Path(folder))
    definition, report = read_definition(game)
    if definition is None:
        alone, _ = read_states(game.config / "states.yaml")
        note = "gameinfos cannot be used"
        return Subject(game.folder, None, alone.graph, alone.documents, None, note), report
    reading = read_class(definition)
    subject = Subject(
        folder=game.folder,
        definition=definition,
        graph=definition.graph,
        documents=definition.documents,
        source=reading.source,
        source_note=reading.note,
        class_problems=reading.problems,
    )
    return subject, report


def read_states(path: Path) -> tuple[Subject, Report]:
    """Read a states.yaml by itself; rules about handlers have nothing to look at then."""
    report = Report()
    document = read_yaml(path, report)
    if document is None:
        return Subject(source_note=NO_FOLDER), report
    graph = read_graph(Reading(document, report))
    return Subject(graph=graph, documents={"states": document}, source_note=NO_FOLDER), report
