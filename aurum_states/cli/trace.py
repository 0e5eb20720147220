"""A step of a game with everything the server knows about it: for ``replay --trace`` and ``play --debug``."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aurum_states.engine.record import ActionResult
    from aurum_states.engine.table import Table


def step(table: "Table", result: "ActionResult") -> dict[str, Any]:
    """Return a step as ``replay --trace`` prints it: the table after it, hidden cards included."""
    from aurum_states.engine.snapshot import readable
    from aurum_states.engine.views import full_args

    return {
        "move": result.move,
        "state": table.state,
        "active": table.active_players,
        "args": full_args(table),
        "notifications": [
            {"to": one.audience, "type": one.type, "log": one.log, "args": one.args}
            for notification in result.notifications
            for one in notification.by_audience()
        ],
        "snapshot": readable(table),
    }


def encoded(data: Any, *, indent: int = 0) -> str:
    """Return data as JSON, in one line or indented."""
    import msgspec

    text = msgspec.json.encode(data)
    return (msgspec.json.format(text, indent=indent) if indent else text).decode()


def readable_lines(table: "Table", result: "ActionResult") -> list[str]:
    """Return a step as a person reads it: transitions, notifications, args, digest."""
    from aurum_states.engine.views import full_args

    lines = [f"move {result.move}"]
    for source, name, target in result.transitions:
        lines.append(f"{source} -{'jump' if name is None else name}-> {target}")
    for one in (one for notification in result.notifications for one in notification.by_audience()):
        to = "all" if one.audience is None else table.setup.names[one.audience]
        lines.append(f"{one.type} to {to} {encoded(one.args)}")
    lines += [f"args {encoded(full_args(table))}", f"digest {result.digest}"]
    return lines
