"""The invariants of docs/aurum-rules.md about states and histories: each finds what breaks it in a game.

Written from the rules page alone, on labels and seats. Those about the program (I25-I31, I33, I37) compare
two games or two views and have tests of their own.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise

from tests.model.plain_aurum import Event
from tests.model.plain_rules import base_deck, is_gold, number, round_gold, starting_supply

from .histories import History, Picture, Step

Check = Callable[[History], Iterator[object]]
CHECKS: dict[str, Check] = {}


def at_every_state(name: str) -> Callable[[Callable[[History, Picture], object]], object]:
    """Register a predicate on one state; what it returns but None is what is wrong."""

    def register(predicate: Callable[[History, Picture], object]) -> object:
        def check(history: History) -> Iterator[object]:
            for place, picture in enumerate(history.pictures):
                wrong = predicate(history, picture)
                if wrong is not None:
                    yield f"{name} in state {place} ({picture.state}): {wrong}"

        CHECKS[name] = check
        return predicate

    return register


def along_a_history(name: str) -> Callable[[Check], Check]:
    """Register a check of a whole game."""

    def register(check: Check) -> Check:
        CHECKS[name] = check
        return check

    return register


def base_of(cards: list[str]) -> list[str]:
    return [card for card in cards if not is_gold(card)]


def all_of(by_seat: list[list[str]]) -> list[str]:
    return [card for cards in by_seat for card in cards]


def tricks_of(events: list[Event]) -> list[Event]:
    return [event for event in events if event["event"] == "trick"]


# -- at every state


@at_every_state("I1")
def each_base_card_once(history: History, now: Picture) -> object:
    drop = history.chosen.settings.get("drop_suit_3p", "Z")
    lying = [*all_of(now.hands), *all_of(now.bids), *now.discard, *now.extra, *now.deck, *now.supply]
    lying += [*all_of(now.gold), *(card for _, card in now.trick)]
    places = sorted(base_of(lying))
    in_right_places = not base_of([*now.supply, *all_of(now.gold)]) and not now.deck
    return None if places == sorted(base_deck(history.players, drop)) and in_right_places else places


@at_every_state("I2")
def gold_is_complete(history: History, now: Picture) -> object:
    gold = [*now.supply, *all_of(now.gold), *(card for _, card in now.trick if is_gold(card))]
    return None if Counter(gold) == Counter(round_gold(history.players, history.chosen.expert)) else gold


@at_every_state("I3")
def no_gold_where_it_does_not_belong(history: History, now: Picture) -> object:
    elsewhere = [*all_of(now.hands), *all_of(now.bids), *now.discard, *now.extra]
    gold = [*now.supply, *all_of(now.gold), *(card for _, card in now.trick)]
    foreign = {"G8"} if history.players == 3 else set()
    foreign |= {"G0"} if history.chosen.expert else set()
    wrong = [card for card in elsewhere if is_gold(card)] + [card for card in gold if card in foreign]
    return wrong or None


@at_every_state("I4")
def twelve_cards_each(history: History, now: Picture) -> object:
    if now.state == "gameEnd":
        return None
    played = Counter(
        event["seat"]
        for event in history.of_round(now)
        if event["event"] == "play" and not is_gold(event["card"])
    )
    count = [len(now.hands[seat]) + len(now.bids[seat]) + played[seat] for seat in range(history.players)]
    return None if count == [12] * history.players else count


@at_every_state("I6")
def bids_are_base_metal(history: History, now: Picture) -> object:
    top = 9 if history.players == 3 else 10
    wrong = [card for card in all_of(now.bids) if is_gold(card) or not 1 <= number(card) <= top]
    missing = now.state != "bidding" and [len(cards) for cards in now.bids] != [1] * history.players
    return now.bids if wrong or missing or any(len(cards) > 1 for cards in now.bids) else None


@at_every_state("I7")
def suits_differ(history: History, now: Picture) -> object:
    suits = [card[0] for _, card in now.trick if not is_gold(card)]
    return now.trick if len(set(suits)) != len(suits) else None


@at_every_state("I8")
def base_metal_starts(history: History, now: Picture) -> object:
    return now.trick if now.trick and is_gold(now.trick[0][1]) else None


@at_every_state("I9")
def seats_follow_the_starter(history: History, now: Picture) -> object:
    seats = [seat for seat, _ in now.trick]
    right = seats == history.clockwise(now.starter)[: len(seats)] and len(seats) < history.players
    return None if right else now.trick


@at_every_state("I10")
def somebody_can_move(history: History, now: Picture) -> object:
    if now.state == "gameEnd":
        return now.asked or [moves for moves in now.legal if moves] or None
    if not now.asked or not all(now.legal[seat] for seat in now.asked):
        return f"asked {now.asked}"
    if any(len(set(moves)) != len(moves) for moves in now.legal):
        return f"moves differ: {now.legal}"
    return None if now.state != "playerTurn" else wrong_plays(now, now.asked[0])


def wrong_plays(now: Picture, seat: int) -> object:
    offered = [label for action, *labels in now.legal[seat] if action == "actPlayCard" for label in labels]
    closed = {card[0] for _, card in now.trick if not is_gold(card)}
    gold = set(now.gold[seat]) if now.trick else set()
    right = {card for card in now.hands[seat] if card[0] not in closed} | gold
    return None if sorted(offered) == sorted(right) else f"{offered} instead of {right}"


@at_every_state("I11")
def pass_without_base_metal(history: History, now: Picture) -> object:
    if now.state != "playerTurn":
        return None
    seat = now.asked[0]
    closed = {card[0] for _, card in now.trick if not is_gold(card)}
    playable = [card for card in now.hands[seat] if card[0] not in closed]
    return None if (("actPass",) in now.legal[seat]) == (not playable) else playable


@at_every_state("I12")
def tricks_add_up(history: History, now: Picture) -> object:
    tricks = tricks_of(history.of_round(now))
    won = Counter(trick["winner"] for trick in tricks)
    return None if now.trick_counts == [won[seat] for seat in range(history.players)] else now.trick_counts


@at_every_state("I13")
def no_more_tricks_than_possible(history: History, now: Picture) -> object:
    most = {(3, False): 17, (3, True): 16, (4, False): 15, (4, True): 14}
    return None if sum(now.trick_counts) <= most[history.players, history.chosen.expert] else now.trick_counts


@at_every_state("I36")
def only_the_able_are_asked_to_change(history: History, now: Picture) -> object:
    if now.state != "changeBid":
        return None
    unable = [seat for seat in now.asked if not (now.gold[seat] and now.hands[seat])]
    skipping = [seat for seat in now.asked if history.chosen.auto_skip and history.chosen.auto_skip[seat]]
    return (unable, skipping, now.trick) if unable or skipping or now.trick else None


@at_every_state("I17")
def supply_follows_from_the_events(history: History, now: Picture) -> object:
    if now.state == "gameEnd":
        return None
    supply = supplies(history, history.of_round(now))[-1]
    return None if supply == Counter(now.supply) else (now.supply, supply)


def supplies(history: History, events: list[Event]) -> list[Counter[str]]:
    """The supply after each event of a round: what is won leaves it, then what was played comes back."""
    found = [Counter(starting_supply(history.players))]
    for event in events:
        supply = found[-1].copy()
        if event["event"] == "swap":
            supply[event["gold"]] += 1
        elif event["event"] in ("trick", "pass"):
            if event.get("gold_won"):
                supply[event["gold_won"]] -= 1
            plays = event["plays"] if event["event"] == "trick" else event["aborted"]
            supply.update(card for _, card in plays if is_gold(card))
        found.append(supply)
    return found


# -- over a move


@along_a_history("I5")
def a_swap_trades_two_cards(history: History) -> Iterator[object]:
    for step in history.steps:
        if step.move.action == "actChangeBid" and not any(one["event"] == "pass" for one in step.events):
            swap = step.events[0]
            if expected_swap(step, swap) != (step.after.hands, step.after.bids, step.after.gold):
                yield f"I5: {swap}: {step.before} -> {step.after}"
            if Counter(step.after.supply) != Counter([*step.before.supply, swap["gold"]]):
                yield f"I5: {swap}: supply {step.after.supply}"
            if step.after.trick_counts != step.before.trick_counts:
                yield f"I5: {swap}: tricks {step.after.trick_counts}"


def expected_swap(step: Step, swap: Event) -> tuple[list[list[str]], list[list[str]], list[list[str]]]:
    hands, bids, gold = (
        [list(cards) for cards in part] for part in (step.before.hands, step.before.bids, step.before.gold)
    )
    gold[swap["seat"]].remove(swap["gold"])
    hands[swap["seat"]].remove(swap["card"])
    hands[swap["seat"]].append(bids[swap["target"]].pop())
    bids[swap["target"]].append(swap["card"])
    return hands, bids, gold


# -- over a round


@along_a_history("I14")
def the_lowest_leads(history: History) -> Iterator[object]:
    for events in history.rounds():
        leader = events[0]["marker"]
        for event in events:
            if event["event"] == "trick":
                if event["plays"][0][0] != leader:
                    yield f"I14: {leader} should start {event['plays']}"
                leader = event["low_player"]


@along_a_history("I15")
def the_last_lowest_earns(history: History) -> Iterator[object]:
    for events in history.rounds():
        for event, supply in zip(events, supplies(history, events), strict=False):
            if event["event"] == "trick":
                base = [
                    (number(card), -place, seat)
                    for place, (seat, card) in enumerate(event["plays"])
                    if not is_gold(card)
                ]
                low, _, seat = min(base)
                prize = f"G{low}" if supply[f"G{low}"] else None
                if (event["low_player"], event["gold_won"]) != (seat, prize):
                    yield f"I15: {event} with {supply}"


@along_a_history("I16")
def gold_is_not_won_in_its_own_trick(history: History) -> Iterator[object]:
    for events in history.rounds():
        for event, supply in zip(events, supplies(history, events), strict=False):
            if event["event"] == "trick" and event["gold_won"] and not supply[event["gold_won"]]:
                yield f"I16: {event} with {supply}"


@along_a_history("I18")
def the_marker_moves_on(history: History) -> Iterator[object]:
    markers = [events[0]["marker"] for events in history.rounds()]
    for before, after in pairwise(markers):
        if after != (before + 1) % history.players:
            yield f"I18: {markers}"


@along_a_history("I19")
def nuggets_never_fall(history: History) -> Iterator[object]:
    counts = [
        [0] * history.sides,
        *(event["nuggets"] for event in history.events if event["event"] == "round_end"),
    ]
    for before, after in pairwise(counts):
        gains = [new - old for old, new in zip(before, after, strict=True)]
        if set(gains) - {0, 1} or sum(gains) < 1 or max(after) > 2:
            yield f"I19: {counts}"
    shown = [picture.nuggets for picture in history.pictures]
    if any(later < earlier for old, new in pairwise(shown) for earlier, later in zip(old, new, strict=True)):
        yield f"I19: {shown}"


@along_a_history("I20")
def the_game_ends_in_time(history: History) -> Iterator[object]:
    last = history.pictures[-1]
    over = [picture.state == "gameEnd" for picture in history.pictures]
    two = [max(picture.nuggets) == 2 for picture in history.pictures]
    if over != two or last.state != "gameEnd":
        yield f"I20: nuggets {last.nuggets} in {last.state}"
    if not 2 <= len(history.rounds()) <= (4 if history.players == 3 else 3):
        yield f"I20: {len(history.rounds())} rounds"


@along_a_history("I21")
def points_for_tricks(history: History) -> Iterator[object]:
    for end in (event for event in history.events if event["event"] == "round_end"):
        for bid, tricks, points, exact in zip(
            end["bid"], end["tricks"], end["trick_points"], end["exact"], strict=True
        ):
            more = tricks if history.chosen.overtrick == "tricks" else bid
            right = 0 if tricks < bid else 2 * tricks if tricks == bid else more
            if (points, exact) != (right, tricks == bid):
                yield f"I21: {end}"


@along_a_history("I22")
def gold_points_are_bounded(history: History) -> Iterator[object]:
    for end in (event for event in history.events if event["event"] == "round_end"):
        if sum(end["gold_points"]) > (15 if history.players == 3 else 18):
            yield f"I22: {end}"


@along_a_history("I23")
def nuggets_go_to_the_best(history: History) -> Iterator[object]:
    for end in (event for event in history.events if event["event"] == "round_end"):
        best = max(end["points"])
        if not end["nugget_to"] or any(end["points"][side] < best for side in end["nugget_to"]):
            yield f"I23: {end}"


@along_a_history("I24")
def the_highest_wins(history: History) -> Iterator[object]:
    for trick in tricks_of(history.events):
        ranked = [
            (is_gold(card), number(card), place, seat) for place, (seat, card) in enumerate(trick["plays"])
        ]
        if trick["winner"] != max(ranked)[3]:
            yield f"I24: {trick}"


@along_a_history("I32")
def one_pass_ends_a_round(history: History) -> Iterator[object]:
    for events in history.rounds():
        told = [event["event"] for event in events]
        if told.count("pass") != 1 or told[told.index("pass") + 1] != "round_end":
            yield f"I32: {told[-4:]}"


@along_a_history("I34")
def a_trick_is_full(history: History) -> Iterator[object]:
    for trick in tricks_of(history.events):
        seats = {seat for seat, _ in trick["plays"]}
        if len(seats) != history.players or all(is_gold(card) for _, card in trick["plays"]):
            yield f"I34: {trick}"


@along_a_history("I35")
def without_gold_all_suits_differ(history: History) -> Iterator[object]:
    for trick in tricks_of(history.events):
        cards = [card for _, card in trick["plays"]]
        if not any(map(is_gold, cards)) and len({card[0] for card in cards}) != history.players:
            yield f"I35: {trick}"
