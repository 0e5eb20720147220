"""Simulations: the same result however the work is divided, what it counts, and games that do not end."""

import contextlib
import json
from collections import Counter
from pathlib import Path

import distributed
import pytest

from aurum_states import Table, load_game
from aurum_states.engine.modes import SimulationTable
from aurum_states.engine.setup import Setup
from aurum_states.errors import GameError, LostWorkersError
from aurum_states.replay.replay import Replay
from aurum_states.replay.runner import run
from aurum_states.simulate import workers
from aurum_states.simulate.agents import BiasedAgent, RandomAgent, play_out
from aurum_states.simulate.bots import BotError, bot, bots_by_seat
from aurum_states.simulate.case import Case
from aurum_states.simulate.playing import play, record
from aurum_states.simulate.ranges import Range, Work, play_range
from aurum_states.simulate.results import Result, ResultError
from aurum_states.simulate.workers import played
from tests.engine.small_games import GameMaker
from tests.simulate.dying import dying, dying_once
from tests.testing.card_game import write_grab

from .simple_game import dice_case, dice_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return dice_folder(tmp_path)


def aurum(players: int = 3, seed: str = "S", bots: str = "random:swap=0.1", **more: object) -> Case:
    setup = Setup(load_game("aurum"), players, {}, {}, {}, seed, None)
    return Case.of(setup, bots_by_seat([bots], players), **more)


def result_of(case: Case, *ranges: tuple[int, int], jobs: int = 1) -> Result:
    result = Result([case])
    for part in played(Work([Range(case, *one) for one in ranges], jobs), jobs):
        result.add(part)
    return result


def plain(result: Result) -> str:
    data = result.as_data()
    del data["timing"]
    return json.dumps(data)


def test_any_division_of_the_work_gives_the_same_result():
    case = aurum()
    whole = result_of(case, (0, 24))
    assert whole.total.games == 24
    assert plain(result_of(case, (0, 24), jobs=2)) == plain(whole)
    assert plain(result_of(case, (17, 24), (0, 5), (5, 17))) == plain(whole)
    parts = [result_of(case, one) for one in ((10, 24), (0, 10))]
    again = Result.of_data(json.loads(json.dumps(parts[0].as_data())))
    again.merge(Result.of_data(json.loads(json.dumps(parts[1].as_data()))))
    assert plain(again) == plain(whole)


def test_games_are_never_counted_twice():
    case = aurum()
    result = result_of(case, (0, 4))
    before = plain(result)
    with pytest.raises(ResultError, match="games 2 to 3 of seed 'S' would be counted twice"):
        result.merge(result_of(case, (2, 6)))
    assert plain(result) == before
    other = Result([case])
    other.merge(result_of(aurum(seed="T"), (0, 4)))
    result.merge(other)
    assert [one.games for one in result.cases] == [[(0, 4)], [(0, 4)]]


def test_what_is_counted_is_what_a_full_table_shows():
    case = aurum(4)
    for number in range(3):
        counted = play(case, number)
        replay = Replay.parse(record(case, number))
        taken: Counter[object] = Counter()
        actions: Counter[object] = Counter()

        def watch(table, entry, happened, taken=taken, actions=actions):
            taken.update(happened.transitions)
            if entry is not None:
                actions[entry.action] += 1

        table = run(replay, load_game("aurum"), watch=watch).table
        assert table.is_over
        assert counted.moves == table.moves_made == sum(counted.choices.values())
        assert counted.transitions == taken
        assert Counter({name: n for (_, name), n in counted.choices.items()}) == actions
        ranking = {one.id: one for one in table.ranking()}
        assert counted.scores == [ranking[player.id].score for player in table.players]
        stats = table._game.state.stats
        assert counted.table_statistics == stats.table_values()
        winners = {seat for place in counted.won for seat in counted.sides[place]}
        assert winners == {seat for seat, one in enumerate(table.players, 1) if ranking[one.id].rank == 1}
        assert counted.sides == [(1, 3), (2, 4)]


def test_each_game_follows_from_its_own_seed():
    case = aurum(seed="S")
    replay = Replay.parse(record(case, 17))
    assert replay.header["seed"] == "S/17"
    alone = Table.create(load_game("aurum"), 3, seed="S/17", mode="simulation")
    agents = case.agents(alone.setup)
    assert play_out(alone, agents).moves_made == play(case, 17).moves


