"""Aurum on plain lists: a second state over the same ``rules.py`` and ``states.yaml``, without components.

It shows what the engine costs a game whose author needs no components. It is no registered game, and plays
the very games that ``aurum`` plays: the benchmark checks that first. R.. and A.. are docs/aurum-rules.md's.
"""

import dataclasses
from typing import Any, Literal

from aurum_states import (
    Args,
    Game,
    GameDefinition,
    Moves,
    Options,
    PlayerId,
    State,
    action,
    clienttranslate,
    load_game,
)
from aurum_states.components import Part
from aurum_states.games.aurum import material, rules


class Faces(Part, dict=True):
    """Which card an id is: fixed from the start, so that no move saves it."""

    def __post_init__(self) -> None:
        self.suits = [""]
        self.numbers = [0]
        super().__post_init__()

    def fixed(self) -> dict[str, list[Any]]:
        """Return the faces by id."""
        return {"suits": self.suits, "numbers": self.numbers}

    def set_fixed(self, data: Any) -> None:
        """Take the faces back."""
        self.suits[:] = data["suits"]
        self.numbers[:] = data["numbers"]


class PlainState(State):
    """Everything that changes. Cards are ids; where a player has several, a list."""

    faces: Faces
    marker: PlayerId
    starter: PlayerId
    auto_skip: dict[PlayerId, bool]
    tricks: dict[PlayerId, int]
    extra: list[int]
    hands: dict[PlayerId, list[int]]
    gold: dict[PlayerId, list[int]]
    bids: dict[PlayerId, int]
    trick: dict[PlayerId, int]
    last_trick: dict[PlayerId, int]
    supply: list[int]
    discard: list[int]
    closed: str = ""
    round: int = 0
    asked: int = 0
    swaps: int = 0


