"""Aurum's rules as pure functions: nothing here changes what it is given or knows about tables.

Cards are deck ids, which tell nothing. Their faces come from two look-ups that hold for a whole game:
``suits[card]``, a letter of ``material.SUITS`` or ``GOLD``, and ``numbers[card]``. Players are ids; a list
of players is in clockwise order. A *side* is one of three players or a team of two (R2, R3), named by its
place in ``sides()``. Scoring, once a round, works on numbers alone.

R.. (rules) and A.. (rulings where the rules leave something open) are the numbers of docs/aurum-rules.md.
Keyword parameters with a default are house settings of that page, under the same names.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from aurum_states.games.aurum.material import GOLD, GOLD_POINTS

NUGGETS_TO_WIN = 2
"""A side with so many gold nuggets at the end of a round has won (R1)."""

MOST_ROUNDS = {3: 4, 4: 3}
"""The most rounds a game takes, by number of players: each gives a nugget to at least one side (R65, A20)."""

_TRUMP = 100
"""Added to the number of a gold card, so that a 0 ranks above every base metal card (R41, A24)."""


# -- players and sides


def clockwise(players: Sequence[int], first: int) -> list[int]:
    """Return all players in clockwise order from ``first``.

    This is the order of bidding, of changing bids and of playing to a trick (R18, R27, R29).
    """
    place = players.index(first)
    return [*players[place:], *players[:place]]


def next_marker(players: Sequence[int], marker: int) -> int:
    """Return who holds the Round First Player Marker next: the next seat, whoever led or won (R62, A38)."""
    return clockwise(players, marker)[1]


def sides(players: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the players of each side: three single players, or partners sitting opposite (R2, R3)."""
    if len(players) == 4:
        return [(players[0], players[2]), (players[1], players[3])]
    return [(player,) for player in players]


def own_side(players: Sequence[int], player: int) -> tuple[int, ...]:
    """Return a player and, with four, the partner: those whose bids this player can change (R24, R25)."""
    place = players.index(player)
    return (player, players[place - 2]) if len(players) == 4 else (player,)


# -- deal and bid


