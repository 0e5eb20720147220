"""How a trick ends on the table: it is won, or thrown away by a pass (R41-R51)."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from aurum_states import clienttranslate
from aurum_states.games.aurum import material, observed, rules, scoring

if TYPE_CHECKING:
    from aurum_states import PlayerId
    from aurum_states.games.aurum.game import AurumGame


def finish(game: "AurumGame") -> None:
    """Give a full trick to its winner, and gold and the next lead to who played lowest (R41-R49)."""
    s = game.state
    cards = s.cards
    trick = {player: ids[0] for player, ids in cards.peek_by_arg("trick").items()}
    result = rules.trick_result(trick, cards.card_type, cards.card_type_arg, cards.peek("supply"))
    gold = result.gold_won
    if game.observing:
        observed.trick(game, trick, result)
    s.tricks.inc(result.winner, 1, None)
    if cards.card_type[trick[result.winner]] == material.GOLD:
        s.stats.inc_table("gold_tricks", 1)
    _clear(game, trick.values())
    if gold is not None:
        cards.move_card(gold, "gold", result.low_player)
        s.stats.inc_player("gold_won", 1, result.low_player)
    s.last_trick = trick
    s.starter = result.low_player
    s.asked = s.swaps = 0
    if game.settings["gold_tie"] == "collected":
        scoring.remember_gold(game)
    if game.notify.heard:
        _tell(game, trick, result)


def _tell(game: "AurumGame", trick: Mapping["PlayerId", int], result: rules.TrickResult) -> None:
    game.notify.all(
        "trickWon",
        clienttranslate("${player_name} wins the trick with ${card}"),
        player_id=result.winner,
        card=game.label(trick[result.winner]),
        tricks=game.state.tricks.get(result.winner),
        low_player_id=result.low_player,
        trick=list(trick.items()),
    )
    if result.gold_won is not None:
        game.notify.all(
            "goldWon",
            clienttranslate("${player_name} played the lowest card and earns ${card}"),
            player_id=result.low_player,
            card=game.label(result.gold_won),
            card_id=result.gold_won,
        )


def throw_away(game: "AurumGame", player: "PlayerId", *, forced: bool) -> None:
    """Let a player pass: nobody wins the open trick, gold in it is lost to its player (R50, R51, A14)."""
    cards = game.state.cards
    aborted = [[player_id, game.label(ids[0])] for player_id, ids in cards.peek_by_arg("trick").items()]
    gone = not cards.peek("hand", player) and not aborted
    game.state.stats.inc_player("passes", 1, player)
    observed.passing(game, player, forced=forced)
    game.notify.all(
        "noCardsLeft" if gone else "passed",
        clienttranslate("${player_name} has no cards left to start a trick: the round is over")
        if gone
        else clienttranslate("${player_name} passes: the round is over"),
        player_id=player,
        forced=forced,
        aborted=aborted,
    )
    _clear(game, cards.ids("trick", None))


def _clear(game: "AurumGame", trick: Iterable[int]) -> None:
    """Put the trick's gold back into the supply and its base metal cards away (R47, R51)."""
    cards = game.state.cards
    for card in rules.gold_among(trick, cards.card_type):
        cards.move_card(card, "supply")
    cards.move_all_cards_in_location("trick", "discard")
    game.state.closed = ""
