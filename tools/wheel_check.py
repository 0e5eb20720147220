"""Proves that what is published works: build, install in a fresh environment, play from an empty folder.

The wheel is built from the source archive, so that both are proved. Nothing is written into the checkout.
"""

import os
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CONFIG_IN_WHEEL = "aurum_states/games/aurum/config"
BINARIES = "Scripts" if sys.platform == "win32" else "bin"


class WheelError(Exception):
    """The wheel is not fit to be published; the message says why."""


def run(command: Sequence[str | Path], folder: Path) -> str:
    """Run ``command`` in ``folder``, apart from this checkout; return its output or raise WheelError."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env=environment | {"PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    if done.returncode != 0 or "Traceback (most recent call last)" in done.stdout:
        shown = " ".join([Path(command[0]).name, *map(str, command[1:])])
        raise WheelError(f"`{shown}` failed with exit code {done.returncode}:\n{done.stdout}")
    return done.stdout


def build(folder: Path) -> Path:
    """Build the source archive, and from it the wheel, in ``folder``; return the wheel."""
    run([sys.executable, "-m", "build", "--outdir", folder, ROOT], folder)
    wheels = list(folder.glob("*.whl"))
    if len(wheels) != 1 or not list(folder.glob("*.tar.gz")):
        raise WheelError(f"one wheel and a source archive were to be built, found {sorted(folder.iterdir())}")
    return wheels[0]


def check_content(wheel: Path) -> None:
    """Check that the wheel holds every file of config/ and of the package as it is here, and nothing else."""
    expected = {f"{CONFIG_IN_WHEEL}/{name}": path for name, path in files_below(ROOT / "config").items()}
    expected |= {f"aurum_states/{name}": path for name, path in files_below(ROOT / "aurum_states").items()}
    with zipfile.ZipFile(wheel) as archive:
        found = {name for name in archive.namelist() if ".dist-info/" not in name}
        missing, extra = sorted(expected.keys() - found), sorted(found - expected.keys())
        both = sorted(found & expected.keys())
        changed = [name for name in both if archive.read(name) != expected[name].read_bytes()]
    if not any(name.startswith(CONFIG_IN_WHEEL) for name in expected):
        raise WheelError("there are no files in config/")
    for what, names in (("lacks", missing), ("has changed", changed), ("should not hold", extra)):
        if names:
            raise WheelError(f"the wheel {what}: {', '.join(names)}")


def files_below(folder: Path) -> dict[str, Path]:
    """List the files below ``folder`` by their name inside it; what Python caches there is no part of it."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.parent.name != "__pycache__")
    return {path.relative_to(folder).as_posix(): path for path in files}


def install(wheel: Path, folder: Path) -> Path:
    """Install the wheel and what it needs in a fresh environment; return the folder of its programs."""
    run([sys.executable, "-m", "venv", folder], folder.parent)
    programs = folder / BINARIES
    pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run([programs / "python", *pip, wheel], folder)
    return programs


def check_identity(programs: Path, folder: Path) -> None:
    """Check that both ways to start the program run the installed one, of this version."""
    python = programs / "python"
    ways: list[list[str | Path]] = [[programs / "aurum-states"], [python, "-m", "aurum_states"]]
    for command in ways:
        version = run([*command, "--version"], folder)
        if PROJECT["version"] not in version.split():
            raise WheelError(f"--version says {version.strip()!r}, pyproject.toml {PROJECT['version']!r}")
    where = run([python, "-c", "import aurum_states; print(aurum_states.__file__)"], folder).strip()
    if not Path(where).is_relative_to(programs.parent):
        raise WheelError(f"the package was imported from {where}, not from the fresh environment")


def check_play(command: Path, folder: Path) -> None:
    """Play, replay and make a new game in the empty ``folder``, as a newcomer would."""
    for players in ("3", "4"):
        recording = folder / f"{players}.replay.jsonl"
        game = ["--players", players, "--bots", "all", "--seed", "wheel", "--replay", recording.name]
        if not run([command, "play", *game], folder).strip():
            raise WheelError("a game with bots printed nothing")
        if '"end"' not in recording.read_text(encoding="utf-8").splitlines()[-1]:
            raise WheelError(f"the recording of a game with {players} bots does not end with its end line")
        run([command, "replay", recording.name], folder)
    run([command, "new", "mine"], folder)
    run([command, "play", "mine", "--bots", "all", "--seed", "wheel"], folder)
    unexpected = {path.name for path in folder.iterdir()} - {"3.replay.jsonl", "4.replay.jsonl", "mine"}
    if unexpected:
        raise WheelError(f"playing left files that nobody asked for: {', '.join(sorted(unexpected))}")


def main() -> int:
    """Run the whole check; return 0 when the wheel is fit to be published, else 1."""
    with tempfile.TemporaryDirectory(prefix="aurum-states-wheel-") as name:
        top = Path(name).resolve()
        built, installed, empty = top / "built", top / "installed", top / "empty"
        for folder in (built, empty):
            folder.mkdir()
        try:
            wheel = build(built)
            print(f"built {wheel.name}", flush=True)
            check_content(wheel)
            print("it holds the package and config/, file by file", flush=True)
            programs = install(wheel, installed)
            print("installed in a fresh environment", flush=True)
            check_identity(programs, empty)
            check_play(programs / "aurum-states", empty)
            print("played, replayed and made a new game from an empty folder", flush=True)
        except WheelError as problem:
            print(problem, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
