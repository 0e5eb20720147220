"""The Aurum bot is good at Aurum, and knows no more than its seat."""

import pytest

from aurum_states import Table, load_game
from aurum_states.games.aurum.bots import AurumBot, PlainBot
from aurum_states.simulate.agents import play_out
from tests.simulate.bot_games import GOALS, share


@pytest.mark.parametrize(("players", "other", "wanted"), GOALS)
def test_the_aurum_bot_wins(players: int, other: str, wanted: float) -> None:
    """A small part of ``tools/long.py bots``."""
    assert share("aurum", other, players, 200).value >= wanted


@pytest.mark.parametrize("players", [3, 4])
def test_the_plain_bot_is_no_straw_man(players: int) -> None:
    assert share("plain", "random", players, 200).value >= 0.97


@pytest.mark.parametrize("made", [AurumBot, PlainBot])
@pytest.mark.parametrize("expert", [1, 2])
def test_bots_play_every_kind_of_table(made: type, expert: int) -> None:
    settings = {"swaps_per_trick": None, "drop_suit_3p": "S", "bid4": "simultaneous"}
    for players in (3, 4):
        table = Table.create(
            load_game("aurum"),
            players,
            seed="kinds",
            options={100: expert},
            settings=settings,
            mode="paranoid",
        )
        play_out(table, {player.id: made("") for player in table.players}, limit=2000)
        assert table.is_over


@pytest.mark.parametrize("made", [AurumBot, PlainBot])
def test_bots_look_through_their_own_seat_only(made: type) -> None:
    """What ``choose`` is given lets through nothing but the seat's legal moves and view."""
    table = Table.create(load_game("aurum"), 3, seed="own")
    agents = {player.id: made("") for player in table.players}
    for _ in range(60):
        seat = table.active_players[0]
        choice = agents[seat].choose(SeatOnly(table, seat), seat)
        assert choice[1] in table.legal_moves(seat)[choice[0]]
        table.apply(seat, *choice)


class SeatOnly:
    """A table that one seat may look at, and nothing else."""

    def __init__(self, table: Table, seat: int) -> None:
        self._own, self._seat = table, seat
        self.setup = table.setup

    def legal_moves(self, player_id: int) -> object:
        assert player_id == self._seat
        return self._own.legal_moves(player_id)

    def view_for(self, player_id: int) -> object:
        assert player_id == self._seat
        return self._own.view_for(player_id)
