"""Blocks of the pages run: files are written, programs and commands give what is shown."""

import contextlib
import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .pages import PAGES, ROOT, SHOWN_ONLY, Block, Command, blocks_of, commands_of, missing_line, name_of

DEV = "python3 tools/dev.py "
SETS_UP = ("tools/check", *(DEV + name for name in ("test", "check", "bench")), "git clone", "cd ")
"""Commands that make an environment or leave the folder: they are not run here, and show no output."""

TRIED = [page for page in PAGES if any(block.language not in SHOWN_ONLY for block in blocks_of(page))]


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder as a reader has it: with the checkout's ``config``, and ``aurum-states`` on the path."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for name, arguments in {"aurum-states": "-m aurum_states", "python": ""}.items():
        script = programs / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n', encoding="utf-8")
        script.chmod(0o755)
    folder = tmp_path / "aurum"  # a checkout is known by its registered name, this copy by its folder
    shutil.copytree(ROOT / "config", folder / "config")
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # this checkout's plugin, whatever is installed
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p aurum_states.testing.plugin")
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.skipif(shutil.which("sh") is None, reason="the commands shown are a shell's")
@pytest.mark.parametrize("page", TRIED, ids=name_of)
def test_a_page_does_what_it_shows(page: Path, workspace: Path) -> None:
    names: dict[str, object] = {"__name__": "page"}
    printed: str | None = None
    if page.name == "writing-a-game.md":  # this reader begins in an empty folder
        shutil.rmtree(workspace / "config")
    for block in blocks_of(page):
        where = f"{name_of(page)}:{block.line}"
        if block.role == "output":
            assert printed is not None, f"{where}: output of nothing"
            assert printed.rstrip() == block.text.rstrip(), where
        printed = None
        if block.role == "run":
            printed = run_python(block, names, where)
        elif block.language == "console":
            for command in commands_of(block):
                run_command(command, where)
        elif block.file is not None:
            write(block, workspace / block.file, where)


def run_python(block: Block, names: dict[str, object], where: str) -> str:
    """Run a block of Python in the page's namespace; return what it prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(block.text, where, "exec"), names)
    return out.getvalue()


def run_command(command: Command, where: str) -> None:
    """Run one line of a console; compare its output and exit code with what is shown."""
    if command.line.startswith(SETS_UP):
        assert not command.output, f"{where}: {command.line} is not run, so its output cannot be compared"
        return
    line = command.line.replace(DEV + "play", "aurum-states play").replace(DEV + "run", "aurum-states")
    stands_in = {"AURUM_STATES_RUN_AS": f"{DEV}run"} if command.line.startswith(DEV) else {}
    done = subprocess.run(
        ["sh", "-c", line],
        env=os.environ | stands_in,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    problem = missing_line(command.output, done.stdout.splitlines())
    told = f"{where}: $ {command.line}\n{done.stdout}"
    assert done.returncode == command.code, told
    assert problem is None, f"{told}\nnot as shown from here on: {problem!r}"


def write(block: Block, path: Path, where: str) -> None:
    """Write a part of a file, or change lines of it."""
    if block.language != "diff":
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(block.text)
        return
    lines = block.text.splitlines(keepends=True)
    old, new = ("".join(line[1:] for line in lines if line[0] == sign) for sign in "-+")
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{where}: {path.name} does not have these lines once"
    before = path.stat().st_mtime
    path.write_text(text.replace(old, new), encoding="utf-8")
    os.utime(path, (before + 2, before + 2))  # no reader is so quick that Python's cache misses the change


@pytest.mark.parametrize(
    ("shown", "actual", "missing"),
    [
        ([], ["a"], None),
        (["a", "b"], ["a", "b"], None),
        (["..."], ["a", "b"], None),
        (["...", "b"], ["a", "b"], None),
        (["a", "..."], ["a", "b"], None),
        (["b"], ["a", "b"], "b"),
        (["a"], ["a", "b"], "b"),
        (["a", "c"], ["a", "b", "c"], "c"),
        (["a", "...", "b"], ["a"], "b"),
        (["took ... s"], ["took 1.5 s"], None),
    ],
)
def test_shown_output_is_compared_line_by_line(
    shown: list[str], actual: list[str], missing: str | None
) -> None:
    assert missing_line(shown, actual) == missing
