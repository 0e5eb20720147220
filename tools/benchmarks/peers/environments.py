"""The peers' own environments, made from the package indexes in a folder that is kept between runs.

A peer's folder is named after it and holds a virtual environment, or the modules of node. A stamp in it says
what was installed, and is written last: half an environment is made anew.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

LONGEST = 900
"""Seconds that an installation may take."""

STAMP = "installed.json"


class NotInstalledError(Exception):
    """A peer cannot be had; the message says why."""


@dataclass(frozen=True, slots=True)
class Environment:
    """Where a peer runs: ``python`` or ``node`` with packages, or ``own``, the project's environment."""

    name: str
    runs: Literal["own", "python", "node"]
    packages: tuple[str, ...] = ()

    def command(self, cache: Path, program: str, arguments: Sequence[str]) -> list[str]:
        """Return the command line of one of the programs of this package, once it is prepared."""
        if self.runs == "node":
            modules = cache / self.name / "node_modules"
            file = Path(__file__).parent / "node" / f"{program}.mjs"
            return [_node(), str(file), str(modules), *arguments]
        python = sys.executable if self.runs == "own" else str(_python(cache / self.name))
        return [python, "-m", f"tools.benchmarks.peers.{program}", *arguments]

    def prepare(self, cache: Path) -> None:
        """Have everything installed; returns at once where it is.

        Raises:
            NotInstalledError: it cannot be installed.
        """
        if self.runs == "own":
            return
        folder = cache / self.name
        wanted = {"packages": [*self.packages], "with": _node() if self.runs == "node" else sys.version}
        if _stamp(folder) == wanted:
            return
        if folder.exists():
            shutil.rmtree(folder)
        folder.mkdir(parents=True)
        if self.packages:
            _install_node(folder, self.packages) if self.runs == "node" else _install(folder, self.packages)
        (folder / STAMP).write_text(json.dumps(wanted), encoding="utf-8")


def _stamp(folder: Path) -> object:
    try:
        return json.loads((folder / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _node() -> str:
    node = shutil.which("node")
    if node is None:
        raise NotInstalledError("node is not on this machine")
    return node


def _python(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def _install(folder: Path, packages: Sequence[str]) -> None:
    _run([sys.executable, "-m", "venv", str(folder)], folder)
    pip = [
        str(_python(folder)),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-input",
        "--disable-pip-version-check",
    ]
    _run([*pip, *packages], folder)


def _install_node(folder: Path, packages: Sequence[str]) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise NotInstalledError("npm is not on this machine")
    (folder / "package.json").write_text('{"private": true}', encoding="utf-8")
    quiet = ["--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts", "--silent"]
    _run([npm, "install", *quiet, *packages], folder)


def _run(command: Sequence[str], folder: Path) -> None:
    """Run a step of an installation; where it fails, leave nothing and say the end of what it said."""
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False, timeout=LONGEST
        )
        said = (done.stderr or done.stdout).strip().splitlines()
        problem = (said[-1] if said else f"exit {done.returncode}") if done.returncode else None
    except subprocess.TimeoutExpired:
        problem = f"not finished after {LONGEST} s"
    except OSError as error:
        problem = str(error)
    if problem is not None:
        shutil.rmtree(folder, ignore_errors=True)
        raise NotInstalledError(f"{Path(command[0]).name} {' '.join(command[1:4])}: {problem}")
