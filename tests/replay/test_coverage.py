"""What recordings reach, counted by file; what they do not, with the way there."""

import pytest

from aurum_states import Replay
from aurum_states.replay.coverage import Coverage, Item, report, summary
from aurum_states.replay.recorder import recorded
from aurum_states.replay.runner import run
from tests.engine.small_games import ADA, BEN
from tests.replay.conftest import joined, lines_of, play


@pytest.fixture
def coverage(tally, recording) -> Coverage:
    """What a game without actDraw and actBreak reaches, with a refusal and a zombie turn in it."""
    lines = lines_of(recording)
    refusal = b'{"refused":{"player":2300002,"action":"actFly","args":{},"code":"action.unknown"}}'
    coverage = Coverage(tally.name, tally.graph)
    run(Replay.parse(joined([*lines[:2], refusal, *lines[2:]])), tally, watch=coverage.watch("whole"))
    short = recorded(play(tally, [(ADA, "actTake", {"number": 3}), BEN]))
    run(Replay.parse(short), tally, watch=coverage.watch("short"))
    return coverage


def test_everything_is_counted_with_who_reached_it(coverage):
    assert coverage.counts[Item("transition", ("turn", "next", "next"))] == 5
    assert coverage.by[Item("transition", ("turn", "stop", "gameEnd"))] == {"whole": 1}
    assert coverage.by[Item("state", ("next",))] == {"whole": 4, "short": 3}
    assert coverage.by[Item("action", ("turn", "actTake"))] == {"whole": 2, "short": 1}
    assert coverage.by[Item("refusal", ("action.unknown",))] == {"whole": 1}
    assert coverage.by[Item("zombie", ("turn",))] == {"short": 1}
    assert coverage.runs == {"whole": 5, "short": 1}


def test_what_was_not_reached_is_listed_in_file_order(coverage):
    assert coverage.missing("state") == coverage.missing("transition") == []
    assert [str(item) for item in coverage.missing("action")] == ["actBreak in turn"]
    assert coverage.percent == pytest.approx(100 * (3 + 3 + 4) / (3 + 3 + 5))


def test_nothing_is_zero_percent(tally):
    coverage = Coverage(tally.name, tally.graph)
    assert coverage.percent == 0
    assert coverage.way_to(Item("transition", ("turn", "stop", "gameEnd"))) == "turn -> gameEnd"


def test_the_way_leads_from_the_nearest_state_that_was_reached(tally):
    coverage = Coverage(tally.name, tally.graph)
    coverage.add(Item("state", ("next",)), "one")
    assert coverage.way_to(Item("state", ("gameEnd",))) == "next -> turn -> gameEnd"
    assert coverage.way_to(Item("action", ("next", "actTake"))) == "in next, which is reached"


def test_data_of_other_processes_adds_up(tally, coverage):
    twice = Coverage(tally.name, tally.graph).add_data(coverage.as_data()).add_data(coverage.as_data())
    assert twice.counts[Item("transition", ("turn", "next", "next"))] == 10
    assert twice.runs == {"whole": 10, "short": 2}
    assert Coverage(tally.name, tally.graph).add_data(coverage.as_data()).as_data() == coverage.as_data()


def test_the_report_for_people(coverage):
    lines = summary(coverage)
    assert lines[0] == "tally: 90.9 % (2 runs, 6 moves)"
    assert "    never: actBreak in turn  (in turn, which is reached)" in lines
    assert "  zombie turns    1 of 1" in lines
    assert lines[-2:] == [
        "  whole: 11 reached, 6 of them by no other",
        "  short: 6 reached, 1 of them by no other",
    ]


def test_one_run_alone_is_not_listed(tally):
    coverage = Coverage(tally.name, tally.graph)
    run(Replay.parse(recorded(play(tally, []))), tally, watch=coverage.watch("one"))
    assert not any("one: " in line for line in summary(coverage))


def test_the_report_for_programs(coverage):
    items = {(item["kind"], *item["name"]): item for item in report(coverage)["items"]}
    assert items["action", "turn", "actBreak"] == {
        "kind": "action",
        "name": ["turn", "actBreak"],
        "times": 0,
        "by": {},
        "way": "in turn, which is reached",
    }
    assert "way" not in items["state", "next"]
