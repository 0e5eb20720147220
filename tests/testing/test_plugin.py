"""The pytest plugin, in real runs of pytest of its own."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GOLDENS = ROOT / "tests" / "data" / "replays"
NAME = "3-base.replay.jsonl"


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A folder with one recorded game in it."""
    (tmp_path / "replays").mkdir()
    shutil.copy(GOLDENS / NAME, tmp_path / "replays")
    return tmp_path


def pytest_in(folder: Path, *arguments: str, code: int = 0, ci: str = "") -> str:
    """Run pytest there with the plugin; return what it printed."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "aurum_states.testing.plugin",
        "-p",
        "no:randomly",
        *arguments,
    ]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "CI": ci, "PYTHONPATH": str(ROOT)}
    environment.pop("PYTEST_XDIST_WORKER", None)
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def spoil(file: Path, line: int = 30, **changes: object) -> None:
    lines = file.read_text().splitlines()
    lines[line - 1] = json.dumps({**json.loads(lines[line - 1]), **changes}, separators=(",", ":"))
    file.write_text("\n".join(lines) + "\n")


def test_a_recording_is_a_test_named_after_its_file(suite):
    shutil.copy(GOLDENS / "4-expert.replay.jsonl", suite / "replays")
    said = pytest_in(suite, "-v", "-k", "base")
    assert "replays/3-base.replay.jsonl::3-base PASSED" in said
    assert "1 passed, 1 deselected" in said


def test_a_difference_shows_the_moves_and_the_values_not_two_hashes(suite):
    spoil(suite / "replays" / NAME, digest="0" * 16)
    said = pytest_in(suite, code=1)
    assert f"{NAME}:30: the recording goes another way" in said
    assert "state.starter: 2300002 -> 2300001" in said
    assert "move 13  Cleo: B7  actPlayCard(cardId=3)" in said
    assert "move 14  Ada: C2  actPlayCard(cardId=33)  <- here" in said
    assert "Traceback" not in said


def test_the_tables_of_the_last_run_that_passed_are_compared(suite, tmp_path):
    """The game is changed under a recording that has passed before."""
    game = tmp_path / "stones"
    shutil.copytree(ROOT / "aurum_states" / "cli" / "template", game)
    assert "1 passed" in pytest_in(game, "tests/first.replay.jsonl")
    code = (game / "game.py").read_text()
    rule = "        self.state.left -= count\n"
    assert rule in code
    (game / "game.py").write_text(
        code.replace(rule, f"{rule}        self.player_score_aux.inc(active_player_id, 2)\n")
    )
    said = pytest_in(game, "tests/first.replay.jsonl", code=1)
    at = said.index("the tables differ (the run that passed -> this run):")
    assert said[at:].splitlines()[1] == "  core.score_aux.values.2300002: 0 -> 2"


def test_a_file_that_is_none_fails_with_its_line(suite):
    (suite / "replays" / "broken.replay.jsonl").write_text('{"format": 3}\n')
    said = pytest_in(suite, code=1)
    assert "broken.replay.jsonl:1: no replay: " in said
    assert "1 failed, 1 passed" in said


def test_update_rewrites_and_shows_what_is_new(suite):
    file = suite / "replays" / NAME
    spoil(file, digest="0" * 16)
    said = pytest_in(suite, "--replay-update")
    assert "rewritten recordings" in said
    assert "line 30: move 14 in state playerTurn: " in said
    assert file.read_bytes() == (GOLDENS / NAME).read_bytes()


@pytest.mark.parametrize("ci", ["true", "1"])
def test_update_is_refused_under_ci(suite, ci):
    file = suite / "replays" / NAME
    spoil(file, digest="0" * 16)
    before = file.read_bytes()
    said = pytest_in(suite, "--replay-update", code=4, ci=ci)
    assert "--replay-update is refused under CI" in said
    assert file.read_bytes() == before


def test_a_named_folder_without_a_recording_is_a_failure(suite):
    (suite / "pyproject.toml").write_text('[tool.aurum-states]\nreplays = ["replays", "more"]\n')
    (suite / "more").mkdir()
    said = pytest_in(suite, code=1)
    assert "more: no recording (*.replay.jsonl) lies there" in said
    assert "1 failed, 1 passed" in said


def test_a_named_folder_out_of_this_run_is_left_alone(suite):
    (suite / "pyproject.toml").write_text('[tool.aurum-states]\nreplays = ["more"]\n')
    assert "1 passed" in pytest_in(suite, "replays")


def test_a_wrong_table_is_one_message(suite):
    (suite / "pyproject.toml").write_text("[tool.aurum-states]\nreplays = 3\n")
    assert "replays must be a list of folders" in pytest_in(suite, code=4)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('[tool.aurum-states]\nreplay = ["more"]\n', "unknown key replay (did you mean 'replays'?)"),
        ("[tool]\naurum-states = 3\n", "aurum-states below tool must be a table"),
    ],
)
def test_a_slip_in_the_table_is_told(suite, table, said):
    (suite / "pyproject.toml").write_text(table)
    assert said in pytest_in(suite, code=4)


def test_fixtures(suite):
    (suite / "test_words.py").write_text(
        "import pytest\n"
        '@pytest.mark.bga_game("aurum")\n'
        "def test_table(table):\n"
        '    table(4).expects_state("bidding")\n'
        "def test_replay(replay):\n"
        f'    assert replay("replays/{NAME}").ended\n'
        "def test_no_game(bga_game): pass\n"
        "def test_wrong(replay):\n"
        '    replay("no.replay.jsonl")\n'
    )
    said = pytest_in(suite, "test_words.py", code=1)
    assert "which game? Mark the test with" in said
    assert "no.replay.jsonl: cannot be read" in said
    assert "1 failed, 2 passed, 1 error" in said


def test_a_suite_without_recordings_imports_nothing_of_the_engine(tmp_path):
    (tmp_path / "test_plain.py").write_text(
        "import sys\ndef test_nothing():\n"
        "    loaded = [name for name in sys.modules if name.startswith('aurum_states')]\n"
        "    assert sorted(loaded) == ['aurum_states', 'aurum_states.testing', 'aurum_states.testing.plugin']\n"
        "    assert 'pydantic' not in sys.modules and 'transitions' not in sys.modules\n"
    )
    assert "1 passed" in pytest_in(tmp_path)


WORDS = """\
import pytest
pytestmark = pytest.mark.bga_game("aurum")
POSITION = {
    "hands": [["S4", "B7"], ["C1", "C2"], ["P3", "P9"]], "bids": ["S2", "B5", "C6"], "gold": [["G0"], [], []], "leader": 0
}
def test_keep(table):
    table(3, position=POSITION).plays("Ada", "keep")
