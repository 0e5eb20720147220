"""I1-I24, I32 and I34-I36 along random games of all four kinds, and along games that Hypothesis makes."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aurum_states import Move, Table
from aurum_states.games.aurum import rules
from tests.model.in_step import Chosen, choose
from tests.model.plain_rules import SUITS

from .histories import KINDS, Camera, pick, random_chooser, random_histories
from .history_invariants import CHECKS

ELSEWHERE = {"I25", "I26", "I27", "I28", "I29", "I30", "I31", "I33", "I37"}
"""Those about the program: test_program_invariants and test_leaks."""


def test_every_invariant_has_a_test() -> None:
    assert {f"I{nth}" for nth in range(1, 38)} == set(CHECKS) | ELSEWHERE


@pytest.mark.parametrize("name", sorted(CHECKS, key=lambda name: int(name[1:])))
@pytest.mark.parametrize("kind", KINDS)
def test_invariant_along_random_games(kind: str, name: str) -> None:
    for history in random_histories(kind):
        assert not list(CHECKS[name](history)), history.chosen


def first_of_equals(trick: Any, *faces: Any) -> Any:
    return right_result(dict(reversed(trick.items())), *faces)


def gold_may_start(hand: Any, gold: Any, suits: Any, numbers: Any, closed: str) -> Any:
    return right_plays(hand, gold, suits, numbers, closed or "-")


right_result, right_plays = rules.trick_result, rules.legal_plays


@pytest.mark.parametrize(
    ("wrong", "noticed"),
    [
        ({"trick_result": first_of_equals}, {"I15", "I24"}),
        ({"legal_plays": gold_may_start}, {"I8", "I10", "I11"}),
        ({"next_marker": lambda players, marker: marker}, {"I18"}),
        ({"gold_among": lambda cards, suits: []}, {"I1", "I2", "I3", "I17"}),
        ({"nuggets_won": lambda scores, *, tiebreak: [0]}, {"I23"}),
        ({"trick_points": lambda bid, tricks, *, overtrick: 2 * tricks}, {"I21"}),
        ({"can_change_bid": lambda hand, gold, swaps, *, swaps_per_trick: swaps < 1}, {"I36"}),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_a_wrong_rule_breaks_invariants(
    wrong: dict[str, Any], noticed: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, function in wrong.items():
        monkeypatch.setattr(rules, name, function)
    found: set[str] = set()
    for number in range(0, 60, 3):
        history = Camera(choose("3 base", number), mode="full").play(random_chooser(str(number)))
        found |= {name for name, check in CHECKS.items() if any(True for _ in check(history))}
        if found & noticed:
            return
    raise AssertionError(f"found only {found}")


house_settings = st.fixed_dictionaries(
    {},
    optional={
        "swaps_per_trick": st.sampled_from([0, 1, 2, None]),
        "tiebreak": st.sampled_from(["narrow", "strict"]),
        "gold_tie": st.sampled_from(["kept", "collected"]),
        "zero_beats_none": st.booleans(),
        "drop_suit_3p": st.sampled_from(SUITS),
        "bid4": st.sampled_from(["sequential", "simultaneous"]),
        "no_change_if_starter_empty": st.booleans(),
    },
)
set_ups = st.integers(3, 4).flatmap(
    lambda players: st.builds(
        Chosen,
        players=st.just(players),
        expert=st.booleans(),
        seed=st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=80),
        overtrick=st.sampled_from(["tricks", "bid"]),
        settings=house_settings,
        auto_skip=st.lists(st.booleans(), min_size=players, max_size=players),
    )
)


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(set_ups, st.data())
def test_invariants_along_made_games(chosen: Chosen, data: st.DataObject) -> None:
    def choose_one(moves: Any) -> Any:
        return moves[data.draw(st.integers(0, len(moves) - 1), label="move")]

    def chooser(table: Table) -> tuple[int, Move]:
        change = table.moves_made < 40 and data.draw(st.booleans(), label="change")
        return pick(table, choose_one, change=change)

    history = Camera(chosen).play(chooser)
    assert not [wrong for check in CHECKS.values() for wrong in check(history)]
