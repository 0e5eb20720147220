"""What a seat may see of Aurum: its own hand and bid, and everything public (R10, A29)."""

from typing import TYPE_CHECKING, Any

from aurum_states.games.aurum import rules, scoring
from aurum_states.games.aurum.constants import AutoConfirmBidAndPlayedCards, Preference

if TYPE_CHECKING:
    from aurum_states import PlayerId
    from aurum_states.games.aurum.game import AurumGame


def bids_revealed(game: "AurumGame") -> bool:
    """Tell whether bids lie open: in turn at once, simultaneous ones when all are in (R17, A28)."""
    return not game.bids_together or len(game.state.cards.peek_by_arg("bid")) == len(game.players)


def may_see(game: "AurumGame", viewer: "PlayerId | None", card: int) -> bool:
    """Tell whether a player may know what a card is: their own, and what lies or lay open (R10, A29)."""
    location, owner = game.state.cards.location_of(card)
    hidden = location in ("deck", "hand") or (location == "bid" and not bids_revealed(game))
    return owner == viewer or not hidden


def hidden_from(game: "AurumGame", viewer: "PlayerId | None") -> list[int]:
    """Return the cards that a player may not see; None is a spectator."""
    return [card for card in range(1, game.state.cards.size + 1) if not may_see(game, viewer, card)]


def confirmed(game: "AurumGame", viewer: "PlayerId") -> list[str]:
    """Return the actions that this player's page asks to confirm (R68)."""
    confirms = game.preference(viewer, Preference.AUTO_CONFIRM_BID_AND_PLAYED_CARDS)
    auto_confirm = confirms == AutoConfirmBidAndPlayedCards.ON
    can_take_back = {"actBid": game.bids_together, "actPlayCard": False}
    return [
        action
        for action, back in can_take_back.items()
        if rules.confirm_button(auto_confirm, can_take_back=back)
    ]


def all_datas(game: "AurumGame", viewer: "PlayerId | None") -> dict[str, Any]:
    """Return the data of one seat; None is a spectator. Cards are {id: label}."""
    s = game.state
    cards = s.cards
    revealed = bids_revealed(game)

    def shown(location: str, player: int = 0) -> dict[int, str]:
        return {card: game.label(card) for card in sorted(cards.ids(location, player))}

    players: dict[int, dict[str, Any]] = {}
    for player in game.players:
        bid = shown("bid", player) if revealed or player == viewer else {}
        players[player] = {
            "handCount": len(cards.peek("hand", player)),
            "bid": bid,
            "hasBid": bool(cards.peek("bid", player)),
            "gold": shown("gold", player),
            "goldPoints": scoring.gold_points(game, player),
            "tricks": s.tricks.get(player),
            "nuggets": game.player_score.get(player),
            "autoSkip": s.auto_skip[player],
        }
    return {
        "players": players,
        "hand": shown("hand", viewer) if viewer is not None else {},
        "confirm": confirmed(game, viewer) if viewer is not None else [],
        "sides": [list(side) for side in rules.sides(game.players)],
        "round": s.round.get(),
        "marker": s.marker,
        "starter": s.starter,
        "trick": [[player, ids[0], game.label(ids[0])] for player, ids in cards.peek_by_arg("trick").items()],
        "lastTrick": [[player, card, game.label(card)] for player, card in s.last_trick.items()],
        "supply": shown("supply"),
        "extra": shown("extra"),
    }
