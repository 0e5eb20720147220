"""Bots for Aurum: ``plain``, a heuristic of a few lines, and ``aurum``, which weighs what each card is worth.

Both know only what their seat may see; see ``sight``.
"""

from collections.abc import Mapping
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

    Tricks wanting: takes the trick with the lowest card that does, or plays the lowest; leads the highest.
    Else: stays below with the highest card that does, or plays the lowest; passes where it may.
    """

    def __init__(self, seed: str) -> None:
        del seed  # nothing here is random
        self._memory = Memory()

    def choose(self, table: "Table", player_id: "PlayerId") -> Choice:
        """Return the bid or card."""
        legal, seen = table.legal_moves(player_id), Sight(table, player_id, self._memory)
        if "actBid" in legal:
            share = material.HAND_SIZE // len(seen.sides)
            return "actBid", min(
                legal["actBid"], key=lambda card: (abs(seen.numbers[card] - share), seen.numbers[card])
            )
        if "actKeepBid" in legal:
            return "actKeepBid", ()
        ranks = seen.numbers | {card: GOLD_RANK + number for card, number in seen.gold.items()}
        cards = sorted(legal["actPlayCard"], key=ranks.__getitem__)
        base = [card for card in cards if card in seen.numbers]
        if seen.won < seen.bid:
            taking = [card for card in cards if ranks[card] >= seen.to_reach]
            return "actPlayCard", taking[0] if taking and seen.trick else cards[0 if seen.trick else -1]
        if not base:
            return "actPass", ()
        below = [card for card in base if ranks[card] < seen.to_reach]
        return "actPlayCard", below[-1] if below else base[0]


class Weights(NamedTuple):
    """What the Aurum bot goes by, in points of the round's score. Found by playing."""

    bid: tuple[int, int] = (3, 4)
    beaten: float = 0.55
    beaten_gold: float = 0.12
    undercut: float = 0.6
    partner: float = 0.6
    trick: float = 2.0
    wanting: float = 2.0
    rebid: float = 1.2
    spoilt: float = 0.6
    over: float = 1.0
    gold: float = 0.1
    spent: float = 0.4
    high: float = 0.25
    low: float = 0.15
    aim: float = 2.5
    mates: float = 0.25
    change: float = 0.4
    follow: float = 1.3
    partner_wins: float = 0.6


