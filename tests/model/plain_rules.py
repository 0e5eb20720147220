"""Aurum's rules as plain functions on card labels: "S7" is silver 7, "G3" is gold 3.

Numbers such as R33 or A17 are those of the rules page. Everything here is written to be read, not to be fast.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

SUITS = "BCPSZ"
GOLD = "G"
PASS = "PASS"

Play = tuple[int, str]
"""A seat and the card it played."""


@dataclass(frozen=True)
class HouseRules:
    """The house settings with the defaults of the rules page (end of its section 3)."""

    overtrick: str = "tricks"
    swaps_per_trick: int | None = 1
    tiebreak: str = "narrow"
    gold_tie: str = "kept"
    zero_beats_none: bool = True
    drop_suit_3p: str = "Z"
    bid4: str = "sequential"
    no_change_if_starter_empty: bool = False

    def __post_init__(self) -> None:
        """Refuse values that the page does not know, with ValueError."""
        allowed = {
            "overtrick": ("tricks", "bid"),
            "tiebreak": ("narrow", "strict"),
            "gold_tie": ("kept", "collected"),
            "drop_suit_3p": tuple(SUITS),
            "bid4": ("sequential", "simultaneous"),
        }
        for name, values in allowed.items():
            if getattr(self, name) not in values:
                raise ValueError(f"setting {name} is {getattr(self, name)!r}; right would be one of {values}")


class Outcome(NamedTuple):
    """What a complete trick brings; `gold_won` goes to `low_player`, who also starts the next trick (R48)."""

    winner: int
    low_player: int
    gold_won: str | None


def suit(card: str) -> str:
    return card[0]


def number(card: str) -> int:
    return int(card[1:])


def is_gold(card: str) -> bool:
    return card[0] == GOLD


def base_deck(players: int, drop_suit: str) -> list[str]:
    """All base metal cards: four suits 1-9 for three players (R4), five suits 1-10 for four (R5)."""
    suits = SUITS.replace(drop_suit, "") if players == 3 else SUITS
    top = 9 if players == 3 else 10
    return [f"{letter}{n}" for letter in suits for n in range(1, top + 1)]


def starting_supply(players: int) -> list[str]:
    """The gold in the middle when a round starts (R6, R7)."""
    numbers = [1, 1, 2, 2, 3, 3, 4, 5, 6, 7] + ([8] if players == 4 else [])
    return [f"G{n}" for n in numbers]


def round_gold(players: int, expert: bool) -> list[str]:
    """All gold of a round: the supply and, unless expert, a 0 for each player (R8, R15)."""
    return starting_supply(players) + ([] if expert else ["G0"] * players)


def gold_points(card: str) -> int:
    """Points of a gold card that is kept to the end (R9)."""
    n = number(card)
    if n == 0:
        return 0
    if n <= 3:
        return 1
    if n <= 6:
        return 2
    return 3


def legal_plays(hand: Iterable[str], gold: Iterable[str], table: Sequence[str]) -> set[str]:
    """Every card that may be played to the cards on the table, and PASS where it is allowed (R31-R40)."""
    closed = {suit(card) for card in table}  # gold closes nothing: no base metal card has its letter (R35)
    base = {card for card in hand if suit(card) not in closed}
    starter = not table
    plays = base if starter else base | set(gold)
    if not base:
        plays = plays | {PASS}
    return plays


def trick_outcome(plays: Sequence[Play], supply: Iterable[str]) -> Outcome:
    """The result of a full trick; `supply` is what lies there before the played gold comes back (R41-R48)."""
    gold = [play for play in plays if is_gold(play[1])]
    base = [play for play in plays if not is_gold(play[1])]
    contenders = gold or base
    highest = max(number(card) for _, card in contenders)
    lowest = min(number(card) for _, card in base)
    winner = [seat for seat, card in contenders if number(card) == highest][-1]
    low_player = [seat for seat, card in base if number(card) == lowest][-1]
    prize = f"{GOLD}{lowest}"
    return Outcome(winner, low_player, prize if prize in supply else None)


def trick_points(bid: int, tricks: int, overtrick: str) -> int:
    """Points for a side's tricks (R54-R56, A26)."""
    if tricks < bid:
        return 0
    if tricks == bid:
        return 2 * tricks
    return tricks if overtrick == "tricks" else bid


def best_gold(cards: Iterable[str], zero_beats_none: bool) -> int:
    """The highest gold number of a side, -1 for none (R60, A17, A18)."""
    numbers = [number(card) for card in cards]
    if not zero_beats_none:
        numbers = [n for n in numbers if n > 0]
    return max(numbers, default=-1)


def nugget_winners(
    points: Sequence[int], exact: Sequence[bool], best: Sequence[int], tiebreak: str
) -> list[int]:
    """The sides that get a nugget (R58-R61, A16); `best` is each side's best gold number."""
    tied = [side for side in range(len(points)) if points[side] == max(points)]
    met = [side for side in tied if exact[side]]
    if tiebreak == "strict":
        if len(met) == 1:
            return met
        richest = [side for side in tied if best[side] == max(best[other] for other in tied)]
        return richest if len(richest) == 1 else tied
    if met:
        tied = met
    return [side for side in tied if best[side] == max(best[other] for other in tied)]
