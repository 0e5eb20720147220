"""``check_game``: a sound game passes and the report says what was tried; each kind of fault is found."""

import json
from pathlib import Path
from typing import Any

import pytest

from aurum_states import load_game
from aurum_states.replay.replay import Replay
from aurum_states.replay.runner import run
from aurum_states.testing import ConformanceReport, check_game
from aurum_states.testing.checking import KINDS
from tests.engine.small_games import GameMaker

from .card_game import STATES, write_grab

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "aurum_states" / "cli" / "template"
GOLDENS = ROOT / "tests" / "data" / "replays"


def check(maker: GameMaker, *changes: tuple[str, str], **more: Any) -> ConformanceReport:
    """Check the small game with lines of it changed; only two players, one game."""
    asked = {
        name: more.pop(name)
        for name in ("explain", "ends_within", "recordings", "games", "players", "seed")
        if name in more
    }
    return check_game(write_grab(maker, *changes, **more), **{"games": 1, "players": [2], **asked})


def said(report: ConformanceReport, kind: str) -> str:
    found = report.of(kind)
    assert found, f"nothing of the kind {kind}:\n{report}"
    return "\n".join(map(str, found))


# -- what passes


def test_a_sound_game_passes_and_the_report_says_what_was_tried(games):
    report = check(games, games=2, players=None)
    report.raise_for_findings()
    assert report.ok
    assert report.games == 4
    assert report.kinds == ["2 players", "3 players"]
    assert list(report.tried) == [kind for kind in KINDS if kind not in ("loads", "fails", "recordings")]
    for name, tried in report.tried.items():
        assert sum(tried.values()) > 0, name
    text = str(report)
    assert "grab: nothing found" in text
    assert f"{report.tried['moves']['moves accepted']:,} moves accepted" in text
    assert "longest game: " in text


def test_the_same_seed_tries_the_same(games):
    first, second, other = (check(games, seed=seed) for seed in ("a", "a", "b"))
    assert first.tried == second.tried
    assert first.tried != other.tried


def test_a_new_game_passes():
    report = check_game(TEMPLATE, games=1)
    report.raise_for_findings()
    assert report.recordings == 1
    assert "nothing is hidden: at every decision all seats are shown the same" in report.notes["leaks"]


def test_aurum_passes():
    report = check_game("aurum", games=1, players=[3], quit_every=100)
    report.raise_for_findings()
    assert any("option 100=2" in kind for kind in report.kinds)
    assert any("preference 100=2" in kind for kind in report.kinds)
    assert "dealt anew: cards.bid, cards.hand" in report.notes["leaks"]


def test_a_recording_of_aurum_passes_at_every_decision():
    report = check_game("aurum", games=0, recordings=GOLDENS / "4-expert.replay.jsonl", quit_every=100)
    report.raise_for_findings()
    assert report.recordings == 1
    assert report.moves > 50


# -- what does not

PLAYED = '        cards.move_card(card_id, "table", active_player_id)\n'
MOVES = '{"actPlay": sorted(self.state.cards.ids("hand", player)), "actPass": [()]}'
PROGRESSION = 'return 100 - 100 * len(cards.ids("hand", None)) / (3 * len(self.players))'
CLASS = '    """Everybody has three cards and plays them; who has played the highest numbers wins."""\n'


def test_files_that_are_wrong(games):
    text = said(check(games, states=STATES.replace("turn: turn", "turn: trun")), "loads")
    assert "the game cannot be loaded" in text
    assert "did you mean 'turn'" in text


def test_a_game_that_is_not_there():
    assert "no game 'aurrum' is registered (did you mean 'aurum'?)" in said(check_game("aurrum"), "loads")


def test_errors_of_check_are_findings(games):
    wrong = ('"passed", "${player_name} passes"', '"passed", "${player_nam} passes"')
    assert "notify.placeholder.missing" in said(check(games, wrong), "loads")


def test_code_that_fails(games):
    text = said(check(games, (PLAYED, PLAYED + "        self.nothing()\n")), "fails")
    assert "the game fails in act_play" in text
    assert "after move " in text


def test_what_a_paranoid_table_finds(games):
    looking = (
        "    def arg_turn(self) -> Args:\n",
        "    def arg_turn(self) -> Args:\n        self.state.passes += 1\n",
    )
    assert "a paranoid table finds: the state was changed by arg_turn" in said(check(games, looking), "fails")


