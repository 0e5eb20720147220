"""Standard streams that are closed, full or of another encoding; folders that have gone."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Ran

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell's redirections")

PLAY = "$A play aurum --seed S --bots all -q"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (f"{PLAY} >&-", 0),
        (f"{PLAY} <&- >&- 2>&- --replay x.jsonl && $A replay x.jsonl", 0),
        ("$A --help >&-", 0),
        ("$A replay nowhere 2>&-", 2),
        ("$A play --nope 2>&-", 2),
        (f"{PLAY} >/dev/full", 2),
        ("$A replay nowhere 2>/dev/full", 2),
        ("$A play --nope 2>/dev/full", 2),
        ("$A --help >/dev/full", 2),
        ("PYTHONIOENCODING=ascii $A new ünï", 0),
        ("LC_ALL=C PYTHONCOERCECLOCALE=0 PYTHONUTF8=0 $A new ünï", 2),
        ("$A new $'x\\xff'", 2),
        ("$A replay /dev/zero", 2),
        (f"mkdir gone && cd gone && rmdir ../gone && {PLAY}", 0),
        ("mkdir gone && cd gone && rmdir ../gone && $A new z", 2),
    ],
)
def test_a_command(shell: Callable[[str], Ran], line: str, code: int) -> None:
    if "/dev/" in line and not Path("/dev/full").exists():
        pytest.skip("there is no device that is always full")
    ran = shell(line)
    assert ran.code == code, ran
    assert "Traceback" not in ran.err
    assert "Exception ignored" not in ran.err
    assert len(ran.err.splitlines()) <= (4 if "--nope" in line else 1)
    if "2>&-" in line:
        assert ran.err == ""
        assert "error" not in ran.out


def test_a_recording_that_may_not_be_written_says_so_alone(shell: Callable[[str], Ran]) -> None:
    """Nothing is said to be dropped that is not."""
    if shell("command -v setpriv").code:
        pytest.skip("there is no way to be somebody who may not")
    shell(f"{PLAY} --replay x.jsonl; head -c 3000 x.jsonl > part.jsonl; chmod 444 part.jsonl")
    rights = "setpriv --bounding-set=-dac_override,-dac_read_search"
    ran = shell(
        f"{rights} $A play --resume part.jsonl --bots all -q; code=$?; wc -c < part.jsonl; exit $code"
    )
    assert (ran.code, ran.out.split()) == (2, ["3000"])
    assert ran.err == "error: part.jsonl: Permission denied\n"
