"""The game of Aurum as one plain object: it is given the deals and the moves, and tells what follows.

Nothing random happens here. Moves are tuples in the notation of the golden cases without the seat:
("bid", card), ("unbid",), ("keep",), ("swap", gold, hand card, seat), ("play", card), ("pass",).
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from . import plain_invariants
from .plain_rules import (
    PASS,
    HouseRules,
    Play,
    base_deck,
    best_gold,
    gold_points,
    is_gold,
    legal_plays,
    nugget_winners,
    number,
    round_gold,
    starting_supply,
    trick_outcome,
    trick_points,
)

Move = tuple[Any, ...]
Event = dict[str, Any]

HAND_SIZE = 12
NUGGETS_TO_WIN = 2


class Trick(NamedTuple):
    """A complete trick as it is remembered until the next deal."""

    plays: tuple[Play, ...]
    winner: int
    low_player: int
    gold_won: str | None
    supply_before: tuple[str, ...]
    supply_after: tuple[str, ...]


class PlainAurum:
    """One game. `phase` is "deal", "bid", "change", "play" or "over"; seats are 0.. clockwise.

    With `forced_passes` the game itself passes for a player who has no choice (A3). `auto_skip` holds each
    seat's remembered preference (R66), which every deal sets again (R67).
    """

    def __init__(
        self,
        players: int,
        expert: bool = False,
        marker: int = 0,
        settings: Mapping[str, Any] | None = None,
        *,
        forced_passes: bool = True,
        auto_skip: Sequence[bool] | None = None,
    ) -> None:
        if players not in (3, 4) or marker not in range(players):
            raise ValueError(f"{players} players, marker {marker}; right would be 3 or 4 players and a seat")
        self.players = players
        self.seats = range(players)
        self.sides = 3 if players == 3 else 2
        self.expert = expert
        self.house = HouseRules(**(settings or {}))
        self.together = players == 3 or self.house.bid4 == "simultaneous"
        self.forced_passes = forced_passes
        self.remembered_auto_skip = list(auto_skip or [False] * players)
        self.auto_skip = list(self.remembered_auto_skip)
        self.marker = marker
        self.nuggets = [0] * self.sides
        self.winners: list[int] = []
        self.round = 0
        self.results: list[Event] = []
        self.events: list[Event] = []
        self.arranged_game = False
        self.phase = "deal"
        self._clear_table()

    def _clear_table(self) -> None:
        self.hands: list[list[str]] = [[] for _ in self.seats]
        self.bids: list[str | None] = [None for _ in self.seats]
        self.gold: list[list[str]] = [[] for _ in self.seats]
        self.ever: list[list[str]] = [[] for _ in self.seats]
        self.supply: list[str] = round_gold(self.players, self.expert)
        self.discard: list[str] = base_deck(self.players, self.house.drop_suit_3p)
        self.extra: list[str] = []
        self.trick: list[Play] = []
        self.tricks: list[Trick] = []
        self.tricks_before = 0
        self.trick_counts = [0 for _ in self.seats]
        self.base_played = [0 for _ in self.seats]
        self.arranged_round = False
        self.leader = self.first_leader = self.marker
        self.turn: int | None = None
        self.still_to_ask: list[int] = []
        self.swaps_left: int | None = 0
        self.round_start = len(self.events)

    def side(self, seat: int) -> int:
        """The side of a seat: the seat itself with three players, the team with four (R2, R3)."""
        return seat % self.sides

    def clockwise_from(self, seat: int) -> list[int]:
        return [(seat + step) % self.players for step in self.seats]

    def side_cards(self, by_seat: Sequence[Sequence[str]], side: int) -> list[str]:
        """The cards of all seats of a side, in order."""
        return sorted(card for seat in self.seats if self.side(seat) == side for card in by_seat[seat])

    def team_bid(self, side: int) -> int:
        """The number a side has announced: its higher bid card (R19); 0 before anybody of it has bid."""
        cards = [self.bids[seat] for seat in self.seats if self.side(seat) == side]
        return max((number(card) for card in cards if card is not None), default=0)

    # Preferences

    def set_auto_skip(self, seat: int, value: bool) -> None:
        """Change the flag in the score panel: from the next question to the next deal (R67, A36)."""
        self.auto_skip[seat] = value

    def remember_auto_skip(self, seat: int, value: bool) -> None:
        """Change the preference in the options: for good (R67)."""
        self.remembered_auto_skip[seat] = value
        self.auto_skip[seat] = value

    # Asking

    def asked(self) -> list[int]:
        """The seats whose move the game waits for."""
        if self.phase == "bid":
            without = [seat for seat in self.clockwise_from(self.marker) if self.bids[seat] is None]
            return sorted(without) if self.together else without[:1]
        return [] if self.turn is None else [self.turn]

    def legal(self, seat: int) -> set[Move]:
        """All moves a seat can make now; one not asked may have a hidden bid to take back (R17)."""
        if self.phase == "bid":
            if self.bids[seat] is not None:
                return {("unbid",)} if self.together else set()
            return {("bid", card) for card in self.hands[seat]} if seat in self.asked() else set()
        if seat != self.turn:
            return set()
        if self.phase == "change":
            own_bids = [target for target in self.seats if self.side(target) == self.side(seat)]
            swaps = {
                ("swap", gold, card, target)
                for gold in set(self.gold[seat])
                for card in self.hands[seat]
                for target in own_bids
            }
            return {("keep",), *swaps}
        plays = legal_plays(self.hands[seat], self.gold[seat], [card for _, card in self.trick])
        return {("pass",) if card == PASS else ("play", card) for card in plays}

    # Moving

    def deal(self, hands: Sequence[Sequence[str]], extra: Sequence[str] = ()) -> None:
        """Start a round with these hands and left-over pair (R12-R15); ValueError if it is no right deal."""
        if self.phase != "deal":
            raise ValueError(f"a deal in phase {self.phase}; right would be phase deal")
        deck = base_deck(self.players, self.house.drop_suit_3p)
        dealt = [card for hand in hands for card in hand] + list(extra)
        if sorted(dealt) != sorted(deck) or [len(hand) for hand in hands] != [HAND_SIZE] * self.players:
            raise ValueError(f"wrong deal {hands}, {extra}; right would be the whole deck, 12 each")
        self._clear_table()
        self.round += 1
        self.discard = []
        self.hands = [list(hand) for hand in hands]
        self.extra = list(extra)
        self.supply = starting_supply(self.players)
        if not self.expert:
            self.gold = [["G0"] for _ in self.seats]
        self.ever = [list(cards) for cards in self.gold]
        self.auto_skip = list(self.remembered_auto_skip)
        self.phase = "bid"
        self._tell("deal", round=self.round, marker=self.marker, extra=list(extra))

    def move(self, seat: int, move: Move) -> None:
        """Make a move; ValueError if it is not legal, and then nothing has changed (I27)."""
        try:
            allowed = seat in self.seats and move in self.legal(seat)
        except TypeError:
            allowed = False
        if not allowed:
            raise ValueError(f"seat {seat}, {move!r}: asked are {self.asked()} in phase {self.phase}")
        word = move[0]
        if word == "bid":
            self._bid(seat, move[1])
        elif word == "unbid":
            self._unbid(seat)
        elif word == "keep":
            self._tell("keep", seat=seat)
            self._ask_next_change()
        elif word == "swap":
            self._swap(seat, move[1], move[2], move[3])
        elif word == "play":
            self._play(seat, move[1])
        else:
            self._pass(seat, forced=self.legal(seat) == {("pass",)})

    def _tell(self, event: str, **facts: Any) -> None:
        self.events.append({"event": event, **facts})

    def _bid(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.bids[seat] = card
        self._tell("bid", seat=seat, card=card)
        if None not in self.bids:
            team_bids = [self.team_bid(side) for side in range(self.sides)]
            self._tell("reveal", bids=list(self.bids), team_bids=team_bids)
            self._begin_trick(self.marker)

    def _unbid(self, seat: int) -> None:
        card = self.bids[seat]
        assert card is not None
        self.bids[seat] = None
        self.hands[seat].append(card)
        self._tell("unbid", seat=seat, card=card)

    def _begin_trick(self, leader: int) -> None:
        self.leader = leader
        self.trick = []
        self.still_to_ask = self.clockwise_from(leader)
        if self.house.no_change_if_starter_empty and not self.hands[leader]:
            self.still_to_ask = []
        self._ask_next_change()

    def _can_change(self, seat: int) -> bool:
        """Whether a seat has what a change takes (R25)."""
        return bool(self.gold[seat]) and bool(self.hands[seat])

    def _ask_next_change(self) -> None:
        """Ask the next seat that can change a bid; after the last one the leader plays (R21, R27, A13)."""
        while self.still_to_ask:
            seat = self.still_to_ask.pop(0)
            if self._can_change(seat) and not self.auto_skip[seat] and self.house.swaps_per_trick != 0:
                self.phase = "change"
                self.turn = seat
                self.swaps_left = self.house.swaps_per_trick
                return
        self._ask_play(self.leader)

    def _swap(self, seat: int, gold: str, card: str, target: int) -> None:
        old = self.bids[target]
        assert old is not None
        self.gold[seat].remove(gold)
        self.supply.append(gold)
        self.hands[seat].remove(card)
        self.hands[seat].append(old)
        self.bids[target] = card
        self._tell("swap", seat=seat, gold=gold, card=card, target=target, old=old)
        if self.swaps_left is not None:
            self.swaps_left -= 1
        if self.swaps_left == 0 or not self._can_change(seat):
            self._ask_next_change()

    def _ask_play(self, seat: int) -> None:
        self.phase = "play"
        self.turn = seat
        if self.forced_passes and self.legal(seat) == {("pass",)}:
            self._pass(seat, forced=True)

    def _play(self, seat: int, card: str) -> None:
        if is_gold(card):
            self.gold[seat].remove(card)
        else:
            self.hands[seat].remove(card)
            self.base_played[seat] += 1
        self.trick.append((seat, card))
        self._tell("play", seat=seat, card=card)
        if len(self.trick) == self.players:
            self._resolve_trick()
        else:
            self._ask_play((seat + 1) % self.players)

    def _clear_trick(self) -> None:
        """Put the cards of the trick away: base metal to the discard, gold to the supply (R47, A14)."""
        for _, card in self.trick:
            (self.supply if is_gold(card) else self.discard).append(card)
        self.trick = []

    def _resolve_trick(self) -> None:
        plays = tuple(self.trick)
        before = tuple(sorted(self.supply))
        winner, low_player, gold_won = trick_outcome(plays, self.supply)
        self.trick_counts[winner] += 1
        if gold_won is not None:
            self.supply.remove(gold_won)
            self.gold[low_player].append(gold_won)
            self.ever[low_player].append(gold_won)
        self._clear_trick()
        self.tricks.append(Trick(plays, winner, low_player, gold_won, before, tuple(sorted(self.supply))))
        self._tell("trick", plays=list(plays), winner=winner, low_player=low_player, gold_won=gold_won)
        self._begin_trick(low_player)

    # End of a round

    def _pass(self, seat: int, forced: bool) -> None:
        """End the round on the spot and throw the trick under way away (R50, R51)."""
        self._tell("pass", seat=seat, forced=forced, leads=not self.trick, aborted=list(self.trick))
        self._clear_trick()
        self.turn = None
        self.still_to_ask = []
        self._score()

    def _score(self) -> None:
        result = self.score()
        for side in result["nugget_to"]:
            self.nuggets[side] += 1
        over = max(self.nuggets) >= NUGGETS_TO_WIN
        if not over:
            self.marker = (self.marker + 1) % self.players
        result.update(nuggets=list(self.nuggets), game_over=over, marker=self.marker)
        self.results.append(result)
        self._tell("round_end", **result)
        self.phase = "over" if over else "deal"
        if over:
            self.winners = [side for side in range(self.sides) if self.nuggets[side] >= NUGGETS_TO_WIN]
            seats = [seat for seat in self.seats if self.side(seat) in self.winners]
            self._tell("game_end", winners=list(self.winners), winning_seats=seats)

    def score(self) -> Event:
        """What the round would bring if it ended now (R53-R61); lists are by side, `trick_counts` by seat."""
        sides = range(self.sides)
        bid = [self.team_bid(side) for side in sides]
        tricks = [sum(self.trick_counts[side :: self.sides]) for side in sides]
        kept = [self.side_cards(self.gold, side) for side in sides]
        for_tricks = [trick_points(bid[side], tricks[side], self.house.overtrick) for side in sides]
        for_gold = [sum(gold_points(card) for card in cards) for cards in kept]
        points = [for_tricks[side] + for_gold[side] for side in sides]
        exact = [tricks[side] == bid[side] for side in sides]
        compared = self.gold if self.house.gold_tie == "kept" else self.ever
        best = [best_gold(self.side_cards(compared, side), self.house.zero_beats_none) for side in sides]
        return {
            "trick_counts": list(self.trick_counts),
            "bid": bid,
            "tricks": tricks,
            "kept": kept,
            "trick_points": for_tricks,
            "gold_points": for_gold,
            "points": points,
            "exact": exact,
            "nugget_to": nugget_winners(points, exact, best, self.house.tiebreak),
        }

    # Checking

    def invariants(self) -> list[str]:
        """Every broken invariant of the rules page in words; empty when all is well."""
        return plain_invariants.violations(self)
