"""A round's score on the table: points, nuggets, statistics, and who has won."""

from typing import TYPE_CHECKING

from aurum_states import clienttranslate
from aurum_states.games.aurum import material, observed, rules
from aurum_states.games.aurum.constants import Option, Overtricks, PlayerStatistic, TableStatistic

if TYPE_CHECKING:
    from aurum_states import PlayerId
    from aurum_states.components import Statistics
    from aurum_states.games.aurum.game import AurumGame


TABLE_STATISTICS = [one.value for one in TableStatistic]
PLAYER_STATISTICS = [one.value for one in PlayerStatistic]


def start_statistics(stats: "Statistics") -> None:
    """Set every statistic to 0, so that it counts for those who never do it."""
    stats.init_table(TABLE_STATISTICS, 0)
    stats.init_player(PLAYER_STATISTICS, 0)


def remember_gold(game: "AurumGame") -> None:
    """Keep each player's highest gold number: for a table that compares all gold ever held (A15)."""
    s = game.state
    for player in game.players:
        held = [s.cards.card_type_arg[card] for card in s.cards.peek("gold", player)]
        s.collected[player] = max([*held, s.collected.get(player, -1)])


def score_round(game: "AurumGame") -> bool:
    """Score the round, give the nuggets and pass the marker on; return whether the game is over."""
    s = game.state
    sides = rules.sides(game.players)
    scores = [_score_side(game, side) for side in sides]
    winning = rules.nuggets_won(scores, tiebreak=game.settings["tiebreak"])
    for place in winning:
        for player in sides[place]:
            game.player_score.inc(player, 1, None)
    nuggets = [game.player_score.get(side[0]) for side in sides]
    won = rules.winners(nuggets)
    _count(game, sides, scores, winning)
    if game.observing:
        observed.scored(game, scores, winning, won)
    if game.notify.heard:
        _tell(game, scores, winning, nuggets)
    if won:
        game.notify.all(
            "gameWon",
            _winner_log(won, team=len(sides[0]) > 1),
            winner_names=_names(game, won),
            winners=[player for place in won for player in sides[place]],
        )
        return True
    s.marker = rules.next_marker(game.players, s.marker)
    return False


def _tell(game: "AurumGame", scores: list[rules.SideScore], winning: list[int], nuggets: list[int]) -> None:
    s, sides = game.state, rules.sides(game.players)
    game.notify.all(
        "roundScored",
        _nugget_log(winning, team=len(sides[0]) > 1),
        nugget_names=_names(game, winning),
        round=s.round.get(),
        sides=[
            {
                "players": list(side),
                "bid": score.bid,
                "tricks": score.tricks,
                "trickPoints": score.trick_points,
                "goldPoints": score.gold_points,
                "points": score.points,
                "exact": score.exact,
                "nugget": place in winning,
                "nuggets": nuggets[place],
            }
            for place, (side, score) in enumerate(zip(sides, scores, strict=True))
        ],
        kept={player: [game.label(card) for card in s.cards.ids("gold", player)] for player in game.players},
        tricks=s.tricks.get_all(),
    )


def _nugget_log(winning: list[int], *, team: bool) -> str:
    if len(winning) > 1:
        return clienttranslate("${nugget_names} win a gold nugget each")
    if team:
        return clienttranslate("${nugget_names} win a gold nugget")
    return clienttranslate("${nugget_names} wins a gold nugget")


def _winner_log(won: list[int], *, team: bool) -> str:
    if len(won) > 1:
        return clienttranslate("${winner_names} win the game together")
    return (
        clienttranslate("${winner_names} win the game")
        if team
        else clienttranslate("${winner_names} wins the game")
    )


def _score_side(game: "AurumGame", side: tuple[int, ...]) -> rules.SideScore:
    s = game.state
    numbers = s.cards.card_type_arg
    kept = [numbers[card] for player in side for card in s.cards.peek("gold", player)]
    settings = game.settings
    return rules.score_side(
        [numbers[s.cards.peek("bid", player)[0]] for player in side],
        sum([s.tricks.get(player) for player in side]),
        kept,
        kept + [s.collected[player] for player in side if s.collected.get(player, -1) >= 0],
        overtrick="bid" if game.options[Option.OVERTRICKS] == Overtricks.SCORE_ONLY_THE_BID else "tricks",
        gold_tie=settings["gold_tie"],
        zero_beats_none=settings["zero_beats_none"],
    )


def _count(
    game: "AurumGame", sides: list[tuple[int, ...]], scores: list[rules.SideScore], winning: list[int]
) -> None:
    stats, tricks = game.state.stats, game.state.tricks
    points = [score.points for score in scores]
    stats.inc_table("rounds", 1)
    stats.inc_table("tricks", sum([score.tricks for score in scores]))
    stats.inc_table("tied_rounds", int(points.count(max(points)) > 1))
    for place, (side, score) in enumerate(zip(sides, scores, strict=True)):
        bid = "bids_exact" if score.exact else "bids_over" if score.tricks > score.bid else "bids_under"
        for player in side:
            stats.inc_player(bid, 1, player)
            stats.inc_player("nuggets", int(place in winning), player)
            stats.inc_player("tricks_won", tricks.get(player), player)
            stats.inc_player("round_points", points[place], player)
            stats.inc_player("gold_points", score.gold_points, player)


def _names(game: "AurumGame", places: list[int]) -> str:
    """Name sides: ``Ada``, ``Ada and Cleo``, ``Ada and Cleo, Ben and Dan``."""
    sides = rules.sides(game.players)
    return ", ".join(" and ".join(game.player_name(player) for player in sides[place]) for place in places)


NUGGET_WORTH = 20
"""How many points of a round a nugget is as good as, to who looks ahead."""


def lead(game: "AurumGame", player: "PlayerId") -> float:
    """Return by how much a player's side leads the best other one, in points of a round.

    The points of a round count as soon as all have bid.
    """
    sides = rules.sides(game.players)
    open_bids = len(game.state.cards.peek_by_arg("bid")) == len(game.players)
    worth = [
        NUGGET_WORTH * game.player_score.get(side[0]) + (_score_side(game, side).points if open_bids else 0)
        for side in sides
    ]
    own = next(place for place, side in enumerate(sides) if player in side)
    return worth.pop(own) - max(worth)


def gold_points(game: "AurumGame", player: int) -> int:
    """Return the points of the gold in a player's collection now (R9)."""
    cards = game.state.cards
    return sum(material.GOLD_POINTS[cards.card_type_arg[card]] for card in cards.peek("gold", player))
