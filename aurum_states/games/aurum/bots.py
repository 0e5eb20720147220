"""Bots for Aurum: ``plain``, a heuristic of twenty lines, and ``aurum``, which weighs its choices.

Both know only what their seat may see; see ``sight``. Neither draws anything: in one place it does one thing.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from aurum_states.games.aurum import material, rules
from aurum_states.games.aurum.sight import GOLD_RANK, Memory, Sight, rank
from aurum_states.simulate import Choice

if TYPE_CHECKING:
    from aurum_states import PlayerId, Table


class PlainBot:
    """Bids a fair share of the tricks, never changes it, and plays to meet it: an opponent to measure with.

    Tricks wanting: takes the trick with the lowest card that does, else plays the lowest; leads the highest.
    Else: stays below with the highest card that does, else plays the lowest; passes where it may.
    """

    def __init__(self, seed: str) -> None:
        del seed
        self._memory = Memory()

    def choose(self, table: "Table", player_id: "PlayerId") -> Choice:
        """Return the bid or card."""
        legal, seen = table.legal_moves(player_id), Sight(table, player_id, self._memory)
        if "actBid" in legal:
            share = material.HAND_SIZE // len(seen.sides)
            return "actBid", _nearest(seen, legal["actBid"], share)
        if "actKeepBid" in legal:
            return "actKeepBid", ()
        ranks = seen.hand | {card: GOLD_RANK + number for card, number in seen.gold.items()}
        cards = sorted(legal["actPlayCard"], key=ranks.__getitem__)
        base = [card for card in cards if card in seen.hand]
        if seen.won < seen.bid:
            taking = [card for card in cards if ranks[card] >= seen.to_reach]
            if seen.trick:
                return ("actPlayCard", (taking or cards)[0]) if cards else ("actPass", ())
            return "actPlayCard", cards[-1]
        if not base:
            return "actPass", ()
        below = [card for card in base if ranks[card] < seen.to_reach]
        return "actPlayCard", below[-1] if below else base[0]


class Weights(NamedTuple):
    """What the Aurum bot goes by: points of a round's score, and chances. Found by playing."""

    bid_alone: int = 3
    bid_in_team: int = 4
    """What it bids at first. Missing a bid costs everything, and a bid can be raised later."""
    trick: float = 2.0
    """What a trick is worth where the bid is still to be met, and how much more when all are needed."""
    pressing: float = 2.0
    rebid: float = 1.2
    """Where the bid is met, and can still be raised; where it is exceeded, and cannot; where it is spoilt."""
    over: float = 1.0
    spoilt: float = 0.6
    gold: float = 0.0
    """What a gold card is worth beside its points, when it is won and when it is played."""
    spent: float = 0.4
    high: float = 0.25
    """What a high card (of a trick's worth) and a low one lose by being played."""
    low: float = 0.15
    beaten: float = 0.55
    """How often a later player who can beat a card does so, how often one with gold, how often a partner."""
    beaten_by_gold: float = 0.12
    beaten_by_partner: float = 0.6
    undercut: float = 0.6
    """How often a later player who has a lower card plays it."""
    aim: float = 2.5
    """How much likelier than by chance the number of tricks is that meets the bid."""
    change: float = 0.4
    """By how much a change of the bid must be worth more than it costs."""


WEIGHTS = Weights()


