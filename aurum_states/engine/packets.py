"""What BGA makes of a move's notifications at its end: one packet for each receiver, with a limit of size.

Packets of single players go before the public one. BGA's move number goes up by one if there is a public
packet: what tells only some players something is no move there.
"""

import json
from collections.abc import Iterable, Iterator

import msgspec

from aurum_states.engine.notifications import Notification
from aurum_states.engine.players import PlayerId

PACKET_LIMIT = 131_072
"""A packet of so many bytes BGA refuses, and the move with it."""


class Packet(msgspec.Struct, frozen=True):
    """What one receiver gets: a player by id, or everybody (None).

    ``after`` tells for each notification how many public ones had been raised before it, so that a page
    shows them in the order in which they came (BGA: ``synchro``).
    """

    audience: PlayerId | None
    notifications: tuple[Notification, ...]
    after: tuple[int, ...]

    @property
    def size(self) -> int:
        """Bytes on BGA: type, log and arguments as PHP's ``json_encode`` writes them."""
        return sum(map(_size, self.notifications))


def packets(notifications: Iterable[Notification]) -> list[Packet]:
    """Return a move's packets in the order of sending."""
    private: dict[PlayerId, list[tuple[Notification, int]]] = {}
    public: list[tuple[Notification, int]] = []
    for notification in notifications:
        before = len(public)
        for one in notification.by_audience():
            (public if one.audience is None else private.setdefault(one.audience, [])).append((one, before))
    by_receiver: list[tuple[PlayerId | None, list[tuple[Notification, int]]]] = [*private.items()]
    if public:
        by_receiver.append((None, public))
    return [
        Packet(audience, tuple(one for one, _ in sent), tuple(before for _, before in sent))
        for audience, sent in by_receiver
    ]


def too_large(notifications: Iterable[Notification]) -> Iterator[str]:
    """Yield what is wrong with each packet that BGA would refuse, with the notification that takes most."""
    for packet in packets(notifications):
        size = packet.size
        if size >= PACKET_LIMIT:
            largest = max(packet.notifications, key=_size)
            to = "everybody" if packet.audience is None else f"player {packet.audience}"
            yield (
                f"BGA would refuse this move: Error: generated notifications are larger than 128k ({size}); "
                f"of the packet for {to}, notification {largest.type!r} takes {_size(largest)} bytes"
            )


def _size(one: Notification) -> int:
    text = json.dumps({"type": one.type, "log": one.log, "args": one.args}, separators=(",", ":"))
    return len(text) + text.count("/")  # PHP writes \/
