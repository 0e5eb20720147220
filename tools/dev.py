#!/usr/bin/env python3
"""Sets the project up on a fresh machine and runs it: play, test, check.

Needs Python 3.11 or newer and a network to install from, nothing else. The first run makes an environment in
``.venv`` at the root of the checkout, the next ones find it ready. No syntax or import here is newer than
Python 3.8, so that an old Python says what is missing instead of showing a syntax error.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).resolve().parent.parent
OLDEST_PYTHON = (3, 11)
CANNOT = 2
INTERRUPTED = 130

USAGE = """\
usage: python3 tools/dev.py COMMAND [ARGUMENTS]

  play [ARGUMENTS]   play a game in the terminal (aurum-states play ARGUMENTS)
  run [ARGUMENTS]    any command of the program (aurum-states ARGUMENTS): replay, new, check, ...
  test [ARGUMENTS]   run the tests; with arguments: pytest ARGUMENTS, paths from the root of the checkout
  check [ARGUMENTS]  this project's whole gate (tools/check ARGUMENTS); for a game: run check
  bench [ARGUMENTS]  the benchmarks (tools/bench.py ARGUMENTS)
  peers [ARGUMENTS]  the benchmarks against other engines (tools/bench_peers.py ARGUMENTS)

The first run makes an environment in .venv; the next ones start at once."""

LEVELS = {"core": "", "test": "[test]", "dev": "[dev]"}
"""What can be installed, from least to most (each holds those before it): its extras in pyproject.toml."""

WHOLE_SUITE = ("-n", "auto", "--maxprocesses", "8")
"""How ``test`` without arguments runs pytest: on all cores. With arguments pytest gets exactly those."""


class Command(NamedTuple):
    """What a subcommand needs and starts: ``at_root`` of the checkout, or else where the user is."""

    level: str
    program: str
    arguments: tuple[str, ...]
    at_root: bool


COMMANDS = {
    "play": Command("core", "aurum-states", ("play",), at_root=False),
    "run": Command("core", "aurum-states", (), at_root=False),
    "test": Command("test", "python", ("-m", "pytest"), at_root=True),
    "check": Command("dev", "python", ("tools/gate.py",), at_root=True),
    "bench": Command("dev", "python", ("tools/bench.py",), at_root=True),
    "peers": Command("dev", "python", ("tools/bench_peers.py",), at_root=True),
}


class SetUpError(Exception):
    """The environment cannot be made; the message says why and what to do."""


def say(text: str) -> None:
    """Tell the user how it goes; standard output belongs to the program that is started."""
    print(f"dev.py: {text}", file=sys.stderr, flush=True)


def old_python_message(version: tuple[int, int]) -> str | None:
    """Say what to do when ``version`` (major, minor) is too old; None when it is new enough."""
    if version >= OLDEST_PYTHON:
        return None
    newer = [name for name in ("python3.14", "python3.13", "python3.12", "python3.11") if shutil.which(name)]
    advice = f"try {newer[0]}, which is on this machine" if newer else "install one and run this with it"
    return "aurum-states needs Python {}.{} or newer, this is Python {}.{}: {}".format(
        *OLDEST_PYTHON, *version, advice
    )


@contextlib.contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """Hold the lock file ``path``; wait while another process holds it. It is freed when this one ends."""
    with path.open("a+b") as lock:
        waiting = False
        while True:
            try:
                _lock(lock.fileno())
                break
            except (BlockingIOError, PermissionError):
                if not waiting:
                    say("another run is setting up .venv, waiting for it")
                waiting = True
                time.sleep(0.1)
        yield


def _lock(descriptor: int) -> None:
    """Lock an open file; raise BlockingIOError (PermissionError on Windows) when another process has it."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Environment:
    """The virtual environment of one checkout, in ``root/.venv``.

    A stamp in it tells for which checkout, Python and dependencies it was made, and what is installed. It is
    there from the first moment and names a level only at the end: a half-made environment is known as such.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / ".venv"
        self.stamp_file = self.folder / "aurum-states.json"

    def program(self, name: str) -> Path:
        """Return where the environment keeps the program ``name``."""
        if sys.platform == "win32":
            return self.folder / "Scripts" / f"{name}.exe"
        return self.folder / "bin" / name

    def prepare(self, level: str) -> None:
        """Have everything of ``level`` (a key of LEVELS) installed; returns at once where it is.

        Raises:
            SetUpError: it could not be made or installed.
            OSError: the checkout cannot be written.
        """
        if self.is_ready(level):
            return
        with exclusive(self.root / ".venv.lock"):
            if self.is_ready(level):  # made by the run that was waited for
                return
            installed = self.stamp().get("level")
            if not self._is_whole():
                self._make()
            self._install(str(installed) if installed in levels_from(level) else level)

    def is_ready(self, level: str) -> bool:
        """Tell whether everything of ``level`` is installed, for this checkout as it is now."""
        return (
            self.stamp().get("level") in levels_from(level)
            and self.stamp().get("project") == project_hash(self.root)
            and self._is_whole()
            and self.program("aurum-states").exists()
        )

    def stamp(self) -> dict[str, str]:
        """Read the stamp; empty when there is none that can be read."""
        try:
            stamp = json.loads(self.stamp_file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return stamp if isinstance(stamp, dict) else {}

    def _is_whole(self) -> bool:
        """Tell whether it was completed, for this place (scripts hold absolute paths) and this Python."""
        stamp = self.stamp()
        return (
            stamp.get("level") in LEVELS
            and stamp.get("root") == str(self.root)
            and stamp.get("python") == python_name()
            and self.program("python").exists()
        )

    def _write_stamp(self, level: str) -> None:
        stamp = {
            "level": level,
            "root": str(self.root),
            "python": python_name(),
            "project": project_hash(self.root),
        }
        draft = self.stamp_file.with_suffix(".new")
        draft.write_text(json.dumps(stamp), encoding="utf-8")
        draft.replace(self.stamp_file)

    def _make(self) -> None:
        """Make the environment anew, with pip in it and nothing else."""
        require_ensurepip()
        self._clear()
        self.folder.mkdir()
        self._write_stamp("")
        say("making an environment in .venv (the first time only)")
        python = getattr(sys, "_base_executable", None) or sys.executable  # not the one that is replaced
        run([python, "-I", "-m", "venv", str(self.folder)], self.root, "the environment could not be made")

    def _clear(self) -> None:
        """Remove what lies in the way; what this tool did not make is moved aside."""
        if not os.path.lexists(self.folder):
            return
        ours = self.stamp_file.exists() or (self.folder.is_dir() and not any(self.folder.iterdir()))
        if not ours:
            number = 1
            while os.path.lexists(self.root / f".venv.old{number}"):
                number += 1
            aside = self.root / f".venv.old{number}"
            self.folder.rename(aside)
            say(f"the .venv that was here was not made by this tool: moved to {aside.name}")
        elif self.folder.is_symlink():
            self.folder.unlink()
        else:
            for (
                part
            ) in self.folder.iterdir():  # the stamp is the last to go: what an interrupt leaves is ours
                if part.is_dir() and not part.is_symlink():
                    shutil.rmtree(part)
                elif part != self.stamp_file:
                    part.unlink()
            shutil.rmtree(self.folder)

    def _install(self, level: str) -> None:
        """Install the project, editable, with the dependencies of ``level``."""
        self._write_stamp("")
        say(f"installing the project and its dependencies ({level})")
        pip = [str(self.program("python")), "-I", "-m", "pip", "--quiet", "--disable-pip-version-check"]
        install = ["install", "--no-input", "--retries", "2", "--editable", "." + LEVELS[level]]
        run(pip + install, self.root, "the dependencies could not be installed")
        self._write_stamp(level)


def levels_from(level: str) -> list[str]:
    """List ``level`` and the levels that hold it."""
    levels = list(LEVELS)
    return levels[levels.index(level) :]


def python_name() -> str:
    """Name the Python that runs this, as far as an environment depends on it: ``cpython 3.11``."""
    return "{} {}.{}".format(sys.implementation.name, *sys.version_info[:2])


def project_hash(root: Path) -> str:
    """Hash what decides how the project is installed: not the settings of its tools, for example."""
    import tomllib

    try:
        project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise SetUpError(f"pyproject.toml cannot be read: {problem}") from None
    deciding = [project.get("build-system"), project.get("project"), project.get("tool", {}).get("hatch")]
    return hashlib.sha256(json.dumps(deciding, sort_keys=True).encode()).hexdigest()


def require_ensurepip() -> None:
    """Raise SetUpError when this Python cannot make environments (Debian and Ubuntu split that off)."""
    if all(importlib.util.find_spec(module) for module in ("venv", "ensurepip")):
        return
    package = "python{}.{}-venv".format(*sys.version_info[:2])
    raise SetUpError(
        f"this Python ({sys.executable}) lacks the modules venv and ensurepip, so it cannot make an "
        f"environment; on Debian and Ubuntu 'apt install {package}' adds them, elsewhere use another Python"
    )


NO_NETWORK = (
    "Failed to establish a new connection",
    "Temporary failure in name resolution",
    "Connection refused",
    "Could not connect",
    "Max retries exceeded",
    "ProxyError",
    "timed out",
)


def run(command: Sequence[str], folder: Path, failure: str) -> None:
    """Run a quiet step of the set-up; raise SetUpError with the end of its output where it fails."""
    done = subprocess.run(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode == 0:
        return
    output = done.stdout.decode(errors="replace").strip()
    lines = output.splitlines()
    if any(sign in output for sign in NO_NETWORK):
        failure += ": the package index could not be reached (no network, or a proxy that pip is not told of)"
        lines = [line for line in lines if "WARNING: " not in line]  # each attempt anew
    end = "\n".join("    " + line for line in lines[-12:])
    raise SetUpError(f"{failure}\n{end}\nWhen that is mended, run the same command again.")


def command_line(environment: Environment, name: str, arguments: Sequence[str]) -> list[str]:
    """Build the command line of the subcommand ``name`` with the user's ``arguments``."""
    command = COMMANDS[name]
    if name == "test" and not arguments:
        arguments = WHOLE_SUITE
    return [str(environment.program(command.program)), *command.arguments, *arguments]