def test_nothing_is_observed_where_nobody_simulates():
    table = Table.create(load_game("aurum"), 3, seed="S")
    assert not table._game.observing
    table._game.observe("anything", 1)
    assert table.digest == Table.create(load_game("aurum"), 3, seed="S").digest
    assert not SimulationTable.create(load_game("aurum"), 3, seed="S", mode="simulation")._game.observing


def test_what_is_observed_during_set_up_counts(folder):
    summary = play_range(Range(dice_case(folder), 0, 10)).summary
    assert summary.observed["set up with"].mean().value == 1
    assert summary.observed["the last step"].whole == 10
    assert set(summary.entered) >= {"turn", "next", "gameEnd"}


# -- games that do not end


def test_stuck_broken_and_endless_games_are_counted_and_can_be_recorded(folder):
    case = dice_case(folder, stuck=30, broken=30)
    summary = play_range(Range(case, 0, 60)).summary
    kinds = {kind: one for (kind, _), one in summary.failures.items()}
    assert set(kinds) == {"stuck", "failed"}
    assert summary.games == 60 == summary.failed + summary.moves.count
    stuck = kinds["stuck"]
    assert stuck.message == "state 'turn' asks a player who has no legal move"
    assert stuck.first == sorted(stuck.first)[:5] and len(stuck.first) == 5
    left = Replay.parse(record(case, stuck.first[0]))
    assert not left.ended
    table = run(left, load_game(folder)).table
    assert table.legal_moves(table.active_players[0]) == {"actGo": []}
    failed = kinds["failed"]
    broken = Replay.parse(record(case, failed.first[0]))
    assert run(broken, load_game(folder)).table._game.state.at == 1
    assert ("failed", "act_go in state turn: GameError") in summary.failures


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ({"handler": "redeal", "state": "turn"}, "redeal in state turn: GameError"),
        ({"state": "turn"}, "state turn: GameError"),
        ({"handler": "redeal"}, "redeal: GameError"),
        ({}, "GameError"),
    ],
)
def test_a_failure_says_where_as_far_as_that_is_known(folder, monkeypatch, where, said):
    def fails(*_):
        raise GameError("it failed", **where)

    monkeypatch.setattr(RandomAgent, "choose", fails)
    assert [*play_range(Range(dice_case(folder), 0, 2)).summary.failures] == [("failed", said)]


def test_an_endless_game_is_given_up(folder):
    summary = play_range(Range(dice_case(folder, endless=True, limit=50), 0, 3)).summary
    assert [(kind, one.count) for (kind, _), one in summary.failures.items()] == [("endless", 3)]
    assert summary.moves_made == 150


def test_failures_of_parts_add_up_to_those_of_the_whole(folder):
    case = dice_case(folder, stuck=30, broken=30)
    whole = play_range(Range(case, 0, 40)).summary
    parts = [play_range(Range(case, *one)).summary for one in ((30, 40), (0, 7), (7, 30))]
    assert parts[0].merge(parts[1]).merge(parts[2]).as_data() == whole.as_data()


@pytest.mark.parametrize("teams", ["7", "[(1, 2)]", "[self.players[:1]]", "[self.players, self.players]"])
def test_teams_that_are_none_are_a_failure(tmp_path, teams):
    code = f"    def teams(self):\n        return {teams}\n\n    def st_next"
    folder = dice_folder(tmp_path, lambda text: text.replace("    def st_next", code))
    failures = play_range(Range(dice_case(folder), 0, 2)).summary.failures
    [(kind, where)] = failures
    assert (kind, where) == ("failed", "teams: GameError")
    assert failures[kind, where].message.startswith("teams must ")


# -- leaks

TOLD = 'self.notify.all("passed", "${player_name} passes", player_id=active_player_id)'
LEAK = (TOLD, f"{TOLD[:-1]}, left=sum(map(self.number, cards)))")


def grab_case(root: Path, *changes: tuple[str, str], **more: object) -> Case:
    setup = Setup(load_game(write_grab(GameMaker(root), *changes)), 2, {}, {}, {}, "S", None)
    return Case.of(setup, ("random", "random"), **more)