class PlainAurum(Game[PlainState]):
    """The handlers of ``AurumGame``, with its notifications, on lists."""

    def setup_new_game(self, options: Options) -> PlainState:
        """Draw the cards' ids and who holds the marker first (A19)."""
        count = len(self.players)
        cards = material.base_metal_cards(count) + material.gold_cards(count, options[100] == 2)
        self.shuffle(cards)
        faces = Faces()
        faces.suits += [suit for suit, _ in cards]
        faces.numbers += [number for _, number in cards]
        marker = self.players[self.bga_rand(0, count - 1)]
        return PlainState(
            faces=faces,
            marker=marker,
            starter=marker,
            auto_skip=dict.fromkeys(self.players, False),
            tricks=dict.fromkeys(self.players, 0),
            extra=[card for card, suit in enumerate(faces.suits) if suit and suit != material.GOLD],
            hands={},
            gold={},
            bids={},
            trick={},
            last_trick={},
            supply=[],
            discard=[],
        )

    # -- dealing

    def st_dealing(self) -> Literal["deal"]:
        """Start a round (R11-R15, R62, R67)."""
        s = self.state
        suits, numbers = s.faces.suits, s.faces.numbers
        deck = [card for hand in s.hands.values() for card in hand]
        deck += [*s.extra, *s.bids.values(), *s.discard]
        gold = [card for card, suit in enumerate(suits) if suit == material.GOLD]
        s.supply, zeros = rules.gold_at_start(gold, numbers)
        s.gold = {player: [] for player in self.players}
        for player, zero in zip(self.players, zeros, strict=False):
            s.gold[player].append(zero)
        self.shuffle(deck)
        size = material.HAND_SIZE
        s.extra = deck[: len(deck) - size * len(self.players)]
        deck.reverse()
        s.hands = {player: deck[nth * size : (nth + 1) * size] for nth, player in enumerate(self.players)}
        s.bids, s.trick, s.last_trick, s.discard = {}, {}, {}, []
        s.tricks = dict.fromkeys(self.players, 0)
        s.closed = ""
        s.round += 1
        s.asked = s.swaps = 0
        s.starter = s.marker
        s.auto_skip = {player: self.preference(player, 100) == 2 for player in self.players}
        self.notify.all(
            "newRound",
            clienttranslate("Round ${round}: ${player_name} holds the Round First Player Marker"),
            round=s.round,
            player_id=s.marker,
            extra=[self.label(card) for card in s.extra],
        )
        for player, hand in s.hands.items():
            self.notify.player(player, "newHand", "", cards={card: self.label(card) for card in hand})
        if self.bids_together:
            self.gamestate.set_all_players_multiactive()
        else:
            self.gamestate.set_players_multiactive([s.marker], "allBid", exclusive=True)
        return "deal"

    # -- bidding

    @property
    def bids_together(self) -> bool:
        """Whether bids are simultaneous (R17, A28)."""
        return rules.bids_together(len(self.players))

    def moves_bidding(self, player: PlayerId) -> Moves:
        """Any card in hand (R16, R20); a bid can be taken back until the reveal (R17)."""
        if player in self.state.bids:
            return {"actCancelBid": [()]} if self.bids_together else {}
        return {"actBid": [*self.state.hands[player]]}

    def arg_bidding(self) -> Args:
        """Tell whether a bid can still be taken back."""
        return {"canCancel": self.bids_together}

    def act_bid(self, card_id: int, current_player_id: PlayerId) -> None:
        """Bid a card from one's hand (R16); the last bid reveals all (R17), in turn each is open (A28)."""
        s = self.state
        s.hands[current_player_id].remove(card_id)
        s.bids[current_player_id] = card_id
        everybody = len(s.bids) == len(self.players)
        if not self.bids_together:
            self._tell_bid(current_player_id, card_id)
            if not everybody:
                following = self.next_player(current_player_id)
                self.gamestate.set_players_multiactive([following], "allBid", exclusive=True)
                return
        else:
            self.notify.all(
                "bidChosen", clienttranslate("${player_name} has bid"), player_id=current_player_id
            )
            self.notify.player(current_player_id, "ownBid", "", card=self.label(card_id), card_id=card_id)
            if everybody:
                s.bids = {player: s.bids[player] for player in self.players}
                for player, bid in s.bids.items():
                    self._tell_bid(player, bid)
        self.gamestate.set_player_non_multiactive(current_player_id, "allBid")

    def _tell_bid(self, player: PlayerId, card_id: int) -> None:
        self.notify.all(
            "bid",
            clienttranslate("${player_name} bids ${card}"),
            player_id=player,
            card=self.label(card_id),
            card_id=card_id,
        )

    @action(check_active=False)
    def act_cancel_bid(self, current_player_id: PlayerId) -> None:
        """Take one's own bid back before the reveal (R17)."""
        s = self.state
        card_id = s.bids.pop(current_player_id)
        s.hands[current_player_id].append(card_id)
        self.notify.player(
            current_player_id, "ownBidCancelled", "", card=self.label(card_id), card_id=card_id
        )
        self.gamestate.set_players_multiactive([current_player_id], "allBid")

    # -- nextChange, changeBid

    def st_next_change(self) -> Literal["ask", "done"]:
        """Find who is asked next about a change (R21, R25, R27)."""
        s = self.state
        order = rules.clockwise(self.players, s.starter)
        for player in order[s.asked :]:
            if not s.auto_skip[player] and rules.can_change_bid(s.hands[player], s.gold[player], s.swaps):
                self.gamestate.change_active_player(player)
                return "ask"
            s.asked += 1
            s.swaps = 0
        return "done"

    def moves_change_bid(self, player: PlayerId) -> Moves:
        """Swap a hand card with a bid for one gold card, or keep (R22-R26)."""
        s = self.state
        own = rules.own_side(self.players, player)
        changes = rules.bid_changes(s.hands[player], s.gold[player], s.faces.numbers, own)
        return {"actChangeBid": changes, "actKeepBid": [()]}

    def arg_change_bid(self, active_player_id: PlayerId) -> Args:
        """Tell the active player what can be swapped."""
        return {"_private": {active_player_id: self.legal_moves(active_player_id)}}

    def act_change_bid(
        self, gold_card_id: int, card_id: int, bid_player_id: PlayerId, active_player_id: PlayerId
    ) -> Literal["next"]:
        """Pay a gold card to the supply at once and swap (R22-R24)."""
        s = self.state
        s.gold[active_player_id].remove(gold_card_id)
        s.supply.append(gold_card_id)
        hand = s.hands[active_player_id]
        old = s.bids.pop(bid_player_id)
        hand.append(old)
        hand.remove(card_id)
        s.bids[bid_player_id] = card_id
        s.swaps += 1
        self.notify.all(
            "bidChanged",
            clienttranslate("${player_name} pays ${gold} and puts ${card} in place of ${old_card}"),
            player_id=active_player_id,
            gold=self.label(gold_card_id),
            card=self.label(card_id),
            old_card=self.label(old),
            bid_player_id=bid_player_id,
        )
        return "next"

    def act_keep_bid(self, active_player_id: PlayerId) -> Literal["next"]:
        """Leave the bids as they are (R26)."""
        s = self.state
        s.asked += 1
        s.swaps = 0
        self.notify.all(
            "bidKept", clienttranslate("${player_name} keeps the bid"), player_id=active_player_id
        )
        return "next"

    # -- nextPlayer, playerTurn

    def st_next_player(self) -> Literal["turn", "trickFull", "forcedPass"]:
        """Give the turn to the next player; one who can only pass is passed for (R28, R29, R37, R40)."""
        s = self.state
        trick = s.trick
        if len(trick) == len(self.players):
            return "trickFull"
        player = self.next_player(next(reversed(trick))) if trick else s.starter
        self.gamestate.change_active_player(player)
        if rules.must_pass(s.hands[player], s.gold[player], s.faces.suits, s.closed):
            self._pass(player, forced=True)
            return "forcedPass"
        return "turn"

    def moves_player_turn(self, player: PlayerId) -> Moves:
        """Offer base metal of an open suit, gold unless one starts, a pass without base metal (R30-R40)."""
        s = self.state
        faces = s.faces
        playable, may_pass = rules.legal_plays(
            s.hands[player], s.gold[player], faces.suits, faces.numbers, s.closed
        )
        return {"actPlayCard": playable, "actPass": [()]} if may_pass else {"actPlayCard": playable}

    def arg_player_turn(self, active_player_id: PlayerId) -> Args:
        """Tell the active player what can be played."""
        return {"_private": {active_player_id: self.legal_moves(active_player_id)}}

    def act_play_card(self, card_id: int, active_player_id: PlayerId) -> Literal["played"]:
        """Play a card from hand, or gold from the collection, to the trick (R29, R30)."""
        s = self.state
        faces = s.faces
        suit = faces.suits[card_id]
        if suit == material.GOLD:
            s.gold[active_player_id].remove(card_id)
        else:
            s.hands[active_player_id].remove(card_id)
            s.closed += suit
        s.trick[active_player_id] = card_id
        self.notify.all(
            "cardPlayed",
            clienttranslate("${player_name} plays ${card}"),
            player_id=active_player_id,
            card=f"{suit}{faces.numbers[card_id]}",
            card_id=card_id,
        )
        return "played"

    def act_pass(self, active_player_id: PlayerId) -> Literal["pass"]:
        """Pass, which ends the round on the spot (R36, R38, R50)."""
        self._pass(active_player_id, forced=False)
        return "pass"

    def _pass(self, player: PlayerId, *, forced: bool) -> None:
        self.notify.all(
            "passed",
            clienttranslate("${player_name} passes: the round is over"),
            player_id=player,
            forced=forced,
            aborted=[[player_id, self.label(card)] for player_id, card in self.state.trick.items()],
        )
        self._clear_trick()

    def _clear_trick(self) -> None:
        """Put the trick's gold back into the supply and its base metal cards away (R47, R51)."""
        s = self.state
        suits = s.faces.suits
        for card in s.trick.values():
            (s.supply if suits[card] == material.GOLD else s.discard).append(card)
        s.trick = {}
        s.closed = ""

    # -- trickEnd, roundScore

    def st_trick_end(self) -> Literal["next"]:
        """Find the trick's winner and who earns gold and starts the next (R41-R49)."""
        s = self.state
        trick = s.trick
        result = rules.trick_result(trick, s.faces.suits, s.faces.numbers, s.supply)
        gold = result.gold_won
        s.tricks[result.winner] += 1
        self.notify.all(
            "trickWon",
            clienttranslate("${player_name} wins the trick with ${card}"),
            player_id=result.winner,
            card=self.label(trick[result.winner]),
            tricks=s.tricks[result.winner],
            low_player_id=result.low_player,
            trick=[[player, self.label(card)] for player, card in trick.items()],
        )
        self._clear_trick()
        if gold is not None:
            s.supply.remove(gold)
            s.gold[result.low_player].append(gold)
            self.notify.all(
                "goldWon",
                clienttranslate("${player_name} played the lowest card and earns ${card}"),
                player_id=result.low_player,
                card=self.label(gold),
                card_id=gold,
            )
        s.last_trick = trick
        s.starter = result.low_player
        s.asked = s.swaps = 0
        return "next"

    def st_round_score(self) -> Literal["nextRound", "over"]:
        """Score the round, give nuggets, and pass the marker on or end the game (R53-R64)."""
        s = self.state
        numbers, sides = s.faces.numbers, rules.sides(self.players)
        scores = [
            rules.score_side(
                [numbers[s.bids[player]] for player in side],
                sum([s.tricks[player] for player in side]),
                [numbers[card] for player in side for card in s.gold[player]],
            )
            for side in sides
        ]
        winning = rules.nuggets_won(scores)
        for place in winning:
            for player in sides[place]:
                self.player_score.inc(player, 1, None)
        nuggets = [self.player_score.get(side[0]) for side in sides]
        self.notify.all("roundScored", "", round=s.round, scores=scores, winning=winning, nuggets=nuggets)
        if rules.winners(nuggets):
            return "over"
        s.marker = rules.next_marker(self.players, s.marker)
        return "nextRound"

    @action(check_active=False, listed=False)
    def act_set_auto_skip(self, auto_skip: bool, current_player_id: PlayerId) -> None:
        """Switch auto-skip until the next round begins (R66, R67)."""
        self.state.auto_skip[current_player_id] = auto_skip

    def get_game_progression(self) -> float:
        """Count the rounds, of the most that can be needed, and the tricks of this one (R65)."""
        s = self.state
        within = min(sum(s.tricks.values()) / 18, 1)
        return 100 * (s.round - 1 + within) / (len(rules.sides(self.players)) + 1)

    def label(self, card_id: int) -> str:
        """Return a card's short form: ``S7``, ``G3``."""
        faces = self.state.faces
        return material.card_label(faces.suits[card_id], faces.numbers[card_id])


def plain_game() -> GameDefinition:
    """Return Aurum's declarations with the class of this module."""
    return dataclasses.replace(load_game("aurum"), game_class=PlainAurum)
