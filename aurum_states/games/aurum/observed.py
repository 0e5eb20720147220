"""What a simulation of Aurum counts beside the statistics: how rounds end, bids, ties, where winners sat."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from aurum_states.games.aurum import material, rules
from aurum_states.games.aurum.constants import Option, Overtricks

if TYPE_CHECKING:
    from aurum_states import PlayerId
    from aurum_states.games.aurum.game import AurumGame


def passing(game: "AurumGame", player: "PlayerId", *, forced: bool) -> None:
    """Observe how a round ends; the trick has not been cleared yet (R36-R40, A31)."""
    cards = game.state.cards
    if not forced:
        how = "a pass by choice"
    elif cards.peek("hand", player):
        how = "a follower is blocked and has no gold"
    elif cards.peek_by_arg("trick"):
        how = "a follower has neither cards nor gold"
    else:
        how = "the starter has no cards"
    game.observe("a round ends", how)


def trick(game: "AurumGame", played: Mapping["PlayerId", int], result: rules.TrickResult) -> None:
    """Observe a full trick; its gold has not been returned yet (R46, R47)."""
    cards = game.state.cards
    suits, numbers = cards.card_type, cards.card_type_arg
    gold = [numbers[card] for card in played.values() if suits[card] == material.GOLD]
    game.observe("a trick is won with", "gold" if gold else "base metal")
    late = result.gold_won is None and result.low_number in gold
    game.observe("gold comes back too late to be won", "yes" if late else "no")


def _other_rule(game: "AurumGame", scores: Sequence[rules.SideScore], nuggets: Sequence[int]) -> str:
    """Tell whether the other value of the option Overtricks gives the round's nugget to others (A26)."""
    played = game.options[Option.OVERTRICKS]
    other: Literal["tricks", "bid"] = "bid" if played == Overtricks.SCORE_THE_TRICKS_WON else "tricks"
    again = [
        score._replace(trick_points=rules.trick_points(score.bid, score.tricks, overtrick=other))
        for score in scores
    ]
    moved = rules.nuggets_won(again, tiebreak=game.settings["tiebreak"]) != list(nuggets)
    return "moves a nugget" if moved else "changes nothing"


def scored(
    game: "AurumGame", scores: Sequence[rules.SideScore], nuggets: Sequence[int], won: Sequence[int]
) -> None:
    """Observe a scored round, and at the end who has won, counted from the first marker holder (R28)."""
    s = game.state
    for score in scores:
        game.observe("a bid", "met" if score.exact else "exceeded" if score.tricks > score.bid else "missed")
    points = sorted((score.points for score in scores), reverse=True)
    game.observe("tricks in a round", sum(score.tricks for score in scores))
    game.observe("the most points of a round", "tied" if points[0] == points[1] else "of one side")
    game.observe("nuggets in a round", len(nuggets))
    game.observe("the other rule for overtricks", _other_rule(game, scores, nuggets))
    first = (game.players.index(s.marker) + 1 - s.round.get()) % len(game.players)
    for side in won:
        place = ("first", "second", "third")[(side - first) % len(scores)]
        game.observe("winners, counted from the first marker holder", f"the {place} side")
