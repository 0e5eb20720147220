"""What a handler may return: a transition's name, a state's id, a state itself; anything else is named."""

from dataclasses import replace
from typing import Any

import pytest

from aurum_states import Table, load_game
from aurum_states.errors import GameError
from aurum_states.games.aurum.game import AurumGame


def table(answer: Any) -> Table:
    """A table of Aurum where keeping a bid answers what the test wants; ``>`` marks a state's label."""

    class Answering(AurumGame):
        def act_keep_bid(self, active_player_id: int) -> Any:
            super().act_keep_bid(active_player_id)
            return load_game("aurum").graph[answer[1:]] if answer in (">nextPlayer",) else answer

    definition = replace(load_game("aurum"), game_class=Answering)
    position = {"hands": [["S4"], ["C1"], ["P3"]], "bids": ["S2", "B5", "C6"]}
    return Table.create(definition, 3, seed="S", position=position)


def test_a_state_is_entered_by_the_jump_that_arranging_makes() -> None:
    made = table("next")
    assert made.opening.transitions[0] == ("gameSetup", None, "nextChange")
    assert made.state == "changeBid"


def test_a_handler_may_return_a_state() -> None:
    made = table(">nextPlayer")
    result = made.act(made.active_players[0], "actKeepBid")
    assert result.transitions[0] == ("changeBid", None, "nextPlayer")
    assert made.state == "playerTurn"


@pytest.mark.parametrize("answer", [["next"], {"next": 1}, 1.5, True])
def test_anything_else_is_refused_in_words(answer: Any) -> None:
    made = table(answer)
    before = made.snapshot()
    with pytest.raises(GameError, match="it may return a transition's name, a state's id, a state"):
        made.act(made.active_players[0], "actKeepBid")
    assert made.snapshot() == before