class AurumBot:
    """Bids, changes the bid and plays by what each choice is worth in points."""

    def __init__(self, seed: str, weights: Weights = Weights()) -> None:
        del seed
        self._memory = Memory()
        self._by = weights

    def choose(self, table: "Table", player_id: "PlayerId") -> Choice:
        """Return the bid, change or card."""
        legal, seen = table.legal_moves(player_id), Sight(table, player_id, self._memory)
        if "actBid" in legal:
            share = self._by.bid[len(seen.sides) == 2]
            return "actBid", min(
                legal["actBid"], key=lambda card: (abs(seen.numbers[card] - share), seen.numbers[card])
            )
        if "actKeepBid" in legal:
            return self._change(seen, legal["actChangeBid"])
        if "actPass" in legal and (not legal["actPlayCard"] or seen.leading_now()):
            return "actPass", ()
        trick = self._worth_of_trick(seen)
        return "actPlayCard", max(legal["actPlayCard"], key=lambda card: self._worth(seen, card, trick))

    # -- bid

    def _change(self, seen: Sight, changes: list[tuple[int, int, int]]) -> Choice:
        by = self._by
        worths = {number: self._winning(seen, number) for number in range(1, seen.top + 1)}
        hand = [worths[number] for number in seen.numbers.values()]
        now = self._expected(seen, seen.bid, sum(sorted(hand)[-seen.tricks_left :]))
        spent = min(seen.gold, key=seen.gold.__getitem__)
        cost = material.GOLD_POINTS[seen.gold[spent]] + 0.05 * seen.gold[spent] + by.change
        best, choice = now + cost, ("actKeepBid", ())
        for gold, card, bidder in changes:
            if seen.gold[gold] != seen.gold[spent]:
                continue
            bid = max(seen.numbers[card], *(seen.bids[one] for one in seen.side if one != bidder), 0)
            if bid == seen.bid:
                continue
            left = [*hand, worths[seen.bids[bidder]]]
            left.remove(worths[seen.numbers[card]])
            value = self._expected(seen, bid, sum(sorted(left)[-seen.tricks_left :]))
            if value > best:
                best, choice = value, ("actChangeBid", (gold, card, bidder))
        return choice

    def _winning(self, seen: Sight, number: int) -> float:
        higher = sum(1 for _, other in seen.unseen if other >= number) / max(1, len(seen.unseen))
        return max(0.0, 1 - higher * self._by.follow) ** (len(seen.hand_counts) - 1)

    def _expected(self, seen: Sight, bid: int, mean: float) -> float:
        left = seen.tricks_left
        if len(seen.side) > 1:
            mean += left * self._by.mates
        chances = list(_binomial(left, round(min(0.95, max(0.03, mean / left)) if left else 0, 2)))
        if 0 <= bid - seen.won <= left:
            chances[bid - seen.won] *= self._by.aim
        total = sum(chances)
        return (
            sum(chance * rules.trick_points(bid, seen.won + more) for more, chance in enumerate(chances))
            / total
        )

    # -- play

    def _worth_of_trick(self, seen: Sight) -> float:
        by, missing = self._by, seen.bid - seen.won
        if missing > 0:
            return by.trick + by.wanting * min(1.0, missing / max(1, seen.tricks_left))
        if seen.gold and len(seen.numbers) > 1 and max(seen.numbers.values()) > seen.won:
            return by.rebid
        return by.over if missing else -by.spoilt * (seen.bid - 1)

    def _worth(self, seen: Sight, card: int, trick: float) -> float:
        by = self._by
        number = seen.numbers.get(card)
        if number is None:
            number = seen.gold[card]
            lowest, cost = 0.0, material.GOLD_POINTS[number] + by.spent
            suit = material.GOLD
        else:
            suit = seen.suits[card]
            lowest = self._lowest(seen, suit, number)
            cost = by.high * max(0, number - 5) / (seen.top - 5) * trick + by.low * max(0, 5 - number) / 4
        wins = self._wins(seen, suit, number)
        if seen.trick and max(seen.trick, key=lambda one: rank(one[1], one[2]))[0] in seen.side:
            wins *= 1 - by.partner_wins
        gold = material.GOLD_POINTS[number] + by.gold if number in seen.supply else 0.0
        return lowest * gold + trick * wins - cost

    def _wins(self, seen: Sight, suit: str, number: int) -> float:
        by = self._by
        mine = rank(suit, number)
        if mine < seen.to_reach:
            return 0.0
        closed = [*(one[1] for one in seen.trick), suit]
        higher = sum(1 for other, its in seen.unseen if its >= mine and other not in closed)
        share, chance = higher / max(1, len(seen.unseen)), 1.0
        for one in seen.later:
            if mine >= GOLD_RANK:
                beaten = 0.25 if max(seen.golds[one], default=-1) >= number else 0.0
            else:
                beaten = by.beaten * (1 - (1 - share) ** seen.hand_counts[one])
                if seen.golds[one]:
                    beaten += (1 - beaten) * by.beaten_gold
            chance *= 1 - beaten * (by.partner if one in seen.side else 1)
        return chance

    def _lowest(self, seen: Sight, suit: str, number: int) -> float:
        by = self._by
        if any(its < number for _, other, its in seen.trick if other != material.GOLD):
            return 0.0
        closed = [*(one[1] for one in seen.trick), suit]
        lower = sum(1 for other, its in seen.unseen if its <= number and other not in closed)
        share, chance = lower / max(1, len(seen.unseen)), 1.0
        for one in seen.later:
            chance *= 1 - by.undercut * (1 - (1 - share) ** seen.hand_counts[one])
        return chance


@lru_cache(maxsize=4096)
def _binomial(count: int, chance: float) -> tuple[float, ...]:
    return tuple(comb(count, k) * chance**k * (1 - chance) ** (count - k) for k in range(count + 1))


BOTS = {"aurum": AurumBot, "plain": PlainBot}
