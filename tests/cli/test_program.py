"""The program as a whole: help, version, completion, what is imported, and what stops it."""

import subprocess
import sys
from pathlib import Path

import pytest

from aurum_states.cli.main import COMMANDS

from .conftest import Run, program_environment

HEAVY = ("pydantic", "rich", "msgspec", "transitions", "yaml", "tree_sitter", "aurum_states.engine")


def test_help_lists_the_commands(run: Run) -> None:
    for arguments in ((), ("--help",), ("-h",)):
        ran = run(*arguments)
        assert (ran.code, ran.err) == (0, "")
        assert all(f"\n  {name} " in ran.out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help_with_an_example_and_quiet(run: Run, name: str) -> None:
    ran = run(name, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert "Example" in ran.out
    assert f"aurum-states {name}" in ran.out
    assert "-q, --quiet" in ran.out


@pytest.mark.parametrize("arguments", [["--help"], *([name, "--help"] for name in COMMANDS)], ids=" ".join)
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys; from aurum_states.cli.main import main; main(sys.argv[1:]); "
        f"print(sorted(set({HEAVY!r}) & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        env=program_environment(),
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("arguments", "usage", "said"),
    [
        (["diff", "old"], "aurum-states diff", "missing argument 'NEW'"),
        (["check", "--bla"], "aurum-states check", "no such option '--bla'"),
        (["plya"], "aurum-states", "there is no command 'plya' (did you mean 'play'?); the commands are"),
    ],
)
def test_a_wrong_command_line_is_an_error_as_all_are(
    run: Run, arguments: list[str], usage: str, said: str
) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"Usage: {usage} [OPTIONS] ")
    assert f"\nTry '{usage} --help' for help.\n\nerror: {said}" in ran.err


def test_version(program: Run) -> None:
    ran = program("--version")
    assert ran.code == 0
    assert ran.out.startswith("aurum-states ")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script(run: Run, shell: str) -> None:
    ran = run("completion", shell)
    assert ran.code == 0
    assert "_AURUM_STATES_COMPLETE" in ran.out


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("aurum-states re", ["replay", "reach"]),
        ("aurum-states play --res", ["--resume"]),
        ("aurum-states play au", ["aurum"]),
    ],
)
def test_completion_offers(program: Run, words: str, offered: list[str]) -> None:
    ran = program(
        _AURUM_STATES_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(len(words.split()) - 1)
    )
    assert [line.rpartition(",")[2] for line in ran.out.split()] == offered


def test_completion_offers_the_games_that_lie_here(program: Run, here: Path, stones: Path) -> None:
    (here / "other").mkdir()
    for begun, offered in (("", ["aurum", stones.name]), ("s", [stones.name]), ("o", ["o"])):
        ran = program(
            _AURUM_STATES_COMPLETE="bash_complete", COMP_WORDS=f"aurum-states play {begun}", COMP_CWORD="2"
        )
        assert [line.rpartition(",")[2] for line in ran.out.split()] == offered


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["plya"], "no command 'plya' (did you mean 'play'?)"),
        (["play", "--sed", "S"], "--sed"),
        (["play", "--players", "three"], "three"),
        (["replay"], "FILE"),
        (["new"], "DIR"),
        (["completion", "tcsh"], "tcsh"),
    ],
    ids=str,
)
def test_usage(run: Run, arguments: list[str], told: str) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_an_output_that_is_full(program: Run, here: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "aurum_states", "play", "aurum", "--seed", "S"],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=here,
            env=program_environment(),
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "error: No space left on device\n"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end differently")
def test_a_reader_that_leaves(here: Path) -> None:
    play = f"{sys.executable} -m aurum_states play aurum --seed S --replay piped.jsonl"
    command = f"{play} | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=here,
        env=program_environment(),
        check=False,
    )
    assert done.stdout.splitlines() == ["Aurum: Ada (bot), Ben (bot), Cleo (bot)", "130"]
    assert done.stderr == ""
