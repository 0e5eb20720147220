"""The gate that every change passes: markers, format, lint, types, layers, tests, wheel.

Started by ``tools/check`` (or ``python3 tools/dev.py check``), which sees to the environment. Runs every step
even when one fails, so that one run shows all there is to mend.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

PROGRAMS = Path(sys.executable).parent


def program(name: str, *arguments: str) -> list[str]:
    """Build the command line of a program that lies beside this Python."""
    return [str(PROGRAMS / name), *arguments]


STEPS: Mapping[str, Sequence[str]] = {
    "markers": [sys.executable, "tools/merge_markers.py"],
    "format": program("ruff", "format", "--check", "."),
    "lint": program("ruff", "check", "."),
    "types": program("mypy", "--strict"),
    "layers": program("lint-imports", "--no-logo"),
    "tests": [sys.executable, "tools/dev.py", "test"],
    "wheel": [sys.executable, "tools/wheel_check.py"],
}


class Outcome(NamedTuple):
    """How one step went: its exit code (0 is good) and the seconds it took."""

    step: str
    code: int
    seconds: float

    def __str__(self) -> str:
        verdict = "ok" if self.code == 0 else f"FAILED (exit {self.code})"
        return f"{self.step:8} {self.seconds:7.1f} s  {verdict}"


def run_step(step: str, command: Sequence[str]) -> Outcome:
    """Run one step, its output shown as it comes."""
    print(f"== {step}: {' '.join([Path(command[0]).name, *command[1:]])}", flush=True)
    began = time.monotonic()
    code = subprocess.call(command, stdin=subprocess.DEVNULL)
    return Outcome(step, code, time.monotonic() - began)


def run_gate(steps: Mapping[str, Sequence[str]]) -> int:
    """Run ``steps`` in order and sum them up; return 0 when all are good, else 1."""
    outcomes = []
    for step, command in steps.items():
        outcomes.append(run_step(step, command))
        print(f"{outcomes[-1]}\n", flush=True)
    print("== summary")
    for outcome in outcomes:
        print(outcome)
    failed = [outcome.step for outcome in outcomes if outcome.code]
    print(f"failed: {', '.join(failed)}" if failed else "all good")
    return 1 if failed else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Choose the steps and run them; return the exit code (130: interrupted)."""
    parser = argparse.ArgumentParser(prog="tools/check", description="Run the gate, whole or step by step.")
    parser.add_argument("steps", nargs="*", metavar="STEP", help=f"one of: {', '.join(STEPS)} (default: all)")
    parser.add_argument("--no-tests", action="store_true", help="leave out the tests")
    chosen = parser.parse_args(arguments)
    unknown = [step for step in chosen.steps if step not in STEPS]
    if unknown:
        parser.error(f"there is no step {unknown[0]!r}; the steps are {', '.join(STEPS)}")
    wanted = [step for step in chosen.steps or STEPS if not (chosen.no_tests and step == "tests")]
    try:
        return run_gate({step: STEPS[step] for step in wanted})
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