def start(command: list[str]) -> int:
    """Run a program in place of this one; where the system cannot do that, return its exit code."""
    environment = dict(os.environ)
    if Path(command[0]).stem == "aurum-states":
        environment["AURUM_STATES_RUN_AS"] = run_as()
    if sys.platform != "win32":
        sys.stdout.flush()
        os.execve(command[0], command, environment)  # signals and the exit code then need no passing on
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the program too: it decides what that means
    return subprocess.call(command, env=environment)


def run_as() -> str:
    """Return what stands in for ``aurum-states`` in this checkout; the program advises it."""
    python, script = ("python" if sys.platform == "win32" else "python3"), sys.argv[0]
    return f"{python} {shlex.quote(script)} run"


def unknown(arguments: Sequence[str]) -> str:
    """Say that there is no such command here, and how one of the program is started."""
    message = f"there is no command {arguments[0]!r}"
    if arguments[0].startswith("-"):
        return message
    return f"{message}; a command of the program is started with: {run_as()} {shlex.join(arguments)}"


def main(arguments: Sequence[str]) -> int:
    """Run one subcommand; return the exit code (2: it could not be started, 130: interrupted)."""
    if arguments and arguments[0] in ("-h", "--help"):
        print(USAGE)
        return 0
    if not arguments or arguments[0] not in COMMANDS:
        print(f"{unknown(arguments)}\n\n{USAGE}" if arguments else USAGE, file=sys.stderr)
        return CANNOT
    name = arguments[0]
    environment = Environment(ROOT)
    try:
        environment.prepare(COMMANDS[name].level)
        if COMMANDS[name].at_root:
            os.chdir(ROOT)
        return start(command_line(environment, name, arguments[1:]))
    except KeyboardInterrupt:
        return INTERRUPTED
    except (SetUpError, OSError) as problem:
        say(str(problem))
        return CANNOT


def script() -> NoReturn:
    """Run as a script: refuse an old Python before anything newer than it is touched."""
    too_old = old_python_message(sys.version_info[:2])
    if too_old:
        say(too_old)
        sys.exit(CANNOT)
    sys.exit(main(sys.argv[1:]))


if __name__ == "__main__":
    script()
