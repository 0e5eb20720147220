"""Rules about what only tells: args providers and ``moves_`` must leave the table as it is."""

from collections.abc import Iterator

from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions import handler_words as words
from aurum_states.names import snake
from aurum_states.problems import Place, Problem


def writes(subject: Subject) -> Iterator[Problem]:
    """Find providers of args and of legal moves that change the table."""
    source = subject.source
    if source is None:
        return
    seen: set[tuple[str, Place]] = set()
    for state in subject.graph or ():
        if state.reserved:
            continue
        named = [snake(state.args)] if state.args else []
        for name in (*named, words.moves_method(state)):
            effects = source.effects(name)
            for change in effects.changes if effects is not None else ():
                if (name, change.place) in seen:
                    continue
                seen.add((name, change.place))
                what = "args" if name in named else "legal moves"
                yield Problem(
                    "handler.args.writes",
                    f"{name} {change.what}, but {what} are asked for at any time and as often as BGA likes",
                    change.place,
                    certainty="likely",
                    help="change the table in an act_ or st_ method; work on a copy here",
                )


RULES: tuple[Rule, ...] = (writes,)
