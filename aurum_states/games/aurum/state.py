"""Everything of a game of Aurum that changes."""

from msgspec import field

from aurum_states import PlayerId, State
from aurum_states.components import Deck, PlayerCounter, Statistics, TableCounter


class AurumState(State):
    """The state of one table.

    One deck holds all cards. Its locations, with whose they are where the location_arg is a player's id:
    ``deck``, ``hand`` (player), ``bid`` (player), ``trick`` (player, in the order played), ``discard``,
    ``extra`` (the two cards left over with four players), ``supply``, ``gold`` (player: the collection).
    """

    cards: Deck
    stats: Statistics
    round: TableCounter
    tricks: PlayerCounter
    """Tricks won in this round (R53)."""
    marker: PlayerId
    """Who holds the Round First Player Marker."""
    starter: PlayerId
    """Who starts the next trick (R28, R48)."""
    auto_skip: dict[PlayerId, bool]
    """Whose opportunities to change a bid are passed over in this round (R66, R67)."""
    last_trick: dict[PlayerId, int] = field(default_factory=dict)
    """The last full trick, player to card, in the order played: the only old one that is shown (A29)."""
    collected: dict[PlayerId, int] = field(default_factory=dict)
    """Highest gold number each player ever held in this round; kept only where it decides (A15)."""
    closed: str = ""
    """Suits in the trick, which nobody may play again (R33)."""
    asked: int = 0
    """How many players, clockwise from the starter, are done with this change opportunity (R27)."""
    swaps: int = 0
    """Swaps of the player being asked before this trick (A8)."""
