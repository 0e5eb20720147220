"""Tells what happens at a table: to everybody at once, or in a hot seat to each person in turn."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from aurum_states.cli.screen import Screen

if TYPE_CHECKING:
    from aurum_states.engine.notifications import Notification
    from aurum_states.engine.players import PlayerId
    from aurum_states.engine.table import Table


class Account:
    """The account of a game: the texts of its notifications, or what the game draws in their place.

    With ``secret`` persons take turns at one screen: what happened is kept for each of them, and
    ``catch_up`` shows what they have not seen. Without it everything is shown when it happens.
    """

    def __init__(
        self, table: "Table", screen: Screen, persons: Iterable["PlayerId"], *, secret: bool, brief: bool
    ) -> None:
        self._table = table
        self._screen = screen
        self._persons = frozenset(persons)
        self._secret = secret
        self._brief = brief
        self._told: list[tuple[PlayerId | None, Any]] = []
        self._seen: dict[PlayerId | None, int] = {}

    def tell(self, notifications: Iterable["Notification"]) -> None:
        """Take in what a move has led to."""
        from aurum_states.engine.views import drawing_of

        for notification in (one for each in notifications for one in self._versions(each)):
            audience = notification.audience
            drawing = drawing_of(self._table, notification)
            shown = drawing if drawing is not None else notification.text
            if shown == "" or (self._brief and drawing is None and not self._persons):
                continue
            if audience is not None and not self._secret and len(self._persons) > 1:
                shown = f"(to {self._table.setup.names[audience]}) {shown}" if drawing is None else shown
            if self._secret:
                self._told.append((audience, shown))
            else:
                self._screen.draw(shown)

    def _versions(self, notification: "Notification") -> "list[Notification]":
        """Return what the persons get of it: a single one gets what stands in place of the public one."""
        if len(self._persons) == 1:
            (person,) = self._persons
            seen = notification.seen_by(person)
            return [] if seen is None else [seen]
        return [one for one in notification.by_audience() if one.audience in (None, *self._persons)]

    def catch_up(self, person: "PlayerId | None") -> None:
        """Show what a person has not seen yet; None stands for everybody: only what is public."""
        for audience, shown in self._told[self._seen.get(person, 0) :]:
            if audience in (None, person):
                self._screen.draw(shown)
        self._seen[person] = len(self._told)
