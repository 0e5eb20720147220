"""Rules about the class itself and the files that it is read from."""

from collections.abc import Iterator

from aurum_states.checks.handler_names import PREFIXES
from aurum_states.checks.subject import Rule, Subject
from aurum_states.definitions import handler_words as words
from aurum_states.problems import Problem


def files(subject: Subject) -> Iterator[Problem]:
    """Report Python files that cannot be read, after reading all that handlers lead to."""
    source = subject.source
    if source is not None:
        for name in source.named(*PREFIXES, "zombie_", "setup_", "first_"):
            source.effects(name)
    yield from subject.class_problems


def state_named(subject: Subject) -> Iterator[Problem]:
    """Find a class that does not say what its state is."""
    source = subject.source
    if source is not None and source.complete and not source.names_state:
        yield Problem(
            "game.state.missing",
            f"{source.name} does not say what its state is",
            source.place,
            help="write class MyState(State) and class MyGame(Game[MyState])",
        )


def first_state(subject: Subject) -> Iterator[Problem]:
    """Find a class that chooses its first state, which its framework does not ask for."""
    source, definition = subject.source, subject.definition
    method = source.methods.get("first_state") if source is not None else None
    if source is None or definition is None or method is None or definition.framework.first_state_is_returned:
        return
    said = words.first_state_ignored(source.name, definition.framework.year)
    yield Problem(said.code, said.message, method.place, help=said.help)


RULES: tuple[Rule, ...] = (files, state_named, first_state)
