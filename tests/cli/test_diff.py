"""``diff``: exit 0 for the same, 1 for a difference, 2 for what cannot be read."""

import json
from pathlib import Path

import pytest

from .conftest import ROOT, Run
from .test_graph import GRAPH, file, repository  # noqa: F401 - fixtures


def test_the_same(run: Run, file: Path) -> None:  # noqa: F811
    assert run("diff", file, file) == (0, "no difference\n", "")
    assert run("diff", "aurum", ROOT / "config" / "states.yaml").code == 0
    assert run("diff", file, file, "-q") == (0, "", "")


def test_a_difference(run: Run, file: Path) -> None:  # noqa: F811
    new = file.with_name("new.yaml")
    new.write_text(GRAPH.replace("again", "more").replace("  two:", "  three:").replace(": two", ": three"))
    ran = run("diff", file, new)
    assert (ran.code, ran.err) == (1, "")
    assert (
        ran.out
        == """\
~ state one
    ~ transition more, was again
~ state three, was two

what follows
    an old replay that takes 'again' from one cannot run: it is 'more' now
    an old replay that enters two cannot run: it is three now
"""
    )
    assert run("diff", file, new, "-q") == (1, "", "")


def test_json(run: Run, file: Path) -> None:  # noqa: F811
    ran = run("diff", "aurum", file, "--format", "json")
    assert ran.code == 1
    found = json.loads(ran.out)
    assert found["version"] == 1
    assert (found["old"], found["new"]) == ("aurum", str(file))
    assert found["changes"]
    assert found["consequences"]
    assert json.loads(run("diff", file, file, "--format", "json").out)["changes"] == []


def test_markdown(run: Run, file: Path) -> None:  # noqa: F811
    assert run("diff", "aurum", file, "--format", "md").out.startswith("**State graph:** states: 2 added, ")


def test_against_git(run: Run, repository: Path) -> None:  # noqa: F811
    ran = run("diff", "HEAD:states.yaml", "states.yaml")
    assert ran.code == 1
    assert "~ transition more, was again" in ran.out
    assert run("diff", "HEAD:", ".").out == ran.out
    assert run("diff", "HEAD:", ":states.yaml").code == 0


def test_ids_of_file_order_do_not_count(run: Run, file: Path) -> None:  # noqa: F811
    new = file.with_name("new.yaml")
    new.write_text(GRAPH.replace("states:\n", "initialState: one\nstates:\n  nought: {type: private}\n"))
    assert run("diff", file, new).out.startswith("+ state nought (private)\n\nwhat follows\n")


def test_what_cannot_be_read(run: Run, file: Path) -> None:  # noqa: F811
    file.with_name("bad.yaml").write_text("states: {a: {type: x}}")
    ran = run("diff", "bad.yaml", "nothing.yaml")
    assert (ran.code, ran.out) == (2, "")
    assert "state.value.unknown" in ran.err
    assert "there is no file nothing.yaml" in ran.err
    assert run("diff", file).code == 2


@pytest.mark.parametrize("form", ["text", "json", "md"])
def test_every_pair_of_our_graphs(run: Run, form: str) -> None:
    template = ROOT / "aurum_states" / "cli" / "template"
    assert run("diff", "aurum", template, "--format", form).code == 1
    assert run("diff", template, "aurum", "--format", form).code == 1