def test_a_move_that_is_offered_and_refused(games):
    change = (
        PLAYED,
        '        if self.number(card_id) > 6:\n            raise UserException("too high")\n' + PLAYED,
    )
    text = said(check(games, change), "moves")
    assert "is offered actPlay(cardId=" in text
    assert "refused with action.rule: too high" in text


def test_a_request_that_fails_where_it_should_be_refused(games):
    text = said(check(games, (MOVES, '{"actPlay": ANY, "actPass": [()]}')), "refusals")
    assert "fails where it should be refused" in text


def test_a_request_that_is_accepted_and_should_not_be(games):
    """What is legal is thrown with dice of the game's own."""
    text = said(
        check(
            games,
            (CLASS, CLASS + "    dice = __import__('random').Random(1)\n"),
            (
                "return " + MOVES,
                'others = self.state.cards.ids("hand", self.next_player(player))\n'
                "        more = [card for card in others if self.dice.random() < 0.5]\n"
                '        return {"actPlay": sorted(self.state.cards.ids("hand", player) + more), "actPass": [()]}',
            ),
            games=2,
        ),
        "refusals",
    )
    assert "(not a legal option) is accepted" in text


def test_data_outside_the_state(games):
    report = check(
        games,
        (CLASS, CLASS + "    passed = []\n"),
        ("        s.passes += 1\n", "        self.passed.append(1)\n        s.passes = len(self.passed)\n"),
    )
    assert "the same inputs have led to another table" in said(report, "deterministic")
    assert "restored in another process goes another way" in said(report, "restored")


def test_what_depends_on_how_texts_are_hashed(games):
    """The order of a set of texts is the same in one process, and another one in the next."""
    words = '{"one", "two", "three", "four", "five", "six", "seven"}'
    report = check(
        games, ('            "passes": self.state.passes,\n', f'            "words": list({words}),\n')
    )
    assert "view.words[" in said(report, "restored")
    assert not report.of("deterministic")


def test_a_title_that_lacks_an_argument(games):
    change = ('return {"left": len(self.state.cards.ids("deck", None))}', "return {}")
    assert "lacks ${left}: " in said(check(games, change), "placeholders")


def test_a_notification_that_lacks_an_argument(games):
    change = ("number=self.number(card_id)\n", "nummer=self.number(card_id)\n")
    assert "the placeholder ${number}" in said(check(games, change), "placeholders")


def test_a_notification_within_a_notification_that_lacks_an_argument(games):
    change = (
        '"passed", "${player_name} passes", player_id=active_player_id',
        '"passed", "${what}", what={"log": "${who} passes", "args": {}}',
    )
    assert "the notification passed lacks ${who}: ${who} passes" in said(check(games, change), "placeholders")


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("return 50 * len(cards.ids('hand', None)) / (3 * len(self.players))", "the progression falls from "),
        ("return 110", "the progression is 110; it goes from 0 to 100"),
        ("return 0", "the progression is always 0; write get_game_progression"),
    ],
)
def test_a_wrong_progression(code, text, games):
    assert text in said(check(games, (PROGRESSION, code)), "progression")


def test_what_is_explained_is_told_and_no_failure(games):
    code = "return 50 * len(cards.ids('hand', None)) / (3 * len(self.players))"
    report = check(games, (PROGRESSION, code), explain={"progression": "hands count down"})
    report.raise_for_findings()
    [(finding, reason)] = report.explained
    assert reason == "hands count down"
    assert "explained (hands count down): progression:" in str(report)
    assert "the progression falls" in finding.message


@pytest.mark.parametrize("explain", [{"progress": "so it is"}, {"progression": " "}])
def test_only_a_kind_of_finding_can_be_explained_and_only_with_a_reason(explain, games):
    with pytest.raises(ValueError, match=r"did you mean 'progression'|a reason is needed"):
        check(games, explain=explain)


def test_a_game_that_does_not_end(games):
    change = ('            s.cards.move_card(card, "gone")\n', "            pass\n")
    report = check(games, change, (PLAYED, "        pass\n"), ends_within=20)
    assert "the game has not ended after 20 moves" in said(report, "ends")
    assert "0 games ended: no game has come to its end" in said(report, "ends")


def test_statistics_without_a_value_at_the_end(games):
    text = said(
        check(
            games,
            ('        stats.init_player("passes", 0)\n', ""),
            (", 1, active_player_id)", ", 0, active_player_id)"),
        ),
        "ends",
    )
    assert "the statistic 'passes' of Ada has no value at the end" in text


