"""What Aurum draws for a terminal, as plain text."""

import io
import subprocess
import sys
from typing import Any

import pytest

from aurum_states import Table, load_game
from aurum_states.engine.views import drawing, drawing_of


def drawn(renderable: Any) -> str:
    """Return a drawing as lines without colours."""
    from rich.console import Console

    file = io.StringIO()
    Console(file=file, width=100, color_system=None).print(renderable)
    return file.getvalue()


@pytest.fixture(scope="module")
def four() -> Table:
    """Four players in the middle of a trick."""
    position = {
        "hands": [["S7", "B2", "C10"], ["S1"], ["P4"], ["Z9"]],
        "bids": ["S3", "S4", "S5", "B6"],
        "gold": [["G3", "G0"], [], ["G4"], []],
        "trick": [[0, "B1"]],
        "tricks": [2, 0, 1, 0],
        "nuggets": [1, 0],
        "extra": ["P10", "P9"],
        "round": 2,
    }
    return Table.create(load_game("aurum"), players=4, seed="S", position=position)


def test_the_table_of_a_player(four: Table) -> None:
    text = drawn(drawing(four, four.players[0].id))
    lines = [line.strip("│ \n") for line in text.splitlines()]
    assert lines[0].startswith("╭─ Aurum, round 2 ─")
    assert lines[1].split() == ["Player", "Team", "Nuggets", "Bid", "Tricks", "Gold", "Cards"]
    assert lines[3].split() == [
        "■",
        "Ada",
        "marker,",
        "starts",
        "1",
        "●",
        "S3",
        "2",
        "G0",
        "G3",
        "1",
        "point",
        "3",
    ]
    assert lines[4].split() == ["▶", "■", "Ben", "2", "-", "S4", "0", "-", "1"]
    assert "Left over  P9 P10" in lines
    assert "Trick      Ada B1" in lines
    assert "Hand       B2   C10   S7" in lines
    assert "S1" not in text  # in Ben's hand
    assert "B bismuth · C copper · P phosphorus · S silver · Z zinc · G gold" in lines[-1]


def test_a_spectator_sees_no_hand(four: Table) -> None:
    text = drawn(drawing(four, None))
    assert "Hand" not in text
    assert "S7" not in text


def test_bids_face_down_and_suits_in_play() -> None:
    table = Table.create(load_game("aurum"), players=3, seed="S", settings={"drop_suit_3p": "B"})
    ada, ben, _ = (player.id for player in table.players)
    card = table.possible_moves(ada)[0]
    table.act(ada, card.action, card.args)
    text = drawn(drawing(table, ben))
    assert "face down" in text
    assert table.label_move(ada, card) not in text
    assert "bismuth" not in text
    assert "zinc" in text


def test_the_scores_of_a_round(four: Table) -> None:
    four = Table.restore(four.definition, four.snapshot())
    told = []
    while "roundScored" not in [notification.type for notification in told]:
        player = four.active_players[0]
        move = next(iter(four.possible_moves(player)))
        told = list(four.act(player, move.action, move.args).notifications)
    shown = [drawn(drawing) for one in told if (drawing := drawing_of(four, one)) is not None]
    lines = shown[0].splitlines()
    assert "Scores of round 2" in lines[1]
    assert lines[3].split() == [
        "Bid",
        "Tricks",
        "for",
        "tricks",
        "Gold",
        "kept",
        "for",
        "gold",
        "Points",
        "Nuggets",
    ]
    assert lines[5].split()[:3] == ["Ada", "and", "Cleo"]
    assert all(drawing_of(four, one) is None for one in told if one.type == "passed")


def test_rich_is_imported_only_to_draw() -> None:
    code = "import sys; from aurum_states import load_game; load_game('aurum'); print('rich' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
