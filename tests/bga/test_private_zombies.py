"""Players who leave while they are in a private state."""

import pytest

from aurum_states import Table, load_game
from aurum_states.simulate.agents import RandomAgent
from aurum_states.simulate.quitting import quit_at_every_decision
from tests.bga.drafting_game import CODE, STATES, write_draft
from tests.engine.small_games import ADA, BEN, CLEO

OWN = CODE[CODE.index("    def zombie_turn") :]
EVALUATE = """    def evaluate(self, player_id: PlayerId) -> float:
        return -self.state.chosen.get(player_id, 20)
"""
PER_STATE = """    def zombie_choose(self, player_id: PlayerId) -> str:
        return self.act_choose(min(self.state.hands[player_id]), player_id)

    def zombie_confirm(self, player_id: PlayerId) -> None:
        self.act_confirm(player_id)
"""


def drafting(games, code: str, **infos):
    folder = games.write(
        STATES, CODE.replace(OWN, code), name="draft", game_class="Draft", **{"players": [2, 3], **infos}
    )
    return load_game(folder)


@pytest.mark.parametrize(
    ("code", "infos"),
    [(OWN, {}), (PER_STATE, {}), ("", {"zombie_level": 1}), (EVALUATE, {"zombie_level": 2})],
    ids=["zombie_turn", "per private state", "level 1", "level 2"],
)
def test_a_game_of_private_states_ends_whoever_leaves_and_when(games, code, infos):
    definition = drafting(games, code, **infos)
    table = Table.create(definition, 3, seed="S", mode="paranoid")
    report = quit_at_every_decision(table, seed="S", every=2)
    assert [str(one) for one in report.failures] == []
    assert report.tried > 50


def test_who_passes_has_chosen_nothing(games):
    """Level 0 makes a player inactive in a master, as BGA's usual code does; the game must bear it."""
    table = Table.create(drafting(games, "", zombie_level=0), 3, seed="S")
    table.quit(CLEO)
    assert table.active_players == [ADA, BEN]


def test_a_zombies_private_moves_are_those_of_the_private_state(games):
    table = Table.create(drafting(games, PER_STATE), 2, seed="S")
    least = min(table.legal_moves(BEN)["actChoose"])
    result = table.quit(BEN)
    assert [tuple(one) for one in result.transitions] == [("choose", "chosen", "confirm")]
    assert table.snapshot()["state"]["chosen"] == {str(BEN): least}
    assert table.active_players == [ADA]


def test_who_comes_back_is_in_the_private_state_of_the_zombie(games):
    table = Table.create(load_game(write_draft(games)), 2, seed="S")
    table.quit(BEN)
    table.back(BEN)
    assert (table.active_players, table.state_for(BEN)) == ([ADA], "draft")
    bot = RandomAgent("S")
    while not table.is_over:
        player = table.active_players[0]
        table.apply(player, *bot.choose(table, player))
    assert table.is_over


def test_who_is_gone_is_offered_nothing_out_of_turn(games):
    table = Table.create(load_game(write_draft(games)), 3, seed="S")
    table.quit(CLEO)
    assert table.snapshot()["state"]["chosen"].keys() == {str(CLEO)}, "who is there could think again"
    assert table.possible_moves(CLEO) == []
