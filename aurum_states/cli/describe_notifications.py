"""``aurum-states describe --notifications``: what a game tells, read off its source and by playing."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aurum_states.checks.notification_calls import NotifyCalls
    from aurum_states.definitions.definition import GameDefinition
    from aurum_states.problems import Place
    from aurum_states.simulate.told import Account, Told


@dataclass
class Telling:
    """Everything known of a game's notifications: by playing, and the places in the source by type."""

    game: str
    account: "Account"
    places: dict[str, list["Place"]] = field(default_factory=dict)
    logs: dict[str, list[str]] = field(default_factory=dict)
    """Texts that the source names, by type."""
    unread: int = 0
    """Calls whose type cannot be read off the source."""

    @property
    def types(self) -> list["Told"]:
        """All types: those that were sent in order of sending, then those that the source names."""
        from aurum_states.simulate.told import Told

        sent = self.account.types
        return [*sent.values(), *(Told(name) for name in self.places if name not in sent)]


def telling(definition: "GameDefinition", games: int, seed: str) -> Telling:
    """Read the source of a game's class and play games.

    Raises:
        GameError: the game's own code failed.
    """
    from aurum_states.checks.class_source import read_class
    from aurum_states.checks.notification_calls import notify_calls
    from aurum_states.simulate.told import told_in_games

    found = Telling(definition.name, told_in_games(definition, games, seed))
    source = read_class(definition).source
    if source is not None:
        _take(found, notify_calls(source))
    return found


def _take(found: Telling, calls: "NotifyCalls") -> None:
    for call in calls.calls:
        found.unread += call.types.unknown
        for one in call.types.known:
            found.places.setdefault(str(one.value), []).append(call.place)
            logs = found.logs.setdefault(str(one.value), [])
            logs += [str(log.value) for log in call.logs.known if log.value not in logs]


def text(found: Telling) -> Iterator[str]:
    """Yield the lines that a person reads."""
    from aurum_states.simulate.told import sorted_types

    games = found.account.games
    for told in found.types:
        to = ", ".join(sorted(told.to)) or "-"
        seen = f"sent {told.count} times, to {to}" if told.count else f"not sent in {games} games"
        yield f"{told.type}: {seen}{_at(found.places.get(told.type, []))}"
        for log in told.logs or found.logs.get(told.type, []):
            if log:
                yield f"    {log}"
        for name, types in told.args.items():
            optional = " (not always)" if name in told.sometimes else ""
            yield f"      {name}: {sorted_types(types)}{optional}"
    if found.unread:
        yield f"{found.unread} calls have a type that the source does not tell"


def data(found: Telling) -> dict[str, Any]:
    """Return the same as JSON data (version 1)."""
    return {
        "version": 1,
        "game": found.game,
        "games": found.account.games,
        "notifications": [
            {
                "type": told.type,
                "sent": told.count,
                "to": sorted(told.to),
                "logs": list(told.logs) or found.logs.get(told.type, []),
                "args": {
                    name: {"types": sorted(types), "always": name not in told.sometimes}
                    for name, types in told.args.items()
                },
                "places": [
                    {"file": place.file or None, "line": place.line}
                    for place in found.places.get(told.type, [])
                ],
            }
            for told in found.types
        ],
        "problems": list(found.account.problems),
    }


def _at(places: list["Place"]) -> str:
    return "".join(f"  {place.file}:{place.line}" for place in places)
