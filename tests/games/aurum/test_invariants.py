"""I1-I24, I32 and I34-I36 along random games of all four kinds, and along games that Hypothesis makes."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aurum_states import Move, Table
from tests.model.in_step import Chosen
from tests.model.plain_rules import SUITS

from .histories import KINDS, Camera, pick, random_histories
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
