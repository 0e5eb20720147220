"""The example ``hearts`` and OpenSpiel's C++ game are one game; ``tools/long.py hearts`` plays 10,000 of them."""

import shutil

import pyspiel
import pytest

from aurum_states import load_game
from tests.examples.hearts_in_step import FOLDER, KINDS, PARAMETERS, RARE, play_in_step

GAMES = 2 * len(KINDS)
"""Each set of parameters twice."""


def test_they_agree_at_every_decision_and_in_the_end() -> None:
    met = play_in_step(0, GAMES)
    print(dict(met))  # noqa: T201 - the figures of a run with -s
    assert met["games"] == GAMES
    assert [what for what in RARE if not met[what]] == []


def test_defaults_are_the_same() -> None:
    options = load_game(FOLDER).options
    ours = {name: options[101 + nth].default == 2 for nth, name in enumerate(PARAMETERS)}
    assert ours == pyspiel.load_game("hearts").get_parameters()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("JACK_BONUS = 10", "JACK_BONUS = 11", "returns"),
        ("elif house.no_trick_bonus:", "if house.no_trick_bonus:", "returns"),
        ("if not points(card)] or", "if card != QUEEN] or", "legal cards"),
        ("if others == [QUEEN] and house.hearts_instead_of_queen:", "if False:", "legal cards"),
        ("if suit(trick[player]) == led else -1", "", "who is asked"),
    ],
)
def test_a_wrong_rule_is_found(tmp_path, old, new, said) -> None:
    shutil.copytree(FOLDER, tmp_path / "hearts")
    code = (tmp_path / "hearts" / "rules.py").read_text(encoding="utf-8")
    assert code.count(old) == 1
    (tmp_path / "hearts" / "rules.py").write_text(code.replace(old, new), encoding="utf-8")
    with pytest.raises(AssertionError, match=said):
        play_in_step(0, GAMES, tmp_path / "hearts")
