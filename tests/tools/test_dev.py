"""The set-up of a fresh machine: every decision it takes, without network and without making environments."""

import ast
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools import dev

PYPROJECT = '[project]\nname = "x"\ndependencies = ["click"]\n[tool.ruff]\nline-length = 110\n'


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text(PYPROJECT, encoding="utf-8")
    return tmp_path


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replace venv and pip: what they are asked for is listed, the programs appear as empty files."""
    asked: list[str] = []

    def pretend(command: Sequence[str], folder: Path, failure: str) -> None:
        asked.append("venv" if "venv" in command else f"pip {command[-1]}")
        environment = dev.Environment(folder)
        names = ["python"] if "venv" in command else ["aurum-states"]
        for name in names:
            environment.program(name).parent.mkdir(exist_ok=True)
            environment.program(name).touch()

    monkeypatch.setattr(dev, "run", pretend)
    return asked


def stamp(checkout: Path) -> dict[str, str]:
    return json.loads((checkout / ".venv" / "aurum-states.json").read_text(encoding="utf-8"))


# -- an old Python


def test_source_parses_on_old_pythons() -> None:
    source = Path(dev.__file__).read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 7))


def test_top_level_imports_exist_on_old_pythons() -> None:
    tree = ast.parse(Path(dev.__file__).read_text(encoding="utf-8"))
    top = {alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names}
    assert "contextlib" in top
    assert not top & {"tomllib", "graphlib", "zoneinfo", "fcntl", "msvcrt"}


@pytest.mark.parametrize("version", [(3, 11), (3, 12), (3, 14), (4, 0)])
def test_new_python_is_accepted(version: tuple[int, int]) -> None:
    assert dev.old_python_message(version) is None


def test_old_python_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev.shutil, "which", lambda name: None)
    message = dev.old_python_message((3, 9))
    assert (
        message
        == "aurum-states needs Python 3.11 or newer, this is Python 3.9: install one and run this with it"
    )


def test_old_python_is_told_of_a_newer_one_on_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev.shutil, "which", lambda name: name if name == "python3.12" else None)
    assert "try python3.12" in str(dev.old_python_message((3, 10)))


def test_old_python_ends_with_exit_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dev.sys, "version_info", (3, 8, 18))
    with pytest.raises(SystemExit) as ended:
        dev.script()
    monkeypatch.undo()
    assert ended.value.code == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1


# -- what is made, installed or found ready


def test_first_run_makes_and_installs_second_does_nothing(checkout: Path, steps: list[str]) -> None:
    dev.Environment(checkout).prepare("core")
    assert steps == ["venv", "pip ."]
    dev.Environment(checkout).prepare("core")
    assert steps == ["venv", "pip ."]


def test_more_is_added_and_less_is_there_already(checkout: Path, steps: list[str]) -> None:
    for level in ("core", "test", "core", "dev", "test", "core", "dev"):
        dev.Environment(checkout).prepare(level)
    assert steps == ["venv", "pip .", "pip .[test]", "pip .[dev]"]


def test_changed_dependencies_are_installed_with_all_that_was_there(checkout: Path, steps: list[str]) -> None:
    dev.Environment(checkout).prepare("dev")
    (checkout / "pyproject.toml").write_text(PYPROJECT.replace("click", "rich"), encoding="utf-8")
    dev.Environment(checkout).prepare("core")
    assert steps == ["venv", "pip .[dev]", "pip .[dev]"]


def test_tool_settings_do_not_matter(checkout: Path, steps: list[str]) -> None:
    dev.Environment(checkout).prepare("core")
    (checkout / "pyproject.toml").write_text(PYPROJECT.replace("110", "100"), encoding="utf-8")
    assert dev.Environment(checkout).is_ready("core")


@pytest.mark.parametrize("key", ["root", "python", "level"])
def test_moved_checkout_other_python_and_half_made_are_remade(
    checkout: Path, steps: list[str], key: str
) -> None:
    environment = dev.Environment(checkout)
    environment.prepare("test")
    (checkout / ".venv" / "left").touch()
    changed = stamp(checkout) | {key: ""}
    environment.stamp_file.write_text(json.dumps(changed), encoding="utf-8")
    environment.prepare("core")
    assert steps[2] == "venv"
    assert not (checkout / ".venv" / "left").exists()
    assert not list(checkout.glob(".venv.old*"))


@pytest.mark.parametrize("content", ["", "{", "[]", '"x"', "\udcff"])
def test_damaged_stamp_is_remade(checkout: Path, steps: list[str], content: str) -> None:
    environment = dev.Environment(checkout)
    environment.prepare("core")
    environment.stamp_file.write_bytes(content.encode(errors="surrogateescape"))
    environment.prepare("core")
    assert steps == ["venv", "pip ."] * 2


@pytest.mark.parametrize(("program", "again"), [("python", ["venv", "pip ."]), ("aurum-states", ["pip ."])])
def test_missing_program_is_mended(checkout: Path, steps: list[str], program: str, again: list[str]) -> None:
    environment = dev.Environment(checkout)
    environment.prepare("core")
    environment.program(program).unlink()
    environment.prepare("core")
    assert steps[2:] == again


@pytest.mark.parametrize("stop_at", ["venv", "pip"])
def test_interrupted_set_up_is_remade(
    checkout: Path, steps: list[str], stop_at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend: Callable[..., None] = dev.run

    def interrupted(command: Sequence[str], folder: Path, failure: str) -> None:
        pretend(command, folder, failure)
        if stop_at in command:
            raise KeyboardInterrupt

    environment = dev.Environment(checkout)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(dev, "run", interrupted)
        environment.prepare("core")
    assert not environment.is_ready("core")
    steps.clear()
    environment.prepare("core")
    assert steps == ["venv", "pip ."]
    assert environment.is_ready("core")


def test_interrupted_removal_is_gone_on_with(
    checkout: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = dev.Environment(checkout)
    environment.prepare("core")
    environment.stamp_file.write_text("{}", encoding="utf-8")  # of another time: it is made anew
    remove = dev.shutil.rmtree

    def interrupted(folder: Path) -> None:
        remove(folder)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(dev.shutil, "rmtree", interrupted)
        environment.prepare("core")
    assert environment.folder.exists()
    environment.prepare("core")
    assert environment.is_ready("core")
    assert not list(checkout.glob(".venv.old*"))


def test_environment_of_somebody_else_is_moved_aside(checkout: Path, steps: list[str]) -> None:
    for content in ("first", "second"):
        (checkout / ".venv").mkdir()
        (checkout / ".venv" / "pyvenv.cfg").write_text(content, encoding="utf-8")
        dev.Environment(checkout).prepare("core")
        dev.shutil.rmtree(checkout / ".venv")
    kept = [
        (checkout / name / "pyvenv.cfg").read_text(encoding="utf-8") for name in (".venv.old1", ".venv.old2")
    ]
    assert kept == ["first", "second"]


def test_file_and_dangling_link_are_moved_aside(checkout: Path, steps: list[str]) -> None:
    (checkout / ".venv").write_text("not a folder", encoding="utf-8")
    dev.Environment(checkout).prepare("core")
    assert (checkout / ".venv.old1").is_file()


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_link_to_another_checkouts_environment_is_left_whole(
    checkout: Path, steps: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = tmp_path_factory.mktemp("other")
    (other / "pyproject.toml").write_text(PYPROJECT, encoding="utf-8")
    dev.Environment(other).prepare("core")
    (checkout / ".venv").symlink_to(other / ".venv")
    dev.Environment(checkout).prepare("core")
    assert not (checkout / ".venv").is_symlink()
    assert dev.Environment(other).is_ready("core")


# -- what stops it


def test_python_without_ensurepip_is_told_what_to_install(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev.importlib.util, "find_spec", lambda name: None if name == "ensurepip" else name)
    with pytest.raises(dev.SetUpError, match=r"apt install python3\.\d+-venv"):
        dev.Environment(checkout).prepare("core")
    assert not (checkout / ".venv").exists()


def failing(text: str) -> list[str]:
    return [sys.executable, "-c", f"import sys; print({text!r}, file=sys.stderr); sys.exit(1)"]


def test_failing_step_shows_the_end_of_its_output(tmp_path: Path) -> None:
    text = "\n".join(f"line {number}" for number in range(100)) + "\nNo space left on device"
    with pytest.raises(dev.SetUpError) as failed:
        dev.run(failing(text), tmp_path, "it failed")
    first, second, *_, last, advice = str(failed.value).splitlines()
    assert (first, second, last) == ("it failed", "    line 89", "    No space left on device")
    assert "again" in advice


def test_missing_network_is_said_without_each_attempt(tmp_path: Path) -> None:
    text = "WARNING: Retrying: Temporary failure in name resolution\nERROR: No matching distribution found"
    with pytest.raises(dev.SetUpError, match="the package index could not be reached") as failed:
        dev.run(failing(text), tmp_path, "it failed")
    assert "WARNING" not in str(failed.value)
    assert "    ERROR: No matching" in str(failed.value)


@pytest.mark.parametrize("problem", [dev.SetUpError("no network"), PermissionError("read-only")])
def test_set_up_failure_is_a_message_and_exit_2(
    problem: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(self: dev.Environment, level: str) -> None:
        raise problem

    monkeypatch.setattr(dev.Environment, "prepare", fail)
    assert dev.main(["play"]) == 2
    assert capsys.readouterr() == ("", f"dev.py: {problem}\n")


def test_interrupt_is_exit_130_without_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(self: dev.Environment, level: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(dev.Environment, "prepare", interrupt)
    assert dev.main(["play"]) == 130
    assert capsys.readouterr() == ("", "")


# -- two runs at once

HOLD = """
import sys, pathlib
sys.path.insert(0, sys.argv[1])
import dev
with dev.exclusive(pathlib.Path(sys.argv[2])):
    print("held", flush=True)
    sys.stdin.readline()
