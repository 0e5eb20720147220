"""``graph``: a game, a file or what git keeps, as a picture or a table; nothing is imported."""

import shutil
import subprocess
from pathlib import Path

import pytest

from .conftest import ROOT, Run

GRAPH = "states:\n  one:\n    type: activeplayer\n    description: ''\n    possibleActions: [actGo]\n"
GRAPH += (
    "    transitions: {'': two, again: one}\n  two: {type: game, action: stTwo, transitions: {end: 99}}\n"
)


@pytest.fixture
def file(here: Path) -> Path:
    (here / "states.yaml").write_text(GRAPH, encoding="utf-8")
    return here / "states.yaml"


@pytest.fixture
def repository(file: Path) -> Path:
    """A git repository with a commit of the graph, and another graph in the folder."""
    if shutil.which("git") is None:
        pytest.skip("needs git")
    for arguments in (
        ["init", "-q"],
        ["add", "."],
        ["-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "-qm", "first"],
    ):
        subprocess.run(["git", *arguments], check=True, cwd=file.parent)
    file.write_text(GRAPH.replace("again", "more"), encoding="utf-8")
    return file.parent


def test_a_file_alone(run: Run, file: Path) -> None:
    ran = run("graph", file)
    assert (ran.code, ran.err) == (0, "")
    assert (
        ran.out
        == """\
flowchart TD
  s1(("gameSetup"))
  s2("one")
  s3{"two"}
  s99((("gameEnd")))
  s1 -->|" "| s2
  s2 -->|" "| s3
  s2 -->|"again"| s2
  s3 -->|"end"| s99
  classDef setup fill:#374151,stroke:#111827,color:#ffffff
  class s1 setup
  classDef over fill:#374151,stroke:#111827,color:#ffffff
  class s99 over
  classDef game fill:#fef3c7,stroke:#b45309,color:#111827
  class s3 game
  classDef player fill:#dbeafe,stroke:#1d4ed8,color:#111827
  class s2 player
"""
    )


def test_no_class_is_imported(run: Run, stones: Path) -> None:
    (stones / "game.py").write_text("raise SystemExit(7)", encoding="utf-8")
    assert run("graph", stones).code == 0
    assert run("graph", "stones", "--format", "md").code == 0


def test_a_registered_game_is_the_usual_one(run: Run) -> None:
    assert run("graph").out == run("graph", "aurum").out == run("graph", ROOT / "config").out
    assert '  s40("playerTurn")' in run("graph").out


def test_titles(run: Run) -> None:
    assert "${you} must play a card" not in run("graph").out
    assert "${you} must play a card" in run("graph", "--title").out


def test_focus(run: Run) -> None:
    near = run("graph", "--focus", "trickEnd")
    assert run("graph", "--focus", "50").out == near.out
    assert [line for line in near.out.splitlines() if "-->" in line] == [
        '  s30 -->|"done"| s41',
        '  s41 -->|"trickFull"| s50',
        '  s50 -->|"next"| s30',
    ]
    assert "class s30,s41 cut" in near.out
    assert "-->" not in run("graph", "--focus", "trickEnd", "--depth", "0").out
    assert len(run("graph", "--focus", "trickEnd", "--depth", "99").out) == len(run("graph").out)


def test_a_state_that_is_not_there(run: Run, file: Path) -> None:
    ran = run("graph", file, "--focus", "twoo")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "error: there is no state 'twoo' to focus on (did you mean 'two'?)\n"
    assert run("graph", file, "--focus", "5").err.endswith("; states: gameSetup, one, two, gameEnd\n")
    assert run("graph", file, "--depth", "-1").code == 2


@pytest.mark.parametrize(("form", "start"), [("dot", "digraph "), ("md", "| id | state |"), ("svg", "<?xml")])
def test_formats(run: Run, file: Path, form: str, start: str) -> None:
    if form == "svg" and shutil.which("dot") is None:
        pytest.skip("needs Graphviz")
    ran = run("graph", file, "--format", form)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(start)


def test_svg_without_graphviz(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(file.parent))
    ran = run("graph", file, "--format", "svg")
    assert (ran.code, ran.out) == (2, "")
    assert "install Graphviz" in ran.err
    assert "--format mermaid" in ran.err
    assert ran.err.count("\n") == 1


def test_a_wrong_file_has_every_problem_told(run: Run, file: Path) -> None:
    file.write_text(GRAPH.replace("two, again", "tow, again").replace("game,", "gam,"), encoding="utf-8")
    ran = run("graph", file)
    assert (ran.code, ran.out) == (2, "")
    assert [line.split()[2] for line in ran.err.splitlines()] == [
        "state.value.unknown",
        "state.target.unknown",
    ]


@pytest.mark.parametrize("source", ["nothing", "nothing.yaml", "HEAD:nothing.yaml", "./nothing", "a:b:c"])
def test_nothing_there(run: Run, source: str) -> None:
    ran = run("graph", source)
    assert (ran.code, ran.out) == (2, "")
    assert source.removeprefix("./") in ran.err
    assert "Traceback" not in ran.err


def test_what_git_keeps(run: Run, repository: Path) -> None:
    assert '-->|"more"|' in run("graph", ".").out
    for source in ("HEAD:states.yaml", "HEAD:", "HEAD:./states.yaml", ":states.yaml"):
        assert '-->|"again"|' in run("graph", source).out, source
    for source, said in (
        ("NONE:states.yaml", "NONE"),
        ("HEAD:none.yaml", "none.yaml"),
        ("HEAD:a/b", "a/b"),
        ("--x:y", "--x"),
    ):
        ran = run("graph", "--", source)
        assert (ran.code, ran.out) == (2, "")
        assert said in ran.err


def test_a_folder_in_git_without_a_graph(run: Run, repository: Path) -> None:
    subprocess.run(["git", "mv", "-f", "states.yaml", "other.yaml"], check=True)
    tree = subprocess.run(["git", "write-tree"], check=True, capture_output=True, text=True).stdout.strip()
    ran = run("graph", f"{tree}:")
    assert ran.err == f"error: {tree}: is a folder with neither states.yaml nor config/states.yaml\n"


def test_a_wrong_file_in_git_is_told_by_its_line(run: Run, repository: Path) -> None:
    (repository / "states.yaml").write_text("states: [", encoding="utf-8")
    subprocess.run(["git", "add", "."], check=True)
    assert run("graph", ":states.yaml").err.startswith(":states.yaml:1:")


def test_a_revision_without_a_path_is_told_the_form(run: Run, repository: Path) -> None:
    ran = run("graph", "HEAD")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: no game 'HEAD' is registered and no folder of that name is here")
    assert ran.err.endswith("; what git keeps is written REVISION:PATH\n")


def test_without_git(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(file.parent))
    assert "git" in run("graph", "HEAD:states.yaml").err


def test_a_large_graph_says_how_to_see_a_part(run: Run, here: Path) -> None:
    states = "".join(
        f"  s{n}: {{type: game, action: stX, transitions: {{'': s{n + 1}}}}}\n" for n in range(40)
    )
    (here / "states.yaml").write_text(f"states:\n{states}  s40: {{type: private}}\n", encoding="utf-8")
    assert run("graph", "states.yaml").err == "43 states; --focus STATE --depth N draws a part\n"
    assert run("graph", "states.yaml", "-q").err == ""
    assert run("graph", "states.yaml", "--focus", "s4").err == ""
    assert run("graph", "states.yaml").out.startswith("flowchart LR")


def test_what_recordings_reach_is_drawn(run: Run) -> None:
    golden = ROOT / "tests" / "data" / "replays" / "4-position.replay.jsonl"
    ran = run("graph", "aurum", "--coverage", golden)
    assert (ran.code, ran.err) == (0, "")
    assert 's41 -->|"forcedPass #40;1#41;"| s60' in ran.out
    assert "class s10,s20,s50 never" in ran.out
    ran = run("graph", "aurum", "--coverage", golden.parent, "--format", "dot")
    assert "dashed" not in ran.out
    assert "penwidth=5.0" in ran.out


def test_a_recording_that_is_not_there(run: Run) -> None:
    ran = run("graph", "aurum", "--coverage", "no.replay.jsonl")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "no.replay.jsonl: error: cannot be read: No such file or directory\n"
