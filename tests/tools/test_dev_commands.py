"""The commands of tools/dev.py: what is started, where, and what is said of others."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import dev


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("play", ["--seed", "S", "--help"], ["aurum-states", "play", "--seed", "S", "--help"]),
        ("run", ["replay", "x"], ["aurum-states", "replay", "x"]),
        ("test", ["-k", "a b"], ["python", "-m", "pytest", "-k", "a b"]),
        ("test", [], ["python", "-m", "pytest", *dev.WHOLE_SUITE]),
        ("check", ["--no-tests"], ["python", "tools/gate.py", "--no-tests"]),
    ],
)
def test_command_line(tmp_path: Path, name: str, arguments: list[str], expected: list[str]) -> None:
    environment = dev.Environment(tmp_path)
    found = dev.command_line(environment, name, arguments)
    assert found == [str(environment.program(expected[0])), *expected[1:]]


def test_windows_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev.sys, "platform", "win32")
    program = dev.Environment(tmp_path).program("python")
    assert program == tmp_path / ".venv" / "Scripts" / "python.exe"


@pytest.mark.parametrize(
    ("name", "at_root"), [("play", False), ("run", False), ("test", True), ("check", True)]
)
def test_folder_it_starts_in(
    name: str, at_root: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(dev.Environment, "prepare", lambda self, level: None)
    folders: list[Path] = []
    monkeypatch.setattr(dev, "start", lambda command: folders.append(Path.cwd()) or 7)
    assert dev.main([name]) == 7
    assert folders == [dev.ROOT if at_root else tmp_path.resolve()]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="programs are replaced on POSIX only")
def test_exit_code_and_output_pass_through(tmp_path: Path) -> None:
    code = f"import sys; sys.path.insert(0, {str(Path(dev.__file__).parent)!r}); import dev\n"
    code += "print('before'); dev.start([sys.executable, '-c', 'print(\"after\"); raise SystemExit(42)'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split(), done.stderr) == (42, ["before", "after"], "")


@pytest.mark.parametrize("arguments", [[], ["plya"], ["--version"]])
def test_unknown_command_shows_the_commands(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert all(f"\n  {name} " in shown.err for name in dev.COMMANDS)


def test_a_command_of_the_program_is_told_how_it_is_started(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dev.sys, "argv", ["my tools/dev.py"])
    assert dev.main(["new", "my game"]) == 2
    told = "there is no command 'new'; a command of the program is started with: "
    assert capsys.readouterr().err.startswith(f"{told}python3 'my tools/dev.py' run new 'my game'\n")


@pytest.mark.parametrize(
    ("program", "told"), [("aurum-states", "python3 tools/dev.py run"), ("python", None)]
)
def test_the_program_is_told_how_it_is_started(
    program: str, told: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[dict[str, str]] = []
    monkeypatch.setattr(dev.sys, "platform", "linux")
    monkeypatch.setattr(dev.sys, "argv", ["tools/dev.py", "play"])
    monkeypatch.setattr(dev.os, "execve", lambda path, command, environment: started.append(environment))
    monkeypatch.setattr(dev.subprocess, "call", lambda command, env: 0)
    monkeypatch.setattr(dev.signal, "signal", lambda number, action: None)
    monkeypatch.delenv("AURUM_STATES_RUN_AS", raising=False)
    dev.start([str(dev.Environment(Path("checkout")).program(program))])
    assert [environment.get("AURUM_STATES_RUN_AS") for environment in started] == [told]


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(["--help"]) == 0
    assert capsys.readouterr().out.startswith("usage:")
