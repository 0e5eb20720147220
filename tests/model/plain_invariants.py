"""The invariants I1-I36 of the rules page as predicates on one plain game.

I5, I25-I31, I33 and I37 compare two states, two games or two views; tests of their own hold them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from .plain_rules import base_deck, is_gold, number, round_gold, suit

if TYPE_CHECKING:
    from .plain_aurum import PlainAurum, Trick


def violations(game: PlainAurum) -> list[str]:
    """Every broken invariant, in words."""
    return [
        *card_violations(game),
        *_asking(game),
        *_hand_sizes(game),
        *_tricks(game),
        *_round_end(game),
        *_nuggets(game),
    ]


def card_violations(game: PlainAurum) -> list[str]:
    """The broken invariants about where cards lie (I1-I3, I6-I9, I12, I13)."""
    return [*_base_cards(game), *_gold_cards(game), *_open_trick(game), *_trick_counts(game)]


def _base_cards(game: PlainAurum) -> Iterator[str]:
    in_trick = [card for _, card in game.trick if not is_gold(card)]
    bids = [card for card in game.bids if card is not None]
    hands = [card for hand in game.hands for card in hand]
    places = Counter([*hands, *bids, *in_trick, *game.discard, *game.extra])
    deck = set(base_deck(game.players, game.house.drop_suit_3p))
    twice = sorted(card for card, count in places.items() if count > 1)
    if twice or set(places) != deck:
        yield f"I1: twice {twice}, missing {sorted(deck - set(places))}, foreign {sorted(set(places) - deck)}"
    if game.round and len(game.extra) != (2 if game.players == 4 else 0):
        yield f"I1: the left-over pair is {game.extra}"
    if game.phase in ("change", "play") and len(bids) < game.players:
        yield f"I6: not everybody has a bid: {game.bids}"


def _gold_cards(game: PlainAurum) -> Iterator[str]:
    held = [card for cards in game.gold for card in cards]
    in_trick = [card for _, card in game.trick if is_gold(card)]
    everything = Counter([*game.supply, *held, *in_trick])
    wanted = Counter(round_gold(game.players, game.expert))
    if everything != wanted:
        more, fewer = sorted((everything - wanted).elements()), sorted((wanted - everything).elements())
        yield f"I2: gold too much {more}, missing {fewer}"
    for place, cards in (("supply", game.supply), ("a collection", held)):
        if not all(is_gold(card) for card in cards):
            yield f"I2: base metal in {place}: {cards}"
    foreign = {"G8"} if game.players == 3 else set()
    foreign |= {"G0"} if game.expert else set()
    if foreign & set(everything):
        yield f"I3: gold that is not in this game: {sorted(foreign & set(everything))}"


def _open_trick(game: PlainAurum) -> Iterator[str]:
    suits = [suit(card) for _, card in game.trick if not is_gold(card)]
    if len(suits) != len(set(suits)):
        yield f"I7: a suit twice in {game.trick}"
    if game.trick and is_gold(game.trick[0][1]):
        yield f"I8: gold starts {game.trick}"
    seats = [seat for seat, _ in game.trick]
    if seats and seats != game.clockwise_from(seats[0])[: len(seats)]:
        yield f"I9: seats out of order in {game.trick}"
    if len(seats) >= game.players:
        yield f"I9: a full trick lies open: {game.trick}"


def _trick_counts(game: PlainAurum) -> Iterator[str]:
    done = game.tricks_before + len(game.tricks)
    by_side = sum(game.score()["tricks"])
    if not sum(game.trick_counts) == by_side == done:
        yield f"I12: tricks {game.trick_counts}, by side {by_side}, completed {done}"
    most = {(3, False): 17, (3, True): 16, (4, False): 15, (4, True): 14}[game.players, game.expert]
    if done > most:
        yield f"I13: {done} tricks, at most {most} are possible"


def _asking(game: PlainAurum) -> Iterator[str]:
    asked = game.asked()
    if game.phase in ("deal", "over"):
        if asked or any(game.legal(seat) for seat in game.seats):
            yield f"I10: {asked} asked in phase {game.phase}"
        return
    if not asked or not all(game.legal(seat) for seat in asked):
        yield f"I10: nobody is asked or somebody has no move: {asked}"
    if game.phase == "change":
        for seat in asked:
            if not (game.gold[seat] and game.hands[seat]) or game.trick:
                yield f"I36: seat {seat} is asked about a change"
    if game.phase == "play":
        yield from _plays(game, asked[0])


def _plays(game: PlainAurum, seat: int) -> Iterator[str]:
    offered = {move[1] for move in game.legal(seat) if move[0] == "play"}
    base = {card for card in offered if not is_gold(card)}
    open_cards = {c for c in game.hands[seat] if all(is_gold(t) or t[0] != c[0] for _, t in game.trick)}
    gold = set(game.gold[seat]) if game.trick else set()
    if base != open_cards or offered - base != gold:
        yield f"I10: seat {seat} is offered {sorted(offered)}"
    if (("pass",) in game.legal(seat)) != (not open_cards):
        yield f"I11: seat {seat} with {sorted(open_cards)} and pass"
    if seat != (game.leader + len(game.trick)) % game.players:
        yield f"I9: seat {seat} is not next in {game.trick}"


def _hand_sizes(game: PlainAurum) -> Iterator[str]:
    if game.arranged_round or game.round == 0:
        return
    for seat in game.seats:
        total = len(game.hands[seat]) + (game.bids[seat] is not None) + game.base_played[seat]
        if total != 12:
            yield f"I4: seat {seat} accounts for {total} cards"


def _tricks(game: PlainAurum) -> Iterator[str]:
    leaders = [game.first_leader, *(trick.low_player for trick in game.tricks)]
    for leader, trick in zip(leaders, game.tricks, strict=False):
        if trick.plays[0][0] != leader:
            yield f"I14: seat {leader} should start {trick.plays}"
        yield from _one_trick(game, trick)
    if game.phase in ("change", "play") and game.leader != leaders[-1]:
        yield f"I14: seat {leaders[-1]} should lead, not {game.leader}"
    for earlier, later in pairwise(game.tricks):
        if Counter(earlier.supply_after) - Counter(later.supply_before):
            yield f"I17: the supply lost cards between tricks: {earlier.supply_after}, {later.supply_before}"


def _one_trick(game: PlainAurum, trick: Trick) -> Iterator[str]:
    ranked = [(number(card), place, seat) for place, (seat, card) in enumerate(trick.plays)]
    base = [entry for entry in ranked if not is_gold(trick.plays[entry[1]][1])]
    gold = [entry for entry in ranked if entry not in base]
    if len(trick.plays) != game.players or len({seat for seat, _ in trick.plays}) != game.players or not base:
        yield f"I34: {trick.plays} is no complete trick"
        return
    if not gold and len({card[0] for _, card in trick.plays}) != game.players:
        yield f"I35: a suit twice in {trick.plays}"
    low, _, low_player = min(base, key=lambda entry: (entry[0], -entry[1]))
    if trick.low_player != low_player:
        yield f"I15: seat {low_player} has the lowest card of {trick.plays}, not {trick.low_player}"
    prize = f"G{low}"
    if trick.gold_won != (prize if prize in trick.supply_before else None):
        yield f"I15: {trick.gold_won} won by {trick.plays} with the supply {trick.supply_before}"
    played = Counter(card for _, card in trick.plays if is_gold(card))
    if trick.gold_won in played and trick.gold_won not in trick.supply_before:
        yield f"I16: {trick.gold_won} is won in the trick it was played to"
    won = Counter([trick.gold_won] if trick.gold_won else [])
    if Counter(trick.supply_after) != Counter(trick.supply_before) - won + played:
        yield f"I17: supply {trick.supply_before} became {trick.supply_after}"
    if trick.winner != max(gold or base)[2]:
        yield f"I24: seat {trick.winner} did not win {trick.plays}"


def _round_end(game: PlainAurum) -> Iterator[str]:
    told = [event["event"] for event in game.events[game.round_start :]]
    ended = game.phase in ("deal", "over") and bool(game.results)
    if told.count("pass") != (1 if ended else 0):
        yield f"I32: {told.count('pass')} passes in phase {game.phase}"
    if not ended:
        return
    ending = ["pass", "round_end"] + (["game_end"] if game.phase == "over" else [])
    if told[-len(ending) :] != ending:
        yield f"I32: the round ends with {told[-3:]}"
    result = game.results[-1]
    for side, tricks in enumerate(result["tricks"]):
        bid, points = result["bid"][side], result["trick_points"][side]
        more = tricks if game.house.overtrick == "tricks" else bid
        right = 0 if tricks < bid else 2 * tricks if tricks == bid else more
        if points != right or result["exact"][side] != (tricks == bid) or (tricks == 0 and points):
            yield f"I21: side {side} bid {bid}, made {tricks} and got {points}"
    if sum(result["gold_points"]) > (15 if game.players == 3 else 18):
        yield f"I22: gold points {result['gold_points']}"
    best = max(result["points"])
    if not result["nugget_to"] or any(result["points"][side] < best for side in result["nugget_to"]):
        yield f"I23: points {result['points']}, nuggets to {result['nugget_to']}"


def _nuggets(game: PlainAurum) -> Iterator[str]:
    for before, after in pairwise(game.results):
        gains = [new - old for old, new in zip(before["nuggets"], after["nuggets"], strict=True)]
        if min(gains) < 0 or max(gains) > 1 or sum(gains) < 1:
            yield f"I19: nuggets {before['nuggets']} became {after['nuggets']}"
        if not after["game_over"] and after["marker"] != (before["marker"] + 1) % game.players:
            yield f"I18: the marker went from {before['marker']} to {after['marker']}"
    if max(game.nuggets) > 2:
        yield f"I19: nuggets {game.nuggets}"
    if (game.phase == "over") != (max(game.nuggets) >= 2):
        yield f"I20: phase {game.phase} with nuggets {game.nuggets}"
    if not game.arranged_game:
        least, most = (2 if game.phase == "over" else 0), (4 if game.players == 3 else 3)
        if not least <= len(game.results) <= most:
            yield f"I20: {len(game.results)} rounds"
