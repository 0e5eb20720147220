"""The gate: which steps run, and that one bad step makes it bad."""

import sys

import pytest

from tools import gate

GOOD = [sys.executable, "-c", "pass"]
BAD = [sys.executable, "-c", "raise SystemExit(5)"]


def test_every_step_runs_and_one_failure_counts(capfd: pytest.CaptureFixture[str]) -> None:
    assert gate.run_gate({"one": GOOD, "two": BAD, "three": GOOD}) == 1
    shown = capfd.readouterr().out
    assert "== three" in shown
    assert "FAILED (exit 5)" in shown
    assert shown.endswith("failed: two\n")


def test_all_good(capfd: pytest.CaptureFixture[str]) -> None:
    assert gate.run_gate({"one": GOOD}) == 0
    assert capfd.readouterr().out.endswith("all good\n")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], list(gate.STEPS)),
        (["--no-tests"], [step for step in gate.STEPS if step != "tests"]),
        (["types", "lint"], ["types", "lint"]),
    ],
)
def test_steps_chosen(arguments: list[str], expected: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[str] = []
    monkeypatch.setattr(gate, "run_gate", lambda steps: chosen.extend(steps) or 0)
    assert gate.main(arguments) == 0
    assert chosen == expected


def test_unknown_step_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        gate.main(["typse"])
    assert ended.value.code == 2
    assert "the steps are markers, format, lint, types, layers, tests, wheel" in capsys.readouterr().err
