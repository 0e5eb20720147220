"""The benchmark against peers measures the same games, says what it could not measure, and keeps the page."""

import copy
import shutil
from pathlib import Path

import pytest

from tools.benchmarks.measure import Ratio
from tools.benchmarks.peers import command
from tools.benchmarks.peers.catalogue import COMPARISONS, NODE_ALONE, OWN, PEERS, Candidate, Comparison
from tools.benchmarks.peers.environments import Environment, NotInstalledError
from tools.benchmarks.peers.figures import PeerFigure
from tools.benchmarks.peers.page import as_json, as_text, waiting, write_section
from tools.benchmarks.peers.running import measure
from tools.benchmarks.peers.same_games import KINDS, check_same, recorded_games

NOWHERE = Path("nowhere")
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs node")


@pytest.fixture(scope="module")
def recorded():
    return recorded_games(2)


@needs_node
def test_the_game_in_javascript_is_ours(recorded):
    games, moves = check_same(NODE_ALONE, "plain", NOWHERE, recorded)
    assert games == 2 * len(KINDS)
    assert moves == sum(len(game["moves"]) for game in recorded)


def test_recorded_games_reach_everything_that_is_compared(recorded):
    moves = [move["move"] for game in recorded for move in game["moves"]]
    assert {"cancel", "keep", "pass"} <= {*moves}
    assert any(len(move.split()) == 3 for move in moves)  # the partner's bid
    assert any(len(each["nuggets"]) > 0 for game in recorded for each in game["rounds"])
    assert {len(game["decks"]) for game in recorded} >= {2, 3}


def _another_legal_move(game):
    game["moves"][40]["legal"].append("S99")


def _another_players_turn(game):
    game["moves"][40]["seat"] += 1


def _another_score(game):
    game["rounds"][0]["points"][0] += 1


def _another_winner(game):
    game["nuggets"][0] += 1


def _an_end_too_soon(game):
    del game["moves"][-1]


@needs_node
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_another_legal_move, "move 41, legal"),
        (_another_players_turn, "move 41, whose turn"),
        (_another_score, "rounds"),
        (_another_winner, "nuggets"),
        (_an_end_too_soon, "over: false here"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_another_game_is_found(recorded, change, said):
    game = copy.deepcopy(recorded[0])
    change(game)
    with pytest.raises(AssertionError, match=said):
        check_same(NODE_ALONE, "plain", NOWHERE, [game])


def installed(peer: str, kind: str, goal: float | None) -> Comparison:
    """Return a comparison whose peer is measured in the environment of the tests."""
    theirs = {
        "transitions": Candidate(OWN, "play_ours", ("ring", f"stock {kind}")),
        "python-statemachine": Candidate(OWN, "play_statecharts", ("python-statemachine", kind)),
    }
    ours = Candidate(OWN, "play_ours", ("ring", kind))
    return Comparison(peer, f"{peer} {kind}", ours, theirs[peer], goal, unit="an event")


def test_installed_peers_are_measured_in_processes():
    told: list[str] = []
    comparisons = [installed("transitions", "none", 1), installed("python-statemachine", "callback", None)]
    figures = measure(comparisons, NOWHERE, 2, 0.02, told.append)
    assert [figure.verdict for figure in figures] == ["met", "shown"], figures
    stock, other = (figure.measured.median for figure in figures if figure.measured)
    assert 5 < stock < other
    assert {"python", "transitions", "python-statemachine"} <= {*as_json(figures)["versions"]}
    assert "python-statemachine callback" in as_text(figures)
    assert told[0].startswith("round 1 of 2: 4 processes")


def test_a_table_of_ours_is_measured():
    own = Candidate(OWN, "play_ours", ("aurum", "plain simulation 3"))
    slow = Candidate(OWN, "play_ours", ("aurum", "all 4"))
    [figure] = measure([Comparison("own", "slow", own, slow)], NOWHERE, 1, 0.01, lambda _: None)
    assert figure.measured is not None, figure.note
    assert figure.measured.median > 1


def test_what_cannot_be_installed_says_why_and_the_exit_code_tells(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert command.main(["--only", "xstate", "--quick", "--cache", str(tmp_path)]) == 1
    printed = capsys.readouterr().out
    assert printed.count("not measured") == 2
    assert printed.count("node is not on this machine") == 2


def test_a_failed_installation_leaves_nothing(tmp_path):
    with pytest.raises(NotInstalledError, match="pip install"):
        Environment("broken", "python", ("no requirement !",)).prepare(tmp_path)
    assert not [*tmp_path.iterdir()]


def test_a_process_that_fails_is_no_figure():
    broken = Comparison("own", "broken", *[Candidate(OWN, "play_ours", ("ring", "no such ring"))] * 2)
    [figure] = measure([broken], NOWHERE, 1, 0.01, lambda _: None)
    assert figure.measured is None
    assert "KeyError" in figure.note


@pytest.mark.parametrize(
    "arguments", [["--write", "--quick"], ["--write", "--only", "sismic"], ["--only", "x"]]
)
def test_wrong_arguments_are_refused(arguments):
    with pytest.raises(SystemExit) as refused:
        command.main(arguments)
    assert refused.value.code == 2


def test_every_peer_has_a_goal_or_says_that_it_is_only_shown():
    goals = {(one.peer, one.goal) for one in COMPARISONS}
    bound = {("python-statemachine", 300), ("sismic", 200), ("xstate", 15), ("boardgame.io", 10)}
    assert bound | {("boardgame.io", 13), ("open_spiel", 0.35), ("rlcard", 4), ("pettingzoo", 3)} <= goals
    assert len({one.name for one in COMPARISONS}) == len(COMPARISONS)
    assert len(PEERS) == 9


def test_a_busy_machine_is_said_to_be_one():
    comparison = installed("transitions", "none", 60)
    idle, busy = (PeerFigure(comparison, Ratio(70, 69, 71), "", {}, waited) for waited in (0.01, 0.4))
    assert waiting([idle]) == ""
    assert "waited 40%" in waiting([idle, busy])


def test_the_section_takes_the_place_of_the_old_one(tmp_path):
    page = tmp_path / "benchmarks.md"
    page.write_text("# Benchmarks\n\nabove\n\n## Long runs\n\nbelow\n", encoding="utf-8")
    write_section(page, "## Peers\n\nfirst\n\n")
    write_section(page, "## Peers\n\nsecond\n\n")
    text = page.read_text(encoding="utf-8")
    assert text == "# Benchmarks\n\nabove\n\n## Peers\n\nsecond\n\n## Long runs\n\nbelow\n"


def test_a_section_without_long_runs_is_the_last(tmp_path):
    page = tmp_path / "benchmarks.md"
    page.write_text("# Benchmarks\n\nabove\n", encoding="utf-8")
    for text in ("first", "second"):
        write_section(page, f"## Peers\n\n{text}\n\n")
    assert page.read_text(encoding="utf-8") == "# Benchmarks\n\nabove\n\n## Peers\n\nsecond\n"
