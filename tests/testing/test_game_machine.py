"""``game_machine``: a sound game passes; what is wrong is shrunk, and written as a recording."""

import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from aurum_states import load_game
from aurum_states.errors import GameError
from aurum_states.replay.replay import Replay
from aurum_states.replay.runner import run
from aurum_states.testing import check_game, game_machine, state_coverage
from tests.bga.drafting_game import write_draft

from .card_game import write_grab

ROOT = Path(__file__).parents[2]
SETTINGS = settings(
    max_examples=15,
    stateful_step_count=8,
    deadline=None,
    database=None,
    derandomize=True,
    report_multiple_bugs=False,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)
PLAYED = '        cards.move_card(card_id, "table", active_player_id)\n'


def broken(folder: Path, found: Path, **asked: Any) -> tuple[BaseException, Replay]:
    """Run the machine, which must fail; return the failure and the recording it wrote."""
    machine = game_machine(folder, recordings=found, **asked)
    with pytest.raises(AssertionError) as raised:
        run_state_machine_as_test(machine, settings=SETTINGS)
    [file] = found.glob("*.replay.jsonl")
    assert f"written: {file}" in raised.value.__notes__
    return raised.value, Replay.read(file)


@pytest.mark.parametrize("game", ["grab", "template", "aurum", "draft"])
def test_a_sound_game_passes(game, games, tmp_path):
    template = ROOT / "aurum_states" / "cli" / "template"
    made = {"grab": write_grab, "draft": write_draft}
    folder = made[game](games) if game in made else {"template": template, "aurum": "aurum"}[game]
    machine = game_machine(folder, recordings=tmp_path / "found", ends_within=2000)
    run_state_machine_as_test(machine, settings=settings(SETTINGS, max_examples=8))
    assert not (tmp_path / "found").exists()
    assert sum(machine.taken.values()) > 20


def test_it_is_a_test_case_that_says_which_actions_were_never_taken(games, capsys):
    never = (
        'return {"actPlay": sorted(self.state.cards.ids("hand", player)), "actPass": [()]}',
        'return {"actPlay": sorted(self.state.cards.ids("hand", player))}',
    )
    machine = game_machine(
        write_grab(
            games,
            never,
            (
                "return self.act_pass(active_player_id)",
                "return self.act_play(min(self.state.cards.ids('hand', active_player_id)), active_player_id)",
            ),
        )
    )
    case = machine.TestCase
    case.settings = settings(SETTINGS, max_examples=5)
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(case)
    outcome = unittest.TestResult()
    suite.run(outcome)
    assert outcome.wasSuccessful(), outcome.errors + outcome.failures
    assert machine.never_taken() == ["actPass"]
    assert "grab: never taken: actPass\n" in capsys.readouterr().out


@pytest.mark.parametrize("played_by", ["game_machine", "check_game"])
def test_what_is_played_counts_for_state_coverage(played_by, games, monkeypatch):
    collector = state_coverage.Collector(0)
    monkeypatch.setattr(state_coverage, "collector", collector)
    folder = write_draft(games)
    if played_by == "check_game":
        check_game(folder, games=1, players=[2], quit_every=100)
    else:
        run_state_machine_as_test(game_machine(folder), settings=settings(SETTINGS, max_examples=8))
    [data] = collector.as_data()
    reached = {(kind, *name) for kind, name, _ in data["reached"]}
    assert {("action", "choose", "actChoose"), ("transition", "choose", "chosen", "confirm")} <= reached
    assert ("state", "draft") in reached


def test_an_invariant_that_breaks_is_shrunk_to_the_move_that_breaks_it(games, tmp_path):
    wrong = ("[] if size == 12", "[] if size == 12 and not self.state.passes > 1")
    folder = write_grab(games, wrong)
    error, replay = broken(folder, tmp_path / "found")
    assert "an invariant is broken: a card is lost" in str(error)
    passes = [one for one in replay.moves if one.action == "actPass"]
    assert len(replay.moves) == len(passes), "two passes are enough, whoever makes them"
    assert len(replay.entries) <= 4
    assert run(replay, load_game(folder)).mismatch is None, (
        "the recording runs where nobody looks at invariants"
    )


def test_code_that_fails_is_written_with_the_move_that_makes_it(games, tmp_path):
    folder = write_grab(games, (PLAYED, PLAYED + "        cards.move_card(77, 'table')\n"))
    error, replay = broken(folder, tmp_path / "found")
    assert "no card has id 77" in str(error)
    [entry] = replay.moves
    assert entry.action == "actPlay"
    with pytest.raises(GameError, match="no card has id 77"):
        run(replay, load_game(folder))


def test_a_move_that_is_offered_and_refused(games, tmp_path):
    change = (
        PLAYED,
        '        if self.number(card_id) > 6:\n            raise UserException("too high")\n' + PLAYED,
    )
    error, replay = broken(write_grab(games, change), tmp_path / "found")
    assert "but it is refused with action.rule: too high" in str(error)
    assert len(replay.moves) == 1


def test_a_request_that_fails_where_it_should_be_refused(games, tmp_path):
    change = (
        '{"actPlay": sorted(self.state.cards.ids("hand", player)), "actPass": [()]}',
        '{"actPlay": ANY, "actPass": [()]}',
    )
    error, _ = broken(write_grab(games, change), tmp_path / "found")
    assert "no card has id" in str(error)


def test_a_game_that_does_not_end(games, tmp_path):
    change = ('            s.cards.move_card(card, "gone")\n', "            pass\n")
    error, replay = broken(
        write_grab(games, change, (PLAYED, "        pass\n")), tmp_path / "found", ends_within=9
    )
    assert str(error) == "the game has not ended within 9 moves"
    assert len(replay.moves) == 9


def test_a_game_that_cannot_be_set_up(games, tmp_path):
    error, replay = broken(
        write_grab(games, ('        cards.shuffle("deck")\n', "        cards.shufle('deck')\n")),
        tmp_path / "found",
    )
    assert "shufle" in str(error)
    assert not replay.entries


def test_data_that_a_snapshot_does_not_hold(games, tmp_path):
    folder = write_grab(
        games,
        ("class Grab(Game[GrabState]):\n", "class Grab(Game[GrabState]):\n    views = []\n"),
        (
            '            "passes": self.state.passes,\n',
            '            "views": self.views.append(1) or len(self.views),\n',
        ),
    )
    error, _ = broken(folder, tmp_path / "found")
    assert "has changed" in str(error) or "is another" in str(error)


def test_without_hypothesis_the_reason_is_said():
    code = (
        "import sys; sys.modules['hypothesis'] = None\n"
        "try:\n    from aurum_states.testing import game_machine\n"
        "except ImportError as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == (
        "game_machine needs hypothesis, which is not installed: pip install 'aurum-states[test]', "
        "or pip install hypothesis\n"
    )


def test_names_are_loaded_at_their_first_use():
    code = (
        "import sys, aurum_states.testing as t; before = set(sys.modules); t.check_game; "
        "print('hypothesis' in sys.modules, 'pytest' in sys.modules, sorted(t.__all__))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("False False ['ConformanceReport', 'Finding', 'Tabletop', 'check_game'")
