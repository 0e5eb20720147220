"""Every code has a page, an example that has the problem, and a near miss that has not."""

from pathlib import Path

import pytest

from aurum_states.checks.catalogue import catalogue
from aurum_states.checks.run import check
from aurum_states.engine.loading import load_game
from aurum_states.engine.plan import plan_of
from aurum_states.errors import DefinitionError, GameError
from aurum_states.problems import Problem
from tests.checks.codes import NEVER, emitted
from tools.make_problem_pages import FOLDER, pages

EXAMPLES = Path(__file__).parents[1] / "data" / "problems"
MARK = "<- here"

WITHOUT = {
    "file.unreadable": "rights cannot be kept in a repository",
    "file.size": "a file of more than 4 MiB",
    "internal.error": "no file is known that brings one about",
    "space.gamestartonly.stuck": "takes --space",
    "space.trap.possible": "takes --space, and more options than an example should have",
}
"""Codes without examples in files; other tests bring them about."""


def problems_of(folder: Path) -> list[Problem]:
    """Return what checking finds in an example, and what loading it finds where it has a class."""
    files = [path for path in folder.iterdir() if path.name != "keep"]
    found = check([files[0] if len(files) == 1 else folder]).problems
    if any(path.suffix == ".py" for path in files) or folder.parent.name == "gameinfos.class.none":
        try:
            plan_of(load_game(folder))
        except DefinitionError as error:
            found = [*found, *error.report]
        except GameError:  # the class cannot be imported, which only checking says by a code
            assert folder.parent.name == "class.syntax"
    return found


def marked(folder: Path) -> set[tuple[str, int]]:
    """Return the file and line of every mark."""
    return {
        (path.name, number)
        for path in folder.rglob("*")
        if path.is_file()
        for number, line in enumerate(path.read_bytes().decode("utf-8", "replace").split("\n"), 1)
        if MARK in line
    }


def test_every_code_of_the_sources_has_a_page_and_every_page_a_source():
    assert sorted(emitted()) == sorted(catalogue())


def test_what_never_happens_has_no_page():
    assert not set(NEVER) & set(catalogue())


def test_every_code_has_examples_and_every_example_a_code():
    assert sorted([*(path.name for path in EXAMPLES.iterdir()), *WITHOUT]) == sorted(catalogue())


@pytest.mark.parametrize("code", sorted(path.name for path in EXAMPLES.iterdir()))
def test_example(code):
    found = problems_of(EXAMPLES / code / "bad")
    hits = [problem for problem in found if problem.code == code]
    assert hits, [str(problem) for problem in found]
    places = marked(EXAMPLES / code / "bad")
    if places:
        lines = {(Path(problem.place.file).name, problem.place.line) for problem in hits}
        assert places <= lines
    page = catalogue()[code]
    assert page.severity in {problem.severity for problem in hits}
    near_miss = problems_of(EXAMPLES / code / "good")
    assert not [str(problem) for problem in near_miss if problem.code == code]


@pytest.mark.parametrize("code", sorted(path.name for path in EXAMPLES.iterdir()))
def test_near_miss_can_be_read(code):
    """A short example may lack the way to the game's end; what stands in it must be right."""
    errors = [one for one in problems_of(EXAMPLES / code / "good") if one.severity == "error"]
    pages = catalogue()
    assert not [str(one) for one in errors if one.code in pages and pages[one.code].needs == "file"]


def test_pages_are_written_as_their_tables_say():
    assert {path.name: path.read_text("utf-8") for path in FOLDER.iterdir()} == pages()


@pytest.mark.parametrize("code", sorted(catalogue()))
def test_page_is_short_and_whole(code):
    page = catalogue()[code]
    assert page.needs in {"file", "graph", "class"}
    assert page.severity in {"error", "warning", "info"}
    assert 0 < len(page.why) < 500
    assert not page.title.endswith(".")
    assert page.bad
    assert page.good
    assert page.source
