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
