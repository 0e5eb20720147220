"""Starting the plain model in the middle of a round."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from . import plain_invariants
from .plain_aurum import PlainAurum
from .plain_rules import base_deck, is_gold, round_gold

KEYS = {"hands", "bids", "gold", "ever", "supply", "tricks", "trick"}
KEYS |= {"leader", "marker", "nuggets", "extra", "phase"}


def arranged(
    players: int,
    position: Mapping[str, Any],
    settings: Mapping[str, Any] | None = None,
    *,
    expert: bool | None = None,
    forced_passes: bool = True,
    auto_skip: list[bool] | None = None,
) -> PlainAurum:
    """Make a game that stands at a position; ValueError names what is wrong with it.

    Keys, all optional: by seat hands, bids (None: not yet), gold, ever (all gold a seat ever had; default
    what it has) and tricks; supply; trick ([seat, card] in order); leader (default: who started the trick,
    else the marker); marker; nuggets by side; extra; phase ("play": no change opportunity first).

    Base metal cards not named lie in the discard, with four players two of them as the left-over pair.
    A position with gold or supply but without any 0 is an expert one. Without a trick the next trick begins:
    those who can are asked about their bids, or, if a bid is missing, the bidding goes on.
    """
    unknown = set(position) - KEYS
    if unknown:
        raise ValueError(f"position: unknown keys {sorted(unknown)}; right would be among {sorted(KEYS)}")
    if expert is None:
        named = [*position.get("supply", ()), *(card for cards in position.get("gold", ()) for card in cards)]
        expert = bool(named) and "G0" not in named + [card for _, card in position.get("trick", ())]
    game = PlainAurum(
        players, expert, position.get("marker", 0), settings, forced_passes=forced_passes, auto_skip=auto_skip
    )
    game.arranged_game = game.arranged_round = True
    game.round = 1
    for name in ("hands", "gold"):
        if name in position:
            setattr(game, name, [list(cards) for cards in position[name]])
    if "gold" not in position and not expert:
        game.gold = [["G0"] for _ in game.seats]
    game.ever = [list(cards) for cards in position.get("ever", game.gold)]
    for name in ("bids", "nuggets", "extra"):
        if name in position:
            setattr(game, name, list(position[name]))
    game.trick_counts = list(position.get("tricks", game.trick_counts))
    game.tricks_before = sum(game.trick_counts)
    game.trick = [(seat, card) for seat, card in position.get("trick", ())]
    _place_the_rest(game, position)
    game.leader = position.get("leader", game.trick[0][0] if game.trick else game.marker)
    game.first_leader = game.leader
    game.phase = "bid"
    problems = plain_invariants.card_violations(game)
    if problems:
        raise ValueError("position: " + "; ".join(problems))
    if None in game.bids:
        return game
    if game.trick:
        game._ask_play((game.trick[-1][0] + 1) % players)
    elif position.get("phase") == "play":
        game._ask_play(game.leader)
    else:
        game._begin_trick(game.leader)
    return game


def _place_the_rest(game: PlainAurum, position: Mapping[str, Any]) -> None:
    """Put the cards that the position does not name into discard, left-over pair and supply."""
    named = {card for hand in game.hands for card in hand} | set(game.bids) | {card for _, card in game.trick}
    deck = base_deck(game.players, game.house.drop_suit_3p)
    game.discard = [card for card in deck if card not in named and card not in game.extra]
    if game.players == 4 and "extra" not in position:
        game.extra = game.discard[-2:]
        del game.discard[-2:]
    if "supply" in position:
        game.supply = list(position["supply"])
        return
    held = Counter(card for cards in game.gold for card in cards)
    held.update(card for _, card in game.trick if is_gold(card))
    game.supply = sorted((Counter(round_gold(game.players, game.expert)) - held).elements())
