"""Coverage is measured with what pytest starts, and less than asked for is told."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("coverage")

ROOT = Path(__file__).parents[2]


def test_few_tests_do_not_do() -> None:
    command = [
        sys.executable,
        str(ROOT / "tools" / "measure_coverage.py"),
        "tests/components/test_globals.py",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT.anchor)
    assert done.returncode == 2, done.stderr
    assert "passed" in done.stdout
    assert "TOTAL" in done.stdout
    assert "components/globals.py" in done.stdout  # of which these tests reach most
    assert "Coverage failure: total of" in done.stdout + done.stderr
