"""Aurum as BGA handlers. The rules are pure functions in ``rules``; R.. and A..: docs/aurum-rules.md."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from aurum_states import (
    Args,
    Game,
    Move,
    Moves,
    MoveSpace,
    Notification,
    Options,
    PlayerId,
    action,
    clienttranslate,
    invariant,
)
from aurum_states.games.aurum import (
    arranged,
    dealing,
    encoding,
    invariants,
    look,
    material,
    move_space,
    notation,
    rules,
    scoring,
    tricks,
    visible,
    zombie,
)
from aurum_states.games.aurum.constants import AutoSkipChangeBid, ExpertVariant, Option, Preference
from aurum_states.games.aurum.state import AurumState


class AurumGame(Game[AurumState]):
    """Aurum for three players, or four in two teams (R2, R3)."""

    def setup_new_game(self, options: Options) -> AurumState:
        """Make all cards; who holds the marker first is drawn (A19)."""
        self.reattribute_colors_based_on_preferences()
        cards = self.create_deck()
        expert = options[Option.EXPERT_VARIANT] == ExpertVariant.ON
        faces = dealing.faces(len(self.players), expert=expert, drop_suit_3p=self.settings["drop_suit_3p"])
        cards.create_cards(faces, "deck", 0)
        stats = self.create_statistics()
        scoring.start_statistics(stats)
        marker = self.players[self.bga_rand(0, len(self.players) - 1)]
        return AurumState(
            cards=cards,
            stats=stats,
            round=self.create_table_counter("round"),
            tricks=self.create_player_counter("tricks"),
            marker=marker,
            starter=marker,
            auto_skip=dict.fromkeys(self.players, False),
        )

    # -- dealing ----------------------------------------------------------------------------------

    def st_dealing(self) -> Literal["deal"]:
        """Start a round: gold back, a 0 each, twelve cards each, the rest face up (R11-R15)."""
        dealing.begin_round(self)
        dealing.deal(self)
        self.ask_for_bids()
        return "deal"

    def ask_for_bids(self) -> None:
        """Make everybody active, or in turn only the marker holder (R17, R18)."""
        if self.bids_together:
            self.gamestate.set_players_multiactive(self.players, "allBid")  # who has left bids, too
        else:
            self.gamestate.set_players_multiactive([self.state.marker], "allBid", exclusive=True)

    # -- bidding ----------------------------------------------------------------------------------

    @property
    def bids_together(self) -> bool:
        """Whether bids are simultaneous, hidden until all are in (R17, A28)."""
        return rules.bids_together(len(self.players), bid4=self.settings["bid4"])

    def moves_bidding(self, player: PlayerId) -> Moves:
        """Any card in hand may be bid (R16, R20); a bid can be taken back until the reveal (R17)."""
        cards = self.state.cards
        if cards.peek("bid", player):
            return {"actCancelBid": [()]} if self.bids_together else {}
        return {"actBid": cards.ids("hand", player)}

    def arg_bidding(self) -> Args:
        """Tell whether a bid can still be taken back."""
        return {"canCancel": self.bids_together}

    def act_bid(self, card_id: int, current_player_id: PlayerId) -> None:
        """Bid a card from hand (R16); the last bid reveals them all (R17), in turn each is open (A28)."""
        cards = self.state.cards
        cards.move_card(card_id, "bid", current_player_id)
        if not self.bids_together:
            self._tell_bid(current_player_id, card_id)
            if len(cards.peek_by_arg("bid")) < len(self.players):
                following = self.next_player(current_player_id)
                self.gamestate.set_players_multiactive([following], "allBid", exclusive=True)
                return
        else:
            self.notify.all(
                "bidChosen", clienttranslate("${player_name} has bid"), player_id=current_player_id
            )
            self.notify.player(current_player_id, "ownBid", "", card=self.label(card_id), card_id=card_id)
            if len(cards.peek_by_arg("bid")) == len(self.players):
                self._reveal_bids()
        self.gamestate.set_player_non_multiactive(current_player_id, "allBid")

    @action(check_active=False)
    def act_cancel_bid(self, current_player_id: PlayerId) -> None:
        """Take one's own bid back before the reveal and be asked again (R17)."""
        cards = self.state.cards
        card_id = cards.ids("bid", current_player_id)[0]
        cards.move_card(card_id, "hand", current_player_id)
        self.notify.all(
            "bidCancelled", clienttranslate("${player_name} takes the bid back"), player_id=current_player_id
        )
        self.notify.player(
            current_player_id, "ownBidCancelled", "", card=self.label(card_id), card_id=card_id
        )
        self.gamestate.set_players_multiactive([current_player_id], "allBid")

    def _reveal_bids(self) -> None:
        """Show all bids; in which order they came in is forgotten (R17)."""
        cards = self.state.cards
        for player in self.players:
            card_id = cards.ids("bid", player)[0]
            cards.move_card(card_id, "bid", player)
            self._tell_bid(player, card_id)

    def _tell_bid(self, player: PlayerId, card_id: int) -> None:
        if not self.notify.heard:
            return
        self.notify.all(
            "bid",
            clienttranslate("${player_name} bids ${card}"),
            player_id=player,
            card=self.label(card_id),
            card_id=card_id,
        )

    # -- nextChange, changeBid --------------------------------------------------------------------

    def st_next_change(self) -> Literal["ask", "done"]:
        """Find who is asked next about a change, clockwise from the starter (R21, R25, R27, A8, A12, A13).

        Auto-skip is looked at where the question begins (R66, A36), not between two swaps.
        """
        s = self.state
        cards = s.cards
        if not s.swaps and all(s.auto_skip.values()):
            s.asked = len(self.players)
            return "done"
        order = rules.clockwise(self.players, s.starter)
        if not rules.changing_allowed(
            cards.peek("hand", s.starter),
            no_change_if_starter_empty=self.settings["no_change_if_starter_empty"],
        ):
            s.asked = len(order)
        limit = self.settings["swaps_per_trick"]
        for player in order[s.asked :]:
            if (s.swaps or not s.auto_skip[player]) and rules.can_change_bid(
                cards.peek("hand", player), cards.peek("gold", player), s.swaps, swaps_per_trick=limit
            ):
                self.gamestate.change_active_player(player)
                return "ask"
            s.asked += 1
            s.swaps = 0
        return "done"

    def moves_change_bid(self, player: PlayerId) -> Moves:
        """Swap a hand card with one's own or the partner's bid, for one gold card, or keep (R22-R26)."""
        cards = self.state.cards
        changes = rules.bid_changes(
            cards.peek("hand", player),
            cards.peek("gold", player),
            cards.card_type_arg,
            rules.own_side(self.players, player),
        )
        return {"actChangeBid": changes, "actKeepBid": [()]}

    def arg_change_bid(self, active_player_id: PlayerId) -> Args:
        """Tell the active player what can be swapped."""
        return {"_private": {active_player_id: self.legal_moves(active_player_id)}}

    def act_change_bid(
        self, gold_card_id: int, card_id: int, bid_player_id: PlayerId, active_player_id: PlayerId
    ) -> Literal["next"]:
        """Pay a gold card to the supply at once and swap (R22-R24, A9-A11)."""
        s = self.state
        cards = s.cards
        old = cards.ids("bid", bid_player_id)[0]
        cards.move_card(gold_card_id, "supply")
        cards.move_card(old, "hand", active_player_id)
        cards.move_card(card_id, "bid", bid_player_id)
        s.swaps += 1
        s.stats.inc_player("bid_changes", 1, active_player_id)
        self.notify.all(
            "bidChanged",
            clienttranslate(
                "${player_name} pays ${gold} and puts ${card} in place of ${old_card} as ${whose} bid"
            ),
            player_id=active_player_id,
            gold=self.label(gold_card_id),
            gold_card_id=gold_card_id,
            card=self.label(card_id),
            card_id=card_id,
            old_card=self.label(old),
            old_card_id=old,
            bid_player_id=bid_player_id,
            whose="their own"
            if bid_player_id == active_player_id
            else f"{self.player_name(bid_player_id)}'s",
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

    # -- auto-skip --------------------------------------------------------------------------------

    @action(check_active=False, listed=False)
    def act_set_auto_skip(self, auto_skip: bool, current_player_id: PlayerId) -> None:
        """Switch auto-skip in the score panel, at any time, until the next round begins (R66, R67)."""
        self._set_auto_skip(current_player_id, auto_skip)
        self.notify.player(
            current_player_id,
            "message",
            clienttranslate("You are not asked about changes of the bid until the next round")
            if auto_skip
            else clienttranslate("You are asked about changes of the bid until the next round"),
        )

    def on_game_user_preference_changed(self, player_id: PlayerId, preference_id: int, value: int) -> None:
        """Use auto-skip as it is set in the options from now on (R67); the page does the rest (R68)."""
        if preference_id == Preference.AUTO_SKIP_CHANGE_BID:
            self._set_auto_skip(player_id, value == AutoSkipChangeBid.ON)

    def _set_auto_skip(self, player: PlayerId, auto_skip: bool) -> None:
        self.state.auto_skip[player] = auto_skip
        self.notify.all("autoSkip", "", player_id=player, auto_skip=auto_skip)

    # -- nextPlayer, playerTurn -------------------------------------------------------------------

    def st_next_player(self) -> Literal["turn", "trickFull", "forcedPass"]:
        """Give the turn to the next player; one who can only pass is not asked (R28, R29, R37, R40, A3)."""
        s = self.state
        cards = s.cards
        trick = cards.peek_by_arg("trick")
        if len(trick) == len(self.players):
            return "trickFull"
        player = self.next_player([*trick][-1]) if trick else s.starter
        self.gamestate.change_active_player(player)
        hand, suits = cards.peek("hand", player), cards.card_type
        if rules.has_base_play(hand, suits, s.closed):  # as nearly always
            return "turn"
        if rules.must_pass(hand, cards.peek("gold", player), suits, s.closed):
            tricks.throw_away(self, player, forced=True)
            return "forcedPass"
        return "turn"

    def moves_player_turn(self, player: PlayerId) -> Moves:
        """Offer base metal of an open suit, gold but to the starter, a pass without base metal (R30-R40)."""
        s = self.state
        cards = s.cards
        playable, may_pass = rules.legal_plays(
            cards.peek("hand", player),
            cards.peek("gold", player),
            cards.card_type,
            cards.card_type_arg,
            s.closed,
        )
        return {"actPlayCard": playable, "actPass": [()]} if may_pass else {"actPlayCard": playable}

    def arg_player_turn(self, active_player_id: PlayerId) -> Args:
        """Tell the active player what can be played."""
        return {"_private": {active_player_id: self.legal_moves(active_player_id)}}

    def act_play_card(self, card_id: int, active_player_id: PlayerId) -> Literal["played"]:
        """Play a card from hand, or gold from the collection, to the trick (R29, R30)."""
        s = self.state
        cards = s.cards
        cards.move_card(card_id, "trick", active_player_id)
        suit = cards.card_type[card_id]
        if suit == material.GOLD:
            s.stats.inc_player("gold_played", 1, active_player_id)
        else:
            s.closed += suit
        if self.notify.heard:
            self.notify.all(
                "cardPlayed",
                clienttranslate("${player_name} plays ${card}"),
                player_id=active_player_id,
                card=self.label(card_id),
                card_id=card_id,
            )
        return "played"

    def act_pass(self, active_player_id: PlayerId) -> Literal["pass"]:
        """Pass, which ends the round on the spot (R36, R38, R50)."""
        tricks.throw_away(self, active_player_id, forced=False)
        return "pass"

    # -- trickEnd ---------------------------------------------------------------------------------

    def st_trick_end(self) -> Literal["next"]:
        """Find the trick's winner and who earns gold and starts the next (R41-R49)."""
        tricks.finish(self)
        return "next"

    # -- roundScore -------------------------------------------------------------------------------

    def st_round_score(self) -> Literal["nextRound", "over"]:
        """Score the round, give nuggets, and pass the marker on or end the game (R53-R64)."""
        return "over" if scoring.score_round(self) else "nextRound"

    # -- what is shown ----------------------------------------------------------------------------

    def get_all_datas(self, current_player_id: PlayerId | None) -> dict[str, Any]:
        """Everything a seat may see: its own hand, and what is public (R10, A29)."""
        return visible.all_datas(self, current_player_id)

    def get_game_progression(self) -> float:
        """Count rounds played, of the most that can be needed, and the tricks of this one (R65)."""
        s = self.state
        played = max(0, s.round.get() - 1)
        if self.gamestate.state.label == "roundScore":
            return 100 * (played + 1) / rules.MOST_ROUNDS[len(self.players)]
        within = min(sum(s.tricks.values.values()) / 18, 1)
        return 100 * (played + within) / rules.MOST_ROUNDS[len(self.players)]

    def label(self, card_id: int) -> str:
        """Return a card's short form: ``S7``, ``G3``."""
        cards = self.state.cards
        return material.LABELS[cards.card_type[card_id]][cards.card_type_arg[card_id]]

    def label_move(self, player_id: PlayerId, move: Move) -> str:
        """Write a move as ``S7``, ``pass``, ``keep``, ``cancel``, ``G0 B7`` or ``G0 B7 Ben`` (swaps)."""
        return notation.label(self, player_id, move)

    def parse_move(self, player_id: PlayerId, text: str) -> Move | None:
        """Read what ``label_move`` writes."""
        return notation.parse(self, player_id, text)

    def teams(self) -> list[tuple[PlayerId, ...]]:
        """With four players partners win together (R3, A22)."""
        return rules.sides(self.players)

    def evaluate(self, player_id: PlayerId) -> float:
        """Count nuggets, and the lead in points if the round ended now."""
        return scoring.lead(self, player_id)

    action_words = notation.ACTION_WORDS
    highlights = look.HIGHLIGHTS

    def draw_table(self, view: Mapping[str, Any]) -> Any:
        """Draw the table for a terminal."""
        return look.table(view, material.suits_in_play(len(self.players), self.settings["drop_suit_3p"]))

    def draw_notification(self, notification: Notification) -> Any:
        """Draw the start of a round and its scores."""
        return look.notification(notification, self.player_name)

    # -- for programs that learn ----------------------------------------------------------------

    def move_space(self) -> MoveSpace:
        """Return all moves, by what their cards are."""
        return move_space.move_space(self)

    def encode_view(self, view: Mapping[str, Any]) -> Sequence[float]:
        """Put a page into numbers, every card a place."""
        return encoding.encode(view, self.settings["drop_suit_3p"])

    # -- special --------------------------------------------------------------------------------

    def zombie_turn(self, state: str, active_player_id: PlayerId) -> str | None:
        """Bid the lowest card, keep, play the lowest legal base metal card, else pass (A34)."""
        return zombie.turn(self, state, active_player_id)

    def redeal(self, player_id: PlayerId | None, draw: Callable[[int], int]) -> int:
        """Deal anew what a player may not see: hands and hidden bids of the others (R10, R17)."""
        return self.state.cards.redeal(visible.hidden_from(self, player_id), draw)

    def arrange(self, position: Mapping[str, Any]) -> str:
        """Start from a position in card notation; see ``arranged``."""
        return arranged.arrange(self, position)

    @invariant
    def cards_in_place(self) -> list[str]:
        """Every card in one place, gold complete, bids and trick as they must be (I1-I3, I6-I9)."""
        return invariants.broken(self)
