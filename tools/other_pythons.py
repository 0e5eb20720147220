"""Recordings and snapshots under every other Python that is on this machine."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def pythons(most: int, jobs: int) -> int:  # noqa: ARG001 - one after the other
    """Run recordings and snapshots of the goldens under every other Python that is found."""
    found = list(other_pythons())[:most]
    if not found:
        print("no other Python from 3.11 on is on this machine")
        return 0
    worst = 0
    for python in found:
        with tempfile.TemporaryDirectory() as folder:
            own = str(Path(folder) / "bin" / "python")
            subprocess.run([python, "-m", "venv", folder], check=True)
            install = [own, "-m", "pip", "install", "-q", "--disable-pip-version-check", f"{ROOT}[test]"]
            subprocess.run(install, check=True)
            tests = [f"tests/games/test_golden_{name}.py" for name in ("replays", "snapshots")]
            done = subprocess.run(
                [own, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests],
                cwd=ROOT,
                capture_output=True,
                text=True,
                check=False,
                env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
            )
        version = subprocess.run([python, "-V"], capture_output=True, text=True, check=True).stdout.strip()
        print(f"{version} ({python}): {done.stdout.strip().splitlines()[-1]}", flush=True)
        worst = max(worst, done.returncode)
    return worst


def other_pythons() -> Iterator[str]:
    """Yield the Pythons from 3.11 on that are found, but for the version that runs this."""
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep)]
    folders += sorted((Path.home() / ".pyenv" / "versions").glob("*/bin"))
    for minor in range(11, 30):
        places = [folder / f"python3.{minor}" for folder in folders]
        usable = (place for place in places if place.is_file() and _runs(place))
        found = next(usable, None) if minor != sys.version_info.minor else None
        if found is not None:
            yield str(found)


def _runs(python: Path) -> bool:
    """Whether a file is a Python that starts: a shim of pyenv may lead nowhere."""
    return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0
