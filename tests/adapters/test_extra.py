"""Without the extra there is one message, which says what to install; everything else works."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEEDED = {"pettingzoo": ["pettingzoo", "gymnasium", "numpy"], "openspiel": ["pyspiel", "numpy"]}
PACKAGE = {"pettingzoo": "pettingzoo", "openspiel": "open_spiel"}


@pytest.mark.parametrize(
    ("adapter", "absent"), [(one, name) for one, names in NEEDED.items() for name in names]
)
def test_an_adapter_says_which_extra_it_needs(adapter: str, absent: str) -> None:
    code = (
        f"import sys; sys.modules[{absent!r}] = None\n"
        "from aurum_states.adapters import numbered\n"
        "from aurum_states.errors import MissingExtraError\n"
        "try:\n"
        f"    import aurum_states.adapters.{adapter}\n"
        "except MissingExtraError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, text=True, check=True)
    says = f"{PACKAGE[adapter]}, which takes games of ours in, is not installed: pip install 'aurum-states[rl]'\n"
    assert done.stdout == says


def test_the_games_themselves_need_no_numpy() -> None:
    code = (
        "import sys\n"
        "from aurum_states import load_game\n"
        "from aurum_states.adapters.numbered import NumberedGame\n"
        "NumberedGame(load_game('aurum'), 3)\n"
        "print('numpy' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, text=True, check=True)
    assert done.stdout == "False\n"