def test_a_game_ends_where_it_leaks(tmp_path):
    case = grab_case(tmp_path, LEAK, check_leaks=True)
    whole = result_of(case, (0, 30))
    summary = whole.total
    assert {kind for kind, _ in summary.failures} == {"leaked"}
    leaks = summary.failures["leaked", "state turn: a spectator is told passed.args.left"]
    assert leaks.message.startswith("what a spectator is told depends on what is hidden from them; if everyb")
    assert "passed.args.left: " in leaks.message
    replay = Replay.parse(record(case, leaks.first[0]))
    assert not replay.ended and replay.moves[-1].action == "actPass"
    assert run(replay, load_game(case.place)).mismatch is None
    assert plain(result_of(case, (20, 30), (0, 20), jobs=2)) == plain(whole)


def test_looking_for_leaks_changes_no_game(tmp_path):
    proven, plainly = (grab_case(tmp_path / str(check), check_leaks=check) for check in (True, False))
    summaries = [play_range(Range(case, 0, 20)).summary for case in (proven, plainly)]
    assert summaries[0].proof["redeals for players"] > 100 and not summaries[1].proof
    assert record(proven, 3) == record(plainly, 3)
    summaries[0].proof.clear()
    assert summaries[0].as_data() == summaries[1].as_data()


def test_aurum_has_no_leaks():
    for players, bots in ((3, "random:swap=0.3"), (4, "random")):
        summary = play_range(Range(aurum(players, bots=bots, check_leaks=True), 0, 4)).summary
        assert not summary.failures and summary.proof["redeals for players"] > 1000


# -- bots


def test_a_biased_bot_takes_its_actions_as_often_as_it_says():
    agent, legal = BiasedAgent("S", {"a": 0.1}), {"a": [1, 2, 3, 4], "b": [()]}
    seen = Counter(agent.pick(legal, "turn")[0] for _ in range(5000))
    assert 430 < seen["a"] < 570
    assert agent.pick({"a": [7]}, "turn") == ("a", 7)
    never = BiasedAgent("S", {"b": 0})
    assert {never.pick(legal, "turn")[0] for _ in range(50)} == {"a"}


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("randm", "there is no bot 'randm' (did you mean 'random'"),
        ("random:swp=0.1", "has no action 'swp'"),
        ("random:swap", "write a probability from 0 to 1, such as swap=0.1"),
        ("random:swap=1.5", "write a probability from 0 to 1"),
        ("random:swap=0.6:keep=0.6", "are more than 1 together"),
    ],
)
def test_words_that_are_no_bot(word, message):
    with pytest.raises(BotError) as caught:
        bot(word, load_game("aurum"))
    assert message.split(" (did")[0] in str(caught.value)


def test_bots_by_seat():
    assert bots_by_seat(["a"], 3) == ("a", "a", "a")
    assert bots_by_seat(["a", "b"], 2) == ("a", "b")
    with pytest.raises(BotError, match="2 bots for 3 seats"):
        bots_by_seat(["a", "b"], 3)


# -- lost workers


@pytest.mark.parametrize("backend", ["processes", "loky", "dask"])
def test_the_games_of_a_killed_worker_are_played_again(folder, tmp_path, monkeypatch, backend):
    monkeypatch.setenv("DIED", str(tmp_path / "died"))
    monkeypatch.setattr(workers, "play_range", dying_once)
    case = dice_case(folder)
    result = Result([case])
    with contextlib.ExitStack() as stack:
        address = None
        if backend == "dask":  # a cluster of its own, as --address names one
            cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
            address = stack.enter_context(cluster).scheduler_address
        for part in played(Work([Range(case, 0, 30)], 2), 2, backend, address):
            result.add(part)
    assert (tmp_path / "died").exists()
    assert result.cases[0].games == [(0, 30)]
    assert plain(result) == plain(result_of(case, (0, 30)))


def test_workers_that_are_killed_again_and_again_end_the_run(folder, monkeypatch):
    monkeypatch.setattr(workers, "play_range", dying)
    with pytest.raises(LostWorkersError, match="3 times on games from 0 on"):
        list(played(Work([Range(dice_case(folder), 0, 30)], 2), 2))
