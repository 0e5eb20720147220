"""What a merge leaves behind is found in tracked text files, at the beginning of a line."""

import subprocess
from pathlib import Path

import pytest

from tools import merge_markers

OURS, THEIRS = "<" * 7 + " ours\n", ">" * 7 + " theirs\n"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"):
        monkeypatch.delenv(name, raising=False)
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    return tmp_path


def track(repository: Path, **files: str) -> None:
    for name, text in files.items():
        (repository / name).write_text(text, encoding="utf-8")
    subprocess.run(["git", "add", "--", *files], cwd=repository, check=True)


def test_both_markers_are_found_with_their_lines(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    track(repository, page=f"one\n{OURS}two\n=======\nthree\n{THEIRS}", clean="one\n")
    assert merge_markers.main(repository) == 1
    shown = capsys.readouterr().out
    assert f"page:2:{OURS}" in shown
    assert f"page:6:{THEIRS}" in shown
    assert "clean" not in shown


def test_what_only_looks_alike_is_none(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    track(
        repository,
        heading="Title\n=======\n",
        inside=f"    {OURS}",
        longer="<" * 8 + " x\n" + ">" * 7 + "x\n",
        binary=f"\0\n{OURS}",
    )
    (repository / "untracked").write_text(OURS, encoding="utf-8")
    assert merge_markers.main(repository) == 0
    assert capsys.readouterr().out == ""


def test_without_a_checkout_or_git_it_says_so(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GIT_DIR", str(repository / "nowhere"))
    assert merge_markers.main(repository) == 0
    assert capsys.readouterr().out.startswith("not looked for: git says: ")
    monkeypatch.setenv("PATH", "")
    assert merge_markers.main(repository) == 0
    assert capsys.readouterr().out == "not looked for: git is not installed\n"


def test_this_project_has_none() -> None:
    assert merge_markers.main() == 0
