"""Rules about the class itself and the files that it is read from."""

from collections.abc import Iterator

from aurum_states.checks.handler_names import PREFIXES
from aurum_states.checks.subject import Rule, Subject
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


RULES: tuple[Rule, ...] = (files, state_named)
