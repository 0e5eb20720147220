"""What conditions mean: which options a table shows, which values count, whether it may start."""

from collections.abc import Mapping
from typing import Any

import pytest

from aurum_states.definitions.conditions import (
    TableChoice,
    change,
    decision_order,
    displayed,
    effective,
    in_words,
    start_refusals,
)
from aurum_states.definitions.options import Option

ON_OFF = {"1": {"name": "off"}, "2": {"name": "on"}}


def options(**keys: dict[str, Any]) -> Mapping[int, Option]:
    """Return options by id: ``options(o100={"displaycondition": ...})``; two values, the first the default."""
    made = {}
    for key, data in keys.items():
        number = int(key[1:])
        fields = {"id": number, "name": f"Option {number}", "values": ON_OFF, "default": 1} | data
        made[number] = Option.model_validate(fields)
    return made


def shown_if(*conditions: dict[str, Any], operand: str = "and") -> dict[str, Any]:
    return {"displaycondition": list(conditions), "displayconditionoperand": operand}


def is_(number: int, value: int | list[int]) -> dict[str, Any]:
    return {"type": "otheroption", "id": number, "value": value}


def is_not(number: int, value: int | list[int]) -> dict[str, Any]:
    return {"type": "otheroptionisnot", "id": number, "value": value}


@pytest.mark.parametrize(
    ("condition", "counts"),
    [
        ({"type": "minplayers", "value": 3}, {3, 4, 5}),
        ({"type": "maxplayers", "value": 3}, {1, 2, 3}),
        ({"type": "minplayers", "value": [2, 4]}, {2, 4}),
        ({"type": "minplayers", "value": [3]}, {3}),
        ({"type": "maxplayers", "value": [1]}, {1}),
        ({"type": "maxplayers", "value": 0}, set()),
        ({"type": "minplayers", "value": 99}, set()),
    ],
)
def test_player_counts(condition: dict[str, Any], counts: set[int]) -> None:
    of_game = options(o100=shown_if(condition))
    assert {count for count in range(1, 6) if 100 in displayed(of_game, TableChoice(count))} == counts


@pytest.mark.parametrize(
    ("condition", "shown"),
    [
        (is_(100, 2), {2}),
        (is_(100, [1, 2]), {1, 2}),
        (is_(100, []), set()),
        (is_not(100, 2), {1}),
        (is_not(100, [1, 2]), set()),
    ],
)
def test_other_options(condition: dict[str, Any], shown: set[int]) -> None:
    of_game = options(o100={}, o101=shown_if(condition))
    assert {value for value in (1, 2) if 101 in displayed(of_game, TableChoice(3, {100: value}))} == shown


def test_reserved_options() -> None:
    of_game = options(
        o100=shown_if(is_(200, [0, 1, 2])),
        o101=shown_if(is_(201, 1)),
        o102=shown_if(is_(207, [3])),
        o103=shown_if(is_not(207, 3)),
    )
    assert displayed(of_game, TableChoice(3)) == {100, 103}
    assert displayed(of_game, TableChoice(3, {207: 3}, mode=1, speed=10)) == {101, 102}


def test_one_of_several_conditions_is_enough_with_or() -> None:
    conditions = ({"type": "minplayers", "value": 4}, is_(201, 1))
    of_game = options(o100=shown_if(*conditions), o101=shown_if(*conditions, operand="or"))
    assert displayed(of_game, TableChoice(3)) == set()
    assert displayed(of_game, TableChoice(3, mode=1)) == {101}
    assert displayed(of_game, TableChoice(4, mode=1)) == {100, 101}
    assert displayed(options(o100=shown_if(operand="or")), TableChoice(3)) == {100}


def test_a_hidden_option_has_its_default_for_conditions_too() -> None:
    of_game = options(
        o102=shown_if(is_(101, 1)),
        o101=shown_if({"type": "minplayers", "value": 4}),
    )
    choice = {101: 2, 102: 2}
    assert effective(of_game, TableChoice(4, choice)) == {102: 1, 101: 2}
    assert effective(of_game, TableChoice(3, choice)) == {102: 2, 101: 1}


def test_two_options_that_exclude_each_other() -> None:
    """A real game's drafting and preset hands: each is shown while the other is at its default."""
    of_game = options(o105=shown_if(is_not(101, 2)), o101=shown_if(is_not(105, 2)))
    assert displayed(of_game, TableChoice(3)) == {101, 105}
    assert displayed(of_game, TableChoice(3, {101: 2})) == {101}
    assert displayed(of_game, TableChoice(3, {105: 2})) == {105}
    both = TableChoice(3, {101: 2, 105: 2})
    assert effective(of_game, both) == {105: 1, 101: 2}, "the first in the file sees the other as chosen"
    assert displayed(of_game, both) == {101}


