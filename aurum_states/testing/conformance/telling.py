"""What players read: every placeholder of a title or notification is filled."""

from collections.abc import Mapping
from typing import ClassVar

from aurum_states.engine.messages import placeholders
from aurum_states.engine.record import ActionResult
from aurum_states.engine.table import Table
from aurum_states.proofs.seats import name_of, seats_of
from aurum_states.replay.format import RunEntry
from aurum_states.testing.conformance.aspect import Aspect


class Placeholders(Aspect):
    """No text reaches a player with a ``${placeholder}`` in it."""

    name = "placeholders"
    wanted: ClassVar[Mapping[str, str]] = {"titles": "no state has a description"}

    def __call__(self, table: Table, entry: RunEntry | None, result: ActionResult) -> None:  # noqa: ARG002
        """Read the titles, and the texts of what was told."""
        for seat in seats_of(table):
            title = table.title_for(seat)
            self.tried["titles"] += bool(title)
            left = placeholders(title)
            if left:
                self.find(f"the title of {name_of(table, seat)} lacks ${{{left[0]}}}: {title}")
        for one in (part for sent in result.notifications for part in sent.by_audience()):
            self.tried["notifications"] += 1
            left = placeholders(one.text)
            if left:
                self.find(
                    f"the notification {one.type} lacks ${{{left[0]}}}: {one.text}", like=f"{one.type} {left}"
                )
