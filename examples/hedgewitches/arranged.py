"""Positions for tests, by seat: ``hands`` and ``play`` name cards, ``herbs`` and ``points`` are numbers."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from aurum_states import UserException

if TYPE_CHECKING:
    from .game import HedgeWitches


def arrange(game: "HedgeWitches", position: Mapping[str, Any]) -> str:
    """Put a new game into its first round, with the first player to move.

    Raises:
        UserException: there is no such card.
    """
    s = game.state
    ids = game.card_ids()
    s.cards.move_all_cards_in_location(None, "deck")
    for key, location in (("hands", "hand"), ("play", "play")):
        for player, names in zip(game.players, position.get(key, ()), strict=False):
            for name in names:
                if name.lower() not in ids:
                    raise UserException(f"there is no card {name!r}: {', '.join(ids)}")
                s.cards.move_card(ids[name.lower()], location, player)
    for key, counter in (("herbs", s.herbs), ("points", game.player_score)):
        for player, count in zip(game.players, position.get(key, ()), strict=False):
            counter.set(player, count, None)
    s.round = 1
    s.first = game.players[0]
    game.gamestate.change_active_player(s.first)
    return "turn"