def test_refuse(table):
    table(3, position=POSITION).refuses("Ben", "keep", "action.not_your_turn")
"""


@pytest.mark.parametrize("workers", [(), ("-n", "2", "-p", "xdist.plugin")])
def test_what_all_tests_reach_together_is_reported(suite, workers):
    (suite / "test_words.py").write_text(WORDS)
    said = pytest_in(suite, "--state-coverage", *workers)
    assert "state coverage" in said
    assert "(3 runs, " in said
    assert "states          9 of 9" in said
    assert "test_words.py::test_keep: " in said


@pytest.mark.parametrize("workers", [(), ("-n", "2", "-p", "xdist.plugin")])
def test_less_than_demanded_is_a_failure(suite, workers):
    (suite / "test_words.py").write_text(WORDS)
    said = pytest_in(suite, "--state-coverage=90", "test_words.py", *workers, code=1)
    assert "never: actBid in bidding  (" in said
    assert "required: 90 % of every game (FAILED)" in said


def test_files_behind_the_option_are_no_percentage(tmp_path):
    said = pytest_in(tmp_path, "--state-coverage", "tests", code=4)
    assert "'tests' is no percentage; write --state-coverage=PERCENT, or the option behind the files" in said


@pytest.mark.parametrize("percent", ["900", "-1", "nan"])
def test_a_percentage_that_is_none(tmp_path, percent):
    said = pytest_in(tmp_path, f"--state-coverage={percent}", code=4)
    assert f"{percent} is no percentage: it is a number from 0 to 100" in said


def test_no_game_at_all_is_less_than_demanded(tmp_path):
    (tmp_path / "test_plain.py").write_text("def test_nothing(): pass\n")
    said = pytest_in(tmp_path, "--state-coverage=1", code=1)
    assert "no test has played a game" in said


def test_the_example_of_the_page(tmp_path):
    page = (ROOT / "docs" / "replays.md").read_text()
    (tmp_path / "test_bids.py").write_text(
        page.split("```python file=tests/test_bids.py\n")[1].split("```")[0]
    )
    assert "1 passed" in pytest_in(tmp_path)


def test_what_check_game_plays_is_counted(tmp_path):
    shutil.copytree(ROOT / "aurum_states" / "cli" / "template", tmp_path / "stones")
    said = pytest_in(tmp_path / "stones", "--state-coverage", "-k", "as_a_whole")
    assert "  actions         1 of 1" in said
