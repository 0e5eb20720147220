#!/usr/bin/env python3
"""Measures which branches of the engine and the components the tests take, and lists those they do not.

``python tools/measure_coverage.py`` runs the tests that are about them, on all cores; with arguments those go
to pytest instead. Exit 1 where a test fails, 2 where less is taken than ``[tool.coverage.report]`` of
``pyproject.toml`` asks for. It takes some minutes and is no step of ``tools/check``.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = ("bga", "components", "engine", "replay", "simulate", "testing", "attack", "cli")
"""The folders of tests that run engine and components for their own sake."""


def main() -> int:
    """Run the tests, show what they do not reach, return the exit code."""
    chosen = sys.argv[1:] or ["-n", "auto", *(f"tests/{name}" for name in TESTS)]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "COVERAGE_FILE": str(Path(folder) / "data")}

        def coverage(*arguments: str) -> int:
            command = [sys.executable, "-m", "coverage", *arguments]
            return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode

        failed = coverage("run", "-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen)
        coverage("combine", "--quiet")
        return coverage("report") or int(failed != 0)


if __name__ == "__main__":
    sys.exit(main())