"""


def hold(lock: Path) -> subprocess.Popen[str]:
    """Start a process that takes the lock and keeps it until it is told or killed."""
    folder = str(Path(dev.__file__).parent)
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, folder, str(lock)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout
    assert holder.stdout.readline() == "held\n"
    return holder


@pytest.mark.parametrize("end", ["finish", "kill"])
def test_second_run_waits_for_the_first_and_finds_it_done(
    checkout: Path,
    steps: list[str],
    end: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    dev.Environment(checkout).prepare("core")
    finished = stamp(checkout)
    environment = dev.Environment(checkout)
    environment.stamp_file.write_text(json.dumps(finished | {"level": ""}), encoding="utf-8")
    steps.clear()
    capsys.readouterr()
    with hold(checkout / ".venv.lock") as holder:

        def other_run_ends(seconds: float) -> None:
            if end == "kill":
                holder.kill()
            else:
                environment.stamp_file.write_text(json.dumps(finished), encoding="utf-8")
                holder.communicate("\n")
            holder.wait()

        monkeypatch.setattr(dev, "time", SimpleNamespace(sleep=other_run_ends))
        environment.prepare("core")
    assert steps == ([] if end == "finish" else ["venv", "pip ."])
    assert capsys.readouterr().err.startswith("dev.py: another run is setting up .venv")
