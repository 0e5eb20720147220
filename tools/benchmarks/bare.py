"""Aurum without any engine: a hand-made ``legal()``/``apply()`` driver over the same ``rules.py``.

It is what every service is measured against: the rules themselves, on one slotted object. It plays the very
games that the engine plays (same cards by id, same draws, same order of options), which the benchmark checks
before it measures. Default settings, default options; bids are never taken back.
"""

from collections.abc import Sequence

from aurum_states.engine.rng import Rng
from aurum_states.games.aurum import material, rules

Option = int | tuple[int, int, int]
"""A card id, ``PASS``, ``KEEP``, or (gold card, hand card, whose bid) for a change."""
PASS = KEEP = 0

BIDDING, CHANGE, PLAY = range(3)


class BareAurum:
    """One game: ask ``legal()``, ``apply()`` one of its options for the player ``active``, until ``over``."""

    __slots__ = (
        "active",
        "after",
        "asked",
        "auto_skip",
        "bids",
        "bids_together",
        "closed",
        "discard",
        "drawn",
        "extra",
        "gold",
        "gold_cards",
        "hands",
        "marker",
        "nuggets",
        "numbers",
        "over",
        "phase",
        "players",
        "random",
        "sides",
        "starter",
        "suits",
        "supply",
        "trick",
        "tricks",
    )

    def __init__(self, players: tuple[int, ...], seed: str, *, auto_skip: bool) -> None:
        self.players = players
        self.after = dict(zip(players, players[1:] + players[:1], strict=True))
        self.sides = rules.sides(players)
        self.bids_together = rules.bids_together(len(players))
        self.over = False
        self.auto_skip = auto_skip
        self.drawn = 0
        self.random = Rng(seed, self)
        count = len(players)
        faces = material.base_metal_cards(count) + material.gold_cards(count)
        self.random.shuffle(faces)
        self.suits = ["", *(suit for suit, _ in faces)]
        self.numbers = [0, *(number for _, number in faces)]
        self.gold_cards = [card for card, suit in enumerate(self.suits) if suit == material.GOLD]
        self.starter = self.marker = players[self.random.draw(count)]
        self.nuggets = dict.fromkeys(players, 0)
        self.extra = [card for card, suit in enumerate(self.suits) if suit and suit != material.GOLD]
        self.hands: dict[int, list[int]] = {}
        self.bids: dict[int, int] = {}
        self.discard: list[int] = []
        self._deal()

    def legal(self) -> Sequence[Option]:
        """Return everything the active player may do, in the order in which the engine lists it."""
        player = self.active
        hand = self.hands[player]
        if self.phase == PLAY:
            cards, may_pass = rules.legal_plays(
                hand, self.gold[player], self.suits, self.numbers, self.closed
            )
            if may_pass:
                cards.append(PASS)
            return cards
        if self.phase == BIDDING:
            return [*hand]
        own = rules.own_side(self.players, player)
        return [*rules.bid_changes(hand, self.gold[player], self.numbers, own), KEEP]

    def apply(self, option: Option) -> None:
        """Do one of the legal options and go on to the next decision."""
        if self.phase == PLAY:
            if option == PASS:
                self._abort_trick()
            else:
                self._play(option)  # type: ignore[arg-type]  # a card id here
        elif self.phase == BIDDING:
            self._bid(option)  # type: ignore[arg-type]  # a card id here
        else:
            if isinstance(option, tuple):
                self._change(*option)
            self.asked += 1
            self._next_change()

    # -- the phases

    def _deal(self) -> None:
        players = self.players
        lying = [card for hand in self.hands.values() for card in hand]
        deck = [*lying, *self.extra, *self.bids.values(), *self.discard]
        self.supply, zeros = rules.gold_at_start(self.gold_cards, self.numbers)
        self.gold = {player: [zero] for player, zero in zip(players, zeros, strict=False)}
        self.random.shuffle(deck)
        size = material.HAND_SIZE
        self.extra = deck[: len(deck) - size * len(players)]
        deck.reverse()
        self.hands = {player: deck[nth * size : (nth + 1) * size] for nth, player in enumerate(players)}
        self.bids = {}
        self.discard = []
        self.trick: dict[int, int] = {}
        self.closed = ""
        self.tricks = dict.fromkeys(players, 0)
        self.starter = self.marker
        self.asked = 0
        self.phase = BIDDING
        self.active = players[0] if self.bids_together else self.marker

    def _bid(self, card: int) -> None:
        players, bids = self.players, self.bids
        self.hands[self.active].remove(card)
        bids[self.active] = card
        if len(bids) < len(players):
            self.active = self.after[self.active]
            return
        if self.bids_together:
            self.bids = {player: bids[player] for player in players}
        self._next_change()

    def _next_change(self) -> None:
        if not self.auto_skip:
            order = rules.clockwise(self.players, self.starter)
            for player in order[self.asked :]:
                if rules.can_change_bid(self.hands[player], self.gold[player]):
                    self.phase = CHANGE
                    self.active = player
                    return
                self.asked += 1
        self.phase = PLAY
        self.active = player = self.starter
        if rules.must_pass(self.hands[player], self.gold[player], self.suits, self.closed):
            self._abort_trick()

    def _change(self, gold: int, card: int, bidder: int) -> None:
        player = self.active
        self.gold[player].remove(gold)
        self.supply.append(gold)
        hand = self.hands[player]
        hand.append(self.bids.pop(bidder))
        hand.remove(card)
        self.bids[bidder] = card

    def _play(self, card: int) -> None:
        player, trick, suits = self.active, self.trick, self.suits
        suit = suits[card]
        if suit == material.GOLD:
            self.gold[player].remove(card)
        else:
            self.hands[player].remove(card)
            self.closed += suit
        trick[player] = card
        if len(trick) == len(self.players):
            self._end_trick()
            return
        self.active = player = self.after[player]
        if rules.must_pass(self.hands[player], self.gold[player], suits, self.closed):
            self._abort_trick()

    def _end_trick(self) -> None:
        result = rules.trick_result(self.trick, self.suits, self.numbers, self.supply)
        self.tricks[result.winner] += 1
        self._clear_trick()
        if result.gold_won is not None:
            self.supply.remove(result.gold_won)
            self.gold[result.low_player].append(result.gold_won)
        self.starter = result.low_player
        self.asked = 0
        self._next_change()

    def _clear_trick(self) -> None:
        suits = self.suits
        for card in self.trick.values():
            (self.supply if suits[card] == material.GOLD else self.discard).append(card)
        self.trick = {}
        self.closed = ""

    def _abort_trick(self) -> None:
        self._clear_trick()
        numbers, sides = self.numbers, self.sides
        scores = [
            rules.score_side(
                [numbers[self.bids[player]] for player in side],
                sum([self.tricks[player] for player in side]),
                [numbers[card] for player in side for card in self.gold.get(player, ())],
            )
            for side in sides
        ]
        for place in rules.nuggets_won(scores):
            for player in sides[place]:
                self.nuggets[player] += 1
        if rules.winners([self.nuggets[side[0]] for side in sides]):
            self.over = True
            return
        self.marker = rules.next_marker(self.players, self.marker)
        self._deal()
