"""Rules about notifications, where the class says so itself; the rest is found by playing."""

import re
from collections.abc import Iterator

from aurum_states.checks.notification_calls import NotifyCall, notify_calls
from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions.notification_types import FRAMEWORK_TYPES
from aurum_states.names import did_you_mean, listed
from aurum_states.problems import Problem

_PLACEHOLDER = re.compile(r"\$\{([^}]*)\}")
_PRIVATE = "_private"


def notifications(subject: Subject) -> Iterator[Problem]:
    """Find types that are BGA's, texts that are none, and placeholders that no argument fills."""
    if subject.source is None:
        return
    found = notify_calls(subject.source)
    for call in found.calls:
        yield from _types(call)
        if call.null:
            yield Problem(
                "notify.log.none",
                "None is no text: BGA refuses it (Can't notify with null notification log message)",
                call.place,
                help='use an empty text, "", for a notification that no log shows',
            )
        if call.args is not None and not found.decorated:
            yield from _placeholders(call, call.args)


def _types(call: NotifyCall) -> Iterator[Problem]:
    for one in call.types.known:
        if one.value in FRAMEWORK_TYPES:
            yield Problem(
                "notify.type.framework",
                f"notification type {one.value!r} is BGA's own: its page would take it for the framework's",
                one.place,
                help="give it another name; message, tableWindow and simplePause are free to use",
            )


def _placeholders(call: NotifyCall, args: frozenset[str]) -> Iterator[Problem]:
    for one in call.logs.known:
        for name in dict.fromkeys(_PLACEHOLDER.findall(str(one.value))):
            if name in args or (name.startswith(f"{_PRIVATE}.") and _PRIVATE in args) or _filled(name, args):
                continue
            yield Problem(
                "notify.placeholder.missing",
                f"the text has the placeholder ${{{name}}}, but the arguments have no {name!r}"
                f"{did_you_mean(name, args)} (given: {listed(sorted(args))})",
                one.place,
                help=f"add {name}=... to the call",
            )


def _filled(name: str, args: frozenset[str]) -> bool:
    """Whether the framework fills a player's name from an id or number."""
    return name.startswith("player_name") and bool(
        {name.replace("name", key, 1) for key in ("id", "no")} & args
    )


RULES: tuple[Rule, ...] = (notifications,)
