"""Read a game folder: all files, all problems, one definition."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from aurum_states.definitions.definition import GameDefinition
from aurum_states.definitions.document import Document, Reading
from aurum_states.definitions.framework import FRAMEWORKS
from aurum_states.definitions.gameinfos import GameInfos, read_gameinfos
from aurum_states.definitions.graph import StateGraph
from aurum_states.definitions.graph_reader import read_graph
from aurum_states.definitions.options import Option, read_options
from aurum_states.definitions.preferences import Preference, read_preferences
from aurum_states.definitions.registry import GameFolder, folder_of
from aurum_states.definitions.sources import is_file, read_document, read_text, shown
from aurum_states.definitions.state_rules import check_reserved
from aurum_states.definitions.stats import Stats, read_stats
from aurum_states.errors import DefinitionError
from aurum_states.problems import Place, Report

T = TypeVar("T")

FILES: Mapping[str, tuple[str, ...]] = {
    "gameinfos": ("gameinfos.yaml", "gameinfos.jsonc", "gameinfos.json"),
    "states": ("states.yaml",),
    "gameoptions": ("gameoptions.json", "gameoptions.jsonc", "gameoptions.yaml"),
    "gamepreferences": ("gamepreferences.json", "gamepreferences.jsonc", "gamepreferences.yaml"),
    "stats": ("stats.json", "stats.jsonc", "stats.yaml"),
}
"""The files of a game, by what they declare: of several names the first that exists is read."""

DBMODEL = "dbmodel.sql"
"""The tables of a game that keeps a database, in the dialect of MySQL."""

REQUIRED = frozenset({"gameinfos", "states"})


@dataclass(frozen=True, slots=True)
class FolderContents:
    """All that could be read of a game folder, and what is wrong with it.

    ``definition`` is None when the graph or the facts cannot be read at all; ``graph``, ``declared`` and
    ``documents`` have what could be read all the same, the latter two by what the files declare. ``files``
    are the paths of all files that were opened, the unreadable ones included.
    """

    game: GameFolder
    definition: GameDefinition | None
    graph: StateGraph | None
    documents: Mapping[str, Document]
    files: Mapping[str, Path]
    report: Report
    declared: Mapping[str, Any]


def load_definition(folder: GameFolder | Path | str) -> GameDefinition:
    """Return the definition of a game folder.

    Raises:
        DefinitionError: there is an error in a file; carries every problem.
    """
    definition, report = read_definition(folder)
    if definition is None or not report.ok:
        raise DefinitionError(report)
    return definition


def read_definition(folder: GameFolder | Path | str) -> tuple[GameDefinition | None, Report]:
    """Read all files of a game folder; nothing of the game is imported or run.

    The definition is None when the graph or the facts cannot be read at all. With errors in the report it
    may be incomplete: use it for further checks, not for play.
    """
    contents = read_folder(folder)
    return contents.definition, contents.report


def read_folder(folder: GameFolder | Path | str) -> FolderContents:
    """Read all files of a game folder and keep what could be read; nothing of the game is imported or run."""
    game = folder if isinstance(folder, GameFolder) else folder_of(Path(folder))
    report = Report()
    reader = _FolderReader(game, report)
    infos = reader.read("gameinfos", read_gameinfos)
    graph = reader.read("states", read_graph)
    if infos is not None and graph is not None:
        check_reserved(graph, FRAMEWORKS[infos.framework], Reading(reader.documents["states"], report))
    options = reader.read("gameoptions", read_options)
    preferences = reader.read("gamepreferences", read_preferences)
    stats = reader.read("stats", read_stats)
    reader.check_class_file(infos)
    sort_problems(report, list(map(shown, reader.files.values())))
    definition = None
    if infos is not None and graph is not None:
        definition = _definition(game, infos, graph, options, preferences, stats, reader.documents)
        definition = reader.with_dbmodel(definition)
    return FolderContents(game, definition, graph, reader.documents, reader.files, report, reader.declared)


def _definition(
    game: GameFolder,
    infos: GameInfos,
    graph: StateGraph,
    options: Mapping[int, Option] | None,
    preferences: Mapping[int, Preference] | None,
    stats: Stats | None,
    documents: Mapping[str, Document],
) -> GameDefinition:
    return GameDefinition(
        name=game.name if game.registered else infos.game_name or game.name,
        folder=game.folder,
        infos=infos,
        graph=graph,
        options=options or {},
        preferences=preferences or {},
        stats=stats or Stats(),
        settings=infos.settings,
        documents=documents,
    )


class _FolderReader:
    def __init__(self, game: GameFolder, report: Report) -> None:
        self.game = game
        self.report = report
        self.documents: dict[str, Document] = {}
        self.files: dict[str, Path] = {}
        self.declared: dict[str, Any] = {}

    def read(self, kind: str, reader: Callable[[Reading], T]) -> T | None:
        """Return what the file of one kind declares, None when there is none that can be read."""
        path = self._path(kind)
        if path is None:
            return None
        self.files[kind] = path
        document = read_document(path, self.report)
        if document is None:
            return None
        self.documents[kind] = document
        declared = reader(Reading(document, self.report))
        self.declared[kind] = declared
        return declared

    def with_dbmodel(self, definition: GameDefinition) -> GameDefinition:
        """Return the definition with the text of ``dbmodel.sql``, where either folder has one."""
        folders = dict.fromkeys((self.game.folder, self.game.config))
        path = next((one for one in (folder / DBMODEL for folder in folders) if is_file(one)), None)
        if path is None:
            return definition
        return replace(definition, dbmodel=read_text(path, self.report) or "", dbmodel_file=shown(path))

    def check_class_file(self, infos: GameInfos | None) -> None:
        """Report a ``gameClass`` whose file is not there. Without importing anything more cannot be known."""
        if infos is None or infos.game_class is None:
            return
        location = infos.game_class.rpartition(":")[0]
        if location.endswith(".py") and not is_file(self.game.folder / location):
            self.report.problems.append(
                self.documents["gameinfos"].problem(
                    "gameinfos.class.missing",
                    f"gameClass names {location}, which is not in {shown(self.game.folder)}",
                    ("gameClass",),
                )
            )

    def _path(self, kind: str) -> Path | None:
        names = FILES[kind]
        found = [path for path in map(self.game.config.joinpath, names) if path.exists() or path.is_symlink()]
        if found:
            return the_one(found, self.report)
        return self.game.config / names[0] if kind in REQUIRED else None


def files_in(folder: Path) -> list[tuple[str, Path]]:
    """Return BGA's files in a folder, each with what it declares; also those that another comes before."""
    return [
        (kind, folder / name) for kind, names in FILES.items() for name in names if (folder / name).is_file()
    ]


def the_one(paths: Sequence[Path], report: Report) -> Path:
    """Return which of several files of one kind is read: the first; report that the others are not."""
    first, *others = paths
    if others:
        report.add(
            "file.twice",
            f"{first.name} is read; {', '.join(path.name for path in others)} beside it is not",
            Place(shown(first)),
            severity="warning",
            help="keep one of them",
        )
    return first


def sort_problems(report: Report, files: Sequence[str]) -> None:
    """Put problems in the order of the files read, and in each file from top to bottom."""
    order = {file: index for index, file in enumerate(files)}
    report.problems.sort(
        key=lambda problem: (
            order.get(problem.place.file, len(order)),
            problem.place.line or 0,
            problem.place.column or 0,
        )
    )
