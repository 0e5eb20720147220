"""The table plays the same games as the plain model of the rules, which shares no code with it.

``AURUM_GAMES`` sets how many games of each kind are played; ``tools/long.py same-games`` plays 10,000.
"""

import os
from collections.abc import Callable
from typing import Any

import pytest

from aurum_states import load_game
from aurum_states.games.aurum import material, rules, scoring

from .in_step import KINDS, Tally, choose, play_in_step

GAMES = int(os.environ.get("AURUM_GAMES", "100"))
PARANOID = 10
"""So many of them on a paranoid table, which finds more and takes longer."""


@pytest.mark.parametrize("kind", KINDS)
def test_same_games(kind: str) -> None:
    definition = load_game("aurum")
    total = Tally()
    for number in range(GAMES):
        mode = "paranoid" if number < PARANOID else "full"
        total.add(play_in_step(definition, kind, number, mode=mode))
    print(f"{kind}: {total}")  # noqa: T201 - the figures of a run with -s
    assert total.games == GAMES
    assert total.refusals > total.games
    assert total.switches > total.games


def first_of_equals(trick: Any, *faces: Any) -> rules.TrickResult:
    return right_result(dict(reversed(trick.items())), *faces)


def gold_back_first(trick: Any, suits: Any, numbers: Any, supply: Any) -> rules.TrickResult:
    return right_result(trick, suits, numbers, [*supply, *rules.gold_among(trick.values(), suits)])


def no_tie_break(scores: Any, **house: Any) -> list[int]:
    most = max(score.points for score in scores)
    return [side for side, score in enumerate(scores) if score.points == most]


def gold_may_start(hand: Any, gold: Any, suits: Any, numbers: Any, closed: str) -> tuple[list[int], bool]:
    return right_plays(hand, gold, suits, numbers, closed or "-")


def never_asked(hand: Any, gold: Any, *more: Any, **house: Any) -> bool:
    return False


right_result, right_plays = rules.trick_result, rules.legal_plays


@pytest.mark.parametrize(
    ("owner", "name", "wrong"),
    [
        (rules, "trick_result", first_of_equals),
        (rules, "trick_result", gold_back_first),
        (rules, "nuggets_won", no_tie_break),
        (rules, "legal_plays", gold_may_start),
        (rules, "can_change_bid", never_asked),
        (rules, "trick_points", lambda bid, tricks, *, overtrick: bid if tricks >= bid else 0),
        (rules, "next_marker", lambda players, marker: players[0]),
        (material, "HAND_SIZE", 11),
        (scoring, "remember_gold", lambda game: None),
        (rules, "preference_at_round_start", lambda remembered, default: default),
    ],
)
def test_a_wrong_rule_is_noticed(
    owner: Any, name: str, wrong: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, wrong)
    definition = load_game("aurum")
    numbers = list(range(500))
    if owner is scoring:  # matters only where all gold ever held is compared
        numbers = [one for one in numbers if choose("3 base", one).settings.get("gold_tie") == "collected"]
    with pytest.raises(AssertionError, match="of kind"):
        for number in numbers:
            play_in_step(definition, "3 base", number)
