"""What a table tells, in the words of the plain model: seats for players, labels for cards, its events.

Read from the notifications alone, so whatever is compared here is what players were told.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from aurum_states import Notification

from .plain_aurum import Event


class Listener:
    """Turns the notifications of one table, given in order, into the plain model's events.

    ``events`` grows as notifications are heard. A bid that is not yet revealed is heard from the
    notification that only its own player gets. ``faces`` names cards, by id, that lay on the table before.
    """

    def __init__(
        self, players: Sequence[int], *, together: bool, faces: Mapping[int, str] | None = None
    ) -> None:
        self.events: list[Event] = []
        self._players = list(players)
        self._sides = 3 if len(players) == 3 else 2
        self._together = together
        self._bids: dict[int, str] = {}
        self._faces = dict(faces or {})

    def hear(self, notifications: Iterable[Notification]) -> None:
        """Add the events of these notifications."""
        for one in notifications:
            heard = getattr(self, f"_{one.type}", None)
            if heard is not None:
                heard(one.args)

    def _seat(self, player_id: int) -> int:
        return self._players.index(player_id)

    def _seats(self, by_player: dict[str, Any]) -> list[Any]:
        return [by_player[str(player_id)] for player_id in self._players]

    def _plays(self, plays: list[list[Any]]) -> list[tuple[int, str]]:
        return [(self._seat(player_id), card) for player_id, card in plays]

    def _tell(self, event: str, **facts: Any) -> None:
        self.events.append({"event": event, **facts})

    def _newRound(self, args: Any) -> None:
        self._bids = {}
        self._tell("deal", round=args["round"], marker=self._seat(args["player_id"]), extra=args["extra"])

    def _ownBid(self, args: Any) -> None:
        holder = self.events[-1]
        assert holder["event"] == "bid", "a player's own bid follows the word that they have bid"
        holder["card"] = args["card"]

    def _bidChosen(self, args: Any) -> None:
        self._tell("bid", seat=self._seat(args["player_id"]), card=None)

    def _bid(self, args: Any) -> None:
        seat = self._seat(args["player_id"])
        if not self._together:
            self._tell("bid", seat=seat, card=args["card"])
        self._bids[seat] = args["card"]
        if len(self._bids) == len(self._players):
            self._tell("reveal", bids=[self._bids[seat] for seat in sorted(self._bids)])

    def _bidCancelled(self, args: Any) -> None:
        self._tell("unbid", seat=self._seat(args["player_id"]), card=None)

    def _ownBidCancelled(self, args: Any) -> None:
        holder = self.events[-1]
        assert holder["event"] == "unbid", "a player's own card follows the word that they took it back"
        holder["card"] = args["card"]

    def _bidKept(self, args: Any) -> None:
        self._tell("keep", seat=self._seat(args["player_id"]))

    def _bidChanged(self, args: Any) -> None:
        self._tell(
            "swap",
            seat=self._seat(args["player_id"]),
            gold=args["gold"],
            card=args["card"],
            target=self._seat(args["bid_player_id"]),
            old=args["old_card"],
        )

    def _cardPlayed(self, args: Any) -> None:
        self._faces[args["card_id"]] = args["card"]
        self._tell("play", seat=self._seat(args["player_id"]), card=args["card"])

    def _trickWon(self, args: Any) -> None:
        self._tell(
            "trick",
            plays=[(self._seat(player), self._faces[card]) for player, card in args["trick"]],
            winner=self._seat(args["player_id"]),
            low_player=self._seat(args["low_player_id"]),
            gold_won=None,
        )

    def _goldWon(self, args: Any) -> None:
        trick = self.events[-1]
        assert trick["event"] == "trick", "gold is won by a trick"
        assert trick["low_player"] == self._seat(args["player_id"]), "gold goes to the lowest card's player"
        trick["gold_won"] = args["card"]

    def _passed(self, args: Any, leads: bool = False) -> None:
        aborted = self._plays(args["aborted"])
        self._tell(
            "pass", seat=self._seat(args["player_id"]), forced=args["forced"], leads=leads, aborted=aborted
        )

    def _noCardsLeft(self, args: Any) -> None:
        self._passed(args, leads=True)

    def _roundScored(self, args: Any) -> None:
        sides = args["sides"]
        kept = self._seats(args["kept"])
        by_side = [
            sorted(card for cards in kept[place :: self._sides] for card in cards)
            for place in range(self._sides)
        ]
        names = {"tricks": "tricks", "trick_points": "trickPoints", "gold_points": "goldPoints"}
        names |= {name: name for name in ("bid", "points", "exact", "nuggets")}
        assert [side["players"] for side in sides] == [
            self._players[place :: self._sides] for place in range(self._sides)
        ]
        self._tell(
            "round_end",
            trick_counts=self._seats(args["tricks"]),
            kept=by_side,
            nugget_to=[place for place, side in enumerate(sides) if side["nugget"]],
            **{name: [side[key] for side in sides] for name, key in names.items()},
        )

    def _gameWon(self, args: Any) -> None:
        seats = sorted(map(self._seat, args["winners"]))
        self._tell("game_end", winners=sorted({seat % self._sides for seat in seats}), winning_seats=seats)


NOT_TOLD = {"reveal": ("team_bids",), "round_end": ("marker", "game_over")}
"""Facts of the plain model's events that a table does not tell: they follow from what it does tell."""


def as_told(events: Iterable[Event]) -> list[Event]:
    """Return the plain model's events without what a table does not tell."""
    return [
        {key: value for key, value in event.items() if key not in NOT_TOLD.get(event["event"], ())}
        for event in events
    ]