def test_statistics_that_are_declared_only(games):
    report = check(
        games,
        ("    stats: Statistics\n", ""),
        ('        stats = self.create_statistics()\n        stats.init_player("passes", 0)\n', ""),
        ("cards=cards, stats=stats", "cards=cards"),
        ('        s.stats.inc_player("passes", 1, active_player_id)\n', ""),
    )
    assert "statistics are declared, but the state has none" in said(report, "ends")


def test_scores_that_nobody_gets(games):
    change = ("        self.player_score.inc(active_player_id, self.number(card_id), None)\n", "")
    assert "nobody has ever had a score" in said(check(games, change), "ends")


def test_a_game_that_cannot_go_on_without_somebody(games):
    change = ("return self.act_pass(active_player_id)", "raise ValueError('nobody plays')")
    assert "nobody plays" in said(check(games, change), "quits")


def test_a_fault_that_only_a_value_of_an_option_shows(games):
    option = {"name": "Variant", "values": {"1": {"name": "Short"}, "2": {"name": "Long"}}, "default": 1}
    report = check(
        games,
        ("        s.passes += 1\n", "        s.passes += 1 if self.options[100] == 1 else self.nothing\n"),
        files={"gameoptions.json": {"100": option}},
    )
    assert report.kinds == ["2 players", "2 players, option 100=2"]
    assert "(2 players, option 100=2, seed 'check 0', after move " in said(report, "fails")
    assert "(2 players, seed" not in str(report)


def test_a_value_that_no_table_can_start_with_is_said(games):
    option = {
        "name": "Variant",
        "values": {"1": {"name": "Short"}, "2": {"name": "Long"}},
        "startcondition": {"2": [{"type": "minplayers", "value": 3, "message": "for three"}]},
    }
    report = check(games, files={"gameoptions.json": {"100": option}})
    assert report.kinds == ["2 players"]
    assert "option 100=2 cannot start: " in report.notes["tables"][0]
    assert "option 100=2 cannot start: " in str(report)


def test_recordings_of_the_folder_are_run(games, tmp_path):
    folder = write_grab(games)
    report = check_game(folder, games=1, players=[2])
    assert report.recordings == 0
    lines: list[bytes] = []
    from aurum_states import Table
    from aurum_states.replay.recorder import recorded
    from aurum_states.simulate.agents import RandomAgent, play_out

    def play(recorder: Any) -> Table:
        table = Table.create(load_game(folder), 2, seed="S", recorder=recorder)
        return play_out(table, {player.id: RandomAgent("A") for player in table.players})

    file = folder / "first.replay.jsonl"
    file.write_bytes(recorded(play))
    assert check_game(folder, games=0).recordings == 1
    lines = file.read_bytes().splitlines()
    lines[2] = lines[2].replace(b'"digest":"', b'"digest":"0')
    file.write_bytes(b"\n".join(lines))
    assert "expected the digest 0" in said(check_game(folder, games=0), "recordings")
    file.write_bytes(b"nothing")
    assert "first.replay.jsonl: " in said(check_game(folder, games=0), "recordings")
    (empty := tmp_path / "empty").mkdir()
    assert "no recording (*.replay.jsonl) lies in" in said(
        check_game(folder, games=1, recordings=empty), "recordings"
    )


def test_nothing_tried_is_a_finding_not_a_pass(games):
    report = check(games, games=0)
    assert {one.kind for one in report.findings} >= {"moves", "refusals", "deterministic", "restored", "ends"}
    assert "0 moves accepted: no state has ever offered a move" in said(report, "moves")


def test_findings_are_written_as_recordings_that_run(games, tmp_path):
    change = (
        PLAYED,
        '        if self.number(card_id) > 6:\n            raise UserException("too high")\n' + PLAYED,
    )
    folder = write_grab(games, change)
    report = check_game(folder, games=1, players=[2])
    with pytest.raises(AssertionError, match=r"written: .*moves-.*\.replay\.jsonl"):
        report.raise_for_findings(tmp_path / "found")
    file = next((tmp_path / "found").glob("moves-*"))
    mismatch = run(Replay.read(file), load_game(folder)).mismatch
    assert mismatch is not None
    assert mismatch.actual == "action.rule"
    assert json.loads(file.read_bytes().splitlines()[-1])["action"] == "actPlay"