class AurumBot:
    """Bids low, raises the bid to the tricks it wins, and plays the card that is worth most in points.

    What a card is worth: the chance to win the trick times what a trick is worth now, the chance to play the
    lowest card times the gold that earns, less what the card may still be good for. Chances come from the
    cards that have not been seen yet.
    """

    def __init__(self, seed: str, weights: Weights = WEIGHTS) -> None:
        del seed
        self._memory = Memory()
        self._by = weights

    def choose(self, table: "Table", player_id: "PlayerId") -> Choice:
        """Return the bid, change or card."""
        legal, seen = table.legal_moves(player_id), Sight(table, player_id, self._memory)
        if "actBid" in legal:
            first = self._by.bid_in_team if len(seen.side) > 1 else self._by.bid_alone
            return "actBid", _nearest(seen, legal["actBid"], first)
        if "actKeepBid" in legal:
            return self._change(seen, legal["actChangeBid"])
        if "actPass" in legal and (not legal["actPlayCard"] or seen.leading()):
            return "actPass", ()
        trick = self._worth_of_trick(seen)
        return "actPlayCard", max(legal["actPlayCard"], key=lambda card: self._worth(seen, card, trick))

    # -- the bid

    def _change(self, seen: Sight, changes: Sequence[tuple[int, int, int]]) -> Choice:
        """Return the change by which the side may expect most points, if that is worth its gold."""
        chances = [_tops(seen, number) for number in range(seen.top + 1)]
        hand = [chances[number] for number in seen.hand.values()]
        spent = min(seen.gold, key=seen.gold.__getitem__)
        cost = material.GOLD_POINTS[seen.gold[spent]] + 0.05 * seen.gold[spent]
        best = self._expected(seen, seen.bid, hand) + cost + self._by.change
        choice: Choice = ("actKeepBid", ())
        for gold, card, bidder in changes:
            if gold != spent:
                continue
            kept = [seen.bids[one] for one in seen.side if one != bidder]
            bid = max([seen.hand[card], *kept])
            if bid == seen.bid:
                continue
            left = [*hand, chances[seen.bids[bidder]]]
            left.remove(chances[seen.hand[card]])
            points = self._expected(seen, bid, left)
            if points > best:
                best, choice = points, ("actChangeBid", (gold, card, bidder))
        return choice

    def _expected(self, seen: Sight, bid: int, hand: list[float]) -> float:
        """Return the points for tricks to be expected with a bid, by the chances of the cards in hand."""
        left = seen.tricks_left
        mean = sum(sorted(hand)[-left:]) if left else 0.0
        mean += left * (len(seen.side) - 1) / len(seen.hand_counts)  # what a partner wins
        chances = list(_binomial(left, round(min(0.95, max(0.03, mean / left)), 2))) if left else [1.0]
        if 0 <= bid - seen.won <= left:
            chances[bid - seen.won] *= self._by.aim
        points = [rules.trick_points(bid, seen.won + more) for more in range(left + 1)]
        return sum(map(float.__mul__, chances, map(float, points))) / sum(chances)

    # -- cards

    def _worth_of_trick(self, seen: Sight) -> float:
        by, missing = self._by, seen.bid - seen.won
        if missing > 0:
            return by.trick + by.pressing * min(1.0, missing / max(1, seen.tricks_left))
        if seen.gold and len(seen.hand) > 1 and max(seen.hand.values()) > seen.won:
            return by.rebid
        return by.over if missing else -by.spoilt * (seen.bid - 1)

    def _worth(self, seen: Sight, card: int, trick: float) -> float:
        by = self._by
        if card in seen.gold:
            number = seen.gold[card]
            return self._wins(seen, material.GOLD, number) * trick - material.GOLD_POINTS[number] - by.spent
        suit, number = seen.suits[card], seen.hand[card]
        high, low = max(0, number - 5) / (seen.top - 5), max(0, 5 - number) / 4
        gold = material.GOLD_POINTS[number] + by.gold if number in seen.supply else 0.0
        lowest = self._lowest(seen, suit, number) if gold else 0.0
        wins = self._wins(seen, suit, number)
        return wins * trick + lowest * gold - by.high * high * trick - by.low * low

    def _wins(self, seen: Sight, suit: str, number: int) -> float:
        """Return the chance that a card wins the trick for a side that would not have won it anyway."""
        by, mine = self._by, rank(suit, number)
        if mine < seen.to_reach:
            return 0.0
        chance = 1.0
        for one in seen.later:
            if mine >= GOLD_RANK:
                beaten = 0.25 if max(seen.golds[one], default=-1) >= number else 0.0
            else:
                beaten = by.beaten * seen.holds(one, suit, number, seen.top)
                beaten += (1 - beaten) * by.beaten_by_gold * bool(seen.golds[one])
            chance *= 1 - beaten * (by.beaten_by_partner if one in seen.side else 1)
        return chance * (0.4 if seen.winning in seen.side else 1)

    def _lowest(self, seen: Sight, suit: str, number: int) -> float:
        """Return the chance that a base metal card is the lowest of the trick."""
        if any(other < number for _, its, other in seen.trick if its != material.GOLD):
            return 0.0
        chance = 1.0
        for one in seen.later:
            chance *= 1 - self._by.undercut * seen.holds(one, suit, 1, number)
        return chance


def _nearest(seen: Sight, cards: Sequence[int], number: int) -> int:
    """Return the card whose number is nearest, of two the lower."""
    return min(cards, key=lambda card: (abs(seen.hand[card] - number), seen.hand[card]))


def _tops(seen: Sight, number: int) -> float:
    """Return about how often a number wins a trick, by the share of unseen cards that beat it."""
    higher = sum(1 for _, other in seen.unseen if other >= number) / max(1, len(seen.unseen))
    return float(max(0.0, 1 - 1.3 * higher) ** (len(seen.hand_counts) - 1))


@lru_cache(maxsize=4096)
def _binomial(count: int, chance: float) -> tuple[float, ...]:
    return tuple(comb(count, k) * chance**k * (1 - chance) ** (count - k) for k in range(count + 1))


BOTS = {"aurum": AurumBot, "plain": PlainBot}
"""The bots by the names that ``--bots`` takes."""
