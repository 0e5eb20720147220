"""The pytest plugin: each ``*.replay.jsonl`` of a test folder is a test. Nothing needs to be configured.

Imports nothing of this package at its top: a test suite without replays does not pay for it.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from aurum_states.definitions.definition import GameDefinition
    from aurum_states.replay.runner import ReplayResult
    from aurum_states.testing.tabletop import Tabletop

SUFFIX = ".replay.jsonl"
REWRITTEN = "aurum-states-rewritten"
"""Property of a test's report: the recording that was rewritten, and what was changed in it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of recordings."""
    group = parser.getgroup("aurum-states", "recorded games (aurum-states)")
    group.addoption(
        "--replay-update",
        action="store_true",
        help="Rewrite recordings that go another way, and show what was changed. Refused under CI.",
    )
    group.addoption(
        "--state-coverage",
        nargs="?",
        type=_percentage,
        const=0.0,
        metavar="FAIL_UNDER",
        help="Report which states, transitions and actions the tests reach; fail below this percentage.",
    )
    group.addoption(
        "--game",
        metavar="GAME",
        help="The game of all recordings: a registered name or a folder (default: the header's).",
    )


def _percentage(text: str) -> float:
    """Read the number after ``--state-coverage``; without ``=`` pytest takes what stands next for it."""
    try:
        percentage = float(text)
        if not 0 <= percentage <= 100:
            raise argparse.ArgumentTypeError(f"{text} is no percentage: it is a number from 0 to 100")
        return percentage
    except ValueError:
        said = f"{text!r} is no percentage; write --state-coverage=PERCENT, or the option behind the files"
        raise argparse.ArgumentTypeError(said) from None


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker; refuse what may not be done here."""
    config.addinivalue_line(
        "markers", "bga_game(game): the game of the fixtures table and bga_game: a registered name or folder"
    )
    if config.getoption("replay_update"):
        from aurum_states.testing.collecting import refuse_update_in_ci

        refuse_update_in_ci()
    if config.getoption("state_coverage") is not None:
        from aurum_states.testing import state_coverage

        state_coverage.collector = state_coverage.Collector(config.getoption("state_coverage"))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Take a recording as a test file."""
    if not file_path.name.endswith(SUFFIX):
        return None
    from aurum_states.testing.collecting import ReplayFile

    return ReplayFile.from_parent(parent, path=file_path)


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[Any]) -> None:
    """Add a failing test for each folder that should hold recordings and holds none."""
    file = config.rootpath / "pyproject.toml"
    if not file.is_file() or b"aurum-states" not in file.read_bytes():
        return
    from aurum_states.testing.collecting import folders_without_replays

    items[:0] = folders_without_replays(session, file)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what a worker of pytest-xdist has counted."""
    if node.config.getoption("state_coverage") is not None and hasattr(node, "workeroutput"):
        from aurum_states.testing import state_coverage

        if state_coverage.collector is not None:
            state_coverage.collector.add_data(node.workeroutput.get(state_coverage.OUTPUT, ()))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand over what was counted, or judge it."""
    if session.config.getoption("state_coverage") is None:
        return
    from aurum_states.testing import state_coverage

    counted = state_coverage.collector
    if counted is None:
        return
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput[state_coverage.OUTPUT] = counted.as_data()
    elif counted.failed and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Show what was rewritten, and what was reached."""
    if config.getoption("state_coverage") is not None:
        from aurum_states.testing import state_coverage

        if state_coverage.collector is not None:
            terminalreporter.section("state coverage")
            for line in state_coverage.collector.report():
                terminalreporter.write_line(line)
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.stats.get(kind, ())]
    said = [text for report in reports for name, text in report.user_properties if name == REWRITTEN]
    if said:
        terminalreporter.section("rewritten recordings")
        for text in said:
            terminalreporter.write_line(text)


@pytest.fixture
def bga_game(request: pytest.FixtureRequest) -> "GameDefinition":
    """Give the game of the marker ``bga_game``, else of the nearest game folder above the test."""
    from aurum_states.testing.fixtures import game_of_test

    return game_of_test(request)


@pytest.fixture
def table(bga_game: "GameDefinition") -> "Callable[..., Tabletop]":
    """Set up a table: ``table(players=3, options={100: 2}, position={...}, seed="test")``."""
    from aurum_states.testing.tabletop import Tabletop

    return lambda players=None, **wishes: Tabletop.create(
        bga_game, bga_game.infos.players[0] if players is None else players, **wishes
    )


@pytest.fixture
def replay(request: pytest.FixtureRequest) -> "Callable[..., ReplayResult]":
    """Run a recording beside the test, which must go the same way: ``replay("evening.replay.jsonl")``."""
    from aurum_states.testing.fixtures import replay_beside

    return lambda file, **how: replay_beside(request.path.parent, file, **how)
