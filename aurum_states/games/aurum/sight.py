"""What a seat of Aurum knows: what it sees now, and which cards have lain open in this round."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from aurum_states.games.aurum import material, rules
from aurum_states.games.aurum.material import GOLD

if TYPE_CHECKING:
    from aurum_states import PlayerId, Table

GOLD_RANK = 100
"""Added to the number of a gold card, so that the higher rank wins a trick (R41, R42)."""


class Memory:
    """The base metal cards that one bot has seen in the tricks of a round."""

    __slots__ = ("played", "round")

    def __init__(self) -> None:
        self.round = 0
        self.played: set[str] = set()

    def look(self, view: Mapping[str, Any]) -> None:
        """Note the last trick; a bot that looks at every turn of its own misses none."""
        if self.round != view["round"]:
            self.round = view["round"]
            self.played = set()
        self.played.update(label for _, _, label in view["lastTrick"])


class Sight:
    """A table as one seat knows it: all of it comes from ``Table.view_for`` and a memory of earlier views.

    Numbers are those on cards. ``later`` are the players who play to the trick after this one.
    """

    def __init__(self, table: "Table", player: "PlayerId", memory: Memory) -> None:
        view = table.view_for(player)
        memory.look(view)
        players: Mapping[int, Mapping[str, Any]] = view["players"]
        order: list[int] = view["playerorder"]
        self.suits = {card: label[0] for card, label in view["hand"].items()}
        self.hand = {card: int(label[1:]) for card, label in view["hand"].items()}
        self.gold = {card: int(label[1:]) for card, label in players[player]["gold"].items()}
        self.golds = {one: [int(label[1:]) for label in its["gold"].values()] for one, its in players.items()}
        self.bids = {one: int(label[1:]) for one, its in players.items() for label in its["bid"].values()}
        self.hand_counts: dict[int, int] = {one: its["handCount"] for one, its in players.items()}
        self.tricks = {one: its["tricks"] for one, its in players.items()}
        self.sides: list[list[int]] = view["sides"]
        self.side = next(side for side in self.sides if player in side)
        self.trick = [(one, label[0], int(label[1:])) for one, _, label in view["trick"]]
        self.later = order[1 : len(order) - len(self.trick)]
        self.supply = {int(label[1:]) for label in view["supply"].values()}
        self.top = material.TOP_NUMBER[len(order)]
        self.unseen = self._unseen(view, memory, table.setup.settings["drop_suit_3p"])

    def _unseen(self, view: Mapping[str, Any], memory: Memory, dropped: str) -> list[tuple[str, int]]:
        """Return the base metal cards that others hold."""
        seen = {*view["hand"].values(), *view["extra"].values(), *memory.played}
        seen.update(label for _, _, label in view["trick"])
        seen.update(label for its in view["players"].values() for label in its["bid"].values())
        every = material.base_metal_cards(len(self.hand_counts), dropped)
        return [(suit, number) for suit, number in every if f"{suit}{number}" not in seen]

    @property
    def bid(self) -> int:
        """What this seat's side has bid (R19); 0 before."""
        return max((self.bids[one] for one in self.side if one in self.bids), default=0)

    @property
    def won(self) -> int:
        """The tricks of this seat's side."""
        return sum(self.tricks[one] for one in self.side)

    @property
    def tricks_left(self) -> int:
        """About how many tricks are still to be played."""
        return min(self.hand_counts.values())

    @property
    def to_reach(self) -> int:
        """The rank that takes the trick as it lies, -1 in an empty one."""
        return max((rank(suit, number) for _, suit, number in self.trick), default=-1)

    @property
    def winning(self) -> int:
        """Who wins the trick as it lies, 0 in an empty one (R43)."""
        reach = self.to_reach
        return next((one for one, suit, number in reversed(self.trick) if rank(suit, number) == reach), 0)

    def holds(self, player: int, suit: str, lowest: int, highest: int) -> float:
        """Return the chance that another player has a card of such a number that may be played.

        ``suit`` is closed beside those of the trick (R33).
        """
        closed = {suit, *(its for _, its, _ in self.trick)}
        such = sum(1 for its, number in self.unseen if lowest <= number <= highest and its not in closed)
        return float(1 - (1 - such / max(1, len(self.unseen))) ** self.hand_counts[player])

    def leading(self) -> bool:
        """Whether this seat's side alone would get the nugget if the round ended now."""
        scores = [
            rules.score_side(
                [self.bids[one] for one in side],
                sum(self.tricks[one] for one in side),
                [number for one in side for number in self.golds[one]],
            )
            for side in self.sides
        ]
        return rules.nuggets_won(scores) == [self.sides.index(self.side)]


def rank(suit: str, number: int) -> int:
    """Return what decides who wins a trick."""
    return number + GOLD_RANK if suit == GOLD else number
