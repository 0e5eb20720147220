"""Hearts: take no hearts, and above all not the queen of spades. What is legal is in ``rules``."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from aurum_states import Args, Game, Move, Moves, Options, PlayerId, State, clienttranslate, invariant
from aurum_states.components import Deck, Statistics

from . import arranged, rules

ON = 2
LENGTH, FOUR_HANDS = 100, 2
HOUSE_RULES = range(101, 109)


class HeartsState(State):
    """Everything that changes. Points are the players' scores, below zero.

    The cards lie in ``deck``, or by player in ``hand``, ``given`` (laid aside for somebody else),
    ``received`` (in hand, too, but given by somebody else), ``trick`` (in the order of play) or ``taken``.
    """

    cards: Deck
    stats: Statistics
    giving: int
    """To whom cards are given in this hand: so many seats to the left, 0 for nobody."""
    hands: int = 0
    """How many have been dealt."""


class Hearts(Game[HeartsState]):
    """Hearts for four players."""

    def setup_new_game(self, options: Options) -> HeartsState:
        """Make the cards, and draw to whom they are given first."""
        cards = self.create_deck()
        cards.create_cards(
            [
                {"type": suit, "type_arg": rank, "nbr": 1}
                for suit in rules.SUITS
                for rank in range(len(rules.RANKS))
            ]
        )
        stats = self.create_statistics()
        stats.init_table("hands", 0)
        stats.init_player(["tricks", "queens", "moons"], 0)
        return HeartsState(cards, stats, giving=self.bga_rand(0, 3))

    @property
    def house(self) -> rules.House:
        """The rules of this table."""
        return rules.House(*(self.options[number] == ON for number in HOUSE_RULES))

    # -- cards ------------------------------------------------------------------------------------

    def label(self, card_id: int) -> str:
        """Return a card's label: ``QS``."""
        cards = self.state.cards
        return rules.RANKS[cards.card_type_arg[card_id]] + cards.card_type[card_id]

    def labels(self, location: str, player_id: PlayerId | None = None) -> list[str]:
        """Return the labels of a player's or all cards there, in the order they came."""
        return [self.label(card_id) for card_id in self.state.cards.ids(location, player_id)]

    def shown(self, card_ids: list[int]) -> dict[int, str]:
        """Return labels by id, suit by suit."""
        labels = {card_id: self.label(card_id) for card_id in card_ids}
        return dict(sorted(labels.items(), key=lambda one: (rules.suit(one[1]), rules.rank(one[1]))))

    def hand(self, player_id: PlayerId) -> list[int]:
        """Return the ids of what a player holds."""
        return self.state.cards.ids("hand", player_id) + self.state.cards.ids("received", player_id)

    def trick(self) -> dict[PlayerId, str]:
        """Return the labels in the trick, in the order of play."""
        return {player: self.label(ids[0]) for player, ids in self.state.cards.peek_by_arg("trick").items()}

    def receiver(self, giver: PlayerId) -> PlayerId:
        """Return to whom a player gives cards in this hand."""
        return self.players[(self.players.index(giver) + self.state.giving) % 4]

    # -- dealing and giving -----------------------------------------------------------------------

    def st_new_hand(self) -> Literal["give", "keep"]:
        """Deal all cards."""
        s = self.state
        s.hands += 1
        s.stats.inc_table("hands", 1)
        s.cards.move_all_cards_in_location(None, "deck")
        s.cards.shuffle_and_deal(rules.HAND, "deck", "hand", self.players)
        self.notify.all("newHand", clienttranslate("Hand ${number} is dealt"), number=s.hands)
        for player in self.players:
            self.notify.player(player, "hand", hand=self.shown(self.hand(player)))
        return "give" if s.giving and self.house.give_cards else "keep"

    def st_give_cards(self) -> None:
        """Ask everybody, also those who have left."""
        self.gamestate.set_players_multiactive(self.players, "given", exclusive=True)

    def arg_give_cards(self) -> Args:
        """Tell each player for whom their cards are."""
        names = {player: self.player_name(self.receiver(player)) for player in self.players}
        return {"_private": {player: {"whom": name} for player, name in names.items()}}

    def moves_give_cards(self, player: PlayerId) -> Moves:
        """Any card that is not yet laid aside."""
        return {"actGiveCard": self.hand(player)}

    def act_give_card(self, card_id: int, current_player_id: PlayerId) -> None:
        """Lay a card aside; with the third a player is ready."""
        cards = self.state.cards
        cards.move_card(card_id, "given", current_player_id)
        self.notify.player(
            current_player_id,
            "cardGiven",
            clienttranslate("You give ${card} away"),
            card=self.label(card_id),
            card_id=card_id,
        )
        if len(cards.peek("given", current_player_id)) == rules.GIVEN:
            self.notify.all("ready", clienttranslate("${player_name} is ready"), player_id=current_player_id)
            self.gamestate.set_player_non_multiactive(current_player_id, "given")

    def st_take_cards(self) -> Literal["taken"]:
        """Hand over what was laid aside, all at once."""
        cards = self.state.cards
        for giver, given in cards.by_arg("given").items():
            receiver = self.receiver(giver)
            cards.move_cards(given, "received", receiver)
            self.notify.player(
                receiver,
                "cardsReceived",
                clienttranslate("${player_name} gives you ${cards}"),
                player_id=giver,
                cards=", ".join(self.shown(given).values()),
                hand=self.shown(self.hand(receiver)),
            )
        return "taken"

    # -- thirteen tricks --------------------------------------------------------------------------

    def st_first_lead(self) -> Literal["lead"]:
        """Let whoever holds the two of clubs begin."""
        holder = next(
            player for player in self.players if rules.TWO in self.shown(self.hand(player)).values()
        )
        self.gamestate.change_active_player(holder)
        return "lead"

    def moves_player_turn(self, player: PlayerId) -> Moves:
        """Ask the rules."""
        hand = {self.label(card_id): card_id for card_id in self.hand(player)}
        legal = rules.legal_plays([*hand], [*self.trick().values()], self.labels("taken"), self.house)
        return {"actPlayCard": [hand[label] for label in legal]}

    def arg_player_turn(self, active_player_id: PlayerId) -> Args:
        """Tell the active player what can be played."""
        return {"_private": {active_player_id: self.legal_moves(active_player_id)}}

    def act_play_card(self, card_id: int, active_player_id: PlayerId) -> Literal["played"]:
        """Play a card to the trick."""
        self.state.cards.move_card(card_id, "trick", active_player_id)
        self.notify.all(
            "cardPlayed",
            clienttranslate("${player_name} plays ${card}"),
            player_id=active_player_id,
            card=self.label(card_id),
            card_id=card_id,
        )
        return "played"

    def st_next_player(self) -> Literal["turn", "handOver"]:
        """Go round; a full trick goes to its winner, who leads to the next."""
        s, trick = self.state, self.trick()
        if len(trick) < len(self.players):
            self.gamestate.active_next_player()
            return "turn"
        winner = rules.winner(trick)
        s.cards.move_all_cards_in_location("trick", "taken", None, winner)
        s.stats.inc_player("tricks", 1, winner)
        s.stats.inc_player("queens", int(rules.QUEEN in trick.values()), winner)
        self.notify.all(
            "trickTaken",
            clienttranslate("${player_name} takes ${cards}"),
            player_id=winner,
            cards=", ".join(trick.values()),
        )
        if not self.hand(winner):
            return "handOver"
        self.gamestate.change_active_player(winner)
        return "turn"

    # -- scoring ----------------------------------------------------------------------------------

    def taken(self) -> dict[PlayerId, list[str]]:
        """Return the labels of what everybody has taken in this hand."""
        return {player: self.labels("taken", player) for player in self.players}

    @property
    def length(self) -> int:
        """How many hands are played."""
        return 4 if self.options[LENGTH] == FOUR_HANDS else 1

    def st_score_hand(self) -> Literal["nextHand", "over"]:
        """Count what everybody has taken: the fewer points, the higher the score."""
        s, taken = self.state, self.taken()
        for player, points in rules.count(taken, self.house).items():
            text = clienttranslate("${player_name} gets ${points} points")
            self.player_score.inc(player, -points, (text, {"points": points}))
            s.stats.inc_player("moons", int(rules.is_moon(taken[player])), player)
        if s.hands == self.length:
            return "over"
        s.giving = (s.giving + 1) % 4
        return "nextHand"

    # -- what is shown ----------------------------------------------------------------------------

    def get_all_datas(self, current_player_id: PlayerId | None) -> dict[str, Any]:
        """Show the trick and points taken; to a player also what they hold, and what they have given."""
        data: dict[str, Any] = {
            "number": self.state.hands,
            "giving": self.state.giving,
            "trick": self.trick(),
            "players": {
                player: {"taken": [card for card in cards if rules.points(card)]}
                for player, cards in self.taken().items()
            },
        }
        if current_player_id is not None:
            data["hand"] = self.shown(self.hand(current_player_id))
            data["given"] = self.shown(self.given_by(current_player_id))
        return data

    def given_by(self, player_id: PlayerId) -> list[int]:
        """Return the cards that a player has laid aside or given, and that have not been played."""
        cards = self.state.cards
        received = cards.ids("received", self.receiver(player_id)) if self.state.giving else []
        return cards.ids("given", player_id) + received

    def redeal(self, player_id: PlayerId | None, draw: Callable[[int], int]) -> int:
        """Deal anew what others hold, but for cards that this player has given.

        Somebody who could not follow may get that suit again: what players conclude is not kept.
        """
        cards = self.state.cards
        known = set() if player_id is None else {*self.hand(player_id), *self.given_by(player_id)}
        held = [card for place in ("hand", "given", "received") for card in cards.ids(place, None)]
        return cards.redeal([card for card in held if card not in known], draw)

    def get_game_progression(self) -> float:
        """Measure the hands, and the tricks of this one."""
        within = len(self.labels("taken")) / (4 * rules.HAND)
        return 100 * max(0, self.state.hands - 1 + within) / self.length

    def label_move(self, player_id: PlayerId, move: Move) -> str:
        """Write a move as its card: ``QS``."""
        return self.label(move.args["cardId"])

    def parse_move(self, player_id: PlayerId, text: str) -> Move | None:
        """Read what ``label_move`` writes."""
        [action] = self.gamestate.state.possible_actions
        hand = {self.label(card_id): card_id for card_id in self.hand(player_id)}
        card_id = hand.get(text.strip().upper())
        return None if card_id is None else Move(action, {"cardId": card_id})

    # -- for players who have left, bots and tests ------------------------------------------------

    def zombie_give_cards(self, player_id: PlayerId) -> None:
        """Give the cards that come first."""
        for card_id in self.hand(player_id)[: rules.GIVEN - len(self.state.cards.peek("given", player_id))]:
            self.act_give_card(card_id, player_id)

    def zombie_player_turn(self, player_id: PlayerId) -> str:
        """Play the lowest card."""
        legal = self.legal_moves(player_id)["actPlayCard"]
        return self.act_play_card(min(legal, key=lambda card_id: rules.rank(self.label(card_id))), player_id)

    def evaluate(self, player_id: PlayerId) -> float:
        """Count the score as if the hand ended now."""
        return self.player_score.get(player_id) - rules.count(self.taken(), self.house)[player_id]

    def arrange(self, position: Mapping[str, Any]) -> str:
        """Start in a hand; see ``arranged``."""
        return arranged.arrange(self, position)

    @invariant
    def hands_are_even(self) -> list[str]:
        """Demand that everybody holds as many cards, those in the trick and laid aside counted."""
        places = ("hand", "given", "received", "trick")
        held = {player: sum(len(self.labels(place, player)) for place in places) for player in self.players}
        return [f"the hands are not of one size: {held}"] if len({*held.values()}) > 1 else []
