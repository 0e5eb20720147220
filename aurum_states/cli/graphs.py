"""The state graph that an argument names: a game's, a file's, or one that git keeps. No class is imported."""

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from aurum_states.cli.output import CannotError
from aurum_states.errors import DefinitionError, GameNotFoundError

if TYPE_CHECKING:
    from aurum_states.definitions.document import Document
    from aurum_states.definitions.graph import StateGraph
    from aurum_states.problems import Report


class OpenGraph(NamedTuple):
    """A graph, the name of its game or file, and the file itself."""

    graph: "StateGraph"
    name: str
    document: "Document"


def open_graph(source: str | None) -> OpenGraph:
    """Read the graph of a game's name or folder, of a file, or of ``REVISION:PATH``, a file or folder in git.

    Without a source: the current folder's if that is a game folder, else Aurum's.

    Raises:
        GameNotFoundError: there is no such game, folder or file.
        DefinitionError: the file is wrong; carries every problem.
        CannotError: git cannot give the file.
    """
    from aurum_states.definitions.registry import STATES, find_game
    from aurum_states.definitions.sources import read_document
    from aurum_states.problems import Report

    report = Report()
    if source is not None and _is_file(Path(source)):
        return _graph(read_document(Path(source), report), source, report)
    if source is not None and ":" in source and not Path(source).exists():
        return _graph(_from_git(source, report), source, report)
    try:
        game = find_game(source)
    except GameNotFoundError as error:
        if source is not None and source.endswith((".yaml", ".yml", ".json", ".jsonc")):
            raise CannotError([f"error: there is no file {source}"]) from error
        if source is None or Path(source).exists():
            raise
        raise CannotError([f"error: {error}; what git keeps is written REVISION:PATH"]) from error
    return _graph(read_document(game.config / STATES, report), game.name, report)


def _graph(document: "Document | None", name: str, report: "Report") -> OpenGraph:
    from aurum_states.definitions.document import Reading
    from aurum_states.definitions.graph_reader import read_graph

    graph = None if document is None else read_graph(Reading(document, report))
    if document is None or graph is None or not report.ok:
        raise DefinitionError(report)
    return OpenGraph(graph, name, document)


def _from_git(source: str, report: "Report") -> "Document | None":
    """Read ``REVISION:PATH``; a path that is a folder stands for the states.yaml in it."""
    from aurum_states.cli.revisions import kept
    from aurum_states.definitions.registry import STATES
    from aurum_states.definitions.sources import decoded
    from aurum_states.definitions.yaml_source import parse_yaml
    from aurum_states.problems import Place

    content = kept(source)
    if content is None:
        slash = "" if source.endswith((":", "/")) else "/"
        for inside in (STATES, f"config/{STATES}"):
            with contextlib.suppress(CannotError):
                content = kept(f"{source}{slash}{inside}")
                source = f"{source}{slash}{inside}"
                break
        else:
            raise CannotError([f"error: {source} is a folder with neither {STATES} nor config/{STATES}"])
    text = None if content is None else decoded(content, Place(source), report)
    return None if text is None else parse_yaml(text, source, report)


def _is_file(path: Path) -> bool:
    """Whether there is something to read: a pipe counts, a folder does not."""
    try:
        return path.exists() and not path.is_dir()
    except OSError:
        return False