def test_a_circle_comes_to_rest() -> None:
    """Each needs the next one on: with one of them off, all fall back."""
    of_game = options(
        o100=shown_if(is_(101, 2)),
        o101=shown_if(is_(102, 2)),
        o102=shown_if(is_(100, 2)),
        o103=shown_if(is_(100, 2)),
    )
    on = TableChoice(3, {100: 2, 101: 2, 102: 2})
    assert displayed(of_game, on) == {100, 101, 102, 103}
    for number in (100, 101, 102):
        assert displayed(of_game, TableChoice(3, {**on.options, number: 1})) == set()


def test_an_option_that_names_itself() -> None:
    of_game = options(o100=shown_if(is_(100, 2)), o101=shown_if(is_not(101, 2)))
    assert displayed(of_game, TableChoice(3)) == {101}
    both = TableChoice(3, {100: 2, 101: 2})
    assert displayed(of_game, both) == {100, 101}
    assert effective(of_game, both) == {100: 2, 101: 1}, "101 cannot stay at 2, and is there again at 1"


def test_order_of_decision() -> None:
    of_game = options(
        o100=shown_if(is_(104, 2)),
        o101=shown_if(is_(100, 2)),
        o102=shown_if(is_(103, 2), is_(100, 2)),
        o103=shown_if(is_(102, 2), is_(199, 2)),
        o104={},
    )
    assert decision_order(of_game) == (104, 100, 101, 102, 103)


def test_start_conditions_are_those_of_the_values_that_count() -> None:
    of_game = options(
        o100={
            **shown_if({"type": "minplayers", "value": 3}),
            "startcondition": {
                "1": {"type": "minplayers", "value": 3, "message": "Not for two"},
                "2": [
                    {"type": "maxplayers", "value": 3, "message": "At most three"},
                    {**is_(201, 1), "message": "", "gamestartonly": True},
                ],
            },
        }
    )

    def messages(choice: TableChoice) -> list[str]:
        return [refusal.message for refusal in start_refusals(of_game, choice)]

    assert messages(TableChoice(3)) == []
    assert messages(TableChoice(4, {100: 2})) == [
        "At most three",
        "Option 100 needs: 201 (game mode) is 1 (training)",
    ]
    assert messages(TableChoice(3, {100: 2}, mode=1)) == []
    assert messages(TableChoice(2, {100: 2})) == ["Not for two"], "hidden, so it counts as its default"


def test_a_change_on_the_page() -> None:
    """BGA sets an option back that would break a start condition; gamestartonly waits for the start."""
    exclusive = {"1": {**is_not(101, 1), "message": "same"}, "2": {**is_not(101, 2), "message": "same"}}
    of_game = options(o100={"startcondition": exclusive}, o101={"default": 2}, o102=shown_if(is_(101, 2)))
    table = TableChoice(3, {102: 2})
    after, refusals = change(of_game, table, 100, 2)
    assert [refusal.message for refusal in refusals] == ["same"]
    after, refusals = change(of_game, table, 102, 1)
    assert (after.options, refusals) == ({100: 1, 101: 2, 102: 1}, [])
    lenient = {value: {**one, "gamestartonly": True} for value, one in exclusive.items()}
    of_game = {**of_game, **options(o100={"startcondition": lenient})}
    after, refusals = change(of_game, table, 101, 1)
    assert (after.options, refusals) == ({100: 1, 101: 1, 102: 1}, []), "102 is hidden and set back"
    assert [refusal.option for refusal in start_refusals(of_game, after)] == [100]


def test_a_condition_that_failed_before_refuses_no_change() -> None:
    failing = {"1": {"type": "maxplayers", "value": 4, "message": "four"}}
    of_game = options(o100={"startcondition": failing}, o101={})
    after, refusals = change(of_game, TableChoice(5), 101, 2)
    assert refusals == []
    assert [refusal.message for refusal in start_refusals(of_game, after)] == ["four"]
    assert change(of_game, TableChoice(5), 100, 2)[1] == []
    assert [one.message for one in change(of_game, TableChoice(5, {100: 2}), 100, 1)[1]] == ["four"]


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ({"type": "minplayers", "value": 1}, "at least 1 player"),
        ({"type": "maxplayers", "value": 3}, "at most 3 players"),
        ({"type": "minplayers", "value": [2, 3, 4]}, "2, 3 or 4 players"),
        ({"type": "maxplayers", "value": [1]}, "1 player"),
        (is_(100, 2), "100 (Option 100) is 2 (on)"),
        (is_not(100, [1, 7]), "100 (Option 100) is neither 1 (off) nor 7"),
        (is_(200, [0, 10]), "200 (game speed) is 0 (real time) or 10 (turn based)"),
        (is_(207, 4), "207 is 4"),
        (is_(100, []), "100 (Option 100) is nothing"),
    ],
)
def test_conditions_in_words(condition: dict[str, Any], words: str) -> None:
    of_game = options(o100=shown_if(condition))
    assert in_words(of_game[100].display_condition[0], of_game) == words