def gold_at_start(gold: Iterable[int], numbers: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the supply of a new round and the 0s, one for each player (R14); in the expert variant none."""
    cards = sorted(gold)
    return [card for card in cards if numbers[card] > 0], [card for card in cards if numbers[card] == 0]


def bids_together(players: int, *, bid4: Literal["sequential", "simultaneous"] = "sequential") -> bool:
    """Tell whether all bid at once, revealed together and taken back until then (R17), or in turn (R18, A28).

    What can be bid needs no function: any card of one's own hand (R16, R20, A27).
    """
    return players == 3 or bid4 != "sequential"


# -- change a bid


def changing_allowed(starter_hand: Sequence[int], *, no_change_if_starter_empty: bool = False) -> bool:
    """Tell whether this trick has an opportunity to change bids: every trick has one (R21).

    The house may leave it out before a trick that nobody can start (A12).
    """
    return bool(starter_hand) or not no_change_if_starter_empty


def can_change_bid(
    hand: Sequence[int], gold: Sequence[int], swaps: int = 0, *, swaps_per_trick: int | None = 1
) -> bool:
    """Tell whether a player is asked about a change (R25, A13).

    It takes a card in hand, a gold card, and fewer ``swaps`` before this trick than the house allows:
    one, or another number, or any (None; R27, A8).
    """
    return bool(hand and gold) and (swaps_per_trick is None or swaps < swaps_per_trick)


def bid_changes(
    hand: Sequence[int], gold: Sequence[int], numbers: Sequence[int], bidders: Sequence[int]
) -> list[tuple[int, int, int]]:
    """Return every (gold card spent, hand card, player whose bid card it replaces) (R22-R24, A9-A11).

    ``bidders`` are the ``own_side`` of the player. Two gold cards of one number are one choice.
    """
    return [
        (spent, card, bidder) for spent in gold_plays(gold, numbers) for card in hand for bidder in bidders
    ]


# -- play to a trick


def closed_suits(trick: Iterable[int], suits: Sequence[str]) -> str:
    """Return the suits in a trick, which nobody may play again; gold closes none (R33, R35).

    An empty text means that nobody has played yet, since a trick never starts with gold (R32).
    """
    return "".join([suits[card] for card in trick if suits[card] != GOLD])


def has_base_play(hand: Iterable[int], suits: Sequence[str], closed: str) -> bool:
    """Tell whether the hand has a card whose suit is still open (R31, R33)."""
    for card in hand:  # noqa: SIM110 - any() builds a generator: three times the cost, once a move
        if suits[card] not in closed:
            return True
    return False


def gold_plays(gold: Sequence[int], numbers: Sequence[int]) -> list[int]:
    """Return the gold cards that differ: of two with one number the lowest id stands for both (R34, A1)."""
    if len(gold) < 2:
        return [*gold]
    lowest: dict[int, int] = {}
    for card in sorted(gold):
        if numbers[card] not in lowest:
            lowest[numbers[card]] = card
    return [*lowest.values()]


def legal_plays(
    hand: Iterable[int], gold: Sequence[int], suits: Sequence[str], numbers: Sequence[int], closed: str
) -> tuple[list[int], bool]:
    """Return the cards that may be played to a trick, and whether passing is allowed.

    Base metal of an open suit is always playable (R31, R33), gold by everybody but the starter, for whom
    no suit is closed yet (R32, R34, A2, A5). Passing is for those without playable base metal (R36-R40,
    A4, A6); a player with neither card nor gold to play has that choice only.
    """
    cards = [card for card in hand if suits[card] not in closed]
    may_pass = not cards
    if gold and closed:
        cards += gold_plays(gold, numbers)
    return cards, may_pass


def must_pass(hand: Sequence[int], gold: Sequence[int], suits: Sequence[str], closed: str) -> bool:
    """Tell whether passing is the only legal move (R37, R40), which ends the round (R50, R52, A3)."""
    if not closed:
        return not hand
    return not gold and not has_base_play(hand, suits, closed)


class TrickResult(NamedTuple):
    """What a full trick did. ``low_player`` starts the next one, with or without gold (R48, A32)."""

    winner: int
    low_player: int
    low_number: int
    gold_won: int | None
    """Gold card that goes from the supply to ``low_player``; the lowest id where two would do (R46)."""


def trick_result(
    trick: Mapping[int, int], suits: Sequence[str], numbers: Sequence[int], supply: Iterable[int]
) -> TrickResult:
    """Return who wins a full trick and who earns gold.

    ``trick`` is {player: card} in the order played; ``supply`` is as it was before the gold in this trick
    goes back to it (R46, R47). The highest gold card wins, without gold the highest base metal card
    (R41, R42); the lowest base metal card earns gold of its number (R44). Of equal cards the one played
    last counts, hence >= and <= (R43, R45).
    """
    winner = low_player = 0
    highest, lowest = -1, _TRUMP
    for player, card in trick.items():
        rank = number = numbers[card]
        if suits[card] == GOLD:
            rank += _TRUMP
        elif number <= lowest:
            lowest, low_player = number, player
        if rank >= highest:
            highest, winner = rank, player
    matching = [card for card in supply if numbers[card] == lowest]
    return TrickResult(winner, low_player, lowest, min(matching) if matching else None)


def gold_among(cards: Iterable[int], suits: Sequence[str]) -> list[int]:
    """Return the gold cards of a trick, full or thrown away: they go back to the supply (R47, R51, A14)."""
    return [card for card in cards if suits[card] == GOLD]


# -- score a round


class SideScore(NamedTuple):
    """What one side did in a round."""

    bid: int
    tricks: int
    trick_points: int
    gold_points: int
    best_gold: int
    """Number of the best gold card, compared when points are equal; -1 for a side without (R60, A17)."""

    @property
    def points(self) -> int:
        """Points for tricks and for gold together (R57)."""
        return self.trick_points + self.gold_points

    @property
    def exact(self) -> bool:
        """Whether the side won as many tricks as it bid (R55)."""
        return self.tricks == self.bid


def trick_points(bid: int, tricks: int, *, overtrick: Literal["tricks", "bid"] = "tricks") -> int:
    """Return the points for tricks: below the bid none, at the bid twice the tricks (R54, R55).

    Above the bid they are the tricks won, or by a house setting the tricks bid (R56, A26).
    """
    if tricks < bid:
        return 0
    if tricks == bid:
        return 2 * tricks
    return tricks if overtrick == "tricks" else bid


def score_side(
    bids: Iterable[int],
    tricks: int,
    kept: Sequence[int],
    collected: Sequence[int] = (),
    *,
    overtrick: Literal["tricks", "bid"] = "tricks",
    gold_tie: Literal["kept", "collected"] = "kept",
    zero_beats_none: bool = True,
) -> SideScore:
    """Score one side from the numbers of its bid cards and gold, partners taken together (R19, R53, A40).

    ``tricks`` are those of both partners. ``kept`` is the gold in the collections at the end of the round;
    ``collected`` all that ever lay there, looked at only with ``gold_tie="collected"`` (A15). Without
    ``zero_beats_none`` a best card 0 counts as much as no card (A17).
    """
    bid = max(bids)
    compared = kept if gold_tie == "kept" else collected
    return SideScore(
        bid,
        tricks,
        trick_points(bid, tricks, overtrick=overtrick),
        sum([GOLD_POINTS[number] for number in kept]),
        max(compared, default=-1 if zero_beats_none else 0),
    )


def nuggets_won(
    scores: Sequence[SideScore], *, tiebreak: Literal["narrow", "strict"] = "narrow"
) -> list[int]:
    """Return the sides that get a nugget: the one with most points, or those that stay tied (R58-R61).

    Tied sides are compared by exactness, then by their single best gold card (A18). *Narrow*: each step
    drops the worse ones. *Strict*: a step that does not single out one side changes nothing (A16).
    """
    points = [score.points for score in scores]
    most = max(points)
    tied = [side for side, count in enumerate(points) if count == most]
    for merits in ([score.exact for score in scores], [score.best_gold for score in scores]):
        best = max([merits[side] for side in tied])
        better = [side for side in tied if merits[side] == best]
        if tiebreak == "narrow" or len(better) == 1:
            tied = better
    return tied


def winners(nuggets: Sequence[int]) -> list[int]:
    """Return the sides that have won, by the nuggets of each side after a round (R1, R63, R64, A21).

    As long as the list is empty the game goes on.
    """
    return [side for side, count in enumerate(nuggets) if count >= NUGGETS_TO_WIN]


# -- the two preferences of a player

AUTO_SKIP_DEFAULT = False
"""Auto-skip change bid: whether a player is passed over instead of asked about a change (R66, A36)."""

AUTO_CONFIRM_DEFAULT = True
"""Auto-confirm bid and played cards: whether they take effect without a Confirm button (R68, A35)."""


def preference_at_round_start(remembered: bool | None, default: bool) -> bool:
    """Return the value a preference takes when a round starts: the remembered one (R67, R69).

    None is a player who never chose. A change made in the score panel replaces the value until then and
    is not remembered.
    """
    return default if remembered is None else remembered


def confirm_button(auto_confirm: bool, *, can_take_back: bool = False) -> bool:
    """Tell whether a bid or play shows a Confirm button; one that can be taken back never does (R68)."""
    return not auto_confirm and not can_take_back
