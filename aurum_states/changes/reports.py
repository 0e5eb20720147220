"""A comparison in words: for a terminal, for a program, for a pull request."""

from collections.abc import Iterable
from typing import Any

from aurum_states.changes.comparison import Change, Comparison, Kind
from aurum_states.changes.consequences import Consequence, consequences
from aurum_states.charts.chart import written
from aurum_states.charts.markdown import code, prose

_SIGNS = {Kind.ADDED: "+", Kind.REMOVED: "-", Kind.CHANGED: "~", Kind.RENAMED: "~"}
_TEXTS = frozenset({"description", "descriptionMyTurn"})


def text(comparison: Comparison) -> str:
    """Return the changes by state, then what follows; one line when there are none."""
    if not comparison.changes:
        return "no difference\n"
    lines = []
    for state, changes in _by_state(comparison.changes).items():
        head, inner = _headed(changes)
        lines.append(_state_line(state, head) if state else "the graph")
        lines += [f"    {_line(change)}" for change in inner]
    followed = consequences(comparison)
    if followed:
        lines += ["", "what follows", *(f"    {one.message}" for one in followed)]
    return "\n".join(lines) + "\n"


def markdown(comparison: Comparison) -> str:
    """Return the same for a comment on a pull request."""
    if not comparison.changes:
        return "**State graph:** no difference\n"
    lines = [f"**State graph:** {_summary(comparison.changes)}", "", "| state | change |", "|---|---|"]
    for state, changes in _by_state(comparison.changes).items():
        head, inner = _headed(changes)
        shown = [prose(_state_line(state, head))] if head is not None else []
        shown += [prose(_line(change)) for change in inner]
        lines.append(f"| {code(written(state)) if state else ''} | {'<br>'.join(shown)} |")
    followed = consequences(comparison)
    if followed:
        lines += ["", "**What follows**", "", *(f"- {prose(one.message)}" for one in followed)]
    return "\n".join(lines) + "\n"


def data(comparison: Comparison, old: str, new: str) -> dict[str, Any]:
    """Return it as JSON data (version 1); ``old`` and ``new`` name what was compared."""
    followed = consequences(comparison)
    return {
        "version": 1,
        "old": old,
        "new": new,
        "changes": [_change_data(change) for change in comparison.changes],
        "consequences": [_consequence_data(one) for one in followed],
        "summary": {"changes": len(comparison.changes), "consequences": len(followed)},
    }


def _change_data(change: Change) -> dict[str, str]:
    return {
        "kind": str(change.kind),
        "subject": change.subject,
        "state": change.state,
        "name": change.name,
        "old": change.old,
        "new": change.new,
    }


def _consequence_data(one: Consequence) -> dict[str, str]:
    return {"code": one.code, "state": one.state, "message": one.message}


def _by_state(changes: Iterable[Change]) -> dict[str, list[Change]]:
    found: dict[str, list[Change]] = {}
    for change in changes:
        found.setdefault(change.state, []).append(change)
    return found


def _headed(changes: list[Change]) -> tuple[Change | None, list[Change]]:
    """Take the change of the state as a whole from the changes in it."""
    head = next((change for change in changes if change.subject == "state"), None)
    return head, [change for change in changes if change is not head]


def _state_line(state: str, head: Change | None) -> str:
    name = written(state)
    if head is None:
        return f"~ state {name}"
    if head.kind is Kind.RENAMED:
        return f"~ state {name}, was {written(head.old)}"
    return f"{_SIGNS[head.kind]} state {name} ({head.new or head.old})"


def _line(change: Change) -> str:
    sign, subject = _SIGNS[change.kind], change.subject
    if subject == "transition":
        name = repr(change.name) if not change.name else written(change.name)
        if change.kind is Kind.RENAMED:
            return f"{sign} transition {name}, was {written(change.old) or repr('')}"
        was = f", was -> {written(change.old)}" if change.kind is Kind.CHANGED else ""
        return f"{sign} transition {name} -> {written(change.new or change.old)}{was}"
    if subject == "possibleActions":
        return f"{sign} possible action {change.name}"
    name = change.name if subject == "key" else subject
    old, new = (repr(value) if subject in _TEXTS else value for value in (change.old, change.new))
    was = f", was {old}" if change.kind is Kind.CHANGED else ""
    return f"{sign} {written(name)} {new if change.new else old}{was}"


def _summary(changes: Iterable[Change]) -> str:
    """Return how many states were added, removed, renamed and changed."""
    states = _by_state(changes)
    kinds = [_headed(ones)[0] for label, ones in states.items() if label]
    counts = {kind: sum(1 for one in kinds if one and one.kind is kind) for kind in Kind}
    counts[Kind.CHANGED] = sum(1 for one in kinds if one is None)
    told = [f"{count} {kind}" for kind, count in counts.items() if count]
    return f"states: {', '.join(told)}" if told else "another first state"
