"""Check paths: read everything, apply every rule, leave out what is suppressed; one report in file order.

Nothing of a game is imported or run.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from aurum_states.checks import option_space
from aurum_states.checks.applying import apply_rules, internal_error
from aurum_states.checks.choice import Choice, choice_for
from aurum_states.checks.class_source import read_class
from aurum_states.checks.collector import without_collector
from aurum_states.checks.rules import RULES
from aurum_states.checks.subject import NO_FOLDER, Rule, Subject
from aurum_states.checks.suppressions import suppressed
from aurum_states.checks.targets import PathError, Target, in_file_order, targets_of
from aurum_states.definitions.document import Document, Reading
from aurum_states.definitions.gameinfos import read_gameinfos
from aurum_states.definitions.graph_reader import read_graph
from aurum_states.definitions.loader import FolderContents, read_folder, the_one
from aurum_states.definitions.options import read_options
from aurum_states.definitions.preferences import read_preferences
from aurum_states.definitions.sources import read_document, shown
from aurum_states.definitions.stats import read_stats
from aurum_states.problems import Problem, Report

READERS: Mapping[str, Callable[[Reading], Any]] = {
    "gameinfos": read_gameinfos,
    "states": read_graph,
    "gameoptions": read_options,
    "gamepreferences": read_preferences,
    "stats": read_stats,
}
"""How a file is read, by what it declares."""


@dataclass(slots=True)
class Checked:
    """What a run has found: problems of all files in file order, and what it looked at.

    ``notes`` say what could not be checked, and why. ``strict`` are the files in which a warning is as bad as
    an error. ``errors`` are paths that mean nothing.
    """

    problems: list[Problem] = field(default_factory=list)
    documents: dict[str, Document] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    errors: list[PathError] = field(default_factory=list)
    strict: set[str] = field(default_factory=set)

    @property
    def failed(self) -> bool:
        """Whether the answer is bad."""
        return any(map(self.fails, self.problems))

    def fails(self, problem: Problem) -> bool:
        """Whether a problem makes the answer bad: an error, or a warning where those are strict."""
        warns = problem.severity == "warning" and problem.place.file in self.strict
        return problem.severity == "error" or warns

    def count(self, severity: str) -> int:
        """Return the number of problems of a severity."""
        return sum(problem.severity == severity for problem in self.problems)


def check(
    paths: Sequence[Path] = (), asked: Choice | None = None, *, rules: Sequence[Rule] = RULES
) -> Checked:
    """Check game folders and files of games; by default the current folder if it is a game, else Aurum.

    ``asked`` is what the caller wants to hear of; the rest of the choice comes from the nearest
    ``pyproject.toml`` of each path.

    Raises:
        ChoiceError: a ``pyproject.toml`` has a table for this program that is wrong.
    """
    checked = Checked()
    targets, checked.errors = targets_of(paths)
    with without_collector():
        for target in targets:
            choice = choice_for(target.path, asked or Choice())
            _check_target(target, choice, rules, checked)
    return checked


def _check_target(target: Target, choice: Choice, rules: Sequence[Rule], checked: Checked) -> None:
    report = Report()
    subject, files = _read(target, report)
    problems = list(report)
    if subject.source is None and subject.graph is not None:
        where = shown(target.path)
        checked.notes.append(f"{where}: nothing is said about methods: {subject.source_note}")
    unasked = option_space.left_out(subject) if option_space.quick in rules else ""
    if unasked and choice.wants("space.trap"):
        checked.notes.append(f"{subject.documents['gameoptions'].file}: {unasked}")
    read = {document.file: document for document in subject.documents.values()}
    for problem in apply_rules(subject, rules):
        document = read.get(problem.place.file)
        if document is None or not document.is_guess(problem.place):
            problems.append(problem)
    kept = suppressed(problems, subject)
    unreadable = set(files) - set(read)  # what stands there is always told: nothing else could be
    wanted = [problem for problem in kept if problem.place.file in unreadable or choice.wants(problem.code)]
    if target.only is not None:
        left_out = [file for file in files if Path(file).resolve() not in target.only]
        wanted = [problem for problem in wanted if problem.place.file not in left_out]
        files = [file for file in files if file not in left_out]
    wanted = _in_file_order(wanted, files)
    checked.problems += wanted
    checked.documents |= read
    checked.files += files
    if choice.strict:
        checked.strict |= {problem.place.file for problem in wanted}


def _read(target: Target, report: Report) -> tuple[Subject, list[str]]:
    """Read what a target names; return it, and the files that were looked at."""
    if target.game is not None:
        try:
            contents = read_folder(target.game)
        except Exception as error:
            report.problems.append(internal_error("reading", error, shown(target.game.folder)))
            return Subject(target.game.folder), []
        report.extend(contents.report)
        return _game_subject(contents, report), list(map(shown, contents.files.values()))
    documents: dict[str, Document] = {}
    declared: dict[str, Any] = {}
    files = _one_of_each(target.files, report)
    for kind, path in files.items():
        try:
            document = read_document(path, report)
            if document is None:
                continue
            documents[kind] = document
            declared[kind] = READERS[kind](Reading(document, report))
        except Exception as error:
            report.problems.append(internal_error("reading", error, shown(path)))
    subject = Subject(documents=documents, source_note=NO_FOLDER, **_parts(declared))
    return subject, list(map(shown, files.values()))


def _one_of_each(files: Iterable[tuple[str, Path]], report: Report) -> dict[str, Path]:
    """Return the file that is read of each kind; report those beside it, which are not."""
    found: dict[str, list[Path]] = {}
    for kind, path in files:
        found.setdefault(kind, []).append(path)
    return {kind: the_one(paths, report) for kind, paths in found.items()}


def _parts(declared: Mapping[str, Any]) -> dict[str, Any]:
    """Return what rules look at of the things that were read, by the name that a subject has for it."""
    return {
        "graph": declared.get("states"),
        "options": declared.get("gameoptions") or {},
        "preferences": declared.get("gamepreferences") or {},
        "infos": declared.get("gameinfos"),
        "stats": declared.get("stats"),
    }


def _game_subject(contents: FolderContents, report: Report) -> Subject:
    """Return a game folder with its class, as far as both can be read."""
    folder, definition = contents.game.folder, contents.definition
    subject = Subject(folder, definition, documents=contents.documents, **_parts(contents.declared))
    if definition is None:
        return replace(subject, source_note="gameinfos, which names the class, is not usable")
    try:
        reading = read_class(definition)
    except Exception as error:
        report.problems.append(internal_error("reading the class", error, shown(folder)))
        return replace(subject, source_note="it failed")
    return replace(subject, source=reading.source, source_note=reading.note, class_problems=reading.problems)


def _in_file_order(problems: Iterable[Problem], files: Sequence[str]) -> list[Problem]:
    """Return problems in the order of their files, in each from top to bottom."""
    found = list(problems)
    names = [*files, *in_file_order({problem.place.file for problem in found} - set(files))]
    order = {file: index for index, file in enumerate(names)}
    return sorted(
        found,
        key=lambda problem: (
            order[problem.place.file],
            problem.place.line or 0,
            problem.place.column or 0,
        ),
    )
